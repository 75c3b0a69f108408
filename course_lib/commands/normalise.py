"""Re-execute notebooks and store them in one normal form.

A second run changes nothing.
"""

import hashlib
import json
import os
import tempfile
from pathlib import Path

from course_lib.commands import places

METADATA = {
    "kernelspec": {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}


def add_arguments(parser):
    parser.add_argument(
        "notebooks", nargs="*", type=Path, help="default: all of notebooks/"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit 1 and name the notebooks that would change",
    )


def run(options):
    from nbclient.exceptions import CellExecutionError

    changed = 0
    for path in options.notebooks or places.lessons():
        try:
            differs = renew(path, write=not options.check)
        except CellExecutionError as error:
            print(f"{path}: a cell failed, so nothing was stored.\n{error}")
            return 1
        changed += differs
        news = "would change" if options.check else "renewed"
        print(f"{path}: {news if differs else 'as it was'}", flush=True)
    return int(options.check and changed > 0)


def renew(path, write=True):
    """Re-execute and normalise one notebook.

    Parameters
    ----------
    path : Path
    write : bool, whether to store the result

    Returns
    -------
    bool, whether the result differs from what was stored

    Raises
    ------
    nbclient.exceptions.CellExecutionError when a cell fails
    """
    before = path.read_text(encoding="utf-8")
    after = text_of(normal_form(execute(json.loads(before), path.parent)))
    if write and after != before:
        path.write_text(after, encoding="utf-8", newline="\n")
    return after != before


def execute(notebook, folder):
    """Run a notebook (a dict) in this environment's kernel; returns a new dict."""
    import nbformat
    from nbclient import NotebookClient

    notebook = json.loads(json.dumps(notebook))
    notebook.setdefault("metadata", {}).update(METADATA)
    node = nbformat.reads(json.dumps(with_ids(notebook)), as_version=4)
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="course-ipython-") as ipython:
        os.environ.update(places.environment(IPYTHONDIR=ipython))
        try:
            NotebookClient(
                node,
                timeout=600,
                kernel_name="python3",
                record_timing=False,
                extra_arguments=["--IPKernelApp.log_level=ERROR"],
                resources={"metadata": {"path": str(folder)}},
            ).execute()
        finally:
            os.environ.clear()
            os.environ.update(environment)
    return json.loads(json.dumps(node))


def with_ids(notebook):
    """Give an id to each cell that lacks one, made from its place and its text."""
    notebook["nbformat"], notebook["nbformat_minor"] = 4, 5
    for place, cell in enumerate(notebook["cells"]):
        text = f"{place} {cell['cell_type']} {''.join(cell['source'])}"
        if not cell.get("id"):
            cell["id"] = hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]
    return notebook


def normal_form(notebook):
    """The notebook with counts 1..N and nothing that differs between two runs.

    Parameters
    ----------
    notebook : dict, the parsed .ipynb

    Returns
    -------
    dict, a new notebook
    """
    notebook = with_ids(json.loads(json.dumps(notebook)))
    notebook["metadata"] = METADATA
    count = 0
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        for name in ("execution", "collapsed", "trusted", "ExecuteTime"):
            cell["metadata"].pop(name, None)
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = _outputs(cell["outputs"], count)
    return notebook


def _outputs(outputs, count):
    """Outputs with neighboring streams merged, and no progress left in them."""
    kept = []
    for output in outputs:
        output = dict(output)
        if output["output_type"] == "stream":
            output["text"] = "".join(output["text"])
            if kept and kept[-1].get("name") == output["name"]:
                kept[-1]["text"] += output["text"]
                continue
        if output["output_type"] == "execute_result":
            output["execution_count"] = count
        kept.append(output)
    for output in kept:
        if output["output_type"] == "stream":
            output["text"] = _without_progress(output["text"])
    return [output for output in kept if output.get("text") != ""]


def _without_progress(text):
    """What a terminal shows at the end: a carriage return starts its line again."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip("\r").split("\r")[-1] for line in lines)


def text_of(notebook):
    """The notebook as Jupyter itself stores it: saving it there changes nothing."""
    import nbformat

    return nbformat.writes(nbformat.from_dict(notebook), version=4) + "\n"
