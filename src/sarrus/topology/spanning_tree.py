"""The spanning tree of lightest paths, and the cut joints outside it (paper 1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from sarrus.errors import ModelError, Problem
from sarrus.model.body import GROUND
from sarrus.model.building.references import nearest
from sarrus.model.described import INERTIA
from sarrus.model.joint import Joint
from sarrus.model.joints.own_types import TYPES
from sarrus.model.model import Model
from sarrus.topology.exchange import exchanged_tree
from sarrus.topology.graph import lightest_paths, neighbors
from sarrus.topology.topology import Branch, Topology

CUT_ROTOR = "D40"
"""The inertia of a rotor on a joint that is cut."""


def analyze(
    model: Model, *, weights: Mapping[str, float] | None = None, cut: Sequence[str] = ()
) -> Topology:
    """Return the spanning tree and cut joints of a model.

    Every joint is as long as the weight of its type (revolute 1.5, translational 1.0,
    universal 2.1, cylindrical 2.0, spherical 3.0: paper 1, Table 1), and the tree consists of
    the lightest paths from ground. Ties go to the body, then the joint, declared first.

    Joints that force elements or couplers refer to, or that have limits, are cut last (design
    D6): one outside the tree changes places with the heaviest joint of its loop that carries
    nothing; see `exchanged_tree`. A distance is always cut.

    weights: other weights, by joint name or joint type name; a joint name comes first. A joint
    whose weight is given takes no part in the exchange. cut: joints that must be cut.
    """
    named = weights or {}
    problems = [*_unknown(model, named, cut), *_bad_weights(named)]
    if problems:
        raise ModelError(problems)
    lengths = tuple(
        float(named.get(joint.name, named.get(joint.type.type_name, joint.type.weight)))
        for joint in model.joints
    )
    reached = lightest_paths(neighbors(model, lengths, frozenset(cut)))
    if len(reached) < len(model.bodies):
        raise ModelError(_unreachable(model, reached, cut))
    values = {j.name for j in model.joints if j.name in named or j.type.type_name in named}
    tree = exchanged_tree(model, reached, lengths, values | set(cut))
    branches = _depth_first(model, tree)
    in_tree = {branch.joint.name for branch in branches}
    cuts = tuple(joint for joint in model.joints if joint.name not in in_tree)
    if problems := [_cut_rotor(joint) for joint in cuts if joint.armature]:
        raise ModelError(problems)
    return Topology(model, branches, cuts, lengths)


def _depth_first(model: Model, reached: Mapping[int, tuple[int, int]]) -> tuple[Branch, ...]:
    """Return the branches, each subtree before its next sibling, siblings as declared."""
    names = [GROUND, *(body.name for body in model.bodies)]
    starts: list[list[tuple[int, int]]] = [[] for _ in names]
    for node, (previous, number) in reached.items():
        starts[previous].append((number, node))
    branches: list[Branch] = []
    waiting = sorted(starts[0], reverse=True)
    while waiting:
        number, node = waiting.pop()
        joint = model.joints[number]
        branches.append(Branch(joint, reversed=joint.child != names[node]))
        waiting.extend(sorted(starts[node], reverse=True))
    return tuple(branches)


def _unknown(model: Model, weights: Mapping[str, float], cut: Sequence[str]) -> list[Problem]:
    joints = model.joint_index
    problems = [_no_such("cut", name, joints) for name in cut if name not in joints]
    known = [*joints, *TYPES]
    return problems + [_no_such("weights", name, known) for name in weights if name not in known]


def _no_such(option: str, name: str, known: Iterable[str]) -> Problem:
    return Problem(
        "M09",
        f"topology / {option}",
        "is not the name of a joint",
        value=f"{name!r}",
        action=nearest(str(name), known),
    )


def _bad_weights(weights: Mapping[str, float]) -> list[Problem]:
    return [
        Problem(
            "T02",
            f"topology / weights / {name!r}",
            "must be a positive, finite number",
            value=f"the weight {weight!r}",
        )
        for name, weight in weights.items()
        if not (isinstance(weight, (int, float)) and math.isfinite(weight) and weight > 0)
    ]


def _cut_rotor(joint: Joint) -> Problem:
    return Problem(
        CUT_ROTOR,
        f"joint '{joint.name}' / armature",
        "is of a joint that closes a loop: inertia of rotors is that of joints of the tree",
        f"{joint.armature:g} {INERTIA[joint.type.velocities[0].unit]}",
        cause="the joint was asked to be cut, or all joints of its loop carry something",
        action="let another joint of the loop be cut (cut=[...], or one without limits, forces and "
        "armature), or have the inertia on a wheel: `sarrus.model.armature.with_wheels`",
    )


def _unreachable(
    model: Model, reached: Mapping[int, tuple[int, int]], cut: Sequence[str]
) -> list[Problem]:
    held = [", ".join(repr(name) for name in cut)] if cut else []
    cause = f"the joints asked to be cut ({held[0]}) are its only ways to ground" if held else ""
    action = "cut fewer joints, or give the body a joint (a free one if nothing holds it)"
    return [
        Problem("T01", f"body {body.name!r}", "has no path of joints to ground", "", cause, action)
        for i, body in enumerate(model.bodies)
        if i + 1 not in reached
    ]
