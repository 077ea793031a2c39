"""NetCDF-4, which is HDF5: a variable for each channel, with units and long_name.

Attributes follow the conventions for climate and forecast (CF) where these know the thing: `units`
("1" for pure numbers), `long_name`, a coordinate variable for each dimension. Vectors have a
dimension for their components; a channel whose components have different units becomes a variable
for each of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.results.export.contents import Contents
from sarrus.results.export.forgiving_file import ForgivingFile
from sarrus.system.channels.definition import Definition
from sarrus.system.history.channel import About
from sarrus.system.history.tables import dimensions


@dataclass(frozen=True)
class Variable:
    """A variable of the file: channel number `channel`, or component `at` of it."""

    name: str
    about: Definition
    channel: int
    at: int | None = None

    def values(self, whole: np.ndarray) -> np.ndarray:
        """Return its values among those of the channel."""
        return whole if self.at is None else whole.reshape(len(whole), -1)[:, self.at]


def write_netcdf(contents: Contents, path: str) -> None:
    """Write the file, a chunk of states at a time."""
    with ForgivingFile(path) as stream:
        with import_module("h5netcdf").File(stream, "w") as file:
            _write(contents, file, stream)
        stream.check()


def _write(contents: Contents, file: Any, stream: ForgivingFile) -> None:
    places = _places(contents)
    variables = _variables(contents, {"t", *places})
    file.attrs["Conventions"] = "CF-1.11"
    file.attrs["source"] = str(contents.attributes.get("program", ""))
    for key, value in contents.attributes.items():
        file.attrs[_plain(key)] = _attribute(value)
    _write_dimensions(file, len(contents), places, contents.time)
    for variable in variables:
        more = [_plain(name) for name in dimensions(variable.about)]
        made = file.create_variable(variable.name, ("t", *more), dtype="f8")
        made.attrs["units"] = variable.about.unit or "1"
        made.attrs["long_name"] = variable.about.description
        made.attrs["channel"] = variable.about.name
    for at, t, values in _chunks(contents):
        _write_values(file, variables, at, t, values)
        stream.check()
    _write_labels(file, contents, variables)


def _variables(contents: Contents, taken: set[str]) -> list[Variable]:
    found = []
    for k, definition in enumerate(contents.definitions):
        mixed = len(set(definition.units)) > 1
        parts = list(enumerate(definition.columns)) if mixed else [(None, definition)]
        for at, about in parts:
            name = _plain(about.name)
            while name in taken:
                name += "_"
            taken.add(name)
            found.append(Variable(name, about, k, at))
    return found


def _places(contents: Contents) -> dict[str, tuple[str, ...]]:
    """Return the dimensions besides time, with the names of the places along them."""
    found: dict[str, tuple[str, ...]] = {}
    for definition in contents.definitions:
        if len(set(definition.units)) <= 1:
            found.update({_plain(k): names for k, names in dimensions(definition).items()})
    return found


def _write_dimensions(
    file: Any, n: int, places: Mapping[str, tuple[str, ...]], about: About
) -> None:
    # a dimension of size 0 exists as an unlimited one only
    file.dimensions = {"t": n or None, **{name: len(p) for name, p in places.items()}}
    time = file.create_variable("t", ("t",), dtype="f8")
    time.attrs["units"], time.attrs["long_name"] = about.unit, about.description
    time.attrs["axis"] = "T"
    for name, labels in places.items():
        text = import_module("h5py").string_dtype()
        made = file.create_variable(name, (name,), dtype=text)
        made[...] = np.array(labels, dtype=object)
        made.attrs["long_name"] = "component"


def _chunks(contents: Contents) -> Iterator[tuple[int, np.ndarray, list[np.ndarray]]]:
    """Go through the states: the number of the first, times, and the values of all channels."""
    at = 0
    for t, values in contents.reader:
        yield at, contents.times(t), values
        at += len(t)


def _write_values(
    file: Any, variables: list[Variable], at: int, t: np.ndarray, values: list[np.ndarray]
) -> None:
    rows = slice(at, at + len(t))
    file["t"][rows] = t
    for variable in variables:
        file[variable.name][rows] = variable.values(values[variable.channel])


def _write_labels(file: Any, contents: Contents, variables: list[Variable]) -> None:
    """Say which components are not unique, and what was met on the way."""
    for variable in variables:
        about = contents.about(variable.channel)
        flags = np.atleast_1d(np.asarray(about.unique)).astype(np.int8)
        if about.all_unique or (variable.at is not None and flags[variable.at]):
            continue
        attributes = file[variable.name].attrs
        attributes["unique"] = flags if variable.at is None else flags[[variable.at]]
        attributes["because"] = ", ".join(about.because)
    if notices := contents.notices():
        file.attrs["reading_notices"] = "\n".join(notices)


def _attribute(value: Any) -> Any:
    """Return a value that an attribute can hold: a number or a text."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return json.dumps(value, default=str, ensure_ascii=False)


def _plain(name: str) -> str:
    """Return a name that a file can hold, in which a slash would begin a group."""
    return name.replace("/", "_").replace("\0", "_").strip() or "_"
