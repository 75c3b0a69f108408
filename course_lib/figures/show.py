"""Show a figure with a description that tests compare and that screen readers reach."""

import html
import io
import sys

from matplotlib.axes import Axes
from PIL import Image

from .describe import LONGEST
from .style import course_look

_DETAILS = (
    '<details class="figure-description"><summary>Description of the picture</summary>'
    "<p>{sentence}</p>{numbers}</details>"
)


def show(figure, alt=None):
    """Display a figure once, with its description as text.

    Parameters
    ----------
    figure : Axes or Figure
        What a plot function returned, or a figure of your own.
    alt : str, optional
        One sentence, at most 300 characters. Needed for a figure of your own; the plot
        functions of the course describe theirs from the data.

    Raises
    ------
    ValueError
        Something that is no figure, no description, or one that is too long.
    """
    figure = figure.figure if isinstance(figure, Axes) else figure
    if not hasattr(figure, "savefig"):
        raise ValueError(
            f"figure is a {type(figure).__name__}, expected matplotlib Axes or Figure."
        )
    sentence, numbers = _description(figure, alt)
    text = f"{sentence}\n{numbers}" if numbers else sentence
    shell = _shell()
    if shell is None:
        print(text)
    else:
        _publish(shell, _png(figure), sentence, numbers, text)
    _close(figure)


def _description(figure, alt):
    attached = getattr(figure, "course_descriptions", [])
    sentence = alt or " ".join(said for said, _ in attached)
    if not sentence.strip():
        raise ValueError(
            "figure has no description: say in one sentence what it shows, as in "
            'show(fig, alt="Loss falls from 4 to 2 in 100 steps.").'
        )
    if len(sentence) > LONGEST:
        raise ValueError(
            f"the description has {len(sentence)} characters, expected at most "
            f"{LONGEST}: give a shorter one, as in show(fig, alt=...)."
        )
    return sentence, "\n".join(numbers for _, numbers in attached if numbers)


def details(sentence, numbers=""):
    """Return the description as HTML that looks the same in any theme."""
    numbers = f"<pre>{html.escape(numbers)}</pre>" if numbers else ""
    return _DETAILS.format(sentence=html.escape(sentence), numbers=numbers)


@course_look
def _png(figure):
    raw, small = io.BytesIO(), io.BytesIO()
    # The size must stay 8 by 4.5 inches, so no tight box; a palette would shift colors.
    quick = {"compress_level": 0}
    figure.savefig(raw, format="png", dpi=figure.dpi, pil_kwargs=quick)
    Image.open(raw).convert("RGB").save(small, "png", compress_level=6)
    return small.getvalue()


def _publish(shell, png, sentence, numbers, text):
    shell.display_pub.publish(
        {"image/png": png, "text/plain": text},
        metadata={"image/png": {"alt": sentence}},
    )
    # JupyterLab drops the alt text of an image, so it also stands beside it in words.
    shell.display_pub.publish({"text/html": details(sentence, numbers)})


def _shell():
    """Return the running IPython shell, without importing IPython where none runs."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def _close(figure):
    """Forget a figure that pyplot holds, which the notebook would draw once more."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot:
        pyplot.close(figure)
