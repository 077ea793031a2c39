"""Friction that depends on the load: the loads of bearings in the equations of motion.

Given accelerations and multipliers, reactions are known, and with them the loads. Without them,
the equations are solved as if no bearing were loaded, and for a unit effort on the rate of each
bearing; `dynamics.bearing_loads` finds the loads from these. Where it finds none that can be
trusted, the loads, and all that follows from them, are not numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.bearing_loads import BearingLoads, Share, bearing_loads, load_of
from sarrus.dynamics.forward import HybridResult, hybrid_dynamics
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.joint_loads import cut_slices, reactions_at_joints
from sarrus.dynamics.loads import AppliedLoads, TreeScene
from sarrus.dynamics.planar import in_plane
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, select
from sarrus.system.quantities.equations import Inputs, Outputs

if TYPE_CHECKING:
    from sarrus.system.flow.flow import Flow


@dataclass(frozen=True)
class Reply:
    """Accelerations, multipliers of all rows of the loops, and efforts on the cut joints."""

    vdot: Array
    lam: Array
    tau_cut: Array


def solved_loads(
    x: Inputs,
    free: Reply,
    response: Callable[[str], Reply],
    still: Inputs,
    known: Mapping[int, Scalar] | None = None,
) -> BearingLoads:
    """Return the loads of all bearings.

    free: what happens if no bearing is loaded but those whose loads are known; response: to a unit
    effort on the rate of a joint, in the mechanism at rest without gravity. G and the margin are
    those of the unknown loads.
    """
    values = known or {}
    scene = TreeScene(x.velocities, x.time)
    unknown = [i for i in range(len(x.bearings)) if i not in values]
    bearings = [x.bearings[i] for i in unknown]
    at_rest = _reactions(with_known_loads(x, values), free)
    columns = [_reactions(still, response(b.joint)) for b in bearings]
    slips = [b.slip(scene) for b in bearings]
    shares = []
    for i, bearing in zip(unknown, bearings, strict=True):
        parts = []
        for weight, places in bearing.parts(scene):
            where = list(places)
            changes = [
                column[i][where] * -slip for column, slip in zip(columns, slips, strict=True)
            ]
            parts.append(Share(weight, at_rest[i][where], tuple(changes)))
        shares.append(parts)
    found = bearing_loads(shares)
    every = {**values, **dict(zip(unknown, found.loads, strict=True))}
    return replace(found, loads=as_vector([every[i] for i in range(len(x.bearings))]))


def with_known_loads(x: Inputs, known: Mapping[int, Scalar]) -> Inputs:
    """Return inputs in which all other bearings are not loaded."""
    return x.with_bearing_loads([known.get(i, 0.0) for i in range(len(x.bearings))])


def known_loads(x: Inputs, moving: Reply) -> list[Scalar]:
    """Return the loads of all bearings in a motion whose multipliers are known.

    Reactions in cut joints are those of their rows; those in the tree depend on accelerations, and
    on friction in the cut joints only.
    """
    cuts = x.tree.cut_index
    scene = TreeScene(x.velocities, x.time)
    parts = [bearing.parts(scene) for bearing in x.bearings]
    loads: list[Scalar] = [0.0] * len(parts)
    for cut in (True, False):
        reactions = _reactions(x.with_bearing_loads(loads), moving)
        for i, bearing in enumerate(x.bearings):
            if (bearing.joint in cuts) == cut:
                loads[i] = load_of(parts[i], reactions[i])
    return loads


def _reactions(x: Inputs, moving: Reply) -> list[Array]:
    arrays = {**x.arrays, "vdot": moving.vdot}
    y = Inputs(x.tree, x.base, x.time, arrays)
    joints = [bearing.joint for bearing in x.bearings]
    found = reactions_at_joints(y.accelerations, y.loads, moving.lam, moving.tau_cut, joints)
    normals = x.tree.normals
    return [
        in_plane(R, normals[joint]) if joint in normals else R
        for joint, R in zip(joints, found, strict=True)
    ]


def still_of(x: Inputs) -> Inputs:
    """Return the mechanism at rest, without gravity, and without loads but for bearings of 0."""
    calm = replace(x.without_gravity(), arrays={"q": x.arrays["q"]})
    return replace(calm, tree=replace(calm.tree, forces=x.bearings)).without_bearing_friction()


def unique_loads(found: BearingLoads, loads: Sequence[Scalar] | Array) -> list[Scalar]:
    """Return loads where they are the only ones; elsewhere they are not numbers."""
    return [select(found.trusted, L, math.nan) for L in loads]


# --- trees ---------------------------------------------------------------------------------------


def tree_reply(vdot: Array) -> Reply:
    """Return the accelerations of a tree, which has no multipliers."""
    return Reply(vdot, np.zeros(0), np.zeros(0))


def tree_response(still: Inputs, driven: Collection[int]) -> Callable[[str], Reply]:
    """Return the response of a tree to unit efforts on its joints."""
    nothing = np.zeros(still.tree.nv)

    def response(joint: str) -> Reply:
        k = still.tree.links[still.tree.joint_index[joint]].v.start
        loads = AppliedLoads((None,) * len(still.tree.links), {k: 1.0})
        return tree_reply(hybrid_dynamics(still.velocities, loads, nothing, nothing, driven).vdot)

    return response


def tree_motion(x: Inputs, tau: Array, vdot: Array, driven: Collection[int]) -> HybridResult:
    """Return hybrid dynamics of a tree with friction in its bearings."""
    free, still = x.without_bearing_friction(), still_of(x)
    first = hybrid_dynamics(free.velocities, free.loads, tau, vdot, driven)
    found = solved_loads(x, tree_reply(first.vdot), tree_response(still, driven), still)
    rubbing = x.with_bearing_loads(unique_loads(found, found.loads))
    return hybrid_dynamics(rubbing.velocities, rubbing.loads, tau, vdot, driven)


def forward(x: Inputs) -> Outputs:
    """Vdot from M vdot + c = tau + f, with friction in the bearings."""
    return {"vdot": hybrid(x, ())["vdot"]}


def hybrid(x: Inputs, driven: Sequence[int]) -> Outputs:
    """Vdot of the free and tau of the driven coordinates, with friction in the bearings."""
    nothing = np.zeros(x.tree.nv)
    tau, vdot = x.arrays.get("tau", nothing), x.arrays.get("vdot", nothing)
    found = tree_motion(x, tau, vdot, frozenset(driven))
    return {"vdot": found.vdot, "tau": found.tau}


def inverse(x: Inputs) -> Outputs:
    """Tau = M vdot + c - f, with friction in the bearings."""
    loads = known_loads(x, tree_reply(x.arrays["vdot"]))
    return {"tau": x.with_bearing_loads(loads).without_wrenches().efforts.tau}


QUANTITIES = {"forward_dynamics": forward, "inverse_dynamics": inverse}
"""Quantities of trees that take the place of those without friction in bearings."""


# --- flows ---------------------------------------------------------------------------------------


def flow_loads(flow: Flow, x: Inputs, t: Scalar, value: Array) -> BearingLoads:
    """Return the loads of all bearings in the equations of a simulation."""
    known = lagged_loads(x, flow.lagged)
    free, still = flow.slope_of(with_known_loads(x, known), t, value), still_of(x)
    vdot = free.ydot[flow.nq : flow.nq + flow.nv]
    if not flow.closes or free.factors is None or free.lam is None:
        places = frozenset(d.v for d in flow.driven)
        return solved_loads(x, tree_reply(vdot), tree_response(still, places), still, known)
    factors, lam = free.factors, free.lam
    closed = flow.rows_of(x, t).closed
    cuts = x.tree.cut_index
    nothing = np.zeros(sum(cut.type.nv for cut in x.tree.cuts))

    def response(joint: str) -> Reply:
        on_cuts = nothing
        if joint in cuts:
            effort = closed.cut_rates(cuts[joint])[0]
            on_cuts = _with_entry(nothing, cut_slices(x.positions)[cuts[joint]].start, 1.0)
        else:
            link = x.tree.links[x.tree.joint_index[joint]]
            effort = _with_entry(np.zeros(flow.nv), link.v.start, 1.0)
        found = factors.solve(effort, np.zeros(len(lam)))
        return flow_reply(flow, x, found.vdot, found.lam, on_cuts)

    tau_cut = flow.efforts(x)[1]
    return solved_loads(x, flow_reply(flow, x, vdot, lam, tau_cut), response, still, known)


def lagged_loads(x: Inputs, lagged: Array | None) -> dict[int, Scalar]:
    """Return the loads that the last step has left, by the number of the bearing."""
    if lagged is None:
        return {}
    places = [i for i, bearing in enumerate(x.bearings) if bearing.lagged]
    return dict(zip(places, lagged, strict=True))


def following_loads(flow: Flow, t: Scalar, y: Array) -> Array:
    """Return the loads that lagged bearings have at a state, for the next step."""
    x, slope = flow.inputs_at(t, y), flow.slope(t, y)
    vdot = slope.ydot[flow.nq : flow.nq + flow.nv]
    lam = np.zeros(0) if slope.lam is None else slope.lam
    moving = flow_reply(flow, x, vdot, lam, flow.efforts(x)[1])
    scene = TreeScene(x.velocities, x.time)
    reactions = _reactions(x.with_bearing_loads(slope.bearing), moving)
    pairs = zip(x.bearings, reactions, strict=True)
    return as_vector([load_of(b.parts(scene), R) for b, R in pairs if b.lagged])


def flow_reply(flow: Flow, x: Inputs, vdot: Array, lam: Array, tau_cut: Array) -> Reply:
    """Return accelerations with the multipliers of all rows; drives of cut joints add to efforts.

    lam: multipliers of the rows in use.
    """
    if not flow.closes:
        return tree_reply(vdot)
    rows = x.tree.n_rows
    every = flow.all_multipliers(lam, rows + len(flow.driven))
    starts = [at.start for at in cut_slices(x.positions)]
    for k, d in enumerate(flow.driven):
        if d.cut is not None:
            tau_cut = _with_entry(tau_cut, starts[d.cut[0]] + d.cut[1], every[rows + k])
    return Reply(vdot, every[:rows], tau_cut)


def _with_entry(values: Array, k: int, more: Scalar) -> Array:
    listed = list(values)
    listed[k] = listed[k] + more
    return as_vector(listed)
