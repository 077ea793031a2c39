"""The channels of bodies, named frames and points: pose, velocity, acceleration, momentum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model import GROUND
from sarrus.system.channels.definition import XYZ, Definition
from sarrus.system.channels.markers import Place, fixed_place
from sarrus.system.channels.orientations import quaternions, roll_pitch_yaw
from sarrus.system.history.chunk import Chunk
from sarrus.system.history.equations import mass_accelerations, masses

if TYPE_CHECKING:
    from sarrus.system.system import System

MATRIX = tuple(f"{a}{b}" for a in XYZ for b in XYZ)
QUATERNION = ("w", "x", "y", "z")
ANGLES = ("roll", "pitch", "yaw")


def body_definitions(system: System, note: str = "") -> Iterator[Definition]:
    """Go through the channels of all bodies and named frames."""
    names = [("body", body.name) for body in system.model.bodies]
    names += [("body", GROUND)] if system.compiler.prescribed else []
    names += [("frame", frame.name) for frame in system.model.frames]
    for kind, name in names:
        place = fixed_place(system, f"{kind}:{name}")
        if place is not None:
            yield from place_definitions(kind, name, place, note)
    for body in system.model.bodies:
        yield from _mass_definitions(system, body.name, note)


def place_definitions(
    kind: str, name: str, place: Place, note: str = "", point: bool = False
) -> Iterator[Definition]:
    """Go through the channels of a frame fixed to a body; of a point without its orientation."""
    of = place.words if point else f"the origin of {place.words}"
    for what, unit, text, read in (
        ("position", "m", "position", place.position),
        ("velocity", "m/s", "velocity", place.velocity),
        ("acceleration", "m/s^2", "acceleration", place.acceleration),
    ):
        remark = note if what == "acceleration" else ""
        also = tuple(f"{name}.{axis}" for axis in XYZ) if what == "position" else ()
        whole = vector(kind, f"{name}.{what}", unit, f"{text} of {of}, world axes{remark}", read)
        yield whole
        yield from _short(whole, also)
    if point:
        return
    for what, unit, text, read in (
        ("angular_velocity", "rad/s", "angular velocity", place.angular_velocity),
        ("angular_acceleration", "rad/s^2", "angular acceleration", place.angular_acceleration),
    ):
        remark = note if what == "angular_acceleration" else ""
        full = f"{text} of {place.words}, world axes{remark}"
        yield vector(kind, f"{name}.{what}", unit, full, read)
    yield from orientation_definitions(kind, name, f"of {place.words} in the world", place.rotation)


def vector(
    kind: str, name: str, unit: str, text: str, read: Callable[[Chunk], np.ndarray]
) -> Definition:
    """Return the definition of a vector with components x, y, z."""
    return Definition(kind, name, unit, text, read, shape=(3,), components=XYZ)


def _short(whole: Definition, names: tuple[str, ...]) -> Iterator[Definition]:
    """Go through components that also have short names, such as `crank.x`."""
    for axis, name in zip(XYZ, names, strict=False):
        part = whole.component(axis)
        if part is not None:
            text = part.description
            yield Definition(
                whole.kind, part.name, whole.unit, text, part.read, also=(name,), listed=False
            )


def orientation_definitions(
    kind: str, name: str, words: str, rotation: Callable[[Chunk], np.ndarray]
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
        lambda chunk: quaternions(rotation(chunk)),
        shape=(4,),
        components=QUATERNION,
        also=(f"{name}.quaternion",),
    )
    yield Definition(
        kind,
        f"{name}.rpy",
        "rad",
        f"roll, pitch, yaw about fixed axes x, y, z, in (-pi, pi], {words}",
        lambda chunk: roll_pitch_yaw(rotation(chunk)),
        shape=(3,),
        components=ANGLES,
    )


def _mass_definitions(system: System, body: str, note: str) -> Iterator[Definition]:
    i = system.topology.index[body]

    def of(name: str) -> Callable[[Chunk], np.ndarray]:
        return lambda chunk: chunk.once(mass_outputs)[name][:, i]

    centre = f"the centre of mass of '{body}', world axes"
    yield vector("body", f"{body}.com", "m", f"position of {centre}", of("com"))
    yield vector("body", f"{body}.com_velocity", "m/s", f"velocity of {centre}", of("com_velocity"))
    yield vector(
        "body",
        f"{body}.com_acceleration",
        "m/s^2",
        f"acceleration of {centre}{note}",
        lambda chunk: chunk.once(acceleration_outputs)["com_acceleration"][:, i],
    )
    text = f"linear momentum of '{body}', world axes"
    yield vector("body", f"{body}.momentum", "kg m/s", text, of("momentum"))
    text = f"angular momentum of '{body}' about the world's origin, world axes"
    yield vector("body", f"{body}.angular_momentum", "kg m^2/s", text, of("angular_momentum"))
    text = f"kinetic energy of '{body}'"
    yield Definition("body", f"{body}.kinetic_energy", "J", text, of("kinetic_energy"))


def mass_outputs(chunk: Chunk) -> dict[str, np.ndarray]:
    """Return centres of mass, momenta and kinetic energies of all bodies."""
    return chunk.outputs(chunk.system.loops.kernel("history_masses", ("q", "v"), masses))


def acceleration_outputs(chunk: Chunk) -> dict[str, np.ndarray]:
    """Return the accelerations of all centres of mass."""
    inputs = ("q", "v", "vdot")
    return chunk.outputs(
        chunk.system.loops.kernel("history_mass_accelerations", inputs, mass_accelerations)
    )
