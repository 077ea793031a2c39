"""Reactions in all joints of a mechanism at one state, and which of them are unique.

One state is a row of one: `rows.loads` finds loads, self-stresses and labels of any number of
states. Where redundant rows of the loops leave a component open, the value of smallest norm over
all joints is shown, sum |f|^2 + |n|^2 / L^2 at the joints' own points, which does not depend on
the cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.dynamics.formulations import RECURSIVE, STATE_VECTOR
from sarrus.errors import ModelError
from sarrus.system.channels.loads import Form, force_and_moment, form_of, seen_from
from sarrus.system.checks import check_choice, neither_state_nor_motion
from sarrus.system.names import chosen_joints, chosen_names
from sarrus.system.quantities import equations
from sarrus.system.results import Named, Wrench
from sarrus.system.rows.chunk import Chunk
from sarrus.system.rows.loads import Uniqueness, uniqueness_of_joints
from sarrus.system.rows.motion import Motion
from sarrus.system.rows.self_stress import all_stresses
from sarrus.system.rows.solution import Solution, nothing, of_motions
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System


AUTO = "auto"


@with_checks
def wrenches(
    system: System,
    part: str,
    first: Any,
    v: Any,
    vdot: Any,
    joints: Sequence[str] | None = None,
    on: str = "child",
    axes: str = "joint",
    at: Any = None,
    formulation: str = AUTO,
    **keywords: Any,
) -> Named[Wrench]:
    """Return what `System.wrenches` or `System.reactions` is asked for; first: q, or a state."""
    if isinstance(first, (State, Motion)):
        last = {
            key: keywords.pop(key) for key in ("t", "parameters", "base", "z") if key in keywords
        }
        moving = (
            first if isinstance(first, Motion) else system.accelerations(first, **keywords, **last)
        )
        form = {"part": part, "on": on, "axes": axes, "at": at, "formulation": formulation}
        return joint_reactions(system, moving, joints, **form, **last)
    if v is None or vdot is None:
        raise ModelError(neither_state_nor_motion(part, first))
    names = chosen_joints(system.compiled.layout, joints)
    motion = (first, v, vdot)
    return tree_wrenches(system, part, motion, names, on, axes, at, keywords, formulation)


def joint_reactions(
    system: System,
    moving: Motion,
    joints: Sequence[str] | None = None,
    *,
    part: str = "reaction",
    on: str = "child",
    axes: str = "joint",
    at: Any = None,
    formulation: str = AUTO,
    **keywords: Any,
) -> Named[Wrench]:
    """Return reactions (or whole wrenches) of tree and cut joints, labelled unique or not.

    Chosen joints alone are computed where all loads are unique; where self-stresses are shared
    among the joints, all of them are.
    """
    form = form_of(system, part, on, axes, at)
    how = formulation_of(formulation)
    names = chosen_names("joint", joints, system.compiled.loops.joints)
    last = system.compiled.last_at(system.compiled.last_inputs(**keywords), moving.state)
    row = _row_of(moving, last)
    row.formulation = how
    if len(names) < len(system.compiled.loops.joints) and not row.once(all_stresses):
        return Named("joint", dict(_loads_of_joints(row, names, form, how)), how)
    if len(names) == 1:
        return Named("joint", {names[0]: wrenches_of(row, names[0], form)[0]}, how)
    return Named(
        "joint", {name: w[0] for name, w in all_wrenches(row, form).items() if name in names}, how
    )


def formulation_of(asked: str) -> str:
    """Return the formulation by which loads of joints in a given motion are found.

    Where accelerations are given, none of the terms of (30) are there already: the recursion over
    the links beyond the chosen joints needs the fewest operations, whichever they are.
    """
    check_choice("formulation", asked, (AUTO, STATE_VECTOR, RECURSIVE))
    return RECURSIVE if asked == AUTO else asked


def _loads_of_joints(
    row: Chunk, names: tuple[str, ...], form: Form, formulation: str
) -> Iterator[tuple[str, Wrench]]:
    """Go through the loads of some joints in the form asked for; all of them are unique."""
    loops = row.system.compiled.loops
    kernel = loops.chosen_load_kernel(names, form.part, formulation)
    loads = row.outputs(kernel)["loads"]
    for k, name in enumerate(names):
        point, turn, sign = seen_from(row, loops.joints.index(name), form)
        force, moment = force_and_moment(sign * loads[:, k], point, turn)
        yield name, Wrench(force[0], moment[0], point[0], form.on, form.axes)


def row_of_state(system: System, state: State) -> Chunk:
    """Return a state with its accelerations as a row of one."""
    return _row_of(system.accelerations(state), ())


def _row_of(moving: Motion, last: tuple[np.ndarray, ...]) -> Chunk:
    """Return a motion as a row of one; last: inputs of its kernels, the usual ones if empty."""
    state = moving.state
    values = _named_inputs(state.system, last)
    return Chunk(
        state.system,
        0,
        np.array(values["t"], dtype=float).reshape(1),
        state.q[None, :],
        state.v[None, :],
        values,
        lambda chunk: of_motions(chunk.system, [moving]),
    )


def _named_inputs(system: System, last: tuple[np.ndarray, ...]) -> dict[str, np.ndarray]:
    """Return the last inputs of kernels by name, the usual ones where `last` is empty."""
    usual = system.compiled.compiler.defaults
    return dict(zip(usual, last, strict=True)) if last else dict(usual)


def wrenches_of(rows: Chunk, joint: str, form: Form) -> list[Wrench]:
    """Return the load of a joint at every state in the form asked for, with its labels."""
    j = rows.system.compiled.loops.joints.index(joint)
    return _wrenches(rows, slice(j, j + 1), form)[0]


def all_wrenches(rows: Chunk, form: Form) -> dict[str, list[Wrench]]:
    """Return the loads of all joints at every state, computed together."""
    joints = rows.system.compiled.loops.joints
    return dict(zip(joints, _wrenches(rows, slice(None), form), strict=True))


def _wrenches(rows: Chunk, which: slice, form: Form) -> list[list[Wrench]]:
    """Return the loads of joints that stand in a row, a list over the states for each."""
    point, turn, sign = seen_from(rows, which, form)
    load = getattr(rows.joint_loads, form.part)[:, which]
    force, moment = force_and_moment(sign * load, point, turn)
    found = uniqueness_of_joints(rows, which, form)
    # flat lists: going through rows of rows of an array takes longer than all of its numbers
    vectors = (list(np.swapaxes(x, 0, 1).reshape(-1, 3)) for x in (force, moment, point))
    unique = found.unique.reshape(-1, 2, 3).tolist()
    every = [
        Wrench(f, n, p, form.on, form.axes, tuple(here[0]), tuple(here[1]), why)
        for f, n, p, here, why in zip(*vectors, unique, _reasons(found), strict=True)
    ]
    return [every[j * len(rows) : (j + 1) * len(rows)] for j in range(point.shape[1])]


def _reasons(found: Uniqueness) -> list[tuple[str, ...]]:
    """Return the owners of rows that are the reason, of every state of every joint.

    Joints of the same loops have the same: names are looked up once for each set of owners.
    """
    _, joints, states, owners = found.blamed.shape
    blamed = (found.blamed[0] | found.blamed[1]).reshape(joints * states, owners)
    sets = [row.tobytes() for row in blamed]
    reasons = {}
    for those, row in dict(zip(sets, blamed, strict=True)).items():
        reasons[those] = tuple(sorted(found.owners[k] for k in np.flatnonzero(row).tolist()))
    return [reasons[those] for those in sets]


def tree_wrenches(
    system: System,
    part: str,
    motion: tuple[Any, Any, Any],
    names: tuple[str, ...],
    on: str,
    axes: str,
    at: Any,
    keywords: Mapping[str, Any],
    formulation: str = AUTO,
) -> Named[Wrench]:
    """Return the loads of chosen joints of a tree in a motion (q, v, vdot).

    One kernel computes those joints alone. Rows of motions have arrays with a row for each; for
    points and axes that move, the kernel yields loads at the world's origin, in its axes.
    """
    form = form_of(system, part, on, axes, at)
    how = formulation_of(formulation)
    if form.moves:
        return _loads_in_moving_axes(system, form, motion, names, keywords, how)
    compiled = system.compiled
    places = [compiled.compiler.tree.joint_index[name] for name in names]
    key = f"{part} {places} {on} {axes} {at is None}"
    key = key if how == RECURSIVE else f"{key} {how}"
    call = compiled.calls.get(key)
    if call is None:
        compiled.refuse_loops("wrenches")
        equation = partial(
            equations.wrenches, joints=names, on=on, axes=axes, at=at is not None, part=part,
            formulation=how,
        )  # fmt: skip
        inputs = ("q", "v", "vdot") if at is None else ("q", "v", "vdot", "at")
        call = compiled.add_call(key, inputs, equation)
    point = () if form.at is None else (np.array(form.at),)
    force, moment, where = call(*motion, *point, *compiled.last_inputs(**keywords))
    found = {
        name: Wrench(force[..., i, :], moment[..., i, :], where[..., i, :], on, axes)
        for i, name in enumerate(names)
    }
    return Named("joint", found, how)


def _loads_in_moving_axes(
    system: System,
    form: Form,
    motion: tuple[Any, Any, Any],
    names: tuple[str, ...],
    keywords: Mapping[str, Any],
    how: str,
) -> Named[Wrench]:
    """Return the loads of chosen joints of a tree, at a point or in axes that move."""
    origin = np.zeros(3)
    loads = tree_wrenches(system, form.part, motion, names, form.on, "world", origin, keywords, how)
    q = np.atleast_2d(np.asarray(motion[0], dtype=float))
    one = np.ndim(motion[0]) < 2
    inputs = _named_inputs(system, system.compiled.last_inputs(**keywords))
    t = np.broadcast_to(np.asarray(inputs["t"], dtype=float), (len(q),))
    rows = Chunk(system, 0, t, q, np.zeros((len(q), system.nv)), inputs, _no_solution)
    found = {}
    for name, load in loads.items():
        point, turn, _ = seen_from(rows, system.compiled.loops.joints.index(name), form)
        both = np.atleast_2d(np.concatenate([load.force, load.moment], axis=-1))
        force, moment = force_and_moment(both, point, turn)
        here = 0 if one else slice(None)
        found[name] = Wrench(force[here], moment[here], point[here], form.on, form.axes)
    return Named("joint", found, how)


def _no_solution(chunk: Chunk) -> Solution:
    """Return nothing: points and axes depend on positions alone."""
    return nothing(chunk.system, len(chunk))
