"""Points of products of projective spaces: blocks of homogeneous coordinates, each of length 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


class Blocks:
    """Homogeneous coordinates in blocks; a point is the same when a block is scaled."""

    def __init__(self, sizes: Sequence[int]) -> None:
        ends = np.cumsum(sizes)
        self.slices = tuple(
            slice(int(e) - int(s), int(e)) for s, e in zip(sizes, ends, strict=True)
        )
        self.owner = np.repeat(np.arange(len(sizes)), sizes)
        self.mask = self.owner[None] == np.arange(len(sizes))[:, None]

    def _spread(self, of_block: np.ndarray) -> np.ndarray:
        return of_block[:, self.owner]

    def unit_blocks(self, x: np.ndarray) -> np.ndarray:
        """Return points with every block scaled to length 1."""
        size = np.sqrt((x.real**2 + x.imag**2) @ self.mask.T)
        return np.asarray(x / self._spread(size))

    def patches(self, x: np.ndarray) -> np.ndarray:
        """Return the rows (points, blocks, n) that keep steps across every block of points."""
        return np.asarray(self.mask[None] * x.conj()[:, None, :])

    def points_in_charts(self, x: np.ndarray, base: np.ndarray) -> np.ndarray:
        """Return points with blocks whose components along those of others, of length 1, are 1."""
        return np.asarray(x / self._spread((base.conj() * x) @ self.mask.T))

    def with_phases_of(self, x: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Return points of length 1 with the phases of others."""
        phase = (x.conj() * other) @ self.mask.T
        return np.asarray(x * self._spread(phase / np.maximum(np.abs(phase), 1e-300)))

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the largest sine of the angles between blocks, (points of x, points of y)."""
        x, y = self.unit_blocks(x), self.unit_blocks(y)
        found = np.zeros((len(x), len(y)))
        for part in self.slices:
            a, b = x[:, part], y[:, part]
            for i, point in enumerate(a):  # |b - a (a^H b)|, which does not cancel
                along = b @ point.conj()
                away = np.linalg.norm(b - along[:, None] * point, axis=1)
                found[i] = np.maximum(found[i], away)
        return found
