"""Additions bound to a mechanism: their unknown numbers, and what these make of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.design.shaking.additions import (
    Addition,
    CounterRotation,
    Counterweight,
    Disk,
    Spring,
)
from sarrus.design.shaking.momentum import RigidMotion, body_motion, inertial_numbers
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Cylinder, Joint, Mechanism, Model, Sphere
from sarrus.model.building.references import nearest
from sarrus.model.model import drawn_pose
from sarrus.model.quantity import QuantityError, quantity
from sarrus.model.shapes_between import axes_along
from sarrus.spatial import Transform

STEEL = 7850.0
"""Density of what is drawn for a mass [kg/m^3]."""
TINY = 1e-14
"""Part of the usual mass moment by which the length of one of zero has a derivative."""


@dataclass(frozen=True)
class Part:
    """What was added: a counterweight, a disk, a counter-rotating disk or a spring.

    position: of its center, or of the point of the body, in the drawing [m]; mass [kg]; moment: of
    mass about the pivot [kg m], in the drawing; inertia: about the axis of a disk [kg m^2]; k
    [N/m], free_length and to [m]: of a spring.
    """

    name: str
    kind: str
    body: str
    position: tuple[float, float, float]
    mass: float = 0.0
    moment: tuple[float, float, float] = (0.0, 0.0, 0.0)
    inertia: float = 0.0
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    radius: float = 0.0
    joint: str = ""
    ratio: float = 0.0
    k: float = 0.0
    free_length: float = 0.0
    to: tuple[float, float, float] = (0.0, 0.0, 0.0)
    on: str = GROUND

    @property
    def empty(self) -> bool:
        """Whether nothing is to be added."""
        return self.k == 0.0 if self.kind == "spring" else self.mass == 0.0

    def add_to(self, m: Mechanism) -> None:
        """Describe it to a builder."""
        if self.kind == "spring":
            m.spring_damper(self.name, self.on, self.body, at_a=self.to, at_b=self.position,
                            k=self.k, free_length=self.free_length)  # fmt: skip
            return
        if self.kind == "counterweight":
            size = (3.0 * self.mass / (4.0 * np.pi * STEEL)) ** (1.0 / 3.0)
            m.body(self.name, self.mass, (0, 0, 0), (0, 0, 0), at=self.position,
                   shape=Sphere(float(size)))  # fmt: skip
            m.weld(f"{self.name}_weld", self.body, self.name)
            return
        thickness = self.mass / (STEEL * np.pi * self.radius**2)
        J = self.inertia
        m.body(self.name, self.mass, (0, 0, 0), (0.5 * J, 0.5 * J, J), at=self.position,
               rotation=axes_along(np.array(self.axis)).tolist(),
               shape=Cylinder(self.radius, float(thickness)))  # fmt: skip
        if self.kind == "disk":
            m.weld(f"{self.name}_weld", self.body, self.name)
            return
        hinge = f"{self.name}_hinge"
        m.revolute(hinge, self.body, self.name, at=self.position, axis=self.axis)
        m.gear(f"{self.name}_gear", self.joint, hinge, self.ratio)


@dataclass(frozen=True, eq=False)
class BoundMass:
    """A mass with unknown numbers x: c(x) are its inertial numbers in the frame that carries it.

    size: how many unknowns; scale: their usual size; positive: which of them may not be negative.
    """

    addition: Addition
    motion: RigidMotion
    scale: np.ndarray
    positive: bool
    numbers: Callable[[np.ndarray], np.ndarray]
    part: Callable[[np.ndarray], Part]


@dataclass(frozen=True, eq=False)
class BoundSpring:
    """A spring with unknown numbers x: its energy is columns @ x + base, at every instant [J]."""

    addition: Spring
    columns: np.ndarray
    base: np.ndarray
    scale: np.ndarray
    positive: np.ndarray
    part: Callable[[np.ndarray], Part]


class Binder:
    """Binds additions to a model and a motion of it; collects what is wrong with them."""

    def __init__(self, model: Model, history: Any, length: float) -> None:
        self.model, self.history = model, history
        self.length = length or 1.0
        self.problems: list[Problem] = []
        self.names = {
            *(b.name for b in model.bodies),
            *(j.name for j in model.joints),
            *(f.name for f in model.forces),
            *(c.name for c in model.couplers),
            *(f.name for f in model.frames),
            GROUND,
        }

    @cached_property
    def mass(self) -> float:
        """Mass of all bodies."""
        return sum(float(b.mass) for b in self.model.bodies) or 1.0

    def bound(self, additions: Sequence[Any]) -> list[BoundMass | BoundSpring]:
        """Return all of them; raises everything that is wrong."""
        found: list[BoundMass | BoundSpring | None] = []
        for one in additions:
            try:
                found.append(self._bound(Counterweight(one) if isinstance(one, str) else one))
            except QuantityError as error:
                self._refuse(one, error.reason, error.action)
        if self.problems:
            raise ModelError(self.problems)
        return [one for one in found if one is not None]

    def _bound(self, one: Addition) -> BoundMass | BoundSpring | None:
        if isinstance(one, Counterweight):
            return self._counterweight(one)
        if isinstance(one, Disk):
            return self._disk(one)
        if isinstance(one, CounterRotation):
            return self._counter_rotation(one)
        if isinstance(one, Spring):
            return self._spring(one)
        rule = "is nothing that balances"
        action = "name a body, or give a Counterweight, Disk, CounterRotation or Spring"
        self._refuse(one, rule, action)
        return None

    def _refuse(self, one: Any, rule: str, action: str = "", code: str = "S41") -> None:
        shown = repr(one)
        self.problems.append(Problem(code, f"balance by {shown[:80]}", rule, action=action))

    def _body(self, one: Any, name: str, ground: bool = False) -> bool:
        known = [b.name for b in self.model.bodies]
        if name in known or (ground and name == GROUND):
            return True
        rule = f"names '{name}', which is no body of model '{self.model.name}'"
        self._refuse(one, rule, nearest(name, known), "M09")
        return False

    def _name(self, wanted: str) -> str:
        """Return a name that nothing has yet."""
        k, name = 1, wanted
        while name in self.names:
            k, name = k + 1, f"{wanted}_{k + 1}"
        self.names |= {name, f"{name}_weld", f"{name}_hinge", f"{name}_gear"}
        return name

    # --- masses -------------------------------------------------------------------------------

    def _counterweight(self, one: Counterweight) -> BoundMass | None:
        if not self._body(one, one.body):
            return None
        pose, pivot = drawn_pose(self.model, one.body).transform, pivot_of(self.model, one.body)
        at, axis = self._place(one, pivot)
        s = pose.matrix.T @ (at - pose.position)
        normal = None if axis is None else pose.matrix.T @ axis
        E = np.eye(3) if normal is None else axes_along(normal)[:, :2]
        radius = self._length(one, "radius", one.radius) or self.reach(one.body, at)
        fixed = None if one.mass is None else self._positive(one, "mass", one.mass, "kg")
        usual = self.mass * self.length
        name = self._name(f"{one.body}_counterweight")

        def mass_of(u: np.ndarray) -> Any:
            if fixed is not None:
                return fixed
            return np.sqrt(np.sum(u * u) + (TINY * usual) ** 2) / radius

        def numbers(x: np.ndarray) -> np.ndarray:
            u = E @ x
            m = mass_of(u)
            return inertial_numbers(m, s + u / m, np.zeros((3, 3)))

        def part(x: np.ndarray) -> Part:
            u = E @ x
            m = float(mass_of(u))
            gone = fixed is None and m < 10.0 * TINY * usual / radius
            return Part(name, "counterweight", one.body, _triple(pose.matrix @ (s + u / m)
                        + pose.position), 0.0 if gone else m, _triple(pose.matrix @ u),
                        radius=float(np.linalg.norm(u)) / m)  # fmt: skip

        scale = np.full(E.shape[1], usual)
        return BoundMass(one, body_motion(self.history, one.body), scale, False, numbers, part)

    def _place(self, one: Counterweight | Disk, pivot: Pivot) -> tuple[np.ndarray, Any]:
        at = pivot.point if one.at is None else self._vector(one, "at", one.at, "m")
        axis = pivot.axis if one.axis is None else self._vector(one, "axis", one.axis, "")
        return at, None if axis is None else axis / max(float(np.linalg.norm(axis)), 1e-300)

    def _disk(self, one: Disk) -> BoundMass | None:
        if not self._body(one, one.body):
            return None
        pose, pivot = drawn_pose(self.model, one.body).transform, pivot_of(self.model, one.body)
        at, axis = self._place(one, pivot)
        if axis is None:
            self._refuse(one, "needs an axis: no hinge carries its body", "give axis=(0, 0, 1)")
            return None
        radius = self._length(one, "radius", one.radius) or self.reach(one.body, at)
        X = Transform.of(pose.matrix.T @ axes_along(axis), pose.matrix.T @ (at - pose.position))
        name = self._name(f"{one.body}_disk")
        motion = body_motion(self.history, one.body).at_frame(X.position, X.matrix)
        make = self._disk_part(name, "disk", one.body, at, axis, radius)
        return self._disk_mass(one, motion, radius, make)

    def _counter_rotation(self, one: CounterRotation) -> BoundMass | None:
        known = [j.name for j in self.model.joints]
        if one.joint not in known:
            rule = f"names '{one.joint}', which is no joint of model '{self.model.name}'"
            self._refuse(one, rule, nearest(one.joint, known), "M09")
            return None
        joint = self.model.joint(one.joint)
        if joint.type.type_name != "revolute":
            rule = f"names joint '{one.joint}' of type {joint.type.type_name}, which is no hinge"
            self._refuse(one, rule, "name a revolute joint")
            return None
        if one.ratio == 0.0 or not np.isfinite(one.ratio):
            self._refuse(one, "has the ratio 0: its disk would not turn", "give ratio=-1")
            return None
        X = joint.on_parent.transform
        drawn = drawn_pose(self.model, joint.parent).transform @ X
        at, axis = drawn.position, drawn.matrix[:, 2]
        radius = self._length(one, "radius", one.radius) or self.reach(joint.child, at)
        rate = np.asarray(self.history[f"{one.joint}.rate"], dtype=float)
        change = np.asarray(self.history[f"{one.joint}.angle_acceleration"], dtype=float)
        motion = body_motion(self.history, joint.parent).at_frame(X.position, X.matrix)
        motion = motion.spinning(one.ratio * rate, one.ratio * change)
        name = self._name(f"{one.joint}_counter_rotation")
        make = self._disk_part(name, "counter-rotation", joint.parent, at, axis, radius,
                               one.joint, one.ratio)  # fmt: skip
        return self._disk_mass(one, motion, radius, make)

    def _disk_part(
        self,
        name: str,
        kind: str,
        body: str,
        at: Any,
        axis: Any,
        radius: float,
        joint: str = "",
        ratio: float = 0.0,
    ) -> Callable[[np.ndarray], Part]:
        least = 10.0 * TINY * self.mass * self.length**2

        def part(x: np.ndarray) -> Part:
            J = float(x[0]) if x[0] > least else 0.0
            return Part(name, kind, body, _triple(at), 2.0 * J / radius**2, inertia=J,
                        axis=_triple(axis), radius=radius, joint=joint, ratio=ratio)  # fmt: skip

        return part

    def _disk_mass(self, one: Addition, motion: RigidMotion, radius: float,
                   part: Callable[[np.ndarray], Part]) -> BoundMass:  # fmt: skip
        def numbers(x: np.ndarray) -> np.ndarray:
            J = x[0]
            return inertial_numbers(2.0 * J / radius**2, np.zeros(3), np.diag([0.5, 0.5, 1.0]) * J)

        scale = np.array([self.mass * self.length**2])
        return BoundMass(one, motion, scale, True, numbers, part)

    # --- springs ------------------------------------------------------------------------------

    def _spring(self, one: Spring) -> BoundSpring | None:
        if not (self._body(one, one.body, True) and self._body(one, one.on, True)):
            return None
        at = self._vector(one, "at", one.at, "m")
        to = None if one.to is None else self._vector(one, "to", one.to, "m")
        k = None if one.k is None else self._positive(one, "k", one.k, "N/m")
        free = None if one.free_length is None else quantity(one.free_length, "m")
        if to is None and free != 0.0:
            rule = "has a free length, and its other end is not given"
            self._refuse(one, rule, "give to=, or free_length=0")
            return None
        if to is not None and k is not None and free is not None:
            self._refuse(one, "has no unknown number", "leave out k, to, or set free_length=None")
            return None
        carrier, pose = body_motion(self.history, one.on), drawn_pose(self.model, one.on).transform
        own = drawn_pose(self.model, one.body).transform
        s = own.matrix.T @ (at - own.position)
        P = body_motion(self.history, one.body).at_frame(s).position - carrier.position
        P = np.einsum("nji,nj->ni", carrier.rotation, P)  # in the axes of the body that holds it
        weight = self.mass * max(float(np.linalg.norm(self.model.gravity)), 1.0)
        name = self._name(f"{one.body}_spring")

        def make(stiffness: float, anchor: np.ndarray, length: float) -> Part:
            end = _triple(pose.matrix @ anchor + pose.position)
            return Part(name, "spring", one.body, _triple(at), k=stiffness, free_length=length,
                        to=end, on=one.on)  # fmt: skip

        if to is None:
            # from the pivot of the body, so that a point which circles it keeps its distance
            pivot = pose.matrix.T @ (pivot_of(self.model, one.body).point - pose.position)
            return self._spring_with_anchor(
                one, P - pivot, k, weight, lambda *x: make(x[0], pivot + x[1], x[2])
            )
        anchor = pose.matrix.T @ (to - pose.position)
        d = np.linalg.norm(P - anchor, axis=1)
        usual_k, usual_pull = weight / self.length, weight
        if free is not None:
            return BoundSpring(
                one, 0.5 * ((d - free) ** 2)[:, None], np.zeros(len(d)), np.array([usual_k]),
                np.array([True]), lambda x: make(max(float(x[0]), 0.0), anchor, free),
            )  # fmt: skip
        if k is not None:  # E = k d^2 / 2 - (k l0) d, up to a constant
            return BoundSpring(
                one, -d[:, None], 0.5 * k * d * d, np.array([usual_pull]), np.array([True]),
                lambda x: make(k, anchor, max(float(x[0]), 0.0) / k),
            )  # fmt: skip
        return BoundSpring(
            one, np.column_stack([0.5 * d * d, -d]), np.zeros(len(d)),
            np.array([usual_k, usual_pull]), np.array([True, True]),
            lambda x: make(max(float(x[0]), 0.0), anchor, float(x[1]) / max(float(x[0]), 1e-300)),
        )  # fmt: skip

    def _spring_with_anchor(
        self, one: Spring, P: np.ndarray, k: float | None, weight: float, made: Callable[..., Part]
    ) -> BoundSpring:
        """Return a spring whose other end A is found: E = k |P|^2 / 2 - (k A) . P, linear in k A.

        Where P keeps its distance from the origin the stiffness has no say, and A is then as far
        from there as the point is.
        """
        pulls, half = np.full(3, weight), 0.5 * np.sum(P * P, axis=1)
        if k is not None:
            return BoundSpring(one, -P, k * half, pulls, np.zeros(3, dtype=bool),
                               lambda x: made(k, x / k, 0.0))  # fmt: skip
        reach = float(np.sqrt(2.0 * np.mean(half)))
        matters = np.ptp(half) > 1e-9 * max(float(np.max(half)), 1e-300)

        def part(x: np.ndarray) -> Part:
            pull = float(np.linalg.norm(x[1:]))
            stiffness = max(float(x[0]), 0.0) if matters else pull / max(reach, 1e-300)
            if stiffness <= 0.0:
                return made(0.0, np.zeros(3), 0.0)
            return made(stiffness, x[1:] / stiffness, 0.0)

        return BoundSpring(
            one, np.column_stack([half, -P]), np.zeros(len(half)),
            np.array([weight / self.length, *pulls]), np.array([True, False, False, False]), part,
        )  # fmt: skip

    # --- numbers ------------------------------------------------------------------------------

    def _positive(self, one: Any, what: str, raw: Any, unit: str) -> float:
        found = float(quantity(raw, unit))
        if not (np.isfinite(found) and found > 0.0):
            raise QuantityError(f"has {what} = {raw!r}, which is not above 0", "M04", "")
        return found

    def _length(self, one: Any, what: str, raw: Any) -> float | None:
        return None if raw is None else self._positive(one, what, raw, "m")

    def _vector(self, one: Any, what: str, raw: Any, unit: str) -> np.ndarray:
        try:
            found = np.array([quantity(x, unit) if unit else float(x) for x in raw], dtype=float)
        except (TypeError, ValueError):
            found = np.zeros(0)
        if found.shape != (3,) or not np.all(np.isfinite(found)):
            raise QuantityError(f"has {what} = {raw!r}, which is not three numbers", "M25", "")
        return found

    def reach(self, body: str, at: np.ndarray) -> float:
        """Return half the longest way from a point to a joint of a body, or its center of mass."""
        places = [_joint_point(self.model, j, body) for j in self.model.joints
                  if body in (j.parent, j.child)]  # fmt: skip
        pose = drawn_pose(self.model, body).transform
        if body != GROUND:
            places.append(pose.matrix @ np.array(self.model.body(body).com) + pose.position)
        farthest = max((float(np.linalg.norm(p - at)) for p in places), default=0.0)
        return 0.5 * farthest or 0.1 * self.length


@dataclass(frozen=True, eq=False)
class Pivot:
    """Where a body is held, in the drawing: a point [m] and the axis of a hinge, None of others."""

    point: np.ndarray
    axis: np.ndarray | None
    on_ground: bool


def pivot_of(model: Model, body: str) -> Pivot:
    """Return where a body is held: a joint with ground, or that which carries it."""
    own = [j for j in model.joints if body in (j.parent, j.child)]
    hinged = [j for j in own if j.type.type_name == "revolute"]
    for some in (hinged, own):
        grounded = [j for j in some if GROUND in (j.parent, j.child)]
        carrying = [j for j in some if j.child == body]
        for j in (*grounded, *carrying):
            return _pivot(model, j, body)
    pose = model.body(body).pose.transform
    return Pivot(pose.matrix @ np.array(model.body(body).com) + pose.position, None, False)


def _pivot(model: Model, joint: Joint, body: str) -> Pivot:
    place = _joint_frame(model, joint, body)
    hinge = joint.type.type_name == "revolute"
    return Pivot(place.position, place.matrix[:, 2] if hinge else None,
                 GROUND in (joint.parent, joint.child))  # fmt: skip


def _joint_frame(model: Model, joint: Joint, body: str) -> Transform:
    on = joint.on_child if joint.child == body else joint.on_parent
    drawn = Transform.identity() if body == GROUND else model.body(body).pose.transform
    return drawn @ on.transform


def _joint_point(model: Model, joint: Joint, body: str) -> np.ndarray:
    return _joint_frame(model, joint, body).position


def _triple(x: Any) -> tuple[float, float, float]:
    a, b, c = (float(value) for value in x)
    return a, b, c
