"""Make slides of the lessons, to open in a browser without network or server.

They are for showing in class: S opens the speaker's view.
"""

from pathlib import Path

from course_lib.commands import places

FOLDER = places.ROOT / "build" / "slides"


def add_arguments(parser):
    parser.add_argument(
        "lessons",
        nargs="*",
        metavar="LESSON",
        help="number or name of a lesson, such as 02 (default: all)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="FOLDER",
        help="where to put them (default: build/slides)",
    )


def run(options):
    try:
        lessons = chosen(options.lessons, places.lessons())
    except ValueError as error:
        print(error)
        return 2
    from course_lib.publish import slides

    try:
        index = slides.build(lessons, options.out.resolve())
    except OSError as error:
        print(
            f"The slides cannot be written to {options.out} ({error.strerror}): mend "
            "that, or name another folder with --out."
        )
        return 1
    print(f"Open {index} in a browser; the folder can be moved as it is.")
    return 0


def chosen(names, lessons):
    """Return the lessons that names mean, each a number (02) or a file's name.

    Raises
    ------
    ValueError, when a name means no lesson or more than one
    """
    if not names:
        return lessons
    return [_one(name, lessons) for name in names]


def _one(name, lessons):
    short = Path(name).name.removesuffix(".ipynb")
    found = [path for path in lessons if path.stem == short or path.stem[:2] == short]
    if len(found) != 1:
        numbers = ", ".join(path.stem[:2] for path in lessons)
        raise ValueError(f"There is no lesson {name!r}: the lessons are {numbers}.")
    return found[0]
