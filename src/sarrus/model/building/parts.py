"""A mechanism as a part of another: its elements with the names, places and bodies that they get.

A part is described in a drawing P of its own. It may be mirrored there, p -> M p with M = diag(1,
-1, 1) for the plane y = 0, and then stands in the drawing W of the host at X_WP. Its frames become
X -> M X M, so that a place b of a body frame becomes M b, a polar vector M u, an axial one -M u
and an inertia M J M. A body of the part that is one of the host takes the frame of the latter.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Location, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body, Frame, PlacedShape
from sarrus.model.building.drafts import BodyHandle, PartDraft
from sarrus.model.building.entry import Entry, Source
from sarrus.model.building.orientation import clean, product, relative
from sarrus.model.building.references import Scope, nearest
from sarrus.model.building.shapes import read_pose
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.forces.element import ForceElement
from sarrus.model.joint import Joint
from sarrus.model.joints.joint_type import JointType
from sarrus.model.model import Model, StartVelocity
from sarrus.model.pose import Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, matrix_product
from sarrus.spatial.tracking import plain

if TYPE_CHECKING:
    from sarrus.model.building.models import Contents

PLANES: dict[Any, Vector3] = {
    None: (1.0, 1.0, 1.0),
    False: (1.0, 1.0, 1.0),
    True: (1.0, -1.0, 1.0),
    "x": (-1.0, 1.0, 1.0),
    "y": (1.0, -1.0, 1.0),
    "z": (1.0, 1.0, -1.0),
}
"""The diagonal of M by what `mirror` says: the normal of the plane, y for True."""
TURNS: tuple[Vector3, ...] = (
    (1.0, 1.0, 1.0),
    (-1.0, 1.0, -1.0),
    (1.0, -1.0, -1.0),
    (-1.0, -1.0, 1.0),
)
"""Half turns of the frames of a mirrored joint that are tried, so that its coordinates keep signs.
"""
SAME = 1e-9
"""Difference of two poses that are the same."""


class PartSource(Mapping[str, Location]):
    """Where an element of a part was written, and the place that made the part one of its host."""

    def __init__(self, written: Source, host: Location | None) -> None:
        self.written, self.host = written, host

    @property
    def also(self) -> tuple[Location, ...]:
        """The place of the part in its host, for messages."""
        more = getattr(self.written, "also", ())
        return more if self.host is None or not self.written else (*more, self.host)

    def __getitem__(self, attribute: str) -> Location:
        if attribute == "" and attribute not in self.written and self.host is not None:
            return self.host
        return self.written[attribute]

    def __iter__(self) -> Iterator[str]:
        return iter(self.written)

    def __len__(self) -> int:
        return len(self.written)


@dataclass
class Part:
    """A part that has been read: what it holds, and where it stands in its host.

    contents: in its own drawing, with its own names; pose: X_WP; flips: the diagonal of M;
    connected: bodies of the part that are bodies of the host; host: X_WH of these, known when the
    host is drawn.
    """

    name: str
    contents: Contents
    pose: Pose
    flips: Vector3
    connected: dict[str, str]
    entry: Entry
    host: Mapping[str, Pose] = dataclasses.field(default_factory=dict)

    @property
    def model(self) -> Model:
        """The elements, in the drawing of the part."""
        return self.contents.model

    @property
    def is_mirrored(self) -> bool:
        """Whether it is the mirror image of what is described."""
        return -1.0 in self.flips

    @property
    def is_moved(self) -> bool:
        """Whether directions of its drawing are others in that of the host, or places are."""
        return self.is_mirrored or self.pose != Pose()

    # --- names ----------------------------------------------------------------------------------

    def name_in_host(self, name: str) -> str:
        """Return the name of an element of the part in the host."""
        return f"{self.name}.{name}"

    def body(self, name: str) -> str:
        """Return the body of the host that a body of the part is."""
        return self.connected.get(name) or self.name_in_host(name)

    # --- places and directions --------------------------------------------------------------------

    def point(self, body: str, place: Vector3) -> Vector3:
        """Return a place of a body frame in the frame of the body of the host."""
        return self.frame(body, Pose(place)).position

    def frame(self, body: str, pose: Pose) -> Pose:
        """Return a frame of a body as one of the body of the host."""
        if body not in self.connected:
            return self._image(pose)
        drawn = self.pose_in_host(product(self._own_pose(body), pose))
        return relative(self.host[self.connected[body]], drawn)

    def wheel_frame(self, body: str, pose: Pose, keeps: str = "xz") -> Pose:
        """Return the frame of a wheel in mesh: a mirror image keeps two axes, and turns one."""
        turn = _wheel_turn(self.flips, keeps) if self.is_mirrored else TURNS[0]
        return _turn_half(self.frame(body, pose), turn)

    @property
    def _curve_turn(self) -> Vector3:
        """The half turn after which the image of a plane curve has the same x and y, and z back."""
        x, y, z = self.flips if self.is_mirrored else (1.0, 1.0, -1.0)
        return x, y, -z

    def curve_frame(self, body: str, pose: Pose) -> Pose:
        """Return the axes of a plane curve: those of its mirror image are seen from behind."""
        return _turn_half(self.frame(body, pose), self._curve_turn)

    def pose_in_host(self, pose: Pose) -> Pose:
        """Return a pose of the drawing of the part in that of the host."""
        return drawn_pose(self.pose, self.flips, pose)

    def direction(self, body: str, along: Vector3) -> Vector3:
        """Return a polar vector of a body frame (a way, a force), in that of the host's body."""
        flipped = self._mirror_image(along)
        if body not in self.connected:
            return flipped
        # R_WH^T R_WP M R_PB u, with M R_PB u = (M R_PB M) M u
        turn = self.frame(body, Pose()).transform.rotation
        return vector3(clean(turn.apply(np.array(flipped))))

    def axial(self, body: str, along: Vector3) -> Vector3:
        """Return an axial vector of a body frame (a moment, an axis to turn about)."""
        found = self.direction(body, along)
        return vector3([0.0 - x for x in found]) if self.is_mirrored else found

    def world_direction(self, along: Vector3) -> Vector3:
        """Return a polar vector in world axes."""
        flipped = self._mirror_image(along)
        if self.pose == Pose():
            return flipped
        return vector3(clean(self.pose.transform.rotation.apply(np.array(flipped))))

    def world_axial(self, along: Vector3) -> Vector3:
        """Return an axial vector in world axes."""
        found = self.world_direction(along)
        return vector3([0.0 - x for x in found]) if self.is_mirrored else found

    def _own_pose(self, body: str) -> Pose:
        return Pose() if body == GROUND else self.model.body(body).pose

    def _image(self, pose: Pose) -> Pose:
        return drawn_pose(Pose(), self.flips, pose)

    def _mirror_image(self, values: Vector3) -> Vector3:
        return mirror_image(self.flips, values)

    # --- coordinates ------------------------------------------------------------------------------

    def coordinate_sign(self, joint: str, index: int) -> float:
        """Return the factor of a coordinate of a joint: -1 if it counts against its image."""
        return self._motion(joint).coordinates[index]

    def rate_sign(self, joint: str, index: int) -> float:
        """Return the factor of a velocity of a joint."""
        return self._motion(joint).velocities[index]

    def _motion(self, joint: str) -> MirroredMotion:
        kind = self.model.joint(joint).type
        if not self.is_mirrored:
            return MirroredMotion(TURNS[0], (1.0,) * kind.nq, (1.0,) * kind.nv)
        found = mirrored_motion(plain(kind), self.flips)
        return found or MirroredMotion(TURNS[0], (1.0,) * kind.nq, (1.0,) * kind.nv)

    # --- elements ---------------------------------------------------------------------------------

    def refuse(self, element: str, rule: str, action: str = "") -> None:
        """Report (M35) that an element cannot stand where the part stands."""
        self.entry.report("M35", element, rule, value=element, action=action)

    def points(self) -> dict[str, Vector3]:
        """Return the named points of the part, in the drawing of the host."""
        return {
            self.name_in_host(n): self.pose_in_host(Pose(p)).position
            for n, p in self.contents.points.items()
        }

    def body_poses(self) -> dict[str, Pose]:
        """Return X_WB of the bodies that the part brings along."""
        mine = [body for body in self.model.bodies if body.name not in self.connected]
        return {self.name_in_host(body.name): self.pose_in_host(body.pose) for body in mine}

    def bodies(self) -> list[Body]:
        """Return the bodies that the part brings along."""
        return [
            Body(
                self.name_in_host(body.name),
                body.mass,
                self._mirror_image(body.com),
                flipped_matrix(self.flips, body.inertia),
                self.pose_in_host(body.pose),
                tuple(self.shape(body.name, placed) for placed in body.shapes),
            )
            for body in self.model.bodies
            if body.name not in self.connected
        ]

    def host_shapes(self) -> Iterator[tuple[str, PlacedShape]]:
        """Go through the shapes that are on bodies of the host, with the name of the body."""
        shapes = {GROUND: self.model.ground_shapes}
        shapes |= {body.name: body.shapes for body in self.model.bodies}
        for name in self.connected:
            for placed in shapes[name]:
                yield self.connected[name], self.shape(name, placed)

    def shape(self, body: str, placed: PlacedShape) -> PlacedShape:
        """Return a shape on a body as one on the body of the host."""
        shape = placed.shape.mirror_image(self.flips) if self.is_mirrored else placed.shape
        return PlacedShape(shape, self.frame(body, placed.pose), placed.color)

    def frames(self) -> list[Frame]:
        """Return the named frames."""
        return [
            Frame(self.name_in_host(f.name), self.body(f.body), self.frame(f.body, f.pose))
            for f in self.model.frames
        ]

    def early_frames(self) -> list[Frame]:
        """Return the named frames of the bodies that the part brings along."""
        return [
            Frame(self.name_in_host(f.name), self.name_in_host(f.body), self._image(f.pose))
            for f in self.model.frames
            if f.body not in self.connected
        ]

    def joints(self) -> list[Joint]:
        """Return the joints."""
        return [joint for found in self.model.joints if (joint := self._joint(found)) is not None]

    def _joint(self, joint: Joint) -> Joint | None:
        parent, child = self.body(joint.parent), self.body(joint.child)
        on_parent, kind = self.frame(joint.parent, joint.on_parent), joint.type
        if kind.placement == "contact" and joint.parent == GROUND:
            parent, on_parent = GROUND, joint.on_parent  # a road is the world's, not the part's
        name = f"joint '{joint.name}'"
        if parent == child:
            rule = f"connects '{parent}' with itself, as two of the part's bodies are this one"
            self.refuse(name, rule, "connect one of them to another body")
            return None
        on_child = self.frame(joint.child, joint.on_child)
        limits, turn = joint.limits, TURNS[0]
        if self.is_mirrored and getattr(kind, "has_plane_curves", False):
            turn = self._curve_turn
        elif self.is_mirrored:
            found = mirrored_motion(plain(kind), self.flips)
            if found is None or kind.placement == "curve":
                rule = f"is a {kind.type_name} joint, whose mirror image is none"
                self.refuse(name, rule, "give its class a method `mirror_image`")
                return None
            kind, turn = kind.mirror_image(), found.turn
            limits = tuple(
                pair if sign > 0.0 else (-pair[1], -pair[0])
                for pair, sign in zip(limits, found.velocities, strict=bool(limits))
            )
        return dataclasses.replace(
            joint,
            name=self.name_in_host(joint.name),
            type=kind,
            parent=parent,
            child=child,
            on_parent=_turn_half(on_parent, turn),
            on_child=_turn_half(on_child, turn),
            limits=limits,
        )

    def couplers(self) -> list[Coupler]:
        """Return the couplers."""
        return [
            dataclasses.replace(
                coupler,
                name=self.name_in_host(coupler.name),
                terms=tuple(
                    CouplerTerm(
                        self.name_in_host(t.joint),
                        t.index,
                        t.factor if self.coordinate_sign(t.joint, t.index) > 0.0 else -t.factor,
                    )
                    for t in coupler.terms
                ),
            )
            for coupler in self.model.couplers
        ]

    def forces(self) -> list[ForceElement]:
        """Return the force elements."""
        found = []
        for element in self.model.forces:
            before = len(self.entry.problems)
            placed = element.in_part(self)
            if len(self.entry.problems) == before:
                self._check_names(element, placed)
            found.append(placed)
        return found

    def _check_names(self, element: ForceElement, placed: ForceElement) -> None:
        """Report an element that still speaks of bodies or joints by the names of the part."""
        bodies = {*self.connected.values(), GROUND}
        bodies |= {self.name_in_host(body.name) for body in self.model.bodies}
        joints = {self.name_in_host(joint.name) for joint in self.model.joints}
        if set(placed.bodies) <= bodies and set(placed.joints) <= joints:
            return
        rule = f"is of a class, {type(element).__name__}, that does not say how it is placed"
        action = "declare its bodies and joints by fields, or give it a method `in_part`"
        self.refuse(f"force '{element.name}'", rule, action)

    def starts(self) -> list[StartVelocity]:
        """Return the velocities at the start."""
        return [
            StartVelocity(
                self.body(start.body),
                self.world_direction(start.velocity),
                self.world_axial(start.angular_velocity),
            )
            for start in self.model.start
        ]

    def sources(self) -> dict[tuple[str, str], Source]:
        """Return where its elements were written, by kind and name in the host."""
        place = self.entry.source.get("")
        return {
            (kind, self.name_in_host(name)): PartSource(source, place)
            for (kind, name), source in self.contents.sources.items()
            if not (kind == "body" and name in self.connected)
        }


def drawn_pose(of_part: Pose, flips: Vector3, pose: Pose) -> Pose:
    """Return X_WP (M X M) of a pose X in the drawing of a part that stands at X_WP."""
    image = Pose(mirror_image(flips, pose.position), flipped_matrix(flips, pose.rotation))
    return image if of_part == Pose() else product(of_part, image)


def mirror_image(flips: Vector3, values: Vector3) -> Vector3:
    """Return M u of a vector; flips: the diagonal of M."""
    return vector3([x if s > 0.0 else 0.0 - x for x, s in zip(values, flips, strict=True)])


def flipped_matrix(flips: Vector3, rows: Matrix3) -> Matrix3:
    """Return M R M of a rotation or an inertia."""
    return matrix3(
        [
            [x if s * t > 0.0 else 0.0 - x for x, t in zip(row, flips, strict=True)]
            for row, s in zip(rows, flips, strict=True)
        ]
    )


def _turn_half(pose: Pose, turn: Vector3) -> Pose:
    """Return a frame turned by a half turn about one of its axes."""
    if turn == TURNS[0]:
        return pose
    rows = [
        [x if s > 0.0 else 0.0 - x for x, s in zip(row, turn, strict=True)] for row in pose.rotation
    ]
    return Pose(pose.position, matrix3(rows))


# --- joints in a mirror ---------------------------------------------------------------------------


@dataclass(frozen=True)
class MirroredMotion:
    """The motion of a joint whose frames are M F M C and M M C: its coordinates times their signs.

    turn: the diagonal of C; coordinates, velocities: 1, or -1 for those that count the other way.
    """

    turn: Vector3
    coordinates: tuple[float, ...]
    velocities: tuple[float, ...]


@cache
def mirrored_motion(kind: JointType, flips: Vector3) -> MirroredMotion | None:
    """Return how the mirror image of a joint is one of its type; None if it is not.

    C^T M X(q) M C = X(s q). Of the half turns C the one with the fewest signs that change is taken:
    angles and shifts of most joints keep theirs, so that equal coordinates are mirror images.
    """
    image = kind.mirror_image()
    if kind.placement == "two wheels":  # the line of centres keeps its direction
        pair: Any = kind
        return MirroredMotion(_wheel_turn(flips, pair.keeps), (), ())
    if kind.nq == 0:
        return MirroredMotion(TURNS[0], (), ())
    rng = np.random.default_rng(7)
    samples = [kind.with_unit_quaternion(rng.uniform(-1.0, 1.0, kind.nq)) for _ in range(3)]
    best: MirroredMotion | None = None
    for turn in TURNS:
        found = _signs(kind, image, samples, flips, turn)
        if found is not None and (best is None or _changes(found) < _changes(best)):
            best = found
    return best


def _wheel_turn(flips: Vector3, keeps: str) -> Vector3:
    """Return the half turn after which a mirror image has two axes of the drawing, as "xz"."""
    kept = ["xyz".index(axis) for axis in keeps]
    return next(t for t in TURNS if all(t[k] * flips[k] > 0.0 for k in kept))


def _changes(motion: MirroredMotion) -> int:
    return motion.coordinates.count(-1.0)


def _signs(
    kind: JointType, image: JointType, samples: list[Array], flips: Vector3, turn: Vector3
) -> MirroredMotion | None:
    """Return the signs of the coordinates for one of the half turns; None without any."""
    D = np.diag(np.array(turn) * np.array(flips))
    wanted = [
        Transform.of(matrix_product(matrix_product(D, X.matrix), D), matrix_product(D, X.position))
        for X in (kind.pose(q) for q in samples)
    ]
    for signs in itertools.product((1.0, -1.0), repeat=kind.nq):
        if all(
            _same_pose(image.pose(q * np.array(signs)), X)
            for q, X in zip(samples, wanted, strict=True)
        ):
            rates = _rate_signs(kind, image, samples[0], np.array(signs), D)
            return None if rates is None else MirroredMotion(turn, signs, rates)
    return None


def _rate_signs(
    kind: JointType, image: JointType, q: Array, signs: Array, D: Array
) -> tuple[float, ...] | None:
    """Return the signs of the velocities: S(s q) diag(r) = (D, det(D) D) S(q)."""
    both = np.concatenate([np.diag(D), np.linalg.det(D) * np.diag(D)])
    S, wanted = image.subspace(q * signs), both[:, None] * kind.subspace(q)
    found = []
    for k in range(kind.nv):
        sign = next((r for r in (1.0, -1.0) if np.allclose(r * S[:, k], wanted[:, k])), None)
        if sign is None:
            return None
        found.append(sign)
    return tuple(found)


def _same_pose(a: Transform, b: Transform) -> bool:
    turned = float(np.max(np.abs(a.matrix - b.matrix)))
    return max(turned, float(np.max(np.abs(a.position - b.position)))) < SAME


# --- reading ------------------------------------------------------------------------------------


def read_part(scope: Scope, draft: PartDraft, hosts: tuple[Any, ...]) -> Part | None:
    """Return a part with its contents, placed in the drawing of the host; None after a problem.

    hosts: the mechanisms that it is a part of. Only its pose, names and connections are read here:
    `host` is filled in when the bodies of the host have their places.
    """
    from sarrus.model.building.models import contents_of

    entry = scope.entry("part", draft.name, draft.source)
    if any(draft.part is host for host in hosts):
        rule = "contains itself"
        entry.report("M35", "", rule, action="give a mechanism that its host is no part of")
        return None
    name = draft.name if isinstance(draft.name, str) else ""
    if not name.strip(". ") or name.startswith(".") or name.endswith("."):
        entry.report("M07", "name", "is not a name", value=entry.literal("name", draft.name))
        return None
    if draft.mirror not in PLANES:
        action = 'give True, or the normal of the plane: "x", "y" or "z"'
        value = entry.literal("mirror", draft.mirror)
        entry.report("M35", "mirror", "is no plane", value=value, action=action)
        return None
    contents = contents_of(draft.part, hosts)
    if contents is None:
        value = entry.literal("part", draft.part)
        action = "give a Mechanism or a Model, such as sarrus.load('corner.yaml')"
        entry.report("M35", "", "is not a mechanism", value=value, action=action)
        return None
    _report(scope, draft, entry, contents.problems)
    if contents.model.base != "fixed":
        rule = "has a ground that moves by laws of its own, which only that of the whole can"
        entry.report("M35", "", rule, action="drive a joint of the part, or prescribe the host")
    pose = read_pose(entry, draft.pose)
    connected = _connections(scope, entry, draft, contents)
    return Part(name, contents, pose, PLANES[draft.mirror], connected, entry)


def _report(scope: Scope, draft: PartDraft, entry: Entry, problems: Iterable[Problem]) -> None:
    """Take over the problems of a part, with the place that made it one."""
    place = entry.source.get("")
    for problem in problems if draft.judged is None else draft.judged(list(problems)):
        also = problem.also
        if problem.location is not None and place is not None and place not in also:
            also = (*also, place)
        where = f"{entry.element} / {problem.element}"
        location = problem.location or place
        moved = dataclasses.replace(problem, element=where, also=also, location=location)
        scope.problems.append(moved)


def _connections(
    scope: Scope, entry: Entry, draft: PartDraft, contents: Contents
) -> dict[str, str]:
    """Return the bodies of the part that are bodies of the host; its ground is one in any case."""
    values = draft.connect
    if values is None:
        values = {}
    elif isinstance(values, (str, BodyHandle)):
        values = {GROUND: values}
    found = {GROUND: GROUND}
    if not isinstance(values, Mapping):
        action = 'write {"ground": "chassis"}: bodies of the part, each with one of the host'
        value = entry.literal("connect", values)
        entry.report("M35", "connect", "is no pairs of bodies", value=value, action=action)
        return found
    own = {GROUND, *contents.model.body_index}
    for inner, outer in values.items():
        mine = inner.name if isinstance(inner, BodyHandle) else inner
        attribute = f"connect['{mine}']"
        if mine not in own:
            rule = f"is not a body of the part '{contents.model.name}'"
            action = nearest(str(mine), sorted(own))
            entry.report("M09", attribute, rule, value=repr(mine), action=action)
            continue
        body = scope.body(entry, attribute, outer)
        if body is None:
            continue
        found[str(mine)] = body
        if mine != GROUND and contents.model.body(mine).mass > 0.0:
            mass = float(contents.model.body(mine).mass)
            rule = f"has {mass:g} kg in the part; as '{body}' of the host, these do not count"
            entry.report("M35", attribute, rule, value=f"'{mine}'", severity="notice")
    return found
