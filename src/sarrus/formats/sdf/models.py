"""Worlds and models: their links, joints, frames, nested models and what they include."""

from __future__ import annotations

from dataclasses import field

from sarrus.errors import ModelError
from sarrus.formats.contacts import NOT_MADE
from sarrus.formats.sdf.files import FileFinder, version_of
from sarrus.formats.sdf.frames import BETWEEN, Frame, Graph, Scope
from sarrus.formats.sdf.joints import read_joint, read_relative
from sarrus.formats.sdf.links import DRAWING
from sarrus.formats.sdf.parts import Contents
from sarrus.formats.sdf.values import VALUE, SdfReading
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass

OLDEST, NEWEST = (1, 4), (1, 12)
PLUGINS = "plugins are not run"
NOT_READ = {
    "plugin": PLUGINS,
    "gripper": "grippers of Gazebo",
    "light": DRAWING,
    "scene": DRAWING,
    "gui": DRAWING,
    "actor": "actors, which follow a script",
    "road": "roads, which are drawn only",
    "state": "states that a simulator has stored; models stand where they are drawn",
    "model_state": "states that a simulator has stored; models stand where they are drawn",
    "population": "populations of copies",
    **dict.fromkeys(("atmosphere", "wind", "magnetic_field"), "air, wind and magnetic field"),
    **dict.fromkeys(("physics", "audio"), "settings of solvers of other programs"),
    "spherical_coordinates": "the place on Earth",
    "self_collide": NOT_MADE,
}
MODEL_CHILDREN = ("link", "joint", "frame", "model", "include", "pose", "static")
MODEL_IGNORED = ("allow_auto_disable", "enable_wind")
INCLUDE_CHILDREN = ("uri", "name", "pose", "static", "placement_frame")


@dataclass(frozen=True)
class Place:
    """What an <include> says of the model in its file; empty for a model in the file itself."""

    include: Element | None = None
    name: str = ""
    static: bool | None = None
    merge: bool = False


@dataclass
class ModelReader:
    """Reads worlds and models into contents, and their frames into a graph."""

    reading: SdfReading
    graph: Graph
    files: FileFinder
    contents: Contents
    links: list[tuple[Frame, tuple[int, int]]] = field(default_factory=list)
    """Link frames with the version of their file; their masses and shapes are read later."""
    stack: list[str] = field(default_factory=list)
    unprefixed: Element | None = None
    """The one outermost model whose parts keep their names."""

    def read(self, root: Element, world: str) -> None:
        """Read all of a file: the world that is wanted, else the first, or models alone."""
        self._version(root)
        self.stack.append(root.source.file)
        worlds = root.all("world")
        if worlds:
            self._world(self._world_by_name(root, worlds, world))
        else:
            scope = Scope(self.graph.world)
            for model in root.all("model")[1:]:
                if self.reading.version >= (1, 8):
                    rule = "is one model more than a file without <world> may hold; it is read, too"
                    self.reading.report(model, "M07", rule, value="<model>", severity="notice")
            self._members(root, scope, "")
        self.stack.pop()

    def _world_by_name(self, root: Element, worlds: list[Element], name: str) -> Element:
        named = [world for world in worlds if world.attributes.get("name") == name]
        if name and not named:
            listed = ", ".join(f"'{world.attributes.get('name', '')[:80]}'" for world in worlds[:8])
            rule, value = f"is not a world of the file, which has {listed}", f"'{name[:80]}'"
            self.reading.report(root, "M09", rule, value=value)
            raise ModelError(self.reading.problems)
        chosen = named[0] if named else worlds[0]
        if len(worlds) > 1 and not name:
            rule = f"holds {len(worlds)} worlds; the first is read"
            self.reading.report(
                chosen, "M07", rule, value="<sdf>", action="choose one with world='...'",
                severity="warning",
            )  # fmt: skip
        return chosen

    def _version(self, root: Element) -> None:
        """Check <sdf> and take its version."""
        reading = self.reading
        text = reading.text(root, "version")
        version = None if text is None else version_of(text)
        if text is not None and (version is None or not OLDEST <= version <= NEWEST):
            rule, value = "is not a version from 1.4 to 1.12", f"'{text[:80]}'"
            reading.report(root, "F24", rule, attribute="version", value=value, severity="warning")
        reading.version = min(max(version or NEWEST, OLDEST), NEWEST)
        known = ("world", "model", "include", "frame", "joint")
        reading.only(root, (*known, *NOT_READ), ("version",))

    def _world(self, element: Element) -> None:
        reading = self.reading
        known = ("model", "include", "frame", "joint", "gravity", "name")
        reading.only(element, (*known, *NOT_READ), ("name",))
        gravity = reading.child_vector(element, "gravity", "m/s^2")
        self.contents.gravity = gravity
        if gravity is None and not element.all("gravity"):
            # the default of the format
            self.contents.gravity = (0.0, 0.0, -9.8)
        self.contents.element = element
        self.contents.name = element.attributes.get("name", "").strip()
        scope = Scope(self.graph.world)
        self.graph.world.inside = scope
        self._members(element, scope, "")

    def _members(self, element: Element, scope: Scope, prefix: str) -> None:
        """Read the models, frames and joints of a world or a whole file."""
        self.graph.world.scope = scope
        outermost = [child for child in element.children if child.tag in ("model", "include")]
        moving = [child for child in outermost if not self._is_static(child)]
        own = {
            child.attributes.get("name", "")
            for child in element.children
            if child.tag in ("frame", "joint")
        }
        if len(moving) == 1 and not own & self._names_inside(moving[0]):
            self.unprefixed = moving[0]
        self._contents(element, scope, prefix, False)

    def _names_inside(self, element: Element) -> set[str]:
        """Return the names of what a model holds, or of the model that is included."""
        if element.tag == "include":
            uri = element.all("uri")
            root = self.files.root_before_include(uri[0]) if uri else None
            models = root.all("model") if root is not None else []
            return self._names_inside(models[0]) if models else set()
        return {child.attributes.get("name", "") for child in element.children}

    def _is_static(self, element: Element) -> bool:
        """Tell whether a model stands still; of an included one its file may say so."""
        for found in element.all("static")[:1]:
            return found.text.strip().lower() in ("1", "true")
        if element.tag == "include":
            for uri in element.all("uri")[:1]:
                root = self.files.root_before_include(uri)
                if root is not None:
                    return any(self._is_static(model) for model in root.all("model")[:1])
                return True
        return False

    def _contents(self, element: Element, scope: Scope, prefix: str, static: bool) -> None:
        for child in element.children:
            if child.tag in NOT_READ:
                self.reading.unread.note(NOT_READ[child.tag], child)
        for child in element.children:
            if child.tag == "link":
                self._link(child, scope, prefix, static)
            elif child.tag == "frame":
                self._frame(child, scope, prefix)
            elif child.tag == "joint":
                self._joint(child, scope, prefix)
            elif child.tag == "model":
                self._model(child, scope, prefix, static, Place())
            elif child.tag == "include":
                errors = len(self.reading.problems)
                self._include(child, scope, prefix, static)
                if any(p.severity == "error" for p in self.reading.problems[errors:]):
                    scope.incomplete = True

    def _link(self, element: Element, scope: Scope, prefix: str, static: bool) -> None:
        local = self.reading.text(element, "name")
        if local is None:
            return
        frame = Frame(prefix + local, "link", element, scope, usual=scope.owner, static=static)
        self._pose(frame, self.reading.single(element, "pose"))
        if self.graph.add(frame, local, scope):
            scope.carriers.append(frame)
            self.links.append((frame, self.reading.version))

    def _pose(self, frame: Frame, posed: Element | None) -> None:
        frame.pose = self.reading.pose_value(posed)
        read_relative(self.reading, frame, posed)

    def _frame(self, element: Element, scope: Scope, prefix: str) -> None:
        reading = self.reading
        reading.only(element, ("pose",), ("name", "attached_to"))
        local = reading.text(element, "name")
        if local is None:
            return
        frame = Frame(prefix + local, "frame", element, scope)
        frame.attached_to = element.attributes.get("attached_to", "").strip()
        frame.of_attached = element
        self._pose(frame, reading.single(element, "pose"))
        if self.graph.add(frame, local, scope):
            self.contents.frames.append(frame)

    def _joint(self, element: Element, scope: Scope, prefix: str) -> None:
        name = prefix + element.attributes.get("name", "")
        part, local = read_joint(self.reading, element, name, scope)
        if part is not None and self.graph.add(part.frame, local, scope):
            self.contents.joints.append(part)

    def _include(self, element: Element, scope: Scope, prefix: str, static: bool) -> None:
        """Read the model of a file, with what <include> says otherwise."""
        reading = self.reading
        reading.only(element, (*INCLUDE_CHILDREN, "plugin", "model_state"), ("merge",))
        for child in element.children:
            if child.tag in ("plugin", "model_state"):
                reading.unread.note(NOT_READ[child.tag], child)
            elif ":" in child.tag:
                reading.unread.note("changes of what is included", child)
        uri = reading.child(element, "uri")
        if uri is None or (text := reading.text(uri, VALUE)) is None:
            if uri is None:
                reading.report(element, "M09", "<uri> is missing", value="<include>")
            return
        root = self.files.root_of_include(uri, text.strip())
        if root is None:
            return
        if root.source.file in self.stack:
            rule = "includes itself, directly or by way of others"
            reading.report(uri, "F23", rule, attribute=VALUE, value=f"'{text.strip()[:200]}'")
            return
        if root.tag != "sdf":
            value, rule = f"<{root.tag[:60]}>", "is the outermost element, but SDF has <sdf>"
            action = "convert it first: sarrus convert robot.urdf robot.sdf"
            reading.report(root, "M09", rule, value=value, action=action)
            return
        place = Place(
            element,
            reading.child_text(element, "name").strip(),
            reading.child_flag(element, "static") if element.all("static") else None,
            reading.flag(element, "merge"),
        )
        outer = reading.version
        self.stack.append(root.source.file)
        self._version(root)
        models = root.all("model")
        for child in root.children:
            if child.tag in ("light", "actor"):
                reading.unread.note(NOT_READ[child.tag], child)
        if len(models) == 1:
            self._model(models[0], scope, prefix, static, place, outer)
        elif models or not root.children:
            rule = f"holds {len(models)} models; one can be included"
            reading.report(root, "M09", rule, value="<sdf>")
        self.stack.pop()
        reading.version = outer

    def _model(
        self, element: Element, scope: Scope, prefix: str, static: bool, place: Place,
        version: tuple[int, int] | None = None,
    ) -> None:  # fmt: skip
        """Read a model; place: what an <include> says; version: that of the including file."""
        reading = self.reading
        attributes = ("name", "canonical_link", "placement_frame", "namespace")
        reading.only(element, (*MODEL_CHILDREN, *NOT_READ), attributes, MODEL_IGNORED)
        local = place.name or reading.text(element, "name")
        if local is None:
            return
        fixed = reading.child_flag(element, "static") if place.static is None else place.static
        frame = Frame(prefix + local, "model", element, scope, usual=scope.owner)
        frame.static = static or fixed
        frame.attached_to = element.attributes.get("canonical_link", "").strip()
        frame.placement = element.attributes.get("placement_frame", "").strip()
        self._pose(frame, reading.single(element, "pose"))
        if place.include is not None:
            own, reading.version = reading.version, version or reading.version
            self._placed_by(frame, place.include)
            reading.version = own
        inside = Scope(frame)
        frame.inside = inside
        if place.merge:
            local = f"_merged__{local}__model__"
            inside.names, inside.carriers = scope.names, scope.carriers
            if not frame.attached_to:
                first = [child for child in element.all("link")]
                frame.attached_to = first[0].attributes.get("name", "") if first else ""
        if not self.graph.add(frame, local, scope):
            return
        if scope.owner is self.graph.world:
            self.contents.models.append(frame)
        if not place.merge:
            scope.carriers.append(frame)
        asked = element if place.include is None else place.include
        own_prefix = f"{prefix}{local}{BETWEEN}"
        if place.merge or (asked is self.unprefixed and not prefix):
            own_prefix = prefix
        self._contents(element, inside, own_prefix, frame.static)

    def _placed_by(self, frame: Frame, include: Element) -> None:
        """Take the pose and the placement frame of an <include> instead of those of the model."""
        posed = self.reading.single(include, "pose")
        if posed is not None:
            frame.relative_to = ""
            self._pose(frame, posed)
        placement = self.reading.child(include, "placement_frame")
        if placement is not None:
            frame.placement = placement.attributes[VALUE].strip()
            frame.of_placement = placement
            if posed is None:
                rule = "needs a <pose> beside it"
                self.reading.report(placement, "M09", rule, value="<placement_frame>")
