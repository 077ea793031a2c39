"""Pages of reports: one HTML file that needs nothing else, for the screen and for the printer."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from sarrus.errors import EnvironmentProblem, Problem

LEFT_OUT = "Pictures and curves are left out: they need matplotlib (pip install matplotlib)"
STYLE = """
:root{--ink:#222;--faint:#555;--line:#ddd;--back:#fff;--good:#e8f6f1;--bad:#fbeee6;--open:#fdf5e3;
color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--faint:#a8b3bd;--line:#333c46;
--back:#14181d;--good:#12332a;--bad:#3b2116;--open:#3a2c12}}
@media print{:root{--ink:#222;--faint:#555;--line:#ddd;--back:#fff;--good:#e8f6f1;--bad:#fbeee6;
--open:#fdf5e3}}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:var(--ink);background:var(--back)}
h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse}td,th{padding:.2rem .7rem;border-bottom:1px solid var(--line);
text-align:right;font-size:.9rem;vertical-align:top}
td:first-child,th:first-child,.text{text-align:left}.scroll{overflow-x:auto}
.verdict{padding:.6rem 1rem;border-left:6px solid}.pass{border-color:#009e73;background:var(--good)}
.fail{border-color:#d55e00;background:var(--bad)}.open{border-color:#e69f00;background:var(--open)}
figure{margin:1rem 0}figure img{max-width:45rem;width:100%;height:auto;border-radius:6px;
background:#fff}
figcaption,.note{color:var(--faint);font-size:.9rem}iframe{width:100%;height:520px;
border:1px solid var(--line);border-radius:6px}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(21rem,1fr));gap:0 1rem}
@media print{body{font-size:10.5pt;margin:0;max-width:none}.screen{display:none}
h2{break-after:avoid}figure,tr{break-inside:avoid}.scroll{overflow:visible}
.verdict{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""

Rows = Sequence[Sequence[str]]


def page(title: str, body: Sequence[str]) -> str:
    """Return a page of elements, with the style of reports; the title is text."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def table(rows: Rows) -> str:
    """Return rows of text as a table, whose first row names the columns.

    A column of numbers is set to the right, one with words to the left.
    """
    kinds = [' class="text"' if _has_words(column) else "" for column in zip(*rows, strict=True)]
    lines = [
        "".join(
            f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(row, kinds, strict=True)
        )
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    ]
    text = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="scroll"><table>\n{text}\n</table></div>'


def pairs(rows: Sequence[tuple[str, str]]) -> str:
    """Return labels and texts as a table without a head; those without a text are left out."""
    text = "\n".join(
        f'<tr><td>{escape(label)}</td><td class="text">{escape(words)}</td></tr>'
        for label, words in rows
        if words
    )
    return f'<div class="scroll"><table>\n{text}\n</table></div>'


def picture(figure: Any, label: str, caption: str = "") -> str:
    """Return a matplotlib figure as an element that holds the whole picture."""
    stream = BytesIO()
    figure.savefig(stream, format="svg")
    data = b64encode(stream.getvalue()).decode()
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    image = f'<img alt="{escape(label)}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}{below}</figure>"


def pictures(draw: Callable[[], list[str]]) -> list[str]:
    """Return elements with pictures; where the library for plots is missing, a note."""
    try:
        return draw()
    except EnvironmentProblem:
        return [f'<p class="note">{LEFT_OUT}.</p>']


def missing_pictures() -> list[Problem]:
    """Return a warning (X05) where pages are written without pictures, else nothing."""
    if find_spec("matplotlib") is not None:
        return []
    action = "install it, then write the page again: pip install matplotlib"
    rule = "is missing: the page has no pictures and curves"
    return [Problem("X05", "library 'matplotlib'", rule, action=action, severity="warning")]


def _has_words(column: Sequence[str]) -> bool:
    """Tell whether a column holds words rather than numbers."""
    return any(cell and not _is_number(cell) for cell in column[1:])


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return text == "-"
    return True
