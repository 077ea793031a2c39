"""The JSON Schema of model files, for editors: made of the tables that the reader uses."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from sarrus.formats.yaml import study_keys
from sarrus.formats.yaml.descriptions import whole
from sarrus.formats.yaml.elements import Element, elements, is_own
from sarrus.formats.yaml.model_file import BASES, VERSION
from sarrus.formats.yaml.value_schemas import (
    Schema,
    definitions,
    kind_schema,
    names_with,
    record,
    ref,
    schema_by_type,
    several,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = "schema.json"
NOTHING: Schema = {"type": "null"}
SECTIONS = {
    "constants": "Numbers with or without unit, or expressions of constants that stand before.",
    "bodies": "Bodies by name.",
    "beams": "Flexible beams by name; `rod` has the bodies `rod.0`, `rod.1` ... at its nodes.",
    "modal_bodies": "Flexible bodies with modes by name; `rod` has the body `rod.frame` and those "
    "of its interface frames.",
    "frames": "Named frames, fixed to bodies.",
    "joints": "Joints by name.",
    "couplers": "Linear relations between coordinates of joints, by name.",
    "forces": "Force elements by name.",
    "start": "Initial velocities, by the names of bodies.",
}


def schema(*, own: bool = False) -> Schema:
    """Return the JSON Schema (draft 2020-12) of model files.

    own=True leaves out the elements of users that are registered here.
    """
    defs = definitions()
    sections: dict[str, Schema] = {}
    for section, types in elements().items():
        if "" in types:
            item = _record(types[""], "")
        else:
            kinds = [kind for kind in types if not own or is_own(section, kind)]
            for kind in kinds:
                defs[f"{section}_{kind}"] = _record(types[kind], kind)
            item = schema_by_type({kind: ref(f"{section}_{kind}") for kind in kinds})
        defs[section] = item
        sections[section] = {**names_with(ref(section)), "description": SECTIONS[section]}
    return {
        "$schema": DIALECT,
        "title": "Sarrus model file",
        "description": "A mechanism and what is done with it; SI numbers, or text with a unit.",
        "type": "object",
        "properties": {**_head(), **sections, **_study()},
        "required": ["sarrus"],
        "additionalProperties": False,
        "$defs": defs,
    }


def text() -> str:
    """Return the schema as the file in the package has it."""
    return json.dumps(schema(own=True), indent=1) + "\n"


def path() -> str:
    """Return where the file of the schema is, for the settings of editors."""
    return str(files("sarrus.formats.yaml") / FILE)


def _record(element: Element, kind: str) -> Schema:
    properties: dict[str, Schema] = {"type": {"const": kind}} if kind else {}
    for key, attribute in element.attributes.items():
        properties[key] = kind_schema(attribute.kind)
        if attribute.text:
            properties[key] = {**properties[key], "description": attribute.text}
    properties["for"] = ref("for")
    needed = [key for key, attribute in element.attributes.items() if attribute.required]
    found = record(properties, ["type", *needed] if kind else needed)
    if not kind and not needed:
        found["type"] = ["object", "null"]
    return {**found, "description": whole(element.text)}


def _head() -> dict[str, Schema]:
    return {
        "sarrus": {"const": VERSION, "description": "The version of the format; needed."},
        "name": {
            "type": "string",
            "description": "The name of the model, that of the file if not given.",
        },
        "description": {"type": "string", "description": "Free text."},
        "constants": {**names_with(ref("number")), "description": SECTIONS["constants"]},
        "points": {
            **names_with(ref("named_point")),
            "description": "Points of the drawing by name: [x, y, z]; {from: A, by: [dx, dy, dz]}; "
            "so far along the way between two others, {from: A, to: B, along: a, left: b}; or at "
            "distances from two others, {distances: {B: b, D: c}, side: left, normal: z}.",
        },
        "include": {
            **names_with({"anyOf": [{"type": "string"}, _include()]}),
            "description": "Files whose mechanisms are parts of this one, by the names that theirs "
            "begin with: a file, or where it stands and what is other in it.",
        },
        "gravity": {
            **ref("numbers"),
            "description": "Vector [m/s^2] in world axes, [0, 0, -9.81] if not given.",
        },
        "tolerance": {
            **ref("number"),
            "description": "Of the data: loops that close within so many radians, or parts of "
            "their length, are taken as exact, 1e-5 if not given; 0 takes all numbers as they are.",
        },
        "base": {
            "anyOf": [{"enum": list(BASES)}, record({"position": {}, "rotation": {}})],
            "description": "Whether the motion of ground is an input, or laws of t of its position "
            "[m] and of its angles [rad] about x, y, z; fixed if not given.",
        },
        "ground": {**record({"shapes": ref("shapes")}), "description": "Shapes of ground."},
    }


def _include() -> Schema:
    """Return the schema of an included file."""
    from sarrus.formats.yaml.includes import KEYS

    number, numbers = ref("number"), ref("numbers")
    kinds: dict[str, Schema] = {
        "file": {"type": "string"},
        "options": {"type": "object"},
        "constants": names_with(number),
        "points": names_with(ref("place")),
        "at": ref("place"),
        "rotation": numbers,
        "quaternion_wxyz": numbers,
        "rpy": numbers,
        "mirror": {"enum": [True, False, "x", "y", "z"]},
        "connect": {"anyOf": [{"type": "string"}, names_with({"type": "string"})]},
        "for": ref("for"),
    }
    found = {key: {**kinds[key], "description": text} for key, text in KEYS.items()}
    return record({**found, "for": kinds["for"]}, ["file"])


def _study() -> dict[str, Schema]:
    """Return the sections that say what is done with the model, as far as all runs share them."""
    anything: dict[str, Any] = {"type": ["object", "null"]}
    keys = {section: _keys(listed) for section, listed in study_keys.SECTIONS.items()}
    names = several({"type": "string"})
    return {
        "compile": {
            **anything,
            **keys["compile"],
            "description": "How the model is compiled: cuts, planar loops, open numbers.",
        },
        "assembly": {
            **anything,
            **keys["assembly"],
            "description": "Coordinates and speeds of joints at the start.",
        },
        "inputs": {**anything, "description": "Efforts by joint: laws of t and of the state."},
        "drives": {
            **anything,
            "description": "Coordinates that follow a law of t, and joints that follow a pose.",
        },
        "locked": {**names, "description": "Coordinates that do not move."},
        "events": {
            **several({"type": "object", **keys["events"], "required": ["when"]}),
            "description": "What happens, and what is done.",
        },
        "equilibrium": {
            **anything,
            **keys["equilibrium"],
            "description": "What `sarrus equilibrium` finds: rest, steady motion, a root locus.",
        },
        "realtime": {
            **anything,
            **keys["realtime"],
            "description": "What `sarrus realtime` reads and writes, and how often.",
        },
        "run": {**anything, **keys["run"], "description": "Kind, duration and method of the run."},
        "outputs": {**names, "description": "Channels that are shown by default."},
        "units": {
            "anyOf": [names, {"type": "string"}],
            "description": "Units of output: mm, deg, kN, rpm; each is for its dimension, others "
            "are made of them, and what is not named stays in SI.",
        },
        "sliders": {
            "anyOf": [
                names,
                names_with({"anyOf": [record(keys["sliders"]["properties"]), _ends(), NOTHING]}),
            ],
            "description": "Numbers that the live page lets a person move, by name: constants, "
            "numbers of the model (arm.mass), inputs (inputs.A), drives (drives.A); each with its "
            "range, or [lowest, highest].",
        },
        "optimize": {
            **anything,
            **keys["optimize"],
            "description": "What `sarrus optimize` minimizes, by which numbers, within limits.",
        },
        "identify": {
            **anything,
            **keys["identify"],
            "description": "What `sarrus identify` finds from measurements, and what limits the "
            "motions of `sarrus excite`.",
        },
        "optimal_motion": {
            **anything,
            **keys["optimal_motion"],
            "description": "The best motion from the start to an end, for `sarrus optimal-motion`.",
        },
        "manoeuvres": {
            **names_with({"type": "object", **keys["manoeuvres"], "required": ["type"]}),
            "description": "What a vehicle drives, by name, for `sarrus manoeuvre`.",
        },
        "film": {
            **anything,
            **keys["film"],
            "description": "How `sarrus film` shows the run: camera, size, speed.",
        },
        "balance": {
            **anything,
            **keys["balance"],
            "description": "What `sarrus balance` cancels, and what it may add.",
        },
        "tolerances": {
            **anything,
            **keys["tolerances"],
            "description": "Numbers that vary, and what `sarrus tolerances` looks at.",
        },
    }


def _ends() -> Schema:
    """Return the schema of a lowest and a highest number."""
    return {"type": "array", "items": ref("number"), "minItems": 2, "maxItems": 2}


def _keys(listed: study_keys.Keys) -> Schema:
    """Return the keys of a section as editors offer them; the reader knows which go together."""
    found: dict[str, Schema] = {}
    for name, key in listed.items():
        unit = f" [{key.unit}]" if key.unit else ""
        found[name] = {"description": f"{name}{unit}: {key.text}."}
        if key.choices:
            found[name]["enum"] = list(key.choices)
        if key.default is not None and not key.needed:
            found[name]["default"] = key.default
    return {"properties": found}


if __name__ == "__main__":
    with open(path(), "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text())
