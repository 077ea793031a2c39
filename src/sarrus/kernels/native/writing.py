"""What is written so far of a native function in LLVM, and what is known at this point of it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from sarrus.kernels.native.kinds import Untranslatable, Value, llvm
from sarrus.kernels.native.source import Function, Source


class Writing:
    """The lines of one function.

    symbol_of: returns the symbol of another function, which is then translated as well.
    """

    def __init__(self, source: Source, symbol_of: Callable[[Function], str]) -> None:
        self.source, self.symbol_of = source, symbol_of
        self.local = set(source.function.__code__.co_varnames)
        self.slots: list[str] = []
        self.lines: list[str] = []
        self.kinds: dict[str, str] = {}
        self.assigned: frozenset[str] | None = frozenset()
        """Variables that have a value here, whatever the way; None where no way leads."""
        self.node: ast.stmt = source.tree
        self._n = 0

    def refused(self, what: str) -> Untranslatable:
        """Return the error that names the statement being translated."""
        return self.source.refused(self.node.lineno, what)

    def unknown(self, node: ast.AST) -> Untranslatable:
        """Return the error for a part of Python that native functions do not have."""
        return self.refused(f"{ast.unparse(node).splitlines()[0]} cannot be compiled")

    def expected(self, kind: str, value: Value) -> str:
        """Return the name of a value, which must be of a kind."""
        if kind != value.kind:
            raise self.refused(f"{value.kind} where {kind} is expected")
        return value.name

    def label(self, word: str) -> str:
        """Return a new label."""
        self._n += 1
        return f"{word}{self._n}"

    def do(self, code: str) -> None:
        """Write a line that has no value."""
        self.lines.append(f"  {code}")

    def line(self, code: str) -> str:
        """Write a line and return the name of its value."""
        self._n += 1
        self.lines.append(f"  %t{self._n} = {code}")
        return f"%t{self._n}"

    # --- variables ----------------------------------------------------------------------------

    def slot(self, name: str, kind: str) -> str:
        """Return the address of new memory for a number or an address."""
        self.slots.append(f'  %"{name}" = alloca {llvm(kind)}')
        return f'%"{name}"'

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value; its first one decides of which kind it is."""
        if name not in self.kinds:
            self.kinds[name] = value.kind
            self.slot(f"v.{name}", value.kind)
        given = self.expected(self.kinds[name], value)
        self.do(f'store {llvm(value.kind)} {given}, ptr %"v.{name}"')
        if self.assigned is not None and name not in self.assigned:
            self.assigned |= {name}

    def variable(self, name: str) -> Value:
        """Return the value of a variable, which must have one on every way that leads here."""
        if self.assigned is None or name not in self.assigned:
            raise self.refused(f"'{name}' may have no value here")
        kind = self.kinds[name]
        return Value(kind, self.line(f'load {llvm(kind)}, ptr %"v.{name}"'))
