"""Gears in mesh: their numbers, and the power that a driven motion passes through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.system import System
    from sarrus.system.driven.driving import Drive


@dataclass(frozen=True)
class Mesh:
    """Two wheels in mesh: an element of a model, the bodies of both, the pair of gears."""

    name: str
    type_name: str
    first: str
    second: str
    pair: Any


def meshes_of(system: System) -> list[Mesh]:
    """Return the gears of a model, rigid ones and then those with elastic teeth."""
    from sarrus.model.forces.elastic_teeth import ElasticTeeth
    from sarrus.model.joints import GearPair

    joints = system.model.joints
    rigid = [
        Mesh(j.name, j.type.type_name, j.parent, j.child, j.type)
        for j in joints
        if isinstance(j.type, GearPair)
    ]
    elastic = [f for f in system.model.forces if isinstance(f, ElasticTeeth)]
    return rigid + [Mesh(f.name, f.type_name, f.body_a, f.body_b, f.pair(1.0)) for f in elastic]


def mesh_data(system: System) -> list[dict[str, Any]]:
    """Return the gears as plain data: lengths [m], the working pressure angle [rad]."""
    return [
        {
            "name": mesh.name,
            "type": mesh.type_name,
            "teeth": list(mesh.pair.tooth_counts),
            "module": mesh.pair.module,
            "distance": getattr(mesh.pair, "axes_apart", None),
            "pressure_angle": getattr(mesh.pair, "working_angle", mesh.pair.pressure_angle),
            "contact_ratio": mesh.pair.contact_ratio,
        }
        for mesh in meshes_of(system)
    ]


def power_flow(found: Drive) -> list[dict[str, Any]]:
    """Return through which meshes the power of a drive goes: from which wheel to which, on average.

    Seen from the line of centres: in a planetary set it is the power of rolling, not of the shafts.
    """
    rows = []
    for mesh in meshes_of(found.system):
        power = np.asarray(found.history[f"{mesh.name}.mesh_power"], dtype=float)
        force = np.asarray(found.history[f"{mesh.name}.tooth_force"], dtype=float)
        mean = float(np.mean(power)) if power.size else 0.0
        ends = (mesh.first, mesh.second) if mean >= 0.0 else (mesh.second, mesh.first)
        peak = float(np.max(np.abs(force), initial=0.0))
        rows.append(
            {"mesh": mesh.name, "from": ends[0], "to": ends[1], "power": abs(mean), "force": peak}
        )
    return rows
