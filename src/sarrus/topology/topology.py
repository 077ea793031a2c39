"""The tree of a mechanism, and the joints that are cut to make it one."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.forces.among import rows_among
from sarrus.model.joint import Joint
from sarrus.model.joints.joint_type import JointType
from sarrus.model.joints.reversed import Reversed
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.topology.graph import distance_matrix


@dataclass(frozen=True)
class Branch:
    """A joint of the tree, as it is passed from the inboard to the outboard body.

    `reversed` is true when that is from the joint's child to its parent; `type` is then the
    `Reversed` joint type with the same coordinates, and X_PB = on_inboard X(q) on_outboard^-1.
    """

    joint: Joint
    reversed: bool = False

    @property
    def inboard(self) -> str:
        """Name of the body nearer to ground."""
        return self.joint.child if self.reversed else self.joint.parent

    @property
    def outboard(self) -> str:
        """Name of the body that this branch carries."""
        return self.joint.parent if self.reversed else self.joint.child

    @property
    def type(self) -> JointType:
        """The joint type in the direction of the tree."""
        return Reversed(self.joint.type) if self.reversed else self.joint.type

    @property
    def on_inboard(self) -> Pose:
        """Pose of the joint frame on the inboard body."""
        return self.joint.on_child if self.reversed else self.joint.on_parent

    @property
    def on_outboard(self) -> Pose:
        """Pose of the joint frame on the outboard body."""
        return self.joint.on_parent if self.reversed else self.joint.on_child


@dataclass(frozen=True)
class Loop:
    """The loop that a cut joint closes: `bodies[k]`, then `joints[k]`, then `bodies[k + 1]`.

    It starts at the body nearest to ground, runs to the parent of the cut joint, passes the
    cut joint and comes back.
    """

    cut: str
    bodies: tuple[str, ...]
    joints: tuple[str, ...]


@dataclass(frozen=True)
class JointRow:
    """One row of the joint table (paper 1, Table 1)."""

    name: str
    type: str
    parent: str
    child: str
    coordinates: int
    rows: int
    weight: float
    cut: bool


@dataclass(frozen=True)
class Topology:
    """The spanning tree and the cut joints of a model; made by `analyze`.

    `branches` has one entry per body, parents first and depth first: a whole subtree stands
    before the next sibling, siblings in the order in which their joints were declared.
    `weights` has one entry per joint of the model.
    """

    model: Model
    branches: tuple[Branch, ...]
    cuts: tuple[Joint, ...]
    weights: tuple[float, ...]

    def __repr__(self) -> str:
        from sarrus.summaries import summary

        parts = {
            "tree": [f"{branch.outboard} by {branch.joint.name}" for branch in self.branches],
            "cut": [joint.name for joint in self.cuts],
        }
        return summary(f"Topology of '{self.model.name}'", parts)

    @cached_property
    def index(self) -> dict[str, int]:
        """Position in `branches` of the branch that carries a body, by the body's name."""
        return {branch.outboard: i for i, branch in enumerate(self.branches)}

    @cached_property
    def parent(self) -> tuple[int, ...]:
        """Position in `branches` of the inboard body of every branch; -1 is ground."""
        return tuple(self.index.get(branch.inboard, -1) for branch in self.branches)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Branches that start at the outboard body of every branch."""
        lists: list[list[int]] = [[] for _ in self.branches]
        for i, p in enumerate(self.parent):
            if p >= 0:
                lists[p].append(i)
        return tuple(tuple(entry) for entry in lists)

    @cached_property
    def depth(self) -> tuple[int, ...]:
        """Number of joints between ground and the outboard body of every branch."""
        depths: list[int] = []
        for p in self.parent:
            depths.append(1 if p < 0 else depths[p] + 1)
        return tuple(depths)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        sizes = [1] * len(self.branches)
        for i in range(len(self.branches) - 1, -1, -1):
            if self.parent[i] >= 0:
                sizes[self.parent[i]] += sizes[i]
        return tuple(sizes)

    def subtree(self, i: int) -> range:
        """Return the branches that move with branch i, itself first."""
        return range(i, i + self._sizes[i])

    def path(self, body: str) -> tuple[int, ...]:
        """Return the branches from ground to a body."""
        steps = []
        i = self.index.get(body, -1)
        while i >= 0:
            steps.append(i)
            i = self.parent[i]
        return tuple(reversed(steps))

    @cached_property
    def distance(self) -> dict[str, float]:
        """Sum of the weights on the way from ground, by body name; ground is 0."""
        distances = {GROUND: 0.0}
        for branch in self.branches:
            weight = self.weights[self.model.joint_index[branch.joint.name]]
            distances[branch.outboard] = distances[branch.inboard] + weight
        return distances

    @cached_property
    def distance_matrix(self) -> np.ndarray:
        """D over ground and bodies in the order of the model: joint weight, or 0 (paper 1)."""
        return distance_matrix(self.model, self.weights)

    @cached_property
    def path_matrix(self) -> np.ndarray:
        """pi_ij = 1 if body j is on the path from ground to body i, i included, else 0.

        Rows and columns in the order of `model.bodies` (paper 1; the mask of its sums (9), (10)).
        """
        order = [self.model.body_index[branch.outboard] for branch in self.branches]
        pi = np.zeros((len(order), len(order)), dtype=int)
        for i, p in enumerate(self.parent):
            if p >= 0:
                pi[order[i]] = pi[order[p]]
            pi[order[i], order[i]] = 1
        return pi

    @cached_property
    def joint_table(self) -> tuple[JointRow, ...]:
        """Type, freedom, rows when cut, weight and fate of every joint of the model."""
        cut = {joint.name for joint in self.cuts}
        return tuple(
            JointRow(
                joint.name,
                joint.type.type_name,
                joint.parent,
                joint.child,
                joint.type.nv,
                joint.type.n_rows,
                weight,
                joint.name in cut,
            )
            for joint, weight in zip(self.model.joints, self.weights, strict=True)
        )

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The fundamental loop of every cut joint."""
        return tuple(self._loop(joint) for joint in self.cuts)

    @cached_property
    def holding(self) -> tuple[Joint, ...]:
        """The cut joints that are not open (`Openable`)."""
        return tuple(joint for joint in self.cuts if not joint.type.is_open)

    def _loop(self, cut: Joint) -> Loop:
        there, back = list(self.path(cut.parent)), list(self.path(cut.child))
        while there and back and there[0] == back[0]:
            del there[0], back[0]
        top = self.branches[(there or back)[0]].inboard if there or back else cut.parent
        out = [self.branches[i] for i in there]
        home = [self.branches[i] for i in reversed(back)]
        bodies = (top, *(branch.outboard for branch in out + home))
        joints = (*(b.joint.name for b in out), cut.name, *(b.joint.name for b in home))
        return Loop(cut.name, bodies, joints)

    @property
    def tree_freedom(self) -> int:
        """Number of velocity coordinates of the tree."""
        return sum(branch.joint.type.nv for branch in self.branches)

    @property
    def cut_rows(self) -> int:
        """Number of loop equations of the cut joints."""
        return sum(joint.type.n_rows for joint in self.cuts)

    @property
    def velocity_rows(self) -> tuple[str, ...]:
        """Names of the equations of velocities alone: of wheels that do not slip, and bare ones."""
        cut = [
            f"{joint.name}.{row}"
            for joint in self.cuts
            for row, closes in zip(joint.type.row_names, joint.type.holonomic, strict=True)
            if not closes
        ]
        bare = (row.name for row in rows_among(self.model.forces) if not row.closes)
        return (*cut, *bare)

    @property
    def coupler_rows(self) -> int:
        """Number of equations of the couplers, one each."""
        return len(self.model.couplers)

    @property
    def mobility(self) -> int:
        """Degrees of freedom by the Kutzbach-Grubler count.

        tree_freedom - cut_rows - coupler_rows: the same number as 6 n - sum(rows) over n bodies,
        all joints (6 - f rows for freedom f, 1 for a distance) and couplers (1). Equations that
        depend on each other make the true number larger. It is that of velocities; positions have
        as many more as there are `velocity_rows`.
        """
        bare = len(rows_among(self.model.forces))
        return self.tree_freedom - self.cut_rows - self.coupler_rows - bare

    def report(self) -> str:
        """Return bodies, joints, the tree, the loops and the mobility as text, by name."""
        from sarrus.topology.report import report

        return report(self)
