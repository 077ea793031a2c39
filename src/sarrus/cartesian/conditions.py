"""The conditions that joints are made of, in the textbook's Cartesian form.

Each is a length [m] that vanishes: conditions on angles are multiplied by the model length.
All are written child minus parent, so that their multipliers are the forces, and moments
divided by the model length, that the parent exerts on the child.
"""

from __future__ import annotations

import numpy as np

from sarrus.cartesian.markers import JointMarkers
from sarrus.cartesian.moving import Moving, cosine, dot, product, sine

Conditions = tuple[Moving, ...]


def coincidence(joint: JointMarkers) -> Conditions:
    """The origins of F and M coincide: d = r_j + A_j s'_j - r_i - A_i s'_i = 0."""
    return joint.separation.components


def perpendicular(joint: JointMarkers, f: int, m: int, length: float) -> Moving:
    """Dot-1: axis f of F is perpendicular to axis m of M, a_i . a_j = 0."""
    return joint.cosine(f, m).times(length)


def in_plane(joint: JointMarkers, f: int) -> Moving:
    """Dot-2: the origin of M lies in the plane of F across its axis f, a_i . d = 0."""
    return joint.shift(f)


def parallel(joint: JointMarkers, length: float) -> Conditions:
    """The z axes of F and M are parallel: z_j is perpendicular to x_i and y_i."""
    return tuple(perpendicular(joint, f, 2, length) for f in (0, 1))


def same_orientation(joint: JointMarkers, length: float) -> Conditions:
    """All axes are parallel: x_i . y_j = y_i . z_j = z_i . x_j = 0."""
    return tuple(perpendicular(joint, f, (f + 1) % 3, length) for f in range(3))


def thread(joint: JointMarkers, advance: float, length: float) -> Moving:
    """The turn about z equals the shift along z divided by the advance [m/rad].

    sin(turn - shift / advance) = 0, whatever the number of whole turns; times the length that
    gives a unit multiplier a wrench of unit size, 1 / size^2 = 1 / length^2 + 1 / advance^2.
    """
    along = joint.shift(2).times(1.0 / advance)
    gap = product(joint.cosine(1, 0), cosine(along)) - product(joint.cosine(0, 0), sine(along))
    return gap.times(1.0 / float(np.hypot(1.0 / length, 1.0 / advance)))


def distance(joint: JointMarkers, wanted: float) -> Moving:
    """The origins of F and M have a distance: (d . d - wanted^2) / (2 wanted) = 0."""
    square = dot(joint.separation, joint.separation)
    return square.plus(-wanted * wanted).times(0.5 / wanted)
