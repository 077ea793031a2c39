"""Simple solids: to draw a body, and to compute its mass and inertia from a density."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from dataclasses import field, replace
from math import hypot, pi
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, plain_text, vector, whole
from sarrus.late_dataclass import dataclass
from sarrus.model.pose import Matrix3, Vector3
from sarrus.model.quantity import QuantityError, quantity


class Shape(ABC):
    """A shape centred at the origin of its own frame. Lengths in metres, or text with a unit."""

    @property
    @abstractmethod
    def volume(self) -> float | None:
        """Volume [m^3], or None where it is not known."""

    @property
    @abstractmethod
    def extent(self) -> float:
        """Greatest distance of a point of the shape from its centre [m]; 0 if not known."""

    @abstractmethod
    def inertia(self, mass: float) -> Matrix3:
        """Return the inertia [kg m^2] of a uniform solid, about its centre, in its axes."""

    def mirror_image(self, flips: Vector3) -> Shape:
        """Return the image about a plane of its own axes: itself, unless it has sides.

        flips: the diagonal of the reflection, such as (1, -1, 1).
        """
        return self


@dataclass(frozen=True)
class Box(Shape):
    """A box with the edge lengths size = (x, y, z) [m]."""

    size: Vector3 = field(metadata=vector("m", "edge lengths along x, y and z"))

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", _lengths(self, "size", self.size))

    @property
    def volume(self) -> float:
        x, y, z = self.size
        return x * y * z

    @property
    def extent(self) -> float:
        return hypot(*self.size) / 2

    def inertia(self, mass: float) -> Matrix3:
        x, y, z = (side * side for side in self.size)
        return _diagonal(mass * (y + z) / 12, mass * (x + z) / 12, mass * (x + y) / 12)


@dataclass(frozen=True)
class Cylinder(Shape):
    """A cylinder about z with a radius and a length [m]."""

    radius: float = field(metadata=number("m", "about z"))
    length: float = field(metadata=number("m", "along z"))

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")

    @property
    def volume(self) -> float:
        return pi * self.radius**2 * self.length

    @property
    def extent(self) -> float:
        return hypot(self.radius, self.length / 2)

    def inertia(self, mass: float) -> Matrix3:
        across = mass * (3 * self.radius**2 + self.length**2) / 12
        return _diagonal(across, across, mass * self.radius**2 / 2)


@dataclass(frozen=True)
class Sphere(Shape):
    """A solid sphere with a radius [m]."""

    radius: float = field(metadata=number("m", "of the sphere"))

    def __post_init__(self) -> None:
        _set_lengths(self, "radius")

    @property
    def volume(self) -> float:
        return 4 / 3 * pi * self.radius**3

    @property
    def extent(self) -> float:
        return self.radius

    def inertia(self, mass: float) -> Matrix3:
        moment = 2 / 5 * mass * self.radius**2
        return _diagonal(moment, moment, moment)


@dataclass(frozen=True)
class Capsule(Shape):
    """A cylinder about z of the given length, with a half sphere on each end [m]."""

    radius: float = field(metadata=number("m", "about z, and of the ends"))
    length: float = field(metadata=number("m", "between the centres of the ends"))

    def __post_init__(self) -> None:
        _set_lengths(self, "radius", "length")

    @property
    def volume(self) -> float:
        return pi * self.radius**2 * (self.length + 4 / 3 * self.radius)

    @property
    def extent(self) -> float:
        return self.radius + self.length / 2

    def inertia(self, mass: float) -> Matrix3:
        r, h = self.radius, self.length
        caps = mass * (4 / 3 * r) / (h + 4 / 3 * r)
        middle = mass - caps
        # each half sphere has its centre of mass 3 r / 8 beyond the end of the cylinder
        across = middle * (3 * r * r + h * h) / 12
        across += caps * (2 / 5 * r * r + h * h / 4 + 3 / 8 * h * r)
        return _diagonal(across, across, middle * r * r / 2 + caps * 2 / 5 * r * r)


@dataclass(frozen=True)
class GearWheel(Cylinder):
    """A wheel with teeth about z: radius is that of its pitch circle, length its face width.

    Mass and inertia are those of the cylinder; with a rim, those of a ring from the pitch circle to
    that outer radius, whose teeth point inwards. A tooth, of a ring a gap, is drawn on the x axis.
    """

    teeth: int = field(default=20, metadata=whole("number of teeth"))
    helix_angle: float = field(
        default=0.0, metadata=number("rad", "at the pitch circle, positive for a right hand")
    )
    rim: float = field(
        default=0.0, metadata=number("m", "outer radius of a ring with teeth inside, 0: no ring")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.teeth < 3:
            rule = "is below 3; a wheel has more teeth"
            raise _shape_error(self, "teeth", self.teeth, rule, "M04")
        for attribute, unit in (("helix_angle", "rad"), ("rim", "m")):
            try:
                value = quantity(getattr(self, attribute), unit)
            except QuantityError as error:
                raw = getattr(self, attribute)
                raise _shape_error(self, attribute, raw, str(error), error.code) from None
            object.__setattr__(self, attribute, float(value))
        if self.rim and self.rim <= self.radius * (1.0 + 2.5 / self.teeth):
            rule = "is not beyond the roots of the teeth inside"
            raise _shape_error(self, "rim", self.rim, rule, "M04")

    def mirror_image(self, flips: Vector3) -> GearWheel:
        return replace(self, helix_angle=0.0 - self.helix_angle)

    @property
    def volume(self) -> float:
        inner = self.radius**2
        return pi * abs(self.rim**2 - inner if self.rim else inner) * self.length

    @property
    def extent(self) -> float:
        return hypot(max(self.rim, self.radius), self.length / 2)

    def inertia(self, mass: float) -> Matrix3:
        square = self.radius**2 + self.rim**2
        across = mass * (3 * square + self.length**2) / 12
        return _diagonal(across, across, mass * square / 2)


@dataclass(frozen=True)
class Mesh(Shape):
    """A mesh file (.stl, .obj, .ply, .dae, .gltf, .glb); scale makes metres of its coordinates.

    It draws a body. Where no other shape has a volume, a density of the body, or a mass without
    inertia, takes what the mesh encloses; it must be closed then. A STEP file (.step, .stp) has
    solids instead, and a unit of its own: its mass properties are those of the solids, exactly, in
    the frame of the file; part names one part of an assembly.
    """

    file: str = field(metadata=plain_text("the name of a file"))
    scale: Vector3 = field(
        default=(1.0, 1.0, 1.0), metadata=vector("dimensionless", "factors along x, y and z")
    )
    folder: str = field(default="", compare=False, repr=False)
    """Where a relative name starts: the folder of the model file; "" is the current one."""
    part: str = field(default="", metadata=plain_text("a part of an assembly (.step), by its name"))

    @property
    def path(self) -> str:
        """Where the file is."""
        return os.path.join(self.folder, self.file)

    def __post_init__(self) -> None:
        factors = [self.scale] * 3 if isinstance(self.scale, (int, float)) else self.scale
        object.__setattr__(self, "scale", tuple(float(factor) for factor in factors))

    def mirror_image(self, flips: Vector3) -> Mesh:
        x, y, z = (a * b for a, b in zip(self.scale, flips, strict=True))
        return Mesh(self.file, (x, y, z), self.folder, self.part)

    @property
    def volume(self) -> None:
        return None

    @property
    def extent(self) -> float:
        return 0.0

    def inertia(self, mass: float) -> Matrix3:
        return _diagonal(0.0, 0.0, 0.0)


TYPES: dict[str, type[Shape]] = {
    "box": Box,
    "cylinder": Cylinder,
    "sphere": Sphere,
    "capsule": Capsule,
    "gear_wheel": GearWheel,
    "mesh": Mesh,
}
"""Every shape that a model may name."""


def _diagonal(xx: float, yy: float, zz: float) -> Matrix3:
    return (xx, 0.0, 0.0), (0.0, yy, 0.0), (0.0, 0.0, zz)


def _set_lengths(shape: Shape, *attributes: str) -> None:
    for attribute in attributes:
        value = _positive(shape, attribute, getattr(shape, attribute))
        object.__setattr__(shape, attribute, value)


def _lengths(shape: Shape, attribute: str, values: Any) -> tuple[float, ...]:
    if isinstance(values, str) or not hasattr(values, "__len__") or len(values) != 3:
        raise _shape_error(shape, attribute, values, "must be three lengths", "M25")
    return tuple(_positive(shape, attribute, value) for value in values)


def _positive(shape: Shape, attribute: str, value: Any) -> float:
    try:
        number = quantity(value, "m")
    except QuantityError as error:
        raise _shape_error(shape, attribute, value, str(error), error.code) from None
    if number <= 0.0:
        raise _shape_error(shape, attribute, value, "m is not a length; it must be above 0", "M04")
    return number


def _shape_error(shape: Shape, attribute: str, value: Any, rule: str, code: str) -> ModelError:
    element = f"shape {type(shape).__name__} / {attribute}"
    return ModelError(Problem(code, element, rule, value=repr(value)))
