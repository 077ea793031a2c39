"""Write docs/model_file_reference.md: every key of model files, from what reads them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sarrus
from sarrus.fem.sources import TYPES as MODELS
from sarrus.formats.writing import yaml_text
from sarrus.formats.yaml import study_keys
from sarrus.formats.yaml.descriptions import whole
from sarrus.formats.yaml.elements import elements, is_own
from sarrus.formats.yaml.includes import KEYS
from sarrus.formats.yaml.schema import schema
from sarrus.formats.yaml.study_keys import Keys
from sarrus.formats.yaml.value_schemas import definitions
from sarrus.model.builder_method import BuilderMethod
from sarrus.model.element_examples import EXAMPLES, OF_FILES
from sarrus.model.options import Option
from sarrus.model.shapes import TYPES as SHAPES
from sarrus.model.stub import methods
from sarrus.road import TYPES as ROADS

PAGE = Path(__file__).parents[1] / "docs" / "model_file_reference.md"
HEAD = """\
# Reference of the model file

Every section and key, with unit, default and an example. How files are written, expressions, laws
and repetition are in [model files](model_files.md). Numbers are in SI, or text with a unit
(`250 mm`); where a unit stands here, the dimension is checked. `sarrus schema --install` lets
editors complete and check all of it. Written by `python tools/write_model_file_page.py` from the
fields that the reader has; each example is read by the tests.

Records of `bodies`, `frames`, `joints`, `couplers`, `forces` and `start` also take `for`, see
[repetition](model_files.md#repetition). Sections of a few lines are shown without the mechanism
that they belong to: a body `arm` on a hinge `A`.
"""
NOTES = {
    "constants": "See [expressions](model_files.md#expressions).",
    "include": "See [parts](model_files.md#parts).",
    "inputs": "See [laws](model_files.md#laws).",
    "drives": "See [laws](model_files.md#laws) and [poses](model_files.md#poses-of-joints).",
    "events": "Actions are in [events](model_files.md#events).",
    "modal_bodies": "`modes` is a file, or a model of finite elements: [types](#modes-types).",
    "run": "Without the section, one second is simulated.",
}
"""Where to read on."""
ROW = re.compile(r"^(?:[\w.]+)(?: \[(?P<unit>[^]]*)\])?: (?P<text>.*)$", re.DOTALL)
"""What editors show of a key: its name, its unit and its meaning."""
SHAPE = {
    "box": "{type: box, size: [100 mm, 20 mm, 20 mm], at: [50 mm, 0, 0], color: steelblue}",
    "cylinder": "{type: cylinder, radius: 10 mm, length: 100 mm, rpy: [0, 90 deg, 0]}",
    "sphere": "{type: sphere, radius: 30 mm}",
    "capsule": "{type: capsule, radius: 10 mm, length: 100 mm}",
    "gear_wheel": "{type: gear_wheel, radius: 30 mm, length: 10 mm, teeth: 20}",
    "mesh": "{type: mesh, file: arm.stl, scale: 0.001}",
    "rod": "{type: rod, from: [0, 0, 0], to: [100 mm, 0, 0], radius: 8 mm}",
    "bar": "{type: bar, from: [0, 0, 0], to: [100 mm, 0, 0], width: 20 mm, thickness: 5 mm}",
    "shaft": "{type: shaft, from: [0, 0, 0], to: [0, 100 mm, 0], radius: 10 mm}",
    "link": "{type: link, radius: 10 mm}",
}
ROAD = {
    "Flat": "{type: Flat, level: 10 mm}",
    "HalfRound": "{type: HalfRound, radius: 50 mm, at: 5 m}",
    "CosineBump": "{type: CosineBump, top: 80 mm, length: 1 m, at: 5 m}",
    "SineRoad": "{type: SineRoad, amplitude: 20 mm, wavelength: 3 m}",
    "TableRoad": "{type: TableRoad, x: [0, 1, 2], z: [0, 30 mm, 0]}",
    "FunctionRoad": "{type: FunctionRoad, function: 0.01*sin(x)}",
    "Iso8608": "{type: Iso8608, roughness: C, length: 100 m}",
    "Shifted": "{type: Shifted, road: {type: HalfRound, radius: 50 mm}, by: 2 m}",
    "Scaled": "{type: Scaled, road: {type: SineRoad, amplitude: 1, wavelength: 3}, factor: 0.02}",
    "SumOfRoads": "{type: SumOfRoads, roads: [{type: Flat}, {type: HalfRound, radius: 50 mm}]}",
    "TrackOf": "{type: TrackOf, road: {type: GridRoad, x: [0, 1], y: [0, 2], z: [[0, 0], [0, 1]]}, "
    "across: 0.75}",
    "Iso8608Tracks": "{type: Iso8608Tracks, roughness: C, length: 100 m, gauge: 1.5 m}",
    "GridRoad": "{type: GridRoad, x: [0, 1, 2], y: [-1, 1], z: [[0, 0], [5 cm, 2 cm], [0, 0]]}",
    "MeshRoad": "{type: MeshRoad, points: [[0, -1, 0], [2, -1, 0], [0, 1, 0.1], [2, 1, 0.1]], "
    "triangles: [[0, 1, 2], [1, 3, 2]]}",
    "CurvedRoad": "{type: CurvedRoad, segments: [[50 m, 0, 0], [30 m, 0, 0.02 1/m]]}",
    "PatchedRoad": "{type: PatchedRoad, patches: [[20, 60, -2, 0, 0.2]]}",
    "WheelEnvelope": "{type: WheelEnvelope, road: {type: Flat}, radius: 300 mm, between: [0, 10]}",
}
SWING = """\
sarrus: 1
bodies:
  arm:
    mass: 2 kg
    com: [50 mm, 0, 0]
    inertia: [0.001, 0.002, 0.002]
    shapes: [SHAPE]
frames: {tip: {body: arm, at: [100 mm, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
"""
WHEEL = """\
sarrus: 1
bodies: {axle: {mass: 40 kg, inertia: [1, 1, 1], at: [0, 0, 300 mm]}}
joints: {A: {type: prismatic, parent: ground, child: axle, at: [0, 0, 300 mm], axis: z}}
forces:
  F: {type: wheel_contact, body: axle, at: [0, 0, 300 mm], radius: 300 mm, k: 2e5,
      follows: point, road: ROAD}
"""

FRAMES = "interfaces: {root: 10, tip: 50}, reference: root, modes: 1, keep: 2"
MODES = {
    "BeamModes": "{type: BeamModes, a: [0, 0, 0], b: [0.5, 0, 0], section: round, diameter: 1 cm, "
    "material: steel,\n      interfaces: {root: 0, tip: 8}, reference: root, keep: 2}",
    "PlateModes": "{type: PlateModes, length: 0.4, width: 0.2, thickness: 2 mm, material: steel, "
    "reference: edge,\n      interfaces: {edge: {from: [0, 0, 0], to: [0, 0.2, 0]}, "
    "tip: {near: [0.4, 0.1, 0]}}, keep: 2}",
    "CalculixModes": "{type: CalculixModes, job: bracket, units: mm-t-s, reference: root,"
    "\n      interfaces: {root: [10, 20, 30], tip: 50}, modes: 1}",
    "NastranModes": f"{{type: NastranModes, matrices: rod.pch,\n      {FRAMES}}}",
    "MatrixMarketModes": "{type: MatrixMarketModes, stiffness: k.mtx, mass: m.mtx, nodes: rod.inp,"
    f"\n      {FRAMES}}}",
}
BODY = """\
sarrus: 1
modal_bodies:
  arm:
    modes: MODES
joints: {A: {type: revolute, parent: ground, child: arm.frame, at: [0, 0, 0], axis: y}}
"""

NEEDS = {
    "fmu": "it needs the FMU",
    "modal_body": "it needs the file of the mode set",
    **dict.fromkeys(
        ("CalculixModes", "NastranModes", "MatrixMarketModes"), "it needs the files of the matrices"
    ),
}
"""Elements and types whose examples need a file, and which."""


def page() -> str:
    """Return the text of the page."""
    described = schema(own=True)["properties"]
    parts = [HEAD, contents()]
    for name in described:
        parts.append(section(name, described[name]["description"]))
    parts += [
        types_of("shape", SHAPE, SWING, "SHAPE"),
        types_of("road", ROAD, WHEEL, "ROAD"),
        types_of("modes", MODES, BODY, "MODES"),
    ]
    return "\n".join(parts)


def contents() -> str:
    """Return links to all sections."""
    names = [*schema(own=True)["properties"], "shape types", "road types", "modes types"]
    return ", ".join(f"[{n}](#{n.replace(' ', '-')})" for n in names) + ".\n"


def section(name: str, text: str) -> str:
    """Return what is said of a section of the file."""
    note = f" {NOTES[name]}" if name in NOTES else ""
    found = f"## {name}\n\n{cell(text)}{note}\n"
    if name in elements():
        types = elements()[name]
        found += "".join(element(name, kind) for kind in types if not kind or is_own(name, kind))
        return found
    if name == "include":
        rows = [
            (f"`{key}`", "", "needed" if key == "file" else "", text) for key, text in KEYS.items()
        ]
        found += f"\n{table(rows)}"
    if name in study_keys.SECTIONS:
        found += f"\n{study_table(study_keys.SECTIONS[name])}"
    if name in study_keys.EXAMPLES:
        example = study_keys.EXAMPLES[name].rstrip("\n")
        found += f"\n```yaml\n{example}\n```\n"
    return found


def element(name: str, kind: str) -> str:
    """Return what is said of a type of elements."""
    method = {m.method: m for m in methods()}[elements()[name][kind].method]
    title = f"\n### {kind}\n" if kind else ""
    head = "" if not kind else f"\n{cell(whole(method.text).partition(chr(10) * 2)[0])}\n"
    rows = [(f"`{o.key or k}`", o.unit, default(o), o.text) for k, o in method.shown.items()]
    needs = note_of(method.method)
    return f"{title}{head}\n{table(rows)}\n{needs}```yaml\n{example_of(method)}```\n"


def note_of(name: str) -> str:
    """Return the remark before an example that cannot be run as it stands, or ""."""
    return f"<!-- not run: {NEEDS[name]} -->\n" if name in NEEDS else ""


def example_of(method: BuilderMethod) -> str:
    """Return the example of a method as a model file."""
    if method.method in OF_FILES:
        return OF_FILES[method.method]
    names: dict[str, Any] = {"sarrus": sarrus}
    exec(EXAMPLES[method.method], names)
    return yaml_text(names["m"], None)


def default(option: Option) -> str:
    """Return the default of an option as files write it."""
    if option.required or option.late:
        return "needed"
    return "" if option.default is None else value_text(option.default)


def study_table(keys: Keys) -> str:
    """Return the table of the keys of a section of a study."""
    rows = []
    for name, key in keys.items():
        words = f": {', '.join(f'`{word}`' for word in key.choices)}" if key.choices else ""
        meant = "needed" if key.needed else "" if key.default is None else value_text(key.default)
        rows.append((f"`{name}`", key.unit, meant, f"{key.text}{words}"))
    return table(rows)


def types_of(kind: str, examples: dict[str, str], around: str, mark: str) -> str:
    """Return the section of the types of shapes, roads or finite-element models."""
    found = f"## {kind} types\n"
    classes: dict[str, Any] = {**SHAPES, **ROADS, **MODELS}
    chosen = definitions()[kind]
    of_type = next((part for part in chosen.get("anyOf", ()) if "allOf" in part), chosen)
    for entry in of_type["allOf"]:
        name = entry["if"]["properties"]["type"]["const"]
        forms = entry["then"].get("anyOf", [entry["then"]])
        found += f"\n### {name}\n\n{cell(forms[0]['description'])}\n"
        for number, form in enumerate(forms):
            found += "\nOr between points:\n" if number else ""
            found += f"\n{table(rows_of(form, classes.get(name)))}"
        found += f"\n{note_of(name)}```yaml\n{around.replace(mark, examples[name])}```\n"
    return found


def rows_of(form: dict[str, Any], of_class: Any) -> list[tuple[str, str, str, str]]:
    """Return the rows of the table of a shape or road, from its schema."""
    given = {} if of_class is None else {f.name: f.default for f in dataclasses.fields(of_class)}
    rows = []
    for key, schema_of in form["properties"].items():
        if key == "type":
            continue
        told = ROW.match(schema_of["description"])
        unit, text = (told["unit"] or "", told["text"].rstrip(".")) if told else ("", "")
        known = given.get(key, dataclasses.MISSING)
        shown = "" if known in (None, dataclasses.MISSING) else value_text(known)
        needed = key in form.get("required", ())
        rows.append((f"`{key}`", unit, "needed" if needed else shown, text))
    return rows


def value_text(value: Any) -> str:
    """Return a value as YAML writes it."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, list | tuple):
        return f"`[{', '.join(f'{x:g}' if isinstance(x, float) else str(x) for x in value)}]`"
    if isinstance(value, dict):
        return "`{}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`" if value != "" else ""


def table(rows: Iterable[tuple[str, str, str, str]]) -> str:
    """Return a table of keys."""
    lines = [
        f"| {key} | {cell(unit)} | {given} | {cell(text)} |" for key, unit, given, text in rows
    ]
    return "\n".join(["| key | unit | default | what it is |", "|---|---|---|---|", *lines, ""])


def cell(text: str) -> str:
    """Return text in which no sign means something to Markdown, code as it is."""
    parts = text.split("`")
    parts[::2] = ["".join(f"\\{c}" if c in "|*_<>^{}" else c for c in part) for part in parts[::2]]
    parts[1::2] = [part.replace("|", "\\|") for part in parts[1::2]]
    return "`".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
