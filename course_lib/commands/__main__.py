"""Dispatch `python -m course_lib.commands VERB ...`; one module a verb.

The modules import nothing but the standard library at their top, so that `--help` works
on a machine where nothing is installed yet.
"""

import argparse
import sys

from course_lib.commands import (
    bench,
    edition,
    lab,
    model,
    normalise,
    offline,
    site,
    slides,
    test,
    versions,
)

VERBS = {
    "lab": lab,
    "model": model,
    "slides": slides,
    "site": site,
    "edition": edition,
    "test": test,
    "bench": bench,
    "normalise": normalise,
    "offline": offline,
    "versions": versions,
}
FOR_LEARNERS = ("lab", "model", "slides", "site")


def make_parser():
    parser = argparse.ArgumentParser(
        prog="python course.py",
        description="Attention, Taken Apart: a course in notebooks that run.",
        epilog="Each verb sets up what it needs first. python course.py VERB --help "
        "says more.",
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, module in VERBS.items():
        summary = module.__doc__.splitlines()[0]
        whose = "" if name in FOR_LEARNERS else "(for contributors) "
        verb = verbs.add_parser(name, help=whose + summary, description=summary)
        module.add_arguments(verb)
        verb.set_defaults(run=module.run)
    return parser


def main(arguments=None):
    options = make_parser().parse_args(arguments)
    try:
        return options.run(options)
    except KeyboardInterrupt:
        print("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
