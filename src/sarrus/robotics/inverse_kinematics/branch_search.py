"""All branches of the inverse kinematics of an arm in one native call.

The equations are those of `arm_position`, `wrist` and `parallel_axes`, which have them as vectors:
three axes that carry a point, three axes through a point, three parallel axes. Here they are for a
record of one arm, with Newton's steps for the digits, whole turns, limits, and the signs that tell
branches apart.
"""

from __future__ import annotations

from math import sqrt

from sarrus.kernels.native import Floats, Record, at, native, record
from sarrus.robotics.inverse_kinematics.arm_position import EXACT as PLACED
from sarrus.robotics.inverse_kinematics.arm_position import ON_AXIS, SAME
from sarrus.robotics.inverse_kinematics.branches import SINGULAR
from sarrus.robotics.inverse_kinematics.limits import ROUNDING
from sarrus.robotics.inverse_kinematics.native_trigonometry import MOST, angles_of, on_two_circles
from sarrus.robotics.inverse_kinematics.small_matrices import (
    PI,
    TWO_PI,
    angle_about,
    angle_between,
    angle_of,
    apart,
    inverse_size,
    nearest_integer,
    product,
    put_across,
    put_back_product,
    put_cross,
    put_difference,
    put_product,
    put_rotation,
    put_turned,
    put_turned_back,
    sine,
    sine_between,
    size,
    square_solution,
    triple,
    turn_of,
)
from sarrus.robotics.inverse_kinematics.targets import ROTATION
from sarrus.robotics.inverse_kinematics.wrist import SINGULAR as ALIGNED

SPHERICAL, PARALLEL = 0, 1
"""Kinds of arms: the last three axes meet; axes 2, 3 and 4 are parallel."""
FOUND, NO_POSE = 0, 1
"""Outcomes: `count` branches; the matrix is not that of a pose."""
CAPACITY = 4 * MOST
"""Branches that there is room for: two of a wrist for each candidate of the arm."""

EXACT = 1e-10
"""What may be left, in metres over the size of the arm and in radians, of a solution."""
DISTINCT = 1e-7
"""Angles farther apart than this are two branches [rad]."""
CUTOFF = 1e-9
"""Singular values below this part of the largest are left out of Newton's steps."""


@record
class Arm(Record):
    """An arm of six revolute joints and what is asked of it.

    z, p: axes and points of them at zero, in the order in which they are solved (from the frame on
    where `sense` is -1); reach, home: largest step between neighbouring points, pose of the frame
    at zero; centre: where the axes meet. pose: 4 x 4, near: angles to choose whole turns and free
    angles by, lower, upper: limits, these from the base on.

    count: branches found; angles: six each; chosen: the same with whole turns; beyond: by how much
    limits are exceeded; doubtful: 1 where it may be singular; named: 3 signs of its name.
    """

    form: int
    count: int
    candidates: int
    sense: float
    reach: float
    reach_of_three: float
    z: Floats
    p: Floats
    center: Floats
    home: Floats
    pose: Floats
    near: Floats
    lower: Floats
    upper: Floats
    angles: Floats
    chosen: Floats
    beyond: Floats
    doubtful: Floats
    named: Floats
    G: Floats
    g: Floats
    q: Floats
    three: Floats
    pairs: Floats
    R: Floats
    x: Floats
    zh: Floats
    ph: Floats
    J: Floats
    right: Floats
    step: Floats
    tried: Floats
    v: Floats
    w: Floats


SIZES = {
    "z": 18, "p": 18, "center": 3, "home": 12, "pose": 16, "near": 6, "lower": 6, "upper": 6,
    "angles": 6 * CAPACITY, "chosen": 6 * CAPACITY, "beyond": 6 * CAPACITY, "doubtful": CAPACITY,
    "named": 3 * CAPACITY, "G": 9, "g": 3, "q": 6, "three": 3 * MOST, "pairs": 2 * MOST,
    "R": 63, "x": 21, "zh": 18, "ph": 18, "J": 36, "right": 6, "step": 6, "tried": 6, "v": 96,
    "w": 96,
}  # fmt: skip
"""Numbers of every array of the record."""


# --- where the axes are ----------------------------------------------------------------------


@native
def put_frames(a: Arm, q: Floats, first: int, n: int) -> None:
    """Put rotations and shifts that the first 0, 1, ..., n joints make together in R and x.

    first: the joint of the arm that counts as the first.
    """
    for k in range(9):
        a.R[k] = 1.0 if k % 4 == 0 else 0.0
    for k in range(3):
        a.x[k] = 0.0
    turned = at(a.w, 80)
    moved = at(a.w, 89)
    for k in range(n):
        put_rotation(turned, 0, a.z, 3 * (first + k), q[k])
        put_product(a.R, 9 * (k + 1), a.R, 9 * k, turned, 0)
        put_turned(moved, 0, turned, 0, a.p, 3 * (first + k))
        put_difference(moved, 0, a.p, 3 * (first + k), moved, 0)
        put_turned(moved, 0, a.R, 9 * k, moved, 0)
        for i in range(3):
            a.x[3 * (k + 1) + i] = a.x[3 * k + i] + moved[i]


@native
def put_axes(a: Arm, n: int) -> None:
    """Put the first axes, where they are with the frames in R and x, in zh and ph."""
    for k in range(n):
        put_turned(a.zh, 3 * k, a.R, 9 * k, a.z, 3 * k)
        put_turned(a.ph, 3 * k, a.R, 9 * k, a.p, 3 * k)
        for i in range(3):
            a.ph[3 * k + i] = a.x[3 * k + i] + a.ph[3 * k + i]


@native
def put_jacobian(a: Arm, point: Floats, n: int, rows: int) -> None:
    """Put the velocity of a world point that moves along, and for 6 rows the angular one, in J."""
    arm = at(a.w, 90)
    for k in range(n):
        put_difference(arm, 0, point, 0, a.ph, 3 * k)
        put_cross(arm, 0, a.zh, 3 * k, arm, 0)
        for i in range(3):
            a.J[i * n + k] = arm[i]
            if rows == 6:
                a.J[(3 + i) * n + k] = a.zh[3 * k + i]


# --- three axes that carry a point -----------------------------------------------------------


@native
def put_circle(a: Arm, k: int, point: Floats, sense: float, c: Floats) -> None:
    """Put centre, x and y of the circle of a point that turns about axis k in c."""
    put_difference(c, 3, point, 0, a.p, 3 * k)
    along = product(a.z, 3 * k, c, 3)
    put_cross(c, 6, a.z, 3 * k, c, 3)
    for i in range(3):
        part = along * a.z[3 * k + i]
        c[i] = a.p[3 * k + i] + part
        c[3 + i] = c[3 + i] - part
        c[6 + i] = sense * c[6 + i]


@native
def put_seen(a: Arm, c: Floats, length: float, seen: Floats) -> None:
    """Put (cos, sin, constant) of height and half the square distance, seen from axis 2."""
    r = at(a.w, 90)
    put_difference(r, 0, c, 0, a.p, 3)
    seen[0] = product(a.z, 3, c, 3)
    seen[1] = product(a.z, 3, c, 6)
    seen[2] = product(a.z, 3, r, 0)
    seen[3] = product(r, 0, c, 3) / length
    seen[4] = product(r, 0, c, 6) / length
    seen[5] = 0.5 * (product(r, 0, r, 0) + product(c, 3, c, 3)) / length


@native
def put_on_circle(c: Floats, angle: float, point: Floats) -> None:
    """Put the point at an angle of a circle in its place."""
    s, cosine = turn_of(angle)
    for i in range(3):
        point[i] = c[i] + cosine * c[3 + i] + s * c[6 + i]


@native
def find_three(a: Arm, goal: Floats) -> int:
    """Put all (q1, q2, q3) that bring the centre to a place in `three`; return how many.

    Rot_1(q1) Rot_2(q2) Rot_3(q3) c = w: seen from axis 2, the point that joint 3 moves and the
    place that joint 1 moves are at the same height and distance (Pieper 1968). Where an angle is
    free because a point lies on its axis, it is zero.
    """
    length = a.reach_of_three
    off = at(a.v, 0)
    f = at(a.v, 3)
    g = at(a.v, 12)
    A = at(a.v, 21)
    B = at(a.v, 25)
    d = at(a.v, 29)
    put_difference(off, 0, a.center, 0, a.p, 3)
    length = max(length, size(off, 0))
    put_difference(off, 0, goal, 0, a.p, 3)
    length = max(length, size(off, 0))
    put_circle(a, 2, a.center, 1.0, f)
    put_circle(a, 0, goal, -1.0, g)
    put_seen(a, f, length, at(a.w, 0))
    put_seen(a, g, length, at(a.w, 6))
    for i in range(2):
        for k in range(2):
            A[2 * i + k] = -a.w[6 + 3 * i + k]
            B[2 * i + k] = a.w[3 * i + k]
        d[i] = a.w[3 * i + 2] - a.w[6 + 3 * i + 2]
    a.candidates = 0
    if size(g, 3) < ON_AXIS * length:
        row = 0
        if B[2] * B[2] + B[3] * B[3] > B[0] * B[0] + B[1] * B[1]:
            row = 1
        n, first, second = angles_of(B[2 * row], B[2 * row + 1], -d[row])
        a.candidates = n
        a.pairs[0] = 0.0
        a.pairs[1] = first
        a.pairs[2] = 0.0
        a.pairs[3] = second
    else:
        a.candidates = on_two_circles(A, B, d, a.pairs, a.w)
    count = 0
    for k in range(a.candidates):
        q = at(a.three, 3 * count)
        q[0] = a.pairs[2 * k]
        q[2] = a.pairs[2 * k + 1]
        put_on_circle(f, q[2], at(a.v, 33))
        put_on_circle(g, q[0], at(a.v, 36))
        put_difference(a.v, 33, a.v, 33, a.p, 3)
        put_difference(a.v, 36, a.v, 36, a.p, 3)
        q[1] = angle_about(a.z, 3, a.v, 33, a.v, 36, a.w)
        gap = refine_three(a, q, goal, length)
        if gap <= PLACED * length:
            new = 1
            for j in range(count):
                if apart(q, 0, a.three, 3 * j, 3) < SAME:
                    new = 0
            count += new
    return count


@native
def put_rest(a: Arm, q: Floats, goal: Floats, rest: Floats) -> float:
    """Put what is left from the carried point to its place in `rest`; return how far that is."""
    put_frames(a, q, 0, 3)
    put_turned(rest, 0, a.R, 27, a.center, 0)
    for i in range(3):
        rest[i] = goal[i] - (a.x[9 + i] + rest[i])
    return size(rest, 0)


@native
def refine_three(a: Arm, q: Floats, goal: Floats, length: float) -> float:
    """Take Newton's steps as long as they bring the point nearer; return how far it is."""
    point = at(a.v, 39)
    rest = at(a.v, 42)
    gap = put_rest(a, q, goal, a.right)
    for _step in range(12):
        if gap < 1e-14 * length:
            break
        put_axes(a, 3)
        put_difference(point, 0, goal, 0, a.right, 0)
        put_jacobian(a, point, 3, 3)
        square_solution(a.J, a.right, a.step, 3, CUTOFF, a.w)
        for i in range(3):
            a.tried[i] = q[i] + a.step[i]
        left = put_rest(a, a.tried, goal, rest)
        if not left < 0.9 * gap:
            break
        gap = left
        for i in range(3):
            q[i] = a.tried[i]
            a.right[i] = rest[i]
    return gap


# --- three axes through a point --------------------------------------------------------------


@native
def middle_angles(
    y: Floats, i: int, b: Floats, j: int, c: Floats, k: int, h: Floats, w: Floats
) -> tuple[int, float, float]:
    """Return the angles about axis b that bring axis c as near to y as the direction h is.

    By the tangents of half angles of the spherical triangle, exact near singular positions too.
    """
    alpha = angle_between(y, i, b, j)
    beta = angle_between(b, j, c, k)
    theta = angle_between(y, i, h, 0)
    half = 0.5 * (alpha + beta + theta)
    upper = sine(half - alpha) * sine(half - beta)
    lower = sine(half) * sine(half - theta)
    off = 2.0 * angle_of(sqrt(max(upper, 0.0)), sqrt(max(lower, 0.0)))
    nearest = angle_about(b, j, c, k, y, i, w)
    return 2 if min(upper, lower) >= -1e-12 else 0, nearest + off, nearest - off


@native
def find_with_wrist(a: Arm) -> None:
    """Find all branches of an arm whose last three axes meet."""
    goal = at(a.v, 48)
    put_turned(goal, 0, a.G, 0, a.center, 0)
    for i in range(3):
        goal[i] = goal[i] + a.g[i]
    count = find_three(a, goal)
    first = a.sense * (a.near[3] if a.sense > 0.0 else a.near[2])
    left = at(a.v, 51)
    h = at(a.v, 60)
    middle = at(a.v, 63)
    turned = at(a.v, 72)
    for k in range(count):
        put_frames(a, at(a.three, 3 * k), 0, 3)
        put_back_product(left, 0, a.R, 27, a.G, 0)
        put_turned(h, 0, left, 0, a.z, 15)
        aligned = sine_between(a.z, 9, h, 0) < ALIGNED
        n, one, other = middle_angles(a.z, 9, a.z, 12, a.z, 15, h, a.w)
        for j in range(n):
            b = one if j == 0 else other
            put_rotation(middle, 0, a.z, 12, b)
            put_turned(turned, 0, middle, 0, a.z, 15)
            q4 = first
            if not aligned:
                q4 = angle_about(a.z, 9, turned, 0, h, 0, a.w)
            put_rotation(a.w, 0, a.z, 9, q4)
            put_product(a.w, 9, a.w, 0, middle, 0)
            put_back_product(a.w, 18, a.w, 9, left, 0)
            for i in range(3):
                a.q[i] = a.three[3 * k + i]
            a.q[3] = q4
            a.q[4] = b
            a.q[5] = angle_of_rotation(a.w, 18, a.z, 15)
            add_branch(a)


@native
def angle_of_rotation(R: Floats, k: int, axis: Floats, i: int) -> float:
    """Return the angle of a rotation about a known axis."""
    s = (
        (R[k + 7] - R[k + 5]) * axis[i]
        + (R[k + 2] - R[k + 6]) * axis[i + 1]
        + (R[k + 3] - R[k + 1]) * axis[i + 2]
    )
    return angle_of(0.5 * s, 0.5 * (R[k] + R[k + 4] + R[k + 8] - 1.0))


# --- three parallel axes ---------------------------------------------------------------------


@native
def find_with_parallel_axes(a: Arm) -> None:
    """Find all branches of an arm whose axes 2, 3 and 4 are parallel and whose last two meet.

    y . Rot_1(-q1) G c = y . c and y . Rot_5(q5) z6 = y . Rot_1(-q1) G z6, with y along the three,
    give q1 and q5, then q6; what is left is a planar arm of three joints.
    """
    z = a.z
    carried = at(a.v, 0)
    flat = at(a.v, 3)
    h = at(a.v, 6)
    back = at(a.v, 9)
    R = at(a.v, 18)
    middle = at(a.v, 27)
    put_turned(carried, 0, a.G, 0, a.center, 0)
    for i in range(3):
        carried[i] = carried[i] + a.g[i] - a.p[i]
    put_across(flat, 0, carried, 0, z, 0)
    put_difference(a.w, 0, a.center, 0, a.p, 0)
    height = product(z, 3, a.w, 0) - product(z, 3, z, 0) * product(z, 0, carried, 0)
    last = a.sense * (a.near[5] if a.sense > 0.0 else a.near[0])
    n, first, second = angles_of(product(z, 3, flat, 0), -triple(z, 3, z, 0, flat, 0), height)
    for k in range(n):
        q1 = first if k == 0 else second
        put_rotation(back, 0, z, 0, -q1)
        put_product(R, 0, back, 0, a.G, 0)
        put_turned(h, 0, R, 0, z, 15)
        aligned = sine_between(z, 3, h, 0) < ALIGNED
        m, one, other = middle_angles(z, 3, z, 12, z, 15, h, a.w)
        for j in range(m):
            q5 = one if j == 0 else other
            q6 = last
            if not aligned:
                put_rotation(middle, 0, z, 12, q5)
                put_turned_back(a.v, 36, middle, 0, z, 3)
                put_turned_back(a.v, 39, R, 0, z, 3)
                q6 = -angle_about(z, 15, a.v, 36, a.v, 39, a.w)
            a.q[0] = q1
            a.q[4] = q5
            a.q[5] = q6
            put_planar(a)
            find_planar(a)


@native
def put_planar(a: Arm) -> None:
    """Put the motion that is left to the three parallel joints in R and shift of v from 42 on.

    Rot_1(-q1) G (Rot_5(q5) Rot_6(q6))^-1.
    """
    put_frames(a, at(a.q, 4), 4, 2)
    rest = at(a.v, 54)
    shift = at(a.v, 63)
    for i in range(3):
        for k in range(3):
            rest[3 * i + k] = a.R[18 + 3 * k + i]
    put_turned(shift, 0, rest, 0, a.x, 6)
    put_turned(shift, 0, a.G, 0, shift, 0)
    put_product(a.v, 66, a.G, 0, rest, 0)
    for i in range(3):
        shift[i] = a.g[i] - shift[i]
    turned = at(a.v, 75)
    put_rotation(turned, 0, a.z, 0, -a.q[0])
    put_product(a.v, 42, turned, 0, a.v, 66)
    # x -> p1 + Rot (x - p1)
    put_difference(shift, 0, shift, 0, a.p, 0)
    put_turned(shift, 0, turned, 0, shift, 0)
    for i in range(3):
        a.v[51 + i] = a.p[i] + shift[i]


@native
def find_planar(a: Arm) -> None:
    """Add the branches of three parallel joints that move a body as `put_planar` says."""
    z = a.z
    target = at(a.v, 54)
    upper = at(a.v, 57)
    fore = at(a.v, 60)
    side = at(a.v, 63)
    whole = at(a.v, 66)
    put_turned(target, 0, a.v, 42, a.p, 9)
    for i in range(3):
        target[i] = target[i] + a.v[51 + i] - a.p[3 + i]
        upper[i] = a.p[6 + i] - a.p[3 + i]
        fore[i] = a.p[9 + i] - a.p[6 + i]
    put_across(target, 0, target, 0, z, 3)
    put_across(upper, 0, upper, 0, z, 3)
    put_across(fore, 0, fore, 0, z, 3)
    bend = product(target, 0, target, 0) - product(upper, 0, upper, 0) - product(fore, 0, fore, 0)
    least = 0
    for i in range(3):
        side[i] = 0.0
        if abs(z[3 + i]) < abs(z[3 + least]):
            least = i
    side[least] = 1.0
    put_across(side, 0, side, 0, z, 3)
    put_turned(whole, 0, a.v, 42, side, 0)
    total = angle_about(z, 3, side, 0, whole, 0, a.w)
    bent = triple(upper, 0, z, 3, fore, 0)
    n, first, second = angles_of(product(upper, 0, fore, 0), bent, 0.5 * bend)
    q1 = a.q[0]
    q5 = a.q[4]
    q6 = a.q[5]
    for k in range(n):
        a.q[0] = q1  # which a branch before has refined
        a.q[4] = q5
        a.q[5] = q6
        q3 = first if k == 0 else second
        put_rotation(a.w, 0, z, 3, q3)
        put_turned(whole, 0, a.w, 0, fore, 0)
        for i in range(3):
            whole[i] = upper[i] + whole[i]
        q2 = angle_about(z, 3, whole, 0, target, 0, a.w)
        a.q[1] = product(z, 3, z, 3) * q2
        a.q[2] = product(z, 6, z, 3) * q3
        a.q[3] = product(z, 9, z, 3) * (total - q2 - q3)
        add_branch(a)


# --- branches --------------------------------------------------------------------------------


@native
def put_miss(a: Arm, q: Floats, miss: Floats) -> float:
    """Put what is left to the wanted motion in `miss`: shift, then turn; return its size.

    The turn is exact in the first order where it is small, and large where it is not.
    """
    put_frames(a, q, 0, 6)
    D = at(a.w, 80)
    for i in range(3):
        for k in range(3):
            D[3 * i + k] = product(a.G, 3 * i, a.R, 54 + 3 * k)
        miss[i] = a.g[i] - a.x[18 + i]
        miss[3 + i] = PI
    if D[0] + D[4] + D[8] > 2.0:
        miss[3] = 0.5 * (D[7] - D[5])
        miss[4] = 0.5 * (D[2] - D[6])
        miss[5] = 0.5 * (D[3] - D[1])
    return max(size(miss, 0) / max(a.reach, 1e-300), size(miss, 3))


@native
def refine(a: Arm) -> float:
    """Take Newton's steps from q as long as they help; return what is left."""
    point = at(a.v, 90)
    left = at(a.v, 84)
    gap = put_miss(a, a.q, a.right)
    for _step in range(3):
        if gap < 1e-14:
            break
        put_axes(a, 6)
        for i in range(3):
            point[i] = a.g[i] - a.right[i]
        put_jacobian(a, point, 6, 6)
        square_solution(a.J, a.right, a.step, 6, CUTOFF, a.w)
        for i in range(6):
            a.tried[i] = a.q[i] + a.step[i]
        less = put_miss(a, a.tried, left)
        if not less < 0.5 * gap:
            break
        gap = less
        for i in range(6):
            a.q[i] = a.tried[i]
            a.right[i] = left[i]
    return gap


@native
def add_branch(a: Arm) -> None:
    """Add the branch at q, refined, if it is one, and none that is there already."""
    if not refine(a) <= EXACT or a.count >= CAPACITY:
        return
    found = at(a.angles, 6 * a.count)
    for k in range(6):
        found[k] = a.q[k] if a.sense > 0.0 else -a.q[5 - k]
    for j in range(a.count):
        if not apart(found, 0, a.angles, 6 * j, 6) > DISTINCT:
            return
    a.count += 1


@native
def nearest_turn(angle: float, lower: float, upper: float, near: float) -> tuple[float, float]:
    """Return the angle plus whole turns within limits and nearest to `near`, and what is beyond.

    Where no number of turns brings it within the limits, it is the one that exceeds them least.
    """
    best = angle + TWO_PI * nearest_integer((near - angle) / TWO_PI)
    least = excess(best, lower, upper)
    beyond = least > 0.0
    first = 1
    for bound in range(2):
        limit = lower if bound == 0 else upper
        if beyond and abs(limit) < 1e300:
            turns = nearest_integer((limit - angle) / TWO_PI)
            for k in range(3):
                there = angle + TWO_PI * (turns + float(k) - 1.0)
                over = excess(there, lower, upper)
                nearer = abs(there - near) < abs(best - near)
                if first == 1 or over < least or (over == least and nearer):
                    best = there
                    least = over
                first = 0
    return best, least


@native
def excess(x: float, lower: float, upper: float) -> float:
    """Return how far a coordinate is beyond its limits, 0 where that may be rounding."""
    over = max(max(lower - x, x - upper), 0.0)
    return over if over > ROUNDING else 0.0


@native
def describe(a: Arm, k: int) -> None:
    """Put whole turns, limits, the signs of the name and doubts of branch k in their places."""
    found = at(a.angles, 6 * k)
    for i in range(6):
        value, over = nearest_turn(found[i], a.lower[i], a.upper[i], a.near[i])
        a.chosen[6 * k + i] = value
        a.beyond[6 * k + i] = over
        a.q[i] = found[i] if a.sense > 0.0 else -found[5 - i]
    put_frames(a, a.q, 0, 6)
    put_axes(a, 6)
    c = at(a.v, 0)
    put_turned(c, 0, a.G, 0, a.center, 0)
    for i in range(3):
        c[i] = c[i] + a.g[i]
    # right: joint 2 lifts the wrist; up: the elbow is above the line from shoulder to wrist
    put_difference(a.v, 3, c, 0, a.ph, 3)
    put_difference(a.v, 6, a.ph, 6, a.ph, 3)
    a.named[3 * k] = triple(a.zh, 0, a.zh, 3, a.v, 3)
    if a.form == PARALLEL:
        put_difference(a.v, 3, a.ph, 9, a.ph, 3)
    a.named[3 * k + 1] = triple(a.zh, 3, a.v, 3, a.v, 6)
    a.named[3 * k + 2] = triple(a.zh, 12, a.zh, 9, a.zh, 15)
    a.doubtful[k] = 0.0
    if a.form == PARALLEL:
        put_jacobian(a, at(a.ph, 15), 6, 6)
        for i in range(18):
            a.J[i] = a.J[i] / a.reach
        if not SINGULAR * inverse_size(a.J, 6, a.w) < 0.5:
            a.doubtful[k] = 1.0
    else:
        put_jacobian(a, c, 3, 3)
        for i in range(9):
            a.J[i] = a.J[i] / a.reach
        doubt = SINGULAR * inverse_size(a.J, 3, a.w)
        for i in range(9):
            a.J[i] = a.zh[9 + i]
        doubt = max(doubt, SINGULAR * inverse_size(a.J, 3, a.w))
        if not doubt < 0.5:
            a.doubtful[k] = 1.0


@native
def is_pose(X: Floats) -> int:
    """Return 1 where the first three rows of a 4 x 4 matrix have a rotation, else 0."""
    worst = 0.0
    for i in range(3):
        for k in range(3):
            total = -1.0 if i == k else 0.0
            for r in range(3):
                total += X[4 * r + i] * X[4 * r + k]
            worst = max(worst, abs(total)) if abs(total) < 1e300 else 1e300
    return 1 if worst <= ROTATION and triple(X, 0, X, 4, X, 8) >= 0.0 else 0


@native
def find_branches(a: Arm) -> int:
    """Find all branches for the pose of the record; return FOUND or NO_POSE."""
    a.count = 0
    X = a.pose
    if is_pose(X) == 0:
        return NO_POSE
    for i in range(3):  # G = pose home^-1
        for k in range(3):
            a.G[3 * i + k] = product(X, 4 * i, a.home, 3 * k)
    put_turned(a.g, 0, a.G, 0, a.home, 9)
    for i in range(3):
        a.g[i] = X[4 * i + 3] - a.g[i]
    if a.sense < 0.0:
        for i in range(3):
            for k in range(3):
                a.w[3 * i + k] = a.G[3 * k + i]
        for i in range(9):
            a.G[i] = a.w[i]
        put_turned(a.g, 0, a.G, 0, a.g, 0)
        for i in range(3):
            a.g[i] = -a.g[i]
    if a.form == PARALLEL:
        find_with_parallel_axes(a)
    else:
        find_with_wrist(a)
    for k in range(a.count):
        describe(a, k)
    return FOUND
