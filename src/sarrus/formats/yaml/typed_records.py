"""Roads, tyres, paths and curves in the file: records with a type, or names of other files.

{type: SineRoad, amplitude: 0.05, wavelength: 10 m}, track.crg      roads
{type: BrushTyre, radius: 0.3 m, ...}, car.tir                      tyres
{type: PointPath, x: [0, 20, 40, 60], y: [0, 0, 2, 8]}              paths
{type: PointCurve, through: [[0, 0], ...]}, slot.dxf                curves
{type: BeamModes, a: [0, 0, 0], ...}, strip.json                    mode sets
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sarrus.curves.types import TYPES as CURVE_TYPES
from sarrus.errors import ModelError, Problem
from sarrus.file_fields import WrittenField, needed_fields, written_fields
from sarrus.formats.dxf import read_curve
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.roads import read_road
from sarrus.formats.tir import read_tyre
from sarrus.formats.yaml.element_laws import function
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.values import Reader, in_unit, list_in_unit, text
from sarrus.model.building.references import nearest_feature
from sarrus.model.forces.recorder import NotTraceable, traced_formula
from sarrus.model.mode_set import load_modes
from sarrus.model.options import MODES, Kind
from sarrus.paths import TYPES as PATH_TYPES
from sarrus.road import Flat
from sarrus.road.types import TYPES as ROAD_TYPES
from sarrus.spatial import Curve
from sarrus.spatial.tracking import fixed_value
from sarrus.tyres.types import TYPES as TYRE_TYPES

WHY = "the height of a road follows it, which is part of the code"
STAND_INS = {
    "z": ((0.0, 0.0), (0.0, 0.0)),
    "segments": ((1.0, 0.0, 0.0),),
    "patches": ((0.0, 10.0, 0.0, 10.0, 1.0),),
    "points": ((0.0, 0.0, 0.0), (9.0, 0.0, 0.0), (0.0, 9.0, 0.0), (9.0, 9.0, 0.0)),
    "triangles": ((0, 1, 2), (1, 3, 2)),
    "through": ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.5), (0.0, 1.0)),
}
"""Rows for fields that are reported, so that the others can be checked."""
HEIGHT = Kind("function", arguments=("x",), x=("m",), y=("m",))
BY_PARAMETER = Kind("function", arguments=("u",), x=("dimensionless",), y=("m",))


def road(at: At, raw: Any, kind: Kind) -> Any:
    """Return a road of a record with `type` and the fields of that road."""
    if isinstance(raw, str):
        return file_value(at, raw, "road", read_road)
    action = "write {type: SineRoad, amplitude: ..., ...}, or the name of a file (.crg, .obj)"
    return of_type(at, raw, ROAD_TYPES, kind, "road", action)


def tyre(at: At, raw: Any, kind: Kind) -> Any:
    """Return a tyre: that of a file beside the model, or of a record with `type` and fields."""
    if isinstance(raw, str):
        return file_value(at, raw, "tyre", read_tyre)
    action = "write the name of a tyre file (.tir), or {type: BrushTyre, radius: ..., ...}"
    return of_type(at, raw, TYRE_TYPES, kind, "tyre", action)


def path(at: At, raw: Any, kind: Kind) -> Any:
    """Return a path of a record with `type` and the fields of that path."""
    return of_type(at, raw, PATH_TYPES, kind, "path", "write {type: PointPath, x: [...], y: [...]}")


def curve(at: At, raw: Any, kind: Kind) -> Any:
    """Return a curve of a record with `type` and the fields of that curve, or of a DXF file."""
    if isinstance(raw, str):
        return file_value(at, raw, "curve", read_curve)
    action = "write {type: PointCurve, through: [[..], ..]}, or the name of a file (.dxf)"
    return of_type(at, raw, CURVE_TYPES, kind, "curve", action)


def of_type(
    at: At, raw: Any, types: Mapping[str, type[Any]], kind: Kind, noun: str, action: str
) -> Any:
    """Return a road, tyre or path of a record with `type` and the fields of that type.

    types: by name; noun, action: what is said where it is no record.
    """
    if not isinstance(raw, Mapping):
        return at.refuse(raw, f"must be a {noun}", action)
    if "type" not in raw:
        return at.missing("type", f"give one of {', '.join(types)}")
    chosen = raw["type"]
    if not isinstance(chosen, str) or chosen not in types:
        there = at.key("type", "type")
        nearest = nearest_feature(str(chosen), types)
        there.report("M09", f"is not a {noun}", value=there.literal(chosen), action=nearest)
        return report_broken(at)
    return of_fields(at, raw, types[chosen], kind)


def file_value(at: At, name: str, noun: str, read: Callable[[str], Any]) -> Any:
    """Return what a file in the folder of the model file, or below it, describes.

    Files of parts may also be in the folder of the model file that has these parts, or below it.
    """
    found = path_beside(at, name, noun)
    if found is BROKEN:
        return BROKEN
    try:
        return read(found)
    except ModelError as error:  # of the other file, or of its name, which stands here
        at.page.problems.extend(
            replace(p, location=at.place) if p.location is None else p for p in error.problems
        )
        return report_broken(at)


def path_beside(at: At, name: str, noun: str) -> Any:
    """Return the path of a file in the folder of the model file, or below it."""
    folder = os.path.dirname(at.place.file) if at.place is not None else ""
    try:
        return MeshPaths({"": at.page.main}, folder or os.curdir).path_of(name) or name
    except MeshRefusedError as error:
        action = f"put the {noun} file into the folder of the model file, or into one below it"
        at.report("F08", str(error), value=at.literal(name), action=action)
        return report_broken(at)


def report_broken(at: At) -> Any:
    """Return what stands for a record that is reported."""
    at.page.broken.add(at.where)
    return BROKEN


def of_fields(at: At, raw: Mapping[str, Any], kind: type[Any], nested: Kind) -> Any:
    """Return a road, or whatever else is a data class of written fields, of a record."""
    listed, needed = written_fields(kind), needed_fields(kind)
    known = at.mapping(raw, ["type", *listed], needed)
    values = {
        name: _field(at.key(name, name), field, raw[name], nested)
        for name, field in listed.items()
        if name in raw
    }
    broken = [key for key, value in values.items() if value is BROKEN]
    if any(key not in raw for key in needed):
        return report_broken(at)
    try:
        found = kind(
            **{k: _stand_in(k, listed[k]) if v is BROKEN else v for k, v in values.items()}
        )
    except ModelError as error:
        for problem in error.problems:
            key = problem.element.rpartition(" / ")[2].partition(" row ")[0]
            there = at.key(key, key) if key in raw else at
            value = there.literal(raw[key]) if key in raw else problem.value
            if key not in broken:
                there.report(problem.code, problem.rule, value=value, action=problem.action)
        return report_broken(at)
    return found if known and not broken else report_broken(at)


def _stand_in(name: str, field: WrittenField) -> Any:
    """Return a value for a field that is reported, so that the others can be checked."""
    if field.choices:
        return field.choices[0]
    if field.kind == "numbers":
        return () if name == "kinks_at" else (0.1, 1.0)
    if field.kind == "rows":
        return STAND_INS.get(name, ())
    flat = Flat()
    known = {
        "road": flat,
        "roads": (flat,),
        "function": abs,
        "parametric": abs,
        "whole": 0,
        "truth": False,
        "nodes": {},
        "file": "",
    }
    known["coefficients"] = {"UNLOADED_RADIUS": 1.0, "FNOMIN": 1.0, "VERTICAL_STIFFNESS": 1.0}
    return known.get(field.kind, 1.0)


def _field(at: At, field: WrittenField, raw: Any, nested: Kind) -> Any:
    """Return a field of a road: another road, an expression, words, numbers."""
    if field.kind == "road":
        return road(at, raw, nested)
    if field.kind == "roads":
        return _several(at, raw, nested)
    if field.kind == "function":
        return _height(at, raw)
    if field.kind == "parametric":
        return _height(at, raw, BY_PARAMETER)
    if field.kind == "text" or (field.letters and isinstance(raw, str) and len(raw) == 1):
        return text(at, raw)
    if field.kind == "truth":
        return raw if isinstance(raw, bool) else at.refuse(raw, "must be true or false")
    if field.kind == "coefficients":
        return _coefficients(at, raw)
    if field.kind == "nodes":
        return _nodes(at, raw)
    if field.kind == "file":
        return _file(at, field, raw)
    if field.kind == "whole":
        whole = isinstance(raw, int) and not isinstance(raw, bool)
        return raw if whole else at.refuse(raw, "must be a whole number")
    if field.kind == "numbers":
        found = list_in_unit(at, raw, field.unit, field.count or None)
        return found if found is BROKEN else tuple(fixed_value(found, WHY))
    if field.kind == "rows":
        return _rows(at, field, raw)
    return fixed_value(in_unit(at, raw, field.unit), WHY)


def _rows(at: At, field: WrittenField, raw: Any) -> Any:
    """Return rows of numbers, each column in its unit."""
    if not isinstance(raw, (list, tuple)):
        return at.refuse(raw, "must be rows of numbers", "write [[..], [..], ...]")
    units = [unit.strip() for unit in field.unit.split(",")]
    found: list[Any] = []
    for i, row in enumerate(raw):
        there = at.key(i)
        if not isinstance(row, (list, tuple)) or (field.count and len(row) != field.count):
            rule = f"must be {field.count} numbers" if field.count else "must be numbers"
            found.append(there.refuse(row, rule))
            continue
        columns = [units[min(k, len(units) - 1)] for k in range(len(row))]
        parts = zip(row, columns, strict=True)
        numbers = [in_unit(there.key(k), x, unit) for k, (x, unit) in enumerate(parts)]
        found.append(BROKEN if BROKEN in numbers else tuple(fixed_value(numbers, WHY)))
    return BROKEN if BROKEN in found else tuple(found)


def _coefficients(at: At, raw: Any) -> Any:
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be names with numbers")
    found = {str(k): in_unit(at.key(k, str(k)), x, "dimensionless") for k, x in raw.items()}
    return BROKEN if any(x is BROKEN for x in found.values()) else fixed_value(found, WHY)


def _several(at: At, raw: Any, nested: Kind) -> Any:
    if not isinstance(raw, (list, tuple)):
        return at.refuse(raw, "must be a list of roads")
    found = [road(at.key(i), item, nested) for i, item in enumerate(raw)]
    return BROKEN if any(item is BROKEN for item in found) else tuple(found)


def _height(at: At, raw: Any, kind: Kind = HEIGHT) -> Any:
    """Return a function of one argument made of plain data, so that equal ones are equal."""
    found = function(at, raw, kind)
    if found is BROKEN:
        return BROKEN
    if isinstance(found, Curve):
        return at.refuse(raw, "is a curve", "use {type: TableRoad, x: [..], z: [..]}")
    try:
        formula = traced_formula(found, *kind.arguments)
    except NotTraceable as problem:
        return at.report("M29", f"cannot be used: {problem.reason}", value=at.literal(raw))
    steps = tuple(fixed_value(step, WHY) for step in formula.steps)
    return replace(formula, arguments=kind.arguments, steps=steps)


def modes(at: At, raw: Any, kind: Kind = MODES) -> Any:
    """Return the mode set of a file, or a finite-element model that has one.

    It is read once: what a body is called, and what it is, both follow from it.
    """
    known = at.page.mode_sets
    if at.where not in known:
        known[at.where] = _modes(at, raw, kind)
    return known[at.where]


def _modes(at: At, raw: Any, kind: Kind) -> Any:
    if isinstance(raw, str):
        return file_value(at, raw, "mode set", load_modes)
    if not isinstance(raw, Mapping):
        action = "write the name of a file that `ModeSet.save` has written, or a record with type"
        at.report("S91", "is no name of a file", value=at.literal(raw), action=action)
        return report_broken(at)
    from sarrus.fem.sources import TYPES as MODE_SOURCES

    action = "write {type: BeamModes, ...}, or the name of a file"
    found = of_type(at, raw, MODE_SOURCES, kind, "finite-element model", action)
    if found is BROKEN:
        return report_broken(at)
    try:
        _ = found.mode_set
    except ModelError as refused:
        for problem in refused.problems:
            _report_at_key(at, raw, problem, found)
        return report_broken(at)
    return found


NAMED_NODES = re.compile(r"(interface|stress) '(.*)'")
"""How messages of a reduction name an entry of `interfaces` or `stresses`."""


def _report_at_key(at: At, raw: Mapping[str, Any], problem: Problem, source: Any) -> None:
    """Add a problem of a finite-element model, at the key that it is about."""
    if problem.location is not None:  # of another file
        at.page.problems.append(replace(problem, element=f"{at.where} / {problem.element}"))
        return
    last = problem.element.rpartition(" / ")[2]
    for name, field in written_fields(type(source)).items():  # a file, by its path
        path = getattr(source, name)
        if field.kind == "file" and path and f"file '{path}" in problem.element:
            last = name
            problem = replace(problem, rule=f"{problem.element} {problem.rule}")
    named = NAMED_NODES.fullmatch(last)
    there = at.key(last, last) if last in raw else at
    if named is not None:
        section = "interfaces" if named[1] == "interface" else "stresses"
        there = at.key(section, section).key(named[2], named[2])
    rule = problem.rule if there is not at else f"{last}: {problem.rule}"
    there.report(
        problem.code, rule, value=problem.value, cause=problem.cause, action=problem.action
    )


def _nodes(at: At, raw: Any) -> Any:
    """Return nodes by name: a number, several, the place of the nearest, corners of a box."""
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be names with nodes", "write {root: 0, tip: 8}")
    found: dict[str, Any] = {}
    for name, value in raw.items():
        there = at.key(name, str(name))
        if isinstance(value, Mapping):
            corners = {
                str(key): list_in_unit(there.key(key, str(key)), point, "m", 3)
                for key, point in value.items()
            }
            is_broken = any(point is BROKEN for point in corners.values())
            found[str(name)] = BROKEN if is_broken else fixed_value(corners, WHY)
            continue
        several = value if isinstance(value, (list, tuple)) else [value]
        if not all(isinstance(node, int) and not isinstance(node, bool) for node in several):
            action = "write 3, [3, 4, 5], {near: [x, y, z]} or {from: [..], to: [..]}"
            found[str(name)] = there.refuse(value, "must be the number of a node", action)
            continue
        found[str(name)] = value
    return BROKEN if any(x is BROKEN for x in found.values()) else found


def _file(at: At, field: WrittenField, raw: Any) -> Any:
    """Return the path of a file beside the model; of all files that a name stands for."""
    if not isinstance(raw, str) or not raw:
        return at.refuse(raw, "must be the name of a file beside the model")
    for ending in field.endings:
        if path_beside(at, raw + ending, "matrix") is BROKEN:
            return BROKEN
    return path_beside(at, raw, "matrix")


TYPED: dict[str, Reader] = {
    "road": road,
    "tyre": tyre,
    "path": path,
    "space_curve": curve,
    "modes": modes,
}
"""By the kind of a field."""
