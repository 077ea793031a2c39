"""Expressions of native functions in LLVM."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from sarrus.kernels.code.number_text import exact
from sarrus.kernels.native.kinds import ELEMENT, Value, llvm
from sarrus.kernels.native.source import source_of
from sarrus.kernels.native.words import NOTHING, word_of
from sarrus.kernels.native.writing import Writing

_FLOAT = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_INT = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "sdiv", ast.Mod: "srem"}
_EQUAL = {ast.Eq: "eq", ast.NotEq: "ne"}
_ORDER = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_NONE: dict[Any, str] = {}
_ARITHMETIC: dict[str, dict[Any, str]] = {"double": _FLOAT, "i64": _INT}
_COMPARED: dict[str, dict[Any, str]] = {
    "double": {**_EQUAL, **_ORDER},
    "i64": {**_EQUAL, **_ORDER},
    "i1": {**_EQUAL},
}


class Expressions(Writing):
    """Writes expressions; all their parts are evaluated, in the order of Python."""

    def value(self, e: ast.expr) -> Value:
        """Return the value of an expression."""
        match e:
            case ast.Constant():
                return self._number(e.value)
            case ast.Name(id=name) if name in self.local:
                return self.variable(name)
            case ast.Name(id=name):
                return self._global(name)
            case ast.Subscript():
                return self.read(*self.element(e))
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negative(self.value(operand))
            case ast.UnaryOp(op=ast.Not()):
                return Value("i1", self.truth(e))
            case ast.BoolOp(op=op, values=parts):
                return self._joined(op, [self.expected("i1", self.value(p)) for p in parts])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compared(op, self.value(left), self.value(right))
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self._chosen(self.truth(test), self.value(yes), self.value(no))
            case ast.Call():
                found = self.call(e)
                if found.kind != "void":
                    return found
                raise self.refused(f"{ast.unparse(e)} has no value")
        raise self.unknown(e)

    def truth(self, e: ast.expr) -> str:
        """Return the name of what decides a branch; whole numbers are true unless zero."""
        match e:
            case ast.BoolOp(op=op, values=parts):
                return self._joined(op, [self.truth(part) for part in parts]).name
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.line(f"xor i1 {self.truth(operand)}, true")
        found = self.value(e)
        if found.kind == "i64":
            return self.line(f"icmp ne i64 {found.name}, 0")
        return self.expected("i1", found)

    # --- numbers ------------------------------------------------------------------------------

    def _number(self, number: Any) -> Value:
        match number:
            case bool():
                return Value("i1", "true" if number else "false")
            case int() if -(2**63) <= number < 2**63:
                return Value("i64", str(int(number)))
            case float():
                return Value("double", exact(number))
        raise self.refused(f"{number!r:.80} is not a number of 64 bits")

    def _global(self, name: str) -> Value:
        known = self.source.function.__globals__
        if name not in known:
            raise self.refused(f"'{name}' is not known")
        return self._number(known[name])

    def binary(self, op: ast.operator, a: Value, b: Value) -> Value:
        """Return the sum, product and so on of two numbers of the same kind."""
        self.expected(a.kind, b)
        word = _ARITHMETIC.get(a.kind, _NONE).get(type(op))
        if word is None:
            raise self.refused(f"no {type(op).__name__} of {a.kind}")
        loose = " contract" if a.kind == "double" else ""
        return Value(a.kind, self.line(f"{word}{loose} {a.kind} {a.name}, {b.name}"))

    def _negative(self, a: Value) -> Value:
        if a.kind == "double":
            return Value("double", self.line(f"fneg double {a.name}"))
        return Value("i64", self.line(f"sub i64 0, {self.expected('i64', a)}"))

    def _compared(self, op: ast.cmpop, a: Value, b: Value) -> Value:
        self.expected(a.kind, b)
        word = _COMPARED.get(a.kind, _NONE).get(type(op))
        if word is None:
            raise self.refused(f"no {type(op).__name__} of {a.kind}")
        if a.kind == "double":
            test = "fcmp une" if word == "ne" else f"fcmp o{word}"
        else:
            test = f"icmp {word}" if type(op) in _EQUAL else f"icmp s{word}"
        return Value("i1", self.line(f"{test} {a.kind} {a.name}, {b.name}"))

    def _joined(self, op: ast.boolop, parts: list[str]) -> Value:
        word = "and" if isinstance(op, ast.And) else "or"
        found = parts[0]
        for part in parts[1:]:
            found = self.line(f"{word} i1 {found}, {part}")
        return Value("i1", found)

    def _chosen(self, test: str, yes: Value, no: Value) -> Value:
        self.expected(yes.kind, no)
        kind = llvm(yes.kind)
        code = f"select i1 {test}, {kind} {yes.name}, {kind} {no.name}"
        return Value(yes.kind, self.line(code))

    # --- arrays -------------------------------------------------------------------------------

    def element(self, e: ast.Subscript) -> tuple[str, str]:
        """Return what the entries of an array are, and the address of one of them."""
        array = self.value(e.value)
        if array.kind not in ELEMENT:
            raise self.refused(f"{ast.unparse(e.value)} is no array")
        place = self.expected("i64", self.value(e.slice))
        element = ELEMENT[array.kind]
        return element, self.line(f"getelementptr {element}, ptr {array.name}, i64 {place}")

    def read(self, element: str, address: str) -> Value:
        """Return an entry of an array; what an address leads to is an array of floats."""
        name = self.line(f"load {element}, ptr {address}")
        return Value("floats", name, True) if element == "ptr" else Value(element, name)

    # --- calls --------------------------------------------------------------------------------

    def global_of(self, e: ast.expr) -> Any:
        """Return what Python would call here, None if that is not certain."""
        if not isinstance(e, ast.Name) or e.id in self.local:
            return None
        known = self.source.function.__globals__
        return known.get(e.id, getattr(builtins, e.id, None))

    def call(self, e: ast.Call) -> Value:
        """Return the result of a call, which may be nothing."""
        called, name = self.global_of(e.func), ast.unparse(e.func)
        if e.keywords:
            raise self.refused(f"{ast.unparse(e)} has arguments by name")
        given = [self.value(a) for a in e.args]
        word = word_of(called)
        if word is not None:
            self._count(name, word[0], given)
            return word[1](self, given)
        if called is None or not getattr(called, "__native__", False):
            raise self.refused(f"'{name}' is not a native function")
        other = source_of(called)
        self._count(name, len(other.arguments), given)
        pairs = zip(other.arguments.values(), given, strict=True)
        arguments = ", ".join(f"{llvm(kind)} {self.expected(kind, v)}" for kind, v in pairs)
        code = f'call {llvm(other.result)} @"{self.symbol_of(called)}"({arguments})'
        if other.result == "void":
            self.do(code)
            return NOTHING
        return Value(other.result, self.line(code))

    def _count(self, name: str, n: int, given: list[Value]) -> None:
        if len(given) != n:
            raise self.refused(f"'{name}' takes {n} arguments, not {len(given)}")
