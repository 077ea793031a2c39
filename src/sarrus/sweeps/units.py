"""Units of the columns of a sweep: of numbers of a model, and of constants of a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from sarrus.errors import ModelError
from sarrus.file_access import read_bytes
from sarrus.formats.records import Document
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.scope import read_constants
from sarrus.model import Model
from sarrus.model.output_units import Kind, kind_of
from sarrus.model.quantity import QuantityError
from sarrus.model.units import parts_of
from sarrus.system.quantities.parameters import chosen_parameters, parameter_units

NAMED = (
    *("rad", "m", "kg", "s", "rad/s", "m/s", "rad/s^2", "m/s^2", "N", "N m", "J", "W", "Pa"),
    *("kg m^2", "N/m", "N s/m", "N m/rad", "N m s/rad", "1/s", "1/m", "m^2", "m^3", "kg/m^3"),
    *("A", "V", "ohm", "kg m/s", "Hz"),
)
"""SI units as they are written, by which dimensions are told."""


TIMES = ("run.until", "run.every", "run.step")
"""Times of the section `run`."""


def si_text(kind: Kind) -> str:
    """Return the SI unit of a dimension as it is written; "" where it has no usual one."""
    return {kind_of(unit): unit for unit in NAMED}.get(kind, "")


def written_si_unit(text: Any) -> str:
    """Return the SI unit of what is written with a unit, such as "80 mm"; "" without one."""
    parts = parts_of(text) if isinstance(text, str) else None
    if parts is None or not parts[1]:
        return ""
    try:
        return si_text(kind_of(parts[1]))
    except QuantityError:
        return ""


def parameter_column_units(model: Model, names: Iterable[str]) -> dict[str, str]:
    """Return the SI units of numbers of a model, of those names that mean one."""
    found = {}
    for name in names:
        try:
            full = chosen_parameters(model, [name])[1][name]
        except ModelError:
            continue
        unit = parameter_units(model, full)[0].replace("*", " ")
        found[name] = "" if unit == "1" else unit
    return found


def constant_units(path: str, names: Iterable[str]) -> dict[str, str]:
    """Return the SI units of constants of a YAML file, of those names that mean one."""
    if os.path.splitext(path)[1].lower() not in (".yaml", ".yml"):
        return {}
    names = list(names)
    times = dict.fromkeys([name for name in names if name in TIMES], "s")
    value, marks = parse(read_bytes(path), path)
    written = value.get("constants") if isinstance(value, Mapping) else None
    if not isinstance(written, Mapping):
        return times
    known = read_constants(written, Document(marks, []))
    found = times
    for name in names:
        bare = name.removeprefix("constants.")
        if bare in known.constants:
            dimension = known.constants[bare].dimension
            told = si_text(tuple(dimension)) if isinstance(dimension, tuple) and dimension else ""
            found[name] = written_si_unit(written[bare]) or told
    return found
