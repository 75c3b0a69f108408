"""Install the language model once (93 MB to download), so that lessons run it live."""


def add_arguments(parser):
    parser.add_argument(
        "--remove", action="store_true", help="remove the model's files again, at once"
    )


def run(options):
    from course_lib import model_file, model_removal

    try:
        if options.remove:
            print(model_removal.remove())
        else:
            model_file.install(progress=_say)
    except model_file.ModelFileError as error:
        print(error)
        return 1
    return 0


def _say(text):
    print(text, flush=True)
