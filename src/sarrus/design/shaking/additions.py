"""What may be added to a mechanism to balance it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.arguments import with_checks
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND


@with_checks
@dataclass(frozen=True)
class Counterweight:
    """A mass on a body, whose size and direction are found.

    radius: its distance from the pivot [m], half of the longest way from there to another joint of
    the body by default; or mass [kg], and the distance is found. at: the pivot, a point of the
    drawing in world coordinates [m]; by default the joint with ground, or the one that carries the
    body. axis: the normal of the plane in which it lies, in the drawing; that of a hinge by
    default, and any direction where the joint is none.
    """

    body: str
    radius: Any = None
    mass: Any = None
    at: Any = None
    axis: Any = None


@with_checks
@dataclass(frozen=True)
class Disk:
    """A disk on a body, whose moment of inertia is found, and its mass 2 J / radius^2.

    at, axis: its center and axis in the drawing, by default those of the pivot, see
    `Counterweight`; its mass is there.
    """

    body: str
    radius: Any = None
    at: Any = None
    axis: Any = None


@with_checks
@dataclass(frozen=True)
class CounterRotation:
    """A disk that a gear turns by `ratio` times the angle of a hinge, against it if negative.

    It turns about the axis of the hinge, on the body that carries this; its moment of inertia is
    found, and its mass 2 J / radius^2.
    """

    joint: str
    ratio: float = -1.0
    radius: Any = None


@with_checks
@dataclass(frozen=True)
class Spring:
    """A spring from a point of a body to one of another, or of ground, against gravity.

    at: the point of the body, to: the other end, both in the drawing [m]. k [N/m]: found where it
    is not given; without `to`, the other end is found, for a spring of no free length.
    free_length [m]: 0 for a spring whose pull is k times its length, None where it is found.
    """

    body: str
    at: Any
    to: Any = None
    on: str = GROUND
    k: Any = None
    free_length: Any = 0.0


Addition = Counterweight | Disk | CounterRotation | Spring

KINDS: Mapping[str, type[Any]] = {
    "counterweight": Counterweight,
    "disk": Disk,
    "counter_rotation": CounterRotation,
    "spring": Spring,
}
"""What may be added, by the words of model files."""


def addition_of(record: Mapping[str, Any]) -> Addition:
    """Return the addition of a record of a model file, as its reader yields it."""
    found: Addition = KINDS[record["kind"]](**{k: x for k, x in record.items() if k != "kind"})
    return found
