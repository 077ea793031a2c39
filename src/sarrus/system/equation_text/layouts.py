"""Where the parts of written equations stand on the page: LaTeX, Python and plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import indent
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.polynomial import Polynomial
from sarrus.system.equation_text.symbols import Letter
from sarrus.system.equation_text.writing import LatexWriter, Writer, digits_of

if TYPE_CHECKING:
    from sarrus.system.equation_text.equations import Equations

LINE = 96
"""Characters of LaTeX, without commands, after which an equation is broken."""
INERTIA, EFFORTS, BOTH = ("vdot",), ("tau", "lam"), ("vdot", "lam")
MATRICES = {
    "Phi": ("Phi_v", "\\Phi_v"),
    "dG_dq": ("dG/dq", "\\frac{\\partial G}{\\partial q}"),
    "dG_dv": ("dG/dv", "\\frac{\\partial G}{\\partial \\dot q}"),
    "dG_dvdot": ("dG/dvdot", "\\frac{\\partial G}{\\partial \\ddot q}"),
}
MEANINGS = {
    "G": "G = M vdot + c - f - tau - Phi^T lambda, which is 0",
    "constraints": "Phi(q), which is 0",
    "Phi": "rows of Phi_v v = 0",
    "gamma": "gamma of Phi_v vdot = gamma",
    "dG_dq": "derivatives of G along the velocity coordinates",
    "dG_dv": "derivatives of G by v",
    "dG_dvdot": "derivatives of G by vdot: the mass matrix",
    "qdot": "rates of the coordinates q",
    "zdot": "rates of the states z of force elements",
}


def _rows(e: Equations, name: str) -> list[list[Polynomial]]:
    shape, polynomials = e.parts[name]
    width = shape[1] if len(shape) == 2 else 1
    return [list(polynomials[k : k + width]) for k in range(0, len(polynomials), width)]


# --- LaTeX ----------------------------------------------------------------------------------------


def latex(e: Equations, writer: LatexWriter) -> str:
    """Return all equations as one `aligned` environment."""
    algebra = e.expansion.algebra
    lines = [
        f"{writer.shared_name(place)} &= {_broken(writer, writer.terms(algebra.shared[place]))}"
        for place in e.shared
    ]
    for polynomial in e.parts["G"][1]:
        left, right = e.sides(polynomial)
        found = writer.terms(left, INERTIA) or [(False, "0")]
        lines.append(f"& {_broken(writer, found)} = {writer.sum(right, EFFORTS)}")
    for polynomial in filter(None, e.parts.get("constraints", ((), ()))[1]):
        lines.append(f"& {_broken(writer, writer.terms(polynomial))} = 0")
    for kind in ("q", "z"):
        letters = [x for x in e.symbols if x.kind == kind]
        rates = e.parts.get(f"{kind}dot", ((), ()))[1]
        for letter, rate in zip(letters, rates, strict=False):
            lines.append(f"\\dot{{{letter.latex}}} &= {writer.sum(rate)}")
    for name, (_, title) in MATRICES.items():
        if name in e.parts:
            lines.append(f"{title} &= {_matrix(writer, _rows(e, name))}")
        if name == "Phi" and "gamma" in e.parts:
            lines.append(f"\\gamma &= {_matrix(writer, _rows(e, 'gamma'))}")
    body = " \\\\\n".join(lines)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def _matrix(writer: Writer, rows: list[list[Polynomial]]) -> str:
    inside = " \\\\ ".join(" & ".join(writer.sum(x, BOTH) for x in row) for row in rows)
    return f"\\begin{{bmatrix}} {inside} \\end{{bmatrix}}"


def _broken(writer: Writer, terms: Sequence[tuple[bool, str]]) -> str:
    """Return a sum, broken before a term where the line is full."""
    text, width = "", 0
    for k, (minus, term) in enumerate(terms):
        size = len(re.sub(r"\\[a-z]+|[{}\\]", "", term))
        if k and width + size > LINE:
            text, width = f"{text} \\\\\n&\\quad", 0
        sign = "-" if minus else "" if k == 0 else "+"
        text += f" {sign} {term}" if k else f"{sign}{term}"
        width += size
    return text or "0"


# --- plain ----------------------------------------------------------------------------------------


def plain(e: Equations, writer: Writer) -> str:
    """Return all equations as plain text."""
    lines = [f"Equations of motion of {e.title}", ""]
    algebra = e.expansion.algebra
    for place in e.shared:
        lines.append(f"  {writer.shared_name(place)} = {writer.sum(algebra.shared[place])}")
    lines += [""] if e.shared else []
    for polynomial in e.parts["G"][1]:
        left, right = e.sides(polynomial)
        lines.append(f"  {writer.sum(left, INERTIA)} = {writer.sum(right, EFFORTS)}")
    closed = [p for p in e.parts.get("constraints", ((), ()))[1] if p]
    if closed:
        lines += ["", "Constraints", ""]
        lines += [f"  {writer.sum(p)} = 0" for p in closed]
    for kind, title in (("q", "coordinates"), ("z", "states of force elements")):
        if f"{kind}dot" in e.parts:
            lines += ["", f"Rates of the {title}", ""]
            names = [x.name for x in e.symbols if x.kind == kind]
            for name, p in zip(names, e.parts[f"{kind}dot"][1], strict=True):
                lines.append(f"  d{name}/dt = {writer.sum(p)}")
    for name, (title, _) in MATRICES.items():
        if name in e.parts:
            lines += ["", f"{title}: {MEANINGS[name]}", ""]
            lines += _entries(writer, _rows(e, name))
        if name == "Phi" and "gamma" in e.parts:
            lines += ["", "gamma of Phi_v vdot = gamma", ""]
            lines += _entries(writer, _rows(e, "gamma"))
    lines += ["", "Symbols", "", indent(symbol_table(e.used_symbols), "  ")]
    lines += ["", *e.notes] if e.notes else []
    return "\n".join(lines).rstrip() + "\n"


def _entries(writer: Writer, rows: list[list[Polynomial]]) -> list[str]:
    """Return the entries of a matrix that are not 0, a line each."""
    found = []
    for i, row in enumerate(rows, 1):
        for k, value in enumerate(row, 1):
            place = f"[{i}, {k}]" if len(row) > 1 else f"[{i}]"
            found += [f"  {place} {writer.sum(value, BOTH)}"] if value else []
    return found or ["  0"]


def symbol_table(letters: Sequence[Letter]) -> str:
    """Return names, meanings, units and values of letters, a line each."""
    rows = [
        (x.name, x.meaning, f"[{x.unit}]" if x.unit else "",
         "" if x.value is None else f"= {digits_of(x.value)}")
        for x in letters
    ]  # fmt: skip
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(4)]
    lines = ["  ".join(part.ljust(w) for part, w in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


# --- Python ---------------------------------------------------------------------------------------


def python(e: Equations, writer: Writer) -> str:
    """Return a module with the function `equations`."""
    algebra = e.expansion.algebra
    body = []
    vectors = [k for k in ("q", "v", "vdot", "tau", "lam", "z") if k in {x.kind for x in e.symbols}]
    for kind in vectors:
        names = [x.name for x in e.symbols if x.kind == kind]
        body.append(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {kind}")
    for place in e.shared:
        body.append(f"{writer.shared_name(place)} = {writer.sum(algebra.shared[place])}")
    body.append("return {")
    for name in e.parts:
        shape, _ = e.parts[name]
        rows = [[writer.sum(x) for x in row] for row in _rows(e, name)]
        inside = [f"[{', '.join(row)}]" if len(shape) == 2 else row[0] for row in rows]
        body.append(f'    "{name}": [  # {MEANINGS[name]}')
        body += [f"        {text}," for text in inside] + ["    ],"]
    body.append("}")
    letters = [x for x in e.symbols if x.kind == "parameter"]
    more = "".join(f", {x.name}={x.value!r}" for x in letters)
    value = f"{', '.join(vectors)}, t=0.0{', *' if letters else ''}{more}"
    tables = [_table(k, table) for k, table in enumerate(writer.tables, 1)]
    functions = sorted(set(_used_names("\n".join(body))))
    head = [f"from math import {', '.join(functions)}", ""] if functions else []
    title = e.title.replace('"', "'").replace("\\", "/")
    table = indent(symbol_table(e.used_symbols).replace("\\", "/"), "    ")
    return "\n".join(
        [f'"""Equations of motion of {title}."""', "", *head, *tables, "",
         f"def equations({value}):", '    """Return the equations as numbers.', "", table,
         '    """', indent("\n".join(body), "    "), ""]
    )  # fmt: skip


def _used_names(text: str) -> list[str]:
    known = "sin cos tan asin acos atan sinh cosh tanh exp log sqrt floor ceil pow atan2 hypot"
    known += " copysign fmod"
    return [name for name in known.split() if re.search(rf"\b{name}\(", text)]


def _table(number: int, table: Any) -> str:
    """Return the function of a table in pieces: its value, or the derivative of an order."""
    return "\n".join(
        [
            "",
            f"def table_{number}(x, order):",
            '    """Return a table in pieces of the third degree; order -1 is its integral."""',
            f"    knots = {np.asarray(table.knots).tolist()!r}",
            f"    pieces = {np.asarray(table.pieces).tolist()!r}",
            "    k = sum(x >= knot for knot in knots)",
            "    a, b, c, d, before = pieces[k]",
            "    x -= knots[max(k - 1, 0)]",
            "    return {",
            "        -1: before + x*(a + x*(b/2 + x*(c/3 + x*d/4))),",
            "        0: a + x*(b + x*(c + x*d)),",
            "        1: b + x*(2*c + 3*x*d),",
            "        2: 2*c + 6*x*d,",
            "        3: 6*d,",
            "    }[order]",
            "",
        ]
    )
