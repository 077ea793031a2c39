"""The frames of an SDF file: names in their scopes, what poses are relative to, who carries them.

Every link, joint, frame and model is a frame. A pose is relative to the frame that `relative_to`
names, else to one that its kind implies; a frame is attached to another, until a link is reached.
"""

from __future__ import annotations

from dataclasses import field

from sarrus.errors import Location
from sarrus.formats.sdf.values import SdfReading
from sarrus.formats.xml.reading import MOST_ALSO
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import inverse, product, relative
from sarrus.model.building.references import nearest
from sarrus.model.pose import Pose

MODEL, WORLD = "__model__", "world"
WORLD_POSE = Pose()
BETWEEN = "::"
"""What stands between the names of nested models."""


@dataclass(eq=False)
class Frame:
    """A frame of the file, by its name in the whole mechanism.

    kind: "world", "model", "link", "joint" or "frame"; scope: where its references are looked up;
    pose: relative to the frame `relative_to`, or, without it, to `usual`. of_relative, of_attached:
    the elements that say so. attached_to: what carries it, if it is not a link.
    """

    name: str
    kind: str
    element: Element
    scope: Scope
    pose: Pose = Pose()
    relative_to: str = ""
    of_relative: Element | None = None
    usual: Frame | None = None
    attached_to: str = ""
    of_attached: Element | None = None
    placement: str = ""
    of_placement: Element | None = None
    static: bool = False
    inside: Scope | None = None
    """Of a model: the scope of what it holds."""


@dataclass(eq=False)
class Scope:
    """The names of a world or model; owner: the frame of that; models: nested scopes by name."""

    owner: Frame | None = None
    names: dict[str, Frame] = field(default_factory=dict)
    carriers: list[Frame] = field(default_factory=list)
    """Links and nested models in their order: the first of them carries the frame of a model."""
    incomplete: bool = False
    """Whether something that it includes could not be read: names may be missing then."""


@dataclass
class Graph:
    """Finds frames by name, their poses in the world, and the links that carry them."""

    reading: SdfReading
    world: Frame
    poses: dict[int, Pose] = field(default_factory=dict)
    links: dict[int, Frame] = field(default_factory=dict)
    told: set[tuple[int, str]] = field(default_factory=set)

    def add(self, frame: Frame, local: str, scope: Scope) -> bool:
        """Make a frame known by its name in a scope; report a name that is taken."""
        known = scope.names.get(local)
        if frame.kind == "joint" and local == WORLD and self.reading.version < (1, 7):
            return True  # nothing could refer to it then
        if known is None and local not in (WORLD, MODEL, "__root__"):
            scope.names[local] = frame
            return True
        value = f"'{local[:80]}'"
        rule, also = "is a reserved name", tuple[Location, ...]()
        if known is not None:
            rule, also = f"is the name of a {known.kind}, too", (known.element.place,)
        # files up to 1.6 knew no frames of joints: their names may be those of links
        older = known is not None and self.reading.version < (1, 7)
        if older and known is not None and (frame.kind == "joint") != (known.kind == "joint"):
            if known.kind == "joint":
                scope.names[local] = frame
            return True
        self.reading.report(frame.element, "M07", rule, attribute="name", value=value, also=also)
        return False

    def find(self, scope: Scope, name: str, element: Element, attribute: str = "") -> Frame | None:
        """Return the frame of a name in a scope; report a name that is not known, once."""
        if name == MODEL and scope.owner is not None and scope.owner.kind == "model":
            return scope.owner
        if name in scope.names:
            return scope.names[name]
        if name == WORLD and (scope.owner is self.world or element.tag in ("parent", "child")):
            return self.world
        at: Scope | None = scope
        steps = name.split(BETWEEN)
        found: Frame | None = None
        for i, step in enumerate(steps):
            if at is None:
                found = None
                break
            found = at.owner if step == MODEL and i else at.names.get(step)
            at = found.inside if found is not None and found.kind == "model" else None
        if found is None:
            self._unknown(scope, name, element, attribute)
        return found

    def _unknown(self, scope: Scope, name: str, element: Element, attribute: str) -> None:
        if (id(element), attribute) in self.told or scope.incomplete:
            return
        self.told.add((id(element), attribute))
        listed = list(scope.names)
        for outer in scope.carriers:
            if outer.kind == "model" and outer.inside is not None:
                first = outer.name.rsplit(BETWEEN, 1)[-1]
                listed += [f"{first}{BETWEEN}{inner}" for inner in list(outer.inside.names)[:200]]
        action = nearest(name[:80], sorted(listed))
        rule = "is not the name of a frame, link, joint or model in this scope"
        self.reading.report(
            element, "M09", rule, attribute=attribute, value=f"'{name[:80]}'", action=action
        )

    def base(self, frame: Frame) -> Frame:
        """Return the frame that a pose is relative to."""
        if frame.relative_to:
            element = frame.of_relative or frame.element
            attribute = "relative_to" if "relative_to" in element.attributes else "frame"
            where = frame.scope
            found = self.find(where, frame.relative_to, element, attribute)
            if found is not None:
                return found
        if frame.usual is not None:
            return frame.usual
        if frame.kind in ("frame", "joint"):
            return self.carrier(frame)
        return self.world

    def carrier(self, frame: Frame) -> Frame:
        """Return the frame to which a frame is attached; a link and the world to themselves."""
        if frame.kind in ("world", "link"):
            return frame
        if frame.static:
            return self.world
        if frame.attached_to:
            element = frame.of_attached or frame.element
            attribute = {"frame": "attached_to", "model": "canonical_link"}.get(frame.kind, "")
            scope = frame.inside if frame.kind == "model" and frame.inside else frame.scope
            found = self.find(scope, frame.attached_to, element, attribute)
            return self.world if found is None else found
        if frame.kind == "model":
            inner = frame.inside.carriers if frame.inside is not None else []
            links = [carrier for carrier in inner if carrier.kind == "link"]
            return (links or inner or [self.world])[0]
        return frame.scope.owner or self.world

    def link(self, frame: Frame) -> Frame:
        """Return the link that carries a frame, or the world."""
        trail: list[Frame] = []
        seen: set[int] = set()
        while id(frame) not in self.links and frame.kind not in ("world", "link"):
            if id(frame) in seen:
                self._circle(trail, frame, "attached to")
                frame = self.world
                break
            seen.add(id(frame))
            trail.append(frame)
            frame = self.carrier(frame)
        found = self.links.get(id(frame), frame)
        if found.static:
            found = self.world
        self.links.update({id(one): found for one in trail})
        return found

    def pose(self, frame: Frame) -> Pose:
        """Return the pose of a frame in the world."""
        known = self.poses.get(id(frame))
        if known is not None:
            return known
        trail: list[Frame] = []
        seen: set[int] = set()
        self.poses.setdefault(id(self.world), WORLD_POSE)
        while id(frame) not in self.poses:
            if id(frame) in seen:
                self._circle(trail, frame, "placed relative to")
                self.poses[id(frame)] = Pose()
                break
            seen.add(id(frame))
            trail.append(frame)
            frame = self.base(frame)
        for one in reversed(trail):
            if id(one) not in self.poses:
                start = self.poses[id(self.base(one))]
                self.poses[id(one)] = product(start, self._offset(one))
        return self.poses[id(trail[0] if trail else frame)]

    def _circle(self, trail: list[Frame], start: Frame, how: str) -> None:
        circle = trail[trail.index(start) :]
        shown = " -> ".join(f"'{one.name[:80]}'" for one in [*circle[:8], start])
        also = tuple(one.element.place for one in circle[1 : 1 + MOST_ALSO])
        rule = f"is a circle: each is {how} the next"
        if (id(start.element), "circle") not in self.told:
            self.told.update({(id(one.element), "circle") for one in circle})
            self.reading.report(start.element, "M08", rule, value=shown, also=also)

    def _offset(self, frame: Frame) -> Pose:
        """Return the pose to the base: of a model with a placement frame, that frame stands there.

        X_RM = X_RP X_MP^-1, with R what the pose is relative to and P the placement frame.
        """
        if not frame.placement or frame.inside is None:
            return frame.pose
        element = frame.of_placement or frame.element
        attribute = "placement_frame" if "placement_frame" in element.attributes else ""
        placed = self.find(frame.inside, frame.placement, element, attribute)
        X_MP = Pose()
        seen: set[int] = set()
        while placed is not None and placed is not frame:
            if id(placed) in seen or placed is self.world:
                rule = "is not placed relative to its model"
                value = f"the placement frame '{frame.placement[:80]}'"
                self.reading.report(element, "M08", rule, attribute=attribute, value=value)
                return frame.pose
            seen.add(id(placed))
            X_MP = product(self._offset(placed), X_MP)
            placed = self.base(placed)
        return product(frame.pose, inverse(X_MP))

    def on_link(self, frame: Frame) -> Pose:
        """Return the pose of a frame on the link that carries it; of the world, in the world."""
        return relative(self.pose(self.link(frame)), self.pose(frame))
