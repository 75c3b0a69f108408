"""What Sphinx is taught for the site: math without scripts, honest names, languages."""

import html
import re

from docutils import nodes
from math_core import LatexToMathML
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform

# The theme's script makes what has this class reachable by keyboard where it scrolls.
SCROLLS = "pst-scrollable-table-container"
FIRST = re.compile(r"\S+")
CHINESE = re.compile(r"([\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+)")


def setup(app):
    """Register the parts; Sphinx calls this."""
    app.add_html_math_renderer("mathml", (_math, None), (_math_block, None))
    app.add_node(HideCodeCellNode, override=True, html=(_fold, _end_of_fold))
    app.add_post_transform(FormulasKeepTheirStop)
    app.add_post_transform(ChineseIsMarked)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _math(translator, node):
    """Write a formula as MathML: browsers draw it and screen readers read it."""
    translator.body.append(_mathml(node, displaystyle=False))
    raise nodes.SkipNode


def _math_block(translator, node):
    formula = _mathml(node, displaystyle=True)
    translator.body.append(f'<div class="math {SCROLLS}">{formula}</div>')
    raise nodes.SkipNode


def _mathml(node, displaystyle):
    converter = LatexToMathML()
    return converter.convert_with_local_state(node.astext(), displaystyle=displaystyle)


def _fold(translator, node):
    # MyST-NB names every fold "Toggle hidden content", whatever can be read on it.
    summary = html.escape(node["prompt_show"])
    translator.body.append(f'<details class="fold"><summary>{summary}</summary>\n')


def _end_of_fold(translator, node):
    translator.body.append("</details>\n")


class FormulasKeepTheirStop(SphinxPostTransform):
    """Keep a formula and what follows without a space, as a full stop, in one line."""

    default_priority = 800
    formats = ("html",)

    def run(self, **kwargs):
        for formula in list(self.document.findall(nodes.math)):
            after = formula.next_node(descend=False, siblings=True)
            first = isinstance(after, nodes.Text) and FIRST.match(after)
            if first:
                rest = nodes.Text(after[first.end() :])
                kept = nodes.inline("", "", classes=["unbroken"])
                after.parent.replace(after, rest)
                formula.replace_self(kept)
                kept += [formula, nodes.Text(first.group())]


class ChineseIsMarked(SphinxPostTransform):
    """Say which words are Chinese, so that they are read out as Chinese."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        for text in list(self.document.findall(nodes.Text)):
            pieces = CHINESE.split(text)
            if len(pieces) > 1 and not isinstance(text.parent, nodes.FixedTextElement):
                text.parent.replace(text, list(map(_marked, filter(None, pieces))))


def _marked(piece):
    if CHINESE.fullmatch(piece):
        return nodes.inline("", piece, classes=["language-zh-Hant"])
    return nodes.Text(piece)
