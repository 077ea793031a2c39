"""Docstrings of recursions give the six-dimensional line that their split formulas stand for.

The list is found, not written: a recursion is a function of `sarrus.dynamics` with a loop over the
links of the tree that computes with what the parent has.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sarrus.dynamics

FOLDER = Path(sarrus.dynamics.__file__).parent
LINE = re.compile(r"\b[A-Z]+_[A-Za-z]+\S* (?:=|<-) ")
"""A six-vector, inertia or pose with its link or frames, and how it follows from others."""
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.MatMult)


def is_recursion(function: ast.FunctionDef) -> bool:
    """Whether a loop over links computes with what their parents have."""
    for loop in ast.walk(function):
        if isinstance(loop, ast.For) and "links" in ast.unparse(loop.iter):
            inside = list(ast.walk(loop))
            carries = any(isinstance(n, ast.Attribute) and n.attr == "parent" for n in inside)
            if carries and any(isinstance(n, ARITHMETIC) for n in inside):
                return True
    return False


def recursions() -> Iterator[tuple[str, str]]:
    """Name and docstring of every recursion."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and is_recursion(node):
                yield f"{path.relative_to(FOLDER)}: {node.name}", ast.get_docstring(node) or ""


FOUND = dict(recursions())


def test_the_recursions_of_the_books_are_found() -> None:
    names = {name.rpartition(" ")[2] for name in FOUND}
    books = {"velocities", "accelerations", "inverse_dynamics", "hybrid_dynamics",
             "composite_inertias", "articulated_joints", "coriolis_matrix"}  # fmt: skip
    assert names >= books
    assert len(FOUND) >= 16


@pytest.mark.parametrize("name", FOUND)
def test_the_docstring_has_the_line_in_six_dimensions(name: str) -> None:
    assert LINE.search(FOUND[name]), f"{name}: no line such as 'F_P <- F_P + X^T F_C'"
