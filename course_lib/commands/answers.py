"""Write all answers of the lessons to a folder, for whoever teaches them."""

import tempfile
from pathlib import Path

from course_lib.commands import places


def add_arguments(parser):
    parser.add_argument("out", type=Path, help="the folder; it is made if need be")
    parser.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="two digits each; default: all"
    )


def run(options):
    """Write a page a lesson; return 1, and say why, where that cannot be done."""
    chosen = {path.stem[:2]: path for path in places.lessons()}
    for number in options.lessons:
        if number not in chosen:
            print(f'There is no lesson "{number}"; there are {", ".join(chosen)}.')
            return 1
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for number in options.lessons or chosen:
            print(write(chosen[number], options.out))
    except OSError as error:
        print(
            f"{options.out} cannot be written ({error.strerror or error}): name a "
            "folder in which you may make files, with room in it."
        )
        return 1
    return 0


def write(lesson, out):
    """Write one lesson's answers, whole or not at all; return the file's path."""
    from course_lib.publish import answers, cells

    text = answers.page(lesson.stem[:2], cells.read(lesson))
    target = out / f"{lesson.stem}_answers.md"
    with tempfile.TemporaryDirectory(dir=out) as folder:
        made = Path(folder) / target.name
        made.write_text(text, encoding="utf-8")
        made.replace(target)
    return target
