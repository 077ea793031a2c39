"""From the user's description to a model: read everything, report every problem at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from sarrus.errors import MOST_PROBLEMS, ModelError, Problem, sorted_problems
from sarrus.garbage import few_collections
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body, Frame
from sarrus.model.building.bodies import read_body
from sarrus.model.building.couplers import places, read_coupler
from sarrus.model.building.drafts import (
    READY,
    BodyDraft,
    ForceDraft,
    FrameDraft,
    JointDraft,
    PartDraft,
    PointDraft,
)
from sarrus.model.building.entry import Entry, Source
from sarrus.model.building.joints import JointPlan, is_two_sided, place_in_drawing, read_joint
from sarrus.model.building.placement import drawing_poses
from sarrus.model.building.references import Scope, find
from sarrus.model.building.shapes import Carrier, carriers, read_pose, read_shapes
from sarrus.model.coupler import Coupler
from sarrus.model.joint import Joint
from sarrus.model.mass_properties import ZERO
from sarrus.model.model import MOST_TOLERANCE, TOLERANCE, Model, StartVelocity
from sarrus.model.pose import Pose, Vector3
from sarrus.model.validation import (
    check_inertias,
    check_model,
    check_names,
    check_part_names,
    joints_of_islands,
)
from sarrus.spatial.tracking import TAPE, plain

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.forces.element import ForceElement
    from sarrus.model.mechanism import Mechanism


Draft = TypeVar("Draft")


@dataclass
class Contents:
    """What a mechanism holds, read but not yet checked as a whole.

    model: its elements, those of its parts among them; points: of the drawing [m]; sources: where
    elements were written, by kind and name; problems: what is wrong with them.
    """

    model: Model
    points: dict[str, Vector3]
    sources: dict[tuple[str, str], Source]
    problems: list[Problem]


def build(mechanism: Mechanism, *, strict: bool = False) -> Model:
    """Return the model of a mechanism, or raise one `ModelError` with all its problems."""
    with few_collections():
        return _model_or_problems(mechanism, strict)


def _model_or_problems(mechanism: Mechanism, strict: bool) -> Model:
    scope = Scope(mechanism)
    model = _elements(scope, ())
    bodies = _with_sound_inertias(scope, list(model.bodies), list(model.joints))
    model = dataclasses.replace(model, bodies=tuple(bodies))
    if not _errors(scope.problems):
        free, notices = joints_of_islands(plain(model))
        model = dataclasses.replace(model, joints=(*model.joints, *free))
        notices = _notices_with_places(scope, free, notices)
        checked = check_model(plain(model), mechanism, scope.sources)
        scope.problems += [*notices, *checked]
    return _verdict(model, scope.problems, strict)


def contents_of(part: Any, hosts: tuple[Any, ...]) -> Contents | None:
    """Return what a mechanism, or a model, brings along as a part; None for anything else."""
    from sarrus.model.mechanism import Mechanism

    if isinstance(part, Model):
        return Contents(part, {}, {}, [])
    if not isinstance(part, Mechanism):
        return None
    scope = Scope(part)
    model = _elements(scope, hosts)
    return Contents(model, scope.points, scope.sources, scope.problems)


def _elements(scope: Scope, hosts: tuple[Any, ...]) -> Model:
    """Return the elements of a mechanism and its parts, which no rule of the whole has seen yet."""
    mechanism = scope.mechanism
    scope.sources = _sources(mechanism)
    check_names(scope.problems, mechanism)
    scope.body_names = {d.name for d in mechanism.bodies if isinstance(d.name, str)}
    scope.points = _points(scope)
    has_parts = mechanism.parts or mechanism.beams or mechanism.modal_bodies
    parts = _parts(scope, (*hosts, mechanism)) if has_parts else []
    _read_frames(scope, mechanism.frames)
    plans = _joint_plans(scope)
    named = [draft for draft in mechanism.frames if _is_named(draft)]
    _read_frames(scope, [draft for draft in named if draft.name in scope.unplaced])
    frames = [scope.frames[d.name] for d in named if d.name in scope.frames]
    joints = _joints(scope, plans)
    for part in parts:
        part.host = scope.poses
        frames += part.frames()
        joints += _part_joints(scope, part)
    scope.frames |= {frame.name: frame for frame in frames}
    carrier = carriers(scope, joints)
    bodies = [
        read_body(scope, draft, carrier[draft.name])
        for draft in _until_too_many(scope, mechanism.bodies)
        if _is_named(draft)
    ]
    of_parts = [body for part in parts for body in part.bodies()]
    scope.shapes = {body.name: body.shapes for body in (*bodies, *of_parts)}
    forces = _forces(scope, [element for part in parts for element in part.forces()])
    model = _model(scope, bodies, joints, forces, frames, carrier[GROUND])
    model = dataclasses.replace(model, couplers=_couplers(scope))
    return _with_parts(model, parts) if parts else model


def _sources(mechanism: Mechanism) -> dict[tuple[str, str], Source]:
    """Return where the elements of a mechanism were written."""
    listed: tuple[tuple[str, Iterable[Any]], ...] = (
        ("body", mechanism.bodies),
        ("joint", mechanism.joints),
    )
    return {(kind, d.name): d.source for kind, drafts in listed for d in drafts if _is_named(d)}


def _parts(scope: Scope, hosts: tuple[Any, ...]) -> list[Part]:
    """Return the parts of a mechanism; from here on what they bring along is known by name."""
    from sarrus.model.building.parts import read_part

    found = []
    for draft in (*scope.mechanism.parts, *_beams(scope), *_modal_bodies(scope)):
        part = read_part(scope, draft, hosts)
        if part is not None:
            poses = part.body_poses()
            scope.body_names |= poses.keys()
            scope.poses |= poses
            scope.points |= part.points()
            scope.frames |= {frame.name: frame for frame in part.early_frames()}
            found.append(part)
    check_part_names(scope.problems, scope.mechanism, found)
    for part in found:
        scope.sources |= part.sources()
    return found


def _beams(scope: Scope) -> Iterator[PartDraft]:
    """Yield the flexible beams, which are parts; those with problems have their names at least."""
    for draft in scope.mechanism.beams:
        from sarrus.model.building.beams import beam_part, placeholder

        yield beam_part(scope, draft) or placeholder(draft)


def _modal_bodies(scope: Scope) -> Iterator[PartDraft]:
    """Yield the modal bodies, which are parts; those with problems have some names at least."""
    for draft in scope.mechanism.modal_bodies:
        from sarrus.model.building.modal_bodies import modal_part, placeholder

        yield modal_part(scope, draft) or placeholder(draft)


def _part_joints(scope: Scope, part: Part) -> list[Joint]:
    joints = part.joints()
    scope.joints |= {joint.name: joint for joint in joints}
    scope.joint_names |= scope.joints.keys()
    return joints


def _with_parts(model: Model, parts: list[Part]) -> Model:
    """Return a model with the bodies, couplers, start velocities and shapes of its parts."""
    bodies = [*model.bodies, *(body for part in parts for body in part.bodies())]
    held = [pair for part in parts for pair in part.host_shapes()]
    more = {name: tuple(shape for body, shape in held if body == name) for name, _ in held}
    bodies = [
        dataclasses.replace(b, shapes=(*b.shapes, *more[b.name])) if b.name in more else b
        for b in bodies
    ]
    return dataclasses.replace(
        model,
        bodies=tuple(bodies),
        couplers=(*model.couplers, *(c for part in parts for c in part.couplers())),
        start=(*model.start, *(s for part in parts for s in part.starts())),
        ground_shapes=(*model.ground_shapes, *more.get(GROUND, ())),
    )


def _until_too_many(scope: Scope, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Go through what the user described; raise where there are more problems than one can fix."""
    for i, draft in enumerate(drafts):
        if i % 100 == 0 and len(scope.problems) >= MOST_PROBLEMS:
            errors = _errors(scope.problems)
            if len(errors) >= MOST_PROBLEMS:
                raise ModelError(errors)
        yield draft


def _points(scope: Scope) -> dict[str, Vector3]:
    """Return the named points of the drawing [m]; each may be at one before it."""
    for draft in _until_too_many(scope, scope.mechanism.points):
        entry = scope.entry("point", draft.name, draft.source)
        place = entry.vector("at", draft.at, "m")
        if _is_named(draft):
            scope.points[draft.name] = place or ZERO
    return scope.points


def _read_frames(scope: Scope, drafts: list[FrameDraft]) -> None:
    """Read frames, those at a point of the drawing if it is known where their body stands."""
    moved = _moved_by_joints(scope) if any(isinstance(d.pose.at, str) for d in drafts) else set()
    bodies = scope.mechanism.bodies if drafts else ()
    given = {d.name: d for d in reversed(bodies) if _is_named(d) and d.pose.is_known}
    stand: dict[str, Carrier] = {}
    for draft in _until_too_many(scope, drafts):
        entry = scope.entry("frame", draft.name, draft.source)
        body = scope.body(entry, "body", draft.body)
        waits = isinstance(draft.pose.at, str) and body in moved and _is_named(draft)
        if waits and draft.name not in scope.unplaced:
            scope.unplaced.add(draft.name)
            continue
        if body is not None and body not in stand:
            stand[body] = Carrier(body, _drawn_pose(scope, body, given))
        pose = read_pose(entry, draft.pose, None if body is None else stand[body])
        if body is not None and _is_named(draft):
            scope.frames[draft.name] = Frame(draft.name, body, pose)
            scope.unplaced.discard(draft.name)


def _moved_by_joints(scope: Scope) -> set[str]:
    """Return the bodies without a pose of their own that stand where joints say."""
    placed = {d.name for d in scope.mechanism.bodies if d.pose.is_known and _is_named(d)}
    ends = [
        scope.body(Entry("", {}, []), "", end)
        for draft in scope.mechanism.joints
        if is_two_sided(draft)
        for end in (draft.parent, draft.child)
    ]
    return {body for body in ends if body is not None} - placed - scope.poses.keys()


def _drawn_pose(scope: Scope, body: str, given: Mapping[str, BodyDraft]) -> Pose:
    """Return X_WB of a body, before the joints say it if the user gave it."""
    if body in scope.poses:
        return scope.poses[body]
    draft = given.get(body)
    return Pose() if draft is None else read_pose(Entry("", {}, [], scope.points), draft.pose)


def _joint_plans(scope: Scope) -> list[JointPlan]:
    """Return the joints without what depends on the drawing, and place the bodies in it."""
    drafts = _until_too_many(scope, scope.mechanism.joints)
    plans = [read_joint(scope, draft) for draft in drafts]
    known = [plan for plan in plans if plan is not None and _is_named(plan.draft)]
    _place_bodies(scope, known)
    return known


def _joints(scope: Scope, known: list[JointPlan]) -> list[Joint]:
    """Return the joints, after the bodies have been placed in the drawing."""
    mechanism = scope.mechanism
    joints = [plan.joint if plan.two_sided else place_in_drawing(scope, plan) for plan in known]
    scope.joint_names = {d.name for d in mechanism.joints if isinstance(d.name, str)}
    scope.joints = {joint.name: joint for joint in joints}
    return joints


def _place_bodies(scope: Scope, plans: list[JointPlan]) -> None:
    placed = {name: pose for name, pose in scope.poses.items() if name != GROUND}  # of parts
    drafts = [draft for draft in scope.mechanism.bodies if _is_named(draft)]
    for draft in drafts:
        if draft.pose.is_known:
            entry = scope.entry("body", draft.name, draft.source)
            placed[draft.name] = read_pose(entry, draft.pose)
    names = [draft.name for draft in drafts]
    two_sided = [plan.joint for plan in plans if plan.two_sided]
    scope.poses = drawing_poses(names, placed, two_sided)


def _with_sound_inertias(scope: Scope, bodies: list[Body], joints: list[Joint]) -> list[Body]:
    checked = check_inertias(
        plain(bodies),
        plain(joints),
        lambda name: scope.entry("body", name, scope.sources.get(("body", name), {})),
    )
    return checked if TAPE.get() is None else bodies


def _forces(scope: Scope, of_parts: list[ForceElement]) -> list[ForceElement]:
    """Return the force elements, those of parts after the others."""
    drafts = _until_too_many(scope, scope.mechanism.forces)
    read = [(read_force(scope, draft), draft) for draft in drafts]
    found = [element for element, _ in read if element is not None]
    every = [*found, *of_parts]
    by_name = {element.name: element for element in every if isinstance(element.name, str)}
    unread = [draft.name for element, draft in read if element is None]
    broken = {name for name in unread if isinstance(name, str)}
    for element, draft in read:
        # an element that could not be read is told once, not by those that name it, too
        if element is not None and not broken.intersection(element.elements):
            element.check_among(by_name, scope.entry("force", draft.name, draft.source))
    return every


def read_force(scope: Scope, draft: ForceDraft) -> ForceElement | None:
    """Return the force element; None after a problem."""
    entry = scope.entry("force", draft.name, draft.source)
    if draft.type_name == READY:
        return _ready(scope, entry, draft.get("element"))
    from sarrus.model.building.reading import Reading
    from sarrus.model.registry import FORCE_METHODS

    kind = FORCE_METHODS[draft.type_name]
    reading = Reading(scope, entry, draft.name, draft.options, kind.defaults)
    return kind.element.read(reading)


def _ready(scope: Scope, entry: Entry, element: Any) -> ForceElement | None:
    """Return an element that was made in Python, if all that it refers to is there."""
    from sarrus.model.forces.element import ForceElement

    if not isinstance(element, ForceElement):
        value = entry.literal("", element)
        action = 'give a force element, or a name with a mechanism: m.add("left", corner)'
        entry.report("M09", "", "is not a ForceElement", value=value, action=action)
        return None
    bodies = [scope.body(entry, "bodies", name) for name in element.bodies]
    joints = [find(entry, "joints", name, scope.joint_names, "joint") for name in element.joints]
    return None if None in bodies or None in joints else element


def _couplers(scope: Scope) -> tuple[Coupler, ...]:
    known = places(scope.joints.values())
    read = [read_coupler(scope, draft, known) for draft in scope.mechanism.couplers]
    return tuple(coupler for coupler in read if coupler is not None)


def _model(
    scope: Scope,
    bodies: list[Body],
    joints: list[Joint],
    forces: list[ForceElement],
    frames: list[Frame],
    carrier: Carrier,
) -> Model:
    mechanism = scope.mechanism
    entry = scope.entry("model", mechanism.name, mechanism.source)
    gravity = entry.vector("gravity", mechanism.gravity, "m/s^2")
    ground = scope.entry("body", "ground", {})
    tolerance = _tolerance(entry, mechanism.tolerance)
    return Model(
        name=mechanism.name,
        gravity=gravity or ZERO,
        bodies=tuple(bodies),
        joints=tuple(joints),
        forces=tuple(forces),
        frames=tuple(frames),
        base=mechanism.base,
        start=tuple(_starts(scope)),
        ground_shapes=tuple(read_shapes(scope, ground, mechanism.ground_shapes, carrier)),
        tolerance=TOLERANCE if tolerance is None else tolerance,
    )


def _tolerance(entry: Entry, raw: Any) -> float | None:
    """Return the tolerance of the data, a pure number."""
    found = entry.number("tolerance", raw, "dimensionless", least=0.0)
    if found is not None and found > MOST_TOLERANCE:
        rule = f"is above {MOST_TOLERANCE:g}, as wide as the data themselves"
        entry.report("M04", "tolerance", rule, value=entry.literal("tolerance", raw))
        return None
    return found


def _starts(scope: Scope) -> list[StartVelocity]:
    starts = []
    for draft in scope.mechanism.starts:
        entry = scope.entry("start of body", getattr(draft.body, "name", draft.body), draft.source)
        body = scope.body(entry, "body", draft.body)
        velocity = entry.vector("velocity", draft.velocity, "m/s")
        angular = entry.vector("angular_velocity", draft.angular_velocity, "rad/s")
        if body and velocity and angular:
            starts.append(StartVelocity(body, velocity, angular))
    return starts


def _notices_with_places(scope: Scope, free: list[Joint], notices: list[Problem]) -> list[Problem]:
    """Return the notices of free joints with the places of the bodies that they carry."""
    return [
        dataclasses.replace(notice, location=scope.sources.get(("body", joint.child), {}).get(""))
        for joint, notice in zip(free, notices, strict=True)
    ]


def _is_named(draft: BodyDraft | FrameDraft | JointDraft | PointDraft) -> bool:
    return isinstance(draft.name, str)


def _errors(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def _verdict(model: Model, found: list[Problem], strict: bool) -> Model:
    problems = list(dict.fromkeys(found))
    if strict:
        problems = [
            dataclasses.replace(p, severity="error") if p.severity == "warning" else p
            for p in problems
        ]
    if _errors(problems):
        raise ModelError([p for p in problems if p.severity != "notice"])
    return dataclasses.replace(model, notices=tuple(sorted_problems(problems)))
