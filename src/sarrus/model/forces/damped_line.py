"""Damping along the line between two points, different in both directions if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.model.forces.element import Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.line import LINE_UNITS, LineElement
from sarrus.model.forces.shaping import negative_part, positive_part
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

DAMPED_UNITS = {"c": "N s/m", "c_compression": "N s/m", "c_rebound": "N s/m", **LINE_UNITS}


@dataclass(frozen=True, kw_only=True)
class DampedLine(LineElement):
    """d(w) = c w + c_compression min(w, 0) + c_rebound max(w, 0) + damper(w), w = dl/dt.

    Every term has the sign of w, so that d(w) w >= 0 is the power turned into heat.
    """

    c: float = 0.0
    c_compression: float = 0.0
    c_rebound: float = 0.0
    damper: Curve | Formula | None = None

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
