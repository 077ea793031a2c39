"""The drawing of a live page as a function of the constants: instructions that the page interprets.

The map of the constants (`sarrus.system.constants`) knows every number of shapes, joints and bodies
that follows them. Here each is given its place in the scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sarrus.kernels.program import BINARY, LEAVES, UNARY
from sarrus.model import GROUND, Model
from sarrus.model.forces.line import LineElement
from sarrus.system.constants.constants_map import ConstantsMap
from sarrus.viewer.joints import body_numbers

PARTS = {"position": "at", "rotation": "axes", "radius": "radius", "length": "length",
         "size": "size"}  # fmt: skip
"""Numbers of shapes, and what the scene calls them."""
SHAPE = re.compile(r"(?:body:)?(?P<body>.+)\.shapes\[(?P<shape>\d+)\]\.(?P<part>\w+)")

Path = list[str | int]


def drawing_of(model: Model, found: ConstantsMap, static: dict[str, Any]) -> dict[str, Any] | None:
    """Return the instructions and where their results stand in the scene; None where none do."""
    known = {*LEAVES, *UNARY, *BINARY} - {"table"}
    if any(instruction[0] not in known for instruction in found.program.instructions):
        return None  # numbers that are looked up in tables stay as they are drawn
    places = dict(_places(model, static))
    outputs = []
    for port, values in zip(found.program.outputs, found.program.results, strict=True):
        for path in places.get(port.name, []):
            outputs.append({"path": path, "at": list(values), "single": not port.shape})
    guards = found.program.results[[p.name for p in found.program.outputs].index("guards")]
    return {
        "constants": [{"name": c.name, "value": c.value} for c in found.constants],
        "instructions": [list(instruction) for instruction in found.program.instructions],
        "outputs": outputs,
        "guards": [
            {"value": value, "where": guard.where}
            for value, guard in zip(guards, found.guards, strict=True)
        ],
    }


def _places(model: Model, static: dict[str, Any]) -> Iterator[tuple[str, list[Path]]]:
    """Go through names of numbers, each with its places in the scene."""
    number = body_numbers(model)
    for name, k in number.items():
        shapes = static["bodies"][k]["shapes"]
        owner = name if name == GROUND else f"body:{name}"
        placed = model.ground_shapes if name == GROUND else model.body(name).shapes
        if len(placed) == len(shapes):  # all of them can be drawn
            for i, shape in enumerate(shapes):
                for part, key in PARTS.items():
                    if key in shape:
                        yield f"{owner}.shapes[{i}].{part}", [["bodies", k, "shapes", i, key]]
        if name != GROUND:
            for part in ("mass", "com", "inertia"):
                yield f"{owner}.{part}", [["bodies", k, part]]
    for k, joint in enumerate(model.joints):
        for side, key in (("parent", "onParent"), ("child", "onChild")):
            yield f"joint:{joint.name}.{side}_point", [["joints", k, key, "at"]]
            yield f"joint:{joint.name}.{side}_rotation", [["joints", k, key, "axes"]]
    lines = [e for e in model.forces if isinstance(e, LineElement)]
    for k, line in enumerate(lines):
        for end in ("a", "b"):
            yield f"force:{line.name}.point_{end}", [["lines", k, end, "at"]]
