"""The neutral format of the reference problems: a drawing in world coordinates.

The `model` object has `gravity`, `bodies` (name, mass, com, R, inertia_com_body, v_com,
omega_world), `joints` (name, type, a, b, point, axis; a distance has point_a, point_b and
length) and `loads`. Every point, axis and velocity is in world coordinates of the drawing; a
body's frame sits at its centre of mass.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.formats.records import Document, Path, Record, is_finite
from sarrus.model.building.references import nearest_feature
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.model.pose import IDENTITY

MODEL_KEYS = ("gravity", "bodies", "joints", "loads", "name")
BODY_KEYS = ("name", "mass", "com", "R", "inertia_com_body", "v_com", "omega_world")
JOINT_KEYS = ("name", "type", "a", "b", "point", "axis", "axis_a", "axis_b", "loop_closure")
LOAD_KEYS = ("name", "type")

JOINT_NEEDS: dict[str, dict[str, str]] = {
    "revolute": {"at": "point", "axis": "axis"},
    "prismatic": {"at": "point", "axis": "axis"},
    "cylindrical": {"at": "point", "axis": "axis"},
    "spherical": {"at": "point"},
    "universal": {"at": "point", "axis": "axis_a", "axis2": "axis_b"},
    "distance": {"at_a": "point_a", "at_b": "point_b", "length": "length"},
    "weld": {},
    "free": {},
}
"""The builder's words for what a joint of each type must give."""

LATER = ("perpendicular", "align_axis")
ROUNDING = 1e-12
STAND_IN = {
    "at": (0.0, 0.0, 0.0),
    "axis": (1.0, 0.0, 0.0),
    "axis2": (0.0, 1.0, 0.0),
    "at_a": (0.0, 0.0, 0.0),
    "at_b": (1.0, 0.0, 0.0),
    "length": 1.0,
}


def read_neutral(
    data: Any,
    marks: Mapping[Path, Location] | None = None,
    file: str = "",
    *,
    name: str = "",
    strict: bool = False,
) -> Model:
    """Return the model of a neutral `model` object, or of a case that holds one.

    marks: the places of the values, from `located_json.parse`; initial velocities of the
    bodies stand in `Model.start`. Raises ModelError with every problem found.
    """
    document = Document(marks or {})
    path: Path = ()
    if isinstance(data, Mapping) and isinstance(data.get("model"), Mapping):
        name = name or str(data.get("id", ""))
        data, path = data["model"], ("model",)
    if not isinstance(data, Mapping) or "bodies" not in data:
        raise ModelError(_no_model(document, path, file))
    whole = Record("model", data, path, document)
    whole.only(MODEL_KEYS)
    gravity = whole.need("gravity", (0.0, 0.0, 0.0))
    mechanism = Mechanism(
        name or str(whole.get("name", "model")), gravity, source=whole.source(gravity="gravity")
    )
    for record in document.records(data["bodies"], (*path, "bodies"), "body"):
        _read_body(mechanism, record)
    for record in document.records(data.get("joints", []), (*path, "joints"), "joint"):
        _read_joint(mechanism, record)
    for i, record in enumerate(document.records(data.get("loads", []), (*path, "loads"), "load")):
        _read_load(mechanism, record, i + 1)
    return document.build(mechanism, strict=strict)


def _no_model(document: Document, path: Path, file: str) -> Problem:
    place = document.marks.get(path)
    rule = "holds no model: an object with 'gravity', 'bodies', 'joints' is expected"
    action = "give such an object, or one with it under 'model'"
    return Problem("M09", "file" if file else "model", rule, file, action=action, location=place)


def _read_body(mechanism: Mechanism, record: Record) -> None:
    record.only(BODY_KEYS)
    name = record.need("name", record.element)
    mechanism.body(
        name,
        record.need("mass", 1.0),
        (0.0, 0.0, 0.0),
        _symmetric(record.need("inertia_com_body", IDENTITY)),
        at=record.need("com", (0.0, 0.0, 0.0)),
        rotation=record.get("R", IDENTITY),
        source=record.source(mass="mass", inertia="inertia_com_body", at="com", rotation="R"),
    )
    if "v_com" in record.values or "omega_world" in record.values:
        mechanism.start_velocity(
            name,
            record.get("v_com", (0.0, 0.0, 0.0)),
            record.get("omega_world", (0.0, 0.0, 0.0)),
            source=record.source(velocity="v_com", angular_velocity="omega_world"),
        )


def _symmetric(rows: Any) -> Any:
    """Return a 3x3 matrix without the asymmetry that rounding left; anything else as it is."""
    if not _is_matrix(rows):
        return rows
    largest = max(abs(entry) for row in rows for entry in row)
    pairs = ((0, 1), (0, 2), (1, 2))
    if any(abs(rows[i][j] - rows[j][i]) > ROUNDING * largest for i, j in pairs):
        return rows
    return [[(rows[i][j] + rows[j][i]) / 2 for j in range(3)] for i in range(3)]


def _is_matrix(rows: Any) -> bool:
    return (
        isinstance(rows, (list, tuple))
        and len(rows) == 3
        and all(isinstance(row, (list, tuple)) and len(row) == 3 for row in rows)
        and all(is_finite(entry) for row in rows for entry in row)
    )


def _read_joint(mechanism: Mechanism, record: Record) -> None:
    kind = record.need("type", "weld")
    if kind in LATER:
        rule = f"is a {kind!r} constraint, which is not supported yet"
        record.report("N-F20", rule, action="use joints, or a model without it")
        return
    if not isinstance(kind, str) or kind not in JOINT_NEEDS:
        hint = nearest_feature(str(kind), JOINT_NEEDS)
        record.report("M09", "is not a joint type", value=repr(kind), action=hint)
        return
    words = JOINT_NEEDS[kind]
    record.only((*JOINT_KEYS, *words.values()))
    options = {word: record.need(key, STAND_IN[word]) for word, key in words.items()}
    if not words and "point" in record.values:
        words, options = {"at": "point"}, {"at": record.values["point"]}
    mechanism.joint(
        kind,
        record.need("name", record.element),
        record.need("a", "ground"),
        record.need("b", "ground"),
        **options,
        source=record.source(parent="a", child="b", a="a", b="b", **words),
    )


def _read_load(mechanism: Mechanism, record: Record, number: int) -> None:
    kind = record.need("type", "")
    name = record.get("name", f"{kind}_{number}")
    if kind == "spring_damper":
        words = {"at_a": "point_a", "at_b": "point_b", "k": "k", "c": "c", "free_length": "L0"}
        record.only((*LOAD_KEYS, "a", "b", *words.values()))
        options = {word: record.need(key, 0.0) for word, key in words.items() if key != "c"}
        source = record.source(a="a", b="b", **words)
        ends = record.need("a", "ground"), record.need("b", "ground")
        mechanism.spring_damper(name, *ends, c=record.get("c", 0.0), **options, source=source)
    elif kind == "joint_torque":
        record.only((*LOAD_KEYS, "a", "b", "axis", "tau"))
        ends = record.need("a", "ground"), record.need("b", "ground")
        source = record.source(a="a", b="b", axis="axis", torque="tau")
        axis, tau = record.need("axis", STAND_IN["axis"]), record.need("tau", 0.0)
        mechanism.torque(name, *ends, axis, tau, source=source)
    elif kind == "joint_damper":
        record.only((*LOAD_KEYS, "joint", "d"))
        source = record.source(joint="joint", d="d")
        mechanism.joint_damper(name, record.need("joint", ""), record.need("d", 0.0), source=source)
    elif "type" in record.values:
        hint = nearest_feature(str(kind), ("spring_damper", "joint_torque", "joint_damper"))
        record.report("M09", "is not a load of this format", value=repr(kind), action=hint)
