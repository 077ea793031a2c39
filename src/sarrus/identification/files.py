"""Measured motions from files: tables (.csv, .parquet) and recordings (.mcap).

Columns are named as channels are: `t [s], elbow.angle [deg], elbow.effort [N m]`.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.identification.measured import MEASURED, Measured
from sarrus.model import Model

HEAD = re.compile(r"\s*(.+?)\s*(?:\[\s*([^\]]*?)\s*\])?\s*$")
TIMES = ("t", "time", "timestamp")
WORDS = {
    "q": ("position", "q", "angle", "displacement"),
    "v": ("rate", "velocity", "speed", "v", "qd"),
    "a": ("acceleration", "a", "qdd", "angle_acceleration", "displacement_acceleration"),
    "tau": ("effort", "drive_effort", "torque", "force", "tau"),
}
"""What columns of a joint may be called, after its name and a dot."""


def read_measurements(path: str | os.PathLike[str], model: Model) -> Measured:
    """Return what a file holds of the joints of a model.

    .csv: names with units in the first row (SI without); .parquet: units in the metadata of the
    fields, as Sarrus writes them; .mcap: the topic /joints of Sarrus, or any with messages that
    have `name`, `position`, `velocity`, `effort` (as JSON). Empty cells, "nan" and null are numbers
    that are not known. Columns of nothing in the model are left out.

    Example:
        identification.read_measurements("measured.csv", arm.model)
    """
    name = os.fspath(path)
    return _of_columns(name, columns_of(name), model)


Columns = Mapping[str, tuple[str, np.ndarray]]
"""Unit and numbers by the name of the column."""


def columns_of(name: str) -> Columns:
    """Return the columns of a table or recording."""
    readers = {".csv": _csv, ".parquet": _parquet, ".mcap": _mcap}
    ending = os.path.splitext(name)[1].lower()
    if ending not in readers:
        raise _problem(name, "is no table or recording", action="use .csv, .parquet or .mcap")
    return readers[ending](name)


def _of_columns(name: str, columns: Columns, model: Model) -> Measured:
    t = None
    found: dict[str, Any] = {kind: {} for kind in WORDS}
    for head, (unit, values) in columns.items():
        if head.lower() in TIMES:
            t = values * factor_of(name, head, unit, "s")
            continue
        place = joint_and_kind(head, model)
        if place is None:
            continue
        kind, joint = place
        if joint in found[kind]:
            raise _problem(name, f"has two columns for what '{head}' is")
        found[kind][joint] = values * factor_of(name, head, unit, unit_of(kind, joint, model))
    shown = ", ".join(list(columns)[:8])
    if t is None:
        raise _problem(name, "has no column of times", shown, "call it `t [s]`")
    if not found["q"]:
        joints = [j.name for j in model.joints if j.type.nv == 1]
        example = joints[0] if joints else "elbow"
        rule = "has no column with the position of a joint of the model"
        raise _problem(name, rule, shown, f"name it after the joint, `{example}.angle [rad]`")
    q = found.pop("q")
    return Measured(t, q, name=os.path.basename(name), **found)


def joint_and_kind(head: str, model: Model) -> tuple[str, str] | None:
    """Return what of which joint a column is, None where it is neither."""
    owner, _, word = head.rpartition(".")
    if owner not in model.joint_index:
        return None
    joint = model.joint(owner)
    if joint.type.nv != 1 or joint.type.nq != 1:
        return None
    own = {
        "q": joint.coordinate_names[0], "v": joint.velocity_names[0],
        "a": f"{joint.coordinate_names[0]}_acceleration",
    }  # fmt: skip
    for kind, words in WORDS.items():
        if word in words or head == own.get(kind):
            return kind, owner
    return None


def unit_of(kind: str, joint: str, model: Model) -> str:
    """Return the SI unit of what a column is of a joint."""
    own = model.joint(joint).type.coordinates[0].unit
    effort = "N*m" if own == "rad" else "N"
    return {"q": own, "v": f"{own}/s", "a": f"{own}/s^2", "tau": effort}[kind]


def factor_of(name: str, head: str, unit: str, wanted: str) -> float:
    """Return the factor from the unit of a column to the SI unit that is wanted."""
    from sarrus.model.quantity import QuantityError
    from sarrus.model.units import from_text

    if not unit or unit == "1":
        return 1.0
    try:
        return from_text(f"1 {unit.replace(' ', '*')}", wanted)
    except QuantityError as error:
        rule = f"has the column '{head}', which {error}"
        action = "if the unit is right, name the column after what it is"
        raise _problem(name, rule, action=action) from None


def _csv(name: str) -> Columns:
    try:
        text = read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _problem(name, "is no text in UTF-8") from None
    rows = [row for row in csv.reader(text.splitlines()) if any(cell.strip() for cell in row)]
    rows = [row for row in rows if not row[0].lstrip().startswith("#")]
    if len(rows) < 2:
        raise _problem(name, "has no rows of numbers below a row of names")
    heads = [HEAD.match(cell) for cell in rows[0]]
    if not all(heads):
        raise _problem(name, "has a column without a name in its first row")
    table = np.full((len(rows) - 1, len(heads)), np.nan)
    for k, row in enumerate(rows[1:]):
        if len(row) != len(heads):
            raise _problem(name, f"has {len(row)} cells in row {k + 2} of {len(heads)} columns")
        for c, cell in enumerate(row):
            try:
                table[k, c] = float(cell) if cell.strip() else np.nan
            except ValueError:
                raise _problem(name, f"has {cell.strip()!r} in row {k + 2}, no number") from None
    found: dict[str, tuple[str, np.ndarray]] = {}
    for c, head in enumerate(heads):
        if head is not None:
            if head[1] in found:
                raise _problem(name, f"has two columns '{head[1]}'")
            found[head[1]] = (head[2] or "", table[:, c])
    return found


def _parquet(name: str) -> Columns:
    read_bytes(name)  # the usual words where there is no such file
    try:
        table = import_module("pyarrow.parquet").read_table(name)
    except ImportError:
        action = 'pip install "sarrus[export]"'
        raise EnvironmentProblem(
            Problem("X05", "library 'pyarrow'", "is needed for Parquet", action=action)
        ) from None
    except (OSError, ValueError) as error:
        raise _problem(name, f"is no Parquet file: {str(error)[:80]}") from None
    found: dict[str, tuple[str, np.ndarray]] = {}
    for field in table.schema:
        unit = (field.metadata or {}).get(b"unit", b"").decode()
        head = HEAD.match(field.name)
        try:
            values = np.asarray(table[field.name].to_pandas(), dtype=float)
        except ImportError:
            values = np.array([np.nan if x is None else x for x in table[field.name].to_pylist()])
        except (TypeError, ValueError):
            continue  # a column of texts
        bare, own = (head[1], head[2]) if head else (field.name, None)
        found[bare] = (own or unit, np.asarray(values, dtype=float))
    return found


def _mcap(name: str) -> Columns:
    from sarrus.results.export.mcap_file import McapError, read_messages

    rows: list[tuple[float, dict[str, float]]] = []
    try:
        for time, topic, data in read_messages(read_bytes(name)):
            values = dict(_joint_states(topic, data))
            if values:
                rows.append((time * 1e-9, values))
    except McapError as error:
        raise _problem(name, f"cannot be read: {error}") from None
    if not rows:
        raise _problem(name, "has no messages with positions of joints, as JSON")
    rows.sort(key=lambda row: row[0])
    merged: dict[float, dict[str, float]] = {}
    for seconds, values in rows:
        merged.setdefault(seconds, {}).update(values)
    heads = dict.fromkeys(head for values in merged.values() for head in values)
    t = np.array(list(merged)) - next(iter(merged))
    columns: dict[str, tuple[str, np.ndarray]] = {"t": ("s", t)}
    for head in heads:
        numbers = [values.get(head, np.nan) for values in merged.values()]
        columns[head] = ("", np.array(numbers))
    return columns


def _joint_states(topic: str, data: bytes) -> Iterator[tuple[str, float]]:
    """Go through the joints of a message: those of Sarrus, or names and rows of numbers."""
    try:
        message: Any = json.loads(data)
    except (ValueError, UnicodeDecodeError):
        return
    if not isinstance(message, dict):
        return
    if topic == "/joints" and isinstance(message.get("values"), dict):
        for joint, values in message["values"].items():
            for word in ("position", "velocity", "effort"):
                number = values.get(word) if isinstance(values, dict) else None
                yield f"{joint}.{word}", np.nan if number is None else float(number)
        return
    names = message.get("name")
    if isinstance(names, list):
        for word in ("position", "velocity", "effort"):
            listed = message.get(word)
            if isinstance(listed, list) and len(listed) == len(names):
                for joint, number in zip(names, listed, strict=True):
                    yield f"{joint}.{word}", np.nan if number is None else float(number)


def _problem(name: str, rule: str, value: str = "", action: str = "") -> ModelError:
    return ModelError(Problem(MEASURED, f"file '{name}'", rule, value, action=action))
