"""Whether the energy and dissipation of a user's force law account for the power of its loads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.forces.user_force import AXES, UserForce
from sarrus.model.forces.user_motion import Read
from sarrus.model.forces.user_state_force import UserStateForce
from sarrus.spatial.dual import Dual

TRIALS = 8
TOLERANCE = 1e-6
"""Of the powers that must cancel, relative to their sizes."""
SPREAD = 0.1
"""How far points are moved from the drawing [m], and coordinates from zero."""

Drawn = Mapping[str, Any]


def contradiction(element: UserForce, drawn: Drawn) -> tuple[str, str, str] | None:
    """Return what is contradicted, the rule and the numbers; None if all agrees.

    At random motions of what the law sees: (power of the loads) + d(energy)/dt + dissipation = 0,
    or the supply of a law with states, and dissipation >= 0. drawn: the points in the drawing.
    """
    rng = np.random.default_rng(20240229)
    for _ in range(TRIALS):
        motion = _Trial(element, drawn, rng)
        with np.errstate(all="ignore"):
            values = element.formula.values(*[motion.value(read) for read in element.reads])
            moved = element.formula.values(*[motion.dual(read) for read in element.reads])
        place = -2 if element.has_dissipation else -1
        stored = getattr(moved[place], "rate", 0.0) if element.has_energy else 0.0
        lost = float(values[-1]) if element.has_dissipation else 0.0
        works = motion.works(values)
        if motion.brought:
            works.append(-motion.brought)
        size = sum(map(abs, works)) + abs(stored) + abs(lost)
        if not np.isfinite(size):
            continue
        if lost < -TOLERANCE * size:
            return "dissipation", "is below zero: it would be supply", f"{lost:g} W"
        if abs(sum(works) + stored + lost) > TOLERANCE * size:
            brought = f" minus supply {motion.brought:g} W" if motion.brought else ""
            powers = f"power of the loads{brought} {sum(works):g} W, d(energy)/dt {stored:g} W"
            value = f"{powers}, dissipation {lost:g} W at a random motion"
            what = "energy" if element.has_energy else "dissipation"
            return what, "contradict each other: their sum must be 0", value
    return None


class _Trial:
    """Numbers for everything that a law may see, as if all of it moved freely."""

    def __init__(self, element: UserForce, drawn: Drawn, rng: np.random.Generator) -> None:
        self.element = element
        self.places = {p: np.asarray(x) + SPREAD * rng.normal(size=3) for p, x in drawn.items()}
        on = {name: body for name, body, _ in element.points}
        self.velocities = {p: rng.normal(size=3) * (on[p] != GROUND) for p in drawn}
        self.turning = {body: rng.normal(size=3) * (body != GROUND) for body in element.bodies}
        self.axes = {body: _rotation(rng) for body in element.bodies}
        numbers = {place[1:] for place in (*element.coordinates, *element.rates)}
        self.coordinates = {n: SPREAD * rng.normal() for n in sorted(numbers)}
        self.rates = {n: rng.normal() for n in sorted(numbers)}
        self.time = rng.uniform()
        self.states: dict[str, float] = {}
        self.state_rates: dict[str, float] = {}
        self.brought = 0.0
        if isinstance(element, UserStateForce):
            for name, start, _, scale in element.memory:
                self.states[name] = start + (scale or max(1.0, abs(start))) * rng.normal()
            with np.errstate(all="ignore"):
                read = [self.value(read) for read in element.state_reads]
                found = [float(x) for x in element.state_formula.values(*read)]
            self.state_rates = dict(zip(self.states, found, strict=False))
            self.brought = found[-1] if element.has_supply else 0.0

    def value(self, read: Read) -> float:
        """Return a number of the motion."""
        kind, target, k = read
        if kind == "position":
            return float(self.places[target][k])
        if kind == "velocity":
            return float(self.velocities[target][k])
        if kind in AXES:
            return float(self.axes[target][k] @ np.array(AXES[kind]))
        if kind == "angular velocity":
            return float(self.turning[target][k])
        if kind == "coordinate":
            return self.coordinates[_number(self.element.coordinates, target)]
        if kind == "rate":
            return self.rates[_number(self.element.rates, target)]
        if kind == "state":
            return self.states[target]
        return self.time if kind == "time" else float(getattr(self.element, target))

    def dual(self, read: Read) -> Dual:
        """Return the number with its rate; velocities are taken as steady."""
        kind, target, k = read
        rate = 0.0
        if kind == "position":
            rate = float(self.velocities[target][k])
        elif kind in AXES:
            axis = self.axes[target] @ np.array(AXES[kind])
            rate = float(np.cross(self.turning[target], axis)[k])
        elif kind == "coordinate":
            rate = self.rates[_number(self.element.coordinates, target)]
        elif kind == "state":
            rate = self.state_rates[target]
        return Dual(self.value(read), rate)

    def works(self, values: list[Any]) -> list[float]:
        """Return the powers of the single loads."""
        found, at = [], 0
        for kind, target in self.element.acts:
            if kind == "effort":
                rate = self.rates[_number(self.element.rates, target)]
                found.append(float(values[at]) * rate)
                at += 1
                continue
            along = self.velocities[target] if kind == "force" else self.turning[target]
            found.append(float(np.array(values[at : at + 3], dtype=float) @ along))
            at += 3
        return found


def _number(names: tuple[tuple[str, str, int], ...], name: str) -> tuple[str, int]:
    return next((joint, index) for known, joint, index in names if known == name)


def _rotation(rng: np.random.Generator) -> np.ndarray:
    return np.linalg.qr(rng.normal(size=(3, 3)))[0]
