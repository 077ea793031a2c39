"""Geoms: their shape, place and mass, by the rules of MuJoCo's compiler."""

from __future__ import annotations

import math

import numpy as np

from sarrus.formats.mjcf.assets import Assets, MeshAsset, color_of
from sarrus.formats.mjcf.compiler import choice, flag
from sarrus.formats.mjcf.document import Document, Resolved
from sarrus.formats.mjcf.fitted import FittedSolid
from sarrus.formats.mjcf.orientations import POSE, ZERO, pose_of, z_to
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import clean, product
from sarrus.model.mass_properties import MassProperties, of_solid
from sarrus.model.pose import Matrix3, Pose, matrix3, vector3
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere

TYPES = {
    "plane": 3, "hfield": 0, "sphere": 1, "capsule": 2, "ellipsoid": 3, "cylinder": 2, "box": 3,
    "mesh": 0, "sdf": 0,
}  # fmt: skip
"""The types of geoms, and how many sizes they have."""
SOLIDS = ("sphere", "capsule", "ellipsoid", "cylinder", "box")
BY_ENDS = ("capsule", "cylinder", "box", "ellipsoid")
CONTACT = (
    *("contype", "conaffinity", "condim", "priority", "friction", "solmix", "solref", "solimp"),
    *("margin", "gap", "adhesion", "surfacevel"),
)
FLUID = ("fluidshape", "fluidcoef")
GEOM = (
    *("name", "class", "type", "size", "fromto", "mass", "density", "group", "mesh", "material"),
    *("rgba", "shellinertia", "fitscale", "hfield", "user", "castshadow"),
)
WATER = 1000.0
"""The density of geoms that say nothing [kg/m^3]."""
SMALLEST = 1e-15
"""Geoms with less mass do not count, as in MuJoCo."""


@dataclass(frozen=True)
class GeomPart:
    """A geom: mass properties and pose in the frame of its body; shape: what is drawn, or None."""

    element: Resolved
    kind: str
    group: int
    pose: Pose
    mass: MassProperties | MeshSolid | FittedSolid
    shape: Shape | None
    color: str
    meets: tuple[int, int]
    """Bits of what it is, and of what it touches."""

    @property
    def collides(self) -> bool:
        """Whether it may touch something."""
        return any(self.meets)

    @property
    def mass_properties(self) -> MassProperties:
        """Mass, centre and inertia in the frame of the body; meshes are read only now."""
        return self.mass if isinstance(self.mass, MassProperties) else self.mass.at(self.pose)

    @property
    def placed_shape(self) -> tuple[Shape | None, Pose]:
        """What is drawn, and where; meshes that a shape is fitted to are read only now."""
        if not isinstance(self.mass, FittedSolid):
            return self.shape, self.pose
        found = self.mass.shape_and_pose(self.pose)
        return (None, self.pose) if found is None else (found[0].drawn, found[1])


def read_geom(
    document: Document, assets: Assets, element: Resolved, frame: Pose
) -> GeomPart | None:
    """Return a geom in the frame of its body; None after a problem that leaves nothing of it."""
    reading = document.reading
    reading.only(element, ("plugin",), (*GEOM, *POSE, *CONTACT, *FLUID))
    for attribute in FLUID:
        if attribute in element.attributes and element.attributes[attribute] != "none":
            document.unread.note("forces of a fluid are not modelled", element, attribute)
    mesh = _mesh(document, assets, element)
    usual = "mesh" if mesh is not None and "type" not in element.attributes else "sphere"
    kind = choice(document, element, "type", tuple(TYPES), usual)
    group = _whole(document, element, "group", 0)
    meets = _whole(document, element, "contype", 1), _whole(document, element, "conaffinity", 1)
    color = color_of(document, element) or assets.colors.get(
        element.attributes.get("material", ""), ""
    )
    counts = document.reading.number(element, "density", "kg/m^3", WATER)
    weight = None
    if "mass" in element.attributes:
        weight = reading.number(element, "mass", "kg")
    if kind in ("plane", "hfield", "sdf"):
        if kind != "plane":
            document.unread.note("shapes that are not modelled", element, "type")
        pose = product(frame, pose_of(reading, element, assets.compiler))
        nothing = MassProperties(0.0, pose.position)
        return GeomPart(element, kind, group, pose, nothing, None, color, meets)
    if kind == "mesh":
        return _mesh_geom(
            document, assets, element, frame, mesh, counts or 0.0, weight, group, color, meets
        )
    if mesh is not None:
        pose = product(frame, pose_of(reading, element, assets.compiler))
        scale = reading.number(element, "fitscale", NO_UNIT, 1.0) or 1.0
        fitted = FittedSolid(assets, mesh, kind, scale, counts or 0.0, weight, element)
        return GeomPart(element, kind, group, pose, fitted, None, color, meets)
    sizes, pose = _sizes(document, assets, element, kind)
    if sizes is None:
        return None
    pose = product(frame, pose)
    solid = Solid(kind, tuple(sizes))
    if flag(document, element, "shellinertia", False):
        rule, action = "of a simple shape is taken as a solid", "give <inertial>"
        reading.report(
            element, "F24", rule, attribute="shellinertia", severity="warning", action=action
        )
    mass = (counts or 0.0) * solid.volume if weight is None else weight
    properties = of_solid(solid, mass, pose)
    return GeomPart(element, kind, group, pose, properties, solid.drawn, color, meets)


def _mesh(document: Document, assets: Assets, element: Resolved) -> MeshAsset | None:
    name = element.attributes.get("mesh")
    if name is None:
        return None
    if name not in assets.meshes:
        from sarrus.model.building.references import nearest

        action = nearest(name[:80], sorted(assets.meshes))
        value = f"'{name[:80]}'"
        document.reading.report(
            element, "M09", "is not a mesh of <asset>", attribute="mesh", value=value, action=action
        )
        return None
    return assets.meshes[name]


def _mesh_geom(
    document: Document,
    assets: Assets,
    element: Resolved,
    frame: Pose,
    mesh: MeshAsset | None,
    density: float,
    weight: float | None,
    group: int,
    color: str,
    meets: tuple[int, int],
) -> GeomPart | None:
    if mesh is None:
        if "mesh" not in element.attributes:
            document.reading.report(
                element, "M09", "is missing in a geom of type mesh", attribute="mesh"
            )
        return None
    pose = product(frame, pose_of(document.reading, element, assets.compiler))
    shape = None
    if mesh.path is not None:
        shape = Mesh(mesh.path, mesh.scale)
    # what has no mass by its own words needs no triangles
    bare = weight == 0.0 or (weight is None and density == 0.0)
    nothing = MassProperties(0.0, pose.position)
    mass = nothing if bare else MeshSolid(assets, mesh, density, weight, element)
    return GeomPart(element, "mesh", group, pose, mass, shape, color, meets)


@dataclass(frozen=True)
class MeshSolid:
    """What a mesh encloses, computed when a body asks for its mass."""

    assets: Assets
    mesh: MeshAsset
    density: float
    weight: float | None
    element: Resolved

    def at(self, pose: Pose) -> MassProperties:
        """Return the mass properties in the frame of the body, with the geom at a pose."""
        found = self.assets.mass_of(self.mesh)
        if found is None:
            if self.mesh.path is None and self.mesh.vertices is None:
                rule = "has no triangles here, and the mass of its body is made of them"
                self.assets.document.reading.report(
                    self.element, "M23", rule, attribute="mesh", action="give <inertial>"
                )
            return MassProperties(0.0, pose.position)
        density = self.density if self.weight is None else self.weight / found.volume
        own = MassProperties(
            density * found.volume, vector3(found.center), matrix3(density * found.inertia)
        )
        return own.in_frame(pose)


def _whole(document: Document, element: Resolved, attribute: str, usual: int) -> int:
    value = document.reading.number(element, attribute, NO_UNIT, float(usual))
    return usual if value is None else int(value)


def _sizes(
    document: Document, assets: Assets, element: Resolved, kind: str
) -> tuple[list[float] | None, Pose]:
    """Return the sizes of a simple shape (radii and half lengths) and its pose."""
    reading = document.reading
    count = TYPES[kind]
    ends = None
    if "fromto" in element.attributes:
        if kind in BY_ENDS:
            ends = reading.numbers(element, "fromto", "m", 6, 6)
            if ends is None:
                return None, Pose()
        else:
            rule = f"is not for a geom of type {kind}"
            reading.report(element, "M09", rule, attribute="fromto")
            return None, Pose()
    if "size" not in element.attributes:
        reading.report(element, "M09", "is missing", attribute="size")
        return None, Pose()
    sizes = reading.numbers(element, "size", "m", 1, 3)
    if sizes is None:
        return None, Pose()
    if ends is None:
        pose = pose_of(reading, element, assets.compiler)
    else:
        a, b = np.array(ends[:3]), np.array(ends[3:])
        length = float(np.linalg.norm(b - a))
        if length < 1e-14:
            rule, value = "are one point", f"the ends '{element.attributes['fromto'][:80]}'"
            reading.report(element, "M04", rule, attribute="fromto", value=value)
            return None, Pose()
        pose = Pose(vector3((a + b) / 2 + 0.0), matrix3(clean(z_to(a - b))))
        # the first size is that across, in both directions
        sizes = [*[sizes[0]] * (count - 1), length / 2]
    if len(sizes) < count:
        rule = f"must be {count} numbers for a {kind}, not {len(sizes)}"
        reading.report(
            element, "M25", rule, attribute="size", value=f"'{element.attributes['size'][:80]}'"
        )
        return None, Pose()
    if not all(size > 0.0 for size in sizes[:count]):
        rule, value = "m is not above 0", f"'{element.attributes['size'][:80]}'"
        reading.report(element, "M04", rule, attribute="size", value=value)
        return None, Pose()
    return sizes[:count], pose


@dataclass(frozen=True)
class Solid(Shape):
    """A simple shape by its sizes as MJCF has them: radii and half lengths [m]."""

    kind: str
    sizes: tuple[float, ...]

    @property
    def drawn(self) -> Shape | None:
        """The shape that is drawn; an ellipsoid has none unless it is a sphere."""
        size = self.sizes
        if self.kind == "box":
            return Box((2 * size[0], 2 * size[1], 2 * size[2]))
        if self.kind == "cylinder":
            return Cylinder(size[0], 2 * size[1])
        if self.kind == "capsule" and size[1] > 0.0:
            return Capsule(size[0], 2 * size[1])
        # of a capsule that is fitted to something round nothing but its ends may be left
        return Sphere(size[0]) if self.kind == "capsule" or len(set(size)) == 1 else None

    @property
    def volume(self) -> float:
        if self.kind == "ellipsoid":
            return 4.0 / 3.0 * math.pi * math.prod(self.sizes)
        return (self.drawn and self.drawn.volume) or 0.0

    @property
    def extent(self) -> float:
        return max(self.sizes)

    def inertia(self, mass: float) -> Matrix3:
        if self.kind == "ellipsoid":
            x, y, z = (size * size for size in self.sizes)
            row = (mass * (y + z) / 5, mass * (x + z) / 5, mass * (x + y) / 5)
            return (row[0], 0.0, 0.0), (0.0, row[1], 0.0), (0.0, 0.0, row[2])
        return self.drawn.inertia(mass) if self.drawn is not None else (ZERO, ZERO, ZERO)
