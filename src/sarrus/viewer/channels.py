"""The channels beside the mechanism: which are taken along, and which are shown first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from sarrus.model import GROUND
from sarrus.model.forces.line import LineElement
from sarrus.model.output_units import kind_of
from sarrus.model.quantity import QuantityError
from sarrus.system.channels.definition import Definition
from sarrus.system.history import Channel, History
from sarrus.viewer.embedding import Packer

MOST = 120
"""Lines that are taken along where the user names none."""
MOST_JOINTS = 24
"""Joints with all their channels; of mechanisms with more, coordinates only."""
NOTHING = 1e-9
"""Part of the largest value of a unit below which a channel is zero."""
ALONG = ("x", "vx")
"""Coordinates along the way of a vehicle, which hide all others in a plot."""
MOST_SHOWN = 3
"""Plots that are open at first."""


def chosen_channels(history: History, names: Sequence[str] | str | None) -> list[Definition]:
    """Return the channels to take along: those named (with * and ?), or the usual ones."""
    if names is None:
        both = [*history.definitions(history.outputs), *_usual(history)]
        return list({d.full_name: d for d in both}.values())
    wanted = [names] if isinstance(names, str) else list(names)
    found: list[str] = []
    for name in wanted:
        if any(mark in name for mark in "*?") and name not in history:
            listed = history.channels().names
            found += [one for one in listed if fnmatchcase(one.casefold(), name.casefold())]
        else:
            found.append(name)
    return history.definitions(list(dict.fromkeys(found)))


def _usual(history: History) -> list[Definition]:
    """Return coordinates, velocities, efforts and loads of the joints, and the energy."""
    joints = history.system.model.joints
    few = len(joints) <= MOST_JOINTS
    names: list[str] = []
    for j in joints:
        names += [f"joint:{name}" for name in j.coordinate_names]
        if few:
            names += [f"joint:{name}" for name in j.velocity_names]
            names += [f"joint:{j.name}.effort"] if j.type.nv else []
            names += [f"joint:{j.name}.reaction.force"]
    lines = [e.name for e in history.system.model.forces if isinstance(e, LineElement)]
    names += [f"force:{name}.force" for name in lines[:MOST_JOINTS]]
    names += [name for name in ("energy.total",) if name in history]
    frames = [f.name for f in history.system.model.frames if f.body != GROUND][:6]
    names += [f"frame:{name}.{what}" for name in frames for what in ("position", "acceleration")]
    found, count = [], 0
    for d in history.definitions([name for name in names if name in history]):
        count += len(d.columns)
        if count <= MOST:
            found.append(d)
    return found


def pack_channels(
    found: Sequence[Definition], read: Mapping[str, Channel], named: int, packer: Packer
) -> list[dict[str, Any]]:
    """Add the values of channels, lines x frames; return them with their units.

    named: how many the user, or the model file, named; others that are always zero are left out.
    """
    listed: list[dict[str, Any]] = []
    lines: list[np.ndarray] = []
    values = [read[definition.full_name] for definition in found]
    flats = [np.asarray(one, dtype=float).reshape(len(one), -1) for one in values]
    largest = _largest(found, flats)
    for k, (definition, flat, one) in enumerate(zip(found, flats, values, strict=True)):
        if k >= named and _size(flat) <= NOTHING * largest[definition.unit]:
            continue
        parts = definition.components or ("",)
        units = definition.units or (definition.unit,) * len(parts)
        listed.append(
            {
                "name": definition.name,
                "kind": definition.kind,
                "unit": definition.unit,
                "description": definition.description,
                "line": len(lines),
                "components": list(parts),
                "units": list(units),
                "unique": _unique(one, len(parts)),
            }
        )
        lines += list(flat.T)
    if lines:
        packer.add_floats("channels", packer.frames(np.array(lines), axis=1))
    return listed


def _size(flat: np.ndarray) -> float:
    return float(np.max(np.abs(np.nan_to_num(flat)), initial=0.0))


def _largest(found: Sequence[Definition], flats: Sequence[np.ndarray]) -> dict[str, float]:
    """Return the largest value of every unit."""
    largest: dict[str, float] = {}
    for definition, flat in zip(found, flats, strict=True):
        largest[definition.unit] = max(largest.get(definition.unit, 0.0), _size(flat))
    return largest


def _unique(values: Channel, n: int) -> list[bool]:
    unique = values.unique
    return [bool(unique)] * n if isinstance(unique, bool) else [bool(u) for u in unique]


def first_plots(listed: list[dict[str, Any]], named: int, travels: bool) -> list[list[int]]:
    """Return the plots that are open at first, as lists of channels.

    named: how many the user, or the model file, named; numbers of one unit share a plot. travels:
    whether the mechanism leaves its place, so that where it is says little.
    """
    if named:
        groups: dict[Any, list[int]] = {}
        for k, channel in enumerate(listed[:named]):
            single = len(channel["components"]) == 1
            groups.setdefault(channel["unit"] if single else k, []).append(k)
        return list(groups.values())[:MOST_SHOWN]
    place = "acceleration" if travels else "position"
    plots = []
    for kind, ends, si in (
        ("joint", ("effort",), ()),
        ("joint", (), ("rad", "m")),
        ("joint", (), ("rad/s", "m/s")),
        ("force", (), ()),
        ("frame", (place,), ()),
        ("joint", ("force",), ()),
    ):
        rows = [k for k, c in enumerate(listed) if _fits(c, kind, ends, si)]
        same = [k for k in rows if listed[k]["unit"] == listed[rows[0]]["unit"]]
        if same:
            plots.append(same[:4] if len(listed[same[0]]["components"]) == 1 else same[:1])
    return plots[:MOST_SHOWN]


def _fits(
    channel: dict[str, Any], kind: str, ends: tuple[str, ...], units: tuple[str, ...]
) -> bool:
    last = channel["name"].rpartition(".")[2]
    if channel["kind"] != kind or last in ALONG:
        return False
    kinds = {kind_of(unit) for unit in units}
    return (not ends or last in ends) and (not units or _kind(channel["unit"]) in kinds)


def _kind(unit: str) -> Any:
    """Return the dimension of a unit, of which there may be several with commas between."""
    try:
        return kind_of(unit)
    except QuantityError:
        return unit
