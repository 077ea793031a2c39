"""Numbers of inputs and drives by which derivatives are taken: constants, tables, formulas.

A law that changes with its numbers c is l(t) + sum of c_j phi_j(t) about the one in use, c = 0,
with phi_j the derivative of the law by its number j: 1 for a constant; for a table the change of
the curve through its rows, a polynomial in each of its pieces. A formula is evaluated with its
numbers changed by c, a function with its keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from sarrus.design.gradients.variables import (
    DRIVE,
    INPUT,
    Variable,
    keyword_numbers,
    no_numbers,
)
from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.formula import Formula
from sarrus.spatial.arrays import Array
from sarrus.spatial.curve import Curve
from sarrus.system.channels.traced_state import Reader
from sarrus.system.flow.driven_rows import Driven
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.prescribed import SHAPE, is_scalar, scalar_law
from sarrus.system.quantities.equations import Inputs
from sarrus.system.simulation.actuation import takes_state
from sarrus.system.simulation.law_numbers import (
    DATA,
    can_be_traced,
    changeable_numbers,
    formula_of,
)
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.state_law import StateLaw
from sarrus.system.system import System

STEP = 1e-4
"""Change of a value of a table, as part of the largest, by which its curve is differentiated."""


class CurveSlope(Curve):
    """The derivative of a curve by one of its values: a polynomial in each piece of the curve."""

    def __init__(self, curve: Curve, number: int) -> None:
        super().__init__(curve.x, curve.y, curve.smooth, curve.beyond)
        object.__setattr__(self, "of", (curve, number))

    def _moved_curve(self, part: float) -> Curve:
        curve, number = self.of  # type: ignore[attr-defined]
        y = np.array(curve.y)
        y[number] += part * STEP * max(1.0, float(np.max(np.abs(curve.y))))
        return Curve(curve.x, y, curve.smooth, curve.beyond)

    @cached_property
    def pieces(self) -> np.ndarray:
        """The derivatives of the coefficients, those by the places of inner knots included."""
        curve, _ = self.of  # type: ignore[attr-defined]
        step = STEP * max(1.0, float(np.max(np.abs(curve.y))))
        ends = [self._moved_curve(part) for part in (-2.0, -1.0, 1.0, 2.0)]

        def slope(a: Sequence[np.ndarray]) -> np.ndarray:
            return np.asarray((8.0 * (a[2] - a[1]) - (a[3] - a[0])) / (12.0 * step))

        by_value = slope([end.pieces for end in ends])
        of_knots = slope([end.knots for end in ends])
        moved = of_knots[np.maximum(np.arange(len(by_value)) - 1, 0)]
        c = curve.pieces
        # c(x - knot): what the knot moves is the slope of the polynomial, times minus its motion
        for k, factor in ((0, 1.0), (1, 2.0), (2, 3.0)):
            by_value[:, k] -= moved * factor * c[:, k + 1]
        by_value[:, 4] -= moved * c[:, 0]
        return by_value

    @cached_property
    def digest(self) -> str:
        """What tells it from other curves."""
        curve, number = self.of  # type: ignore[attr-defined]
        return f"{curve.digest} by {number}"

    def __reduce__(self) -> tuple[Any, ...]:
        return CurveSlope, self.of  # type: ignore[attr-defined]


@dataclass(frozen=True, eq=False)
class LawNumber:
    """One number: the kind of its law and whose it is, and the change phi of the law with it.

    phi: a curve, or 1 where it is None; place: of a formula, which of its numbers; of a function,
    which keyword.
    """

    variable: Variable
    phi: Curve | None = None
    place: int | str | None = None

    def value(self, t: Any) -> Any:
        """Return phi at a time."""
        return 1.0 if self.phi is None else self.phi(t)

    def jet(self, t: Any) -> tuple[Any, Any, Any]:
        """Return phi and its two derivatives."""
        if self.phi is None:
            return 1.0, 0.0, 0.0
        return self.phi(t), self.phi.slope(t), self.phi.curvature(t)


Changes = list[tuple[LawNumber, Any]]
"""Numbers of laws, and by how much each changes."""


@dataclass(frozen=True, eq=False)
class LawNumbers:
    """All numbers of laws by which a gradient is taken, one after the other.

    formulas: the laws that are formulas or functions, by (kind, element) of variables; replaced: by
    the identity of a mode's equations, the names of variables whose laws events have replaced.
    """

    system: System
    numbers: tuple[LawNumber, ...]
    formulas: Mapping[tuple[str, str], Any]
    replaced: dict[int, frozenset[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def key(self) -> str:
        """What tells them from others."""
        listed = [(n.variable.name, n.phi and n.phi.digest, n.place) for n in self.numbers]
        laws = [(k, law if isinstance(law, DATA) else id(law)) for k, law in self.formulas.items()]
        return repr([listed, laws])

    @property
    def is_linear(self) -> bool:
        """Whether no curve is among them, of which the second derivative by a value is not 0."""
        return all(n.phi is None for n in self.numbers)

    def note(self, sim: Any, first: Mode, mode: Mode) -> None:
        """Note which laws of the first mode are not those of another one, with its equations."""
        gone = set()
        for n in self.numbers:
            v = n.variable
            before, now = ((first.inputs, mode.inputs) if v.kind == INPUT
                           else (first.driven, mode.driven))  # fmt: skip
            if now.get(v.element) is not before.get(v.element):
                gone.add(v.name)
        self.replaced[id(sim)] = frozenset(gone)

    def flow_with(self, flow: Flow, c: Array, gone: frozenset[str]) -> Flow:
        """Return the equations with laws that change by c; gone: names of laws not in use."""
        here = [(n, c[k]) for k, n in enumerate(self.numbers) if n.variable.name not in gone]
        efforts = [(n, c_n) for n, c_n in here if n.variable.kind == INPUT]
        drives = [(n, c_n) for n, c_n in here if n.variable.kind == DRIVE]
        own = flow.efforts

        def efforts_at(x: Inputs) -> tuple[Array, Array]:
            tau, tau_cut = own(x)
            parts = {"v": list(tau), "cut_v": list(tau_cut)}
            for element, change in self._effort_changes(x, efforts):
                vector, place = self.system.compiled.located_rate(element)
                part = parts[vector]
                for k in range(place.start, place.stop):
                    part[k] = part[k] + change
            return np.array(parts["v"]), np.array(parts["cut_v"])

        moved = tuple(self._driven(d, drives) for d in flow.driven)
        return replace(flow, efforts=efforts_at if efforts else own, driven=moved)

    def _effort_changes(self, x: Inputs, efforts: Changes) -> list[tuple[str, Any]]:
        """Return by how much the efforts of laws change, with the names of what they act on."""
        found = [(n.variable.element, c * n.value(x.time)) for n, c in efforts if n.place is None]
        changing = [(n, c) for n, c in efforts if n.place is not None]
        reader = Reader(self.system, x)
        for element in dict.fromkeys(n.variable.element for n, _ in changing):
            law = self.formulas[INPUT, element]
            after = _law_with_changes(
                law, [(n, c) for n, c in changing if n.variable.element == element]
            )
            value = (x.time, reader) if takes_state(law) else (x.time,)
            found.append((element, after(*value) - law(*value)))
        return found

    def _driven(self, d: Driven, drives: Changes) -> Driven:
        mine = [(n, c) for n, c in drives if self._is_of(d, n.variable.element)]
        if not mine or d.law is None:
            return d
        if mine[0][0].place is not None:
            changed = _law_with_changes(self.formulas[DRIVE, mine[0][0].variable.element], mine)
            return replace(d, law=scalar_law(d.name, lambda t: changed(t)))
        law = d.law

        def derivatives_along(t: Any) -> tuple[Any, Any, Any]:
            found = list(law(t))
            for n, c in mine:
                found = [a + c * b for a, b in zip(found, n.jet(t), strict=True)]
            return found[0], found[1], found[2]

        return replace(d, law=derivatives_along)

    def _is_of(self, d: Driven, name: str) -> bool:
        return d.name == name or self.system.compiled.same_coordinates(d.name, name)

    def by_name(self, c_bar: np.ndarray) -> dict[str, Any]:
        """Return derivatives by the names of laws: numbers, or arrays for tables and formulas."""
        found: dict[str, Any] = {}
        for name in dict.fromkeys(n.variable.name for n in self.numbers):
            mine = [k for k, n in enumerate(self.numbers) if n.variable.name == name]
            one = self.numbers[mine[0]]
            if isinstance(one.place, int):  # by exponents there is no derivative
                law = self.formulas[one.variable.kind, one.variable.element]
                whole = np.full(len(formula_of(law).numbers), np.nan)
                for k in mine:
                    whole[_number(self.numbers[k].place)] = c_bar[k]
                found[name] = whole
            else:
                found[name] = float(c_bar[mine[0]]) if one.phi is None else c_bar[mine].copy()
        return found


def _number(place: int | str | None) -> int:
    """Return which number of a formula is meant."""
    return place if isinstance(place, int) else 0


def _law_with_changes(law: Any, changes: Changes) -> Callable[..., Any]:
    """Return a law whose numbers have changed."""
    if not isinstance(law, DATA):
        usual = keyword_numbers(law)
        return partial(law, **{str(n.place): usual[str(n.place)] + c for n, c in changes})
    formula = formula_of(law)
    numbers = list(formula.numbers)
    for n, c in changes:
        if isinstance(n.place, int):
            numbers[n.place] = numbers[n.place] + c
    moved = formula.with_numbers(numbers)
    return StateLaw(moved, law.reads) if isinstance(law, StateLaw) else moved


def law_numbers(
    system: System,
    variables: Sequence[Variable],
    inputs: Mapping[str, Any],
    driven: Mapping[str, Any],
) -> LawNumbers | None:
    """Return the numbers of tables and prescribed motions among some variables, None for none.

    Efforts that are constant are inputs of kernels, and not among them.
    """
    found: list[LawNumber] = []
    formulas: dict[tuple[str, str], Any] = {}
    for v in variables:
        if v.kind not in (INPUT, DRIVE):
            continue
        law = (inputs if v.kind == INPUT else driven)[v.element]
        if v.keyword or isinstance(law, DATA):
            formulas[v.kind, v.element] = law
            found += [LawNumber(v, place=v.keyword)] if v.keyword else _of_formula(v, law)
        elif v.kind == DRIVE and is_scalar(law):
            found.append(LawNumber(v))
        elif isinstance(law, Curve) or (isinstance(law, (tuple, list)) and not _is_vector(law)):
            found += _of_table(v, law, 1 if v.kind == INPUT else SHAPE)
        elif v.kind == DRIVE or callable(law):
            raise ModelError(no_numbers(v.name, law))
    return LawNumbers(system, tuple(found), formulas) if found else None


def _is_vector(law: Any) -> bool:
    """Whether a law is a list of numbers, one for each velocity."""
    return isinstance(law, (tuple, list)) and all(np.ndim(x) == 0 for x in law)


def _of_table(v: Variable, law: Any, smooth: int) -> list[LawNumber]:
    curve = law if isinstance(law, Curve) else Curve(law[0], law[1], smooth, "refuse")
    return [LawNumber(v, CurveSlope(curve, k)) for k in range(len(curve.x))]


def _of_formula(v: Variable, law: Formula | StateLaw) -> list[LawNumber]:
    changing = changeable_numbers(law)
    if not changing or not can_be_traced(law, changing):
        raise ModelError(no_numbers(v.name, law))
    return [LawNumber(v, place=k) for k in changing]


Body = Callable[[Flow, Any, Mapping[str, Any]], Mapping[str, Any]]


def with_law_numbers(body: Body, laws: LawNumbers, sim: Any) -> Body:
    """Return a body of a mode's kernels whose laws change with the input `laws`, which is 0."""
    gone = laws.replaced.get(id(sim), frozenset())

    def change(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        return body(laws.flow_with(flow, arrays["laws"], gone), t, arrays)

    return change
