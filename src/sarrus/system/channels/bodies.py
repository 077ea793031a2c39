"""The channels of bodies, named frames and points: pose, velocity, acceleration, momentum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sarrus.model import GROUND
from sarrus.system.channels.definition import XYZ, Definition, Equation
from sarrus.system.channels.markers import Marker, fixed_marker
from sarrus.system.channels.orientations import quaternions, roll_pitch_yaw

if TYPE_CHECKING:
    from sarrus.system.system import System

MATRIX = tuple(f"{a}{b}" for a in XYZ for b in XYZ)
QUATERNION = ("w", "x", "y", "z")
ANGLES = ("roll", "pitch", "yaw")


def body_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all bodies and named frames."""
    names = [("body", body.name) for body in system.model.bodies]
    names += [("body", GROUND)] if system.compiled.compiler.prescribed else []
    names += [("frame", frame.name) for frame in system.model.frames]
    for kind, name in names:
        marker = fixed_marker(system, f"{kind}:{name}")
        if marker is not None:
            yield from marker_definitions(kind, name, marker)
    for body in system.model.bodies:
        yield from _mass_definitions(body.name)


def marker_definitions(
    kind: str, name: str, marker: Marker, point: bool = False
) -> Iterator[Definition]:
    """Go through the channels of a frame fixed to a body; of a point without its orientation."""
    of = marker.description if point else f"the origin of {marker.description}"
    for what, unit, equation in (
        ("position", "m", marker.position),
        ("velocity", "m/s", marker.velocity),
        ("acceleration", "m/s^2", marker.acceleration),
    ):
        text = f"{what} of {of}, world axes"
        also = tuple(f"{name}.{axis}" for axis in XYZ) if what == "position" else ()
        solved = what == "acceleration"
        whole = vector(kind, f"{name}.{what}", unit, text, equation, solved, marker.body)
        yield whole
        yield from _short(whole, also)
    if point:
        return
    for what, unit, text, equation in (
        ("angular_velocity", "rad/s", "angular velocity", marker.angular_velocity),
        ("angular_acceleration", "rad/s^2", "angular acceleration", marker.angular_acceleration),
    ):
        full, solved = f"{text} of {marker.description}, world axes", what == "angular_acceleration"
        yield vector(kind, f"{name}.{what}", unit, full, equation, solved, marker.body)
    yield from orientation_definitions(
        kind, name, f"of {marker.description} in the world", marker.rotation
    )


def vector(
    kind: str,
    name: str,
    unit: str,
    text: str,
    equation: Equation,
    solved: bool = False,
    body: str = "",
) -> Definition:
    """Return the definition of a vector with components x, y, z in world axes."""
    return Definition(
        kind,
        name,
        unit,
        text,
        equation,
        shape=(3,),
        components=XYZ,
        solved=solved,
        in_world=True,
        body=body,
    )


def _short(whole: Definition, names: tuple[str, ...]) -> Iterator[Definition]:
    """Go through components that also have short names, such as `crank.x`."""
    for axis, name in zip(XYZ, names, strict=False):
        part = whole.component(axis)
        if part is not None:
            text = part.description
            yield Definition(
                whole.kind, part.name, whole.unit, text, part.equation, also=(name,), listed=False
            )


def orientation_definitions(
    kind: str, name: str, words: str, rotation: Equation
) -> Iterator[Definition]:
    """Go through the ways to write an orientation."""
    yield Definition(
        kind,
        f"{name}.rotation",
        "",
        f"rotation matrix {words}",
        rotation,
        shape=(3, 3),
        components=MATRIX,
    )
    yield Definition(
        kind,
        f"{name}.quat_wxyz",
        "",
        f"unit quaternion w, x, y, z with w >= 0 {words}",
        lambda at: quaternions(rotation(at)),
        shape=(4,),
        components=QUATERNION,
        also=(f"{name}.quaternion",),
    )
    yield Definition(
        kind,
        f"{name}.rpy",
        "rad",
        f"roll, pitch, yaw about fixed axes x, y, z, in (-pi, pi], {words}",
        lambda at: roll_pitch_yaw(rotation(at)),
        shape=(3,),
        components=ANGLES,
    )


def _mass_definitions(body: str) -> Iterator[Definition]:
    def of(name: str) -> Equation:
        return lambda at: at.of_body("masses", body)[name]

    center = f"the centre of mass of '{body}', world axes"
    for what, unit, text in (
        ("com", "m", f"position of {center}"),
        ("com_velocity", "m/s", f"velocity of {center}"),
    ):
        yield vector("body", f"{body}.{what}", unit, text, of(what), body=body)
    yield vector(
        "body",
        f"{body}.com_acceleration",
        "m/s^2",
        f"acceleration of {center}",
        lambda at: at.of_body("mass_accelerations", body)["com_acceleration"],
        solved=True,
        body=body,
    )
    text = f"linear momentum of '{body}', world axes"
    yield vector("body", f"{body}.momentum", "kg m/s", text, of("momentum"), body=body)
    text = f"angular momentum of '{body}' about the world's origin, world axes"
    name = "angular_momentum"
    yield vector("body", f"{body}.{name}", "kg m^2/s", text, of(name), body=body)
    text = f"kinetic energy of '{body}'"
    yield Definition("body", f"{body}.kinetic_energy", "J", text, of("kinetic_energy"))
