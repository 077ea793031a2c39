"""Damping along the line between two points, different in both directions if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.curve_laws import dissipates, read_law
from sarrus.model.building.entry import Entry
from sarrus.model.building.functions import read_function, read_text
from sarrus.model.fields import Field, field, number
from sarrus.model.forces.element import Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.line import LineElement
from sarrus.model.forces.shaping import negative_part, positive_part
from sarrus.model.options import Option, curve_kind
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

DIRECTIONS = ("c_compression", "c_rebound")
SPEEDS = np.concatenate([-np.logspace(2, -4, 61), [0.0], np.logspace(-4, 2, 61)])
"""Speeds [m/s] at which a damper that is a function is tried."""


class DampingField(Field):
    """A factor, a curve or rows, or a function of the speed; or a factor for each direction."""

    unit = "N*s/m"

    def options(self, name: str) -> Sequence[Option]:
        text = "damping, or a curve, rows (w, N) or a function of the speed w"
        return (Option(name, curve_kind("w", "m/s", "N"), text, 0.0, "N s/m"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, raw = reading.entry, reading.get(name)
        ways = [way for way in DIRECTIONS if reading.get(way) is not None]
        if ways:
            if not (isinstance(raw, (int, float)) and raw == 0):
                rule = f"is given together with {ways[0]}"
                entry.report("M28", name, rule, action="give c, or c_compression and c_rebound")
            return {}
        if isinstance(raw, str):
            raw = read_text(entry, name, raw, ("w", "m/s"), "N")
            if raw is None:
                return {}
        if callable(raw) and not isinstance(raw, Curve):
            formula = read_function(entry, name, raw, "w")
            return {} if formula is None or not _brakes(entry, formula) else {"damper": formula}
        law = read_law(entry, name, raw, "N*s/m", "m/s", "N")
        if law is None or not _number_brakes(entry, raw, law[0]):
            return {}
        if law[1] is None:
            return {name: law[0]}
        good = _rows_brake(entry, law[1]) and dissipates(entry, name, law, "m/s")
        return {"damper": law[1]} if good else {}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        if element.damper is not None:
            return {name: element.damper}
        ways = element.c_compression or element.c_rebound
        return {} if ways else {name: element.c}


@element(kw_only=True)
class DampedLine(LineElement):
    """d(w) = c w + c_compression min(w, 0) + c_rebound max(w, 0) + damper(w), w = dl/dt.

    Every term has the sign of w, so that d(w) w >= 0 is the power turned into heat.
    """

    c: float = field(DampingField(), default=0.0)
    c_compression: float = number(
        "N*s/m",
        "damping while the points approach, instead of c",
        default=None,
        kept=0.0,
        at_least=0.0,
    )
    c_rebound: float = number(
        "N*s/m",
        "damping while they move apart, instead of c",
        default=None,
        kept=0.0,
        at_least=0.0,
    )
    damper: Curve | Formula | None = None

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        found = super().as_options(drawing)
        if not (self.c_compression or self.c_rebound):
            return {key: x for key, x in found.items() if key not in DIRECTIONS}
        return found

    def damping(self, scene: Scene, rate: Scalar) -> Scalar:
        """Return the pull of the damper [N], positive while the points move apart."""
        pull = scene.value(self, "c") * rate
        pull = pull + scene.value(self, "c_compression") * negative_part(rate)
        pull = pull + scene.value(self, "c_rebound") * positive_part(rate)
        return pull if self.damper is None else pull + law_value(self.damper, rate)

    def damping_switches(self, rate: Scalar) -> Sequence[Scalar]:
        """Return where the damping has kinks."""
        bent = self.c_compression != self.c_rebound
        return (*((rate,) if bent else ()), *law_switches(self.damper, rate))


def _number_brakes(entry: Entry, raw: Any, c: float) -> bool:
    if c < 0.0:
        rule = "is below 0 N*s/m, which is not allowed"
        entry.report("M04", "c", rule, value=entry.literal("c", raw))
    return c >= 0.0


def _rows_brake(entry: Entry, curve: Curve) -> bool:
    """Tell whether the rows of a damper have the sign of the speed; report the first that not."""
    wrong = (curve.x * curve.y < 0.0) | ((curve.x == 0.0) & (curve.y != 0.0))
    if not np.any(wrong):
        return True
    row = int(np.argmax(wrong))
    entry.report(
        "M04",
        f"c row {row}",
        "is in the wrong quadrant: a damper must have the sign of the speed, and be 0 at 0",
        value=f"({curve.x[row]:g} m/s, {curve.y[row]:g} N)",
        action="give rows in the first and third quadrant",
    )
    return False


def _brakes(entry: Entry, formula: Formula) -> bool:
    with np.errstate(all="ignore"):
        forces = np.array([float(formula(w)) for w in SPEEDS.tolist()])
    power = np.where(SPEEDS == 0.0, -np.abs(forces), forces * SPEEDS)
    worst = int(np.argmin(np.where(np.isfinite(forces), power, -np.inf)))
    if power[worst] >= 0.0 and np.isfinite(forces[worst]):
        return True
    rule = "a damper must have the sign of the speed, and be 0 at 0"
    value = f"{forces[worst]:g} N at {SPEEDS[worst]:g} m/s"
    entry.report("M04", "c", f"is not allowed: {rule}", value=value)
    return False
