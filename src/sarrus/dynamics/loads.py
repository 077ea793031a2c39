"""The force elements of a tree: what they see, and what they put on links and coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.dynamics.cut_joints import CutPosition, CutVelocity, on_links
from sarrus.dynamics.input_names import STATES
from sarrus.dynamics.kinematics import Velocities
from sarrus.dynamics.tree import Values
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import (
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
        raw = self.speed.positions.tree.values.get(name)
        if raw is not None:
            return raw
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
        if joint in where.tree.cut_index:
            return self._cut(joint).coordinates[index]
        return where.q[where.tree.links[where.tree.joint_index[joint]].q][index]

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""
        tree = self.speed.positions.tree
        if joint in tree.cut_index:
            return CutVelocity(self._cut(joint), self.speed).rates[index]
        return self.speed.v[tree.links[tree.joint_index[joint]].v][index]

    def state(self, element: ForceElement, name: str) -> Scalar:
        """Return a state of an element; its start value where no states are given."""
        tree = self.speed.positions.tree
        z = tree.values.get(STATES)
        if z is None:
            return self.value(element, f"initial_{name}")
        return z[tree.state_index[element.name, name]]

    def element(self, name: str) -> ForceElement | None:
        """Return another element; None where it is switched off."""
        return next((e for e in self.speed.positions.tree.forces if e.name == name), None)

    def _cut(self, joint: str) -> CutPosition:
        where = self.speed.positions
        return CutPosition(where, where.tree.cuts[where.tree.cut_index[joint]])


def _array(r: Sequence[float] | Array) -> Array:
    return np.array(r, dtype=float) if isinstance(r, (tuple, list)) else r


@dataclass(frozen=True)
class AppliedLoads:
    """Loads on the links and on coordinates.

    on_links: six-vectors at C in C's axes (None: nothing), those of elements on cut joints
    included; on_cuts: the latter again, as wrenches on the child at M in M's axes.
    """

    on_links: tuple[Array | None, ...]
    on_coordinates: dict[int, Scalar]
    on_cuts: dict[int, Array] = field(default_factory=dict)

    def efforts(self, nv: int) -> list[Scalar]:
        """Return the loads on all velocity coordinates."""
        return [self.on_coordinates.get(k, 0.0) for k in range(nv)]


def applied_loads(speed: Velocities, time: Scalar, extra: Sequence[Load] = ()) -> AppliedLoads:
    """Return the loads of all force elements, and of `extra`, at this motion."""
    tree = speed.positions.tree
    scene = TreeScene(speed, time)
    loads = [load for element in tree.forces for load in element.loads(scene)]
    return with_loads(speed, AppliedLoads((None,) * len(tree.links), {}), [*loads, *extra])


def with_loads(speed: Velocities, before: AppliedLoads, loads: Sequence[Load]) -> AppliedLoads:
    """Return loads with some more."""
    tree = speed.positions.tree
    wrenches, on_coordinates = list(before.on_links), dict(before.on_coordinates)
    on_cuts = dict(before.on_cuts)
    for load in loads:
        if isinstance(load, CoordinateLoad) and load.joint in tree.cut_index:
            _add_to_cut(speed, load, wrenches, on_cuts)
            continue
        if isinstance(load, CoordinateLoad):
            k = tree.links[tree.joint_index[load.joint]].v.start + load.index
            on_coordinates[k] = on_coordinates.get(k, 0.0) + load.effort
            continue
        i = tree.index[load.body]
        if i < 0:
            continue
        F = _on_link(speed.positions.frame(i), load)
        known = wrenches[i]
        wrenches[i] = F if known is None else known + F
    return AppliedLoads(tuple(wrenches), on_coordinates, on_cuts)


def start_states(forces: Sequence[ForceElement], values: Values) -> list[Scalar]:
    """Return the start values of the states of all force elements, in the order of `Tree.states`.

    values: numbers of the model that are given by name.
    """
    return [
        values.get(f"force:{element.name}.{state.start}", getattr(element, state.start))
        for element in forces
        for state in element.states
    ]


def state_rates(speed: Velocities, time: Scalar) -> list[Scalar]:
    """Return the rates of the states of all force elements, in the order of `Tree.states`."""
    scene = TreeScene(speed, time)
    forces = speed.positions.tree.forces
    return [rate for element in forces if element.states for rate in element.state_rates(scene)]


def ground_load(speed: Velocities, loads: AppliedLoads, time: Scalar) -> Array:
    """Return what force elements put on ground: a wrench about the world's origin."""
    where, total = speed.positions, np.zeros(6)
    scene = TreeScene(speed, time)
    for element in where.tree.forces:
        for load in element.loads(scene):
            if not isinstance(load, CoordinateLoad) and where.tree.index[load.body] < 0:
                total = total + _on_link(Transform.identity(), load)
    for k, W in loads.on_cuts.items():
        at = CutPosition(where, where.tree.cuts[k])
        if at.cut.child < 0 or at.cut.parent < 0:
            total = total + at.X_WM.force(W if at.cut.child < 0 else -W)
    return total


def _add_to_cut(
    speed: Velocities,
    load: CoordinateLoad,
    wrenches: list[Array | None],
    on_cuts: dict[int, Array],
) -> None:
    """Add the effort on a cut joint as a wrench on its child and the opposite on its parent."""
    tree = speed.positions.tree
    cut = tree.cuts[tree.cut_index[load.joint]]
    at = CutPosition(speed.positions, cut)
    W = at.efforts[:, load.index] * load.effort
    for link, F in on_links(at, W):
        before = wrenches[link]
        wrenches[link] = F if before is None else before + F
    k = tree.cut_index[load.joint]
    on_cuts[k] = on_cuts.get(k, np.zeros(6)) + W


def _on_link(X_WC: Transform, load: PointLoad | MomentLoad) -> Array:
    back = X_WC.rotation.back
    if isinstance(load, MomentLoad):
        return join(np.zeros(3), back(load.moment))
    moment = cross(load.point - X_WC.position, load.force)
    return join(back(load.force), back(moment))
