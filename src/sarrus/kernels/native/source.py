"""The source of a native function and its signature, both checked."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache

from sarrus.kernels.native.records import Record
from sarrus.kernels.native.tree import (
    BOOL,
    CODE,
    FLOAT,
    FLOATS,
    INT,
    INTS,
    NONE,
    POINTERS,
    Function,
    Kind,
    Result,
    Untranslatable,
)
from sarrus.late_dataclass import dataclass

KINDS = {
    "float": FLOAT,
    "int": INT,
    "bool": BOOL,
    "Floats": FLOATS,
    "Ints": INTS,
    "Pointers": POINTERS,
    "Code": CODE,
    "None": NONE,
}
"""What annotations stand for, besides records."""


@dataclass(frozen=True)
class Source:
    """A native function: its syntax tree, with line numbers of the file, and its signature.

    arguments: kinds by name; result: the kind of what it returns, or the kinds.
    """

    function: Function
    tree: ast.FunctionDef
    arguments: dict[str, Kind]
    result: Result

    def refusal(self, line: int, what: str) -> Untranslatable:
        """Return the error that names function and line."""
        return _untranslatable(self.function, line, what)

    @property
    def exact(self) -> bool:
        """Whether every operation is rounded (`exact`)."""
        return bool(getattr(self.function, "__exact__", False))


@cache
def source_of(function: Function) -> Source:
    """Return the source of a native function."""
    tree = _tree(function)
    if function.__code__.co_freevars:
        names = ", ".join(function.__code__.co_freevars)
        raise _untranslatable(function, tree.lineno, f"{names}: of the function around")
    return Source(function, tree, _arguments(function, tree), _result(function, tree))


def _untranslatable(function: Function, line: int, what: str) -> Untranslatable:
    return Untranslatable(f"{function.__module__}.{function.__qualname__}, line {line}: {what}")


def _tree(function: Function) -> ast.FunctionDef:
    first = function.__code__.co_firstlineno
    if not getattr(function, "__native__", False) or hasattr(function, "__wrapped__"):
        raise _untranslatable(function, first, "not a native function")
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError) as problem:
        raise _untranslatable(function, first, f"its source cannot be read: {problem}") from problem
    body = ast.increment_lineno(tree, first - 1).body[0]
    if not isinstance(body, ast.FunctionDef):
        raise _untranslatable(function, first, "not written as a function with `def`")
    return body


def _arguments(function: Function, tree: ast.FunctionDef) -> dict[str, Kind]:
    found = tree.args
    if found.posonlyargs or found.kwonlyargs or found.vararg or found.kwarg or found.defaults:
        raise _untranslatable(
            function, tree.lineno, f"arguments ({ast.unparse(found)}) are not plain"
        )
    kinds = {a.arg: _kind(function, a, a.annotation, f"'{a.arg}'") for a in found.args}
    for name, kind in kinds.items():
        if kind == NONE:
            raise _untranslatable(function, tree.lineno, f"'{name}' cannot be of kind None")
    return kinds


def _result(function: Function, tree: ast.FunctionDef) -> Result:
    match tree.returns:
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            kinds = [_kind(function, tree, part, "the result") for part in parts]
            if not all(isinstance(kind, str) and kind != NONE for kind in kinds):
                raise _untranslatable(function, tree.lineno, "results are numbers and arrays")
            return tuple(str(kind) for kind in kinds)
    return _kind(function, tree, tree.returns, "the result")


def _kind(
    function: Function, node: ast.arg | ast.FunctionDef, note: ast.expr | None, what: str
) -> Kind:
    if note is None:
        raise _untranslatable(function, node.lineno, f"{what} has no annotation")
    name = ast.unparse(note)
    if name in KINDS:
        return KINDS[name]
    known = function.__globals__.get(name)
    if isinstance(known, type) and issubclass(known, Record) and known is not Record:
        return known.kind
    raise _untranslatable(function, node.lineno, f"{what} cannot be of kind {name}")
