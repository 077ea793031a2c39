"""All numbers of a model by name: those that may become kernel inputs, and those of the drawing."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from sarrus.model.body import GROUND, PlacedShape
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.spatial.tracking import is_tracked
from sarrus.system.quantities.parameters import number_entries

Named = tuple[str, np.ndarray]


def kernel_numbers(model: Model) -> dict[str, np.ndarray]:
    """Return the numbers that say all of the equations, as far as they may become kernel inputs.

    What others say already (the point of a joint in the drawing) is not among them.
    """
    return dict(number_entries(model))


def drawing_numbers(model: Model) -> dict[str, np.ndarray]:
    """Return the numbers that no equation needs: poses in the drawing, shapes, starts, limits."""
    return dict(_drawing(model))


def _drawing(model: Model) -> Iterator[Named]:
    for body in model.bodies:
        yield from _pose(f"body:{body.name}", body.pose)
        yield from _shapes(f"body:{body.name}", body.shapes)
    yield from _shapes(GROUND, model.ground_shapes)
    for joint in model.joints:
        for what in ("limits", "speed_limits", "effort_limits"):
            yield f"joint:{joint.name}.{what}", np.array(getattr(joint, what))
    for start in model.start:
        yield f"start:{start.body}.velocity", np.array(start.velocity)
        yield f"start:{start.body}.angular_velocity", np.array(start.angular_velocity)


def _pose(name: str, pose: Pose) -> Iterator[Named]:
    yield f"{name}.position", np.array(pose.position)
    yield f"{name}.rotation", np.array(pose.rotation)


def _shapes(owner: str, shapes: tuple[PlacedShape, ...]) -> Iterator[Named]:
    for i, placed in enumerate(shapes):
        name = f"{owner}.shapes[{i}]"
        yield from _pose(name, placed.pose)
        for field in dataclasses.fields(placed.shape):  # type: ignore[arg-type]
            value = getattr(placed.shape, field.name)
            if not isinstance(value, str):
                yield f"{name}.{field.name}", np.array(value)


def unnamed(model: Model) -> Iterator[tuple[str, Any]]:
    """Go through tracked numbers that have no name: where they are, and the number.

    They are part of the code: what depends on them needs the file read anew.
    """
    for joint in model.joints:
        yield from _leaves(joint.type, f"joint {joint.name!r}")
    for element in model.forces:
        for field in dataclasses.fields(element):  # type: ignore[arg-type]
            if field.name not in (*element.units, "parameters"):
                yield from _leaves(
                    getattr(element, field.name), f"force {element.name!r} / {field.name}"
                )
    for coupler in model.couplers:
        yield from _leaves(coupler, f"coupler {coupler.name!r}")
    for frame in model.frames:
        yield from _leaves(frame, f"frame {frame.name!r}")
    yield from _leaves(model.tolerance, "model / tolerance")


def _leaves(x: Any, where: str) -> Iterator[tuple[str, Any]]:
    if is_tracked(x):
        yield where, x
    elif isinstance(x, np.ndarray):
        if x.dtype == object:
            yield from _leaves(x.tolist(), where)
    elif isinstance(x, (tuple, list)):
        for part in x:
            yield from _leaves(part, where)
    elif dataclasses.is_dataclass(x) and not isinstance(x, type):
        for field in dataclasses.fields(x):
            yield from _leaves(getattr(x, field.name), where)
