"""Programs as sums of products, for people: what a trace computes, as one would write it down.

Every value of a program becomes a polynomial in atoms: inputs, functions of other polynomials
(sin, cos, sqrt and so on) and, in long programs, values that are used more than once, which are
given names. Terms that cancel vanish, sin^2 + cos^2 is 1, and products such as
sin a cos b + cos a sin b are the sine of a sum again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.kernels.program import BINARY, UNARY, Program
from sarrus.kernels.table import ORDERS
from sarrus.late_dataclass import dataclass

Monomial = tuple[tuple[int, int], ...]
"""Atoms with their powers, in the order of the atoms' numbers; () is 1."""
Polynomial = dict[Monomial, float]
"""Coefficients by monomial, none of them 0; {} is 0."""
Atom = tuple[Any, ...]
"""("input", port, index), ("shared", number), ("sum", polynomial) for a power of a sum,
("table_value", table, polynomial) and the like, or (operation, polynomials...)."""

LOST = 1e-13
"""Of a sum of two coefficients, relative to them: below it they cancel but for rounding."""
DIGITS = 13
"""Significant digits by which the arguments of functions are told from each other."""
UNNAMED = frozenset({"sin", "cos", "abs", "lt", "le", "eq", "ne", "not", "and", "or", "when"})
"""Functions that are short enough to stand where they are used."""
GUARD = 1e-60
"""Of the constant under a root, relative to its other terms: below it, it is not written."""
MOST_PRODUCTS = 200
"""Terms that a product may have before its factors are given names, or expansion is given up."""


class TooManyTerms(Exception):
    """An expansion is longer than anybody reads."""


@dataclass
class Algebra:
    """Makes polynomials and numbers their atoms.

    names: whether long sums are given names (`shared`, in the order of their definition) instead
    of being multiplied out.
    """

    names: bool = False
    atoms: list[Atom] = field(default_factory=list)
    shared: list[Polynomial] = field(default_factory=list)
    _numbers: dict[Any, int] = field(default_factory=dict)

    # --- atoms ----------------------------------------------------------------------------------

    def atom(self, *content: Any) -> Polynomial:
        """Return an atom as a polynomial; equal contents are the same atom."""
        key = tuple(_key(part) if isinstance(part, dict) else part for part in content)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.atoms)
            self.atoms.append(content)
        return {((number, 1),): 1.0}

    def name_of_sum(self, value: Polynomial) -> Polynomial:
        """Return a name for a sum."""
        key = ("value of", _key(value))
        if key not in self._numbers:
            self._numbers[key] = len(self.shared)
            self.shared.append(value)
        return self.atom("shared", self._numbers[key])

    # --- arithmetic -----------------------------------------------------------------------------

    def sum(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """Return a + b."""
        found = dict(a)
        for monomial, coefficient in b.items():
            _accumulate(found, monomial, coefficient)
        return self.tidy(found)

    def product(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """Return a b, multiplied out."""
        if len(a) * len(b) > MOST_PRODUCTS and not self.names:
            raise TooManyTerms
        if self.names and min(len(a), len(b)) > 1 and len(a) * len(b) > 8:
            a, b = (x if len(x) <= 2 else self.name_of_sum(x) for x in (a, b))
        found: Polynomial = {}
        for left, x in a.items():
            for right, y in b.items():
                self._add_product(found, left, right, x * y)
        return self.tidy(found)

    def _add_product(
        self, found: Polynomial, left: Monomial, right: Monomial, coefficient: float
    ) -> None:
        powers = dict(left)
        for atom, power in right:
            powers[atom] = powers.get(atom, 0) + power
        for atom, power in powers.items():
            op = self.atoms[atom][0]
            if op in ("sqrt", "abs") and abs(power) >= 2:
                sign = 1 if power > 0 else -1
                powers[atom] = power - 2 * sign
                rest = {_monomial(powers): coefficient}
                square = self.power(self.atoms[atom][1], sign if op == "sqrt" else 2 * sign)
                for monomial, value in self.product(rest, square).items():
                    _accumulate(found, monomial, value)
                return
            if op == "abs" and power == -1:  # x^2/|x| = |x|
                inside = next(iter(self.atoms[atom][1]))
                alone = len(self.atoms[atom][1]) == len(inside) == 1 and inside[0][1] == 1
                if alone and powers.get(inside[0][0], 0) >= 2:
                    powers[inside[0][0]] -= 2
                    powers[atom] = 1
                    size = abs(next(iter(self.atoms[atom][1].values())))
                    coefficient /= size * size
                    self._add_product(found, _monomial(powers), (), coefficient)
                    return
        _accumulate(found, _monomial(powers), coefficient)

    def power(self, a: Polynomial, exponent: int) -> Polynomial:
        """Return a to a whole power, negative ones included."""
        if exponent < 0:
            if len(a) != 1:
                whole = self.name_of_sum(a) if self.names and len(a) > 2 else self.atom("sum", a)
                return self.power(whole, exponent)
            (monomial, coefficient), *_ = a.items()
            inverse = tuple((atom, -power) for atom, power in monomial)
            return self.power({inverse: 1.0 / coefficient}, -exponent)
        found: Polynomial = {(): 1.0}
        for _ in range(exponent):
            found = self.product(found, a)
        return found

    def function(self, op: str, operands: Sequence[Polynomial]) -> Polynomial:
        """Return the value of an operation of programs."""
        known = [_constant(x) for x in operands]
        if all(x is not None for x in known):
            rule: Any = UNARY[op] if len(known) == 1 else BINARY[op]
            return _number(float(rule(*known)))
        a = operands[0]
        if op == "neg":
            return multiple(a, -1.0)
        if op in ("add", "sub"):
            return self.sum(a, operands[1] if op == "add" else multiple(operands[1], -1.0))
        if op == "mul":
            return self.product(a, operands[1])
        if op == "div":
            if not operands[1]:
                return self.atom("div", a, operands[1])
            return self.product(a, self.power(operands[1], -1))
        if op == "pow" and known[1] is not None and known[1] == int(known[1]):
            return self.power(a, int(known[1]))
        quarters = _quarter_turns(a) if op in ("sin", "cos") else 0
        if quarters:
            rest = {m: c for m, c in a.items() if m}
            other = op if quarters % 2 == 0 else "cos" if op == "sin" else "sin"
            # sin(x + pi/2) = cos x, cos(x + pi/2) = -sin x
            minus = quarters in (2, 3) if op == "sin" else quarters in (1, 2)
            return multiple(self.function(other, [rest]), -1.0 if minus else 1.0)
        if op in ("sin", "cos") and a[min(a)] < 0.0:
            turned = self.function(op, [multiple(a, -1.0)])
            return multiple(turned, -1.0) if op == "sin" else turned
        if op == "when" and not operands[1]:
            return {}
        if op == "sqrt":
            a = self._without_guard(a)
            root = self._root(a)
            if root is not None:
                return root
            operands = [a]
        if not self.names:
            return self.atom(op, *operands)
        operands = [x if len(x) <= 4 else self.name_of_sum(x) for x in operands]
        whole = self.atom(op, *operands)
        short = op in UNNAMED or sum(len(x) for x in operands) < 2
        return whole if short else self.name_of_sum(whole)

    def _without_guard(self, a: Polynomial) -> Polynomial:
        """Return the square of a length without the tiny number that keeps it from being 0."""
        largest = max(abs(c) for c in a.values())
        return {m: c for m, c in a.items() if m or abs(c) > GUARD * largest}

    def _root(self, a: Polynomial) -> Polynomial | None:
        """Return the root of a product of squares."""
        if len(a) != 1:
            return None
        ((monomial, coefficient),) = a.items()
        if coefficient <= 0.0 or any(power % 2 for _, power in monomial):
            return None
        half = {tuple((atom, power // 2) for atom, power in monomial): 1.0}
        return multiple(self.atom("abs", half), math.sqrt(coefficient))

    # --- sines and cosines ----------------------------------------------------------------------

    def tidy(self, a: Polynomial) -> Polynomial:
        """Return the same with fewer sines and cosines, as long as terms become fewer."""
        while True:
            shorter = self._without_squares(a) or self._with_sums_of_angles(a)
            if shorter is None:
                return a
            a = shorter

    def _turns(self, monomial: Monomial) -> Iterator[tuple[str, int, int]]:
        for atom, power in monomial:
            if self.atoms[atom][0] in ("sin", "cos") and power > 0:
                yield self.atoms[atom][0], atom, power

    def _other(self, atom: int) -> int:
        """Return the cosine of a sine's angle, and the other way round."""
        op, angle = self.atoms[atom]
        ((monomial, _),) = self.atom("cos" if op == "sin" else "sin", angle).items()
        return monomial[0][0]

    def _without_squares(self, a: Polynomial) -> Polynomial | None:
        squared = {atom for monomial in a for _, atom, power in self._turns(monomial) if power >= 2}
        for atom in sorted(squared):
            other = self._other(atom)
            found: Polynomial = {}
            for monomial, coefficient in a.items():
                powers = dict(monomial)
                if powers.get(atom, 0) < 2:
                    _accumulate(found, monomial, coefficient)
                    continue
                powers[atom] -= 2  # x^2 = 1 - y^2
                _accumulate(found, _monomial(powers), coefficient)
                powers[other] = powers.get(other, 0) + 2
                _accumulate(found, _monomial(powers), -coefficient)
            if len(found) < len(a):
                return found
        return None

    def _with_sums_of_angles(self, a: Polynomial) -> Polynomial | None:
        for monomial, coefficient in a.items():
            turns = [(op, atom) for op, atom, _ in self._turns(monomial)]
            for k, (first, x) in enumerate(turns):
                for second, y in turns[k + 1 :]:
                    partner = _times(monomial, {x: -1, y: -1, self._other(x): 1, self._other(y): 1})
                    if partner not in a or partner == monomial:
                        continue
                    ratio = a[partner] / coefficient
                    if abs(abs(ratio) - 1.0) > LOST:
                        continue
                    rest = _times(monomial, {x: -1, y: -1})
                    joined = self._angle_sum(first, x, second, y, ratio > 0.0)
                    found = {m: c for m, c in a.items() if m not in (monomial, partner)}
                    for m, c in joined.items():
                        self._add_product(found, rest, m, c * coefficient)
                    if len(found) < len(a):
                        return found
        return None

    def shortest(self, a: Polynomial) -> Polynomial:
        """Return the same with the fewest terms: products of turns, or turns of sums of angles.

        Terms with the same other factors are looked at together.
        """
        groups: dict[Monomial, Polynomial] = {}
        for monomial, coefficient in a.items():
            turns = tuple((atom, power) for _, atom, power in self._turns(monomial))
            rest = tuple(x for x in monomial if x not in turns)
            groups.setdefault(rest, {})[turns] = coefficient
        found: Polynomial = {}
        for rest, turns_of in groups.items():
            linear = self._linear(turns_of) if len(turns_of) > 1 else turns_of
            for turns, coefficient in min((turns_of, linear), key=len).items():
                _accumulate(found, tuple(sorted((*turns, *rest))), coefficient)
        return found

    def _linear(self, a: Polynomial) -> Polynomial:
        """Return a sum of products of turns without products: sin a cos b is half of two sines."""
        found: Polynomial = {}
        left = list(a.items())
        while left:
            if len(left) > MOST_PRODUCTS:
                return a
            monomial, coefficient = left.pop()
            factors = [atom for atom, power in monomial for _ in range(power)]
            if len(factors) < 2:
                _accumulate(found, monomial, coefficient)
                continue
            (f, x), (g, y) = (self.atoms[atom] for atom in factors[:2])
            op = "cos" if f == g else "sin"
            if f == "cos" and g == "sin":
                x, y = y, x
            signs = {("cos", "cos"): (0.5, 0.5), ("sin", "sin"): (-0.5, 0.5)}.get(
                (f, g), (0.5, 0.5)
            )
            rest = _monomial(dict(Counter(factors[2:])))
            for sign, half in zip((1.0, -1.0), signs, strict=True):
                for turn, c in self.function(op, [_total(x, y, sign)]).items():
                    powers = dict(rest)
                    for atom, power in turn:
                        powers[atom] = powers.get(atom, 0) + power
                    left.append((_monomial(powers), half * c * coefficient))
        return found

    def _angle_sum(self, first: str, x: int, second: str, y: int, plus: bool) -> Polynomial:
        """Return f(x) g(y) + or - the product of the other two, as one function of a sum."""
        a, b = self.atoms[x][1], self.atoms[y][1]
        if first == second:  # cos cos -+ sin sin, and the same from the sines' side
            if first == "sin" and not plus:  # sin sin - cos cos = -cos(a + b)
                return multiple(self.function("cos", [_total(a, b, 1.0)]), -1.0)
            return self.function("cos", [_total(a, b, -1.0 if plus else 1.0)])
        if first == "cos":
            a, b = b, a  # now sin a cos b +- cos a sin b
        return self.function("sin", [_total(a, b, 1.0 if plus else -1.0)])


@dataclass(frozen=True)
class Expansion:
    """The outputs of a program as polynomials, in its order, with the algebra of their atoms."""

    algebra: Algebra
    outputs: tuple[tuple[Polynomial, ...], ...]

    @property
    def size(self) -> int:
        """Number of factors to read, functions and shared values counted where they stand."""
        values = [p for output in self.outputs for p in output]
        used = atoms_of(self.algebra, values)
        shared = {a[1] for k, a in enumerate(self.algebra.atoms) if k in used and a[0] == "shared"}
        sizes: dict[int, int] = {}
        return sum(self._size(p, sizes) for p in values) + sum(
            self._size(self.algebra.shared[k], sizes) for k in shared
        )

    def _size(self, a: Polynomial, sizes: dict[int, int]) -> int:
        total = 0
        for monomial in a:
            total += 1
            for atom, _ in monomial:
                if atom not in sizes:
                    parts = [x for x in self.algebra.atoms[atom][1:] if isinstance(x, dict)]
                    sizes[atom] = 1 + sum(self._size(part, sizes) for part in parts)
                total += sizes[atom]
        return total


def expansion(program: Program, names: bool, most: int = 2) -> Expansion:
    """Return the outputs of a program as sums of products; inputs are numbered first.

    names: whether values used more than once that have more than `most` terms are given names;
    without, everything is multiplied out, and `TooManyTerms` is raised where that is hopeless.
    """
    algebra = Algebra(names)
    for port, shape in enumerate(program.inputs):
        for index in range(shape.size):
            algebra.atom("input", port, index)
    used = Counter(
        a for i in program.instructions if i[0] not in ("const", "input", "table") for a in i[1:]
    )
    values: list[Any] = []
    nothing = residues([i[1] for i in program.instructions if i[0] == "const"])
    for i, (op, *rest) in enumerate(program.instructions):
        if op == "const":
            values.append({} if rest[0] in nothing else _number(rest[0]))
        elif op == "input":
            values.append(algebra.atom("input", *rest))
        elif op == "table":
            values.append(rest[0])
        elif op == "piece":
            values.append(None)  # told by the argument
        elif op in ORDERS:
            values.append(algebra.atom(op, values[rest[0]], values[rest[1]]))
        else:
            value = algebra.function(op, [values[a] for a in rest])
            long = names and used[i] > 1 and len(value) > most
            values.append(algebra.name_of_sum(value) if long else value)
    results = tuple(
        tuple(algebra.shortest(values[k]) for k in result) for result in program.results
    )
    algebra.shared[:] = [algebra.shortest(value) for value in algebra.shared]
    return Expansion(algebra, results)


def multiple(a: Polynomial, factor: float) -> Polynomial:
    """Return a polynomial times a number that is not 0."""
    return {monomial: factor * coefficient for monomial, coefficient in a.items()}


def atoms_of(algebra: Algebra, values: Sequence[Polynomial]) -> set[int]:
    """Return the atoms on which polynomials depend, through functions and names too."""
    found: set[int] = set()
    left = [atom for value in values for monomial in value for atom, _ in monomial]
    while left:
        atom = left.pop()
        if atom in found:
            continue
        found.add(atom)
        content = algebra.atoms[atom]
        parts = [x for x in content[1:] if isinstance(x, dict)]
        if content[0] == "shared":
            parts = [algebra.shared[content[1]]]
        left += [a for part in parts for monomial in part for a, _ in monomial]
    return found


def _quarter_turns(a: Polynomial) -> int:
    """Return how many quarter turns are added to an angle, 0 to 3; 0 if it is anything else."""
    count = a.get((), 0.0) / (0.5 * math.pi)
    return round(count) % 4 if count and abs(count - round(count)) < LOST * abs(count) else 0


def residues(constants: Sequence[float]) -> set[float]:
    """Return constants that are only what rounding leaves of cos(pi/2) or sin(pi), times others."""
    known = np.sort(np.abs([1.0, *constants]))
    found = set()
    for value in constants:
        for left in (math.cos(0.5 * math.pi), math.sin(math.pi)):
            whole = abs(value) / left
            k = int(np.searchsorted(known, whole * (1.0 - LOST)))
            if k < len(known) and abs(known[k] - whole) <= LOST * whole and value:
                found.add(value)
    return found


def _total(a: Polynomial, b: Polynomial, sign: float) -> Polynomial:
    found = dict(a)
    for monomial, coefficient in b.items():
        _accumulate(found, monomial, sign * coefficient)
    return found


def _accumulate(found: Polynomial, monomial: Monomial, coefficient: float) -> None:
    before = found.get(monomial, 0.0)
    total = before + coefficient
    if abs(total) <= LOST * max(abs(before), abs(coefficient)):
        found.pop(monomial, None)
    else:
        found[monomial] = total


def _monomial(powers: dict[int, int]) -> Monomial:
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


def _times(monomial: Monomial, more: dict[int, int]) -> Monomial:
    powers = dict(monomial)
    for atom, power in more.items():
        powers[atom] = powers.get(atom, 0) + power
    return _monomial(powers)


def _number(value: float) -> Polynomial:
    return {(): value} if value else {}


def _constant(a: Polynomial) -> float | None:
    return a.get((), 0.0) if not a or list(a) == [()] else None


def _key(a: Polynomial) -> tuple[tuple[Monomial, float], ...]:
    """Return what tells a polynomial from others, but for rounding."""
    return tuple(sorted((m, _without_noise(c)) for m, c in a.items()))


def _without_noise(x: float) -> float:
    return float(f"{x:.{DIGITS}g}") if math.isfinite(x) else x
