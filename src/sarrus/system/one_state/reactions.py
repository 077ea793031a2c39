"""Reactions in all joints of a mechanism, and which of them are unique.

Loops with redundant rows can be under stress without any load: the left null space of the
constraint rows. A reaction component is unique if no such self-stress changes it, in the axes
and at the point asked for. Where it is not, the value of smallest norm over all joints is
shown, sum |f|^2 + |n|^2 / L^2 at the joints' own points, which does not depend on the cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.system import requests
from sarrus.system.given import numbers
from sarrus.system.one_state.motion import Motion
from sarrus.system.quantities import equations
from sarrus.system.results import Named, Wrench

if TYPE_CHECKING:
    from sarrus.system.system import System

UNIQUE = 1e-7


@dataclass(frozen=True, eq=False)
class JointLoads:
    """Wrenches and reactions of all joints about the world's origin, with their self-stresses.

    stress: the changes that each self-stress makes, k x joints x 6; owners: the loops of each.
    """

    motion: Motion
    wrench: np.ndarray
    reaction: np.ndarray
    wrench_stress: np.ndarray
    reaction_stress: np.ndarray
    owners: list[set[str]]


def joint_loads(motion: Motion, last: tuple[np.ndarray, ...] = ()) -> JointLoads:
    """Return the loads of all joints, of smallest norm where they are not unique."""
    state = motion.state
    loops = state.system.compiled.loops
    bearing = (motion.bearing,) if loops.bearings else ()
    wrench, reaction = loops.joint_loads(
        state.q, state.v, motion.vdot, motion.lam, motion.tau_cut, motion.ext, *bearing, *last
    )
    alone = loops.scaled(motion.A.A[: loops.m]).left_null_space
    own_wrench, own_reaction = _stresses(motion, alone, last)
    z = _smallest(motion, reaction, own_reaction, last)
    wrench = wrench + np.tensordot(z, own_wrench, axes=1)
    reaction = reaction + np.tensordot(z, own_reaction, axes=1)
    Z = motion.A.left_null_space
    wrench_stress, reaction_stress = _stresses(motion, Z, last)
    owners = [_owners(motion, Z[:, k]) for k in range(Z.shape[1])]
    return JointLoads(motion, wrench, reaction, wrench_stress, reaction_stress, owners)


def joint_reactions(
    system: System,
    moving: Motion | JointLoads,
    joints: Sequence[str] | None = None,
    *,
    part: str = "reaction",
    on: str = "child",
    axes: str = "joint",
    at: Any = None,
    **given: Any,
) -> Named[Wrench]:
    """Return reactions (or whole wrenches) of tree and cut joints, labelled unique or not."""
    requests.check_choice("part", part, ("wrench", "reaction"))
    requests.check_choice("on", on, ("child", "parent"))
    requests.check_choice("axes", axes, ("joint", "body", "world"))
    names = requests.chosen("joint", joints, system.compiled.loops.joints)
    last = system.compiled.last_inputs(**given)
    found = moving if isinstance(moving, JointLoads) else joint_loads(moving, last)
    point = None if at is None else numbers("at", at, 3).ravel()
    return named_wrenches(found, names, part, on, axes, point, last)


def tree_wrenches(
    system: System,
    part: str,
    motion: tuple[Any, Any, Any],
    names: tuple[str, ...],
    on: str,
    axes: str,
    at: np.ndarray | None,
    given: Mapping[str, Any],
) -> Named[Wrench]:
    """Return the loads of chosen joints of a tree in a motion (q, v, vdot), by one kernel."""
    compiled = system.compiled
    places = [compiled.compiler.tree.joint_index[name] for name in names]
    key = f"{part} {places} {on} {axes} {at is None}"
    call = compiled.calls.get(key)
    if call is None:
        compiled.refuse_loops("wrenches")
        equation = partial(
            equations.wrenches, joints=names, on=on, axes=axes, at=at is not None, part=part
        )
        inputs = ("q", "v", "vdot") if at is None else ("q", "v", "vdot", "at")
        call = compiled.add_call(key, inputs, equation)
    point = () if at is None else (at,)
    force, moment, where = call(*motion, *point, *compiled.last_inputs(**given))
    rows = enumerate(names)
    return Named("joint", {n: Wrench(force[i], moment[i], where[i], on, axes) for i, n in rows})


def _stresses(
    motion: Motion, Z: np.ndarray, last: tuple[np.ndarray, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Return what each column of Z (multipliers, then efforts of drives) does to all joints."""
    loops = motion.state.system.compiled.loops
    found = []
    for z in Z.T:
        tau_cut = np.zeros(loops.n_cut_v)
        for k, place in motion.driven_cuts:
            if k < len(z):
                tau_cut[place] += z[k]
        found.append(loops.self_stress(motion.state.q, z[: loops.m].copy(), tau_cut, *last))
    shape = (-1, len(loops.joints), 6)
    wrenches, reactions = [f[0] for f in found], [f[1] for f in found]
    return np.array(wrenches).reshape(shape), np.array(reactions).reshape(shape)


def _owners(motion: Motion, z: np.ndarray) -> set[str]:
    loops = motion.state.system.compiled.loops
    size = np.abs(z[: loops.m]) / loops.row_scale
    names = [loops.row_owner[k] for k in range(loops.m) if size[k] > 1e-7 * max(size.max(), 1e-300)]
    return set(names)


def _smallest(
    motion: Motion, reaction: np.ndarray, stress: np.ndarray, last: tuple[np.ndarray, ...]
) -> np.ndarray:
    """Return the amounts of the self-stresses that make the reactions smallest together."""
    if not len(stress):
        return np.zeros(0)
    loops = motion.state.system.compiled.loops
    at_M = loops.frames(motion.state.q, *last)[3]

    def flat(loads: np.ndarray) -> np.ndarray:
        moment = loads[:, 3:6] - np.cross(at_M, loads[:, 0:3])
        return np.concatenate([loads[:, 0:3].ravel(), moment.ravel() / loops.length])

    S = np.column_stack([flat(s) for s in stress])
    return np.linalg.lstsq(S, -flat(reaction), rcond=1e-10)[0]


def named_wrenches(
    loads: JointLoads,
    joints: Sequence[str],
    part: str,
    on: str,
    axes: str,
    at: np.ndarray | None,
    last: tuple[np.ndarray, ...] = (),
) -> Named[Wrench]:
    """Return the loads of the chosen joints in the form asked for, each with its labels."""
    loops = loads.motion.state.system.compiled.loops
    frames, bodies, at_F, at_M = loops.frames(loads.motion.state.q, *last)
    values = loads.wrench if part == "wrench" else loads.reaction
    stress = loads.wrench_stress if part == "wrench" else loads.reaction_stress
    sign, side = (1.0, 1) if on == "child" else (-1.0, 0)
    found = {}
    for name in joints:
        j = loops.joints.index(name)
        point = at if at is not None else (at_M if on == "child" else at_F)[j]
        turn = {"world": np.eye(3), "joint": frames[j, side], "body": bodies[j, side]}[axes]
        force, moment = _seen(sign * values[j], point, turn)
        changes = [_seen(sign * s[j], point, turn) for s in stress]
        sizes = [_size(s, loops.length, point) for s in stress]
        loose_f, loose_n, because = _labels(changes, sizes, loops.length, loads.owners)
        found[name] = Wrench(
            force, moment, point, on, axes, _flags(loose_f), _flags(loose_n), tuple(sorted(because))
        )
    return Named("joint", found)


def _flags(loose: np.ndarray) -> tuple[bool, ...]:
    return tuple(not bool(x) for x in loose)


def _seen(load: np.ndarray, point: np.ndarray, turn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    force = load[0:3]
    moment = load[3:6] - np.cross(point, force)
    return turn.T @ force, turn.T @ moment


def _size(stress: np.ndarray, length: float, point: np.ndarray) -> float:
    """Return how large a self-stress is anywhere, for telling its zeros."""
    moments = stress[:, 3:6] - np.cross(point, stress[:, 0:3])
    return float(max(np.max(np.abs(stress[:, 0:3])), np.max(np.abs(moments)) / length, 1e-300))


def _labels(
    changes: list[tuple[np.ndarray, np.ndarray]],
    sizes: list[float],
    length: float,
    owners: list[set[str]],
) -> tuple[np.ndarray, np.ndarray, set[str]]:
    loose_f, loose_n = np.zeros(3, dtype=bool), np.zeros(3, dtype=bool)
    because: set[str] = set()
    for (force, moment), size, owner in zip(changes, sizes, owners, strict=True):
        f, n = np.abs(force) > UNIQUE * size, np.abs(moment) / length > UNIQUE * size
        if np.any(f) or np.any(n):
            because |= owner
        loose_f, loose_n = loose_f | f, loose_n | n
    return loose_f, loose_n, because
