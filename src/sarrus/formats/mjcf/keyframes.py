"""<keyframe>: states of the model, by the names of its coordinates."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field

import numpy as np

from sarrus.formats.mjcf.document import Document
from sarrus.formats.mjcf.orientations import unit
from sarrus.formats.mjcf.parts import Scene
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import TYPES
from sarrus.spatial.rotation import quaternion_matrix, quaternion_of

REFERENCE = "qpos0"
"""The name of the state in which the file draws the model."""
KEY = ("name", "time", "qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic")


@dataclass(frozen=True)
class Keyframe:
    """A state that a file holds: `system.assemble(key.coordinates, key.rates)` takes it.

    coordinates: [m, rad or parts of a quaternion] by name, such as "hip.angle"; rates by name;
    controls: by the names of the actuators, for `load_mjcf(..., controls=key.controls)`.
    """

    name: str
    time: float = 0.0
    coordinates: Mapping[str, float] = field(default_factory=dict)
    rates: Mapping[str, float] = field(default_factory=dict)
    controls: Mapping[str, float] = field(default_factory=dict)


def mjcf_keyframes(
    source: str | os.PathLike[str], *, folders: Iterable[str | os.PathLike[str]] = ()
) -> dict[str, Keyframe]:
    """Return the keyframes of a file by name; "qpos0" is the state in which it draws the model.

    Example:
        key = sarrus.mjcf_keyframes("arm.xml")["home"]
        print(key.coordinates)
    """
    from sarrus.formats.mjcf.loading import read_parts

    parts = read_parts(source, folders, meshes=False)
    return parts.keyframes


def read_keyframes(document: Document, scene: Scene, drives: Iterable[str]) -> dict[str, Keyframe]:
    """Return the keyframes by name; one without a name is called key and its number."""
    names = list(drives)
    found = {REFERENCE: Keyframe(REFERENCE, 0.0, reference_coordinates(scene))}
    for i, element in enumerate(document.elements("keyframe")):
        if element.tag != "key":
            document.unread.note("keyframes of this kind are not read", element)
            continue
        document.reading.only(element, (), KEY)
        name = element.attributes.get("name", "").strip() or f"key{i}"
        found[name] = _keyframe(document, scene, element, name, names)
    return found


def reference_coordinates(scene: Scene) -> dict[str, float]:
    """Return the coordinates in which the file draws the model."""
    found: dict[str, float] = {}
    for joint in scene.joints.values():
        values: list[float] = [joint.ref]
        if joint.kind == "ball":
            values = [1.0, 0.0, 0.0, 0.0]
        elif joint.kind == "free":
            pose = scene.bodies[joint.body].world
            turn = quaternion_of(np.array(pose.rotation))
            values = [*pose.position, *(float(x) for x in turn)]
        found |= dict(zip(_coordinates(joint.name, joint.type_name), values, strict=True))
    return found


def _coordinates(joint: str, type_name: str) -> list[str]:
    return [f"{joint}.{coordinate.name}" for coordinate in TYPES[type_name].coordinates]


def _keyframe(
    document: Document, scene: Scene, element: Element, name: str, drives: list[str]
) -> Keyframe:
    reading = document.reading
    coordinates = reference_coordinates(scene)
    nv = sum(len(TYPES[joint.type_name].velocities) for joint in scene.joints.values())
    q = _row(document, element, "qpos", len(coordinates))
    v = _row(document, element, "qvel", nv)
    u = _row(document, element, "ctrl", len(drives))
    rates: dict[str, float] = {}
    for attribute in ("act", "mpos", "mquat", "plastic"):
        if attribute in element.attributes:
            document.unread.note("parts of keyframes that are not kept", element, attribute)
    if q is not None:
        coordinates = dict(zip(coordinates, q, strict=True))
    at_q = at_v = 0
    for joint in scene.joints.values():
        kind = TYPES[joint.type_name]
        n_q, n_v = len(kind.coordinates), len(kind.velocities)
        values = list(coordinates.values())[at_q : at_q + n_q]
        if joint.kind in ("ball", "free"):
            try:
                turn = unit(values[-4:])
            except ZeroDivisionError:
                whose = f"for the joint '{joint.name[:80]}'"
                rule = f"has a quaternion of length 0 {whose}, taken as 1 0 0 0"
                reading.report(element, "M20", rule, attribute="qpos", severity="warning")
                turn = np.array([1.0, 0.0, 0.0, 0.0])
            names = _coordinates(joint.name, joint.type_name)[-4:]
            coordinates |= dict(zip(names, map(float, turn), strict=True))
        if v is not None:
            speeds = np.array(v[at_v : at_v + n_v])
            if joint.kind == "free":
                # the linear velocity is in world axes there, in those of the body here
                speeds[:3] = quaternion_matrix(turn).T @ speeds[:3]
            listed = [f"{joint.name}.{velocity.name}" for velocity in kind.velocities]
            rates |= dict(zip(listed, map(float, speeds), strict=True))
        at_q, at_v = at_q + n_q, at_v + n_v
    time = reading.number(element, "time", "s", 0.0) or 0.0
    controls = {} if u is None else dict(zip(drives, u, strict=True))
    return Keyframe(name, time, coordinates, rates, controls)


def _row(document: Document, element: Element, attribute: str, count: int) -> list[float] | None:
    if attribute not in element.attributes:
        return None
    return document.reading.numbers(element, attribute, NO_UNIT, count, count)
