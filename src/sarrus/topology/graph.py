"""The graph of a mechanism: nodes are ground (0) and the bodies (1, 2, ...), edges the joints."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.model import Model

Edge = tuple[int, int, int]
"""Neighbour, joint number, weight."""


def node_numbers(model: Model) -> dict[str, int]:
    """Return the node of ground and of every body, by name."""
    numbers = {body.name: i + 1 for i, body in enumerate(model.bodies)}
    return {GROUND: 0} | numbers


def neighbors(
    model: Model, weights: Sequence[float], without: Collection[str] = ()
) -> list[list[Edge]]:
    """Return, for every node, its edges; a distance, and the joints in `without`, give none.

    Weights become whole numbers by their decimal digits, so that equal lengths are equal:
    2.1 + 1.5 and 1.5 + 2.1 tie whatever else was added before.
    """
    node = node_numbers(model)
    edges: list[list[Edge]] = [[] for _ in node]
    for number, (joint, weight) in enumerate(
        zip(model.joints, exact_weights(weights), strict=True)
    ):
        if joint.name in without or not joint.type.in_tree:
            continue
        a, b = node[joint.parent], node[joint.child]
        edges[a].append((b, number, weight))
        edges[b].append((a, number, weight))
    return edges


def exact_weights(weights: Sequence[float]) -> list[int]:
    """Return the numbers that the decimal digits of weights stand for, times one power of ten."""
    found = []
    for weight in weights:
        mantissa, _, exponent = repr(float(weight)).partition("e")
        whole, _, part = mantissa.partition(".")
        found.append((int(whole + part), int(exponent or 0) - len(part)))
    least = min((power for _, power in found), default=0)
    return [digits * 10 ** (power - least) for digits, power in found]


def lightest_paths(edges: Sequence[Sequence[Edge]]) -> dict[int, tuple[int, int]]:
    """Return {node: (previous node, joint number)} of the lightest paths from node 0 (Dijkstra).

    Of equally light paths, the one by the lowest previous node, then by the lowest joint,
    wins. Nodes that cannot be reached, and node 0 itself, are left out. Weights are positive,
    so every candidate for a node is on the heap before the node is taken from it.
    """
    heap: list[tuple[int, int, int, int]] = [(0, -1, -1, 0)]
    found: dict[int, tuple[int, int]] = {}
    while heap:
        distance, previous, number, here = heapq.heappop(heap)
        if here in found:
            continue
        found[here] = (previous, number)
        for there, joint, weight in edges[here]:
            if there not in found:
                heapq.heappush(heap, (distance + weight, here, joint, there))
    del found[0]
    return found


def distance_matrix(model: Model, weights: Sequence[float]) -> np.ndarray:
    """Return D over ground and bodies: the weight of the lightest joint between two, or 0.

    Symmetric, of order 1 + number of bodies (paper 1, section 2). Joints that can only be cut,
    such as a distance, are no edges of the graph and leave no entry.
    """
    node = node_numbers(model)
    D = np.zeros((len(node), len(node)))
    for joint, weight in zip(model.joints, weights, strict=True):
        a, b = node[joint.parent], node[joint.child]
        if a != b and joint.type.in_tree:
            D[a, b] = D[b, a] = min(weight, D[a, b] or weight)
    return D
