"""Links: mass properties and what is drawn."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import field, replace
from math import pi, prod

import numpy as np

from sarrus.errors import ModelError, count
from sarrus.formats.contacts import NOT_MADE
from sarrus.formats.sdf.files import FileFinder
from sarrus.formats.sdf.frames import Frame, Graph
from sarrus.formats.sdf.parts import LinkPart
from sarrus.formats.sdf.values import VALUE, SdfReading, with_value
from sarrus.formats.urdf.parts import ShapePart
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import axis_frame, product, relative
from sarrus.model.mass_properties import ZERO, MassProperties, of_solid, together
from sarrus.model.mesh_solids import enclosed_solid
from sarrus.model.pose import Matrix3, Pose, matrix3
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere

MOMENTS, PRODUCTS = ("ixx", "iyy", "izz"), ("ixy", "ixz", "iyz")
SMALLEST = 1e-60
"""A mass or moment of inertia that is not zero but below this is a mistake."""
CHILDREN = ("pose", "inertial", "visual", "collision", "gravity")
IGNORED = ("enable_wind", "must_be_base_link", "frame")
DRAWING = "how things look, which is drawn in another way"
NOT_READ = {
    "sensor": "sensors; every quantity is a channel here",
    "velocity_decay": "decay of velocities, which no force explains",
    "kinematic": "links that follow a prescribed motion",
    "self_collide": NOT_MADE,
    **dict.fromkeys(("projector", "light", "particle_emitter"), DRAWING),
    **dict.fromkeys(("audio_sink", "audio_source", "battery"), "sounds and batteries"),
}
SHAPE_CHILDREN = ("pose", "geometry", "material", "density", "surface", "max_contacts")
LOOKS = ("cast_shadows", "laser_retro", "transparency", "visibility_flags", "meta")
SHAPE_IGNORED = ("plugin", "frame", "enable_wind", "auto_inertia_params")
WATER = 1000.0


@dataclass(frozen=True)
class Ellipsoid(Shape):
    """An ellipsoid by its radii [m]; it has a mass but no picture of its own."""

    radii: tuple[float, float, float]

    @property
    def volume(self) -> float:
        return 4.0 / 3.0 * pi * prod(self.radii)

    @property
    def extent(self) -> float:
        return max(self.radii)

    def inertia(self, mass: float) -> Matrix3:
        x, y, z = (r * r for r in self.radii)
        a, b, c = mass * (y + z) / 5, mass * (x + z) / 5, mass * (x + y) / 5
        return (a, 0.0, 0.0), (0.0, b, 0.0), (0.0, 0.0, c)


@dataclass
class LinkReader:
    """Reads links; meshes: whether they are drawn."""

    reading: SdfReading
    graph: Graph
    files: FileFinder
    meshes: bool = True
    homeless: dict[str, list[Element]] = field(default_factory=dict)

    def read(self, frame: Frame) -> LinkPart:
        """Return a link; what it holds is in its own frame."""
        reading, element = self.reading, frame.element
        reading.only(element, (*CHILDREN, *NOT_READ), ("name",), IGNORED)
        there = {child.tag for child in element.children}
        for tag, topic in NOT_READ.items() if not there.isdisjoint(NOT_READ) else ():
            for child in element.all(tag):
                if tag != "kinematic" or reading.child_flag(element, "kinematic"):
                    reading.unread.note(topic, child)
        link = LinkPart(frame, weightless=not reading.child_flag(element, "gravity", True))
        visuals, hulls = element.all("visual"), element.all("collision")
        link.visible = bool(visuals)
        link.shapes = [s for e in visuals if (s := self._shape(frame, e, self.meshes))]
        auto = any(
            reading.flag(found, "auto") for found in element.all("inertial") if not frame.static
        )
        solids = [s for e in hulls if (s := self._shape(frame, e, auto or self.meshes))]
        link.hulls = [s for s in solids if not isinstance(s.shape, Ellipsoid)]
        link.planes = [p for e in hulls if (p := self._plane(frame, e))]
        link.shapes = [s for s in link.shapes if not isinstance(s.shape, Ellipsoid)]
        if not frame.static:
            self._mass(link, solids)
        return link

    def _mass(self, link: LinkPart, solids: list[ShapePart]) -> None:
        reading, element = self.reading, link.element
        inertial = reading.single(element, "inertial")
        unit_moments = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        if inertial is None:
            rule = "is missing; 1 kg and moments of 1 kg m^2 are used, as the format says"
            action = "give <inertial>, or mass 0 to a link without mass"
            reading.report(
                element, "M09", rule, value="<inertial>", action=action, severity="warning"
            )
            link.mass = MassProperties(1.0, ZERO, unit_moments)
            return
        link.inertial = inertial
        known = ("mass", "pose", "inertia", "density")
        reading.only(
            inertial, known, ("auto",), ("frame", "auto_inertia_params", "fluid_added_mass")
        )
        for fluid in inertial.all("fluid_added_mass"):
            reading.unread.note("mass of a fluid around", fluid)
        if reading.flag(inertial, "auto"):
            link.mass = self._automatic_mass(link, inertial, solids)
            return
        mass = self._size(inertial, "mass", "kg")
        posed = reading.single(inertial, "pose")
        pose = reading.pose_value(posed)
        if posed is not None and (
            posed.attributes.get("relative_to") or posed.attributes.get("frame")
        ):
            rule = "of <inertial> is not used: its pose is in the frame of the link"
            reading.report(posed, "M09", rule, value="relative_to", severity="warning")
        inertia = reading.single(inertial, "inertia")
        moments: Matrix3 = unit_moments
        if inertia is None:
            rule = "is missing; moments of 1 kg m^2 are used, as the format says"
            reading.report(inertial, "M09", rule, value="<inertia>", severity="warning")
        else:
            moments = self._inertia(inertia)
        own = MassProperties(1.0 if mass is None else mass, ZERO, moments)
        link.mass = own.in_frame(pose)

    def _inertia(self, element: Element) -> Matrix3:
        self.reading.only(element, (*MOMENTS, *PRODUCTS))
        found = [self._size(element, name, "kg*m^2") for name in MOMENTS]
        xx, yy, zz = (1.0 if size is None else size for size in found)
        missing = [name for name in MOMENTS if not element.all(name)]
        if missing:
            rule = "is missing; 1 kg m^2 is used, as the format says"
            value = ", ".join(f"<{name}>" for name in missing)
            self.reading.report(element, "M09", rule, value=value, severity="warning")
        xy, xz, yz = (self.reading.child_number(element, name, "kg*m^2", 0.0) for name in PRODUCTS)
        return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)

    def _size(self, element: Element, tag: str, unit: str) -> float | None:
        """Return a mass or moment of inertia; None where it is not given or no number."""
        plain = self.reading.plain_child(element, tag)
        if plain is not None and abs(plain) >= SMALLEST:
            return plain
        child = self.reading.child(element, tag)
        value = None if child is None else self.reading.number(child, VALUE, unit)
        if child is not None and value is not None and 0.0 < abs(value) < SMALLEST:
            rule, action = f"{unit} is not zero but below {SMALLEST:g}", "write 0 if zero is meant"
            literal = f"'{child.attributes[VALUE][:80]}'"
            self.reading.report(child, "M24", rule, attribute=VALUE, value=literal, action=action)
            return None
        return value

    def _automatic_mass(
        self, link: LinkPart, inertial: Element, solids: list[ShapePart]
    ) -> MassProperties:
        """Return the mass of the shapes for collisions, by their densities (1.11)."""
        reading = self.reading
        usual = reading.child_number(inertial, "density", "kg/m^3", WATER)
        parts = []
        for solid in solids:
            density = reading.child_number(solid.element, "density", "kg/m^3", usual)
            if density < 0.0:
                rule, value = "is below 0", f"{density:g} kg/m^3"
                reading.report(solid.element, "M04", rule, value=value)
                continue
            part = self._solid_mass(solid, density)
            if part is not None and part.mass > 0.0:
                parts.append(part)
        if not parts:
            rule = "is 'true', but no collision of the link encloses a volume"
            action = "give a collision with a box, cylinder, sphere, capsule or closed mesh"
            reading.report(inertial, "M01", rule, attribute="auto", action=action)
            return MassProperties(1.0)
        whole = together(parts)
        wanted = self._size(inertial, "mass", "kg")
        if wanted is None:
            return whole
        scale = wanted / whole.mass
        return replace(whole, mass=wanted, inertia=matrix3(scale * np.array(whole.inertia)))

    def _solid_mass(self, solid: ShapePart, density: float) -> MassProperties | None:
        if not isinstance(solid.shape, Mesh):
            return of_solid(solid.shape, density * (solid.shape.volume or 0.0), solid.pose)
        value = f"mesh '{os.path.basename(solid.shape.file)[:80]}'"
        try:
            found = enclosed_solid(solid.shape)
        except ModelError as error:
            first = error.problems[0]
            self.reading.report(solid.element, first.code, first.rule, value=value)
            return None
        for notice in found.notices:
            self.reading.report(solid.element, "F10", notice, value=value, severity="warning")
        mass = density * found.volume
        own = MassProperties(mass, found.center, found.inertia(mass))
        return own.in_frame(solid.pose)

    def _shape(self, link: Frame, element: Element, meshes: bool) -> ShapePart | None:
        reading = self.reading
        reading.only(element, (*SHAPE_CHILDREN, *LOOKS), ("name",), SHAPE_IGNORED)
        pose = self._pose(link, element)
        geometry = reading.geometry(element)
        if geometry is None:
            return None
        readers: dict[str, Callable[[Element], Shape | None]] = {
            "box": self._box,
            "cylinder": self._cylinder,
            "capsule": self._capsule,
            "sphere": self._sphere,
            "ellipsoid": self._ellipsoid,
            "mesh": self._mesh,
        }
        others = ("plane", "heightmap", "image", "polyline", "cone", "empty")
        reading.only(geometry, (*readers, *others))
        kinds = [child for child in geometry.children if child.tag in readers]
        for child in geometry.children:
            if child.tag in others:
                reading.unread.note("shapes that are not drawn here", child)
        if len(kinds) != 1:
            if len(kinds) > 1:
                reading.report_shapes(geometry, len(kinds))
            return None
        if kinds[0].tag == "mesh" and not meshes:
            return None
        shape = readers[kinds[0].tag](kinds[0])
        color = self._color(element)
        return None if shape is None else ShapePart(shape, pose, element, color)

    def _pose(self, link: Frame, element: Element) -> Pose:
        """Return the pose of a visual or collision in its link."""
        reading = self.reading
        posed = reading.single(element, "pose")
        pose = reading.pose_value(posed)
        word = "frame" if reading.version < (1, 7) else "relative_to"
        if posed is not None and posed.attributes.get(word, "").strip():
            base = self.graph.find(link.scope, posed.attributes[word].strip(), posed, word)
            if base is not None:
                pose = product(relative(self.graph.pose(link), self.graph.pose(base)), pose)
        return pose

    def _plane(self, link: Frame, collision: Element) -> tuple[Pose, Element] | None:
        """Return the plane of a collision, with its normal as z."""
        found = [plane for shape in collision.all("geometry") for plane in shape.all("plane")]
        if len(found) != 1:
            return None
        normal = self.reading.child_vector(found[0], "normal", NO_UNIT) or (0.0, 0.0, 1.0)
        size = math.hypot(*normal)
        if not size > 0.0:
            self.reading.report(found[0], "M19", "has length 0", value="<normal>")
            return None
        x, y, z = normal
        turn = Pose(rotation=axis_frame((x / size, y / size, z / size)))
        return product(self._pose(link, collision), turn), collision

    def _color(self, element: Element) -> str:
        material = self.reading.single(element, "material")
        if material is None:
            return ""
        for tag in ("script", "shader", "pbr"):
            for child in material.all(tag):
                self.reading.unread.note(DRAWING, child)
        for tag in ("diffuse", "ambient"):
            for child in material.all(tag)[:1]:
                return self.reading.color(with_value(child), VALUE)
        return ""

    def _length(self, element: Element, tag: str) -> float | None:
        """Return a length above 0; None after a warning."""
        if not element.all(tag):
            rule, value = "is missing; it is not drawn", f"<{tag}> of <{element.tag}>"
            self.reading.report(element, "M09", rule, value=value, severity="warning")
            return None
        size = self.reading.child_number(element, tag, "m", -1.0)
        if size > 0.0:
            return size
        rule = "has a size that is not above 0; it is not drawn"
        self.reading.report(element, "M04", rule, value=f"<{element.tag}>", severity="warning")
        return None

    def _three_lengths(self, element: Element, tag: str) -> tuple[float, float, float] | None:
        size = self.reading.child_vector(element, tag, "m")
        if size is None or not all(side > 0.0 for side in size):
            rule = "has a size that is missing or not above 0; it is not drawn"
            self.reading.report(element, "M04", rule, value=f"<{element.tag}>", severity="warning")
            return None
        return size

    def _box(self, element: Element) -> Shape | None:
        self.reading.only(element, ("size",))
        size = self._three_lengths(element, "size")
        return None if size is None else Box(size)

    def _sphere(self, element: Element) -> Shape | None:
        self.reading.only(element, ("radius",))
        radius = self._length(element, "radius")
        return None if radius is None else Sphere(radius)

    def _ellipsoid(self, element: Element) -> Shape | None:
        self.reading.only(element, ("radii",))
        radii = self._three_lengths(element, "radii")
        if radii is None:
            return None
        if len(set(radii)) == 1:
            return Sphere(radii[0])
        self.reading.unread.note("shapes that are not drawn here", element)
        return Ellipsoid(radii)

    def _round(self, element: Element, kind: type[Cylinder] | type[Capsule]) -> Shape | None:
        self.reading.only(element, ("radius", "length"))
        radius, length = (self._length(element, tag) for tag in ("radius", "length"))
        return None if radius is None or length is None else kind(radius, length)

    def _cylinder(self, element: Element) -> Shape | None:
        return self._round(element, Cylinder)

    def _capsule(self, element: Element) -> Shape | None:
        return self._round(element, Capsule)

    def _mesh(self, element: Element) -> Shape | None:
        reading = self.reading
        known = ("uri", "scale", "submesh", "convex_decomposition")
        reading.only(element, known, ("optimization",))
        for submesh in element.all("submesh"):
            reading.unread.note("parts of meshes; the whole is drawn", submesh)
        uri = reading.child(element, "uri")
        if uri is None or reading.text(uri, VALUE) is None:
            if uri is None:
                reading.report(element, "M09", "<uri> is missing", severity="warning")
            return None
        scale = (1.0, 1.0, 1.0)
        if element.all("scale"):
            scale = reading.child_vector(element, "scale", NO_UNIT) or scale
        written = uri.attributes[VALUE].strip()
        file, package = self.files.mesh(uri, written)
        if package:
            self.homeless.setdefault(package, []).append(uri)
            return Mesh(written, scale)
        return None if file is None else Mesh(file, scale)

    def note_homeless(self) -> None:
        """Note the models whose folder is not known: one message for each."""
        for package, elements in self.homeless.items():
            what = f"{count(len(elements), 'mesh', 'meshes')} of the model '{package[:80]}'"
            action = f"give packages={{'{package[:80]}': folder}}, or folders=[...]"
            self.reading.report(
                elements[0], "M23", "are not looked for: no folder is known", attribute=VALUE,
                value=what, action=action, severity="notice",
            )  # fmt: skip
