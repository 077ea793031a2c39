"""What a force law of the user sees of the motion while it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.forces.recorder import RecordedValue, Recorder
from sarrus.spatial.arrays import Array, Scalar, dot, length

Read = tuple[str, str, int]
"""A number of the motion: its kind, the point, body, coordinate or parameter, and which of it."""

Act = tuple[str, str]
"""A load: "force" on a point, "moment" on a body or "effort" on a coordinate."""


@dataclass(frozen=True)
class UserLoad:
    """A load that the user's function returns; `values` in world axes, or one effort."""

    act: Act
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Motion:
    """The motion of named points, bodies and joints, and what acts on them.

    Vectors are arrays of three in world axes. A coordinate is named "joint", where the joint has
    one, or "joint.angle", as in results.
    """

    points: Mapping[str, str]
    bodies: frozenset[str]
    coordinates: Mapping[str, int]
    rates: Mapping[str, int]
    parameters: frozenset[str]
    states: frozenset[str] = frozenset()
    recorder: Recorder = field(default_factory=Recorder)
    reads: list[Read] = field(default_factory=list)

    @property
    def time(self) -> Scalar:
        """Time [s]."""
        return self._read("time", "", 0)

    def position(self, point: str) -> Array:
        """Return the position of a point [m]."""
        return self._three("position", _known_name(point, self.points, "point"))

    def velocity(self, point: str) -> Array:
        """Return the velocity of a point [m/s]."""
        return self._three("velocity", _known_name(point, self.points, "point"))

    def distance(self, a: str, b: str) -> Scalar:
        """Return the distance of two points [m]."""
        return length(self.position(b) - self.position(a))

    def distance_rate(self, a: str, b: str) -> Scalar:
        """Return the rate of the distance of two points [m/s]."""
        gap = self.position(b) - self.position(a)
        return dot(self.velocity(b) - self.velocity(a), gap / length(gap))

    def axes(self, body: str) -> Array:
        """Return the axes x, y, z of a body as the columns of a 3x3 matrix."""
        _known_name(body, self.bodies, "body")
        return np.array([self._three(f"axis {k}", body) for k in "xyz"]).T

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body [rad/s]."""
        return self._three("angular velocity", _known_name(body, self.bodies, "body"))

    def coordinate(self, name: str) -> Scalar:
        """Return a coordinate of a joint [rad or m]."""
        return self._read("coordinate", _known_name(name, self.coordinates, "coordinate"), 0)

    def rate(self, name: str) -> Scalar:
        """Return a velocity coordinate of a joint [rad/s or m/s]."""
        return self._read("rate", _known_name(name, self.rates, "velocity coordinate"), 0)

    def parameter(self, name: str) -> Scalar:
        """Return a parameter of the element, which may become a kernel input."""
        return self._read("parameter", _known_name(name, self.parameters, "parameter"), 0)

    def state(self, name: str) -> Scalar:
        """Return a state of the element."""
        return self._read("state", _known_name(name, self.states, "state"), 0)

    def force(self, point: str, force: Any) -> UserLoad:
        """Put a force [N] on a point."""
        return UserLoad(("force", _known_name(point, self.points, "point")), _vector(force))

    def moment(self, body: str, moment: Any) -> UserLoad:
        """Put a moment [N m] on a body."""
        return UserLoad(("moment", _known_name(body, self.bodies, "body")), _vector(moment))

    def effort(self, name: str, effort: Any) -> UserLoad:
        """Put an effort [N m or N] on a velocity coordinate of a joint."""
        value = effort.item() if isinstance(effort, np.ndarray) else effort
        return UserLoad(("effort", _known_name(name, self.rates, "velocity coordinate")), (value,))

    def _three(self, kind: str, target: str) -> Array:
        return np.array([self._read(kind, target, k) for k in range(3)])

    def _read(self, kind: str, target: str, k: int) -> RecordedValue:
        if (kind, target, k) not in self.reads:
            self.reads.append((kind, target, k))
        return self.recorder.argument(f"{kind} {k} of {target}")


def _known_name(name: str, known: Any, kind: str) -> str:
    if name not in known:
        listed = ", ".join(repr(k) for k in sorted(known)[:8]) or "none"
        raise LookupError(f"{name!r} is not the name of a {kind}; known: {listed}")
    return name


def _vector(values: Any) -> tuple[Any, ...]:
    if np.shape(values) != (3,):
        raise TypeError("a force or moment must be three numbers, in world axes")
    return tuple(values)
