"""Where a robot can work, as the page shows it: colored places, and the robot that goes to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.viewer.embedding import Packer
from sarrus.viewer.positions import Curve, Pace, poses_at, scene_of_positions
from sarrus.viewer.scene import Scene

SHARE = 0.16
"""Radius of a ball over the least distance of two places."""
ALONE = 0.01
"""The same [m] where there is only one place."""
POSTURES = 600
"""Most places to which the robot goes."""
SECONDS = 20.0
"""That it takes for all of them at speed 1 [s]."""


def map_scene(found: Any, *, quantity: str = "reached", title: str | None = None) -> Scene:
    """Return the scene of a `robotics.WorkMap`: a colored ball at every place that is reached.

    The page has all quantities of the map to choose from; quantity: the first one. In the place of
    the time stands the place to which the robot has gone; values there are plotted beside it.
    """
    found[quantity]  # refuses a quantity that the map does not have
    reached = _snake(found)
    if not len(reached):
        rule = "has no place that the robot reaches"
        action = "look at the grid: x, y, z are in the axes of the world, in m"
        raise ModelError(Problem("S14", f"map of '{found.work.title}'", rule, action=action))
    places = np.stack(np.meshgrid(*found.axes, indexing="ij"), axis=-1).reshape(-1, 3)[reached]
    known = {name: np.asarray(found.values[name], dtype=float).ravel() for name in found.values}
    tables = {name: values[reached] for name, values in known.items()}
    packer = Packer()
    packer.add_floats("map.places", places)
    packer.add_floats("map.values", np.array(list(tables.values())))
    chosen = np.unique(np.linspace(0, len(reached) - 1, POSTURES).round().astype(int))
    q = found.q.reshape(-1, found.q.shape[-1])[reached][chosen]
    shown = [Curve(n, v[chosen], found.units[n], f"{n} of the map") for n, v in tables.items()
             if np.all(np.isfinite(v))]  # fmt: skip
    entry = {
        "quantities": [_quantity(n, found.units[n], v) for n, v in tables.items()],
        "chosen": list(tables).index(quantity),
        "radius": _radius(found),
    }
    return scene_of_positions(
        found.work.model,
        chosen.astype(float) if len(chosen) > 1 else np.array([0.0]),
        poses_at(found.work.system, q),
        curves=shown,
        shown=(quantity,),
        title=title or f"{found.work.title}: where it can work",
        pace=Pace("Place", "#", SECONDS),
        packer=packer,
        more={"map": entry, "travels": False},
    )


def _snake(found: Any) -> np.ndarray:
    """Return the places that are reached, in an order in which neighbours follow each other."""
    shape = tuple(len(axis) for axis in found.axes)
    order = np.arange(int(np.prod(shape))).reshape(shape).copy()
    order[1::2] = order[1::2, ::-1]
    rows = order.reshape(-1, shape[2])
    rows[1::2] = rows[1::2, ::-1]
    flat = rows.ravel()
    return flat[np.asarray(found.values["reached"]).ravel()[flat] > 0.0]


def _quantity(name: str, unit: str, values: np.ndarray) -> dict[str, Any]:
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    return {"name": name, "unit": unit, "low": low, "high": high}


def _radius(found: Any) -> float:
    steps = [np.min(np.diff(np.sort(axis))) for axis in found.axes if len(axis) > 1]
    return float(SHARE * min(steps)) if steps else ALONE
