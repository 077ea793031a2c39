"""Structures of finite elements: stiffness, mass, natural frequencies.

Nodes have six freedoms, shifts x, y, z and turns about x, y, z. The mass of an element is a sum of
point masses m at places p that move by the interpolation N of the element, M = sum of m N^T N; so
the mass matrix and all shape integrals of a reduction come from the same points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array

FREEDOMS = 6
DENSE = 1500
"""Freedoms up to which eigenvalues are found from full matrices."""
EMPTY = 1e-12
"""Part of the greatest stiffness on the diagonal below which a freedom has none."""


@dataclass(frozen=True, eq=False)
class SecondOrder:
    """How an element with k nodes moves to second order, in the axes of the structure.

    stretch: forces by each of its stretches, S x 6 k; slopes: what of the slopes across it makes
    these, S x 6 k x 6 k: of a beam the integral of v' v'^T + w' w'^T; of a plate w_x w_x^T, w_y
    w_y^T and w_x w_y^T + w_y w_x^T at points; turns: of its point masses by the freedoms, Q x 3 x 6
    k, and levers: the places of these from the axis or the middle, Q x 3 [m]; membrane: stiffness
    in its plane, 6 k square, that the stiffness of the structure leaves out, None where it has it.
    """

    stretch: Array
    slopes: Array
    turns: Array
    levers: Array
    membrane: Array | None = None


@dataclass(frozen=True, eq=False)
class Element:
    """One finite element in the axes of the structure.

    nodes: k numbers; stiffness: 6 k square; places: of its point masses at rest, Q x 3 [m]; masses:
    Q [kg]; interpolation: shifts of these points by the freedoms, Q x 3 x 6 k; stresses: rows of 6
    k numbers [Pa by shifts and turns], signed normal stresses at `spots`, Q' x 3; triangles: of its
    surface between these spots, T x 3; spot_shapes: their shifts, Q' x 3 x 6 k; second: how it
    moves to second order, None where that is not known.
    """

    nodes: tuple[int, ...]
    stiffness: Array
    places: Array
    masses: Array
    interpolation: Array
    spots: Array
    spot_shapes: Array
    stresses: Array
    triangles: Array
    second: SecondOrder | None = None

    @property
    def freedoms(self) -> Array:
        """Places of its freedoms among those of the structure."""
        return (FREEDOMS * np.array(self.nodes)[:, None] + np.arange(FREEDOMS)).ravel()

    @property
    def mass(self) -> Array:
        """The mass matrix, 6 k square."""
        found: Array = np.einsum(
            "q,qia,qib->ab", self.masses, self.interpolation, self.interpolation
        )
        return found


@dataclass(frozen=True, eq=False)
class Structure:
    """Nodes and finite elements. positions: N x 3 [m]."""

    positions: Array
    elements: tuple[Element, ...]

    @property
    def size(self) -> int:
        """The number of freedoms."""
        return FREEDOMS * len(self.positions)

    @cached_property
    def stiffness(self) -> Any:
        """The stiffness matrix, sparse."""
        return self._sum([element.stiffness for element in self.elements])

    @cached_property
    def mass_matrix(self) -> Any:
        """The mass matrix, sparse."""
        return self._sum([element.mass for element in self.elements])

    @property
    def mass(self) -> float:
        """The mass [kg]."""
        return float(sum(np.sum(element.masses) for element in self.elements))

    @cached_property
    def active(self) -> Array:
        """Places of freedoms that have stiffness; others, as in the plane of a plate, are rigid."""
        return stiff_freedoms(self.stiffness)

    @cached_property
    def membrane(self) -> Any:
        """The stiffness of plates in their planes, sparse; None without plates of second order."""
        found = [e.second.membrane if e.second is not None else None for e in self.elements]
        if all(part is None for part in found):
            return None
        zeros = [np.zeros_like(e.stiffness) for e in self.elements]
        return self._sum([z if m is None else m for m, z in zip(found, zeros, strict=True)])

    def node_near(self, point: Sequence[float]) -> int:
        """Return the number of the node nearest to a point."""
        gaps = np.linalg.norm(self.positions - np.asarray(point, dtype=float), axis=1)
        return int(np.argmin(gaps))

    def frequencies(self, count: int, held: Mapping[int, Iterable[int]] | None = None) -> Array:
        """Return the lowest natural frequencies [rad/s]; held: freedoms, 0 to 5, of nodes."""
        fixed = {FREEDOMS * node + k for node, which in (held or {}).items() for k in which}
        free = np.array([k for k in self.active if k not in fixed])
        values, _ = lowest_modes(self.stiffness, self.mass_matrix, free, count)
        return np.sqrt(np.maximum(values, 0.0))

    def _sum(self, matrices: Sequence[Array]) -> Any:
        from scipy.sparse import coo_array

        places = [element.freedoms for element in self.elements]
        rows = np.concatenate([np.repeat(p, len(p)) for p in places])
        columns = np.concatenate([np.tile(p, len(p)) for p in places])
        values = np.concatenate([np.ravel(matrix) for matrix in matrices])
        return coo_array((values, (rows, columns)), shape=(self.size, self.size)).tocsc()


def stiff_freedoms(stiffness: Any) -> Array:
    """Return places of freedoms that have stiffness."""
    diagonal = stiffness.diagonal().reshape(-1, FREEDOMS)
    shifts, turns = np.max(diagonal[:, :3]), np.max(diagonal[:, 3:])
    found: Array = np.flatnonzero((diagonal > EMPTY * np.array([shifts] * 3 + [turns] * 3)).ravel())
    return found


def lowest_modes(K: Any, M: Any, free: Array, count: int) -> tuple[Array, Array]:
    """Return the lowest eigenvalues and shapes of K - omega^2 M on some freedoms."""
    own_K, own_M = K[free][:, free], M[free][:, free]
    n = len(free)
    if n <= DENSE or count >= n - 1:
        from scipy.linalg import eigh

        last = min(count, n) - 1
        found: tuple[Array, Array] = eigh(
            own_K.toarray(), own_M.toarray(), subset_by_index=(0, last)
        )
        return found
    from scipy.sparse.linalg import eigsh

    # below zero, so that free bodies have no singular matrix; of the size of the lowest ones
    shift = -1e-6 * float(own_K.diagonal().max() / own_M.diagonal().max())
    values, V = eigsh(own_K.tocsc(), count, own_M.tocsc(), sigma=shift, which="LM")
    order = np.argsort(values)
    return values[order], V[:, order]


def union(*structures: Structure) -> Structure:
    """Return structures as one, whose nodes at the same places are the same."""
    positions: list[Array] = []
    elements: list[Element] = []
    size = max(float(np.ptp(s.positions)) for s in structures)
    for structure in structures:
        numbers = []
        for r in structure.positions:
            near = [k for k, p in enumerate(positions) if np.max(np.abs(p - r)) < 1e-9 * size]
            numbers.append(near[0] if near else len(positions))
            if not near:
                positions.append(r)
        elements += [
            Element(tuple(numbers[k] for k in e.nodes), *_contents(e)) for e in structure.elements
        ]
    return Structure(np.array(positions), tuple(elements))


def _contents(element: Element) -> tuple[Any, ...]:
    names = ("stiffness", "places", "masses", "interpolation", "spots", "spot_shapes")
    return tuple(getattr(element, name) for name in (*names, "stresses", "triangles", "second"))


def rigid_motions(positions: Array, nodes: Iterable[int], about: Array | None = None) -> Array:
    """Return the freedoms of nodes by shifts and turns of a frame, 6 N x 6; about: their middle."""
    chosen = list(nodes)
    found = np.zeros((len(positions), FREEDOMS, FREEDOMS))
    middle = np.mean(positions[chosen], axis=0) if about is None else about
    for node in chosen:
        found[node] = np.eye(FREEDOMS)
        found[node, :3, 3:] = np.cross(np.eye(3), positions[node] - middle).T
    return found.reshape(-1, FREEDOMS)
