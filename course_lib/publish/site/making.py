"""Stage the sources of the site, run Sphinx on them, check what came out."""

import io
import os
import shutil
import tempfile
from importlib.resources import files
from pathlib import Path

from . import exercise_pages, lessons, links, pages

SETTINGS = {
    "project": "Attention, Taken Apart",
    "html_title": "Attention, Taken Apart",
    "language": "en",
    "extensions": ["myst_nb", "course_lib.publish.site.extension"],
    "nb_execution_mode": "off",
    "nb_render_markdown_format": "gfm",
    "nb_code_prompt_show": "The {type}",
    "myst_enable_extensions": ["dollarmath"],
    "myst_heading_anchors": 3,
    "nitpicky": True,
    "suppress_warnings": ["toc.empty_glob"],
    "html_math_renderer": "mathml",
    "html_theme": "sphinx_book_theme",
    "html_static_path": ["_static"],
    "html_css_files": ["site.css"],
    "html_js_files": ["site.js"],
    "html_favicon": "_static/icon.svg",
    "html_copy_source": False,
    "html_show_copyright": False,
    "html_show_sphinx": False,
    "html_domain_indices": False,
    "html_use_index": False,
    "html_context": {"default_mode": "auto"},
    "html_theme_options": {
        # Deeper, the theme folds pages behind buttons without a name.
        "max_navbar_depth": 1,
        "use_download_button": False,
        "use_fullscreen_button": False,
        "navbar_persistent": [],
        "footer_content_items": ["extra-footer.html"],
        "extra_footer": "Attention, Taken Apart. MIT License.",
    },
}


class Broken(Exception):
    """The site would have warnings or broken links; one a line."""


def build(root, out):
    """Build the site of the course in root into the folder out, whole or not at all.

    Parameters
    ----------
    root : Path, the course's folder
    out : Path, made or replaced; what is there must be an earlier site, or nothing

    Returns
    -------
    int, how many pages were made

    Raises
    ------
    ValueError when out holds something else
    Broken when Sphinx warns, or a link leads nowhere
    OSError when out cannot be written
    """
    out = Path(out)
    if out.exists() and not _is_ours(out):
        raise ValueError(
            f"{out} is no site that this command made, so it is left alone: give a "
            "folder that is empty or does not exist, as in --out build/site."
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=out.parent) as folder:
        made, source = Path(folder, "html"), Path(folder, "source")
        stage(root, source)
        _sphinx(source, made, Path(folder, "doctrees"))
        broken = links.broken(made)
        if broken:
            raise Broken("\n".join(broken))
        if out.exists():
            os.replace(out, Path(folder, "old"))
        os.replace(made, out)
    return len(links.pages(out))


def stage(root, source):
    """Write what Sphinx reads: pages in Markdown, lessons as notebooks, figures."""
    static = source / "_static"
    (static / "figures").mkdir(parents=True)
    (source / "notebooks").mkdir()
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        lessons.write_page(path, source)
    exercise_pages.write(source)
    pages.write(root, source)
    for name in ("site.css", "site.js", "icon.svg"):
        shutil.copyfile(files(__package__) / name, static / name)


def _sphinx(source, made, doctrees):
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace

    warnings = io.StringIO()
    with docutils_namespace():
        app = Sphinx(
            source,
            None,
            made,
            doctrees,
            "html",
            confoverrides=SETTINGS,
            status=None,
            warning=warnings,
            warningiserror=True,
        )
        app.build()
    if app.statuscode or warnings.getvalue():
        raise Broken(warnings.getvalue().strip())


def _is_ours(out):
    if not out.is_dir():
        return False
    return (out / ".buildinfo").is_file() or not any(out.iterdir())
