"""What a system answers with: named parts with units and frames, never bare six-vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.rotation import quaternion_of
from sarrus.summaries import html_table, in_line, summary, with_summary

Result = TypeVar("Result")


class Named(dict[str, Result], Generic[Result]):
    """Results by name; a name that is not there is answered with the nearest one.

    formulation: by which loads of joints were found, "recursive" or "state_vector"; else empty.
    """

    def __init__(self, kind: str, results: Mapping[str, Result], formulation: str = "") -> None:
        super().__init__(results)
        self.kind, self.formulation = kind, formulation

    def __repr__(self) -> str:
        lines = {name: in_line(value) for name, value in self.items()}
        return summary(f"{self.kind}: {len(self)} by name", lines)

    def _repr_html_(self) -> str:
        rows = [(name, in_line(value)) for name, value in self.items()]
        return html_table(self.kind, (self.kind, "value"), rows)

    def __missing__(self, name: str) -> Result:
        from difflib import get_close_matches  # for mistakes only

        near = get_close_matches(str(name), list(self), n=1)
        action = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(self) or 'none'}"
        raise ModelError(
            Problem("M09", f"{self.kind} '{name}'", "is not among the results", action=action)
        )


@with_summary
@dataclass(frozen=True)
class PointMotion:
    """A point of a body in world axes: position [m], velocity [m/s], acceleration [m/s^2]."""

    position: np.ndarray
    velocity: np.ndarray | None = None
    acceleration: np.ndarray | None = None


@with_summary
@dataclass(frozen=True)
class BodyMotion:
    """A body frame in world axes.

    position [m], rotation R_WB; velocity [m/s] and acceleration [m/s^2] of its origin; angular
    velocity [rad/s] and acceleration [rad/s^2]. What was not asked for is None.
    """

    position: np.ndarray
    rotation: np.ndarray
    velocity: np.ndarray | None = None
    angular_velocity: np.ndarray | None = None
    acceleration: np.ndarray | None = None
    angular_acceleration: np.ndarray | None = None

    @property
    def quat_wxyz(self) -> np.ndarray:
        """The orientation as a unit quaternion (w, x, y, z) with w >= 0."""
        return quaternion_of(self.rotation)


@with_summary
@dataclass(frozen=True)
class Wrench:
    """Force [N] and moment [N m] through a joint.

    on: "child" or "parent", the side that it acts on; axes: "joint", "body", "world" or the name
    of a frame; at: the point of reference, in world coordinates [m]. unique_force, unique_moment:
    for each component, whether the loops determine it; if not, the value of smallest norm over all
    joints is shown, and `because` names the loops whose redundant rows are the reason.
    """

    force: np.ndarray
    moment: np.ndarray
    at: np.ndarray
    on: str
    axes: str
    unique_force: tuple[bool, ...] = (True, True, True)
    unique_moment: tuple[bool, ...] = (True, True, True)
    because: tuple[str, ...] = ()

    @property
    def unique(self) -> bool:
        """Whether all six components are unique."""
        return all(self.unique_force) and all(self.unique_moment)


@dataclass(frozen=True)
class Energy:
    """Energies [J]: kinetic, of gravity (zero at the world's origin), stored in force elements."""

    kinetic: float
    gravity: float
    elements: float

    @property
    def potential(self) -> float:
        """Gravity and force elements together."""
        return self.gravity + self.elements

    @property
    def total(self) -> float:
        """Kinetic and potential energy."""
        return self.kinetic + self.potential


@with_summary
@dataclass(frozen=True)
class Momentum:
    """Momentum of the whole mechanism in world axes.

    mass [kg]; com: centre of mass [m] and its velocity [m/s]; linear momentum [kg m/s]; angular
    momentum [kg m^2/s] about the centre of mass, and about the world's origin.
    """

    mass: float
    com: np.ndarray
    com_velocity: np.ndarray
    linear: np.ndarray
    angular: np.ndarray
    angular_about_origin: np.ndarray


@with_summary
@dataclass(frozen=True)
class HybridMotion:
    """Accelerations and efforts of all velocity coordinates, found or given."""

    vdot: np.ndarray
    tau: np.ndarray
