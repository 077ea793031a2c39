"""Names that refer to other elements, with the nearest name where one is misspelt."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sarrus.errors import MOST_SHOWN, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Frame, PlacedShape
from sarrus.model.building.drafts import BodyHandle, FrameHandle
from sarrus.model.building.entry import Entry, Source
from sarrus.model.building.orientation import checked_pose
from sarrus.model.pose import Pose, Vector3
from sarrus.spatial.tracking import TAPE

if TYPE_CHECKING:
    from sarrus.model.joint import Joint
    from sarrus.model.mechanism import Mechanism


MOST_HINTS = MOST_SHOWN
"""Problems of a model after which no nearest names are looked for: only the first are shown."""
MOST_COMPARED = 5000
"""Names that a misspelt one is compared with."""


@dataclass
class Scope:
    """What the elements of a mechanism may refer to while it is built.

    poses: X_WB in the drawing, of ground and of every body that is placed so far; points: named
    points of the drawing [m]; unplaced: frames at such points, on bodies that stand where their
    joints say; sources: where bodies and joints were written, by kind and name; shapes: that
    bodies draw, once they are read.
    """

    mechanism: Mechanism
    problems: list[Problem] = field(default_factory=list)
    body_names: set[str] = field(default_factory=set)
    poses: dict[str, Pose] = field(default_factory=lambda: {GROUND: Pose()})
    frames: dict[str, Frame] = field(default_factory=dict)
    joints: dict[str, Joint] = field(default_factory=dict)
    joint_names: set[str] = field(default_factory=set)
    points: dict[str, Vector3] = field(default_factory=dict)
    unplaced: set[str] = field(default_factory=set)
    sources: dict[tuple[str, str], Source] = field(default_factory=dict)
    shapes: dict[str, tuple[PlacedShape, ...]] = field(default_factory=dict)

    def entry(self, kind: str, name: Any, source: Source) -> Entry:
        """Return the entry of an element, which reports into `problems`."""
        element = f"{kind} {name!r}" if isinstance(name, str) else kind
        if TAPE.get() is not None:
            TAPE.get().where = element
        return Entry(element, source, self.problems, self.points)

    def body(self, entry: Entry, attribute: str, raw: Any) -> str | None:
        """Return the name of a body or ground that a handle or name refers to."""
        if isinstance(raw, BodyHandle):
            if raw.mechanism is not self.mechanism:
                rule = f"is a body of another mechanism, '{raw.mechanism.name}'"
                entry.report("M09", attribute, rule, value=f"'{raw.name}'")
                return None
            raw = raw.name
        if isinstance(raw, str) and (raw == GROUND or raw in self.body_names):
            return raw
        return find(entry, attribute, raw, self.body_names, "body")

    def pose_of(self, body: str) -> Pose:
        """Return X_WB of a body in the drawing."""
        found = self.poses.get(body)
        return Pose() if found is None else found

    def frame(self, entry: Entry, attribute: str, raw: Any, body: str) -> Pose | None:
        """Return the pose X_BF of a frame, given by object or name, that must be on a body."""
        found: Frame | None = None
        if isinstance(raw, Frame):
            pose = checked_pose(entry, attribute, raw.pose)
            found = None if pose is None else Frame(raw.name, raw.body, pose)
        else:
            key = raw.name if isinstance(raw, FrameHandle) else raw
            if key in self.unplaced:
                rule = "is at a point of the drawing, and this joint would say where its body is"
                action = f"give the pose of body '{body}', or `at` of the joint"
                entry.report("M28", attribute, rule, value=f"'{key}'", action=action)
                return None
            name = find(entry, attribute, key, self.frames, "frame")
            found = None if name is None else self.frames[name]
        if found is None:
            return None
        if found.body != body:
            rule = f"is a frame of '{found.body}', not of '{body}'"
            entry.report("M09", attribute, rule, value=f"'{found.name}'")
            return None
        return found.pose


def find(entry: Entry, attribute: str, raw: Any, known: Collection[str], kind: str) -> str | None:
    """Return the name if it is known; else report it with the nearest one (M09)."""
    if isinstance(raw, str) and raw in known:
        return raw
    value = entry.literal(attribute, raw)
    action = f"give the name of a {kind}"
    if isinstance(raw, str):
        near = nearest_feature if kind.endswith("type") else nearest
        action = near(raw, sorted(known)) if len(entry.problems) < MOST_HINTS else ""
    entry.report("M09", attribute, f"is not the name of a {kind}", value=value, action=action)
    return None


def nearest_feature(name: str, known: Iterable[str]) -> str:
    """Return what to do instead of a type, key or method that is not known.

    Where Sarrus lacks what the name asks for, the nearest thing that it has, see `limits`; else
    the nearest known name.
    """
    from sarrus.limits import limit_of, limit_of_word

    names = list(known)
    asked = limit_of_word(name) or (None if nearly(name, names) else limit_of(name))
    return nearest(name, names) if asked is None else asked.advice


def nearly(name: str, known: Iterable[str]) -> bool:
    """Tell whether a name is a known one but for a slip of the fingers."""
    import difflib  # for mistakes only

    return bool(difflib.get_close_matches(name[:100].casefold(), list(known), n=1, cutoff=0.85))


OTHER_WORDS = {
    "bodies": "links parts members rigid_bodies elements",
    "joints": "constraints connections pairs kinematic_pairs connectors",
    "forces": "springs dampers force_elements loads",
    "points": "hardpoints hard_points nodes coordinates geometry",
    "constants": "params variables parameter values definitions dimensions",
    "assembly": "initial initials initial_conditions initial_state ic q0 state initial_position",
    "run": "simulation simulate solver settings analysis integrator time",
    "outputs": "results plots channels measures sensors record",
    "drives": "motion motions prescribed actuators motors driver drivers",
    "inputs": "torques efforts actuation",
    "frames": "markers marker sites site",
    "couplers": "gears couplings transmissions",
    "gravity": "g grav",
    "until": "t_end tend end stop duration stop_time t_max end_time",
    "every": "dt output_step sample_time interval sampling",
    "rates": "velocities speeds velocity qd rate",
    "wanted": "positions angles q",
    "varied": "vary",
    "revolute": "hinge pin pivot rotational rotation rotary turning",
    "prismatic": "slider sliding translational slide translation linear",
    "spherical": "ball ball_joint ball_and_socket socket",
    "universal": "cardan hooke u_joint",
    "weld": "fixed rigid lock glue",
    "helical": "screw",
    "free": "floating six_dof 6dof",
    "spring_damper": "spring damper tsda linear_spring translational_spring",
    "joint_spring": "torsion_spring rotational_spring torsional_spring rsda",
    "com": "cog cg center_of_mass centre_of_mass",
    "inertia": "moments_of_inertia inertia_tensor moi",
    "mass": "m",
    "axis": "direction",
    "at": "position location pos xyz",
    "parent": "body1 body_1 base i",
    "child": "body2 body_2 follower j",
    "box": "cuboid cube brick",
    "cylinder": "disc disk wheel",
}
"""What other programs and books call things, by the word of a model file."""


def own_word(name: str, known: Collection[str]) -> str | None:
    """Return the known name that another word stands for, None where it stands for none."""
    word = name[:100].casefold().replace("-", "_").replace(" ", "_")
    own = (known_name for known_name, others in OTHER_WORDS.items() if word in others.split())
    return next((known_name for known_name in own if known_name in known), None)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return "did you mean ...?" with the nearest known name, or a list of what there is."""
    import difflib  # for mistakes only

    names = list(known)
    same = own_word(name, names)
    if same is not None:
        return f"did you mean '{same}'?"
    folded = {known_name.casefold(): known_name for known_name in reversed(names[:MOST_COMPARED])}
    close = difflib.get_close_matches(name[:100].casefold(), list(folded), n=1, cutoff=0.5)
    if close:
        return f"did you mean '{folded[close[0]]}'?"
    if not names:
        return "none is described"
    shown = ", ".join(f"'{n}'" for n in names[:8])
    return f"known names: {shown}" + (f", ... ({len(names) - 8} more)" if len(names) > 8 else "")
