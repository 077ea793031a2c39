"""MAT files of MATLAB 5 to 7.2, which Octave and SciPy read too.

The file holds one structure `history`: `history.t`, a field in `history.data` for each channel
(`A_angle` for A.angle), and for all channels in the same order `history.fields`, `names`,
`units`, `descriptions`, `components`, `unique` and `because`; `history.about` says where they come
from. The format begins with the size of everything, so the channels are held in memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.export.contents import Contents
from sarrus.system.history.channel import Channel
from sarrus.system.history.channels import read

MOST_BYTES = 2**31 - 2**20
MOST_LETTERS = 63
KEYWORDS = re.compile(
    "break|case|catch|classdef|continue|else|elseif|end|for|function|global|if|otherwise|parfor|"
    "persistent|return|spmd|switch|try|while"
)


def write_mat(contents: Contents, path: str) -> None:
    """Write the file."""
    sizes = [int(np.prod(d.shape, dtype=int)) for d in contents.definitions]
    needed = 8 * len(contents) * (1 + sum(sizes))
    if needed > MOST_BYTES:
        raise ModelError(_too_large(needed))
    from scipy.io import savemat

    channels = read(contents.part, contents.definitions)
    fields = valid_fields(c.name for c in channels)
    history = {
        "t": contents.times(np.asarray(contents.part.t)).reshape(-1, 1),
        "data": {f: _matrix(c) for f, c in zip(fields, channels, strict=True)},
        "fields": _cells(fields),
        "names": _cells(c.name for c in channels),
        "units": _cells(c.unit for c in channels),
        "descriptions": _cells(c.description for c in channels),
        "components": _cells(", ".join(c.components) for c in channels),
        "unique": _cells(np.atleast_1d(np.asarray(c.unique)) for c in channels),
        "because": _cells(", ".join(c.because) for c in channels),
        "about": _about(contents.attributes, channels),
    }
    savemat(path, {"history": history}, appendmat=False, long_field_names=True)


def valid_fields(names: Iterable[str]) -> list[str]:
    """Return different names of fields that MATLAB allows, one for each name."""
    found: list[str] = []
    for name in names:
        field = re.sub(r"\W", "_", name, flags=re.ASCII)
        if not field[:1].isalpha() or KEYWORDS.fullmatch(field):
            field = f"x_{field}"
        base, count = field[:MOST_LETTERS], 1
        field = base
        while field in found:
            count += 1
            field = f"{base[: MOST_LETTERS - 1 - len(str(count))]}_{count}"
        found.append(field)
    return found


def _matrix(channel: Channel) -> np.ndarray:
    values = np.asarray(channel)
    return values.reshape(-1, 1) if values.ndim == 1 else values


def _cells(values: Iterable[Any]) -> np.ndarray:
    """Return a column of cells."""
    listed = list(values)
    cells = np.empty((len(listed), 1), dtype=object)
    for k, value in enumerate(listed):
        cells[k, 0] = value
    return cells


def _about(attributes: Mapping[str, Any], channels: list[Channel]) -> dict[str, Any]:
    notices = [str(notice) for notice in (channels[0].notices if channels else ())]
    listed = {**attributes, "reading_notices": notices}
    values = (_value(value) for value in listed.values())
    return dict(zip(valid_fields(listed), values, strict=True))


def _value(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return _cells(map(str, value))
    if isinstance(value, bool | int | float | str):
        return value
    return json.dumps(value, default=str, ensure_ascii=False)


def _too_large(needed: int) -> Problem:
    return Problem(
        "X07",
        "MAT file",
        f"holds at most {MOST_BYTES:,} bytes, and these channels have {needed:,}",
        action="choose fewer channels or times, or write .nc, .h5 or .parquet",
    )
