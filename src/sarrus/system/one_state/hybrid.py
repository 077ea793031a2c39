"""Hybrid dynamics: some coordinates driven or locked, the rest free."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.system.flow import load_friction
from sarrus.system.names import velocity_indices
from sarrus.system.quantities import equations
from sarrus.system.results import HybridMotion

if TYPE_CHECKING:
    from sarrus.system.system import System


def tree_hybrid(
    system: System,
    q: Any,
    v: Any,
    tau: Any,
    driven: Mapping[str, Any],
    locked: tuple[str, ...],
    keywords: Mapping[str, Any],
) -> HybridMotion:
    """Return vdot and tau of a tree, at one state or at a row for each."""
    compiled = system.compiled
    compiled.check_once("drive or lock", (*driven, *locked))
    accelerations = system.velocities_of(driven)
    chosen = velocity_indices(compiled.layout, [*driven, *locked])
    name = f"hybrid_dynamics {chosen}"
    call = compiled.calls.get(name)
    if call is None:
        compiled.refuse_massless([k for k in range(system.nv) if k not in chosen])
        found = load_friction.hybrid if compiled.loops.bearings else equations.hybrid
        equation = partial(found, driven=chosen)
        call = compiled.add_call(name, ("q", "v", "tau", "vdot"), equation)
    efforts = np.zeros(system.nv) if tau is None else tau
    return HybridMotion(*call(q, v, efforts, accelerations, *compiled.last_inputs(**keywords)))


def closed_hybrid(
    system: System,
    q: Any,
    v: Any,
    tau: Any,
    driven: Mapping[str, Any],
    locked: tuple[str, ...],
    keywords: Mapping[str, Any],
) -> HybridMotion:
    """Return vdot and tau with loops, at one state or at a row for each."""
    if np.ndim(q) > 1:
        whole = np.broadcast_shapes(np.shape(q)[:-1], np.shape(v)[:-1], np.shape(tau)[:-1])
        one = np.zeros(system.nv) if tau is None else tau
        arrays = [np.broadcast_to(x, (*whole, np.shape(x)[-1])) for x in (q, v, one)]
        rows = zip(*(x.reshape(-1, x.shape[-1]) for x in arrays), strict=True)
        found = [closed_hybrid(system, a, b, c, driven, locked, keywords) for a, b, c in rows]
        pair = (np.array([x.vdot for x in found]), np.array([x.tau for x in found]))
        return HybridMotion(*(x.reshape(*whole, system.nv) for x in pair))
    state = system.state(q, v, **keywords)
    efforts = {} if tau is None else dict(zip(system.velocities, np.asarray(tau), strict=True))
    moving = system.accelerations(state, efforts=efforts, driven=driven, locked=locked, **keywords)
    total = np.zeros(system.nv) if tau is None else np.array(tau, dtype=float)
    for name in (*driven, *locked):
        vector, place = system.compiled.located_rate(name)
        if vector == "v":
            total[place] = moving.efforts[name]
    return HybridMotion(moving.vdot, total)
