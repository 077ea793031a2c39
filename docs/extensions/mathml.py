"""Sets mathematics as MathML, which browsers draw by themselves: no script and no network.

docutils translates what LaTeX writes; what it does not know is an error of the page.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.errors import SphinxError


def mathml(tex: str, block: bool) -> str:
    """Return a formula as MathML; block: on lines of its own."""
    text = tex.strip()
    try:
        return str(latex2mathml.tex2mathml(text, as_block=block))
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
