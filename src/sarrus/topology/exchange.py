"""Joints that carry something on their coordinates are cut last (design D6)."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Collection, Sequence

from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.topology.graph import exact_weights, node_numbers

Paths = dict[int, tuple[int, int]]
"""{node: (previous node, joint number)}: the tree, as `lightest_paths` returns it."""


def carriers(model: Model) -> frozenset[str]:
    """Return the moving joints to which forces or couplers refer, with limits or with rotors."""
    by_forces = {name for force in model.forces for name in force.joints}
    by_couplers = {term.joint for coupler in model.couplers for term in coupler.terms}
    limited = {joint.name for joint in model.joints if _is_limited(joint)}
    moving = {joint.name for joint in model.joints if joint.type.nv and joint.type.in_tree}
    return frozenset((by_forces | by_couplers | limited) & moving)


def _is_limited(joint: Joint) -> bool:
    bounds = [bound for pair in joint.limits for bound in pair]
    sizes = (*bounds, *joint.speed_limits, *joint.effort_limits)
    return joint.armature > 0.0 or any(math.isfinite(x) for x in sizes)


def exchanged_tree(
    model: Model, tree: Paths, weights: Sequence[float], fixed: Collection[str] = ()
) -> Paths:
    """Return the tree after every cut carrier has changed places with a joint that carries nothing.

    That joint is the heaviest of the carrier's loop, of equally heavy ones the farthest from
    ground, then the last declared. Afterwards a carrier is cut only where carriers alone close
    a loop, or where it is `fixed`; a fixed joint stays where it is. Where no joint carries
    anything, or all do, the tree stays that of the lightest paths.
    """
    node, carry = node_numbers(model), carriers(model)
    stays = carry | set(fixed)
    in_tree = {number for _, number in tree.values()}
    for number, joint in enumerate(model.joints):
        if number in in_tree or joint.name not in carry or joint.name in fixed:
            continue
        loop = _loop(tree, node[joint.parent], node[joint.child])
        free = {k: there for k, there in loop.items() if model.joints[k].name not in stays}
        if free:
            exact = exact_weights(weights)
            far = {k: _distance(tree, exact, there) for k, there in free.items()}
            cut = max(free, key=lambda k: (weights[k], far[k], k))
            in_tree = in_tree - {cut} | {number}
            tree = _tree_from_ground(model, in_tree)
    return tree


def _loop(tree: Paths, a: int, b: int) -> dict[int, int]:
    """Return {joint number: outboard node} of the tree joints between two nodes."""
    ways = [_way(tree, end) for end in (a, b)]
    common = ways[0].keys() & ways[1].keys()
    return {k: node for way in ways for k, node in way.items() if k not in common}


def _way(tree: Paths, node: int) -> dict[int, int]:
    """Return {joint number: outboard node} from a node to ground."""
    way = {}
    while node in tree:
        previous, number = tree[node]
        way[number] = node
        node = previous
    return way


def _distance(tree: Paths, exact: Sequence[int], node: int) -> int:
    """Return the weight of the way to ground, exact as in `neighbors`."""
    return sum(exact[k] for k in _way(tree, node))


def _tree_from_ground(model: Model, joints: Collection[int]) -> Paths:
    """Return the tree of these joints, walked from ground."""
    node = node_numbers(model)
    edges: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number in joints:
        a, b = node[model.joints[number].parent], node[model.joints[number].child]
        edges[a].append((b, number))
        edges[b].append((a, number))
    tree: Paths = {}
    queue = deque([0])
    while queue:
        here = queue.popleft()
        for there, number in edges[here]:
            if there != 0 and there not in tree:
                tree[there] = (here, number)
                queue.append(there)
    return tree
