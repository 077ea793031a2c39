"""Wrenches of selected joints without recursion over the links beyond: paper 0, (30).

In the frames of the links, where mass matrix and bias are made, (30) reads

    F_i = F0_i + K_i dA_i + sum over the velocities a beyond joint i of F_a vdot_a

with K_i the inertia of link i and all that it carries (16); F0_i = K_i A0_i - L_i, what the joint
carries when no velocity changes, applied loads and forces of cut joints included (17); dA_i what
the velocities on the path to link i add to its acceleration; and F_a = K_l S_a, the columns that
the mass matrix takes inward past joint i (`mass_matrix`). All but dA_i and the sums stands in the
equations of motion already, so that where they are evaluated, a joint costs about 30 products, and
6 for each velocity beyond it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from sarrus.dynamics.base_parameters import base_parameters
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import Accelerations, Velocities, accelerations
from sarrus.dynamics.loads import AppliedLoads
from sarrus.dynamics.mass_matrix import composite_inertias
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Inertia
from sarrus.spatial.arrays import Array


@dataclass(frozen=True)
class SelectedJoints:
    """The terms of (30) at a motion.

    loads: of force elements; forces: what else acts on the links, such as the forces of cut
    joints, at C in C's axes, None where there is nothing.
    """

    speed: Velocities
    vdot: Array
    loads: AppliedLoads
    forces: Sequence[Array | None] = ()

    @cached_property
    def composite(self) -> list[Inertia]:
        """K of every link (16)."""
        return composite_inertias(self.speed.positions)

    @cached_property
    def _still(self) -> tuple[Accelerations, tuple[Array, ...], dict[int, Inertia]]:
        """The motion at vdot = 0, what joints carry then, and what is moved across them.

        With base parameters, as the bias of the equations of motion is made.
        """
        where = self.speed.positions
        tree, crossed = base_parameters(where.tree)
        light = replace(self.speed, positions=replace(where, tree=tree))
        still = accelerations(light, np.zeros(tree.nv))
        return still, inverse_dynamics(still, self.loads).wrenches, crossed

    @cached_property
    def _columns(self) -> dict[tuple[int, int], Array]:
        """F_a = K_l S_a as seen at the links between l and the base, by velocity and link."""
        return {}

    def wrench(self, i: int) -> Array:
        """Return all that acts on link i through its joint, at C in C's axes."""
        tree = self.speed.positions.tree
        still, carried, crossed = self._still
        F = carried[i]
        if i in crossed:
            F = F + crossed[i].inertial_force(still.felt[i], self.speed.w[i])
        forces = self._forces(i)
        F = F if forces is None else F - forces
        added = self._path_acceleration(i)
        if added is not None:
            F = F + self.composite[i].momentum(added)
        for k in tree.outboard(i):
            link = tree.links[k]
            for a in range(link.v.start, link.v.stop):
                F = F + self._column(a, k, i) * self.vdot[a]
        return F

    def _column(self, a: int, k: int, i: int) -> Array:
        """Return F_a of a velocity of link k at link i, which carries it."""
        where, known = self.speed.positions, self._columns
        if (a, k) not in known:
            S = where.subspaces[k][:, a - where.tree.links[k].v.start]
            known[a, k] = self.composite[k].momentum(S)
        j, F = k, known[a, k]
        while j != i:
            parent = where.tree.links[j].parent
            if (a, parent) not in known:
                known[a, parent] = where.steps[j].force(F)
            j, F = parent, known[a, parent]
        return F

    def _path_acceleration(self, i: int) -> Array | None:
        """Return what the velocities on the path to link i add to its acceleration."""
        where = self.speed.positions
        path = [i]
        while where.tree.links[path[-1]].parent >= 0:
            path.append(where.tree.links[path[-1]].parent)
        found: Array | None = None
        for k in reversed(path):
            link = where.tree.links[k]
            found = None if found is None else where.steps[k].motion(found)
            if link.type.nv:
                own = where.subspaces[k] @ self.vdot[link.v]
                found = own if found is None else found + own
        return found

    def _forces(self, i: int) -> Array | None:
        """Return what else acts on link i and on all that it carries, at C of link i."""
        if not self.forces:
            return None
        where = self.speed.positions
        beyond = where.tree.outboard(i)
        total = {k: self.forces[k] for k in (i, *beyond)}
        for k in reversed(beyond):
            F = total[k]
            if F is not None:
                parent = where.tree.links[k].parent
                before, F = total[parent], where.steps[k].force(F)
                total[parent] = F if before is None else before + F
        return total[i]
