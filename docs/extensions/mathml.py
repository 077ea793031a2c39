"""Sets mathematics as MathML, which browsers draw by themselves: no script and no network.

docutils translates what LaTeX writes; what it does not know is an error of the page.
"""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.errors import SphinxError

SPACE = "http://www.w3.org/1998/Math/MathML"
ACCENTS = set("\u02d9\u00a8~^\u203e\u00af\u2192\u02dc\u02c6")
"""Dots, tildes and hats, as docutils writes them."""
NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]+;")
"""Characters by names of HTML, such as that between a function and its argument."""
FRACTION = re.compile(r"(\\[td]?frac) ?(\d) ?(\d)")
SCRIPT = re.compile(r"([\^_])(\d)(?=\d)")
ElementTree.register_namespace("", SPACE)


def with_scripts(text: str) -> str:
    """Return MathML in which indices of letters with accents stand beside them, not below.

    docutils takes the dot of a rate for a limit, and puts what follows above or under it.
    """
    tree = ElementTree.fromstring(NAMED.sub(lambda m: html.unescape(m[0]), text))
    for parent in tree.iter():
        for k, node in enumerate(list(parent)):
            kind, parts = node.tag.removeprefix(f"{{{SPACE}}}"), list(node)
            if kind == "munderover" and (parts[2].text or "") in ACCENTS:
                letter = _element("mover", parts[0], parts[2])
                letter.set("accent", "true")
                parent[k] = _element("msub", letter, parts[1])
    return ElementTree.tostring(tree, encoding="unicode")


def _element(kind: str, *parts: ElementTree.Element) -> ElementTree.Element:
    found = ElementTree.Element(f"{{{SPACE}}}{kind}")
    found.extend(parts)
    return found


def with_digits(tex: str) -> str:
    r"""Return a formula in which each digit that TeX takes by itself stands in braces.

    In TeX `\tfrac12 k` is a half of k, and `x^12` is x^1 times 2; docutils reads the number 12.
    """
    return SCRIPT.sub(r"\1{\2}", FRACTION.sub(r"\1{\2}{\3}", tex))


def mathml(tex: str, block: bool) -> str:
    """Return a formula as MathML; block: on lines of its own."""
    text = with_digits(tex.strip())
    try:
        return with_scripts(str(latex2mathml.tex2mathml(text, as_block=block)))
    except (MathError, SyntaxError) as error:
        raise SphinxError(f"mathematics that cannot be set: {error}\n{text}") from None


def visit_math(self: Any, node: nodes.math) -> None:
    """Write a formula of a line."""
    self.body.append(mathml(node.astext(), block=False))
    raise nodes.SkipNode


def visit_math_block(self: Any, node: nodes.math_block) -> None:
    """Write a formula on lines of its own; wide ones scroll by themselves."""
    text = node.astext()
    if "\\\\" in text and "\\begin" not in text:
        text = f"\\begin{{aligned}}{text}\\end{{aligned}}"
    self.body.append(f'<div class="math-block">{mathml(text, block=True)}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
