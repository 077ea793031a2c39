"""<worldbody>: bodies with their joints, geoms and sites; frames and replicas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

import numpy as np

from sarrus.formats.mjcf.assets import DRAWING, Assets
from sarrus.formats.mjcf.compiler import Compiler
from sarrus.formats.mjcf.document import Document, Resolved
from sarrus.formats.mjcf.geoms import read_geom
from sarrus.formats.mjcf.joints import read_freejoint, read_joint
from sarrus.formats.mjcf.masses import mass_of_body
from sarrus.formats.mjcf.orientations import POSE, euler_matrix, pose_of
from sarrus.formats.mjcf.parts import WORLD, BodyPart, JointPart, Scene, SitePart
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import clean, product
from sarrus.model.pose import Pose, Vector3, matrix3, vector3

MOST_REPLICAS = 10_000
CHILDREN = (
    *("body", "joint", "freejoint", "geom", "site", "inertial", "frame", "replicate", "camera"),
    *("light", "composite", "flexcomp", "plugin", "attach"),
)
BODY = ("name", "childclass", "mocap", "gravcomp", "user", "sleep", "fuse", "simple", *POSE)
SITE = (
    "name",
    "class",
    "type",
    "size",
    "fromto",
    "group",
    "material",
    "mesh",
    "rgba",
    "user",
    *POSE,
)
NOT_READ = {
    "camera": DRAWING,
    "light": DRAWING,
    "composite": "bodies that MuJoCo makes or that bend are not read",
    "flexcomp": "bodies that MuJoCo makes or that bend are not read",
    "attach": "models inside models are not read",
    "plugin": "plugins are not run",
}


@dataclass(frozen=True)
class Item:
    """An element inside a body with its frame, class of defaults and suffix of names."""

    element: Element
    frame: Pose = Pose()
    childclass: str = ""
    suffix: str = ""


@dataclass
class BodyReader:
    """Reads the bodies of a file into a scene."""

    document: Document
    compiler: Compiler
    assets: Assets
    scene: Scene
    taken: dict[str, set[str]] = field(default_factory=dict)
    replicas: int = 0

    def read(self) -> None:
        """Read all of <worldbody>."""
        sections = self.document.sections.get("worldbody", [])
        first = sections[0] if sections else self.document.root
        world = BodyPart(WORLD, "", Pose(), first)
        self.scene.bodies[WORLD] = world
        self.taken["body"] = {WORLD}
        for section in sections:
            childclass = section.attributes.get("childclass", "")
            self._contents(world, Item(section, childclass=childclass))

    def _contents(self, body: BodyPart, inside: Item) -> None:
        """Read what a body holds; joints and geoms come before the bodies that it carries."""
        found = list(self._items(inside))
        for item in found:
            self._own(body, item)
        if body.name != WORLD:
            body.mass = mass_of_body(self.document, self.compiler, body)
        for item in found:
            if item.element.tag == "body":
                self._body(body, item)

    def _items(self, inside: Item) -> Iterator[Item]:
        """Yield the children of a body, with those of its frames and replicas put in."""
        self.document.reading.only(inside.element, CHILDREN, inside.element.attributes)
        for child in inside.element.children:
            item = Item(child, inside.frame, inside.childclass, inside.suffix)
            if child.tag == "frame":
                self.document.reading.only(child, CHILDREN, ("name", "childclass", *POSE))
                yield from self._items(
                    self._item_in_frame(item, pose_of(self.document.reading, child, self.compiler))
                )
            elif child.tag == "replicate":
                yield from self._replicas(item)
            else:
                yield item

    def _item_in_frame(self, item: Item, pose: Pose) -> Item:
        childclass = item.element.attributes.get("childclass", item.childclass)
        return replace(item, frame=product(item.frame, pose), childclass=childclass)

    def _replicas(self, item: Item) -> Iterator[Item]:
        element, reading = item.element, self.document.reading
        reading.only(element, CHILDREN, ("count", "offset", "sep", "childclass", "euler"))
        wanted = reading.number(element, "count", NO_UNIT)
        offset = reading.vector(element, "offset", "m", (0.0, 0.0, 0.0))
        angles = reading.vector(element, "euler", self.compiler.angle_unit, (0.0, 0.0, 0.0))
        if wanted is None or offset is None or angles is None:
            return
        count = int(wanted)
        self.replicas += max(count, 0)
        if count != wanted or count < 1 or self.replicas > MOST_REPLICAS:
            rule = f"must be a whole number from 1, and at most {MOST_REPLICAS} in all"
            reading.report(element, "M25", rule, attribute="count", value=f"'{wanted:g}'")
            return
        digits = len(str(count - 1))
        sep = element.attributes.get("sep", "")
        place = np.zeros(3)
        for i in range(count):
            # the angles of replica i are i times those given; its place adds up turned offsets
            R = euler_matrix(self.compiler, [i * angle for angle in angles])
            moved = self._item_in_frame(item, Pose(vector3(place + 0.0), matrix3(clean(R))))
            yield from self._items(replace(moved, suffix=f"{sep}{i:0{digits}d}{item.suffix}"))
            place = place + R @ np.array(offset)

    def _own(self, body: BodyPart, item: Item) -> None:
        """Read a joint, geom, site or the inertia of a body."""
        element, document = item.element, self.document
        tag = element.tag
        if tag in NOT_READ:
            document.unread.note(NOT_READ[tag], element)
        elif tag == "geom":
            resolved = document.with_defaults(element, item.childclass)
            geom = read_geom(document, self.assets, resolved, item.frame)
            if geom is not None:
                body.geoms.append(geom)
        elif tag == "site":
            self._site(body, item)
        elif tag in ("joint", "freejoint", "inertial") and body.name == WORLD:
            rule = "stands in <worldbody>, which cannot move"
            document.reading.report(
                element, "M09", rule, value=f"<{tag}>", action="put it into a <body>"
            )
        elif tag == "inertial":
            if body.inertial is not None:
                rule = "is given twice"
                document.reading.report(element, "M07", rule, value="<inertial>")
            body.inertial = element
        elif tag == "joint":
            self._joint(body, item, document.with_defaults(element, item.childclass))
        elif tag == "freejoint":
            self._joint(body, item, document.with_defaults(element))

    def _joint(self, body: BodyPart, item: Item, element: Resolved) -> None:
        name = self._name("joint", element, item.suffix, f"{body.name}_joint")
        if element.tag == "freejoint":
            joint: JointPart | None = read_freejoint(self.document, element, name, body.name)
        else:
            joint = read_joint(self.document, self.compiler, element, name, body.name, item.frame)
        if joint is None:
            return
        reading = self.document.reading
        if joint.kind == "free" and (body.parent != WORLD or body.joints):
            rule = "must be the only joint of a body of <worldbody>"
            reading.report(element, "M08", rule, value=f"the free joint '{name[:80]}'")
        elif any(other.kind == "free" for other in body.joints):
            reading.report(element, "M08", "stands beside a free joint", value=f"'{name[:80]}'")
        elif joint.kind in ("ball", "hinge") and any(j.kind == "ball" for j in body.joints):
            rule = "turns a body that a ball joint turns already"
            reading.report(element, "M08", rule, value=f"'{name[:80]}'")
        body.joints.append(joint)
        self.scene.joints[name] = joint

    def _site(self, body: BodyPart, item: Item) -> None:
        element = self.document.with_defaults(item.element, item.childclass)
        self.document.reading.only(element, (), SITE)
        name = self._name("site", element, item.suffix, f"{body.name}_site")
        if "fromto" in element.attributes:
            ends = self.document.reading.numbers(element, "fromto", "m", 6, 6)
            if ends is None:
                return
            middle: Vector3 = (
                (ends[0] + ends[3]) / 2, (ends[1] + ends[4]) / 2, (ends[2] + ends[5]) / 2
            )  # fmt: skip
            pose = Pose(middle)
        else:
            pose = pose_of(self.document.reading, element, self.compiler)
        self.scene.sites[name] = SitePart(name, body.name, product(item.frame, pose), element)

    def _body(self, parent: BodyPart, item: Item) -> None:
        element, reading = item.element, self.document.reading
        reading.only(element, CHILDREN, BODY)
        name = self._name("body", element, item.suffix, "body")
        pose = product(item.frame, pose_of(reading, element, self.compiler))
        childclass = element.attributes.get("childclass", item.childclass)
        if childclass and childclass not in self.document.classes:
            self.document.unknown_class(element, "childclass", childclass)
        body = BodyPart(name, parent.name, pose, element, product(parent.world, pose))
        body.gravcomp = reading.number(element, "gravcomp", NO_UNIT, 0.0) or 0.0
        body.mocap = element.attributes.get("mocap") == "true"
        self.scene.bodies[name] = body
        self._contents(body, Item(element, childclass=childclass, suffix=item.suffix))

    def _name(self, kind: str, element: Element, suffix: str, usual: str) -> str:
        """Return the name of an element; one without a name gets one that is free."""
        taken = self.taken.setdefault(kind, set())
        written = element.attributes.get("name", "").strip()
        if written:
            name = written + suffix
            if name in taken:
                rule = (
                    f"is the name of two {kind}s" if kind != "body" else "is the name of two bodies"
                )
                self.document.reading.report(
                    element, "M07", rule, attribute="name", value=f"'{name[:80]}'"
                )
                name = _free(name, taken)
        else:
            name = _free(usual, taken)
        taken.add(name)
        return name


def _free(wanted: str, taken: set[str]) -> str:
    name, i = wanted, 1
    while name in taken:
        i += 1
        name = f"{wanted}{i}"
    return name
