"""Force elements: their loads, and the derivatives of these in dual numbers.

The loads of an element depend on the few bodies and joints that it looks at, and change with the
coordinates that carry these: one evaluation of the element, not of the equations of motion, for
each of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.dynamics.derivatives.cut_tangents import CutTangents
from sarrus.dynamics.derivatives.link_loads import LinkLoads, LoadTable
from sarrus.dynamics.derivatives.moved_scene import MovedScene
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.dynamics.derivatives.watched_scene import WatchedScene
from sarrus.dynamics.loads import TreeScene
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, MomentLoad, PointLoad
from sarrus.spatial.arrays import Array, Scalar, cross, join
from sarrus.spatial.dual import rates, values


def add_elements(
    table: LoadTable, along: Tangents, cuts: tuple[CutTangents, ...], time: Scalar
) -> None:
    """Add the loads of all force elements, and their derivatives if the table holds any."""
    still = TreeScene(along.motion.velocities, time)
    for element in along.tree.forces:
        seen = WatchedScene(still)
        loads = element.loads(seen)
        seen.note(loads)
        _add_values(loads, along, cuts, table.loads)
        for by, found in (("q", table.by_q), ("v", table.by_v)):
            for k in _coordinates(along, seen) if found else ():
                _add_rates(MovedScene(still, along, cuts, k, by), element, found[k])


def _coordinates(along: Tangents, seen: WatchedScene) -> list[int]:
    """Return the velocity coordinates on which the quantities that were looked at depend."""
    tree = along.tree
    links = {tree.index[body] for body in seen.bodies}
    joints = set()
    for name in seen.joints:
        if name in tree.cut_index:
            cut = tree.cuts[tree.cut_index[name]]
            links |= {cut.parent, cut.child}
        else:
            joints.add(tree.joint_index[name])
    carriers = {j for i in links if i >= 0 for j in along.paths[i]}
    return [k for i in sorted(carriers | joints) for k in along.columns(i)]


def _add_values(
    loads: Sequence[Load], along: Tangents, cuts: tuple[CutTangents, ...], into: LinkLoads
) -> None:
    tree = along.tree
    for load in loads:
        if not isinstance(load, CoordinateLoad):
            i = tree.index[load.body]
            if i >= 0:
                into.add_wrenches({i: _wrench(along, i, load)})
        elif load.joint in tree.cut_index:
            at = cuts[tree.cut_index[load.joint]]
            into.add_wrenches(at.on_links(at.position.efforts[:, load.index] * load.effort))
        else:
            into.add_effort(_place(along, load), load.effort)


def _add_rates(scene: MovedScene, element: ForceElement, into: LinkLoads) -> None:
    tree = scene.along.tree
    for load in element.loads(scene):
        if not isinstance(load, CoordinateLoad):
            i = tree.index[load.body]
            if i >= 0:
                into.add_wrenches({i: _wrench_rate(scene, i, load)})
        elif load.joint in tree.cut_index:
            at = scene.cut(load.joint)
            W = scene.cut_efforts(at)[:, load.index] * load.effort
            into.add_wrenches(at.rates_on_links(values(W), rates(W), scene.displacement(at)))
        else:
            into.add_effort(_place(scene.along, load), rates(np.array([load.effort]))[0])


def _place(along: Tangents, load: CoordinateLoad) -> int:
    tree = along.tree
    return tree.links[tree.joint_index[load.joint]].v.start + load.index


def _wrench(along: Tangents, i: int, load: PointLoad | MomentLoad) -> Array:
    X_WR = along.references[i]
    back = X_WR.rotation.back
    if isinstance(load, MomentLoad):
        return join(np.zeros(3), back(load.moment))
    return join(back(load.force), back(cross(load.point - X_WR.position, load.force)))


def _wrench_rate(scene: MovedScene, i: int, load: PointLoad | MomentLoad) -> Array:
    """Return the rate of the wrench on link i, less what it changes by moving with the link."""
    moved = scene.by == "q" and scene.moves(load.body)
    X_WR = scene.along.references[i]
    back = X_WR.rotation.back
    if isinstance(load, MomentLoad):
        return join(np.zeros(3), back(_own_rate(scene, load.moment, moved)))
    f, f_rate = values(load.force), _own_rate(scene, load.force, moved)
    point, shift = values(load.point), rates(load.point)
    if moved:
        shift = shift - scene.point_velocity(point)
    moment = cross(point - X_WR.position, f_rate) + cross(shift, f)
    return join(back(f_rate), back(moment))


def _own_rate(scene: MovedScene, vector: Array, moved: bool) -> Array:
    rate = rates(vector)
    return rate - cross(scene.turned, values(vector)) if moved else rate
