"""Which features of two convex solids with flat faces touch, found by loops over tables of them.

The numbers of a pair A and B, behind the head of every table (`START`): counts of corners, faces
and edges of A, then of B; where each of these begins; a distance beside a face that counts as none,
of A and of B; the center of A. Then, of A and of B,

    corners: x, y, z;    faces: normal, offset, how far it reaches beyond for corners;
    edges: numbers of both corners, middle, direction, half length, numbers of both faces.

Features are found, not valued: each function returns a number of one, which is the same for all
motions nearby, and the equations take the values of this feature from the table (`entry`). What is
found one after the other is in order of depth, and of numbers where depths are equal: `previous` is
the one before, -1 at the beginning. After a corner or edge that does not touch comes it again.

r11 ... r33, x, y, z: rotation and position of the frame of A in that of B. All loops go over all
numbers of lanes alike; those that can stop early do so where all lanes can.
"""

from __future__ import annotations

from math import sqrt

from sarrus.kernels.functions.look_up import HEAD
from sarrus.kernels.native import Floats, at, exact
from sarrus.kernels.native.tree import Function

START = HEAD + 2
"""Where the numbers begin: a table of features has two knots that mean nothing."""
CORNERS_A, FACES_A, EDGES_A, CORNERS_B, FACES_B, EDGES_B = range(6)
"""Places of the counts; that of the first number of each is six places behind."""
BESIDE_A, BESIDE_B, CENTER = 12, 13, 14
DATA = 17
"""Where the first corner may stand."""
FACE, EDGE = 5, 11
"""Numbers of a face and of an edge; a corner has three."""
FAR = 1e300
ALONG = 1e-40
"""Added to the square of a normal of two edges [m^2], which is 0 where they are parallel."""
NONE = -1.0
"""Depth of what does not touch."""


@exact
def entry(table: Floats, k: float) -> float:
    """Return a number of a table."""
    return at(table, START)[int(k)]


@exact
def _vector(
    c: Floats, k: int,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Return the vector at k in the other frame."""
    a = c[k]
    b = c[k + 1]
    d = c[k + 2]
    return r11 * a + r12 * b + r13 * d, r21 * a + r22 * b + r23 * d, r31 * a + r32 * b + r33 * d


@exact
def _point(
    c: Floats, k: int,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Return the point at k in the other frame."""
    a = c[k]
    b = c[k + 1]
    d = c[k + 2]
    return (
        r11 * a + r12 * b + r13 * d + x,
        r21 * a + r22 * b + r23 * d + y,
        r31 * a + r32 * b + r33 * d + z,
    )


@exact
def _height(c: Floats, k: int, x: float, y: float, z: float) -> float:
    """Return how far a point is above the plane of the face at k."""
    return c[k] * x + c[k + 1] * y + c[k + 2] * z - c[k + 3]


@exact
def _corner_height(
    c: Floats, x: float, y: float, z: float, u: float, v: float, w: float, most: float
) -> tuple[float, float]:
    """Return how far a corner is above B, and above which face, or that it is more than `most`.

    Faces reach farther below what the center u, v, w of A cannot have passed.
    """
    first = int(c[6 + FACES_B])
    n = int(c[FACES_B])
    height = -FAR
    found = 0.0
    f = 0
    while f < n and height <= most:
        k = first + FACE * f
        g = _height(c, k, x, y, z)
        above = g - (0.0 if _height(c, k, u, v, w) > g else c[k + 4])
        found = float(f) if above > height else found
        height = above if above > height else height
        f = f + 1
    return height, found


@exact
def corner_after(
    table: Floats, previous: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return the deepest corner of A in B after another one."""
    c = at(table, START)
    u, v, w = _point(c, CENTER, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    first = int(c[6 + CORNERS_A])
    k = first + 3 * max(int(previous), 0)
    px, py, pz = _point(c, k, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    last, _ = _corner_height(c, px, py, pz, u, v, w, FAR)
    ends = previous >= 0.0 and last >= 0.0
    last = last if previous >= 0.0 else -FAR
    lowest = FAR
    found = previous if ends else 0.0
    turn = 1 if ends else 0
    while turn < 1:  # an `if` in which lanes may differ
        for i in range(int(c[CORNERS_A])):
            number = float(i)
            k = first + 3 * i
            px, py, pz = _point(c, k, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
            height, _ = _corner_height(c, px, py, pz, u, v, w, lowest)
            next_one = height > last or (height == last and number > previous)
            better = next_one and height < lowest
            lowest = height if better else lowest
            found = number if better else found
        turn = 1
    return found


@exact
def corner_face(
    table: Floats, corner: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return the face of B above which a corner of A is most."""
    c = at(table, START)
    u, v, w = _point(c, CENTER, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    k = int(c[6 + CORNERS_A]) + 3 * int(corner)
    px, py, pz = _point(c, k, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    _, found = _corner_height(c, px, py, pz, u, v, w, FAR)
    return found


@exact
def _exit_face(
    c: Floats, px: float, py: float, pz: float, qx: float, qy: float, qz: float
) -> tuple[float, bool]:
    """Return the face through which the line from P to Q leaves B first, and whether it can.

    Where both lie above a face it is that one, and the line is not in B.
    """
    first = int(c[6 + FACES_B])
    n = int(c[FACES_B])
    soonest = 2.0
    found = 0.0
    apart = False
    f = 0
    while f < n and not apart:
        k = first + FACE * f
        p = _height(c, k, px, py, pz)
        q = _height(c, k, qx, qy, qz)
        apart = p > 0.0 and q > 0.0
        leaves = p <= 0.0 and q > 0.0
        here = -p / (q - p) if leaves else 2.0
        sooner = apart or here < soonest
        found = float(f) if sooner else found
        soonest = here if here < soonest else soonest
        f = f + 1
    return found, not apart and soonest < 2.0


@exact
def _exit_other(
    c: Floats, face: float,
    px: float, py: float, pz: float, qx: float, qy: float, qz: float, least_wanted: float,
) -> tuple[float, float]:  # fmt: skip
    """Return the face whose edge with another is nearest to where P to Q leaves through that.

    And its distance, squared with its sign; no more than that it is below what is wanted.
    """
    first = int(c[6 + FACES_B])
    n = int(c[FACES_B])
    own = int(face)
    k = first + FACE * own
    p = _height(c, k, px, py, pz)
    q = _height(c, k, qx, qy, qz)
    rise = q - p if q > p else 1.0
    s = -p / rise
    nx = c[k]
    ny = c[k + 1]
    nz = c[k + 2]
    least = FAR
    found = 0.0
    f = 0
    while f < n and least >= least_wanted:
        j = first + FACE * f
        g = _height(c, j, px, py, pz)
        h = _height(c, j, qx, qy, qz)
        below = -(g + s * (h - g))
        mx = rise * c[j] - (h - g) * nx
        my = rise * c[j + 1] - (h - g) * ny
        mz = rise * c[j + 2] - (h - g) * nz
        square = below * abs(below) / (mx * mx + my * my + mz * mz + ALONG)
        nearer = f != own and square < least
        found = float(f) if nearer else found
        least = square if nearer else least
        f = f + 1
    return found, least


@exact
def _exit_depth(
    c: Floats, e: int, enough: float, u: float, v: float, w: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return how deep an edge of A is where it leaves B; no more than that it is below `enough`."""
    k = int(c[6 + EDGES_A]) + EDGE * (e // 2)
    side = e % 2
    corners = int(c[6 + CORNERS_A])
    start = corners + 3 * int(c[k + side])
    end = corners + 3 * int(c[k + 1 - side])
    px, py, pz = _point(c, start, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    qx, qy, qz = _point(c, end, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    face, leaves = _exit_face(c, px, py, pz, qx, qy, qz)
    at_face = int(c[6 + FACES_B]) + FACE * int(face)
    p = _height(c, at_face, px, py, pz)
    q = _height(c, at_face, qx, qy, qz)
    may_be = leaves and q > enough and -p > enough
    _, square = _exit_other(
        c, face, px, py, pz, qx, qy, qz, 0.0 if may_be else 2.0 * FAR
    )  # the loop has no turn where it is not wanted
    height, _ = _corner_height(c, px, py, pz, u, v, w, 0.0 if may_be else -2.0 * FAR)
    own = -height if height < 0.0 else 0.0
    inside = square if square > 0.0 else 0.0
    depth = min(min((q - p) * sqrt(inside), q), -p - own)
    return depth if may_be and square > 0.0 and depth > 0.0 else NONE


@exact
def exit_after(
    table: Floats, previous: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return the edge of A that leaves B deepest after another one: twice its number, or 1 more.

    It goes from its first corner to its second, or back.
    """
    c = at(table, START)
    u, v, w = _point(c, CENTER, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    last = _exit_depth(
        c,
        max(int(previous), 0),
        NONE,
        u,
        v,
        w,
        r11,
        r12,
        r13,
        r21,
        r22,
        r23,
        r31,
        r32,
        r33,
        x,
        y,
        z,
    )
    ends = previous >= 0.0 and last < 0.0
    last = last if previous >= 0.0 else FAR
    # in the frame of A, the plane of the face of B towards A: edges above it are not in B
    first = int(c[6 + FACES_B])
    highest = -FAR
    face = first
    for f in range(int(c[FACES_B])):
        g = _height(c, first + FACE * f, u, v, w)
        face = first + FACE * f if g > highest else face
        highest = g if g > highest else highest
    nx = r11 * c[face] + r21 * c[face + 1] + r31 * c[face + 2]
    ny = r12 * c[face] + r22 * c[face + 1] + r32 * c[face + 2]
    nz = r13 * c[face] + r23 * c[face + 1] + r33 * c[face + 2]
    most = c[face + 3] - (c[face] * x + c[face + 1] * y + c[face + 2] * z)
    corners = int(c[6 + CORNERS_A])
    deepest = 2.0 * NONE
    found = previous if ends else 0.0
    whole = 1 if ends else 0
    while whole < 1:  # an `if` in which lanes may differ
        for e in range(2 * int(c[EDGES_A])):
            number = float(e)
            k = int(c[6 + EDGES_A]) + EDGE * (e // 2)
            start = corners + 3 * int(c[k])
            end = corners + 3 * int(c[k + 1])
            above = nx * c[start] + ny * c[start + 1] + nz * c[start + 2] > most
            both = above and nx * c[end] + ny * c[end + 1] + nz * c[end + 2] > most
            depth = NONE
            turn = 1 if both else 0
            while turn < 1:  # here, too
                depth = _exit_depth(
                    c, e, max(deepest, NONE), u, v, w,
                    r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z,
                )  # fmt: skip
                turn = 1
            next_one = depth < last or (depth == last and number > previous)
            better = next_one and depth > deepest
            deepest = depth if better else deepest
            found = number if better else found
        whole = 1
    return found


@exact
def exit_face(
    table: Floats, e: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return the face through which an edge of A leaves B."""
    c = at(table, START)
    k = int(c[6 + EDGES_A]) + EDGE * (int(e) // 2)
    side = int(e) % 2
    start = int(c[6 + CORNERS_A]) + 3 * int(c[k + side])
    end = int(c[6 + CORNERS_A]) + 3 * int(c[k + 1 - side])
    px, py, pz = _point(c, start, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    qx, qy, qz = _point(c, end, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    found, _ = _exit_face(c, px, py, pz, qx, qy, qz)
    return found


@exact
def exit_other(
    table: Floats, e: float, face: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return the face over whose edge with another an edge of A leaves B through that."""
    c = at(table, START)
    k = int(c[6 + EDGES_A]) + EDGE * (int(e) // 2)
    side = int(e) % 2
    start = int(c[6 + CORNERS_A]) + 3 * int(c[k + side])
    end = int(c[6 + CORNERS_A]) + 3 * int(c[k + 1 - side])
    px, py, pz = _point(c, start, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    qx, qy, qz = _point(c, end, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    found, _ = _exit_other(c, face, px, py, pz, qx, qy, qz, -FAR)
    return found


@exact
def _clamp(s: float, half: float) -> float:
    """Return s, at most a half away from 0."""
    return max(min(s, half), -half)


@exact
def _between_lines(
    bx: float, by: float, bz: float, ux: float, uy: float, uz: float, half_u: float,
    wx: float, wy: float, wz: float, half_w: float,
) -> float:  # fmt: skip
    """Return the square of the distance of two segments (Ericson 2005, section 5.1.9).

    b: from the middle of the first to that of the second; u, w: unit vectors along them.
    """
    cosine = ux * wx + uy * wy + uz * wz
    first = ux * bx + uy * by + uz * bz
    second = wx * bx + wy * by + wz * bz
    sine2 = 1.0 - cosine * cosine
    s = _clamp((first - cosine * second) / (sine2 + 1e-30), half_u)
    t = _clamp(cosine * s - second, half_w)
    s = _clamp(first + cosine * t, half_u)
    rx = s * ux - bx - t * wx
    ry = s * uy - by - t * wy
    rz = s * uz - bz - t * wz
    return rx * rx + ry * ry + rz * rz


@exact
def nearest_feature(table: Floats, x: float, y: float, z: float) -> float:
    """Return the face of B above which a point is, or in B the nearest; else the nearest edge.

    Edges are numbered after the faces.
    """
    c = at(table, START)
    first = int(c[6 + FACES_B])
    most = -FAR
    face = 0
    for f in range(int(c[FACES_B])):
        g = _height(c, first + FACE * f, x, y, z)
        face = f if g > most else face
        most = g if g > most else most
    k = first + FACE * face
    fx = x - most * c[k]
    fy = y - most * c[k + 1]
    fz = z - most * c[k + 2]
    beside = -FAR
    for f in range(int(c[FACES_B])):
        beside = max(beside, _height(c, first + FACE * f, fx, fy, fz))
    edges = int(c[6 + EDGES_B])
    near = FAR
    edge = 0
    for e in range(int(c[EDGES_B])):
        k = edges + EDGE * e
        vx = x - c[k + 2]
        vy = y - c[k + 3]
        vz = z - c[k + 4]
        s = _clamp(vx * c[k + 5] + vy * c[k + 6] + vz * c[k + 7], c[k + 8])
        vx = vx - s * c[k + 5]
        vy = vy - s * c[k + 6]
        vz = vz - s * c[k + 7]
        square = vx * vx + vy * vy + vz * vz
        edge = e if square < near else edge
        near = square if square < near else near
    on_face = beside <= c[BESIDE_B] or most <= 0.0
    return float(face if on_face else edge + int(c[FACES_B]))


@exact
def edge_after(
    table: Floats, previous: float,
    x: float, y: float, z: float, ux: float, uy: float, uz: float, half: float,
) -> float:  # fmt: skip
    """Return the edge of B that is nearest to a segment about x, y, z along u after another one."""
    c = at(table, START)
    first = int(c[6 + EDGES_B])
    last = -FAR
    nearest = FAR
    found = 0.0
    k = first + EDGE * max(int(previous), 0)
    before = _between_lines(
        c[k + 2] - x, c[k + 3] - y, c[k + 4] - z, ux, uy, uz, half,
        c[k + 5], c[k + 6], c[k + 7], c[k + 8],
    )  # fmt: skip
    last = before if previous >= 0.0 else -FAR
    for e in range(int(c[EDGES_B])):
        number = float(e)
        k = first + EDGE * e
        square = _between_lines(
            c[k + 2] - x, c[k + 3] - y, c[k + 4] - z, ux, uy, uz, half,
            c[k + 5], c[k + 6], c[k + 7], c[k + 8],
        )  # fmt: skip
        next_one = square > last or (square == last and number > previous)
        better = next_one and square < nearest
        nearest = square if better else nearest
        found = number if better else found
    return found


@exact
def _over_faces(
    c: Floats, of_corners: int, of_faces: int, beside: float, over: float, near: float,
    found: float, nearest: float, number: float,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> tuple[float, float, float, float]:  # fmt: skip
    """Return how far all corners of one solid are above a face of the other, and how near to one.

    With the pairs of corner and face of both; what is known already is over, near, found, nearest,
    number the one before the first pair here.
    """
    corners = int(c[6 + of_corners])
    faces = int(c[6 + of_faces])
    n = int(c[of_faces])
    for f in range(n):
        k = faces + FACE * f
        lowest = FAR
        which = 0.0
        i = 0
        while i < int(c[of_corners]) and lowest > over:
            px, py, pz = _point(
                c, corners + 3 * i, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z
            )
            g = _height(c, k, px, py, pz)
            which = float(i) if g < lowest else which
            lowest = g if g < lowest else lowest
            i = i + 1
        found = number + which * float(n) + float(f) if lowest > over else found
        over = lowest if lowest > over else over
    for i in range(int(c[of_corners])):
        px, py, pz = _point(
            c, corners + 3 * i, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z
        )
        most = -FAR
        which = 0.0
        for f in range(n):
            g = _height(c, faces + FACE * f, px, py, pz)
            which = float(f) if g > most else which
            most = g if g > most else most
        k = faces + FACE * int(which)
        fx = px - most * c[k]
        fy = py - most * c[k + 1]
        fz = pz - most * c[k + 2]
        f = 0
        wanted = most > 0.0 and most < near
        beyond = -FAR
        while f < n and wanted and beyond <= beside:
            beyond = max(beyond, _height(c, faces + FACE * f, fx, fy, fz))
            f = f + 1
        nearer = wanted and beyond <= beside
        nearest = number + float(i) * float(n) + which if nearer else nearest
        near = most if nearer else near
    return over, near, found, nearest


@exact
def closest(
    table: Floats,
    r11: float, r12: float, r13: float, r21: float, r22: float, r23: float,
    r31: float, r32: float, r33: float, x: float, y: float, z: float,
) -> float:  # fmt: skip
    """Return the pair of features that tells the distance of A and B, or the least way out.

    In this order: corner of A and face of B, corner of B and face of A (number of the corner times
    the number of faces, plus that of the face), edges of A and B for a way out along their common
    normal, and as the nearest ones (number in A times the number of edges of B, plus that in B).
    In each other edges count that are silhouettes of each other (Gregorius, GDC 2013).
    """
    c = at(table, START)
    over, near, found, nearest = _over_faces(
        c, CORNERS_A, FACES_B, c[BESIDE_B], -FAR, FAR, 0.0, 0.0, 0.0,
        r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z,
    )  # fmt: skip
    count = c[CORNERS_A] * c[FACES_B]
    bx = -(r11 * x + r21 * y + r31 * z)
    by = -(r12 * x + r22 * y + r32 * z)
    bz = -(r13 * x + r23 * y + r33 * z)
    over, near, found, nearest = _over_faces(
        c, CORNERS_B, FACES_A, c[BESIDE_A], over, near, found, nearest, count,
        r11, r21, r31, r12, r22, r32, r13, r23, r33, bx, by, bz,
    )  # fmt: skip
    count = count + c[CORNERS_B] * c[FACES_A]
    pairs = c[EDGES_A] * c[EDGES_B]
    u, v, w = _point(c, CENTER, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
    near = near * near if near < 1e100 else FAR
    faces_a = int(c[6 + FACES_A])
    faces_b = int(c[6 + FACES_B])
    for i in range(int(c[EDGES_A])):
        k = int(c[6 + EDGES_A]) + EDGE * i
        px, py, pz = _point(c, k + 2, r11, r12, r13, r21, r22, r23, r31, r32, r33, x, y, z)
        ux, uy, uz = _vector(c, k + 5, r11, r12, r13, r21, r22, r23, r31, r32, r33)
        first = faces_a + FACE * int(c[k + 9])
        second = faces_a + FACE * int(c[k + 10])
        gx, gy, gz = _vector(c, first, r11, r12, r13, r21, r22, r23, r31, r32, r33)
        hx, hy, hz = _vector(c, second, r11, r12, r13, r21, r22, r23, r31, r32, r33)
        for j in range(int(c[EDGES_B])):
            m = int(c[6 + EDGES_B]) + EDGE * j
            number = count + float(i) * c[EDGES_B] + float(j)
            dx = c[m + 2] - px
            dy = c[m + 3] - py
            dz = c[m + 4] - pz
            wx = c[m + 5]
            wy = c[m + 6]
            wz = c[m + 7]
            square = _between_lines(dx, dy, dz, ux, uy, uz, c[k + 8], wx, wy, wz, c[m + 8])
            nearest = number + pairs if square < near else nearest
            near = square if square < near else near
            of_first = faces_b + FACE * int(c[m + 9])
            of_second = faces_b + FACE * int(c[m + 10])
            a = -(c[of_first] * ux + c[of_first + 1] * uy + c[of_first + 2] * uz)
            b = -(c[of_second] * ux + c[of_second + 1] * uy + c[of_second + 2] * uz)
            g = gx * wx + gy * wy + gz * wz
            h = hx * wx + hy * wy + hz * wz
            hidden = max(max(a * b, g * h), -a * h)
            nx = uy * wz - uz * wy
            ny = uz * wx - ux * wz
            nz = ux * wy - uy * wx
            size = sqrt(nx * nx + ny * ny + nz * nz + 1e-300)
            outward = (nx * (px - u) + ny * (py - v) + nz * (pz - w)) > 0.0
            out = (nx * dx + ny * dy + nz * dz) / size
            out = out if outward else -out
            farther = hidden < 0.0 and out > over
            found = number if farther else found
            over = out if farther else over
    return nearest if over > 0.0 else found


FEATURES: dict[str, Function] = {
    "entry": entry,
    "corner_after": corner_after,
    "corner_face": corner_face,
    "exit_after": exit_after,
    "exit_face": exit_face,
    "exit_other": exit_other,
    "nearest_feature": nearest_feature,
    "edge_after": edge_after,
    "closest": closest,
}
"""Operations that find features, by name."""
