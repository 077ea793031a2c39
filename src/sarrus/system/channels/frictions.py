"""The channels of exact friction: whether it sticks, its effort, and what is left of its bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.forces.exact_friction import ExactFriction
from sarrus.spatial.arrays import Array, select
from sarrus.system.channels.definition import Definition, Labelling
from sarrus.system.channels.efforts import EFFORT
from sarrus.system.channels.joint_motion import JointMotion
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.view import StateView, each, traced

if TYPE_CHECKING:
    from sarrus.system.system import System

TINY = 1e-300
"""Added to the square of an effort, whose size is then differentiable."""
ROUNDED = 1e-9
"""The part of the bound by which the effort at rest exceeds it where it breaks away."""


def friction_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all frictions that are exact in runs."""
    for element in system.model.forces:
        if isinstance(element, ExactFriction) and element.exact:
            yield from _definitions(FrictionChannels(system, element))


class FrictionChannels:
    """One friction as channels read it."""

    def __init__(self, system: System, element: ExactFriction) -> None:
        self.element, self.moving = element, JointMotion(system, system.model.joint(element.joint))

    def number(self, at: StateView, name: str) -> Array | None:
        """Return a number of its mode at states, None where nothing decides modes."""
        found = at.values.get(f"force:{self.element.name}.{name}")
        return None if found is None else found + np.zeros(np.shape(at.q)[:-1])

    def sense(self, at: StateView) -> Array:
        """Return 1 or -1 where it slides with or against its coordinate, 0 where it sticks."""
        found = self.number(at, "sense")
        if found is not None:
            return found
        rate = self.moving.velocities(at)[..., self.element.index]
        slow: float = getattr(self.element, "smoothing", 0.0)
        if traced(rate):
            return each(lambda w: select(w > slow, 1.0, select(w < -slow, -1.0, 0.0)), rate)
        return np.where(rate > slow, 1.0, np.where(rate < -slow, -1.0, 0.0))

    def effort(self, at: StateView) -> Array:
        """Return what friction does on the rate of its coordinate, sliding or sticking."""
        key = (self.element.name, "effort", self.element.joint, self.element.index)
        own = at.of_element(key)
        if own is None:
            return np.zeros(np.shape(at.q)[:-1])[()]
        stuck = self.number(at, "stuck")
        if stuck is None:
            return own[..., 0]
        return own[..., 0] + stuck * self.moving.drive_efforts(at)[..., self.element.index]

    def bound(self, at: StateView) -> Array:
        """Return the largest friction at rest."""
        found = at.of_element((self.element.name, "bound"))
        return np.zeros(np.shape(at.q)[:-1])[()] if found is None else found[..., 0]

    def margin(self, at: StateView) -> Array:
        """Return by how much the friction at rest is below its bound, 0 while it slides."""
        sense = self.sense(at)
        left = each(lambda b, f: b - np.sqrt(f * f + TINY), self.bound(at), self.effort(at))
        return (1.0 - sense * sense) * left

    def room(self, at: StateView) -> Array:
        """Return the margin with what rounding needs, whose zero is watched."""
        return self.margin(at) + ROUNDED * self.bound(at)

    @property
    def labels(self) -> Labelling:
        """What tells whether the friction is unique: not where several share it at rest."""
        vector, start = "cut_v" if self.moving.cut else "v", self.moving.place.start
        place = (start + self.element.index,)

        def labels(at: object) -> Labels:
            found = at.effort_labels(vector, place)  # type: ignore[attr-defined]
            shared = self.number(at, "shared")  # type: ignore[arg-type]
            if shared is None or not np.any(shared):
                return found
            each_ = found.each & (np.asarray(shared) == 0.0)[:, None]
            return Labels(each_, ("frictions at rest",), ~each_)

        return labels


def _definitions(friction: FrictionChannels) -> Iterator[Definition]:
    element = friction.element
    velocity = friction.moving.joint.type.velocities[element.index]
    unit = EFFORT.get(velocity.unit, "")
    of = f"{element.type_name} '{element.name}' on {element.joint}.{velocity.name}"
    yield Definition(
        "force",
        f"{element.name}.sense",
        "",
        f"1 or -1 where {of} slides with or against it, 0 where it sticks",
        friction.sense,
    )
    yield Definition(
        "force",
        f"{element.name}.friction",
        unit,
        f"effort of {of}, sliding or sticking",
        friction.effort,
        labels=friction.labels,
        solved=True,
    )
    for name, text, read in (
        ("bound", "the largest effort at rest of", friction.bound),
        (
            "margin",
            "how far the effort at rest is below its bound, 0 while it slides, of",
            friction.margin,
        ),
    ):
        yield Definition(
            "force",
            f"{element.name}.{name}",
            unit,
            f"{text} {of}",
            read,
            labels=friction.labels,
            solved=True,
        )
    yield Definition(
        "force",
        f"{element.name}.room",
        unit,
        f"margin of {of}, and what rounding needs",
        friction.room,
        listed=False,
        solved=True,
    )
