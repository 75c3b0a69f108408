"""Build the course as a static site: text, pictures and explorers, without network."""

import time
from pathlib import Path

from course_lib.commands import places


def add_arguments(parser):
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        default=places.ROOT / "build" / "site",
        help="where it goes (default: build/site); an earlier site there is replaced",
    )


def run(options):
    from course_lib.publish import site

    start = time.perf_counter()
    print("Building the site from the stored outputs (half a minute)", flush=True)
    try:
        pages = site.build(places.ROOT, options.out)
    except site.Broken as broken:
        print(f"The site was not built, because these do not hold:\n{broken}")
        return 1
    except (ValueError, OSError) as error:
        print(error)
        return 1
    seconds = time.perf_counter() - start
    print(f"{pages} pages in {seconds:.0f} s. Open {options.out / 'index.html'}")
    return 0
