"""Reactions in all joints of a mechanism at one state, and which of them are unique.

One state is a row of one: `rows.loads` finds loads, self-stresses and labels of any number of
states. Where redundant rows of the loops leave a component open, the value of smallest norm over
all joints is shown, sum |f|^2 + |n|^2 / L^2 at the joints' own points, which does not depend on
the cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.system import requests
from sarrus.system.channels.loads import Form, joint_load
from sarrus.system.given import numbers
from sarrus.system.quantities import equations
from sarrus.system.results import Named, Wrench
from sarrus.system.rows.chunk import Chunk
from sarrus.system.rows.loads import joint_labels
from sarrus.system.rows.motion import Motion
from sarrus.system.rows.solution import of_motions

if TYPE_CHECKING:
    from sarrus.system.system import System


def joint_reactions(
    system: System,
    moving: Motion,
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
    point = None if at is None else tuple(numbers("at", at, 3).ravel().tolist())
    form = Form(part, on, axes, point)
    last = system.compiled.last_at(system.compiled.last_inputs(**given), moving.state)
    row = row_of(moving, last)
    return Named("joint", {name: _wrench(row, name, form) for name in names})


def row_of(moving: Motion, last: tuple[np.ndarray, ...] = ()) -> Chunk:
    """Return a motion as a row of one; last: inputs of its kernels, the usual ones if empty."""
    state = moving.state
    system = state.system
    given = dict(system.compiled.compiler.given)
    if last:
        given = dict(zip(given, last, strict=True))
    return Chunk(
        system,
        0,
        np.array(given["t"], dtype=float).reshape(1),
        state.q[None, :],
        state.v[None, :],
        given,
        lambda chunk: of_motions(system, [moving]),
    )


def _wrench(row: Chunk, joint: str, form: Form) -> Wrench:
    """Return the load of a joint in the form asked for, with its labels."""
    force, moment, point = joint_load(row, joint, form)
    of_force, of_moment = joint_labels(row, joint, form)
    because = tuple(sorted(of_force.because | of_moment.because))
    flags = of_force.unique, of_moment.unique
    return Wrench(force[0], moment[0], point[0], form.on, form.axes, *flags, because)


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
