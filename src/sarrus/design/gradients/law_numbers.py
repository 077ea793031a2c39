"""Numbers of inputs and drives by which derivatives are taken: constants, and values of tables.

A law that changes with its numbers c is l(t) + sum of c_j phi_j(t) about the one in use, c = 0,
with phi_j the derivative of the law by its number j: 1 for a constant; for a table the change of
the curve through its rows, a polynomial in each of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.design.gradients.variables import CODE, DRIVE, INPUT, Variable
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array
from sarrus.spatial.curve import Curve
from sarrus.system.flow.driven_rows import Driven
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.prescribed import SHAPE, is_scalar
from sarrus.system.quantities.equations import Inputs
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

    phi: a curve, or 1 where it is None.
    """

    variable: Variable
    phi: Curve | None = None

    def value(self, t: Any) -> Any:
        """Return phi at a time."""
        return 1.0 if self.phi is None else self.phi(t)

    def jet(self, t: Any) -> tuple[Any, Any, Any]:
        """Return phi and its two derivatives."""
        if self.phi is None:
            return 1.0, 0.0, 0.0
        return self.phi(t), self.phi.slope(t), self.phi.curvature(t)


@dataclass(frozen=True, eq=False)
class LawNumbers:
    """All numbers of laws by which a gradient is taken, one after the other."""

    system: System
    numbers: tuple[LawNumber, ...]

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def key(self) -> str:
        """What tells them from others."""
        return repr([(n.variable.name, n.phi and n.phi.digest) for n in self.numbers])

    def flow_with(self, flow: Flow, c: Array) -> Flow:
        """Return the equations with laws that change by c."""
        efforts = [(n, c[k]) for k, n in enumerate(self.numbers) if n.variable.kind == INPUT]
        drives = [(n, c[k]) for k, n in enumerate(self.numbers) if n.variable.kind == DRIVE]
        own = flow.efforts

        def changed(x: Inputs) -> tuple[Array, Array]:
            tau, tau_cut = own(x)
            parts = {"v": list(tau), "cut_v": list(tau_cut)}
            for n, c_n in efforts:
                vector, place = self.system.compiled.located_rate(n.variable.element)
                part = parts[vector]
                for k in range(place.start, place.stop):
                    part[k] = part[k] + c_n * n.value(x.time)
            return np.array(parts["v"]), np.array(parts["cut_v"])

        moved = tuple(self._driven(d, drives) for d in flow.driven)
        return replace(flow, efforts=changed if efforts else own, driven=moved)

    def _driven(self, d: Driven, drives: list[tuple[LawNumber, Any]]) -> Driven:
        mine = [(n, c) for n, c in drives if self._is_of(d, n.variable.element)]
        if not mine or d.law is None:
            return d
        law = d.law

        def moved(t: Any) -> tuple[Any, Any, Any]:
            found = list(law(t))
            for n, c in mine:
                found = [a + c * b for a, b in zip(found, n.jet(t), strict=True)]
            return found[0], found[1], found[2]

        return replace(d, law=moved)

    def _is_of(self, d: Driven, name: str) -> bool:
        return d.name == name or self.system.compiled.same_coordinates(d.name, name)

    def named(self, c_bar: np.ndarray) -> dict[str, Any]:
        """Return derivatives by the names of laws: numbers, or arrays for tables."""
        found: dict[str, list[float]] = {}
        tables = {n.variable.name for n in self.numbers if n.phi is not None}
        for n, bar in zip(self.numbers, c_bar, strict=True):
            found.setdefault(n.variable.name, []).append(float(bar))
        return {name: np.array(bars) if name in tables else bars[0] for name, bars in found.items()}


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
    for v in variables:
        if v.kind == INPUT:
            law = inputs[v.element]
            if isinstance(law, (tuple, list, Curve)) and not _is_vector(law):
                found += _of_table(v, law, 1)
            elif callable(law):
                raise ModelError(_no_numbers(v))
        elif v.kind == DRIVE:
            law = driven[v.element]
            if is_scalar(law):
                found.append(LawNumber(v))
            elif isinstance(law, Curve) or (isinstance(law, (tuple, list)) and len(law) == 2):
                found += _of_table(v, law, SHAPE)
            else:
                raise ModelError(_no_numbers(v))
    return LawNumbers(system, tuple(found)) if found else None


def _is_vector(law: Any) -> bool:
    """Whether a law is a list of numbers, one for each velocity."""
    return isinstance(law, (tuple, list)) and all(np.ndim(x) == 0 for x in law)


def _of_table(v: Variable, law: Any, smooth: int) -> list[LawNumber]:
    curve = law if isinstance(law, Curve) else Curve(law[0], law[1], smooth, "refuse")
    return [LawNumber(v, CurveSlope(curve, k)) for k in range(len(curve.x))]


def _no_numbers(v: Variable) -> Problem:
    rule = "is a function of time or state: it has no numbers by which to differentiate"
    action = "give a number, a table (times, values) or a Curve"
    return Problem(CODE, f"by '{v.name}'", rule, action=action)


Body = Callable[[Flow, Any, Mapping[str, Any]], Mapping[str, Any]]


def with_law_numbers(body: Body, laws: LawNumbers | None) -> Body:
    """Return a body of kernels whose laws change with the input `laws`, which is 0."""
    if laws is None:
        return body

    def changed(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        return body(laws.flow_with(flow, arrays["laws"]), t, arrays)

    return changed
