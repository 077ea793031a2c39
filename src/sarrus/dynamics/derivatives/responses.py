"""How a tree answers: joint accelerations by wrenches on links, efforts and accelerations.

The answers to a wrench on a link follow from those to one on the next link inboard, so that every
pair of a joint and a link costs the same; the inverse of the mass matrix is a by-product. Driven
coordinates, whose accelerations are given, do not answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from sarrus.dynamics.derivatives.articulated import EVERY, ArticulatedJoint
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.late_dataclass import dataclass
from sarrus.spatial import ArticulatedInertia
from sarrus.spatial.arrays import Array, Scalar, columns

RIGID = ArticulatedInertia(np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3)))
"""The mobility of ground."""


@dataclass(frozen=True)
class Responses:
    """The answers of a tree.

    mobility[i]: acceleration of link i by a wrench on it, a symmetric 6 x 6 matrix;
    answers[i][b]: six numbers that give the acceleration of coordinate b, on the way from ground
    to link i, by a wrench on link i; pairs[b, c]: entries of M^-1 for such coordinates.
    """

    along: Tangents
    joints: tuple[ArticulatedJoint, ...]
    mobility: tuple[ArticulatedInertia, ...]
    answers: tuple[dict[int, Array], ...]
    pairs: dict[tuple[int, int], Scalar]

    def accelerations_of_cases(
        self,
        known: Mapping[int, Sequence[Scalar]],
        cases: int,
        link: int = -1,
        entering: Array | None = None,
        turn: Array | None = None,
    ) -> list[Sequence[Scalar]]:
        """Return the accelerations of all coordinates in every case, from ground outward.

        Those of driven ones are 0. known: some of the others; link: the one that is entered with
        given accelerations of what carries it, 6 x cases, while all that it carries turns with
        `turn`, 3 x cases.
        """
        along, still = self.along, np.zeros((6, cases))
        found: list[Sequence[Scalar]] = [(0.0,) * cases] * along.tree.nv
        reached: dict[int, Array] = {}
        for i, joint in enumerate(self.joints):
            own = joint.coordinates
            A = entering if i == link else reached.get(along.tree.links[i].parent, still)
            if joint.n and own[0] not in known:
                answer = joint.acceleration_response(A, turn if link in along.paths[i] else None)
            else:
                answer = [known[k] for k in own]
            for a, k in enumerate(own):
                found[k] = answer[a]
                A = A + np.outer(joint.S[:, a], answer[a])
            reached[i] = A
        return found

    @cached_property
    def M_inverse(self) -> Array:
        """M^-1, nv x nv: of the free coordinates, and 0 in rows and columns of driven ones."""
        nv = self.along.tree.nv
        free = [k for joint in self.joints for k in joint.coordinates]
        done = dict(self.pairs)
        for k in sorted(free):
            known = {b: (done[b, k],) for b in free if (b, k) in done}
            if len(known) < len(free):
                found = self.accelerations_of_cases(known, 1)
                for b in free:
                    done[b, k] = done[k, b] = found[b][0]
        rows = [[done.get((b, k), 0.0) for k in range(nv)] for b in range(nv)]
        return np.array(rows) if nv else np.zeros((0, 0))

    def to_wrench(self, i: int) -> list[Array]:
        """Return for every coordinate the six numbers that answer a wrench on link i."""
        path = [b for j in self.along.paths[i] for b in self.along.columns(j)]
        found: list[Array] = []
        for k in range(self.along.tree.nv):
            total: Array = np.zeros(6)
            for b in path:
                total = total + self.along.tangents[b].S * self.M_inverse[k, b]
            found.append(self.answers[i].get(k, total))
        return found


def responses(along: Tangents, joints: tuple[ArticulatedJoint, ...]) -> Responses:
    """Return the answers of a tree, from ground outward."""
    mobility: list[ArticulatedInertia] = []
    answers: list[dict[int, Array]] = []
    pairs: dict[tuple[int, int], Scalar] = {}
    for i, joint in enumerate(joints):
        parent = along.tree.links[i].parent
        carrier = mobility[parent] if parent >= 0 else RIGID
        before = answers[parent] if parent >= 0 else {}
        if not joint.n:
            mobility.append(carrier)
            answers.append(before)
            continue
        own = joint.coordinates
        after: dict[int, Array] = {}
        for b, answer in before.items():
            after[b] = answer
            for a, k in enumerate(own):
                value = answer @ joint.arms[:, a]
                pairs[b, k] = pairs[k, b] = -value
                after[b] = after[b] - joint.S[:, a] * value
        # With B the mobility of the carrier and L = arms = U D^-1, that of the link is
        #   (I - S L^T) B (I - L S^T) + S D^-1 S^T = B - S T^T - T S^T,
        # T = g - 1/2 S (D^-1 + L^T g), g = B L: symmetric by construction
        g = columns(*[carrier.apply(joint.arms[:, a]) for a in range(joint.n)])
        own_pairs = joint.D_inverse + joint.arms.T @ g
        T = g - joint.S @ (0.5 * own_pairs)
        both = np.concatenate([joint.S, T], axis=1), np.concatenate([T, joint.S], axis=1)
        mobility.append(carrier.without(*both, EVERY))
        for a, k in enumerate(own):
            after[k] = joint.S @ own_pairs[:, a] - g[:, a]
            for b, c in enumerate(own):
                pairs[k, c] = own_pairs[max(a, b), min(a, b)]
        answers.append(after)
    return Responses(along, joints, tuple(mobility), tuple(answers), pairs)
