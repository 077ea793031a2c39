"""Base parameters: the combinations of numbers that motions and efforts can tell at all.

The columns of W depend on each other whatever the motion is: W_d = W_b K. Efforts then depend on

    beta = theta_b + K theta_d

alone (Gautier and Khalil 1990; Gautier 1991 by orthogonal triangularization). Columns are taken one
after the other, and one that the columns before it yield is merged into these, so that the numbers
of bodies near to ground keep their names and those of tips join them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.identification.parameters import INERTIA, Parameter
from sarrus.late_dataclass import dataclass

DEPENDS = 1e-8
"""Part of a column that is left beside those before it if it depends on them."""
ZERO = 1e-7
"""Factors of combinations below which there is none, relative to the sizes of the columns."""


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """beta = B theta: base (places in theta), K with beta = theta_b + K theta_d, merged (places d).

    unseen: places of parameters that are in no combination: no motion tells anything of them.
    """

    names: tuple[str, ...]
    base: tuple[int, ...]
    merged: tuple[int, ...]
    K: np.ndarray
    unseen: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.base)

    @property
    def B(self) -> np.ndarray:
        """The matrix of beta = B theta."""
        found = np.zeros((len(self.base), len(self.names)))
        found[np.arange(len(self.base)), self.base] = 1.0
        found[:, list(self.merged)] = self.K
        return found

    def combination(self, k: int) -> str:
        """Return a base parameter written out: "a.Jzz + b.Jzz + 0.25 b.mass"."""
        text = self.names[self.base[k]]
        for j, factor in enumerate(self.K[k]):
            if factor != 0.0:
                size = f"{abs(factor):.6g}"
                times = "" if size == "1" else f"{size} "
                text += f" {'-' if factor < 0.0 else '+'} {times}{self.names[self.merged[j]]}"
        return text

    @property
    def combinations(self) -> tuple[str, ...]:
        """All of them written out."""
        return tuple(self.combination(k) for k in range(self.count))

    @property
    def alone(self) -> tuple[bool, ...]:
        """Whether each base parameter is a number by itself."""
        return tuple(bool(not np.any(row)) for row in self.K)


def base_parameters(
    W: np.ndarray, names: Sequence[str], kinds: Sequence[Any], order: Sequence[Any]
) -> BaseParameters:
    """Return the base parameters of columns over any motions, rows x parameters.

    kinds: columns of one kind are compared in size; order: a key for each column, in whose order
    they are taken.
    """
    sizes = np.linalg.norm(W, axis=0)
    # what a unit of mass, first moment or inertia does differs by lengths of the mechanism: a
    # column is nothing where it is so beside the largest of its kind
    largest = {
        kind: max(s for s, k in zip(sizes, kinds, strict=True) if k == kind) for kind in kinds
    }
    there = [k for k in range(len(names)) if sizes[k] > 1e-10 * max(largest[kinds[k]], 1e-300)]
    scaled = W[:, there] / sizes[there]
    Q = np.zeros((W.shape[0], 0))
    base: list[int] = []
    merged: list[int] = []
    for k in sorted(range(len(there)), key=lambda k: order[there[k]]):
        column = scaled[:, k]
        rest = column - Q @ (Q.T @ column)
        rest -= Q @ (Q.T @ rest)
        if np.linalg.norm(rest) > DEPENDS:
            Q = np.column_stack([Q, rest / np.linalg.norm(rest)])
            base.append(k)
        else:
            merged.append(k)
    base.sort()
    merged.sort()
    K = np.zeros((len(base), len(merged)))
    if merged and base:
        K = np.linalg.lstsq(scaled[:, base], scaled[:, merged], rcond=None)[0]
        K[np.abs(K) < ZERO] = 0.0
        K = K * sizes[[there[k] for k in merged]] / sizes[[there[k] for k in base], None]
        # factors that are lengths and their squares come out to rounding: tiny ones are none
        K[np.abs(K) < 1e-9 * np.max(np.abs(K))] = 0.0
    places = tuple(there[k] for k in base), tuple(there[k] for k in merged)
    unseen = tuple(k for k in range(len(names)) if k not in there)
    return BaseParameters(tuple(names), *places, K, unseen)


def inertia_order(p: Parameter, axes: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """Return when a column is taken: bodies from ground outwards, numbers of joints last.

    Of a body, what turning about its joint shows comes first, then what the next joints show;
    mass, first moment along the axis and one transverse moment are what its parent may have as
    well (Khalil and Dombre 2002).
    """
    if p.owner not in axes or p.kind != INERTIA:
        return (len(axes) + 1, 0)
    depth, k = axes[p.owner]
    a, b = (k + 1) % 3, (k + 2) % 3
    own = [f"J{_pair(k, k)}", f"J{_pair(a, b)}", f"J{_pair(a, k)}", f"J{_pair(b, k)}"]
    own += [f"h{'xyz'[a]}", f"h{'xyz'[b]}", f"J{_pair(a, a)}", f"J{_pair(b, b)}"]
    own += [f"h{'xyz'[k]}", "mass"]
    return (depth, own.index(p.what))


def _pair(i: int, j: int) -> str:
    return "".join(sorted("xyz"[i] + "xyz"[j]))


def weak_directions(W: np.ndarray, names: Sequence[str], least: float) -> list[str]:
    """Return what a motion does not excite: for each weak direction, the names that share in it."""
    sizes = np.linalg.norm(W, axis=0)
    scaled = W / np.where(sizes > 0.0, sizes, 1.0)
    _, s, Vt = np.linalg.svd(scaled, full_matrices=False)
    found: dict[str, None] = {}
    for size, row in zip(s, Vt, strict=True):
        if size < least * s[0]:
            for k in np.argsort(-np.abs(row)):
                if abs(row[k]) > 0.3 * np.max(np.abs(row)):
                    found[names[k]] = None
    return list(found)
