"""Constants and expressions in the place of numbers, found by making the model with others.

A function that makes models has arguments. Where numbers of the file go with powers of them,
however they are chosen, they are written so: `radius: thickness`, `com: [0, 0, length/2]`. An
argument is a constant of the file only if all that depends on it can be written with it.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from math import isclose
from typing import Any

import numpy as np

from sarrus.errors import SarrusError
from sarrus.formats.writing.constructions import Constructions
from sarrus.formats.writing.drawn_sections import drawn_sections
from sarrus.formats.writing.law_records import Plain
from sarrus.formats.writing.yaml_layout import document
from sarrus.formats.writing.yaml_text import yaml_text
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import SECTIONS, read_document
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.operations import CONSTANTS, FUNCTIONS
from sarrus.model.model import Model

STEPS = (0.02, 0.05)
"""By which parts arguments are changed: little, so that every mechanism can still be made."""
ROUND_OFF = 1e-12
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
    naming = _Naming(make, values)
    for found in (naming.by_lengths, naming.with_constants):
        try:
            text = _document(*found(), study)
            if _gives(text, model) and naming.moves_alike(text):
                return text
        except SarrusError:
            continue
    return None


def _document(sections: dict[str, Plain], constants: Values, study: Mapping[str, Any]) -> str:
    more = dict(study)
    head = {key: sections.pop(key) for key in ("sarrus", "name")}
    head |= {key: more.pop(key) for key in ("description",) if key in more}
    written = {name: _in_degrees(name, value) for name, value in constants.items()}
    head |= {"constants": written} if written else {}
    return document({**head, **sections, **more})


def _in_degrees(name: str, value: float) -> Plain:
    """Return an angle in degrees where these are a round number; other values as they are."""
    degrees = round(math.degrees(value), 6)
    is_angle = name.split("_")[0] == "angle"
    return f"{degrees:g} deg" if is_angle and isclose(math.radians(degrees), value) else value


def _gives(text: str, model: Model, constants: Values | None = None) -> bool:
    """Tell whether a file, with other constants, gives a model."""
    value, marks = parse(text, "")
    return _is_near(read_document(value, marks, constants=constants).model(), model)


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


class _Naming:
    def __init__(self, make: Callable[..., Model], values: Mapping[str, Any]) -> None:
        self.make, self.keywords = make, dict(values)
        self.plain: Any = drawn_sections(make(**self.keywords))
        self.leaves = dict(_leaves(self.plain))
        few = len(self.leaves) <= MOST_NUMBERS
        self.values = dict(self._arguments()) if few else {}

    def moves_alike(self, text: str) -> bool:
        """Tell whether the file with other constants is the model with these arguments."""
        value, _ = parse(text, "")
        names = list(value.get("constants", {})) if isinstance(value, Mapping) else []
        factors = {name: 1.0 + STEPS[0] * (k % 5 + 2) / 7 for k, name in enumerate(names)}
        for chosen in (factors, {name: 2.0 - x for name, x in factors.items()}):
            try:
                other = self.make(**self._other_keywords(chosen))
            except (SarrusError, ValueError, TypeError, ZeroDivisionError):
                continue
            new = {name: self.values[name] * x for name, x in chosen.items()}
            if not _gives(text, other, new):
                return False
        return True

    def by_lengths(self) -> tuple[dict[str, Plain], Values]:
        """Return sections with expressions, points by lengths, and the constants."""
        drawings: dict[str, list[dict[Path, Any]]] = {}
        for name, value in self.values.items():
            usable = value != 0.0 and name not in CONSTANTS and name not in FUNCTIONS
            found = [self.changed_leaves({name: 1.0 + step}) for step in STEPS] if usable else []
            if found and None not in found:
                drawings[name] = [other for other in found if other is not None]
        while True:
            drawn = _DrawnByLengths(self, drawings)
            if not drawn.refused:
                break
            drawings = {k: v for k, v in drawings.items() if k not in drawn.refused}
        return drawn.sections, {name: self.values[name] for name in drawings if name in drawn.used}

    def _arguments(self) -> Iterator[tuple[str, float]]:
        """Yield the arguments that are numbers, those of tuples one by one."""
        for name, parameter in inspect.signature(self.make).parameters.items():
            value = self.keywords.get(name, parameter.default)
            if _is_number(value):
                yield _constant(name), float(value)
            elif isinstance(value, Mapping) and value and all(map(_is_number, value.values())):
                yield from ((self._key(name, key), float(x)) for key, x in value.items())
            elif isinstance(value, tuple) and value and all(map(_is_number, value)):
                yield from ((f"{name}_{k + 1}", float(x)) for k, x in enumerate(value))

    def _key(self, name: str, key: str) -> str:
        """Return what a length that has a letter is called; e is a number of mathematics."""
        taken = key in CONSTANTS or key in FUNCTIONS
        taken = taken or key in inspect.signature(self.make).parameters
        return f"{name}_{key}" if taken or not key.isidentifier() else key

    def changed_leaves(self, factors: Mapping[str, float]) -> dict[Path, Any] | None:
        """Return the leaves of a model with arguments multiplied; None where there is none such."""
        try:
            found = dict(_leaves(drawn_sections(self.make(**self._other_keywords(factors)))))
        except (SarrusError, ValueError, TypeError, ZeroDivisionError):
            return None
        return found if found.keys() == self.leaves.keys() else None

    def _other_keywords(self, factors: Mapping[str, float]) -> dict[str, Any]:
        """Return the keywords with arguments multiplied."""
        keywords = dict(self.keywords)
        for name, parameter in inspect.signature(self.make).parameters.items():
            value = keywords.get(name, parameter.default)
            if _constant(name) in factors:
                keywords[name] = value * factors[_constant(name)]
            elif isinstance(value, Mapping):
                own = {k: x * factors.get(self._key(name, k), 1.0) for k, x in value.items()}
                keywords[name] = own if own != dict(value) else value
            elif isinstance(value, tuple) and all(map(_is_number, value)):
                parts = [factors.get(f"{name}_{k + 1}", 1.0) for k in range(len(value))]
                if any(factor != 1.0 for factor in parts):
                    keywords[name] = tuple(x * f for x, f in zip(value, parts, strict=True))
        return keywords

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
            _put(self.plain, path, self.expression(self.leaves[path], terms))
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

    def expression(self, value: float, terms: Mapping[str, Term]) -> str:
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


class _DrawnByLengths:
    """The sections of a model by its lengths, for some arguments.

    drawings: of each argument, the leaves with two other values of it. refused: arguments on which
    something depends that cannot be written; used: those that are.
    """

    def __init__(self, naming: _Naming, drawings: Mapping[str, list[dict[Path, Any]]]) -> None:
        self.naming, self.names = naming, list(drawings)
        self.sections: Any = deepcopy(naming.plain)
        self.leaves = [naming.leaves, *(leaves for two in drawings.values() for leaves in two)]
        self.refused: set[str] = set()
        self.used: set[str] = set()
        points = self.sections.get("points", {})
        size = max((abs(x) for place in points.values() for x in place), default=1.0)
        self.ways = Constructions(self.phrase, size)
        self._draw_points(points)
        for path in sorted(self._changing(), key=_is_detail):
            self._write(path)

    def series(self, path: Path) -> np.ndarray | None:
        """Return a number in all drawings."""
        values = [leaves[path] for leaves in self.leaves]
        return np.array(values, dtype=float) if all(map(_is_number, values)) else None

    def phrase(self, series: np.ndarray) -> str | float | None:
        """Return a number as an expression of the arguments; None if it is none."""
        terms = self._terms(series)
        if None in terms.values():
            return None
        found = {name: term for name, term in terms.items() if term is not None}
        if not found:
            short = float(f"{series[0]:.12g}")
            near = isclose(short, series[0], rel_tol=1e-14, abs_tol=1e-15)
            return short if near else float(f"{series[0]:.15g}")
        self.used |= found.keys()
        return self.naming.expression(float(series[0]), found)

    def _terms(self, series: np.ndarray) -> dict[str, Term | None]:
        """Return how a number depends on those arguments on which it does."""
        found: dict[str, Term | None] = {}
        for k, name in enumerate(self.names):
            new = series[1 + 2 * k : 3 + 2 * k]
            if not all(isclose(series[0], x, rel_tol=EQUAL, abs_tol=1e-13) for x in new):
                samples = [(1.0 + step, float(x)) for step, x in zip(STEPS, new, strict=True)]
                found[name] = _term(float(series[0]), samples)
        return found

    def _changing(self) -> list[Path]:
        """Return the places of values that change between drawings, points not included."""
        first = self.leaves[0]
        return [
            path
            for path, value in first.items()
            if path[0] != "points" and any(not _same(value, other[path]) for other in self.leaves)
        ]

    def _draw_points(self, points: dict[str, Any]) -> None:
        """Write the points, each after those that it follows from."""
        places = {}
        for name, place in points.items():
            rows = [self.series(("points", name, k)) for k in range(len(place))]
            places[name] = np.array(rows, dtype=float).T
        written: dict[str, Any] = {}
        progress = True
        while progress:
            progress = False
            for name, place in places.items():
                record = None if name in written else self.ways.record(place)
                if record is not None:
                    written[name], self.ways.known[name], progress = record, place, True
        for name in places.keys() - written.keys():
            self._refuse(*(places[name][:, k] for k in range(3)))
            written[name] = points[name]
        if "points" in self.sections:
            self.sections["points"] = written

    def _refuse(self, *values: np.ndarray) -> None:
        """Give up the arguments that values depend on in another way than can be written."""
        for series in values:
            terms = self._terms(series)
            wrong = {name for name, term in terms.items() if term is None}
            self.refused |= wrong

    def _write(self, path: Path) -> None:
        """Write a value that changes with the arguments."""
        if self._value(path[:-1]) is _NAMED:
            return  # its place has become a point
        series = self.series(path)
        if series is None:
            self.refused |= self._texts(path)
            return
        found: Any = self.phrase(series)
        if found is None and self._is_vector(path):
            found = self._vector(path)
            if found is not None:
                _put(self.sections, path[:-1], found)
                return
        if found is None:
            found = self.ways.coordinate(series, self._origin(path))
        if found is None:
            self._refuse(series)
        else:
            _put(self.sections, path, found)

    def _texts(self, path: Path) -> set[str]:
        """Return the arguments with which a text changes."""
        first = self.leaves[0][path]
        pairs = zip(self.names, self.leaves[1::2], self.leaves[2::2], strict=True)
        return {name for name, a, b in pairs if a[path] != first or b[path] != first}

    def _is_vector(self, path: Path) -> bool:
        return len(path) > 2 and path[-1] in (0, 1, 2) and path[-2] in PLACES

    def _vector(self, path: Path) -> Any:
        """Return two points that have the direction of an axis, or the name of a point."""
        rows = [self.series((*path[:-1], k)) for k in range(3)]
        if any(row is None for row in rows):
            return None
        place = np.array(rows, dtype=float).T
        if path[-2] in ("axis", "axis2"):
            return self.ways.direction(place)
        origin = self._origin(path)
        drawn = place if origin is None else place + origin
        name = self.ways.name_of(drawn)
        if name is not None:
            return name
        record = self.ways.record(drawn)
        if record is None or (path[-2] == "at" and path[0] == "bodies" and len(path) > 4):
            return None
        called = f"{path[1]}_{NEW.get(path[-2], path[-2])}"
        if called in self.ways.known or not str(called).isidentifier():
            return None
        self.sections.setdefault("points", {})[called] = record
        self.ways.known[called] = drawn
        return called

    def _origin(self, path: Path) -> np.ndarray | None:
        """Return the origin of the body in whose frame a value is, None where in the drawing."""
        if path[0] == "frames":
            body = self.naming.plain["frames"][path[1]]["body"]
        elif path[0] == "bodies" and path[2] in ("com", "shapes", "solids"):
            body = path[1]
        else:
            return None
        at = self.naming.plain.get("bodies", {}).get(body, {}).get("at")
        if isinstance(at, str):
            return self.ways.known.get(at)
        if isinstance(at, list):
            rows = [self.series(("bodies", body, "at", k)) for k in range(3)]
            return np.array(rows, dtype=float).T
        return None

    def _value(self, path: Path) -> Any:
        """Return what stands at a place now; `_NAMED` where a list has become a name."""
        value = self.sections
        for key in path:
            if isinstance(value, str):
                return _NAMED
            value = value[key]
        return _NAMED if isinstance(value, str) or _are_names(value) else value


_NAMED = object()
PLACES = ("at", "com", "from", "to", "at_a", "at_b", "center", "origin", "axis", "axis2")
NEW = {"at": "center", "com": "com"}
"""What points that are named here are called, after the element."""


def _is_detail(path: Path) -> bool:
    """Tell whether a value is none of a place from which points of the drawing are named."""
    return len(path) != 4 or path[0] not in ("bodies", "forces") or path[2] not in PLACES


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(x, str) for x in value)


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
    square = Fraction(number * number).limit_denominator(SIMPLE)
    if square and isclose(float(square), number * number, rel_tol=FITS):
        return math.copysign(math.sqrt(square), number)  # sines of 30, 45 and 60 degrees
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
    square = Fraction(factor * factor).limit_denominator(SIMPLE)
    if square and isclose(float(square), factor * factor, rel_tol=ROUND_OFF):
        below = next(n for n in range(1, SIMPLE + 1) if (square * n * n).denominator == 1)
        start = f"{'-' if factor < 0.0 else ''}sqrt({square * below * below})"
        return f"{start}*{product}" + (f"/{below}" if below != 1 else "")
    short = float(f"{factor:.10g}")
    return f"{short if isclose(short, factor, rel_tol=ROUND_OFF) else factor:.15g}*{product}"


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


def _constant(name: str) -> str:
    """Return what an argument is called as a constant; `base` and `gravity` are sections."""
    return f"{name}_size" if name in SECTIONS else name


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _same(a: Any, b: Any) -> bool:
    if _is_number(a) and _is_number(b):
        return isclose(a, b, rel_tol=EQUAL, abs_tol=1e-15)
    return bool(a == b)
