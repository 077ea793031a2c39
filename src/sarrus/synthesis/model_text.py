"""The model file of a synthesized linkage: constants, points by formulas, links, a drive."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sarrus.storage.new_file import new_file
from sarrus.synthesis.constructions import Meeting, SeenFrom
from sarrus.synthesis.families import Family
from sarrus.synthesis.formula import Formula
from sarrus.synthesis.linkage import TURN, Linkage
from sarrus.synthesis.spatial import BALLS, RSSR, model_axes, model_constants, model_points
from sarrus.synthesis.tasks import FUNCTION

if TYPE_CHECKING:
    from sarrus.synthesis.solution import Solution

COLORS = ("#b3564a", "#d08b45", "#3f6f9f", "#5f8f4f", "#7a5fa0", "#777777")
SLENDER = 60.0
"""Size of a linkage over the radius of its rods."""
LOCAL = "_in_crank"
"""Ends the names of points that are drawn in the crank (inversion)."""


def model_text(solution: Solution, name: str) -> str:
    """Return the text of the model file of a solution."""
    linkage = Linkage(solution.family, solution.linkage.values, solution.branch)
    family = linkage.family
    start = float(solution.angles[0])
    task = solution.task
    sizes = [key for key in family.sizes_of(task.kind) if family is not RSSR or key not in BALLS]
    traced = family is not RSSR or task.kind != FUNCTION
    wanted = f"{task.kind} generation, {task.count} positions, error {solution.error:.3g}"
    lines = [
        f"# {family.name}: {wanted}",
        "sarrus: 1",
        f"name: {re.sub(r'[^A-Za-z0-9_ -]', '_', name)}",
        "constants:",
        *(f"  {key}: {linkage.values[key]!r}{_unit(family, key)}" for key in sizes),
        f"  theta: {start!r} rad   # {_parameter(family)} in the drawing",
        f"  radius: {_radius(linkage)!r} m   # of the rods",
        *(model_constants(task.kind) if family is RSSR else []),
        "points:",
        *(
            model_points(solution.branch[0], task.kind)
            if family is RSSR
            else _points(family, solution.branch)
        ),
        "gravity: [0, -9.81, 0]",
        "bodies:",
        *_bodies(family),
        *(_frames(family) if traced else []),
        "joints:",
        *(_spatial_joints(task.kind) if family is RSSR else _joints(family)),
        *([] if family is RSSR else ["compile: {planar: true}"]),
        *_drive(solution, linkage),
    ]
    return "\n".join(lines) + "\n"


def write_text(path: str | os.PathLike[str], text: str, overwrite: bool) -> None:
    """Write a text file; raises EnvironmentProblem where it exists or cannot be written."""
    with new_file(os.fspath(path), overwrite, "E01") as part:
        Path(part).write_text(text, encoding="utf-8", newline="\n")


def _unit(family: Family, key: str) -> str:
    return " rad" if key in family.directions else " m"


def _parameter(family: Family) -> str:
    return "angle of the first link against the crank" if family.inverted else "angle of the crank"


def _radius(linkage: Linkage) -> float:
    return float(f"{linkage.size / SLENDER:.2g}")


def _points(family: Family, signs: tuple[int, ...]) -> list[str]:
    """Return the points as formulas of the constants and of points before them."""
    sizes = {name: Formula(name) for name in family.sizes}
    ending = LOCAL if family.inverted else ""
    points: dict[str, tuple[Formula, Formula]] = {}
    lines = []
    dyad = 0
    for part in family.constructions:
        sign = 1
        if part.is_dyad:
            sign, dyad = signs[dyad], dyad + 1
        if isinstance(part, Meeting):
            lines.append(_name_difference(points, part.first, part.second, ending))
        before = set(points)
        part.place(points, sizes, Formula("theta"), sign)
        seen = isinstance(part, SeenFrom)
        for key in points if seen else [key for key in points if key not in before]:
            name = key if seen else key + ending
            x, y = (repr(value) for value in points[key])
            lines.append(f'  {name}: ["{x}", "{y}", 0]')
        if not seen:
            points = {k: (Formula(f"{k}{ending}.x"), Formula(f"{k}{ending}.y")) for k in points}
    return lines


def _name_difference(
    points: dict[str, tuple[Formula, Formula]], first: str, second: str, ending: str
) -> str:
    """Let formulas use the vector between two points by a name; return its line."""
    name = f"{first}{second}{ending}"
    (fx, fy), (sx, sy) = points[first], points[second]
    points[second] = (
        Formula(sx.text, differences={fx.text: f"{name}.x"}),
        Formula(sy.text, differences={fy.text: f"{name}.y"}),
    )
    x, y = f"{sx.text} - {fx.text}", f"{sy.text} - {fy.text}"
    return f'  {name}: ["{x}", "{y}", 0]   # from {first} to {second}'


def _bodies(family: Family) -> list[str]:
    """Return the links: rods between their hinges, each layer before the one below."""
    lines = []
    for k, (body, points) in enumerate(family.links.items()):
        color = COLORS[k % len(COLORS)]
        layer = f'color: "{color}"'
        if family.placement is None:  # planar links lie above each other
            layer = f"offset: [0, 0, {2.5 * (k % 3)}*radius], {layer}"
        if family.slide is not None and body == family.slide.body:
            shape = f'{{type: box, size: [6*radius, 4*radius, 4*radius], color: "{color}"}}'
            lines.append(f"  {body}: {{at: {points[0]}, density: steel, shapes: [{shape}]}}")
            continue
        shape = f"{{type: link, radius: radius, {layer}}}"
        lines.append(f"  {body}: {{density: steel, shapes: [{shape}]}}")
    return lines


def _frames(family: Family) -> list[str]:
    return ["frames:", f"  tracer: {{body: {family.carrier}, at: {family.tracer}}}"]


def _joints(family: Family) -> list[str]:
    """Return a hinge at every point that two links share, and the slider."""
    lines = []
    points = dict.fromkeys(point for link in family.links.values() for point in link)
    for point in points:
        bodies = [body for body, link in family.links.items() if point in link]
        if point in family.ground:
            bodies = ["ground", *bodies]
        if len(bodies) == 2:
            pair = f"parent: {bodies[0]}, child: {bodies[1]}"
            lines.append(f"  {point}: {{type: revolute, {pair}, at: {point}, axis: z}}")
    if family.slide is not None:
        slide = family.slide
        axis = f'["cos({slide.direction})", "sin({slide.direction})", 0]'
        lines.append(
            f"  slide: {{type: prismatic, parent: ground, child: {slide.body}, "
            f"at: {slide.point}, axis: {axis}}}"
        )
    return lines


def _spatial_joints(kind: str) -> list[str]:
    """Return the joints of the RSSR."""
    first, axis = model_axes(kind)
    return [
        f"  A: {{type: revolute, parent: ground, child: crank, at: A, axis: {first}}}",
        "  B: {type: spherical, parent: crank, child: coupler, at: B}",
        "  C: {type: spherical, parent: coupler, child: rocker, at: C}",
        f"  D: {{type: revolute, parent: ground, child: rocker, at: D, axis: {axis}}}",
    ]


def _drive(solution: Solution, linkage: Linkage) -> list[str]:
    """Return the drive: one turn in a second, or there and back between first and last angle."""
    family = linkage.family
    pivot = family.driven[0]
    if linkage.turns_round:
        first, last = float(solution.angles[0]), float(solution.angles[-1])
        way = "-" if is_clockwise(solution.angles) and first != last else ""
        law = f'"{way}2*pi*t"'
    else:
        driven = np.unwrap(solution.motion.driven)
        far = driven[np.abs(driven - driven[0]).argmax()] - driven[0]
        law = f'"{0.5 * float(far)!r}*(1 - cos(2*pi*t))"'
    outputs = ["slide.displacement"] if family.slide else [f"{family.output[0]}.angle"]
    if family is not RSSR or solution.task.kind != FUNCTION:
        outputs.append("tracer.position")
    return [
        f"drives: {{{pivot}: {law}}}",
        "run: {kind: drive, until: 1 s, every: 5 ms}",
        f"outputs: [{', '.join([*outputs, pivot + '.effort'])}]",
    ]


def is_clockwise(angles: np.ndarray) -> bool:
    """Whether the crank that turns one way comes to the angles one after the other clockwise."""
    steps = np.diff(angles)
    return bool(np.sum(steps % TURN) > np.sum(-steps % TURN))
