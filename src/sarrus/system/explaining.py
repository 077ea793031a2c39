"""Why a joint is cut, redundant or not unique, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model import Joint
from sarrus.system.one_state.mobility import redundant_rows
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.state import State
from sarrus.topology import Loop
from sarrus.topology.exchange import carriers

if TYPE_CHECKING:
    from sarrus.system.system import System


def explanation(system: System, name: str, state: State, keywords: Mapping[str, Any]) -> str:
    """Return the text of `System.explain`."""
    redundancy = _redundancy(system, name, state, system.compiled.last_inputs(**keywords))
    labels = _labels(system, name, state, keywords)
    return "\n".join([_place(system, name), *redundancy, labels])


def _place(system: System, name: str) -> str:
    topology, joint = system.topology, system.model.joint(name)
    loops = [loop for loop in topology.loops if name in loop.joints]
    if name not in {cut.name for cut in topology.cuts}:
        where = f"joint '{name}' is in the tree"
        if not loops:
            return f"{where}, in no loop, so that its reactions are always unique."
        closed = ", ".join(f"'{loop.cut}'" for loop in loops)
        return f"{where}. The loops through it are closed by {closed}."
    loop = next(loop for loop in loops if loop.cut == name)
    return (
        f"joint '{name}' is cut: the loop {' - '.join(loop.joints)} needs one cut, and "
        f"{_reason(system, loop)}. {_closing_equations(joint)}"
    )


def _closing_equations(joint: Joint) -> str:
    """Return what the equations of a cut joint are."""
    kind = joint.type
    moving = [
        name for name, closes in zip(kind.row_names, kind.holonomic, strict=True) if not closes
    ]
    if not moving:
        return f"It closes the loop with {kind.n_rows} equations."
    return (
        f"It has {kind.n_rows} equations, of which {' and '.join(moving)} are of velocities alone: "
        "no positions follow from them."
    )


def _reason(system: System, loop: Loop) -> str:
    topology, name = system.topology, loop.cut
    if not system.model.joint(name).type.in_tree:
        return "this joint holds no body: it can only close loops"
    if name in system.compiled.chosen_cuts:
        return "it was chosen by name"
    weight = topology.weights[system.model.joint_index[name]]
    lighter = (
        "the paths from ground to both of its bodies are lighter without it "
        f"(its weight is {weight:g})"
    )
    kept = [joint for joint in loop.joints if joint in carriers(system.model) and joint != name]
    if not kept:
        return lighter
    listed = ", ".join(f"'{joint}'" for joint in kept)
    stay = f"{listed} with forces, couplers or limits on them stay in the tree"
    return f"{stay}; of the others, {lighter}"


def _redundancy(system: System, name: str, state: State, last: tuple[np.ndarray, ...]) -> list[str]:
    A = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(state.q, *last)[1])
    extra = redundant_rows(system.compiled.loops, A)
    if not extra:
        return ["No equation of the loops is redundant here."]
    mine = [row for row in extra if row.startswith(f"{name}.") or row == name]
    count = f"{len(extra)} of {system.compiled.loops.m} loop equations are redundant here"
    return [f"{count} ({', '.join(extra)}).", *_own(mine, name)]


def _own(mine: list[str], name: str) -> list[str]:
    if not mine:
        return []
    return [
        f"Of joint '{name}' these follow from the others: {', '.join(mine)}; what they forbid "
        "is forbidden already by the axes of the other joints."
    ]


def _labels(system: System, name: str, state: State, keywords: Mapping[str, Any]) -> str:
    moving = system.accelerations(state, **keywords)
    wrench = joint_reactions(system, moving, [name], **keywords)[name]
    parts = [
        f"{kind}_{axis}"
        for kind, flags in (("force", wrench.unique_force), ("moment", wrench.unique_moment))
        for axis, unique in zip("xyz", flags, strict=True)
        if not unique
    ]
    if not parts:
        return "All components of its reaction are unique (joint axes, at its own point)."
    loops = ", ".join(f"'{loop}'" for loop in wrench.because)
    return (
        f"Not unique in joint axes: {', '.join(parts)}. The redundant equations of {loops} allow "
        "self-stress that changes them without changing the motion; the values shown are the "
        f"smallest together, moments divided by {np.round(system.compiled.loops.length, 6):g} m."
    )
