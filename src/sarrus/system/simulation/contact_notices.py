"""Notice when a contact never closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.loads import TreeScene
from sarrus.errors import Problem
from sarrus.kernels.mapping import mapped
from sarrus.model.forces import ForceElement, GroundContact
from sarrus.spatial.arrays import vector
from sarrus.system.quantities.equations import Inputs, Outputs

if TYPE_CHECKING:
    from sarrus.system.simulation.run import Run


def contacts(forces: tuple[ForceElement, ...]) -> list[GroundContact]:
    """Return the elements that may touch the ground."""
    return [element for element in forces if isinstance(element, GroundContact)]


def contact_notices(run: Run) -> list[Problem]:
    """Return a notice for every contact element that is above its ground at all states kept.

    The states are read piece by piece. A touch between two of them is not seen.
    """
    nearest: dict[str, tuple[float, float]] = {}
    for p in run.pieces():
        system = p.sim.system
        elements = contacts(system.model.forces)
        if not elements:
            continue
        kernel = system.compiled.loops.kernel("contact_gaps", ("q", "v"), _gaps)
        rows = {"q": p.q, "v": p.v, "t": p.t[:, None]}
        found = mapped(kernel, rows, p.sim.last_values)
        for n, element in enumerate(elements):
            gaps = np.min(found[str(n)], axis=1)
            k = int(np.argmin(gaps))
            near = (float(gaps[k]), float(p.t[k]))
            nearest[element.name] = min(near, nearest.get(element.name, near))
    named = {element.name: element for element in contacts(run.system.model.forces)}
    return [
        _never(named[name], gap, t, len(run))
        for name, (gap, t) in nearest.items()
        if gap > 0.0 and name in named
    ]


def _gaps(x: Inputs) -> Outputs:
    """Return the distances from the ground of every contact element, by its number."""
    scene = TreeScene(x.velocities, x.time)
    elements = contacts(tuple(x.tree.forces))
    return {str(n): vector(*element.gaps(scene)) for n, element in enumerate(elements)}


def _never(element: GroundContact, gap: float, t: float, states: int) -> Problem:
    kind = element.type_name.replace("_", " ")
    return Problem(
        "W34",
        f"{kind} '{element.name}'",
        f"touches its ground at none of the {states} states kept; it is nearest at t = {t:.6g} s, "
        f"{gap:.4g} m above",
        value=f"'{element.body}'",
        cause="the road is lower, or elsewhere, than the drawing of the body supposes",
        action="look at the start, the origin and directions of the ground, and the radius; if "
        "it may have touched between two states, keep more of them",
        severity="notice",
    )
