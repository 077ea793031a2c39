"""From finite elements to modes: the reduction of Craig and Bampton to interface frames.

The shapes are those of static deflection, by a unit shift or turn of each interface with the
others held, and the lowest natural modes with all interfaces held (Craig and Bampton, Coupling of
substructures for dynamic analyses, AIAA Journal 6, 1968). The reference frame is an interface,
which then has no shapes of its own, or floats with the mean motion, where rigid motions are left
out of the free modes. In either case the sum is brought to normal modes, of which the lowest may be
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.fem.second_order import second_moments, second_shapes
from sarrus.fem.structure import FREEDOMS, Structure, lowest_modes, rigid_motions
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_moments import moments_of_points
from sarrus.model.mode_set import Interface, ModeSet, Outline, modes_of_moments
from sarrus.spatial.arrays import Array

NOISE = 1e-9
"""Part of a shape that is rounding."""
RIGID = 1e-8
"""Part of the highest eigenvalue of a reduction below which a free mode is a rigid motion."""


Nodes = int | Sequence[int]
"""The node of an interface, or several that move with it as one rigid piece."""


class Discrete(Protocol):
    """A model of nodes with six freedoms each, of which some may have no stiffness."""

    @property
    def positions(self) -> Array:
        """Places of the nodes, N x 3 [m]."""

    @property
    def stiffness(self) -> Any:
        """The stiffness matrix, 6 N square, sparse."""

    @property
    def mass_matrix(self) -> Any:
        """The mass matrix, 6 N square, sparse."""

    @property
    def active(self) -> Array:
        """Places of freedoms that have stiffness."""


@dataclass(frozen=True, eq=False)
class Basis:
    """Shapes of a model: all freedoms by the coordinates, 6 N x n; frames: 6 x n by interface."""

    shapes: Array
    frames: dict[str, Array]

    def times(self, V: Array) -> Basis:
        """Return the shapes of other coordinates, by which these are V times them."""
        return Basis(self.shapes @ V, {name: frame @ V for name, frame in self.frames.items()})


@dataclass(frozen=True, eq=False)
class Reduction:
    """Normal modes of a model whose largest shift is 1, with diagonal stiffness [N/m]."""

    basis: Basis
    stiffness: Array
    origin: Array
    places: dict[str, Array]
    nodes: dict[str, tuple[int, ...]]

    @property
    def interfaces(self) -> dict[str, Interface]:
        """The interface frames, with places from the origin of the reference frame."""
        return {
            name: Interface(self.places[name] - self.origin, np.eye(3), frame)
            for name, frame in self.basis.frames.items()
        }


def craig_bampton(
    structure: Structure,
    interfaces: Mapping[str, Nodes],
    *,
    modes: int,
    reference: str | None = None,
    keep: int | None = None,
    stresses: Mapping[str, int] | None = None,
    second_order: bool = False,
) -> ModeSet:
    """Return the mode set of a structure, with frames at nodes.

    interfaces: names with the numbers of nodes, or of several that are one rigid piece; modes: with
    the interfaces held, beside their static deflections; reference: the interface on which
    deformations are measured, at the origin of the reference frame; None: all are free, and the
    frame follows the mean motion. keep: how many of the lowest normal modes are kept, all without
    it. stresses: names of places with numbers of nodes, of whose elements the largest stress there
    is asked for. second_order: whether beams and plates shorten as they bend, so that loads along
    them, as of fast rotation, make them stiffer or let them buckle.
    """

    def largest(shapes: Array) -> Array:
        found: Array = np.max(np.abs(outline(structure, shapes, np.zeros(3)).shapes), axis=(0, 1))
        return found

    found = reduction(structure, interfaces, largest, modes, reference, keep)
    shapes, frames, moments = found.basis.shapes, found.interfaces, None
    if second_order:
        theta, of_frames = second_shapes(structure, shapes, found.nodes, reference)
        moments = second_moments(structure, shapes, theta, found.origin)
        frames = {name: replace(at, second=of_frames[name]) for name, at in frames.items()}
    return modes_of_moments(
        structure_moments(structure, shapes, found.origin),
        found.stiffness,
        frames,
        {name: stress_row(structure, node, shapes) for name, node in (stresses or {}).items()},
        outline(structure, shapes, found.origin),
        moments,
    )


def reduction(
    model: Discrete,
    interfaces: Mapping[str, Nodes],
    largest: Callable[[Array], Array],
    modes: int,
    reference: str | None,
    keep: int | None,
) -> Reduction:
    """Return normal modes of a model; largest: of shapes, the greatest shift by each."""
    nodes = _interface_nodes(model, interfaces, reference, modes)
    basis = _basis(model, nodes, modes, reference)
    K, M, T = model.stiffness, model.mass_matrix, basis.shapes
    values, V = normal_modes(T.T @ (K @ T), T.T @ (M @ T), free=reference is None)
    values, V = values[:keep], V[:, :keep]
    sizes = largest(T @ V)
    basis = basis.times(V / sizes)
    basis = Basis(
        _without_noise(basis.shapes),
        {name: _without_noise(frame) for name, frame in basis.frames.items()},
    )
    places = {name: np.mean(model.positions[list(at)], axis=0) for name, at in nodes.items()}
    origin = np.zeros(3) if reference is None else places[reference]
    return Reduction(basis, np.diag(values / sizes**2), origin, places, nodes)


def _interface_nodes(
    model: Discrete, interfaces: Mapping[str, Nodes], reference: str | None, modes: int
) -> dict[str, tuple[int, ...]]:
    """Return the nodes of each interface; refuses what is none."""
    if not interfaces:
        rule = "has no interface frames, so that nothing can be attached to the body"
        action = "name the nodes to which joints go: {'tip': 12}"
        raise ModelError(Problem("S91", "reduction / interfaces", rule, action=action))
    count = len(model.positions)
    found: dict[str, tuple[int, ...]] = {}
    for name, raw in interfaces.items():
        nodes = tuple(raw) if isinstance(raw, (tuple, list, np.ndarray)) else (raw,)
        for node in nodes:
            if not isinstance(node, (int, np.integer)) or not 0 <= node < count:
                rule = f"is not the number of a node, from 0 to {count - 1}"
                place = f"reduction / interface '{name}'"
                raise ModelError(Problem("S91", place, rule, repr(node)))
        taken = {node for others in found.values() for node in others} & {*nodes}
        if taken or not nodes:
            rule = "has no nodes of its own"
            raise ModelError(Problem("S91", f"reduction / interface '{name}'", rule, repr(raw)))
        found[name] = tuple(int(node) for node in nodes)
    if reference is not None and reference not in interfaces:
        rule = f"is not one of the interfaces {', '.join(interfaces)}"
        raise ModelError(Problem("S91", "reduction / reference", rule, repr(reference)))
    if modes < 0:
        raise ModelError(Problem("S94", "reduction / modes", "is below 0", str(modes)))
    return found


def _basis(
    model: Discrete, interfaces: Mapping[str, tuple[int, ...]], modes: int, reference: str | None
) -> Basis:
    """Return static shapes of the interfaces and modes with all held."""
    from scipy.sparse.linalg import splu

    K, M, size = model.stiffness, model.mass_matrix, FREEDOMS * len(model.positions)
    is_active = np.zeros(size, dtype=bool)
    is_active[model.active] = True
    held = np.zeros(size, dtype=bool)
    columns: list[tuple[str, int, Array]] = []
    for name, nodes in interfaces.items():
        moved = rigid_motions(model.positions, nodes) * is_active[:, None]
        held[[FREEDOMS * node + k for node in nodes for k in range(FREEDOMS)]] = True
        if name != reference:
            columns += [(name, k, moved[:, k]) for k in range(FREEDOMS) if np.any(moved[:, k])]
    inner = np.flatnonzero(is_active & ~held)
    T = np.array([column for _, _, column in columns]).reshape(-1, size).T.copy()
    if len(inner) and len(columns):
        T[inner] = splu(K[inner][:, inner].tocsc()).solve(-(K @ T)[inner])
    count = min(modes, len(inner))
    fixed = np.zeros((size, count))
    if count:
        fixed[inner] = lowest_modes(K, M, inner, count)[1]
    frames = {name: np.zeros((FREEDOMS, len(columns) + count)) for name in interfaces}
    for i, (name, k, _) in enumerate(columns):
        frames[name][k, i] = 1.0
    return Basis(np.concatenate([T, fixed], axis=1), frames)


def normal_modes(K: Array, M: Array, *, free: bool) -> tuple[Array, Array]:
    """Return eigenvalues and normal modes of reduced matrices; free: without rigid motions."""
    from scipy.linalg import eigh

    scale = 1.0 / np.sqrt(np.diag(M))
    values, V = eigh(
        0.5 * (K + K.T) * np.outer(scale, scale), 0.5 * (M + M.T) * np.outer(scale, scale)
    )
    first = 0
    if free:  # rigid motions are zero up to rounding; elastic ones are far above
        first = int(np.sum(values <= RIGID * values[-1]))
    return values[first:], (V * scale[:, None])[:, first:]


def _without_noise(shapes: Array) -> Array:
    """Return shapes without what is small beside the largest shift, and turn, of each."""
    parts = shapes.reshape(-1, FREEDOMS, shapes.shape[1]).copy()
    for kind in (parts[:, :3], parts[:, 3:]):
        kind[np.abs(kind) < NOISE * np.max(np.abs(kind), axis=(0, 1))] = 0.0
    # turns alone, as of twist, have shifts that are noise beside those of the surface
    shifts = parts[:, :3]
    shifts[np.abs(shifts) < NOISE] = 0.0
    return parts.reshape(shapes.shape)


def structure_moments(structure: Structure, shapes: Array, origin: Array) -> Array:
    """Return the second moments of all point masses of a structure, about an origin."""
    n = shapes.shape[1]
    G = np.zeros((4 + 3 * n, 4 + 3 * n))
    for element in structure.elements:
        moved = element.interpolation @ shapes[element.freedoms]
        G += moments_of_points(element.masses, element.places - origin, moved)
    return G


def stress_row(structure: Structure, node: int, shapes: Array) -> Array:
    """Return the stress [Pa/m] at the spot beside a node where its sum of squares is most."""
    rows = [
        row @ shapes[element.freedoms]
        for element in structure.elements
        if node in element.nodes
        for row in _spots_beside(element, structure.positions[node])
    ]
    return max(rows, key=lambda row: float(row @ row))


def _spots_beside(element: Any, at: Array) -> Array:
    gaps = np.linalg.norm(element.spots - at, axis=1)
    return np.asarray(element.stresses[gaps <= np.min(gaps) * (1.0 + 1e-6) + 1e-12])


def outline(structure: Structure, shapes: Array, origin: Array) -> Outline:
    """Return the surface of all elements, with its shifts and stresses."""
    places, moved, stresses, triangles, count = [], [], [], [], 0
    for element in structure.elements:
        own = shapes[element.freedoms]
        places.append(element.spots - origin)
        moved.append(element.spot_shapes @ own)
        stresses.append(element.stresses @ own)
        triangles.append(element.triangles + count)
        count += len(element.spots)
    return Outline(*(np.concatenate(x) for x in (places, moved, stresses, triangles)))
