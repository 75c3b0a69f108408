"""Install the language model once (a 140 MB download), so that lessons run it live."""


def add_arguments(parser):
    pass


def run(options):
    from course_lib import model_file

    if model_file.is_installed():
        print(f"The model is installed in {model_file.folder()}.")
        return 0
    model_file.install(progress=print)
    print(f"The model is installed in {model_file.folder()}: lessons now run it live.")
    return 0
