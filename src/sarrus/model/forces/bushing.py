"""Bushing: six springs and dampers between two frames of two bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import ForceElement, Load, MomentLoad, PointLoad, Scene
from sarrus.model.pose import Pose
from sarrus.spatial import Rotation
from sarrus.spatial.arrays import Array, Scalar, cross, join
from sarrus.spatial.rotation_vector import rotation_vector

Vector6 = tuple[float, float, float, float, float, float]
Matrix6 = tuple[Vector6, Vector6, Vector6, Vector6, Vector6, Vector6]

NOTHING: Vector6 = (0.0,) * 6


@dataclass(frozen=True)
class _Deflection:
    """The deflection e = (p, phi) of frame B seen from A, its rate, and what maps forces back.

    axes: R_WA; origin: of B, in world axes; H: of dphi/dt = H w.
    """

    axes: Rotation
    origin: Array
    e: Array
    rate: Array
    H: Array


@dataclass(frozen=True)
class Bushing(ForceElement):
    """Generalised force preload - stiffness e - damping de/dt on the deflection e of b from a.

    e = (p, phi): position [m] of frame B, on body b, in frame A, on body a, and the rotation
    vector of R_AB [rad], both in the axes of A. stiffness, symmetric, and damping: 6 x 6 matrices
    [N/m, N/rad, N m/rad] and [N s/m, N s/rad, N m s/rad]; preload [N, N m].
    The energy is 1/2 e^T stiffness e - preload.e; force and moment are its exact gradient at
    rotations of any size below 180 degrees.
    """

    name: str
    body_a: str
    body_b: str
    on_a: Pose
    on_b: Pose
    stiffness: Matrix6
    damping: Matrix6 = (NOTHING,) * 6
    preload: Vector6 = NOTHING

    type_name: ClassVar[str] = "bushing"
    units: ClassVar[dict[str, str]] = {
        "stiffness": "N/m, N/rad and N m/rad",
        "damping": "N s/m, N s/rad and N m s/rad",
        "preload": "N and N m",
    }

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body_a, self.body_b)

    def _deflection(self, scene: Scene) -> _Deflection:
        X_WA = scene.pose(self.body_a) @ self.on_a.transform
        R_WB = scene.pose(self.body_b).rotation @ self.on_b.transform.rotation
        a = scene.point(self.body_a, self.on_a.position)
        b = scene.point(self.body_b, self.on_b.position)
        axes, gap = X_WA.rotation, b.position - a.position
        phi, H = rotation_vector((axes.inverse @ R_WB).matrix)
        w_a = scene.angular_velocity(self.body_a)
        shift = axes.back(b.velocity - a.velocity - cross(w_a, gap))
        turn = axes.back(scene.angular_velocity(self.body_b) - w_a)
        e, rate = join(axes.back(gap), phi), join(shift, H @ turn)
        return _Deflection(axes, b.position, e, rate, H)

    def _stiffness(self, scene: Scene) -> Array:
        """Return the symmetric part of the stiffness: only that has an energy."""
        K = scene.value(self, "stiffness")
        return 0.5 * (K + K.T)

    def loads(self, scene: Scene) -> Sequence[Load]:
        now = self._deflection(scene)
        g = scene.value(self, "preload") - self._stiffness(scene) @ now.e
        g = g - scene.value(self, "damping") @ now.rate
        force = now.axes.apply(g[0:3])
        moment = now.axes.apply(now.H.T @ g[3:6])
        return (
            PointLoad(self.body_a, now.origin, -force),
            MomentLoad(self.body_a, -moment),
            PointLoad(self.body_b, now.origin, force),
            MomentLoad(self.body_b, moment),
        )

    def potential(self, scene: Scene) -> Scalar:
        e = self._deflection(scene).e
        return 0.5 * (e @ (self._stiffness(scene) @ e)) - scene.value(self, "preload") @ e

    def dissipation(self, scene: Scene) -> Scalar:
        rate = self._deflection(scene).rate
        return rate @ (scene.value(self, "damping") @ rate)
