"""Write the course to a new folder, for students or for instructors.

Both are made from the notebooks here, and both run: `python course.py lab` inside the
new folder sets up and opens its lessons.
"""

from pathlib import Path


def add_arguments(parser):
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument(
        "--student",
        action="store_const",
        const="student",
        dest="kind",
        help="what lab needs, and no more: lessons without outputs and speaker notes "
        "(as lab's own copies), no tests; check, hint and solution work",
    )
    kind.add_argument(
        "--instructor",
        action="store_const",
        const="instructor",
        dest="kind",
        help="lessons with outputs, speaker notes, the answers to predictions, and "
        "beneath each exercise its solution, its hints and what wrong answers are "
        "told; docs/; lab opens them as they are",
    )
    parser.add_argument(
        "out",
        metavar="OUT",
        type=Path,
        help="a folder that is new or empty (one that holds anything is refused); a "
        "relative one counts from the course's folder",
    )


def run(options):
    from course_lib.publish import editions

    try:
        files = editions.write(options.kind, options.out)
    except editions.EditionError as error:
        print(error)
        return 1
    print(
        f"The {options.kind}s' edition is in {options.out.absolute()}, {files} files; "
        "`python course.py lab` inside that folder opens it."
    )
    return 0
