"""What a recursion over links is made of: pieces for one link, and the records they pass on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.shared.link_kind import LinkKind
from sarrus.late_dataclass import dataclass
from sarrus.public_names import LateModule
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, join

if TYPE_CHECKING:
    from sarrus.dynamics import kinematics, tree
    from sarrus.dynamics.tree import BaseMotion, Link, Tree
else:
    kinematics = LateModule("sarrus.dynamics.kinematics")
    tree = LateModule("sarrus.dynamics.tree")

Arrays = Mapping[str, Array]
PARENT = "parent."
"""What stands before the name of a field of the parent's record, where a piece reads or adds it."""
LOAD, APPLIED = "load", "applied"
"""What force elements put on a link, at C in C's axes, and on the velocities of a joint."""


@dataclass(frozen=True)
class Piece:
    """The equations of one link in one direction of a recursion.

    equation: from the kind, the link and arrays by name to arrays by name. reads: what it takes: a
    name of an input of the kernel, of a field of the link's record, or of the parent's record;
    writes: fields of its record; adds: fields of the parent's record to which something is added;
    results: outputs of the kernel; columns: numbers for every velocity of the joint that are kept
    for all velocities together; inward: whether links come after those that they carry.
    """

    name: str
    equation: Callable[[LinkKind, Link, Arrays], Arrays]
    reads: tuple[str, ...]
    writes: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    inward: bool = False


@dataclass(frozen=True)
class Recursion:
    """Pieces in the order in which they run, and the fields of the records.

    ground: what the record of ground holds, from its motion and gravity; fields: sizes of what
    passes between links, by name, the same for all kinds; own: sizes of what a link of a kind keeps
    for itself; bodies: whether rows also tell where body frames are; first: whether links on ground
    are a kind of their own.
    """

    pieces: tuple[Piece, ...]
    ground: Callable[[BaseMotion, Array], Arrays]
    fields: Mapping[str, int]
    own: Callable[[LinkKind], Mapping[str, int]] = lambda kind: {}
    bodies: bool = False
    first: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The numbers that are kept for all velocities together, in order."""
        found = tuple(name for piece in self.pieces for name in piece.columns)
        return (*found, APPLIED) if self.is_loaded else found

    @property
    def is_loaded(self) -> bool:
        """Whether its pieces read what force elements put on links and velocities."""
        return LOAD in self.fields


def lone_tree(link: Link) -> Tree:
    """Return the tree of one link, without gravity: it is in the acceleration of its parent."""
    return tree.Tree((link,), np.zeros(3), (), link.type.nq, link.type.nv, {})


def lone_positions(link: Link, q: Array) -> kinematics.Positions:
    """Return the position of the link on its parent."""
    return kinematics.positions(lone_tree(link), q)


def lone_velocities(link: Link, q: Array, v: Array, w_P: Array) -> kinematics.Velocities:
    """Return the velocity of the link, its parent having an angular velocity in its own axes."""
    base = tree.BaseMotion(Transform.identity(), join(np.zeros(3), w_P), np.zeros(6))
    return kinematics.velocities(kinematics.positions(lone_tree(link), q, base), v)


def lone_accelerations(
    link: Link, q: Array, v: Array, vdot: Array, w_P: Array, A_P: Array
) -> kinematics.Accelerations:
    """Return the acceleration of the link, that of its parent being given, less gravity."""
    base = tree.BaseMotion(Transform.identity(), join(np.zeros(3), w_P), A_P)
    speed = kinematics.velocities(kinematics.positions(lone_tree(link), q, base), v)
    return kinematics.accelerations(speed, vdot)


def ground_motion(base: BaseMotion, gravity: Array) -> Arrays:
    """Return the angular velocity of ground, and its acceleration less gravity, in its axes."""
    back = base.pose.rotation.back
    a = base.acceleration
    return {
        "w": back(base.velocity[3:6]),
        "A": join(back(a[0:3] - gravity), back(a[3:6])),
    }
