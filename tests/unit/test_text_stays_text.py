"""What a learner writes is shown as text: in figures, descriptions, pages, messages."""

import html
import io
import re
import tracemalloc
from contextlib import redirect_stdout

import numpy as np
import pytest
from matplotlib.text import Text

from course_lib import (
    explorer,
    figures,
    head_weights,
    phrases,
    real_model,
    traces,
    words,
)
from course_lib.exercises import check
from course_lib.explorer.page import isolated
from course_lib.figures import show
from course_lib.figures.show import _png, details
from course_lib.figures.style import text_width
from course_lib.model import language_model

HOSTILE = [
    "<script>alert(1)</script>",
    "\"'`${1}&lt;",
    "$5 and $6",
    r"$\undefined{$",
    "😀 a\x00b\x1b[1m",
    "שלום \u202eabc",
    "雨\nб",
    "__NUMBERS__",
]
LONG = " ".join(["mole", "of", "carbon"] * 3334)  # 10,002 words
EVEN = np.tri(3) / [[1], [2], [3]]
PATH = np.cumsum(np.ones((4, 2)), axis=0)


def drawn(text):
    """Each kind of figure that takes a learner's words, with this one everywhere."""
    frame = {"title": text, "tier": "by hand"}
    yield figures.plot_attention_grid([text, "b", "c"], EVEN, **frame)
    yield figures.plot_scores([text, "b"], [text, "b"], np.eye(2), **frame)
    yield figures.plot_query_key(text, [1.0], "b", [2.0], **frame)
    yield figures.plot_bars(
        [text, "b"], [1, 2], value_label=text, baseline=0.5, baseline_name=text, **frame
    )
    yield figures.plot_curves(
        [1, 2], {text: [1, 2]}, x_label=text, y_label=text, marks={2: text}, **frame
    )
    yield figures.plot_offsets({(text, "b"): [[0, 0], [1, 1]]}, plane=text, **frame)
    yield figures.plot_paths(
        {f"{text} mole": PATH}, subject="mole", plane=text, **frame
    )
    yield figures.plot_update(
        text, [1, 1], [text, "b"], [0.5, 0.5], np.eye(2), plane=text, **frame
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_figures_draw_it_as_it_is_and_say_it_in_full(text):
    for ax in drawn(text):
        _png(ax.figure)  # a warning or a formula that cannot be read would raise
        titles = [t for t in ax.figure.texts if t.get_size() == 14]
        kept = "".join(c if c in "\n" or c.isprintable() else "□" for c in text)
        assert [len(t.get_text()) for t in titles] == [len(kept)]
        assert not any(t.get_parse_math() for t in ax.figure.findobj(Text))


def test_a_figure_draws_boxes_where_its_description_says_the_word():
    ax = figures.plot_attention_grid(["雨 $5", "b", "c"], EVEN, title="T", tier="map")
    assert "□ $5" in [t.get_text() for t in ax.texts]
    ((sentence, numbers),) = ax.figure.course_descriptions
    assert "雨 $5" in sentence + numbers


def test_a_reader_s_own_texts_keep_their_letters():
    ax = figures.plot_curves(
        [1, 2], {"a": [1, 2]}, x_label="x", y_label="y", title="T", tier="map"
    )
    ax.figure.text(0, 0, "雨", family="monospace")
    figures.describe.attach(ax, "Again.", "")
    assert "雨" in [t.get_text() for t in ax.figure.texts]


def test_lines_are_measured_line_by_line():
    assert text_width("mole\nmolecule") == text_width("molecule") > text_width("mole")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_description_is_text_in_its_html(text):
    made = details(text, text)
    bare = re.sub(r"</?(details|summary|p|pre)( class=\"[a-z-]+\")?>", "", made)
    assert "<" not in bare
    assert html.unescape(bare).count(text) == 2


def test_words_from_right_to_left_keep_to_themselves():
    found = isolated({"words": ["mole", "שלום", "\u202eabc", "😀"], "n": [1, None]})
    assert found["words"] == ["mole", "\u2068שלום\u2069", "\u2068\u202eabc\u2069", "😀"]
    assert found["n"] == [1, None]


TOO_LONG = {
    "tokens": lambda: real_model.tokens(LONG),
    "head": lambda: real_model.head(LONG, 13, 1),
    "all weights": lambda: head_weights.all_weights(LONG),
    "record": lambda: traces.get(f"tokens({LONG!r})"),
    "piece": lambda: real_model.position(LONG.split(), " " + LONG),
    "vector": lambda: words.vector(LONG),
    "cosine": lambda: words.cosine("mole", "x" * 60_000),
    "phrases": lambda: phrases.read(LONG),
    "grid": lambda: figures.plot_attention_grid(
        LONG.split(), EVEN, title="T", tier="map"
    ),
    "grid of text": lambda: figures.plot_attention_grid(
        LONG, EVEN, title="T", tier="map"
    ),
    "title": lambda: figures.plot_map("query", title=LONG),
    "scores": lambda: explorer.scores(LONG.split(), EVEN),
    "scores of text": lambda: explorer.scores(LONG, EVEN),
    "mask": lambda: explorer.mask(LONG.split(), EVEN),
    "mask of text": lambda: explorer.mask(LONG, EVEN),
    "update": lambda: explorer.update(LONG, EVEN, EVEN, EVEN, plane=""),
    "context": lambda: explorer.context(
        LONG, {"a": [1, 1]}, {"b": [1, 1]}, start=[0, 1]
    ),
    "heads": lambda: explorer.heads({LONG: {"tokens": LONG.split(), "weights": EVEN}}),
}


@pytest.mark.parametrize("ask", TOO_LONG.values(), ids=TOO_LONG)
def test_ten_thousand_words_get_one_sentence_and_no_room(ask):
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"\.$|not recorded") as caught:
            ask()
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < 500


def test_all_weights_of_a_long_text_are_refused_before_they_are_made(monkeypatch):
    monkeypatch.setattr(language_model, "tokenize", lambda text: ["mole"] * 257)
    monkeypatch.setattr(language_model, "forward", None)
    with pytest.raises(ValueError, match="text has 257 pieces, expected at most 256"):
        head_weights.all_weights.__wrapped__("mole")


@pytest.mark.parametrize("text", [*HOSTILE, LONG], ids=[*HOSTILE, "10,000 words"])
@pytest.mark.parametrize("exercise", ["01.9", "02.1", "02.10", "03.11", "06.10"])
def test_exercises_answer_in_plain_text(exercise, text):
    for answer in (text, [(text, "a")] * 3, ([text] * 5, 1, 1, 1, text, text)):
        said = io.StringIO()
        with redirect_stdout(said):
            check(exercise, answer)
        assert said.getvalue().startswith(f"{exercise} not yet:")
        assert len(said.getvalue()) < 700


def test_show_prints_it_where_no_notebook_is(capsys):
    ax = figures.plot_bars(["<b>", "c"], [1, 2], value_label="v", title="T", tier="map")
    show(ax)
    assert "<b>" in capsys.readouterr().out
