"""Where the numbers of a model stand in the scene of a live page, so that its drawing follows them.

The machine says what they are after each change of a constant, by their names in the map of the
constants (`sarrus.system.constants`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sarrus.model import GROUND, Model
from sarrus.model.forces.line import LineElement
from sarrus.viewer.joints import body_numbers
from sarrus.viewer.roads import road_groups

PARTS = {"position": "at", "rotation": "axes", "radius": "radius", "length": "length",
         "size": "size"}  # fmt: skip
"""Numbers of shapes, and what the scene calls them."""

Path = list[str | int]


def drawing_places(model: Model, static: dict[str, Any]) -> dict[str, Path]:
    """Return the paths in the scene of all numbers that are drawn, by name."""
    return dict(_places(model, static))


def _places(model: Model, static: dict[str, Any]) -> Iterator[tuple[str, Path]]:
    for name, k in body_numbers(model).items():
        shapes = static["bodies"][k]["shapes"]
        owner = name if name == GROUND else f"body:{name}"
        placed = model.ground_shapes if name == GROUND else model.body(name).shapes
        if len(placed) == len(shapes):  # all of them can be drawn
            for i, shape in enumerate(shapes):
                for part, key in PARTS.items():
                    if key in shape:
                        yield f"{owner}.shapes[{i}].{part}", ["bodies", k, "shapes", i, key]
        if name != GROUND:
            for part in ("mass", "com", "inertia"):
                yield f"{owner}.{part}", ["bodies", k, part]
    for k, joint in enumerate(model.joints):
        for side, key in (("parent", "onParent"), ("child", "onChild")):
            yield f"joint:{joint.name}.{side}_point", ["joints", k, key, "at"]
            yield f"joint:{joint.name}.{side}_rotation", ["joints", k, key, "axes"]
    lines = [e for e in model.forces if isinstance(e, LineElement)]
    for k, line in enumerate(lines):
        for end in ("a", "b"):
            yield f"force:{line.name}.point_{end}", ["lines", k, end, "at"]
    for k, elements in enumerate(road_groups(model).values()):
        if "speed" in elements[0].units:
            yield f"force:{elements[0].name}.speed", ["roads", k, "speed"]
