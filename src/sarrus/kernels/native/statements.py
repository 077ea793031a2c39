"""Statements of native functions in LLVM, and which variables have a value between them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from sarrus.kernels.native.expressions import Expressions
from sarrus.kernels.native.kinds import Value, llvm
from sarrus.kernels.native.source import Function, Source

Arriving = list[frozenset[str]]
"""Variables that have a value, for each way that leads to a label."""


class Statements(Expressions):
    """Writes one function."""

    def __init__(self, source: Source, symbol_of: Callable[[Function], str]) -> None:
        super().__init__(source, symbol_of)
        self._loops: list[tuple[str, Arriving]] = []

    def text(self, symbol: str, public: bool) -> str:
        """Return the whole function."""
        arguments = []
        for name, kind in self.source.arguments.items():
            arguments.append(f'{llvm(kind)} %"a.{name}"')
            self.assign(name, Value(kind, f'%"a.{name}"'))
        self._block(self.source.tree.body)
        if self.assigned is not None:
            if self.source.result != "void":
                raise self.refused("the function may end without a result")
            self.do("ret void")
        scope = "" if public else "internal "
        head = f'define {scope}{llvm(self.source.result)} @"{symbol}"({", ".join(arguments)}) {{'
        return "\n".join([head, "start:", *self.slots, *self.lines, "}"])

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.node = statement
            if self.assigned is None:
                raise self.refused("never reached")
            self._statement(statement)

    def _statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Assign(targets=[target], value=value):
                self._store(target, self.value(value))
            case ast.AugAssign():
                self._change(s)
            case ast.If():
                self._if(s)
            case ast.While(orelse=[]):
                self._while(s)
            case ast.For(target=ast.Name(id=name), iter=ast.Call() as call, orelse=[]):
                self._for(name, call, s)
            case ast.Break():
                label, arriving = self._loops[-1]
                self._go(label, arriving)
            case ast.Return():
                self._return(s.value)
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call() as call):
                self.call(call)
            case ast.Expr(value=value):
                self.value(value)
            case _:
                raise self.unknown(s)

    # --- assignments --------------------------------------------------------------------------

    def _store(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self.assign(name, value)
            case ast.Subscript():
                self._write(*self.element(target), value)
            case _:
                raise self.unknown(target)

    def _write(self, element: str, address: str, value: Value) -> None:
        name = self.expected("floats" if element == "ptr" else element, value)
        self.do(f"store {element} {name}, ptr {address}")

    def _change(self, s: ast.AugAssign) -> None:
        """Write an assignment like a += b, whose target is evaluated once."""
        match s.target:
            case ast.Name(id=name):
                self.assign(name, self.binary(s.op, self.variable(name), self.value(s.value)))
            case ast.Subscript() as target:
                place = self.element(target)
                now = self.read(*place)
                self._write(*place, self.binary(s.op, now, self.value(s.value)))
            case _:
                raise self.unknown(s)

    def _return(self, e: ast.expr | None) -> None:
        value = Value("void", "") if e is None else self.value(e)
        self.do(f"ret {llvm(value.kind)} {self.expected(self.source.result, value)}")
        self.assigned = None

    # --- branches and loops -------------------------------------------------------------------

    def _if(self, s: ast.If) -> None:
        test = self.truth(s.test)
        yes, no, after = self.label("yes"), self.label("no"), self.label("after")
        self.do(f"br i1 {test}, label %{yes}, label %{no}")
        before, arriving = self.assigned, Arriving()
        for label, statements in ((yes, s.body), (no, s.orelse)):
            self.assigned = before
            self.lines.append(f"{label}:")
            self._block(statements)
            self._go(after, arriving)
        self._join(after, arriving)

    def _while(self, s: ast.While) -> None:
        again, body, after = self.label("again"), self.label("body"), self.label("after")
        self._begin(again)
        arriving = Arriving()
        test = self.truth(s.test)
        if test == "true":
            self.do(f"br label %{body}")
        else:
            self._test(test, body, after, arriving)
        self.lines.append(f"{body}:")
        self._repeat(s.body, [f"  br label %{again}"], after, arriving)

    def _for(self, name: str, call: ast.Call, s: ast.For) -> None:
        """Count in a place of its own: the variable may be changed, and ends at the last value."""
        if self.global_of(call.func) is not range or len(call.args) not in (1, 2) or call.keywords:
            raise self.unknown(s)
        bounds = [self.expected("i64", self.value(a)) for a in call.args]
        first, last = bounds if len(bounds) == 2 else ("0", bounds[0])
        again, body, after = self.label("again"), self.label("body"), self.label("after")
        count, arriving = self.slot(f"{again}.count", "i64"), Arriving()
        self.do(f"store i64 {first}, ptr {count}")
        self._begin(again)
        now = self.line(f"load i64, ptr {count}")
        self._test(self.line(f"icmp slt i64 {now}, {last}"), body, after, arriving)
        self.lines.append(f"{body}:")
        self.assign(name, Value("i64", now))
        step = [
            f"  %{again}.next = add i64 {now}, 1",
            f"  store i64 %{again}.next, ptr {count}",
            f"  br label %{again}",
        ]
        self._repeat(s.body, step, after, arriving)

    def _begin(self, again: str) -> None:
        self.do(f"br label %{again}")
        self.lines.append(f"{again}:")

    def _test(self, test: str, body: str, after: str, arriving: Arriving) -> None:
        self.do(f"br i1 {test}, label %{body}, label %{after}")
        if self.assigned is not None:
            arriving.append(self.assigned)

    def _repeat(
        self, body: list[ast.stmt], step: list[str], after: str, arriving: Arriving
    ) -> None:
        self._loops.append((after, arriving))
        self._block(body)
        self._loops.pop()
        if self.assigned is not None:
            self.lines += step
        self._join(after, arriving)

    def _go(self, label: str, arriving: Arriving) -> None:
        """Leave for a label, if a way leads here."""
        if self.assigned is not None:
            self.do(f"br label %{label}")
            arriving.append(self.assigned)
            self.assigned = None

    def _join(self, label: str, arriving: Arriving) -> None:
        """Go on at a label, with what has a value on every way that leads to it."""
        self.assigned = frozenset.intersection(*arriving) if arriving else None
        if arriving:
            self.lines.append(f"{label}:")
