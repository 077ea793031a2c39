"""A model as the equations see it: links in tree order, each with its frame and inertia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.link_frames import LinkFrame, link_frames, without_noise
from sarrus.dynamics.model_numbers import ARMATURE, coupler_with, element_with, type_with
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Joint, Model
from sarrus.model.coupler import Coupler
from sarrus.model.forces.among import rows_among
from sarrus.model.forces.element import ElementState, ForceElement
from sarrus.model.joints import JointType
from sarrus.model.model import drawn_pose
from sarrus.spatial import AxisRotation, Inertia, Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, is_zero, matrix_product
from sarrus.spatial.rotation import turn_between, unit_vector
from sarrus.topology import Branch, Layout, Topology

if TYPE_CHECKING:
    from sarrus.model.forces.row import Row

Values = Mapping[str, Any]
"""Kernel inputs that stand for numbers of the model, by name: "body:crank.mass" and so on."""

TURN = 2.0 * np.pi


@dataclass(frozen=True)
class Link:
    """A body with its inboard joint.

    parent: index of the inboard link, -1 for ground; q, v: where its coordinates stand;
    X_PF: constant pose of the joint's inboard frame in the parent's link frame; turn: constant
    turn about z after the joint's own motion; X_CM, X_CB: the model's outboard joint frame and
    body frame in the link frame C; inertia: at C's origin in C's axes; armature: of the joint, see
    `Joint`.
    """

    body: str
    joint: str
    type: JointType
    parent: int
    q: slice
    v: slice
    X_PF: Transform
    turn: Scalar
    X_CM: Transform
    X_CB: Transform
    X_FI: Transform
    inertia: Inertia
    armature: Scalar = 0.0

    def pose(self, q: Array) -> Transform:
        """Return X_FC(q_i), the joint's motion with the constant turn of the link frame."""
        X_FM = self.type.pose(q)
        if is_zero(self.turn):
            return X_FM
        return X_FM @ Transform(AxisRotation.about(2, self.turn), np.zeros(3))

    @property
    def axial(self) -> bool:
        """Whether C may differ from M by a turn about and a shift along z."""
        return self.type.axial


@dataclass(frozen=True)
class AngleSum:
    """The angle of a cut joint, as offset + sum of signs times angles of the tree.

    place: which of the joint's coordinates it is; terms: places in q, and signs; exact: whether
    all axes are parallel. Otherwise the sum only counts the whole turns of the angle measured.
    """

    place: int
    offset: float
    terms: tuple[tuple[int, float], ...]
    exact: bool = True

    def angle_with_turns(self, measured: Scalar, q: Array) -> Scalar:
        """Return the angle with its whole turns."""
        angle: Scalar = self.offset
        for k, sign in self.terms:
            angle = angle + sign * q[k]
        return angle if self.exact else nearest_turn(measured, angle)


def nearest_turn(angle: Scalar, near: Scalar, period: float = TURN) -> Scalar:
    """Return an angle plus the whole turns, or periods, that bring it nearest to another."""
    off = angle - near
    if period != TURN:
        part = period / TURN
        return near + part * np.arctan2(np.sin(off / part), np.cos(off / part))
    return near + np.arctan2(np.sin(off), np.cos(off))


@dataclass(frozen=True)
class Cut:
    """A joint that closes a loop: its type, the links of its parent and child, its frames there.

    angle: its angle as a sum over the tree, where it is one.
    """

    joint: str
    type: JointType
    parent: int
    child: int
    X_PF: Transform
    X_CM: Transform
    mix: Array | None = None
    angle: AngleSum | None = None

    @property
    def n_rows(self) -> int:
        """Number of equations: those of the type, or of the rows that `mix` makes of them."""
        return self.type.n_rows if self.mix is None else int(self.mix.shape[0])

    @property
    def holonomic(self) -> tuple[bool, ...]:
        """Whether each row closes positions, or is one of velocities alone."""
        if self.mix is None:
            return self.type.holonomic
        moving = np.array([not closes for closes in self.type.holonomic], dtype=bool)
        return tuple(not np.any(row[moving]) for row in self.mix)

    def combined_rows(self, rows: Array) -> Array:
        """Return the rows of the type, or the combinations of them that `mix` asks for."""
        return rows if self.mix is None else matrix_product(self.mix, rows)


@dataclass(frozen=True)
class BaseMotion:
    """The motion of ground in the world.

    pose X_W0; velocity and acceleration (of the origin, then angular) in world axes.
    """

    pose: Transform
    velocity: Array
    acceleration: Array

    @staticmethod
    def at_rest() -> BaseMotion:
        """Return ground at rest at the world frame."""
        return BaseMotion(Transform.identity(), np.zeros(6), np.zeros(6))


@dataclass(frozen=True)
class Tree:
    """Links parents first, gravity, force elements, and the numbers given by name.

    bare: rows of velocities alone by formulas, behind those of cut joints and couplers.
    """

    links: tuple[Link, ...]
    gravity: Array
    forces: tuple[ForceElement, ...]
    nq: int
    nv: int
    values: Values
    cuts: tuple[Cut, ...] = ()
    couplers: tuple[Coupler, ...] = ()
    bare: tuple[Row, ...] = ()
    normals: Mapping[str, Array] = field(default_factory=dict)
    """In planar machines, the normal of the plane in the axes of joints with bearing friction."""

    @staticmethod
    def of(
        topology: Topology,
        layout: Layout,
        values: Values | None = None,
        mixes: Mapping[str, Array] | None = None,
        angles: Sequence[AngleSum | None] = (),
    ) -> Tree:
        """Return the tree of a topology.

        values: replaces numbers of the model by name; mixes: combinations of the rows of cut
        joints, by name, where not all are wanted; angles: of the cut joints, as sums.
        """
        values = values or {}
        model = topology.model
        geometry = [_geometry(model, branch, values) for branch in topology.branches]
        numeric = [not _has_given_geometry(branch, values) for branch in topology.branches]
        parents = topology.parent
        X_MF = [
            geometry[p].X_MB @ geometry[k].X_PF if p >= 0 and numeric[k] and numeric[p] else None
            for k, p in enumerate(parents)
        ]
        frames = link_frames(parents, [b.type.axial for b in topology.branches], X_MF)
        links: list[Link] = []
        for k, branch in enumerate(topology.branches):
            parent = links[parents[k]] if parents[k] >= 0 else None
            links.append(
                _link(model, layout, branch, parents[k], parent, geometry[k], frames[k], values)
            )
        gravity = values.get("gravity", np.array(model.gravity))
        bare = rows_among(model.forces)
        forces = tuple(f for f in model.forces if f not in bare) if bare else model.forces
        couplers = model.couplers
        if values:
            forces = tuple(element_with(f, values) for f in forces)
            bare = tuple(element_with(row, values) for row in bare)
            couplers = tuple(coupler_with(coupler, values) for coupler in couplers)
        tree = Tree(tuple(links), gravity, forces, layout.nq, layout.nv, values)
        chosen = mixes or {}
        sums = angles or [None] * len(topology.cuts)
        cuts = tuple(
            replace(_cut(model, tree, joint, values), mix=chosen.get(joint.name), angle=angle)
            for joint, angle in zip(topology.cuts, sums, strict=True)
        )
        return replace(tree, cuts=cuts, couplers=couplers, bare=bare)

    @property
    def n_rows(self) -> int:
        """Number of constraint rows: of cut joints, couplers, and bare ones."""
        return sum(cut.n_rows for cut in self.cuts) + len(self.couplers) + len(self.bare)

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of every body's link; ground is -1."""
        return {GROUND: -1, **{link.body: i for i, link in enumerate(self.links)}}

    @cached_property
    def joint_index(self) -> dict[str, int]:
        """Index of the link that a joint carries."""
        return {link.joint: i for i, link in enumerate(self.links)}

    @cached_property
    def cut_index(self) -> dict[str, int]:
        """Place of every cut joint among the cuts."""
        return {cut.joint: k for k, cut in enumerate(self.cuts)}

    @cached_property
    def armatures(self) -> dict[int, Scalar]:
        """Inertia of rotors [kg m^2, kg] by the velocity coordinate on which they count."""
        return {x.v.start: x.armature for x in self.links if not is_zero(x.armature)}

    @cached_property
    def wrapped(self) -> tuple[tuple[int, int], ...]:
        """Angles of cut joints that are no sums over the tree, and ways along closed curves.

        Joint and coordinate. Their poses tell them but for whole turns and rounds, which are
        counted along a motion: the input `turned` among the values is near each of them. Some are
        counted only where a coupler or a force element looks at them.
        """
        couplers = {term.joint for coupler in self.couplers for term in coupler.terms}
        seen = couplers.union(*(element.joints for element in self.forces))
        return tuple(
            (k, j)
            for k, cut in enumerate(self.cuts)
            for j, period in enumerate(cut.type.periods)
            if period and (cut.type.counts_rounds or cut.joint in seen)
            if cut.angle is None or cut.angle.place != j
        )

    @cached_property
    def states(self) -> dict[tuple[str, str], ElementState]:
        """The states of all force elements, by element and name, in the order of z."""
        return {(e.name, state.name): state for e in self.forces for state in e.states}

    @cached_property
    def state_index(self) -> dict[tuple[str, str], int]:
        """Place of every state in z."""
        return {key: k for k, key in enumerate(self.states)}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Indices of the links that each link carries directly."""
        kids: list[list[int]] = [[] for _ in self.links]
        for i, link in enumerate(self.links):
            if link.parent >= 0:
                kids[link.parent].append(i)
        return tuple(tuple(k) for k in kids)

    def outboard(self, i: int) -> list[int]:
        """Return the links that link i carries, without itself, each after its own carrier."""
        found = list(self.children[i])
        for k in found:
            found.extend(self.children[k])
        return found


@dataclass(frozen=True)
class _Geometry:
    """The constant poses of one branch: X_PF of its joint on the parent body, X_MB on its own."""

    X_PF: Transform
    X_MB: Transform


def _geometry(model: Model, branch: Branch, values: Values) -> _Geometry:
    inboard, outboard = ("child", "parent") if branch.reversed else ("parent", "child")
    X_PF = _joint_frame(model, branch.joint, inboard, values)
    X_BM = _joint_frame(model, branch.joint, outboard, values)
    return _Geometry(X_PF, X_BM.inverse)


def _cut(model: Model, tree: Tree, joint: Joint, values: Values) -> Cut:
    frames = []
    for side, body in (("parent", joint.parent), ("child", joint.child)):
        i = tree.index[body]
        X_CB = tree.links[i].X_CB if i >= 0 else Transform.identity()
        frames.append((i, _clean(X_CB @ _joint_frame(model, joint, side, values))))
    (parent, X_PF), (child, X_CM) = frames
    return Cut(joint.name, type_with(joint.type, joint.name, values), parent, child, X_PF, X_CM)


def _joint_frame(model: Model, joint: Joint, side: str, values: Values) -> Transform:
    """Return the joint's frame on one of its bodies, with given points and axes put in."""
    stored = (joint.on_parent if side == "parent" else joint.on_child).transform
    point, rotation = stored.position, stored.matrix
    name = f"joint:{joint.name}"
    body = joint.parent if side == "parent" else joint.child
    if f"{name}.point" in values:
        point = drawn_pose(model, body).transform.inverse.point(values[f"{name}.point"])
    if f"{name}.{side}_point" in values:
        point = values[f"{name}.{side}_point"]
    rotation = values.get(f"{name}.{side}_rotation", rotation)
    axis = None
    if f"{name}.axis" in values:
        axis = drawn_pose(model, body).transform.rotation.back(values[f"{name}.axis"])
    if f"{name}.{side}_axis" in values:
        axis = values[f"{name}.{side}_axis"]
    if axis is not None:
        rotation = matrix_product(turn_between(rotation[:, 2], unit_vector(axis)), rotation)
    return Transform(Rotation(rotation), point)


def _has_given_geometry(branch: Branch, values: Values) -> bool:
    name = f"joint:{branch.joint.name}."
    return any(key.startswith(name) and key != f"{name}{ARMATURE}" for key in values)


def _link(
    model: Model,
    layout: Layout,
    branch: Branch,
    parent_index: int,
    parent: Link | None,
    geometry: _Geometry,
    frame: LinkFrame,
    values: Values,
) -> Link:
    along = np.array([0.0, 0.0, frame.slide])
    X_MC = Transform(AxisRotation.about(2, frame.out_turn), along)
    X_FF = Transform(AxisRotation.about(2, frame.in_turn), along)
    X_PF = frame.fixed
    if X_PF is None:
        X_PB = parent.X_CB if parent else Transform.identity()
        X_PF = _clean(X_PB @ geometry.X_PF @ X_FF)
    X_CM = _clean(X_MC.inverse)
    X_CB = _clean(X_CM @ geometry.X_MB)
    return Link(
        body=branch.outboard,
        joint=branch.joint.name,
        type=type_with(branch.type, branch.joint.name, values),
        parent=parent_index,
        q=layout.q_slice[branch.joint.name],
        v=layout.v_slice[branch.joint.name],
        X_PF=X_PF,
        turn=frame.turn,
        X_CM=X_CM,
        X_CB=X_CB,
        X_FI=X_FF.inverse,
        inertia=link_inertia(model, branch.outboard, X_CB, values),
        armature=values.get(f"joint:{branch.joint.name}.{ARMATURE}", branch.joint.armature),
    )


def link_inertia(model: Model, name: str, X_CB: Transform, values: Values) -> Inertia:
    """Return the inertia of a body in its link frame, with given numbers put in."""
    body = model.body(name)
    mass = values.get(f"body:{name}.mass", body.mass)
    com = values.get(f"body:{name}.com", np.array(body.com))
    inertia = values.get(f"body:{name}.inertia", np.array(body.inertia))
    about_com = X_CB.rotation.congruence(inertia)
    return Inertia.of(mass, X_CB.point(com), about_com)


def _clean(X: Transform) -> Transform:
    """Return a numeric transform with its rounding errors at zero removed."""
    if X.matrix.dtype == object or X.position.dtype == object:
        return X  # it depends on kernel inputs
    scale = float(np.max(np.abs(X.position)))
    return Transform.of(without_noise(X.matrix, 1.0), without_noise(X.position, scale))
