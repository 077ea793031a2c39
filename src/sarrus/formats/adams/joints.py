"""JOINT, JPRIM and GCON: joints between the markers I, of the child, and J, of the parent.

Coordinates are those of Adams: the angle of x of I about z of J, the displacement of I along it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.formats.adams.deck import Deck, Marker, PartOfDeck
from sarrus.formats.adams.function_expressions import JointAngle
from sarrus.formats.adams.statements import Statement
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import clean, inverse, product
from sarrus.model.joints import TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, matrix3

PARALLEL = 1e-6
"""Sines of angles of axes that count as parallel."""

Turn = Callable[[Pose], Pose]


def _other_axes(first: int, second: int, third: int) -> Turn:
    """Return what gives a pose other axes: its x, y and z become these axes of the old one."""

    def with_axes(pose: Pose) -> Pose:
        R = np.array(pose.rotation)
        return Pose(pose.position, matrix3(R[:, [first, second, third]] + 0.0))

    return with_axes


def _same(pose: Pose) -> Pose:
    return pose


def _turned_over(pose: Pose) -> Pose:
    """Return a pose with y and z turned round: half a turn about x."""
    R = np.array(pose.rotation) * np.array([1.0, -1.0, -1.0])
    return Pose(pose.position, matrix3(R + 0.0))


# our axes are x of the parent and y of the child; z before x before y keeps the hand
Z_IS_X, Y_IS_X = _other_axes(2, 0, 1), _other_axes(1, 2, 0)
Z_IS_Y, X_IS_Y = _other_axes(1, 2, 0), _other_axes(2, 0, 1)

JOINTS: Mapping[str, tuple[str, Turn, Turn]] = {
    "REVOLUTE": ("revolute", _same, _same),
    "TRANSLATIONAL": ("prismatic", _same, _same),
    "CYLINDRICAL": ("cylindrical", _same, _same),
    "SPHERICAL": ("spherical", _same, _same),
    "FIXED": ("weld", _same, _same),
    "PLANAR": ("planar", _same, _same),
    "SCREW": ("helical", _same, _same),
    "UNIVERSAL": ("universal", Z_IS_X, Z_IS_Y),
    "HOOKE": ("universal", Y_IS_X, X_IS_Y),
    "CONVEL": ("constant_velocity", _same, _turned_over),
    "RACKPIN": ("", _same, _same),
}
"""Our type of each joint, and the axes of its frames on J and on I."""
PRIMITIVES: Mapping[str, tuple[str, Turn, Turn]] = {
    "ATPOINT": ("spherical", _same, _same),
    "INLINE": ("point_on_line", _same, _same),
    "INPLANE": ("point_in_plane", _same, _same),
    "ORIENTATION": ("orientation", _same, _same),
    "PARALLEL_AXES": ("parallel", _same, _same),
    "PERPENDICULAR": ("perpendicular", Z_IS_X, Z_IS_Y),
}
FRICTION = (
    *("DELTA_V", "INNER_RADIUS", "MAXDEF", "MUDYN", "MUSTAT", "OUTER_RADIUS", "PRELOAD_RADIAL"),
    *("PRELOAD_AXIAL", "HEIGHT", "WIDTH", "PRELOAD_X", "PRELOAD_Y", "FRICTION"),
)
_DISTANCE = re.compile(r"\s*DM\s*\(\s*([0-9]+)\s*(?:,\s*([0-9]+)\s*)?\)\s*-\s*([0-9.]\S*)\s*", re.I)


@dataclass
class JointOfDeck:
    """A joint: its statement, name and type here, and its markers."""

    statement: Statement
    name: str
    kind: str
    i: Marker
    j: Marker

    @property
    def turns(self) -> bool:
        """Whether it has an angle about z of J."""
        return self.kind in ("revolute", "cylindrical", "helical")

    @property
    def slides(self) -> bool:
        """Whether it has a displacement along z of J that is free."""
        return self.kind in ("prismatic", "cylindrical")

    @property
    def angle_at_start(self) -> float:
        """The angle that the dataset draws [rad]."""
        R = np.array(product(inverse(self.j.world), self.i.world).rotation)
        return float(np.arctan2(R[1, 0] - R[0, 1], R[0, 0] + R[1, 1]))


@dataclass
class JointReader:
    """Reads joints, and adds them to a mechanism."""

    deck: Deck
    mechanism: Mechanism
    joints: dict[int, JointOfDeck] = field(default_factory=dict)
    racks: list[JointOfDeck] = field(default_factory=list)
    by_parts: dict[frozenset[str], list[JointOfDeck]] = field(default_factory=dict)

    def read(self) -> None:
        """Read all joints, primitives and distances."""
        for statement in self.deck.all("JOINT"):
            self._joint(statement, JOINTS, "joint")
        for statement in self.deck.all("JPRIM"):
            self._joint(statement, PRIMITIVES, "primitive")
        for statement in self.deck.all("GCON"):
            self._constraint(statement)

    def _joint(
        self, statement: Statement, kinds: Mapping[str, tuple[str, Turn, Turn]], what: str
    ) -> None:
        deck = self.deck
        given = statement.names
        named = [kind for kind in kinds if kind in given]
        if len(named) != 1:
            rule = f"names {len(named)} types; it must name one of {', '.join(kinds)}"
            deck.reading.report(statement, "M09" if not named else "M28", rule, value=what)
            return
        if not given.isdisjoint(FRICTION):
            deck.unread.note("friction within a JOINT statement is not read", statement)
        markers = deck.pair(statement)
        if markers is None:
            return
        i, j = markers
        kind, on_parent, on_child = kinds[named[0]]
        name = deck.name("joint", statement)
        found = JointOfDeck(statement, name, kind, i, j)
        if named[0] == "RACKPIN":
            self.racks.append(found)
            return
        options: dict[str, Any] = {}
        if kind == "helical":
            pitch = deck.numbers.one(statement, "PITCH", "length")
            if pitch is None:
                return
            options["lead"] = pitch
        if kind == "constant_velocity":
            shafts = np.array(i.world.rotation)[:, 2] @ np.array(j.world.rotation)[:, 2]
            on_child = on_child if shafts < 0.0 else _same
        self.mechanism.joint(
            kind,
            name,
            j.part.name,
            i.part.name,
            on_parent=on_parent(j.pose),
            on_child=on_child(i.pose),
            **options,
            source=statement.places_of(lead="PITCH"),
        )
        if statement.keyword == "JOINT":
            self.joints[statement.number] = found
        self.by_parts.setdefault(frozenset((i.part.name, j.part.name)), []).append(found)

    def _constraint(self, statement: Statement) -> None:
        """Read a distance of two markers; other constraints by functions are not held."""
        argument = statement.get("FUNCTION")
        text = argument.items[0].text if argument is not None and argument.items else ""
        match = _DISTANCE.fullmatch(text)
        if match is None:
            rule = "is a constraint by a function; only the distance of two markers is held"
            action = "write FUNCTION=DM(i,j)-length, or use a JOINT or a MOTION"
            self.deck.reading.report(
                statement, "F24", rule, attribute="FUNCTION", action=action, severity="warning"
            )
            return
        markers = []
        for number in (match[1], match[2] or "0"):
            marker = self.deck.markers.get(int(number))
            if marker is None and int(number):
                self.deck.unknown(statement, "FUNCTION", "MARKER", int(number), self.deck.markers)
                return
            markers.append(marker)
        length = self._length(statement, match[3])
        i, j = markers
        if length is None or i is None:
            return
        other = j.part.name if j is not None else "ground"
        if i.part.name == other:
            rule = "holds a distance within one part"
            self.deck.reading.report(statement, "M08", rule)
            return
        name = self.deck.name("joint", statement)
        self.mechanism.distance(
            name,
            other,
            i.part.name,
            on_a=(0.0, 0.0, 0.0) if j is None else j.pose.position,
            on_b=i.pose.position,
            length=length,
            source={
                "": statement.place,
                "length": statement.places.get("FUNCTION", statement.place),
            },
        )

    def _length(self, statement: Statement, text: str) -> float | None:
        from sarrus.formats.adams.statements import Item

        at = statement.get("FUNCTION")
        item = Item(text, at.items[0].at if at is not None and at.items else 0)
        return self.deck.numbers.item(statement, "FUNCTION", item, "length")

    def find(self, statement: Statement, attribute: str, number: int) -> JointOfDeck | None:
        """Return a joint by its number; None after a problem."""
        if number in self.joints:
            return self.joints[number]
        if number not in self.deck.tables.get("JOINT", {}):
            self.deck.unknown(statement, attribute, "JOINT", number, self.joints)
        elif any(rack.statement.number == number for rack in self.racks):
            rule = f"names JOINT/{number}, a RACKPIN, which has no coordinate of its own"
            self.deck.reading.report(statement, "F24", rule, attribute=attribute)
        return None

    def angle(self, i: Marker, j: Marker) -> JointAngle | None:
        """Return the angle of i about z of j as a coordinate of a joint between their parts."""
        axis_i, axis_j = (np.array(m.world.rotation)[:, 2] for m in (i, j))
        for joint in self.by_parts.get(frozenset((i.part.name, j.part.name)), ()):
            axis = np.array(joint.j.world.rotation)[:, 2]
            if not joint.turns or any(
                np.linalg.norm(np.cross(axis, a)) > PARALLEL for a in (axis_i, axis_j)
            ):
                continue
            sign = 1.0 if axis @ axis_j > 0.0 else -1.0
            if i.part.name != joint.i.part.name:
                sign = -sign
            coordinate = f"{joint.name}.{TYPES[joint.kind].coordinates[0].name}"
            rate = f"{joint.name}.{TYPES[joint.kind].velocities[0].name}"
            if i is joint.i and j is joint.j:
                return JointAngle(coordinate, rate, 1.0, 0.0, 0.0)
            x_i, R = np.array(i.world.rotation)[:, 0], np.array(j.world.rotation)
            start = float(np.arctan2(x_i @ R[:, 1], x_i @ R[:, 0]))
            return JointAngle(coordinate, rate, sign, start, joint.angle_at_start)
        return None

    def joint_of(self, i: Marker, j: Marker) -> JointOfDeck | None:
        """Return the joint between two markers, or between their parts with the same axes."""
        for joint in self.by_parts.get(frozenset((i.part.name, j.part.name)), ()):
            if joint.i is i and joint.j is j:
                return joint
        return None


def gear_speed(joint: JointOfDeck, at: np.ndarray, along: np.ndarray) -> dict[str, float]:
    """Return the speed of a point of I's part, seen from J's, along a direction, by coordinate.

    Of a turn about the axis a through o it is (a x (at - o)) . along for a rate of 1, of a shift
    a . along.
    """
    axis = np.array(joint.j.world.rotation)[:, 2]
    origin = np.array(joint.j.world.position)
    found = {}
    if joint.turns:
        found[f"{joint.name}.angle"] = float(np.cross(axis, at - origin) @ along)
    if joint.slides:
        found[f"{joint.name}.displacement"] = float(axis @ along)
    return {name: float(clean([value])[0]) for name, value in found.items()}


def parts_of(joint: JointOfDeck) -> tuple[PartOfDeck, PartOfDeck]:
    """Return the parts of I and J."""
    return joint.i.part, joint.j.part
