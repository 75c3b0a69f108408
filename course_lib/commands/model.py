"""Install the language model once (93 MB to download), so that lessons run it live."""


def add_arguments(parser):
    parser.add_argument(
        "--remove", action="store_true", help="remove the model's files again, at once"
    )


def run(options):
    from course_lib.model import files, removal

    try:
        if options.remove:
            print(removal.remove())
        else:
            files.install(progress=_say)
    except files.ModelFileError as error:
        print(error)
        return 1
    return 0


def _say(text):
    print(text, flush=True)
