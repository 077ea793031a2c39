"""What a path asks of the drives: efforts that are linear in u and x, and in the rate dh/dt.

With q = q(h), x = (dh/dt)^2 and u = d2h/dt2,

    qd = q' sqrt(x),   qdd = q' u + q'' x
    tau = a(h) u + b(h) x + d(h) sqrt(x) + g(h)

for open and closed chains alike: d is viscous friction, g the weight, springs and the dry friction
of joints that move. The four are found from inverse dynamics at a few rates, with the equations of
the robot itself; a fifth rate, with and without acceleration, tells how well they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.driven_task import check_drives
from sarrus.robotics.following import joint_jets, one_sided_times
from sarrus.robotics.path_following import PathFollower, drive_columns
from sarrus.robotics.path_timing.unit_path import Path
from sarrus.robotics.plant import Friction
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.robotics.trajectory.steps import Move
from sarrus.robotics.workplace import Workplace
from sarrus.system import System

RATES = (1.0 / 3.0, 2.0 / 3.0, 1.0)
"""Rates at which efforts are looked at, over the highest."""
CHECKED = 0.5
"""The rate at which they are checked, and the part of the acceleration, against the motion."""


@dataclass(frozen=True, eq=False)
class Quantity:
    """A quantity along the path, a u + b x + d sqrt(x) + g; each (stations, components)."""

    a: np.ndarray
    b: np.ndarray
    d: np.ndarray
    g: np.ndarray

    def at(self, x: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Return it at stations with these x and u."""
        return self.a * u[:, None] + self.b * x[:, None] + self.d * np.sqrt(x)[:, None] + self.g


@dataclass(frozen=True, eq=False)
class PathDynamics:
    """A robot along a path, at stations h.

    q, first, second: coordinates of the whole tree and their derivatives by h; drives: coordinates
    of the drives (stations, drives), rate and curvature: q' and q'' of them; efforts: of the
    drives; reactions: force and moment of joints by name, (stations, 6); off: by how much efforts
    miss the form, over their size.
    """

    h: np.ndarray
    q: np.ndarray
    first: np.ndarray
    second: np.ndarray
    drives: np.ndarray
    rate: np.ndarray
    curvature: np.ndarray
    efforts: Quantity
    off: float
    reactions: Mapping[str, Quantity] = field(default_factory=dict)


def path_dynamics(
    work: Workplace,
    path: Path,
    h: np.ndarray,
    system: System,
    friction: Mapping[str, Friction],
    speeds: np.ndarray,
    reacting: tuple[str, ...] = (),
) -> PathDynamics:
    """Return the dynamics along a path at stations.

    system: with what the robot holds; speeds: limits of the drives, inf where there are none;
    reacting: joints whose reactions are wanted.
    """
    q, first, second = tree_jets(work, path, h)
    if work.plain:
        columns = np.stack([q, first, second], axis=1)
    else:
        rows = zip(q, first, second, strict=True)
        columns = np.array([drive_columns(system, work.drives, *row) for row in rows])
    drives, rate, curvature = columns[:, 0], columns[:, 1], columns[:, 2]
    angles = np.array([unit == "rad" for unit in work.units.values()])
    drives[:, angles] = np.unwrap(drives[:, angles], axis=0)
    with np.errstate(divide="ignore"):
        most = float(np.min(speeds / np.max(np.abs(rate), axis=0)))
    top = most if np.isfinite(most) else 1.0 / float(np.max(np.abs(rate)))
    evaluate = _evaluation(work, system, (q, first, second), (rate, curvature), reacting)
    found = {y: evaluate(y * top, 0.0) for y in (*RATES, CHECKED)}
    pushed = evaluate(top, top**2)
    braked = evaluate(CHECKED * top, -CHECKED * top**2)
    quantities, off = {}, 0.0
    for name, last in found[1.0].items():
        quantity = _quantity_of([found[y][name] for y in RATES], pushed[name] - last, top)
        quantities[name] = quantity
        if name == "":
            x, still = np.full(len(h), (CHECKED * top) ** 2), np.zeros(len(h))
            expected = quantity.at(x, still), quantity.at(x, still - CHECKED * top**2)
            size = max(float(np.max(np.abs(expected))), 1e-300)
            seen = found[CHECKED][name], braked[name]
            off = float(np.max(np.abs(np.subtract(expected, seen)))) / size
    efforts = _with_friction(quantities.pop(""), work, friction, rate)
    return PathDynamics(
        h, q, first, second, drives, rate, curvature, efforts, off, reactions=quantities
    )


def tree_jets(
    work: Workplace, path: Path, h: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return coordinates of the whole tree along a path, and their derivatives by h."""
    sequence = Sequence([Move(path)])
    before = h == h[-1]
    if not isinstance(path, JointMove):
        check_drives(work)
        frame, drives = work.moved_frame, work.drives
        follower = PathFollower(
            work.system, sequence, frame, work.start, work.follow, drives, work.goal
        )
        return follower.jets(h, before)
    if work.plain:
        return joint_jets(work.system, sequence, h, before)
    check_drives(work)
    names = path.names or work.drives
    laws = {
        name: tuple(lambda t, k=k, m=m: m.derivative(k, t) for k in range(3))
        for name, m in zip(names, path.motions, strict=True)
    }
    ordered = {name: laws[name] for name in work.drives}
    run = work.system.drive(ordered, times=one_sided_times(h, before), guess=work.start)
    motions = run.motions
    return (
        np.array([m.state.q for m in motions]),
        np.array([m.state.v for m in motions]),
        np.array([m.vdot for m in motions]),
    )


def _evaluation(
    work: Workplace,
    system: System,
    tree: tuple[np.ndarray, np.ndarray, np.ndarray],
    drives: tuple[np.ndarray, np.ndarray],
    reacting: tuple[str, ...],
) -> Callable[[float, float], dict[str, np.ndarray]]:
    """Return the function of (y, u) that yields efforts ("") and reactions at all stations."""
    q, first, second = tree
    layout = system.compiled.layout

    def of_tree(y: float, u: float) -> dict[str, np.ndarray]:
        v, vdot = y * first, u * first + y**2 * second
        places = [layout.v_slice[name].start for name in work.drives]
        found = {"": system.inverse_dynamics(q, v, vdot)[:, places]}
        if reacting:
            loads = system.reactions(q, v, vdot)
            found |= {n: np.hstack([loads[n].force, loads[n].moment]) for n in reacting}
        return found

    def of_loops(y: float, u: float) -> dict[str, np.ndarray]:
        efforts, loads = [], []
        rate, curvature = drives
        for k in range(len(q)):
            qdd = u * rate[k] + y**2 * curvature[k]
            state = system.state(q[k], y * first[k])
            motion = system.accelerations(state, driven=dict(zip(work.drives, qdd, strict=True)))
            efforts.append([float(motion.efforts[name][0]) for name in work.drives])
            if reacting:
                loads.append(system.reactions(motion))
        found = {"": np.array(efforts)}
        found |= {n: np.array([[*w[n].force, *w[n].moment] for w in loads]) for n in reacting}
        return found

    simple = not system.closed or system.compiled.followers is not None
    return of_tree if simple else of_loops


def _quantity_of(values: list[np.ndarray], pushed: np.ndarray, top: float) -> Quantity:
    """Return the quantity of its values at RATES, and of what u = top^2 adds."""
    y = top * np.array(RATES)
    powers = np.linalg.inv(np.vander(y, 3, increasing=True))
    g, d, b = np.einsum("ij,jkl->ikl", powers, np.array(values))
    size = np.max(np.abs(values[-1]), initial=0.0)
    d = np.where(np.abs(d) * top > 1e-10 * size, d, 0.0)  # what rounding leaves of no friction
    return Quantity(pushed / top**2, b, d, g)


def _with_friction(
    efforts: Quantity, work: Workplace, friction: Mapping[str, Friction], rate: np.ndarray
) -> Quantity:
    """Return the efforts with friction of gears: sliding by the direction, d by the rate."""
    d, g = efforts.d.copy(), efforts.g.copy()
    for name, own in friction.items():
        k = work.drives.index(name)
        d[:, k] += own.d * rate[:, k]
        g[:, k] += own.sliding * np.sign(rate[:, k])
    return Quantity(efforts.a, efforts.b, d, g)
