"""The elements of a model file of MuJoCo: includes put in, classes of defaults resolved."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field

from sarrus.errors import Location, ModelError
from sarrus.file_access import read_bytes
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.source_text import SourceText
from sarrus.formats.xml.reading import Reading
from sarrus.formats.xml.tree import Element, parse_xml
from sarrus.formats.xml.unread import Unread
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

LONGEST = 4_000_000
"""Characters of an attribute: vertices of a mesh may be written in one."""
MOST_FILES = 200
MAIN = "main"
"""The outermost class of defaults."""
ACTUATORS = (
    *("general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder"),
    *("muscle", "adhesion", "pid", "orientation", "dcmotor", "plugin"),
)
SECTIONS = (
    *("compiler", "option", "size", "statistic", "visual", "default", "extension", "asset"),
    *("worldbody", "deformable", "contact", "tendon", "equality", "actuator", "sensor"),
    *("custom", "keyframe"),
)
OF_BODIES = ("contact", "tendon", "equality", "actuator", "sensor", "keyframe")
"""Sections that name what stands in <worldbody>."""
INCLUDED = "it is a part that another file includes; load that file"
KINDS = {"fixed": "tendon", "spatial": "tendon", "freejoint": ""}
"""Where the defaults of an element stand, if not under its own tag; "": it has none."""


@dataclass(eq=False)
class Resolved(Element):
    """An element with the attributes that its class of defaults gives it."""

    own: Element | None = None
    layers: tuple[Element, ...] = ()
    """The elements of its defaults, outermost first."""

    def _all_places(self) -> Mapping[str, Location]:
        """Where the values stand, in the element or in its defaults."""
        found: dict[str, Location] = {}
        for layer in self.layers:
            found |= layer.places
        if self.own is not None:
            found |= self.own.places
        return found


@dataclass
class Document:
    """A file and what it includes: its sections by tag, and its classes of defaults."""

    root: Element
    reading: Reading
    paths: MeshPaths
    unread: Unread = field(default_factory=Unread)
    sections: dict[str, list[Element]] = field(default_factory=dict)
    classes: dict[str, dict[str, tuple[Element, ...]]] = field(default_factory=dict)
    """For each class the elements of its defaults by kind, outermost first."""

    def elements(self, section: str) -> list[Element]:
        """Return the children of all sections of a tag."""
        return [child for found in self.sections.get(section, ()) for child in found.children]

    def with_defaults(self, element: Element, childclass: str = "") -> Resolved:
        """Return an element with the attributes of its class, or of that of its carrier."""
        kind = KINDS.get(element.tag, element.tag)
        parent = element.parent
        if parent is not None and parent.tag == "equality":
            kind = "equality"
        layers = self.layers(element, kind, childclass) if kind else ()
        merged: dict[str, str] = {}
        for layer in layers:
            merged |= layer.attributes
        merged.pop("class", None)
        merged |= element.attributes
        return Resolved(
            element.tag, merged, element.source, element.start, parent, element.children,
            element.text_at, own=element, layers=layers,
        )  # fmt: skip

    def layers(self, element: Element, kind: str, childclass: str = "") -> tuple[Element, ...]:
        """Return the elements of defaults that an element takes, outermost first."""
        name = element.attributes.get("class", "") or childclass or MAIN
        if name not in self.classes:
            if name != MAIN:
                self.unknown_class(element, "class", name)
            return ()
        return self.classes[name].get(kind, ())

    def unknown_class(self, element: Element, attribute: str, name: str) -> None:
        """Report a class that no <default> makes."""
        action = nearest(name[:80], sorted(self.classes))
        where = attribute if attribute in element.attributes else ""
        self.reading.report(
            element, "M09", "is not a class of <default>", attribute=where,
            value=f"'{name[:80]}'", action=action,
        )  # fmt: skip


def document_of(text: SourceText, reading: Reading, paths: MeshPaths) -> Document:
    """Return the document of a text, with what it includes."""
    root = parse_xml(text, LONGEST)
    document = Document(root, reading, paths)
    if root.tag != "mujoco":
        value, rule = f"<{root.tag[:60]}>", "is the outermost element, but MJCF has <mujoco>"
        action = INCLUDED if root.tag == "mujocoinclude" else ""
        reading.report(root, "M09", rule, value=value, action=action)
        raise ModelError(reading.problems)
    _put_in_includes(document, root, {os.path.realpath(text.file)})
    reading.only(root, SECTIONS, ("model",))
    for child in root.children:
        document.sections.setdefault(child.tag, []).append(child)
    if "worldbody" not in document.sections and any(map(document.elements, OF_BODIES)):
        rule = "has no <worldbody>, of whose bodies and joints it speaks"
        reading.report(root, "M09", rule, value="<mujoco>", action=INCLUDED)
        raise ModelError(reading.problems)
    document.classes[MAIN] = {}
    for default in document.sections.get("default", ()):
        _learn_defaults(document, default, MAIN, True)
    return document


def _put_in_includes(document: Document, element: Element, files: set[str]) -> None:
    """Replace every <include> by the children of the file that it names."""
    waiting = [element]
    before = len(document.reading.problems)
    while waiting:
        element = waiting.pop()
        if not any(child.tag == "include" for child in element.children):
            waiting += element.children
            continue
        found: list[Element] = []
        for child in element.children:
            if child.tag == "include":
                found += _included_elements(document, child, element, files)
            else:
                found.append(child)
        element.children = found
        waiting.append(element)
    if len(document.reading.problems) > before:
        # without a part of the file all else would be unknown names
        raise ModelError(document.reading.problems)


def _included_elements(
    document: Document, include: Element, parent: Element, files: set[str]
) -> list[Element]:
    reading = document.reading
    reading.only(include, (), ("file", "prefix"))
    name = reading.text(include, "file")
    if name is None:
        return []
    path = allowed_path(document, include, "file", name.strip())
    if path is None:
        return []
    if path in files:
        rule, value = "is included twice, or includes itself", f"'{name[:200]}'"
        reading.report(include, "F23", rule, attribute="file", value=value)
        return []
    files.add(path)
    if len(files) > MOST_FILES:
        rule = f"is one more than the {MOST_FILES} files that are included at most"
        reading.report(include, "F02", rule, attribute="file", value=f"'{name[:200]}'")
        raise ModelError(reading.problems)
    try:
        root = parse_xml(SourceText.of_bytes(read_bytes(path), path), LONGEST)
    except ModelError as error:
        reading.problems += error.problems
        return []
    for child in root.children:
        child.parent = parent
    return root.children


def _path_beside(document: Document, element: Element, name: str) -> str | None:
    """Return the path of a file that is named from the folder of the included file it stands in."""
    folder = os.path.dirname(element.source.file)
    if not folder or not document.paths.folder or os.path.isabs(name):
        return None
    try:
        path = document.paths.path_of(os.path.join(os.path.realpath(folder), name))
    except MeshRefusedError:
        return None
    return path if path is not None and os.path.isfile(path) else None


def allowed_path(
    document: Document, element: Element, attribute: str, name: str, severity: str = "error"
) -> str | None:
    """Return the path of a file beside the model, or in a folder that the user has named.

    As in MuJoCo, names are looked for from the folder of the model, then from that of the file that
    says them.
    """
    value = f"'{name[:200]}'"
    try:
        path = document.paths.path_of(name)
        if path is None or not os.path.isfile(path):
            path = _path_beside(document, element, name) or path
    except MeshRefusedError as refusal:
        beside = _path_beside(document, element, name)
        if beside is not None:
            return beside
        action = "copy the file beside the model, or name its folder: folders=[...]"
        document.reading.report(
            element, "F08", str(refusal), attribute=attribute, value=value, action=action,
            severity=severity,
        )  # fmt: skip
        return None
    if path is None or not os.path.isfile(path):
        rule = "is not a file here" + (f" (looked for '{path}')" if path else "")
        document.reading.report(
            element, "M23", rule, attribute=attribute, value=value, severity=severity
        )
        return None
    return path


def _learn_defaults(document: Document, default: Element, inherited: str, outermost: bool) -> None:
    """Remember the classes of <default>, each with the defaults of those around it."""
    name = default.attributes.get("class", "").strip()
    if outermost:
        name = name or MAIN
        if name != MAIN:
            document.classes.setdefault(MAIN, {})
    elif not name:
        document.reading.report(default, "M09", "is missing", attribute="class")
        return
    classes = document.classes
    own = dict(classes.get(name) or classes.get(inherited, {}))
    if outermost and name != MAIN:
        # a file that names its outermost class means the same class by both names
        own = dict(classes[MAIN])
    for child in default.children:
        if child.tag == "default":
            continue
        kind = "actuator" if child.tag in ACTUATORS else child.tag
        own[kind] = (*own.get(kind, ()), child)
    classes[name] = own
    if outermost:
        classes[MAIN] = own
    for child in default.children:
        if child.tag == "default":
            _learn_defaults(document, child, name, False)
