"""The force elements of a tree: what they see, and what they put on links and coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.dynamics.kinematics import Velocities
from sarrus.model.forces import (
    CoordinateLoad,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    PointMotion,
)
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, cross, join


@dataclass(frozen=True)
class TreeScene:
    """The motion of a tree as force elements see it; see `sarrus.model.forces.Scene`."""

    speed: Velocities
    time: Scalar

    def value(self, element: ForceElement, parameter: str) -> Any:
        """Return a parameter of an element: the input of that name, or its number."""
        name = f"force:{element.name}.{parameter}"
        given = self.speed.positions.tree.values.get(name)
        if given is not None:
            return given
        number = getattr(element, parameter)
        return np.array(number) if isinstance(number, tuple) else number

    def pose(self, body: str) -> Transform:
        """Return X_WB."""
        return self.speed.positions.body(body)

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return position and velocity of a point of a body, in world axes."""
        where = self.speed.positions
        i = where.tree.index[body]
        r_C = _array(r_B)
        if i >= 0:
            r_C = where.tree.links[i].X_CB.point(r_C)
        X_WC = where.frame(i)
        V = self.speed.six(i)
        return PointMotion(X_WC.point(r_C), X_WC.rotation.apply(V[0:3] + cross(V[3:6], r_C)))

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body, in world axes."""
        return self.pose(body).rotation.apply(_array(u_B))

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body, in world axes."""
        where = self.speed.positions
        i = where.tree.index[body]
        w = self.speed.w[i] if i >= 0 else self.speed.w_base
        return where.frame(i).rotation.apply(w)

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a position coordinate of a joint."""
        where = self.speed.positions
        return where.q[where.tree.links[where.tree.joint_index[joint]].q][index]

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""
        tree = self.speed.positions.tree
        return self.speed.v[tree.links[tree.joint_index[joint]].v][index]


def _array(r: Sequence[float] | Array) -> Array:
    return np.array(r, dtype=float) if isinstance(r, (tuple, list)) else r


@dataclass(frozen=True)
class AppliedLoads:
    """Loads on the links, six-vectors at C in C's axes (None: nothing), and on coordinates."""

    on_links: tuple[Array | None, ...]
    on_coordinates: dict[int, Scalar]

    def efforts(self, nv: int) -> list[Scalar]:
        """Return the loads on all velocity coordinates."""
        return [self.on_coordinates.get(k, 0.0) for k in range(nv)]


def applied_loads(speed: Velocities, time: Scalar, extra: Sequence[Load] = ()) -> AppliedLoads:
    """Return the loads of all force elements, and of `extra`, at this motion."""
    tree = speed.positions.tree
    scene = TreeScene(speed, time)
    on_links: list[Array | None] = [None] * len(tree.links)
    on_coordinates: dict[int, Scalar] = {}
    loads = [load for element in tree.forces for load in element.loads(scene)]
    for load in [*loads, *extra]:
        if isinstance(load, CoordinateLoad):
            k = tree.links[tree.joint_index[load.joint]].v.start + load.index
            on_coordinates[k] = on_coordinates.get(k, 0.0) + load.effort
            continue
        i = tree.index[load.body]
        if i < 0:
            continue
        F = _on_link(speed.positions.frame(i), load)
        before = on_links[i]
        on_links[i] = F if before is None else before + F
    return AppliedLoads(tuple(on_links), on_coordinates)


def _on_link(X_WC: Transform, load: PointLoad | MomentLoad) -> Array:
    back = X_WC.rotation.back
    if isinstance(load, MomentLoad):
        return join(np.zeros(3), back(load.moment))
    moment = cross(load.point - X_WC.position, load.force)
    return join(back(load.force), back(moment))
