"""What an attribute of the model file holds, by the names of the builder's keywords."""

from __future__ import annotations

from sarrus.model.fields import (
    AXIS,
    NAME,
    NUMBER,
    NUMBERS,
    POINT,
    POSE,
    SHAPE,
    SHAPES,
    TERMS,
    Kind,
)

KINDS: dict[str, Kind] = {
    # bodies and frames
    "mass": NUMBER,
    "com": NUMBERS,
    "inertia": NUMBERS,
    "inertia_about": NUMBERS,
    "inertia_axes": NUMBERS,
    "density": NUMBER,
    "shape": SHAPE,
    "shapes": SHAPES,
    "velocity": NUMBERS,
    "angular_velocity": NUMBERS,
    # places and directions
    "at": NUMBERS,
    "at_a": NUMBERS,
    "at_b": NUMBERS,
    "on_a": POINT,
    "on_b": POINT,
    "on_parent": POSE,
    "on_child": POSE,
    "rotation": NUMBERS,
    "quaternion_wxyz": NUMBERS,
    "rpy": NUMBERS,
    "axis": AXIS,
    "axis2": AXIS,
    "x_axis": AXIS,
    "axis_parent": AXIS,
    "axis_child": AXIS,
    # names
    "parent": NAME,
    "child": NAME,
    "a": NAME,
    "b": NAME,
    "body": NAME,
    "driver": NAME,
    "driven": NAME,
    "terms": TERMS,
    # joints and couplers
    "limits": NUMBERS,
    "speed_limit": NUMBERS,
    "effort_limit": NUMBERS,
    "lead": NUMBER,
    "length": NUMBER,
    "ratio": NUMBER,
    "offset": NUMBER,
}
"""By keyword, for every method of the builder that has it."""


def kind_of(keyword: str) -> Kind:
    """Return the kind of a keyword; one that the table does not name holds numbers."""
    return KINDS.get(keyword, NUMBERS)
