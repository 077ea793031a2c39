"""The operations of programs as lines of LLVM text: one meaning for code and interpreter."""

from __future__ import annotations

from sarrus.kernels.functions import LOOK_UPS
from sarrus.kernels.targets.llvm.functions import library_declarations, symbol
from sarrus.kernels.targets.llvm.lanes import Lanes
from sarrus.kernels.targets.llvm.native import declarations

_ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_COMPARISONS = {"lt": "olt", "le": "ole", "eq": "oeq", "ne": "une"}
_INTRINSICS = {
    "sqrt": "llvm.sqrt",
    "abs": "llvm.fabs",
    "floor": "llvm.floor",
    "ceil": "llvm.ceil",
    "min": "llvm.minimum",
    "max": "llvm.maximum",
    "copysign": "llvm.copysign",
}
"""Operations that processors have for vectors too."""


def operation_declarations(lanes: Lanes) -> list[str]:
    """Return the lines that declare what operations call."""
    real, pair = lanes.real, f"{lanes.real}, {lanes.real}"
    return [
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        *declarations(lanes),
        f"declare {real} @llvm.ceil.{lanes.suffix}({real})",
        *(f"declare {real} @llvm.{name}.{lanes.suffix}({pair})" for name in ("minimum", "maximum")),
        *library_declarations(),
    ]


class Operations:
    """Lines of one function that compute values, each under a name of its own.

    prefix: how these names begin.
    """

    def __init__(self, lanes: Lanes, prefix: str = "%v") -> None:
        self.lanes, self.prefix = lanes, prefix
        self.lines: list[str] = []
        self.n = 0

    def fused_product(
        self, a: str, b: str, c: str, minus_product: bool = False, minus_c: bool = False
    ) -> str:
        """Return the name of a b + c, rounded once, with the signs of product and summand."""
        real = self.lanes.real
        if minus_product:
            a = self.line(f"fneg {real} {a}")
        if minus_c:
            c = self.line(f"fneg {real} {c}")
        name = f"llvm.fmuladd.{self.lanes.suffix}"
        return self.line(f"call {real} @{name}({real} {a}, {real} {b}, {real} {c})")

    def value(self, op: str, x: list[str]) -> str:
        """Return the name of op(x), computed."""
        real, zero = self.lanes.real, self.lanes.number(0.0)
        if op in _ARITHMETIC:
            return self.line(f"{_ARITHMETIC[op]} {real} {x[0]}, {x[1]}")
        if op == "neg":
            return self.line(f"fneg {real} {x[0]}")
        if op in _COMPARISONS:
            return self._truth(self.line(f"fcmp {_COMPARISONS[op]} {real} {x[0]}, {x[1]}"))
        if op == "not":
            return self._truth(self.line(f"fcmp oeq {real} {x[0]}, {zero}"))
        if op in ("and", "or"):
            a, b = (self.line(f"fcmp une {real} {y}, {zero}") for y in x)
            return self._truth(self.line(f"{op} {self.lanes.bit} {a}, {b}"))
        if op == "when":
            return self._select(self.line(f"fcmp une {real} {x[0]}, {zero}"), x[1], zero)
        if op == "sign":
            up = self._truth(self.line(f"fcmp ogt {real} {x[0]}, {zero}"))
            down = self._truth(self.line(f"fcmp olt {real} {x[0]}, {zero}"))
            sign = self.line(f"fsub {real} {up}, {down}")
            return self._select(self.line(f"fcmp uno {real} {x[0]}, {x[0]}"), x[0], sign)
        if op in LOOK_UPS:
            numbers = ", ".join(f"{real} {y}" for y in x[1:])
            return self.line(f"call {real} @{symbol(op)}(ptr {x[0]}, {numbers})")
        own = op not in _INTRINSICS
        name = symbol(op) if own else f"{_INTRINSICS[op]}.{self.lanes.suffix}"
        return self.line(f"call {real} @{name}({', '.join(f'{real} {y}' for y in x)})")

    def _select(self, test: str, a: str, b: str) -> str:
        real = self.lanes.real
        return self.line(f"select {self.lanes.bit} {test}, {real} {a}, {real} {b}")

    def _truth(self, bit: str) -> str:
        return self.line(f"uitofp {self.lanes.bit} {bit} to {self.lanes.real}")

    def line(self, code: str) -> str:
        """Write a line that computes something, and return the name of its value."""
        name = f"{self.prefix}{self.n}"
        self.n += 1
        self.lines.append(f"  {name} = {code}")
        return name
