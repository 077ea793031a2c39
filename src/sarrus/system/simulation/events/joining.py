"""Joints that events make and part.

A joint between two named frames is among the cut joints of the system of a run from its start, open
(`Openable`): coordinates of the tree stay as they are, and its rows appear when it is made. Frame F
is `a`, as it stands. Frame M is where the joint, closed, has it:

    X_BM = X_Bb X_Fb^-1 X_FM*,   X_FM* the pose that the joint allows, nearest to X_Fb

so that no position jumps. It is a number of the mode (`joint:hold.child_point`, `.child_rotation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import is_finite
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import axis_frame, direction
from sarrus.model.building.references import nearest
from sarrus.model.joint import Joint
from sarrus.model.joints import TYPES, JointType, Openable
from sarrus.model.joints.joint_type import parameters_of
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.spatial import Transform
from sarrus.system.channels.markers import marker_in
from sarrus.system.simulation.events.actions import Join, Part

if TYPE_CHECKING:
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.system import System

ALIASES = {"fixed": "weld"}
"""Words for joint types that users of other programs know."""
NEAR = 1e-4
"""How far frames may be apart [lengths of the model] that are joined, unless an event says so."""


def joining_system(system: System, events: Sequence[Any]) -> System:
    """Return the system with the joints that events make, open, and those that they part.

    Refuses joints that cannot be; the same joints give the same system.
    """
    actions = _actions(events)
    if not actions:
        return system
    joins = [a for a in actions if isinstance(a, Join) and a.type]
    again = tuple(dict.fromkeys(a.name for a in actions if isinstance(a, Join) and not a.type))
    parted = tuple(dict.fromkeys(a.name for a in actions if isinstance(a, Part)))
    key = ("joints", repr(joins), again, parted)
    return system.compiled.variants.get(key, lambda: _with_joints(system, joins, again, parted))


def opened_at_start(events: Sequence[Any]) -> frozenset[str]:
    """Return the joints that events make, which are open when a run begins."""
    return frozenset(a.name for a in _actions(events) if isinstance(a, Join) and a.type)


def _actions(events: Sequence[Any]) -> list[Join | Part]:
    """Return all actions that make or part joints."""
    every = (a for e in events for a in getattr(e, "actions", None) or ())
    return [a for a in every if isinstance(a, (Join, Part))]


def _with_joints(
    system: System, joins: list[Join], again: Sequence[str], parted: Sequence[str]
) -> System:
    problems: list[Problem] = []
    made: dict[str, Joint] = {}
    for action in joins:
        joint = made_joint(system.model, action, problems)
        if joint is None:
            continue
        other = made.setdefault(joint.name, joint)
        if other != joint:
            rule = "is made by two events as two different joints"
            hint = "give every joint a name of its own"
            problems.append(Problem("V01", f"joint '{joint.name}'", rule, action=hint))
    if problems:  # what is wrong with a joint says more than that there is none to part
        raise ModelError(problems)
    known = [*made, *(joint.name for joint in system.topology.cuts)]
    loose = [name for name in dict.fromkeys([*parted, *again]) if name not in made]
    for name in loose:
        problems += _partable(system, name, known)
    aside = system.compiled.loops.set_aside if system.closed and (made or again) else None
    if aside is not None:
        listed = ", ".join(f"'{name}'" for name in [*made, *again])
        rule = "cannot be made: loops of the model close within the tolerance of its data only"
        hint = f"correct the numbers: {aside.notice.rule}"
        problems.append(Problem("V01", f"joints {listed}", rule, action=hint))
    if problems:
        raise ModelError(problems)
    model = system.model
    joints = [
        replace(j, type=Openable(j.type, closed=True, in_drawing=j.name not in again))
        if j.name in loose
        else j
        for j in model.joints
    ]
    joints += [replace(j, type=Openable(j.type, closed=False)) for j in made.values()]
    wide = system.compiled.variant(replace(model, joints=tuple(joints)), cut=list(made))
    anew = [*made, *(name for name in again if name not in made)]
    frames = [f"joint:{name}.{part}" for name in anew for part in CHILD]
    return wide.compiled.variant(parameters=frames) if frames else wide


CHILD = ("child_point", "child_rotation")
"""Numbers of a joint that is made: its frame on the child."""


def _partable(system: System, name: str, known: list[str]) -> list[Problem]:
    """Return why a joint of the model cannot be parted."""
    element = f"joint '{name}'"
    if name not in system.model.joint_index:
        hint = nearest(name, known)
        rule = "is no joint that can be parted or made again"
        return [Problem("M09", element, rule, action=hint)]
    joint = system.model.joint(name)
    if name not in {j.name for j in system.topology.cuts}:
        rule = "is in the tree, whose joints cannot be parted"
        action = f"compile with cut=['{name}'], if another way leads to its body"
        return [Problem("V01", element, rule, action=action)]
    if joint.type.placement == "contact":
        rule = "is a rolling contact"
        return [Problem("V01", element, rule, action=f"use Separate('{name}')")]
    users = [f.name for f in system.model.forces if name in f.joints]
    users += [c.name for c in system.model.couplers if name in {t.joint for t in c.terms}]
    if users:
        rule = f"cannot be parted: '{users[0]}' acts on its coordinates"
        return [Problem("V01", element, rule, action="let that act between the bodies instead")]
    return []


def made_joint(model: Model, action: Join, problems: list[Problem]) -> Joint | None:
    """Return the joint that an event makes, in the frames given; None after a problem."""
    element = f"joint '{action.name}'"
    count = len(problems)
    if action.name in model.joint_index:
        rule = "has the name of a joint of the model"
        hint = f"use another name; Join('{action.name}') alone makes one again that was parted"
        problems.append(Problem("M03", element, rule, action=hint))
    kind = _type(action, problems)
    ends = [_frame(model, element, side, getattr(action, side), problems) for side in ("a", "b")]
    turn = None
    entry = Entry(element, {}, problems)
    axis = direction(entry, "axis", action.axis)
    if axis is not None:
        turn = Transform.of(np.array(axis_frame(axis)), np.zeros(3))
    if len(problems) > count or kind is None or turn is None:
        return None
    (parent, X_PF), (child, X_BM) = (end for end in ends if end is not None)
    if parent == child:
        rule = f"connects '{parent}' with itself: both frames are on it"
        problems.append(Problem("M08", element, rule, action="give frames of two bodies"))
        return None
    on_parent, on_child = (Pose.of(X @ turn) for X in (X_PF, X_BM))
    return Joint(action.name, kind, parent, child, on_parent, on_child)


def _frame(
    model: Model, element: str, side: str, what: Any, problems: list[Problem]
) -> tuple[str, Transform] | None:
    """Return body and pose of a frame by its name."""
    found = marker_in(model, what) if isinstance(what, str) else None
    if found is None:
        frames = [frame.name for frame in model.frames]
        known = [*frames, *model.body_index, GROUND]
        problems.append(
            Problem("M09", f"{element} / {side}", "is no frame or body", repr(what)[:60],
                    action=nearest(str(what), known))
        )  # fmt: skip
        return None
    return found.body, Transform.of(found.R, found.r)


def _type(action: Join, problems: list[Problem]) -> JointType | None:
    """Return the type of joint that is made, with its numbers."""
    element = f"joint '{action.name}'"
    name = ALIASES.get(action.type, action.type)
    if name not in TYPES:
        known = [*ALIASES, *TYPES]
        problems.append(
            Problem("M09", f"{element} / type", "is no joint type", repr(action.type),
                    action=nearest(str(action.type), known))
        )  # fmt: skip
        return None
    cls = TYPES[name]
    if cls.placement == "contact" or not cls.row_names:
        rule = f"cannot be made by an event: a {name} joint "
        rule += "rolls on a surface" if cls.placement == "contact" else "holds nothing"
        problems.append(Problem("V01", element, rule))
        return None
    own = parameters_of(cls)
    numbers: dict[str, float] = {}
    for key, value in action.numbers.items():
        if key not in own:
            rule = f"is not a number of a {name} joint"
            action_ = nearest(str(key), [*own]) if own else "it has none"
            problems.append(Problem("M09", f"{element} / {key}", rule, action=action_))
            continue
        wanted = own[key][1]
        low = is_finite(value) and wanted.above is not None and value <= wanted.above
        if not is_finite(value) or low or (value == 0.0 and wanted.zero):
            least = "a finite number" if wanted.above is None else f"above {wanted.above:g}"
            rule = f"is 0: {wanted.zero}" if wanted.zero else f"must be {least} {wanted.unit}"
            problems.append(Problem("M04", f"{element} / {key}", rule, repr(value)[:60]))
            continue
        numbers[key] = float(value)
    needed = [k for k, (_, rule) in own.items() if rule.required or cls.placement == "two points"]
    missing = [key for key in needed if key not in action.numbers]
    for key in missing:
        rule = f"is missing: the {own[key][1].text} [{own[key][1].unit}] of a {name} joint"
        example = f"give numbers={{'{key}': ...}}"
        problems.append(Problem("M04", f"{element} / {key}", rule, action=example))
    if missing or len(numbers) < len(action.numbers):
        return None
    return cls(**numbers)


def check_openable(system: System, name: str, t: float) -> None:
    """Refuse to make or part a joint that no event of the run has announced."""
    known = [joint.name for joint in system.topology.cuts if isinstance(joint.type, Openable)]
    if name in known:
        return
    rule = f"is not among the joints that the events of the run list, at t = {t:.9g} s"
    action = "list Join(...) or Part(...) of it among the actions of an event too, which may never "
    action += "happen: a function that chooses actions is asked too late for its equations"
    raise ModelError(Problem("E-JOIN", f"joint '{name}'", rule, action=action))


@dataclass(frozen=True, eq=False)
class MadeFrame:
    """Frame M of a joint that is made, and how far the frames were apart [m], [rad]."""

    X_BM: Transform
    gap: float
    angle: float

    def numbers(self, name: str) -> dict[str, Any]:
        """Return it as numbers of the model."""
        values = (vector3(self.X_BM.position), matrix3(self.X_BM.matrix))
        return {f"joint:{name}.{part}": x for part, x in zip(CHILD, values, strict=True)}


def made_frame(sim: Simulator, name: str, t: float, q: np.ndarray) -> MadeFrame:
    """Return frame M of a joint that is made at a position; sim: the equations before."""
    system = sim.system
    joint = system.model.joint(name)
    keywords = {**sim.kept_keywords, "t": t}
    if "parameters" in keywords:  # where it was made before does not matter
        numbers = keywords["parameters"].items()
        own = f"joint:{name}."
        keywords["parameters"] = {key: x for key, x in numbers if not key.startswith(own)}
    k = [cut.name for cut in system.topology.cuts].index(name)
    rotation, position = system.compiled.loops.gaps(q, *system.compiled.last_inputs(**keywords))
    X_Fb = Transform.of(rotation[k], position[k])
    X_FM = joint.type.nearest_pose(X_Fb)
    X_BM = joint.on_child.transform @ X_Fb.inverse @ X_FM
    gap = float(np.linalg.norm(X_Fb.position - X_FM.position))
    return MadeFrame(X_BM, gap, _turn(X_Fb.matrix.T @ X_FM.matrix))


def _turn(R: np.ndarray) -> float:
    """Return the angle of a rotation [rad]."""
    across = (R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])
    return float(np.arctan2(np.linalg.norm(across), np.trace(R) - 1.0))


def apart(sim: Simulator, action: Join, t: float, found: MadeFrame) -> Problem | None:
    """Return the problem of frames that are too far apart to be joined, if they are."""
    length = sim.system.compiled.loops.length
    allowed = NEAR * length if action.gap is None else action.gap
    if action.where_it_is or (found.gap <= allowed and found.angle <= action.angle):
        return None
    kind = sim.system.model.joint(action.name).type.type_name
    frames = f"frames '{action.a}' and '{action.b}'" if action.a else "its frames"
    return Problem(
        "E-JOIN",
        f"t = {t:.9g} s, joint '{action.name}'",
        f"cannot be made: {frames} are apart by {found.gap:.4g} m and turned by {found.angle:.4g} "
        f"rad = {np.degrees(found.angle):.4g} deg from where a {kind} joint has them; "
        f"{allowed:.2g} m and {action.angle:.2g} rad are allowed",
        cause="they do not meet at this moment, or their axes do not match",
        action="let the event watch their distance, allow more by gap= and angle=, or join them "
        "where they are by where_it_is=True",
    )
