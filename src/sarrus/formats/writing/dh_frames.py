"""Link frames and parameters by the conventions of Denavit and Hartenberg.

A link frame has its z along a joint axis: in the classic convention that of the next joint, in the
modified one that of its own. Its x is along the common normal of that axis and its neighbour.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from sarrus.formats.screw import screw_x, screw_z
from sarrus.formats.writing.serial_chain import Link
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, columns
from sarrus.spatial.rotation import triad

EXACT = 1e-12
"""Deviation of a body frame from the convention [m and rad] below which it is kept."""
NOISE = 1e-15
"""Relative size of digits that are round-off."""
PARALLEL = 1e-9
"""Sine of the angle of two axes below which they count as parallel."""


@dataclass(frozen=True)
class Parameters:
    """theta [rad], d [m], a [m], alpha [rad] of one row."""

    theta: float
    d: float
    a: float
    alpha: float

    def transform(self, convention: str) -> Transform:
        """Return the frame of a link in that of the link before it."""
        z, x = screw_z(self.theta, self.d), screw_x(self.a, self.alpha)
        return x @ z if convention == "modified" else z @ x


def link_frames(
    links: list[Link], convention: str
) -> tuple[Transform, list[Transform], list[Parameters]]:
    """Return the base frame, the link frames in the world, and the rows of the table."""
    for base in (Transform.identity(), _base(links, convention)):
        frames = [link.pose for link in links]
        found = _parameters(links, base, frames, convention)
        if found is not None:
            return base, frames, found
    base, frames = _normals(links, convention)
    rows = [
        _read(before.inverse @ after, convention)
        for before, after in zip([base, *frames[:-1]], frames, strict=True)
    ]
    return base, _link_frames(base, rows, convention), rows


def _link_frames(base: Transform, rows: list[Parameters], convention: str) -> list[Transform]:
    """Return the link frames as the rows make them."""
    found, frame = [], base
    for row in rows:
        frame = frame @ row.transform(convention)
        found.append(frame)
    return found


def _base(links: list[Link], convention: str) -> Transform:
    """Return a base frame from which the first body frame is reached by a row of zeros."""
    first = links[0]
    if convention == "modified":
        return first.pose
    place, z, x = first.axis.position, first.z, first.pose.matrix[:, 0]
    if abs(z @ x) > EXACT:
        return Transform.identity()
    offset = (first.pose.position - place) @ z
    return Transform.of(columns(x, np.cross(z, x), z), place + offset * z)


def _parameters(
    links: list[Link], base: Transform, frames: list[Transform], convention: str
) -> list[Parameters] | None:
    """Return the rows of given link frames; None if they do not stand as the convention asks."""
    rows = []
    for link, before, frame in zip(links, [base, *frames[:-1]], frames, strict=True):
        of_joint = frame if convention == "modified" else before
        if not _is_on_axis(of_joint, link):
            return None
        row = _read(before.inverse @ frame, convention)
        gap = row.transform(convention).inverse @ (before.inverse @ frame)
        size = max(np.max(np.abs(gap.position)), np.max(np.abs(gap.matrix - np.eye(3))))
        if size > EXACT:
            return None
        rows.append(row)
    return rows


def _is_on_axis(frame: Transform, link: Link) -> bool:
    """Tell whether the z of a frame is a joint axis."""
    if np.max(np.abs(frame.matrix[:, 2] - link.z)) > EXACT:
        return False
    if link.joint.type.is_slider:
        return True  # the place of its axis means nothing
    gap = frame.position - link.axis.position
    return bool(np.max(np.abs(gap - (gap @ link.z) * link.z)) <= EXACT)


def _read(step: Transform, convention: str) -> Parameters:
    """Return the parameters of the frame of a link in that of the link before it."""
    r, p = step.matrix, step.position
    if convention == "modified":
        theta, alpha = math.atan2(-r[0, 1], r[0, 0]), math.atan2(-r[1, 2], r[2, 2])
        d = p[2] / r[2, 2] if abs(r[2, 2]) > 0.5 else p[1] / r[1, 2]
        return Parameters(_tidy(theta), _tidy(d), _tidy(p[0]), _tidy(alpha))
    theta, alpha = math.atan2(r[1, 0], r[0, 0]), math.atan2(r[2, 1], r[2, 2])
    a = p[0] * r[0, 0] + p[1] * r[1, 0]
    return Parameters(_tidy(theta), _tidy(p[2]), _tidy(a), _tidy(alpha))


def _tidy(value: float) -> float:
    """Return a number without the digits that round-off has left."""
    short = float(f"{value:.12g}")
    return short + 0.0 if abs(short - value) <= NOISE * max(1.0, abs(value)) else float(value)


def _normals(links: list[Link], convention: str) -> tuple[Transform, list[Transform]]:
    """Return the base frame and link frames at the common normals of neighbouring axes."""
    axes = [(link.axis.position, link.z) for link in links]
    x = triad(axes[0][1])[:, 0]
    first = _frame(*axes[0], x)
    frames = [first]
    for before, after in pairwise(axes):
        x, feet = _normal(before, after, frames[-1])
        if convention == "modified":
            frames[-1] = _frame(feet[0], before[1], x)
            frames.append(_frame(feet[1], after[1], x))
        else:
            frames.append(_frame(feet[1], after[1], x))
    if convention == "modified":
        return frames[0], frames
    return frames[0], [*frames[1:], frames[-1]]


def _frame(place: Array, z: Array, x: Array) -> Transform:
    return Transform.of(columns(x, np.cross(z, x), z), place)


def _normal(
    one: tuple[Array, Array], other: tuple[Array, Array], known: Transform
) -> tuple[Array, tuple[Array, Array]]:
    """Return the direction of the common normal of two lines, and its feet on both.

    known: a frame on the first line, through whose origin the normal of parallel lines goes, and
    whose x is kept where the lines are the same.
    """
    (p, u), (q, v) = one, other
    across = np.cross(u, v)
    sine = float(np.linalg.norm(across))
    if sine <= PARALLEL:
        foot = q + ((known.position - q) @ v) * v
        gap = foot - known.position
        size = float(np.linalg.norm(gap))
        x = gap / size if size > PARALLEL else known.matrix[:, 0]
        x = x - (x @ v) * v
        return x / np.linalg.norm(x), (known.position, foot)
    n = across / sine
    gap = q - p
    s, t = np.cross(gap, v) @ n / sine, np.cross(gap, u) @ n / sine
    feet = (p + s * u, q + t * v)
    return (-n if (feet[1] - feet[0]) @ n < 0.0 else n), feet
