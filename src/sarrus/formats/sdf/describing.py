"""From the parts of an SDF file to the words of the builder."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import Location
from sarrus.formats.located import LaterPlaces
from sarrus.formats.sdf.frames import Frame, Graph
from sarrus.formats.sdf.parts import AxisPart, Contents, JointPart, LinkPart
from sarrus.formats.sdf.values import SdfReading, with_value
from sarrus.formats.urdf.parts import ShapePart
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.orientation import (
    axis_frame,
    clean,
    cross_frame,
    direction,
    product,
    relative,
)
from sarrus.model.building.references import nearest
from sarrus.model.joints import TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import IDENTITY, Pose, Vector3, vector3
from sarrus.model.validation.names import comparison_form

SQUARE = 1e-12
"""Cosine of the angle between the axes of a universal joint; others are two hinges."""
PARALLEL = 1e-6
NOT_UNIT = 1e-6


@dataclass(frozen=True)
class Built:
    """A joint of the mechanism: bodies, axes in the world, and its coordinates by axis."""

    part: JointPart
    parent: str
    child: str
    axes: tuple[Vector3, ...]
    coordinates: tuple[tuple[str, str], ...]
    """For each axis the joint of the mechanism and the name of its coordinate."""


@dataclass
class Describer:
    """Makes a mechanism of the contents of a file."""

    reading: SdfReading
    graph: Graph
    contents: Contents
    mechanism: Mechanism
    gravity: Vector3
    names: dict[int, str] = field(default_factory=dict)
    built: dict[int, Built] = field(default_factory=dict)
    joint_names: set[str] = field(default_factory=set)
    body_names: set[str] = field(default_factory=set)

    def links(self) -> None:
        """Add the links as bodies; those of static models are ground, and named frames of it."""
        visible = any(link.visible for link in self.contents.links)
        self.body_names = {link.frame.name for link in self.contents.links}
        for link in self.contents.links:
            frame, pose = link.frame, self.graph.pose(link.frame)
            shapes = link.shapes if visible else link.hulls
            place = LaterPlaces(_places_of_link, link)
            if frame.static:
                self.mechanism.ground_shapes += _drafts(shapes, pose)
                self.mechanism.frame(
                    frame.name, GROUND, pose.position, pose.rotation, source={"": place[""]}
                )
                continue
            name = self._body_name(frame)
            self.mechanism.body(
                name, link.mass.mass, link.mass.com, link.mass.inertia, at=pose.position,
                rotation=pose.rotation, shapes=_drafts(shapes, Pose()), source=place,
            )  # fmt: skip
            if link.weightless and link.mass.mass:
                lift = -link.mass.mass * np.array(self.gravity)
                self.mechanism.point_force(
                    f"{name}_gravcomp", name, vector3(lift + 0.0), on=link.mass.com,
                    source={"": place[""]},
                )  # fmt: skip

    def _body_name(self, frame: Frame) -> str:
        name = frame.name
        if comparison_form(name) == GROUND:
            name = _free_name(f"{name}_body", self.body_names)
            rule = f"is the name of ground here; the link is called '{name}'"
            self.reading.report(
                frame.element, "M07", rule, attribute="name", value=f"'{frame.name}'",
                severity="notice",
            )  # fmt: skip
        self.names[id(frame)] = name
        return name

    def body(self, frame: Frame | None) -> str:
        """Return the body that carries a frame; ground for what is fixed in the world."""
        return GROUND if frame is None else self.names.get(id(self.graph.link(frame)), GROUND)

    def frames(self) -> None:
        """Add the named frames."""
        for frame in self.contents.frames:
            pose = self.graph.on_link(frame)
            self.mechanism.frame(
                frame.name, self.body(frame), pose.position, pose.rotation,
                source={"": frame.element.place},
            )  # fmt: skip

    def joints(self) -> None:
        """Add the joints; which of them close loops is found later, by the topology."""
        self.joint_names = {part.name for part in self.contents.joints}
        for part in self.contents.joints:
            parent, child = self._ends(part)
            if parent is None or child is None or part.kind == "gearbox":
                continue
            a, b = self.body(parent), self.body(child)
            if a == b:
                self._same_body(part, a)
                continue
            if self.graph.link(child) is self.graph.world and self.reading.version >= (1, 7):
                rule = "is fixed in the world, which SDF allows for parents only"
                self.reading.report(
                    part.ends[1], "M08", rule, value=f"the child '{part.child[:80]}'",
                    severity="warning",
                )  # fmt: skip
            X_WJ = self.graph.pose(part.frame)
            on = [relative(self._pose_of_body(end), X_WJ) for end in (parent, child)]
            axes = tuple(self._axis(part, axis, X_WJ) for axis in part.axes)
            self.built[id(part.frame)] = self._joint(part, a, b, on[0], on[1], axes)

    def _pose_of_body(self, frame: Frame) -> Pose:
        return self.graph.pose(self.graph.link(frame))

    def _ends(self, part: JointPart) -> tuple[Frame | None, Frame | None]:
        scope = part.frame.scope
        return (
            self.graph.find(scope, part.parent, part.ends[0]),
            self.graph.find(scope, part.child, part.ends[1]),
        )

    def _same_body(self, part: JointPart, body: str) -> None:
        if body == GROUND:
            self.reading.unread.note("joints inside models that stand still", part.element)
            return
        rule = f"connects the link '{body[:80]}' with itself"
        value, action = f"joint '{part.name[:80]}'", "give two different links"
        self.reading.report(part.element, "M08", rule, value=value, action=action)

    def _axis(self, part: JointPart, axis: AxisPart, X_WJ: Pose) -> Vector3:
        """Return the unit vector of an axis in the frame of the joint."""
        written = axis.element.all("xyz")
        element = with_value(written[0]) if written else axis.element
        unit = direction(self.reading.entry(element), "value", axis.xyz) or (0.0, 0.0, 1.0)
        length = math.hypot(*axis.xyz)
        if written and abs(length - 1.0) > NOT_UNIT:
            rule, value = f"has length {length:.6g}; its direction is used", "the axis"
            self.reading.report(
                element, "M19", rule, attribute="value", value=value, severity="notice"
            )
        if not axis.expressed_in:
            return unit
        where = written[0] if written else axis.element
        attribute = "expressed_in" if "expressed_in" in where.attributes else ""
        frame = self.graph.find(part.frame.scope, axis.expressed_in, where, attribute)
        if frame is None:
            return unit
        R_JE = relative(X_WJ, self.graph.pose(frame)).transform.matrix
        return vector3(clean(R_JE @ np.array(unit)))

    def _joint(
        self, part: JointPart, parent: str, child: str, on_parent: Pose, on_child: Pose,
        axes: tuple[Vector3, ...],
    ) -> Built:  # fmt: skip
        kind = part.kind
        pose = self.graph.pose(part.frame)
        world = axes
        if pose.rotation != IDENTITY:
            world = tuple(vector3(pose.transform.matrix @ np.array(axis)) for axis in axes)
        if kind == "universal" and not abs(float(np.dot(axes[0], axes[1]))) <= SQUARE:
            return self._two_hinges(part, parent, child, on_parent, on_child, axes, world)
        rotation = IDENTITY
        if kind == "universal":
            rotation = cross_frame(axes[0], axes[1])
        elif axes:
            rotation = axis_frame(axes[0])
        turn = Pose(rotation=rotation)
        options: dict[str, Any] = {"lead": part.lead} if kind == "helical" else {}
        self.mechanism.joint(
            kind, part.name, parent, child, on_parent=product(on_parent, turn),
            on_child=product(on_child, turn), **options, **_limits(part.axes),
            source=LaterPlaces(_places_of_joint, part),
        )  # fmt: skip
        names = tuple((part.name, c.name) for c in TYPES[kind].coordinates)
        return Built(part, parent, child, world, names if axes else ())

    def _two_hinges(
        self, part: JointPart, parent: str, child: str, on_parent: Pose, on_child: Pose,
        axes: tuple[Vector3, ...], world: tuple[Vector3, ...],
    ) -> Built:  # fmt: skip
        """Add two hinges with a link without mass between them, for axes that are not square."""
        link = _free_name(f"{part.name}_link", self.body_names)
        names = [_free_name(f"{part.name}_{i + 1}", self.joint_names) for i in (0, 1)]
        source = LaterPlaces(_places_of_joint, part)
        at = self.graph.pose(part.frame)
        nothing = (0.0, 0.0, 0.0)
        self.mechanism.body(
            link, 0.0, nothing, nothing, at=at.position, rotation=at.rotation, source=source
        )
        for i, (a, b, near, far) in enumerate(
            ((parent, link, on_parent, Pose()), (link, child, Pose(), on_child))
        ):
            turn = Pose(rotation=axis_frame(axes[i]))
            self.mechanism.joint(
                "revolute", names[i], a, b, on_parent=product(near, turn),
                on_child=product(far, turn), **_limits(part.axes[i : i + 1]), source=source,
            )  # fmt: skip
        rule = f"has axes that are not perpendicular: it is the hinges {names[0]} and {names[1]}"
        value = f"joint '{part.name[:80]}'"
        self.reading.report(part.element, "F24", rule, value=value, severity="notice")
        return Built(part, parent, child, world, ((names[0], "angle"), (names[1], "angle")))

    def roots(self, base: str) -> None:
        """Join to ground what nothing joins to it: free, or welded where it is drawn."""
        bodies = [link for link in self.contents.links if not link.frame.static]
        names = [self.names[id(link.frame)] for link in bodies]
        group: dict[str, str] = {GROUND: GROUND, **{name: name for name in names}}

        def top(name: str) -> str:
            while group[name] != name:
                group[name] = name = group[group[name]]
            return name

        children = set()
        for one in self.built.values():
            a, b = top(one.parent), top(one.child)
            children.add(one.child)
            if GROUND in (a, b):
                a, b = (a, b) if a == GROUND else (b, a)
            group[b] = a
        floating: dict[str, list[LinkPart]] = {}
        for link, name in zip(bodies, names, strict=True):
            if top(name) != GROUND:
                floating.setdefault(top(name), []).append(link)
        canonical = {id(self.graph.link(model)) for model in self.contents.models}
        for members in floating.values():
            own = [m for m in members if id(m.frame) in canonical]
            first = [m for m in members if self.names[id(m.frame)] not in children]
            root = (own or first or members)[0]
            name = self.names[id(root.frame)]
            joint = _free_name(f"{name}_{base}", self.joint_names)
            source = {"": root.element.place}
            if base == "free":
                self.mechanism.free(joint, GROUND, name, source=source)
            else:
                pose = self.graph.pose(root.frame)
                self.mechanism.weld(
                    joint, GROUND, name, on_parent=pose, on_child=Pose(), source=source
                )

    def forces(self, losses: bool) -> None:
        """Add springs, damping and friction of joints."""
        for one in self.built.values():
            for i, (axis, (joint, coordinate)) in enumerate(
                zip(one.part.axes, one.coordinates, strict=False)
            ):
                name = one.part.name if i == 0 else f"{one.part.name}_2"
                velocity = _velocity(one, i)
                source = LaterPlaces(_place_of_dynamics, axis)
                if axis.stiffness:
                    self.mechanism.joint_spring(
                        f"{name}_spring", joint, axis.stiffness, coordinate=coordinate,
                        free=axis.reference, source=source,
                    )  # fmt: skip
                if losses and axis.damping:
                    self.mechanism.joint_damper(
                        f"{name}_damping", joint, axis.damping, velocity, source=source
                    )
                if losses and axis.friction:
                    self.mechanism.joint_friction(
                        f"{name}_friction", joint, axis.friction, coordinate=velocity,
                        source=source,
                    )  # fmt: skip

    def mimics(self) -> None:
        """Add couplers for axes that follow others."""
        follows: dict[tuple[str, str], tuple[str, str]] = {}
        for one in self.built.values():
            for axis, own in zip(one.part.axes, one.coordinates, strict=False):
                mimic = axis.mimic
                if mimic is None:
                    continue
                leader = self._leader(one.part, mimic.joint, mimic.axis, mimic.element)
                if leader is None:
                    continue
                follows[own] = leader
                if _is_circle(follows, own):
                    rule, value = "is a circle of mimic joints", f"'{one.part.name[:80]}'"
                    self.reading.report(mimic.element, "M22", rule, value=value)
                    del follows[own]
                    continue
                terms = {".".join(own): 1.0}
                if mimic.multiplier:
                    terms[".".join(leader)] = -mimic.multiplier
                else:
                    rule = "is 0: the joint stands still at its offset"
                    self.reading.report(
                        mimic.element, "M22", rule, value="multiplier", severity="warning"
                    )
                suffix = "" if own == one.coordinates[0] else "_2"
                self.mechanism.couple(
                    f"{one.part.name}_mimic{suffix}", terms, offset=mimic.offset,
                    source={"": mimic.element.place},
                )  # fmt: skip

    def _leader(
        self, part: JointPart, name: str, axis: int, element: Any
    ) -> tuple[str, str] | None:
        frame = self.graph.find(part.frame.scope, name, element, "joint")
        if frame is None:
            return None
        one = self.built.get(id(frame))
        if one is None or len(one.coordinates) <= axis:
            known = [built.part.name for built in self.built.values() if built.coordinates]
            rule = f"is not a joint with {axis + 1} axes" if axis else "is not a joint with an axis"
            self.reading.report(
                element, "M22", rule, attribute="joint", value=f"'{name[:80]}'",
                action=nearest(name[:80], known),
            )  # fmt: skip
            return None
        return one.coordinates[axis]

    def gearboxes(self) -> None:
        """Add a coupler for each gearbox: theta_2 = -ratio theta_1, both from a reference body."""
        for part in self.contents.joints:
            if part.kind != "gearbox":
                continue
            scope = part.frame.scope
            parent, child = self._ends(part)
            element = part.element.all("gearbox_reference_body")[0]
            middle = self.graph.find(scope, part.reference_body, element)
            if parent is None or child is None or middle is None:
                continue
            X_WJ = self.graph.pose(part.frame)
            R = X_WJ.transform.matrix
            axes = [R @ np.array(self._axis(part, axis, X_WJ)) for axis in part.axes]
            reference = self.body(middle)
            turns = [
                self._turn(reference, self.body(end), axis)
                for end, axis in zip((parent, child), axes, strict=True)
            ]
            if None in turns:
                rule = (
                    f"needs hinges about its axes between '{part.reference_body[:80]}' and both"
                    " of its links; it is left out"
                )
                self.reading.report(
                    part.element, "F24", rule, value=f"gearbox '{part.name[:80]}'",
                    severity="warning",
                )  # fmt: skip
                continue
            (first, sign_1), (second, sign_2) = (turn for turn in turns if turn is not None)
            terms = {second: sign_2, first: part.ratio * sign_1}
            if part.ratio == 0.0:
                terms = {second: sign_2}
            self.mechanism.couple(part.name, terms, source={"": part.element.place})

    def _turn(self, middle: str, other: str, axis: np.ndarray) -> tuple[str, float] | None:
        """Return a hinge between two bodies about an axis, and the sign of its angle about it."""
        for one in self.built.values():
            if one.part.kind != "revolute" or {one.parent, one.child} != {middle, other}:
                continue
            along = float(np.dot(one.axes[0], axis))
            if abs(abs(along) - 1.0) <= PARALLEL:
                way = 1.0 if one.parent == middle else -1.0
                return ".".join(one.coordinates[0]), way * (1.0 if along > 0.0 else -1.0)
        return None


def _velocity(one: Built, axis: int) -> str:
    """Return the name of the velocity of an axis."""
    kind = "revolute" if one.coordinates[axis][0] != one.part.name else one.part.kind
    index = 0 if kind == "revolute" else axis
    return TYPES[kind].velocities[index].name


def _is_circle(follows: Mapping[Any, Any], start: Any) -> bool:
    seen = set()
    while start in follows:
        if start in seen:
            return True
        seen.add(start)
        start = follows[start]
    return False


def _free_name(wanted: str, taken: set[str]) -> str:
    """Return a name that is not taken, and take it."""
    while wanted in taken:
        wanted += "_"
    taken.add(wanted)
    return wanted


def _drafts(shapes: Iterable[ShapePart], pose: Pose) -> list[ShapeDraft]:
    found = []
    for part in shapes:
        at = product(pose, part.pose)
        draft = PoseDraft(at.position, at.rotation)
        found.append(ShapeDraft(part.shape, draft, part.color, source={"": part.element.place}))
    return found


def _limits(axes: list[AxisPart]) -> dict[str, Any]:
    """Return the options of limits, for one coordinate or for each."""
    options: dict[str, Any] = {}
    if any(axis.lower is not None or axis.upper is not None for axis in axes):
        options["limits"] = [(axis.lower, axis.upper) for axis in axes]
    for key in ("speed_limit", "effort_limit"):
        sizes = [getattr(axis, key) for axis in axes]
        if any(size is not None for size in sizes):
            options[key] = sizes
    return options


def _places_of_link(link: LinkPart) -> dict[str, Location]:
    element = link.element
    places = {"": element.place, "name": element.places.get("name", element.place)}
    if link.inertial is not None:
        for attribute, tag in (("com", "pose"), ("mass", "mass"), ("inertia", "inertia")):
            found = link.inertial.all(tag)
            places[attribute] = found[0].place if found else link.inertial.place
    return places


def _place_of_dynamics(axis: AxisPart) -> dict[str, Location]:
    found = axis.element.all("dynamics")
    return {"": found[0].place if found else axis.element.place}


def _places_of_joint(part: JointPart) -> dict[str, Location]:
    element = part.element
    places = {"": element.place, "name": element.places.get("name", element.place)}
    places |= {"parent": part.ends[0].place, "child": part.ends[1].place}
    limits = [limit for axis in part.axes for limit in axis.element.all("limit")]
    for key in ("limits", "speed_limit", "effort_limit"):
        places[key] = limits[0].place if limits else element.place
    return places
