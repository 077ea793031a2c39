"""What every force element can do.

An element is data (a frozen dataclass) and four functions of the motion that a `Scene` shows
it: the loads that it puts on bodies and coordinates, the energy that it stores, the power that
it loses and the power that it brings in. The power of its loads is what it brings in, less what
it loses, less what it stores. All are written in the vocabulary of `sarrus.spatial.arrays`, so
that they run on numbers and are traced into machine code with exact derivatives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar


@dataclass(frozen=True)
class PointMotion:
    """Position [m] and velocity [m/s] of a point of a body, in world axes."""

    position: Array
    velocity: Array


class Scene(Protocol):
    """The motion of a mechanism as a force element sees it, in world axes."""

    @property
    def time(self) -> Scalar:
        """Time [s]."""

    def value(self, element: ForceElement, parameter: str) -> Scalar | Array:
        """Return a parameter of the element: its number, or the kernel input named after it."""

    def pose(self, body: str) -> Transform:
        """Return X_WB."""

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return the motion of the point r_B, given in the body frame."""

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body, in world axes."""

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body [rad/s], in world axes."""

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a position coordinate of a joint."""

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""


@dataclass(frozen=True)
class PointLoad:
    """A force [N] on a body at a point, both in world axes."""

    body: str
    point: Array
    force: Array


@dataclass(frozen=True)
class MomentLoad:
    """A moment [N m] on a body, in world axes."""

    body: str
    moment: Array


@dataclass(frozen=True)
class CoordinateLoad:
    """A generalised force [N or N m] on one velocity coordinate of a joint."""

    joint: str
    index: int
    effort: Scalar


Load = PointLoad | MomentLoad | CoordinateLoad


class ForceElement(ABC):
    """One force element of a model. Subclasses are frozen dataclasses with a `name`."""

    type_name: ClassVar[str]
    units: ClassVar[dict[str, str]] = {}
    """The parameters that may become kernel inputs, with their units."""

    name: str

    @property
    def bodies(self) -> tuple[str, ...]:
        """Names of the bodies that the element refers to."""
        return ()

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints that the element refers to."""
        return ()

    @abstractmethod
    def loads(self, scene: Scene) -> Sequence[Load]:
        """Return what the element puts on the mechanism."""

    def potential(self, scene: Scene) -> Scalar:
        """Return the stored energy [J]."""
        return 0.0

    def dissipation(self, scene: Scene) -> Scalar:
        """Return the power turned into heat [W], never negative."""
        return 0.0

    def supply(self, scene: Scene) -> Scalar:
        """Return the power that the element puts into the mechanism from outside [W]."""
        return 0.0

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        """Return values whose sign changes are where the law of the element has a kink.

        Its loads are written without branches; integration with error control ends steps there.
        """
        return ()
