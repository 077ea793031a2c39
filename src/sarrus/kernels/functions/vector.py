"""Arithmetic on numbers of some lanes, written down as LLVM text by Python's operators.

`x * x + 1.0` of a `Real` writes a product and a sum, each rounded: no flag allows to fuse them.
`fused(a, b, c)` is a b + c, fused where the processor can, else rounded twice. So the same lines
give the same bits for one number and for vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.kernels.targets.llvm.lanes import Lanes


class Code:
    """Lines of LLVM text; every value gets a name."""

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        self.lines: list[str] = []

    def line(self, text: str) -> str:
        """Write a line and return the name of its value."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def number(self, value: float) -> Real:
        """Return a constant."""
        return Real(self, self.lanes.number(value))


@dataclass(frozen=True, eq=False)
class Real:
    """A number in every lane."""

    code: Code
    name: str

    def __add__(self, other: Real | float) -> Real:
        return self._with("fadd", self, other)

    def __radd__(self, other: float) -> Real:
        return self._with("fadd", other, self)

    def __sub__(self, other: Real | float) -> Real:
        return self._with("fsub", self, other)

    def __rsub__(self, other: float) -> Real:
        return self._with("fsub", other, self)

    def __mul__(self, other: Real | float) -> Real:
        return self._with("fmul", self, other)

    def __rmul__(self, other: float) -> Real:
        return self._with("fmul", other, self)

    def __truediv__(self, other: Real | float) -> Real:
        return self._with("fdiv", self, other)

    def __rtruediv__(self, other: float) -> Real:
        return self._with("fdiv", other, self)

    def __neg__(self) -> Real:
        return Real(self.code, self.code.line(f"fneg {self.code.lanes.real} {self.name}"))

    def __abs__(self) -> Real:
        return called("fabs", self)

    def __lt__(self, other: Real | float) -> Truth:
        return self._compared("olt", other)

    def __le__(self, other: Real | float) -> Truth:
        return self._compared("ole", other)

    def __gt__(self, other: Real | float) -> Truth:
        return self._compared("ogt", other)

    def __ge__(self, other: Real | float) -> Truth:
        return self._compared("oge", other)

    def equals(self, other: Real | float) -> Truth:
        """Return where both are equal; nothing equals what is not a number."""
        return self._compared("oeq", other)

    def bits(self) -> Bits:
        """Return the bits of the number."""
        lanes = self.code.lanes
        return Bits(self.code, self.code.line(f"bitcast {lanes.real} {self.name} to {lanes.whole}"))

    def _with(self, op: str, a: Real | float, b: Real | float) -> Real:
        x, y = _lifted(self.code, a), _lifted(self.code, b)
        return Real(self.code, self.code.line(f"{op} {self.code.lanes.real} {x.name}, {y.name}"))

    def _compared(self, how: str, other: Real | float) -> Truth:
        y = _lifted(self.code, other)
        lanes = self.code.lanes
        return Truth(self.code, self.code.line(f"fcmp {how} {lanes.real} {self.name}, {y.name}"))


@dataclass(frozen=True)
class Bits:
    """A word of 64 bits in every lane."""

    code: Code
    name: str

    def __add__(self, other: Bits | int) -> Bits:
        return self._with("add", other)

    def __sub__(self, other: Bits | int) -> Bits:
        return self._with("sub", other)

    def __and__(self, other: Bits | int) -> Bits:
        return self._with("and", other)

    def __or__(self, other: Bits | int) -> Bits:
        return self._with("or", other)

    def __lshift__(self, other: int) -> Bits:
        return self._with("shl", other)

    def __rshift__(self, other: int) -> Bits:
        """Shift zeros in."""
        return self._with("lshr", other)

    def nonzero(self) -> Truth:
        """Return where a bit is set."""
        zero = self.code.lanes.word(0)
        return Truth(
            self.code, self.code.line(f"icmp ne {self.code.lanes.whole} {self.name}, {zero}")
        )

    def real(self) -> Real:
        """Return the number that the bits mean."""
        lanes = self.code.lanes
        return Real(self.code, self.code.line(f"bitcast {lanes.whole} {self.name} to {lanes.real}"))

    def _with(self, op: str, other: Bits | int) -> Bits:
        lanes = self.code.lanes
        name = lanes.word(other) if isinstance(other, int) else other.name
        return Bits(self.code, self.code.line(f"{op} {lanes.whole} {self.name}, {name}"))


@dataclass(frozen=True)
class Truth:
    """Yes or no in every lane."""

    code: Code
    name: str

    def __and__(self, other: Truth) -> Truth:
        return self._with("and", other.name)

    def __or__(self, other: Truth) -> Truth:
        return self._with("or", other.name)

    def choose(self, a: Real | float, b: Real | float) -> Real:
        """Return a where true, else b."""
        lanes = self.code.lanes
        x, y = _lifted(self.code, a), _lifted(self.code, b)
        text = f"select {lanes.bit} {self.name}, {lanes.real} {x.name}, {lanes.real} {y.name}"
        return Real(self.code, self.code.line(text))

    def _with(self, op: str, other: str) -> Truth:
        return Truth(self.code, self.code.line(f"{op} {self.code.lanes.bit} {self.name}, {other}"))


def _lifted(code: Code, value: Real | float) -> Real:
    return value if isinstance(value, Real) else code.number(value)


def called(name: str, first: Real, *others: Real | float) -> Real:
    """Return an operation of LLVM."""
    code = first.code
    real = code.lanes.real
    given = ", ".join(f"{real} {x.name}" for x in (first, *(_lifted(code, y) for y in others)))
    return Real(code, code.line(f"call {real} @llvm.{name}.{code.lanes.suffix}({given})"))


def fused(a: Real, b: Real | float, c: Real | float) -> Real:
    """Return a b + c."""
    return called("fmuladd", a, b, c)


def signed(size: Real, sign: Real) -> Real:
    """Return a number with the sign of another."""
    return called("copysign", size, sign)


def polynomial(x: Real, coefficients: Sequence[float]) -> Real:
    """Return c_0 + c_1 x + c_2 x^2 + ..., in pairs, pairs of pairs, ... (Estrin)."""
    terms: list[Real | float] = list(coefficients)
    power = x
    while len(terms) > 1:
        pairs: list[Real | float] = [
            fused(power, terms[k + 1], terms[k]) for k in range(0, len(terms) - 1, 2)
        ]
        terms = [*pairs, *terms[2 * len(pairs) :]]
        if len(terms) > 1:
            power = power * power
    return _lifted(x.code, terms[0])
