"""A learner's own text in Chromium: no script of it runs, it is shown as written."""

import numpy as np
import pytest

from course_lib import explorer
from course_lib.counting import TransformerShape
from course_lib.figures.show import details

ATTACKS = [
    "<script>ran()</script>",
    "</script><script>ran()//",
    '"><img src=x onerror=ran()>',
    "'><svg onload=ran()>",
    "--><b onclick=ran()>",
    "${ran()}`",
    "&lt;i&gt; &amp;",
    "__NUMBERS__",
]
WORDS = ["😀👩‍👧", '“it\'s” "so"', "שלום", "مرحبا", "\u202eabc", "雨"]
SHORT = ["<u>ran()</u>", '"><b>', "'`${1}&lt;", "שלום", "\u202eabc", "😀"]
COUNTED = "<!doctype html><script>var runs = 0; function ran() { runs++ }</script>"
ISOLATES = "\u2068\u2069"
TINY = TransformerShape(layers=1, d_model=2, heads=1, d_head=2, vocabulary=3)
EVEN = np.tri(8) / np.arange(1, 9)[:, None]


def shown(kind, words):
    """An explorer of each kind in which all words are a learner's."""
    eight = (words + ["a", "b"])[:8]
    if kind == "scores":
        return explorer.scores(eight, EVEN)
    if kind == "mask":
        return explorer.mask(eight, EVEN)
    if kind == "update":
        pairs = np.eye(8)[:, :2] + 0.5
        return explorer.update(eight, pairs, EVEN, pairs, plane=words[0])
    if kind == "counting":
        return explorer.counting(dict.fromkeys(words, TINY))
    if kind == "heads":
        one = {"tokens": eight, "weights": np.tile(EVEN, (2, 2, 1, 1))}
        return explorer.heads({words[0]: one, words[1]: one}, layer=0, head=0)
    contexts, senses = (dict.fromkeys(some, [1, 1.5]) for some in (words, words[:2]))
    return explorer.context(words[0], contexts, senses, start=[0, 1])


CASES = [
    (kind, words)
    for kind in ("scores", "mask", "update", "counting", "heads")
    for words in (ATTACKS, WORDS)
] + [("context", SHORT)]
READ = """kind => {
    const root = document.querySelector(`.${kind}-x`).shadowRoot;
    const words = [...root.querySelectorAll("text,button,option,p,b,label")];
    return {
        said: words.map(e => e.textContent).join("\\n"),
        tags: [...root.querySelectorAll("*"), ...document.querySelectorAll("*")]
            .map(e => e.tagName.toLowerCase()),
        handlers: [...root.querySelectorAll("*")]
            .flatMap(e => e.getAttributeNames()).filter(n => n.startsWith("on")),
    };
}"""


@pytest.fixture
def problems(page):
    """What a script of the text, or an error, would leave behind."""
    found = []
    listeners = {
        "pageerror": lambda error: found.append(str(error)),
        "request": lambda request: found.append(request.url),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield found
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def as_drawn(word):
    """A label is cut at twelve characters, as everywhere."""
    return word if len(word) <= 12 else word[:11] + "…"


@pytest.mark.parametrize(("kind", "words"), CASES)
def test_no_script_runs_and_every_word_is_shown_as_it_was_written(
    page, problems, kind, words
):
    page.set_content(COUNTED + shown(kind, words).html)
    for button in page.locator("button").all():
        button.click()
    found = page.evaluate(READ, kind)
    whole = words[:2] if kind == "heads" else []
    uncut = kind in ("counting", "update")
    expected = words if uncut else [*map(as_drawn, words), *whole]
    said = "".join(c for c in found["said"] if c not in ISOLATES)
    assert [word for word in expected if word not in said] == []
    allowed = {"onsubmit"} if kind == "counting" else set()
    assert set(found["handlers"]) <= allowed
    assert not {"img", "u", "iframe"} & set(found["tags"])
    assert page.evaluate("runs") == 0
    assert problems == []


def test_a_sentence_keeps_its_order_around_a_word_from_right_to_left(page):
    page.set_content("<!doctype html>" + shown("scores", WORDS).html)
    page.locator("g").nth(7).click()
    # In a line from left to right, each later character stands further right.
    places = page.evaluate("""() => {
        const p = document.querySelector(".scores-x").shadowRoot.querySelector("p");
        const node = p.firstChild, text = node.data, at = [];
        for (const mark of [" looks at", ", on itself", text.slice(-3)]) {
            const range = document.createRange(), i = text.lastIndexOf(mark);
            range.setStart(node, i), range.setEnd(node, i + mark.length);
            const box = range.getBoundingClientRect();
            at.push(box.left + 10000 * Math.round(box.top));
        }
        return at;
    }""")
    assert places == sorted(places)


@pytest.mark.parametrize("text", [*ATTACKS, *WORDS])
def test_a_description_is_shown_as_it_was_written(page, text):
    page.set_content(COUNTED + details(text, text))
    said = "[...document.querySelectorAll('details p, pre')].map(e => e.textContent)"
    assert page.evaluate(said) == [text, text]
    assert page.evaluate("runs") == 0
