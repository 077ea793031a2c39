"""Polynomials as text: in LaTeX, in Python, and plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, ClassVar

from sarrus.kernels.polynomial import Algebra, Monomial, Polynomial, multiple
from sarrus.kernels.table import ORDERS
from sarrus.late_dataclass import dataclass
from sarrus.system.equation_text.symbols import Letter

RANKS = {"parameter": 0, "t": 2, "z": 2, "q": 2, "v": 5, "lam": 6, "vdot": 7, "tau": 8}
"""Where letters stand in a product: numbers, parameters, names, functions, rates."""
SHARED, FUNCTION = 1, 3
LARGEST_DENOMINATOR = 24
COMPARISONS = {"lt": "<", "le": "<=", "eq": "==", "ne": "!="}
CONDITIONS = frozenset({*COMPARISONS, "not", "and", "or"})
LATEX_COMPARISONS = {"lt": "<", "le": "\\le", "eq": "=", "ne": "\\ne"}
PYTHON_NAMES = {"mod": "fmod", "abs": "abs", "min": "min", "max": "max"}
LATEX_NAMES = {
    "sin": "\\sin", "cos": "\\cos", "tan": "\\tan", "exp": "\\exp", "log": "\\ln",
    "sinh": "\\sinh", "cosh": "\\cosh", "tanh": "\\tanh", "asin": "\\arcsin",
    "acos": "\\arccos", "atan": "\\arctan", "min": "\\min", "max": "\\max",
}  # fmt: skip


def fraction_of(x: float) -> Fraction | None:
    """Return the simple fraction that a number is to rounding, if it is one: 1/3, 5/12."""
    near = Fraction(x).limit_denominator(LARGEST_DENOMINATOR)
    small = near.denominator > 1 and 0 < abs(near.numerator) <= 99
    return near if small and abs(float(near) - x) <= 2e-15 * abs(x) else None


def digits_of(x: float, most: int = 15) -> str:
    """Return a number with as few digits as it needs, at most so many."""
    for count in range(1, most):
        text = f"{x:.{count}g}"
        if abs(float(text) - x) <= 2e-15 * abs(x):
            break
    else:
        text = f"{x:.{most}g}"
    return repr(float(text)).removesuffix(".0").replace("e+", "e").replace("e-0", "e-")


@dataclass
class Writer:
    """Writes polynomials of an algebra; letters: of its input atoms, by port and index."""

    algebra: Algebra
    letters: Mapping[tuple[int, int], Letter]
    shared: Mapping[int, int] = field(default_factory=dict)
    """Numbers under which shared values are written, by their place in the algebra."""
    tables: list[Any] = field(default_factory=list)
    """Tables that have been written so far."""
    comparisons: ClassVar[Mapping[str, str]] = COMPARISONS

    # --- sums -----------------------------------------------------------------------------------

    def sum(self, a: Polynomial, collected: Sequence[str] = ()) -> str:
        """Return a sum as one text; collected: kinds of letters whose factors are put together."""
        return self.sum_of_terms(self.terms(a, collected)) or "0"

    def sum_of_terms(self, terms: Sequence[tuple[bool, str]]) -> str:
        """Return terms, each with whether it is negative, as a sum."""
        text = ""
        for k, (minus, term) in enumerate(terms):
            text += f"-{term}" if minus and k == 0 else term if k == 0 else ""
            text += "" if k == 0 else f" - {term}" if minus else f" + {term}"
        return text

    def terms(self, a: Polynomial, collected: Sequence[str] = ()) -> list[tuple[bool, str]]:
        """Return the terms of a sum in their order, each with whether it is negative."""
        groups: dict[int, Polynomial] = {}
        rest: Polynomial = {}
        for monomial, coefficient in a.items():
            chosen = [
                atom for atom, power in monomial
                if power == 1 and self._kind(atom) in collected
            ]  # fmt: skip
            if len(chosen) == 1:
                left = tuple(x for x in monomial if x[0] != chosen[0])
                groups.setdefault(chosen[0], {})[left] = coefficient
            else:
                rest[monomial] = coefficient
        found = []
        for atom in sorted(groups, key=lambda k: (-RANKS[self._kind(k)], k)):
            part = groups[atom]
            if len(part) == 1:
                ((monomial, coefficient),) = part.items()
                whole = tuple(sorted((*monomial, (atom, 1))))
                found.append(self._term(whole, coefficient))
            else:
                minus = all(c < 0.0 for c in part.values())
                inside = self.sum(multiple(part, -1.0) if minus else part)
                found.append((minus, self.product([self.bracket(inside), self.atom(atom)])))
        found += [self._term(m, rest[m]) for m in sorted(rest, key=self._order)]
        return found

    def _kind(self, atom: int) -> str:
        content = self.algebra.atoms[atom]
        return self.letters[content[1:]].kind if content[0] == "input" else ""

    def _rank(self, atom: int) -> tuple[int, int]:
        op = self.algebra.atoms[atom][0]
        if op == "input":
            return RANKS[self._kind(atom)], atom
        return (SHARED if op == "shared" else FUNCTION), atom

    def _order(self, monomial: Monomial) -> tuple[Any, ...]:
        """Order terms: with rates first, then with functions, each in the order of its factors."""
        ranks = sorted((self._rank(atom) for atom, _ in monomial), reverse=True)
        highest = ranks[0][0] if ranks else -1
        return (-highest, -sum(p for _, p in monomial), sorted(self._rank(a) for a, _ in monomial))

    def _term(self, monomial: Monomial, coefficient: float) -> tuple[bool, str]:
        above = sorted((x for x in monomial if x[1] > 0), key=lambda x: self._rank(x[0]))
        below = sorted((x for x in monomial if x[1] < 0), key=lambda x: self._rank(x[0]))
        size = abs(coefficient)
        factors = [self.power(atom, power) for atom, power in above]
        divisors = [self.power(atom, -power) for atom, power in below]
        parameters = any(self._kind(atom) == "parameter" for atom, _ in monomial)
        simple = fraction_of(size)
        if simple is not None and not parameters and len(digits_of(size)) <= 5:
            simple = None  # 0.25 reads as well as 1/4
        if simple is not None:
            top, bottom = simple.numerator, str(simple.denominator)
            numbers = [str(top)] if top != 1 else []
            return coefficient < 0.0, self.quotient(numbers, factors, [bottom], divisors)
        numbers = [] if size == 1.0 and factors else [self.number(size)]
        return coefficient < 0.0, self.quotient(numbers, factors, [], divisors)

    # --- what styles differ in ------------------------------------------------------------------

    def number(self, size: float) -> str:
        """Return a positive number."""
        return digits_of(size)

    def product(self, factors: Sequence[str]) -> str:
        """Return a product."""
        return "*".join(factors) if factors else "1"

    def quotient(
        self, numbers: list[str], factors: list[str], bottom: list[str], divisors: list[str]
    ) -> str:
        """Return numbers and factors over numbers and divisors."""
        below = [*bottom, *divisors]
        text = self.product([*numbers, *factors])
        if not below:
            return text
        return f"{text}/{below[0]}" if len(below) == 1 else f"{text}/({self.product(below)})"

    def bracket(self, text: str) -> str:
        """Return a sum that is a factor."""
        return f"({text})"

    def power_text(self, base: str, power: int) -> str:
        """Return a power."""
        return f"{base}**{power}"

    def power(self, atom: int, power: int) -> str:
        """Return an atom to a positive power."""
        text = self.atom(atom)
        return text if power == 1 else self.power_text(text, power)

    def shared_name(self, number: int) -> str:
        """Return the name of a shared value."""
        return f"s{self.shared[number]}"

    def atom(self, atom: int) -> str:
        """Return an input, a name or a function."""
        op, *rest = self.algebra.atoms[atom]
        if op == "input":
            return self.letter(self.letters[tuple(rest)])
        if op == "shared":
            return self.shared_name(rest[0])
        if op == "sum":
            return self.bracket(self.sum(rest[0]))
        if op in ORDERS:
            if rest[0] not in self.tables:
                self.tables.append(rest[0])
            return self.look_up(self.tables.index(rest[0]) + 1, ORDERS[op], self.sum(rest[1]))
        if op == "when":
            return self.choice(self.condition(rest[0]), self.sum(rest[1]))
        if op in CONDITIONS:
            return self.truth(self.condition({((atom, 1),): 1.0}))
        return self.function(op, [self.sum(x) for x in rest])

    def condition(self, a: Polynomial) -> str:
        """Return a comparison, or several, as a condition."""
        if list(a.values()) == [1.0] and len(next(iter(a))) == 1:
            op, *rest = self.algebra.atoms[next(iter(a))[0][0]]
            if op in self.comparisons:
                return f"{self.sum(rest[0])} {self.comparisons[op]} {self.sum(rest[1])}"
            if op == "not":
                return self.negation(self.condition(rest[0]))
            if op in ("and", "or"):
                return self.both(op, self.condition(rest[0]), self.condition(rest[1]))
        return f"{self.sum(a)} {self.comparisons['ne']} 0"

    def negation(self, condition: str) -> str:
        """Return the opposite of a condition."""
        return f"not ({condition})"

    def both(self, op: str, a: str, b: str) -> str:
        """Return two conditions joined by `and` or `or`."""
        return f"({a}) {op} ({b})"

    def choice(self, condition: str, value: str) -> str:
        """Return a value that counts under a condition, and is 0 otherwise."""
        return f"({value} if {condition} else 0.0)"

    def truth(self, condition: str) -> str:
        """Return 1 where a condition holds, and 0 elsewhere."""
        return f"float({condition})"

    def letter(self, letter: Letter) -> str:
        """Return a letter."""
        return letter.name

    def look_up(self, table: int, order: int, argument: str) -> str:
        """Return the value of a table, or of a derivative of it."""
        return f"table_{table}({argument}, {order})"

    def function(self, op: str, operands: list[str]) -> str:
        """Return a function of sums."""
        if op == "sign":
            return f"float((({operands[0]}) > 0.0) - (({operands[0]}) < 0.0))"
        if op == "div":
            return f"(({operands[0]})/({operands[1]}))"
        return f"{PYTHON_NAMES.get(op, op)}({', '.join(operands)})"


@dataclass
class PlainWriter(Writer):
    """As Python, but with ^ for powers and numbers of so many digits: to be read only."""

    digits: int = 6

    def number(self, size: float) -> str:
        """Return a positive number."""
        return digits_of(float(f"{size:.{self.digits}g}"))

    def power_text(self, base: str, power: int) -> str:
        """Return a power."""
        return f"{base}^{power}"


@dataclass
class LatexWriter(Writer):
    """LaTeX, with numbers of so many digits."""

    digits: int = 6
    comparisons: ClassVar[Mapping[str, str]] = LATEX_COMPARISONS

    def number(self, size: float) -> str:
        """Return a positive number."""
        text, _, power = digits_of(float(f"{size:.{self.digits}g}")).partition("e")
        if not power:
            return text
        return f"10^{{{power}}}" if text == "1" else f"{text} \\cdot 10^{{{power}}}"

    def product(self, factors: Sequence[str]) -> str:
        """Return a product."""
        return " \\, ".join(factors) if factors else "1"

    def quotient(
        self, numbers: list[str], factors: list[str], bottom: list[str], divisors: list[str]
    ) -> str:
        """Return a number or fraction, then factors over divisors."""
        if divisors:
            return (
                f"\\frac{{{self.product([*numbers, *factors])}}}"
                f"{{{self.product([*bottom, *divisors])}}}"
            )
        if bottom:
            numbers = [f"\\tfrac{{{self.product(numbers)}}}{{{bottom[0]}}}"]
        return self.product([*numbers, *factors])

    def bracket(self, text: str) -> str:
        """Return a sum that is a factor."""
        return f"\\left({text}\\right)"

    def power_text(self, base: str, power: int) -> str:
        """Return a power."""
        if base.startswith(("\\sin ", "\\cos ")):
            return f"{base[:4]}^{{{power}}} {base[5:]}"
        compound = base.startswith(("\\dot", "\\ddot", "\\left", "\\mathrm")) or "_" in base
        return f"{base}^{{{power}}}" if compound or len(base) == 1 else f"{{{base}}}^{{{power}}}"

    def shared_name(self, number: int) -> str:
        """Return the name of a shared value."""
        return f"s_{{{self.shared[number]}}}"

    def negation(self, condition: str) -> str:
        """Return the opposite of a condition."""
        return f"\\neg ({condition})"

    def both(self, op: str, a: str, b: str) -> str:
        """Return two conditions joined by `and` or `or`."""
        return f"{a} \\ \\text{{{op}}}\\ {b}"

    def choice(self, condition: str, value: str) -> str:
        """Return a value that counts under a condition: times a bracket of Iverson."""
        return f"\\left[{condition}\\right] \\left({value}\\right)"

    def truth(self, condition: str) -> str:
        """Return a bracket of Iverson: 1 where a condition holds, and 0 elsewhere."""
        return f"\\left[{condition}\\right]"

    def letter(self, letter: Letter) -> str:
        """Return a letter."""
        return letter.latex

    def look_up(self, table: int, order: int, argument: str) -> str:
        """Return the value of a table, or of a derivative of it."""
        name = f"T_{{{table}}}"
        if order < 0:
            return f"\\textstyle\\int {name}\\left({argument}\\right)"
        return f"{name}{chr(39) * order}\\left({argument}\\right)"

    def function(self, op: str, operands: list[str]) -> str:
        """Return a function of sums."""
        first = operands[0]
        if op in ("sin", "cos", "tan"):
            plain = not any(sign in first for sign in (" + ", " - ", "\\,", "\\left"))
            return f"\\{op} {first}" if plain else f"\\{op}\\left({first}\\right)"
        if op == "sqrt":
            return f"\\sqrt{{{first}}}"
        if op == "abs":
            return f"\\left|{first}\\right|"
        if op == "pow":
            return f"\\left({first}\\right)^{{{operands[1]}}}"
        if op == "div":
            return f"\\frac{{{first}}}{{{operands[1]}}}"
        name = LATEX_NAMES.get(op, f"\\operatorname{{{op}}}")
        return f"{name}\\left({', '.join(operands)}\\right)"
