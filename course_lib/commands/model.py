"""Install the language model once (93 MB to download), so that lessons run it live."""


def add_arguments(parser):
    pass


def run(options):
    from course_lib import model_file

    try:
        model_file.install(progress=_say)
    except model_file.ModelFileError as error:
        print(error)
        return 1
    return 0


def _say(text):
    print(text, flush=True)
