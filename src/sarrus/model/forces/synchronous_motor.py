"""A synchronous motor whose rotor has a steady field; two currents in its axes are states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import joint_coordinate, number, time_law
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    ForceElement,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, timed_value
from sarrus.model.forces.shaft import check_turning
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, clamp, select
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

PHASES = 1.5
"""Power of three phases over that of the two axes, whose currents are amplitudes of phases."""
LEAST_SQUARE = 1e-12
"""Added to the square of a voltage before it divides [V^2]."""


@element(kw_only=True)
class SynchronousMotor(ForceElement):
    """A synchronous motor on a joint, in the axes d (of the field of its rotor) and q.

        inductance_d di_d/dt = u_d - resistance i_d + w_e inductance_q i_q
        inductance_q di_q/dt = u_q - resistance i_q - w_e (inductance_d i_d + flux)
        effort = 1.5 gear pole_pairs (flux i_q + (inductance_d - inductance_q) i_d i_q)

    with w_e = pole_pairs gear w. Currents and voltages are amplitudes of phases, averaged over the
    pulses of the drive. voltage_d and voltage_q are given; or target_d and target_q, which the
    drive follows with di/dt = bandwidth (target - i), as far as voltage_limit lets it:
    sqrt(u_d^2 + u_q^2) stays below it, and the targets within current_limit, d before q.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    resistance: float = number("ohm", "of a phase", above=0.0)
    inductance_d: float = number("H", "along the field of the rotor", above=0.0)
    inductance_q: float = number(
        "H", "across them, as inductance_d if not given", above=0.0, otherwise="inductance_d"
    )
    flux: float = number("Wb", "of the rotor through a phase")
    pole_pairs: float = number(NO_UNIT, "of the rotor", default=1.0, above=0.0)
    gear: float = number(NO_UNIT, "turns of the motor for one of the joint", default=1.0)
    voltage_d: float = time_law(
        "V", "along d, a law of time", law="voltage_d_law", default=None, kept=0.0
    )
    voltage_q: float = time_law(
        "V", "along q, a law of time", law="voltage_q_law", default=None, kept=0.0
    )
    target_d: float = time_law(
        "A", "current along d, a law of time", law="target_d_law", default=None, kept=0.0
    )
    target_q: float = time_law(
        "A", "current along q, a law of time", law="target_q_law", default=None, kept=0.0
    )
    bandwidth: float = number(
        "1/s", "of the control of currents, with targets", default=None, kept=0.0, above=0.0
    )
    voltage_limit: float = number(
        "V", "the largest amplitude, none if not given", default=None, kept=0.0, above=0.0
    )
    current_limit: float = number(
        "A",
        "the largest amplitude of the targets, none if not given",
        default=None,
        kept=0.0,
        above=0.0,
    )
    initial_current_d: float = number("A", "at the start", default=0.0)
    initial_current_q: float = number("A", "at the start", default=0.0)
    voltage_d_law: Curve | Formula | None = None
    voltage_q_law: Curve | Formula | None = None
    target_d_law: Curve | Formula | None = None
    target_q_law: Curve | Formula | None = None
    index: int = 0

    positional = ("joint",)
    states = (
        ElementState("current_d", "A", "current along the field of the rotor"),
        ElementState("current_q", "A", "current across that field"),
    )

    def check(self, reading: Reading) -> None:
        """Report a joint that slides, and commands that contradict each other."""
        check_turning(self, reading)
        entry = reading.entry
        wanted = [n for n in ("target_d", "target_q") if reading.get(n) is not None]
        forced = [n for n in ("voltage_d", "voltage_q") if reading.get(n) is not None]
        if wanted and forced:
            rule = f"is given together with {forced[0]}; the drive finds voltages for targets"
            entry.report("M28", wanted[0], rule, action="give voltages or targets")
        if bool(wanted) != bool(self.bandwidth):
            rule = "is missing: targets need it" if wanted else "is used with targets only"
            entry.report("M28", "bandwidth", rule, action="give bandwidth and target_q")

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        found = super().as_options(drawing)
        left_out = [k for k in ("bandwidth", "voltage_limit", "current_limit") if not found[k]]
        if self.bandwidth:
            found.setdefault("target_q", self.target_q)
        return {k: x for k, x in found.items() if k not in left_out}

    def _currents(self, scene: Scene) -> tuple[Scalar, Scalar]:
        return scene.state(self, "current_d"), scene.state(self, "current_q")

    def _induction(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the voltages by the rotation."""
        d, q = self._currents(scene)
        turns = scene.value(self, "gear") * scene.rate(self.joint, self.index)
        w = scene.value(self, "pole_pairs") * turns
        along = scene.value(self, "inductance_d") * d + scene.value(self, "flux")
        return -w * scene.value(self, "inductance_q") * q, w * along

    def _targets(self, scene: Scene) -> tuple[Scalar, Scalar]:
        d, q = timed_value(self, scene, "target_d"), timed_value(self, scene, "target_q")
        if not self.current_limit:
            return d, q
        most = scene.value(self, "current_limit")
        d = clamp(d, most)
        left = most * most - d * d
        return d, clamp(q, np.sqrt(select(left > 0.0, left, 0.0) + LEAST_SQUARE))

    def voltages(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the voltages along d and q."""
        if self.bandwidth:
            found = []
            parts = zip(
                "dq",
                self._currents(scene),
                self._induction(scene),
                self._targets(scene),
                strict=True,
            )
            for axis, current, induced, target in parts:
                rise = scene.value(self, f"inductance_{axis}") * scene.value(self, "bandwidth")
                lost = scene.value(self, "resistance") * current
                found.append(lost + induced + rise * (target - current))
            d, q = found
        else:
            d, q = timed_value(self, scene, "voltage_d"), timed_value(self, scene, "voltage_q")
        if not self.voltage_limit:
            return d, q
        size = np.sqrt(d * d + q * q + LEAST_SQUARE)
        most = scene.value(self, "voltage_limit")
        part = select(size > most, most / size, 1.0)
        return part * d, part * q

    def torque(self, scene: Scene) -> Scalar:
        """Return the torque of the rotor [N m]."""
        d, q = self._currents(scene)
        salient = scene.value(self, "inductance_d") - scene.value(self, "inductance_q")
        pull = scene.value(self, "flux") * q + salient * d * q
        return PHASES * scene.value(self, "pole_pairs") * pull

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort = scene.value(self, "gear") * self.torque(scene)
        return (CoordinateLoad(self.joint, self.index, effort),)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        found = []
        parts = zip(
            "dq", self._currents(scene), self._induction(scene), self.voltages(scene), strict=True
        )
        for axis, current, induced, voltage in parts:
            left = voltage - scene.value(self, "resistance") * current - induced
            found.append(left / scene.value(self, f"inductance_{axis}"))
        return found

    def potential(self, scene: Scene) -> Scalar:
        d, q = self._currents(scene)
        stored = scene.value(self, "inductance_d") * d * d
        return 0.5 * PHASES * (stored + scene.value(self, "inductance_q") * q * q)

    def dissipation(self, scene: Scene) -> Scalar:
        d, q = self._currents(scene)
        return PHASES * scene.value(self, "resistance") * (d * d + q * q)

    def supply(self, scene: Scene) -> Scalar:
        (d, q), (u_d, u_q) = self._currents(scene), self.voltages(scene)
        return PHASES * (u_d * d + u_q * q)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("torque", "N*m", "of the rotor"),
            Measure("voltage_d", "V", "along the field of the rotor"),
            Measure("voltage_q", "V", "across the field of the rotor"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return (self.torque(scene), *self.voltages(scene))

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        names = ("voltage_d_law", "voltage_q_law", "target_d_law", "target_q_law")
        return [x for name in names for x in law_switches(getattr(self, name), scene.time)]
