"""JSON Schemas of the kinds of values in model files."""

from __future__ import annotations

from typing import Any

from sarrus.curves.types import TYPES as CURVES
from sarrus.fem.sources import TYPES as MODELS
from sarrus.file_fields import WrittenField, needed_fields, written_fields
from sarrus.formats.yaml.descriptions import summary
from sarrus.formats.yaml.solids import own_keys
from sarrus.model.options import Kind
from sarrus.model.shapes import TYPES as SHAPES
from sarrus.model.shapes_between import TYPES as BETWEEN
from sarrus.model.shapes_between import WITH_ENDS, Link, ShapeBetween
from sarrus.paths import TYPES as PATHS
from sarrus.road.types import TYPES as ROADS
from sarrus.spatial.curve import BEYOND, FEWEST
from sarrus.tyres.types import TYPES as TYRES

Schema = dict[str, Any]

DIRECTION = r"^\s*[+-]?[xyzXYZ]\s*$"
RANGE = r"^.+\.\..+$"


def ref(name: str) -> Schema:
    """Return the reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def record(properties: dict[str, Schema], required: list[str] | None = None) -> Schema:
    """Return the schema of an object with these keys only."""
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**found, "required": required} if required else found


def names_with(item: Schema) -> Schema:
    """Return the schema of names with items."""
    return {
        "type": ["object", "null"],
        "patternProperties": {"^.+$": item},
        "additionalProperties": False,
    }


def kind_schema(kind: Kind) -> Schema:
    """Return the schema of a kind."""
    return {"enum": list(kind.choices)} if kind.choices else ref(kind.name)


def several(item: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def _numbers() -> Schema:
    inner = {"anyOf": [ref("numbers"), {"type": "null"}]}
    return {"anyOf": [ref("number"), several(inner)]}


def _pose() -> dict[str, Schema]:
    turns = {key: ref("numbers") for key in ("rotation", "rpy", "quaternion_wxyz")}
    return {"at": ref("place"), **turns}


def _curve() -> list[Schema]:
    options: dict[str, Schema] = {
        "smooth": {"enum": list(FEWEST)},
        "beyond": {"enum": list(BEYOND)},
    }
    rows = several({"type": "array", "items": ref("number"), "minItems": 2, "maxItems": 2})
    columns = {"x": several(ref("number")), "y": several(ref("number"))}
    return [
        record({"curve": rows, **options}, ["curve"]),
        record({**columns, **options}, ["x", "y"]),
    ]


def _parts() -> dict[str, Schema]:
    """Return the keys of what an expression may name, see `parts.py`."""
    named = {"let": ref("number"), "curves": {"anyOf": _curve()}}
    return {key: {"type": "object", "additionalProperties": item} for key, item in named.items()}


def _expression() -> Schema:
    own = {"expression": ref("number"), "name": {"type": "string"}}
    return record({**own, **_parts()}, ["expression"])


def _law() -> Schema:
    table = record({"times": several(ref("number")), "values": several(ref("number"))})
    table["required"] = ["times", "values"]
    fmu = record(
        {
            "fmu": ref("fmu_file"),
            "output": {"type": "string", "description": "Which output is the law."},
            "inputs": {"type": "object", "additionalProperties": ref("law")},
            "parameters": ref("fmu_parameters"),
            "kind": {"enum": ["model_exchange", "co_simulation"]},
            **{key: ref("number") for key in ("every", "patience", "until")},
        },
        ["fmu", "output"],
    )
    law = [ref("number"), table, *_curve(), _expression(), fmu, several(ref("numbers"))]
    return {"anyOf": [*law, several(ref("law"))]}


def _shape() -> Schema:
    between = {name: _between(name) for name in BETWEEN}
    return schema_by_type({**{name: _solid(name) for name in SHAPES}, **between})


TEXTS = {
    "at": "at [m]: position in the body frame.",
    "rotation": "rotation: a 3x3 matrix, or a quaternion [w, x, y, z].",
    "rpy": "rpy [rad]: roll, pitch and yaw, about the fixed axes x, y and z.",
    "quaternion_wxyz": "quaternion_wxyz: the unit quaternion [w, x, y, z].",
    "color": "color: a name, or #rrggbb.",
    "from": "from [m]: a point by name, or its coordinates in the body frame.",
    "to": "to [m]: the other end.",
    "through": "through [m]: a list of points, in place of from and to.",
    "radius": "radius [m]: of the section.",
    "width": "width [m]: of the section, across.",
    "thickness": "thickness [m]: of the section, along side.",
    "beyond": "beyond [m]: by which it goes on at both ends.",
    "side": "side: direction of the thickness.",
    "offset": "offset [m]: a vector by which it stands beside the points.",
}
"""Keys of shapes that are no fields of their classes."""


def _with_texts(properties: dict[str, Schema]) -> dict[str, Schema]:
    """Return the keys of a shape, all of them described."""
    return {
        key: schema if key not in TEXTS else {"description": TEXTS[key], **schema}
        for key, schema in properties.items()
    }


def _between(name: str, kind: type[ShapeBetween] | None = None) -> Schema:
    """Return the schema of a shape between points."""
    found = kind or BETWEEN[name]
    own = {key: ref("axis" if key == "side" else "number") for key in own_keys(found)}
    needed = [key for key, needed in own_keys(found).items() if needed]
    properties: dict[str, Schema] = {"type": {"const": name}}
    if found is not Link:
        properties |= {"from": ref("place"), "to": ref("place"), "through": several(ref("place"))}
    properties |= {**own, "offset": ref("numbers"), "color": {"type": "string"}}
    schema = record(_with_texts(properties), ["type", *needed])
    return {**schema, "description": summary(found.__doc__ or "")}


def _solid(name: str) -> Schema:
    kind = SHAPES[name]
    own = {key: _field(key, field, ref("numbers")) for key, field in written_fields(kind).items()}
    properties = {"type": {"const": name}, **own, **_pose(), "color": {"type": "string"}}
    found = record(_with_texts(properties), ["type", *needed_fields(kind)])
    solid = {**found, "description": summary(kind.__doc__ or "")}
    return {"anyOf": [solid, _between(name, WITH_ENDS[name])]} if name in WITH_ENDS else solid


def _field(name: str, field: WrittenField, of_number: Schema) -> Schema:
    """Return the schema of a field of a road or shape; of_number: what a number may be."""
    known: dict[str, Schema] = {
        "road": ref("road"),
        "roads": several(ref("road")),
        "function": ref("function"),
        "parametric": ref("function"),
        "whole": {"type": "integer", "minimum": 0},
        "text": {"type": "string"},
        "truth": {"type": "boolean"},
        "coefficients": names_with(ref("number")),
        "nodes": names_with(_nodes()),
        "file": {"type": "string"},
        "numbers": several(ref("number")),
        "rows": several(several(ref("number"))),
    }
    found = {"enum": list(field.choices)} if field.choices else known.get(field.kind, of_number)
    return {**found, "description": field.description(name)}


def _road() -> Schema:
    of_type = schema_by_type({name: _of_fields(name, kind) for name, kind in ROADS.items()})
    text = "The name of a road file (.crg), or of a mesh (.obj, .stl), beside the model."
    return {"anyOf": [{"type": "string", "description": text}, of_type]}


def _tyre() -> Schema:
    of_type = schema_by_type({name: _of_fields(name, kind) for name, kind in TYRES.items()})
    file = {"type": "string", "description": "The name of a tyre file (.tir) beside the model."}
    return {"anyOf": [file, of_type]}


def _path() -> Schema:
    return schema_by_type({name: _of_fields(name, kind) for name, kind in PATHS.items()})


def _curve_of_space() -> Schema:
    of_type = schema_by_type({name: _of_fields(name, kind) for name, kind in CURVES.items()})
    file = {"type": "string", "description": "The name of a drawing (.dxf) beside the model."}
    return {"anyOf": [file, of_type]}


def _modes() -> Schema:
    of_type = schema_by_type({name: _of_fields(name, kind) for name, kind in MODELS.items()})
    file = {"type": "string", "description": "The file of a mode set beside the model."}
    return {"anyOf": [file, of_type]}


def _nodes() -> Schema:
    """Nodes of a finite-element model: a number, several, or where they are."""
    whole = {"type": "integer", "minimum": 0}
    near = record({"near": ref("numbers")}, ["near"])
    box = record({"from": ref("numbers"), "to": ref("numbers")}, ["from", "to"])
    return {"anyOf": [whole, several(whole), near, box]}


def _of_fields(name: str, kind: type[Any]) -> Schema:
    own = {key: _field(key, field, ref("number")) for key, field in written_fields(kind).items()}
    found = record({"type": {"const": name}, **own}, ["type", *needed_fields(kind)])
    return {**found, "description": summary(kind.__doc__ or "")}


def schema_by_type(types: dict[str, Schema]) -> Schema:
    """Return the schema of a record whose `type` chooses among schemas."""
    chosen = [
        {"if": {"properties": {"type": {"const": name}}, "required": ["type"]}, "then": schema}
        for name, schema in types.items()
    ]
    return {
        "type": "object",
        "properties": {"type": {"enum": list(types)}},
        "required": ["type"],
        "allOf": chosen,
    }


def _loads() -> Schema:
    value = {"anyOf": [ref("number"), several(ref("number"))]}
    acts: dict[str, Schema] = {k: {"type": "string"} for k in ("force", "moment", "effort")}
    load = record({**acts, **_parts(), "value": value}, ["value"])
    named = record({"loads": several(load), "name": {"type": "string"}}, ["loads"])
    return {"anyOf": [load, several(load), named]}


def _row() -> Schema:
    named = {"expression": {"type": "string"}, "name": {"type": "string"}}
    return record({**named, **_parts()}, ["expression"])


def definitions() -> dict[str, Schema]:
    """Return the definitions of all kinds."""
    point = {
        "anyOf": [{"type": "string"}, several({"anyOf": [ref("numbers"), {"type": "string"}]})]
    }
    place = {"at": ref("place"), "on": ref("point")}
    body_at = record({"body": {"type": "string"}, **place}, ["body"])
    wheel = record(
        {
            "body": {"type": "string"},
            "at": ref("numbers"),
            "on": ref("point"),
            "radius": ref("number"),
        },
        ["body", "radius"],
    )
    text = "A number in SI units, text with a unit such as 250 mm, or an expression of constants."
    return {
        "number": {"type": ["number", "string"], "description": text},
        "numbers": _numbers(),
        "place": {
            "anyOf": [{"type": "string"}, _three()],
            "description": "The name of a point of the drawing, or three lengths.",
        },
        "places": {"anyOf": [ref("place"), several(ref("place"))]},
        "named_point": {
            "anyOf": [
                _three(),
                record(
                    {
                        "at": _three(),
                        "from": {"type": "string"},
                        "by": _three(),
                        "to": {"type": "string"},
                        "along": ref("number"),
                        "left": ref("number"),
                        "distances": {
                            "type": "object",
                            "minProperties": 2,
                            "maxProperties": 2,
                            "description": "distances [m]: from two points before it.",
                        },
                        "side": {"enum": ["left", "right"]},
                        "normal": {"enum": ["x", "y", "z"]},
                        "for": ref("for"),
                    }
                ),
            ],
        },
        "density": {
            "type": ["number", "string"],
            "description": "A density, or the name of a material such as steel or aluminium.",
        },
        "name": {"type": "string"},
        "names": several({"type": "string"}),
        "coordinate": {"type": ["string", "integer"]},
        "flag": {"type": "boolean"},
        "turn": ref("numbers"),
        "axis": {
            "anyOf": [
                {"type": "string", "pattern": DIRECTION},
                _three(),
                {**several({"type": "string"}), "minItems": 2, "maxItems": 2},
            ]
        },
        "point": point,
        "pose": {"anyOf": [ref("point"), record(_pose())]},
        "span": {**several(ref("number")), "minItems": 2, "maxItems": 2},
        "law": _law(),
        "curve": {"anyOf": [ref("numbers"), *_curve(), _expression()]},
        "function": {"anyOf": [ref("number"), *_curve(), _expression()]},
        "road": _road(),
        "tyre": _tyre(),
        "path": _path(),
        "space_curve": _curve_of_space(),
        "shape": _shape(),
        "shapes": several(ref("shape")),
        "wheels": several({"anyOf": [wheel, {"type": "array", "minItems": 3, "maxItems": 3}]}),
        "terms": {"type": "object", "additionalProperties": ref("number")},
        "points": {
            "type": "object",
            "additionalProperties": {"anyOf": [body_at, {"type": "array", "minItems": 2}]},
        },
        "parameters": {
            "type": "object",
            "additionalProperties": {"anyOf": [ref("number"), {"type": "array", "maxItems": 2}]},
        },
        "states": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    ref("number"),
                    {"type": "array", "minItems": 2, "maxItems": 3},
                    record({"start": ref("number"), "scale": ref("number")}, ["start"]),
                ]
            },
        },
        "rates": {
            "type": "object",
            "additionalProperties": {"anyOf": [ref("number"), _expression()]},
        },
        "loads": _loads(),
        "modes": _modes(),
        "fmu_file": {"type": "string", "description": "The name of an FMU beside the model."},
        "fmu_inputs": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    ref("number"),
                    {**several({"type": "string"}), "maxItems": 2},
                    _expression(),
                ]
            },
        },
        "fmu_outputs": {
            "anyOf": [
                several({"type": "string"}),
                {
                    "type": "object",
                    "additionalProperties": {
                        "anyOf": [
                            {"type": ["string", "null"]},
                            {**several({"type": "string"}), "maxItems": 2},
                        ]
                    },
                },
            ]
        },
        "fmu_parameters": {
            "type": "object",
            "additionalProperties": {"type": ["number", "string", "boolean"]},
        },
        "power": {"anyOf": [ref("number"), _expression()]},
        "row": {"anyOf": [{"type": "string"}, _row()]},
        "for": {
            "type": "object",
            "description": "Indices with ranges such as 1..n, or lists of whole numbers.",
            "additionalProperties": {
                "anyOf": [{"type": "string", "pattern": RANGE}, several(ref("number"))]
            },
        },
    }


def _three() -> Schema:
    return {**several(ref("number")), "minItems": 3, "maxItems": 3}
