"""Links: mass properties and geometry."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import field

from sarrus.errors import count
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.urdf.colors import Colors
from sarrus.formats.urdf.parts import LinkPart, ShapePart
from sarrus.formats.xml.reading import NO_UNIT, Reading
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere

SMALLEST = 1e-60
"""A mass or moment of inertia that is not zero but below this is a mistake."""
MOMENTS, PRODUCTS = ("ixx", "iyy", "izz"), ("ixy", "ixz", "iyz")
LINK_IGNORED = ("self_collision_checking", "contact", "sensor", "collision_checking")
GEOMETRY_IGNORED = ("contact_coefficients", "verbose")


@dataclass
class LinkReader:
    """Reads links; meshes without a folder are counted by package. paths: None for no meshes.

    visible: whether some link has visual geometry, so that what is for collisions stays hidden.
    """

    reading: Reading
    paths: MeshPaths | None
    colors: Colors
    visible: bool = False
    homeless: dict[str, list[Element]] = field(default_factory=dict)

    def read(self, element: Element) -> LinkPart | None:
        """Return a link, or None if it has no name."""
        known = ("inertial", "visual", "collision")
        self.reading.only(element, known, ("name", "type"), LINK_IGNORED)
        name = self.reading.text(element, "name")
        if name is None:
            return None
        link = LinkPart(name, element)
        self._shapes(link)
        inertial = self.reading.single(element, "inertial")
        if inertial is not None:
            self._inertial(link, inertial)
        return link

    def _inertial(self, link: LinkPart, element: Element) -> None:
        reading = self.reading
        reading.only(element, ("origin", "mass", "inertia"))
        pose = reading.origin(element)
        link.inertial, link.com, link.axes = element, pose.position, pose.rotation
        mass = reading.need(element, "mass")
        if mass is not None:
            reading.only(mass, attributes=("value",))
            link.mass = self._size(mass, "value", "kg") or 0.0
        inertia = reading.single(element, "inertia")
        if inertia is None:
            rule, action = "is missing; a point mass is assumed", "give the moments of inertia"
            reading.report(
                element, "M09", rule, value="<inertia>", action=action, severity="warning"
            )
            return
        self._inertia(link, inertia)

    def _inertia(self, link: LinkPart, element: Element) -> None:
        self.reading.only(element, attributes=(*MOMENTS, *PRODUCTS))
        xx, yy, zz = (self._size(element, name, "kg*m^2") or 0.0 for name in MOMENTS)
        missing = [name for name in PRODUCTS if name not in element.attributes]
        if missing:
            value = ", ".join(missing)
            rule = "are missing; 0 is assumed" if len(missing) > 1 else "is missing; 0 is assumed"
            self.reading.report(element, "M09", rule, value=value, severity="warning")
        read = [self.reading.number(element, name, "kg*m^2", 0.0) or 0.0 for name in PRODUCTS]
        xy, xz, yz = read
        link.inertia = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)

    def _size(self, element: Element, attribute: str, unit: str) -> float | None:
        """Return a mass or a moment of inertia; one below zero is judged later, with the others."""
        value = self.reading.number(element, attribute, unit)
        if value is not None and 0.0 < abs(value) < SMALLEST:
            rule = f"{unit} is not zero but below {SMALLEST:g}"
            action = "write 0 if zero is meant"
            literal = f"'{element.attributes[attribute][:80]}'"
            self.reading.report(
                element, "M24", rule, attribute=attribute, value=literal, action=action
            )
            return None
        return value

    def _shapes(self, link: LinkPart) -> None:
        """Read what is for collisions, and drawn: visual geometry, or the other if no link has any.

        A link without visual geometry among links that have some is meant to be unseen: its hull
        for collisions would hide the others.
        """
        drawn, link.hulls = (
            [shape for e in link.element.all(tag) if (shape := self._shape(e))]
            for tag in ("visual", "collision")
        )
        link.shapes = drawn if self.visible else link.hulls

    def _shape(self, element: Element) -> ShapePart | None:
        reading = self.reading
        known = ("origin", "geometry", "material")
        reading.only(element, known, ("name", "group"), GEOMETRY_IGNORED)
        pose = reading.origin(element)
        geometry = reading.geometry(element)
        if geometry is None:
            return None
        readers: dict[str, Callable[[Element], Shape | None]] = {
            "box": self._box,
            "cylinder": self._cylinder,
            "capsule": self._capsule,
            "sphere": self._sphere,
            "mesh": self._mesh,
        }
        reading.only(geometry, readers)
        kinds = [child for child in geometry.children if child.tag in readers]
        if len(kinds) != 1:
            reading.report_shapes(geometry, len(kinds))
            return None
        shape = readers[kinds[0].tag](kinds[0])
        color = self.colors.of(element)
        return None if shape is None else ShapePart(shape, pose, element, color)

    def _lengths(self, element: Element, *values: float | None) -> bool:
        """Tell whether all lengths are above 0; warn of those that are not."""
        if any(value is None for value in values):
            return False
        if all(value > 0.0 for value in values if value is not None):
            return True
        rule = "has a size that is not above 0; it is not drawn"
        self.reading.report(element, "M04", rule, value=f"<{element.tag}>", severity="warning")
        return False

    def _box(self, element: Element) -> Shape | None:
        self.reading.only(element, attributes=("size",))
        size = self.reading.vector(element, "size", "m")
        if size is None or not self._lengths(element, *size):
            return None
        return Box(size)

    def _sphere(self, element: Element) -> Shape | None:
        self.reading.only(element, attributes=("radius",))
        radius = self.reading.number(element, "radius", "m")
        return Sphere(radius) if self._lengths(element, radius) and radius else None

    def _round(self, element: Element) -> tuple[float, float] | None:
        self.reading.only(element, attributes=("radius", "length"))
        radius = self.reading.number(element, "radius", "m")
        length = self.reading.number(element, "length", "m")
        if not self._lengths(element, radius, length) or radius is None or length is None:
            return None
        return radius, length

    def _cylinder(self, element: Element) -> Shape | None:
        size = self._round(element)
        return None if size is None else Cylinder(*size)

    def _capsule(self, element: Element) -> Shape | None:
        size = self._round(element)
        return None if size is None else Capsule(*size)

    def _mesh(self, element: Element) -> Shape | None:
        self.reading.only(element, ("convex",), ("filename", "scale"))
        written = self.reading.text(element, "filename")
        scale = self.reading.vector(element, "scale", NO_UNIT, (1.0, 1.0, 1.0))
        if written is None or scale is None or self.paths is None:
            return None
        file = self._file(element, written.strip(), self.paths)
        return None if file is None else Mesh(file, scale)

    def _file(self, element: Element, written: str, paths: MeshPaths) -> str | None:
        try:
            found = paths.path_of(written)
        except MeshRefusedError as refusal:
            action = "name its folder with packages={...}, or load with meshes=False"
            self.reading.report(
                element,
                "F08",
                f"{refusal}; it is not used",
                attribute="filename",
                value=f"'{written[:200]}'",
                action=action,
                severity="warning",
            )
            return None
        if found is None:
            package = written.split(":", 1)[1].lstrip("/").split("/", 1)[0]
            self.homeless.setdefault(package, []).append(element)
            return written
        if not os.path.isfile(found):
            rule = f"is not a file here (looked for '{found}')"
            self.reading.report(
                element,
                "M23",
                rule,
                attribute="filename",
                value=f"'{written[:200]}'",
                severity="warning",
            )
        return found

    def note_homeless(self) -> None:
        """Note the packages whose folder is not known: one message for each."""
        for package, elements in self.homeless.items():
            what = f"{count(len(elements), 'mesh', 'meshes')} of the package '{package[:80]}'"
            action = f"give packages={{'{package[:80]}': folder}}"
            self.reading.report(
                elements[0],
                "M23",
                "are not looked for: no folder is known",
                attribute="filename",
                value=what,
                action=action,
                severity="notice",
            )
