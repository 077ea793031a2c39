"""Constants and expressions in the place of numbers, found by making the model with others.

A function that makes models has arguments. Where numbers of the file go with powers of them,
however they are chosen, they are written so: `radius: thickness`, `com: [0, 0, length/2]`. An
argument is a constant of the file only if all that depends on it can be written with it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isclose
from typing import Any

import numpy as np

from sarrus.errors import SarrusError
from sarrus.formats.writing.drawn_sections import drawn_sections
from sarrus.formats.writing.law_records import Plain
from sarrus.formats.writing.yaml_layout import document
from sarrus.formats.writing.yaml_text import yaml_text
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.operations import CONSTANTS, FUNCTIONS
from sarrus.model.model import Model

STEPS = (0.02, 0.05)
"""By which parts arguments are changed: little, so that every mechanism can still be made."""
ROUND_OFF = 1e-14
"""Relative difference of a factor and the fraction that it is."""
EQUAL = 1e-10
"""Relative difference of numbers that count as equal."""
MOST_NUMBERS = 1200
"""Numbers of a file above which making the model again and again takes too long."""
NEAR = 1e-9
SIMPLE = 12
"""Largest denominator of a factor that is written as a fraction."""
FITS = 1e-8
"""Error of a part of a number, found from a change of less than a hundredth."""
POWERS = (1, 2, 3, -1)
LEFT_OUT = frozenset({"sarrus", "name", "description"})

Path = tuple[Any, ...]
Values = dict[str, float]


def described_text(
    make: Callable[..., Model], values: Mapping[str, Any], study: Mapping[str, Any]
) -> str:
    """Return the model file of what a function makes, as people would write it.

    With named points, rods between them, angles, and the arguments of the function as constants;
    study: more sections, in plain values. A model that these words do not give to nine digits is
    written number for number, as by `yaml_text`.
    """
    model = make(**values)
    text = _named_text(make, values, study, model)
    return yaml_text(model, study=study) if text is None else text


def _named_text(
    make: Callable[..., Model], values: Mapping[str, Any], study: Mapping[str, Any], model: Model
) -> str | None:
    """Return the file with names, None where it cannot be written so or gives another model."""
    more = dict(study)
    try:
        sections, constants = named_sections(make, values)
        head = {key: sections.pop(key) for key in ("sarrus", "name")}
        head |= {key: more.pop(key) for key in ("description",) if key in more}
        head |= {"constants": constants} if constants else {}
        text = document({**head, **sections, **more})
        value, marks = parse(text, "")
        near = _is_near(read_document(value, marks).model(), model)
    except SarrusError:
        return None
    return text if near else None


def _is_near(one: Model, other: Model) -> bool:
    """Tell whether two models have the same masses and joints, to nine digits."""
    if [b.name for b in one.bodies] != [b.name for b in other.bodies]:
        return False
    mine, theirs = (
        np.concatenate(
            [np.ravel(x) for b in model.bodies for x in (b.mass, b.com, b.inertia, b.pose.position)]
            + [
                np.ravel(x)
                for j in model.joints
                for p in (j.on_parent, j.on_child)
                for x in (p.position, p.rotation)
            ]
        )
        for model in (one, other)
    )
    return mine.shape == theirs.shape and bool(np.allclose(mine, theirs, rtol=NEAR, atol=NEAR))


def named_sections(
    make: Callable[..., Model], values: Mapping[str, Any]
) -> tuple[dict[str, Plain], Values]:
    """Return the drawn sections of a model with expressions, and the constants that they use.

    make: returns the model for keywords; values: those that are not its defaults.
    """
    return _Naming(make, values).with_constants()


class _Naming:
    def __init__(self, make: Callable[..., Model], values: Mapping[str, Any]) -> None:
        self.make, self.keywords = make, dict(values)
        self.plain: Any = drawn_sections(make(**self.keywords))
        self.leaves = dict(_leaves(self.plain))
        few = len(self.leaves) <= MOST_NUMBERS
        self.values = dict(self._arguments()) if few else {}

    def _arguments(self) -> Iterator[tuple[str, float]]:
        """Yield the arguments that are numbers, those of tuples one by one."""
        for name, parameter in inspect.signature(self.make).parameters.items():
            value = self.keywords.get(name, parameter.default)
            if _is_number(value):
                yield name, float(value)
            elif isinstance(value, tuple) and value and all(map(_is_number, value)):
                yield from ((f"{name}_{k + 1}", float(x)) for k, x in enumerate(value))

    def changed_leaves(self, factors: Mapping[str, float]) -> dict[Path, Any] | None:
        """Return the leaves of a model with arguments multiplied; None where there is none such."""
        keywords = dict(self.keywords)
        for name, parameter in inspect.signature(self.make).parameters.items():
            value = keywords.get(name, parameter.default)
            if name in factors:
                keywords[name] = value * factors[name]
            elif isinstance(value, tuple) and all(map(_is_number, value)):
                own = [factors.get(f"{name}_{k + 1}", 1.0) for k in range(len(value))]
                if any(factor != 1.0 for factor in own):
                    keywords[name] = tuple(x * f for x, f in zip(value, own, strict=True))
        try:
            found = dict(_leaves(drawn_sections(self.make(**keywords))))
        except (SarrusError, ValueError, TypeError, ZeroDivisionError):
            return None
        return found if found.keys() == self.leaves.keys() else None

    def forms(self, name: str) -> dict[Path, Term] | None:
        """Return how numbers depend on an argument; None where one does so in another way."""
        samples = [(1.0 + step, self.changed_leaves({name: 1.0 + step})) for step in STEPS]
        if any(other is None for _, other in samples):
            return None
        found: dict[Path, Term] = {}
        for path, value in self.leaves.items():
            ratios = [(factor, other[path]) for factor, other in samples if other is not None]
            if all(_same(value, new) for _, new in ratios):
                continue
            term = _term(value, ratios) if all(map(_is_number, (value, ratios[0][1]))) else None
            if term is None:
                return None
            found[path] = term
        return found

    def with_constants(self) -> tuple[dict[str, Plain], Values]:
        """Return sections with expressions, and the constants."""
        taken: dict[str, dict[Path, Term]] = {}
        for name, value in self.values.items():
            usable = value != 0.0 and name not in CONSTANTS and name not in FUNCTIONS
            forms = self.forms(name) if usable else None
            if forms and self._holds_together({**taken, name: forms}):
                taken[name] = forms
        for path in {path for forms in taken.values() for path in forms}:
            terms = {name: forms[path] for name, forms in taken.items() if path in forms}
            _put(self.plain, path, self._expression(self.leaves[path], terms))
        return self.plain, {name: self.values[name] for name in taken}

    def _holds_together(self, taken: Mapping[str, dict[Path, Term]]) -> bool:
        """Tell whether the expressions are still right when all arguments change at once."""
        factors = {name: 1.0 + STEPS[0] * (k + 2) / 3 for k, name in enumerate(taken)}
        other = self.changed_leaves(factors)
        if other is None:
            return False
        for path, value in self.leaves.items():
            terms = {name: forms[path] for name, forms in taken.items() if path in forms}
            expected = _value(value, terms, factors) if terms else value
            if not _same(expected, other[path]):
                return False
        return True

    def _expression(self, value: float, terms: Mapping[str, Term]) -> str:
        """Return a number as a product of constants, times a sum if it has parts."""
        factor, names = float(value), []
        for name, term in terms.items():
            if term.part == 1.0:
                factor /= self.values[name] ** term.power
                names.append(_power(name, term.power))
        sums = {name: term for name, term in terms.items() if term.part != 1.0}
        product = "*".join(names)
        if not sums:
            return _multiple(factor, product)
        rest, parts = factor, []
        for name, term in sums.items():
            of = self.values[name] ** term.power
            slope = _short(factor * term.part / of)
            rest -= slope * of  # so that the number itself is exact
            parts.append(_multiple(slope, _power(name, term.power)))
        if abs(rest) > EQUAL * abs(factor):
            parts.insert(0, f"{rest:.15g}")
        whole = " + ".join(parts).replace("+ -", "- ")
        return f"({whole})*{product}" if product else whole


@dataclass(frozen=True)
class Term:
    """How a number depends on an argument p: a part of it goes with p^power, the rest stays."""

    power: int
    part: float


def _term(value: float, samples: Sequence[tuple[float, float]]) -> Term | None:
    """Return the term that a number has at other values of an argument; None if it has none."""
    if value == 0.0:
        return None
    for power in POWERS:
        parts = [(new / value - 1.0) / (factor**power - 1.0) for factor, new in samples]
        if abs(parts[0] - 1.0) <= FITS and abs(parts[1] - 1.0) <= FITS:
            return Term(power, 1.0)
    for power in POWERS[:2]:
        parts = [(new / value - 1.0) / (factor**power - 1.0) for factor, new in samples]
        if isclose(parts[0], parts[1], rel_tol=FITS, abs_tol=FITS):
            return Term(power, 0.5 * (parts[0] + parts[1]))
    return None


def _value(value: float, terms: Mapping[str, Term], factors: Mapping[str, float]) -> float:
    """Return a number where arguments are multiplied by factors."""
    total = 1.0
    found = value
    for name, term in terms.items():
        if term.part == 1.0:
            found *= factors[name] ** term.power
        else:
            total += term.part * (factors[name] ** term.power - 1.0)
    return found * total


def _short(number: float) -> float:
    """Return the number with the fewest digits that is as near as a part can be known."""
    simple = Fraction(number).limit_denominator(SIMPLE)
    if isclose(float(simple), number, rel_tol=FITS):
        return float(simple)
    for digits in range(1, 12):
        near = float(f"{number:.{digits}g}")
        if isclose(near, number, rel_tol=FITS):
            return near
    return number


def _power(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def _multiple(factor: float, product: str) -> str:
    """Return a multiple of a product of constants, as a fraction if it is a simple one."""
    simple = Fraction(factor).limit_denominator(SIMPLE)
    if simple and isclose(float(simple), factor, rel_tol=ROUND_OFF):
        top, below = simple.numerator, simple.denominator
        start = {1: "", -1: "-"}.get(top, f"{top}*")
        return f"{start}{product}" + (f"/{below}" if below != 1 else "")
    return f"{factor:.15g}*{product}"


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the numbers and texts of nested values with their paths."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if path or key not in LEFT_OUT:
                yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for k, inner in enumerate(value):
            yield from _leaves(inner, (*path, k))
    else:
        yield path, value


def _put(value: Any, path: Path, new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _same(a: Any, b: Any) -> bool:
    if _is_number(a) and _is_number(b):
        return isclose(a, b, rel_tol=EQUAL, abs_tol=1e-15)
    return bool(a == b)
