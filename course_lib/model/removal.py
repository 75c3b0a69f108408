"""Take the real model off this computer again: only files that the course has made."""

import json
import shutil

from course_lib.model import files


def remove():
    """Remove the model, and what interrupted installations have left.

    Returns one sentence that says what was removed and how much. Raises ModelFileError
    when a file cannot be removed.
    """
    place = files.folder()
    try:
        paths = _ours(place)
        size = sum(_size(path) for path in paths)
        for path in paths:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
    except OSError as error:
        raise files.ModelFileError(
            f"The model in {place} could not be removed ({error.strerror or error}): "
            "close the lessons that use it, or ask whoever keeps that folder, and run "
            "`python course.py model --remove` again."
        ) from None
    if not paths:
        return f"There is no model in {place}, so nothing was removed."
    names = ", ".join(path.name for path in paths)
    return (
        f"Removed {names} from {place}, {size / 1e6:,.0f} MB; the lessons go on with "
        "recorded numbers."
    )


def _ours(place):
    """Return the paths in a folder that installing makes, the manifest first.

    The manifest goes first, so that half a removal never counts as an installation.
    manifest.json and tokenizer.json are common names: with no weights of ours beside
    them and no words of ours in the manifest they are somebody else's, and stay.
    """
    weights = place / files.WEIGHTS_NAME
    manifest = place / files.MANIFEST_NAME
    paths = sorted(p for p in place.glob(files.PARTIAL + "*") if p.is_dir())
    if weights.is_file() or _is_our_manifest(manifest):
        ours = (manifest, weights, place / files.TOKENIZER_NAME)
        paths = [path for path in ours if path.is_file()] + paths
    return paths


def _is_our_manifest(path):
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return False
    return isinstance(manifest, dict) and {"format", "gguf", "sizes"} <= set(manifest)


def _size(path):
    inside = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in inside if file.is_file())
