"""All assemblies of a mechanism, with a proof of their count where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.solutions import MOST_PATHS, TooManyPathsError
from sarrus.spatial import Transform
from sarrus.system.one_state.assembling import (
    AssemblyError,
    Wanted,
    assemble,
    assemblies,
    guess_with_values,
    is_same_assembly,
)
from sarrus.system.one_state.loop_polynomials import loop_solutions
from sarrus.system.one_state.rigid_groups import (
    Groups,
    NotPolynomialError,
    OutOfReachError,
    body_poses,
    rigid_groups,
)
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True)
class AssemblyProof:
    """What is known of the number of assemblies.

    count: real ones; complex_count: all solutions of the loops, real or not; bound: paths of the
    start system, of which there cannot be more; proven: whether every path was tracked and every
    end certified, so that there are no others; reason: why, or why not; idle: groups of bodies that
    turn without effect, or stand in two ways that differ by half a turn of a universal joint: of
    each of these the position nearest to the drawing is listed.
    """

    count: int
    complex_count: int
    bound: int
    proven: bool
    reason: str
    idle: tuple[str, ...] = ()

    def __repr__(self) -> str:
        word = "proven" if self.proven else "searched"
        bound = f" of at most {self.bound}" if self.bound else ""
        return f"<AssemblyProof: {self.count}{bound}, {word}: {self.reason}>"


class Assemblies(list[State]):
    """States of all assemblies found, nearest to the drawing first; `proof` says what is known."""

    proof: AssemblyProof

    def __init__(self, states: list[State], proof: AssemblyProof) -> None:
        super().__init__(states)
        self.proof = proof


def searched_assemblies(
    system: System, target: Wanted, tries: int, keywords: Mapping[str, Any], reason: str = ""
) -> Assemblies:
    """Return the assemblies that a search from many starts finds."""
    found = assemblies(system, target, tries, keywords)
    why = reason or "`proof` finds all of them"
    text = f"{tries} starts, without proof: {why}"
    return Assemblies(found, AssemblyProof(len(found), 0, 0, False, text))


def all_assemblies(
    system: System,
    target: Wanted,
    tries: int,
    keywords: Mapping[str, Any],
    most_paths: int = MOST_PATHS,
) -> Assemblies:
    """Return all assemblies at the wanted coordinates, from all solutions of the loops.

    Where the loops cannot be written as polynomials with a bound that is affordable, those that a
    search finds.
    """
    if keywords.get("parameters"):
        return searched_assemblies(
            system, target, tries, keywords, "numbers of the model are given for the call"
        )
    last = system.compiled.last_inputs(**keywords)
    try:
        groups = rigid_groups(system, target.values)
        drawn = _drawn_groups(system, groups, target)
        size = system.compiled.loops.length
        found, poses = loop_solutions(groups, drawn, size, most_paths)
    except NotPolynomialError as error:
        return searched_assemblies(system, target, tries, keywords, str(error))
    except TooManyPathsError as error:
        return searched_assemblies(system, target, tries, keywords, str(error))
    drawing = {name: motion_pose(pose) for name, pose in system.poses(system.drawing()).items()}
    states: list[State] = []
    missed = beyond = 0
    for of_groups in poses:
        try:
            q = _coordinates(system, body_poses(groups, of_groups, drawing))
        except OutOfReachError:
            beyond += 1
            continue
        try:
            state = assemble(system, target, Wanted({}, {}), q, 0.0, 1, last, strict=True)
        except AssemblyError:
            missed += 1
            continue
        if not any(is_same_assembly(system, state, other, keywords) for other in states):
            states.append(state)
    other = _missing(system, target, last, states, groups)
    start = system.drawing()
    scale = system.compiled.loops.column_scale
    states.sort(key=lambda s: float(np.linalg.norm(system.difference(s.q, start) / scale)))
    reason, sure = found.reason, found.proven
    if missed:
        sure, reason = False, f"{missed} real solutions are no assemblies within the tolerance"
    elif other is not None:
        states.append(other)
        sure, reason = False, "a search from the drawing finds one that is not among these"
    elif found.proven and len(states) + beyond < int(found.is_real.sum()):
        sure, reason = False, "two solutions lead to the same assembly"
    idle = tuple(_names(groups, removed.group) for removed in groups.removed
                 if len(removed.links) == 2)  # fmt: skip
    proof = AssemblyProof(len(states), found.count, found.bound, sure, reason, idle)
    return Assemblies(states, proof)


def _missing(
    system: System,
    target: Wanted,
    last: tuple[np.ndarray, ...],
    states: list[State],
    groups: Groups,
) -> State | None:
    """Return the assembly nearest to the drawing if it is not among those found.

    That would be a contradiction between two ways to the same answer. Bodies that turn idly, or by
    half a turn of a universal joint, are not compared.
    """
    rest = Wanted({}, {})
    try:
        q = guess_with_values(system, None, target, last)
        near = assemble(system, target, rest, q, 0.0, 1, last, strict=True)
    except AssemblyError:
        return None
    compared = [name for name, (group, _) in groups.place.items() if group in groups.members]
    here, size = system.poses(near.q), 1e-5 * system.compiled.loops.length
    for state in states:
        there = system.poses(state.q)
        if all(
            np.allclose(here[name].rotation, there[name].rotation, atol=1e-5)
            and np.allclose(here[name].position, there[name].position, atol=size)
            for name in compared
            if name in here
        ):
            return None
    return near


def motion_pose(motion: Any) -> Transform:
    """Return the pose of a body's motion as a transform."""
    return Transform.of(np.asarray(motion.rotation), np.asarray(motion.position))


def _names(groups: Groups, group: int) -> str:
    return ", ".join(body for body, (own, _) in groups.place.items() if own == group)


def _drawn_groups(system: System, groups: Groups, target: Wanted) -> dict[int, Transform]:
    """Return the poses of the groups in the drawing: those of their first bodies."""
    poses = system.poses(system.drawing())
    found: dict[int, Transform] = {0: Transform.identity()}
    for body, (group, X_GB) in groups.place.items():
        if group not in found:
            found[group] = motion_pose(poses[body]) @ X_GB.inverse
    return found


def _coordinates(system: System, poses: Mapping[str, Transform]) -> np.ndarray:
    """Return the coordinates of the tree at poses of all bodies."""
    layout, q = system.compiled.layout, system.drawing()
    for branch in system.topology.branches:
        X_F = poses[branch.inboard] @ branch.on_inboard.transform
        X_M = poses[branch.outboard] @ branch.on_outboard.transform
        q[layout.q_slice[branch.joint.name]] = branch.type.coordinates_of(X_F.inverse @ X_M)
    return layout.with_unit_quaternions(q)
