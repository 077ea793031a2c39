"""Fastest and optimal motions beside toppra, ruckig and CasADi on the same problems.

Paths of a UR5 and a Panda in the least time under limits of torque and speed (toppra calls our
inverse dynamics); S-curves of bounded jerk (ruckig is written in C++); optimal control by the same
formula of collocation on the same mesh: the robot arm of COPS by CasADi's Opti with its equations
written by hand, and a pendulum whose dynamics CasADi has from `export.casadi`. Both sides are given
the same guess; times are those of the whole call, from the problem to the motion.

    python benchmarks/motion.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
from rows import NOT_INSTALLED, Group, Row, Time
from titles import ALONG, CONTROL, CURVES

from robotics.arms import PANDA, UR5, by_frames
from sarrus import export, gallery, robotics

TORQUE, SPEED = 1.5, 3.0
"""Limits of torque over what holds the arm, and of speed [rad/s]."""
COPS, SWING = 100, 40
"""Intervals of the meshes."""
toppra, ruckig, casadi = (programs.found(name) for name in ("toppra", "ruckig", "casadi"))


def _pair(
    ours: Callable[[], float], theirs: Callable[[], float] | None, rounds: int
) -> tuple[Time, Time | None, float, float | None]:
    """Return both times, and both results."""
    values = ours(), None if theirs is None else theirs()  # compiles what they need
    work = {"ours": timing.once(ours)}
    if theirs is not None:
        work["theirs"] = timing.once(theirs)
    found = timing.interleaved(work, rounds)
    return found["ours"], found.get("theirs"), values[0], values[1]


def _row(table: str, what: str, case: str, by: str, peer: str, missing: str, found: Any) -> Row:
    """Return a row; errors are parts by which a result lies above the lower of the two."""
    ours, theirs, mine, other = found
    least = mine if other is None else min(mine, other)
    return Row(
        table, what, case, 0, ours, by, peer, theirs, missing, mine / least - 1.0,
        None if other is None else other / least - 1.0,
    )  # fmt: skip


def along_paths(rounds: int) -> list[Row]:
    """Return motions along splines of joints."""
    rows = []
    for name, frames in (("ur5", UR5), ("panda", PANDA)):
        system = by_frames(name, frames).compile()
        n = system.nv
        points = np.random.default_rng(1).uniform(-0.6, 0.6, (4, n))
        still = np.zeros(n)
        rest = [np.abs(system.inverse_dynamics(p, still, still)) for p in points]
        torque = TORQUE * np.max(rest, axis=0) + 5.0
        limits = {
            joint.name: robotics.JointLimits(torque=float(t), speed=SPEED, position=(-9.0, 9.0))
            for joint, t in zip(system.model.joints, torque, strict=True)
        }

        def ours(system: Any = system, points: Any = points, limits: Any = limits) -> float:
            return robotics.fastest(system, points, limits, tolerance=5e-4).duration

        theirs = None if toppra is None else _toppra(system, points, torque)
        found = _pair(ours, theirs, rounds)
        missing = NOT_INSTALLED if toppra is None else ""
        what = ALONG, "limits of torque and speed", name
        rows.append(_row(*what, "fastest", "toppra, 801 stations", missing, found))
    return rows


def _toppra(system: Any, points: np.ndarray, torque: np.ndarray) -> Callable[[], float]:
    from toppra import algorithm, constraint

    toppra.setup_logging("ERROR")
    n = len(torque)
    s = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])

    def run() -> float:
        path = toppra.SplineInterpolator(s / s[-1], points, bc_type="natural")
        rows = [
            constraint.JointTorqueConstraint(
                system.inverse_dynamics, np.stack([-torque, torque], axis=1), np.zeros(n),
                discretization_scheme=constraint.DiscretizationType.Interpolation,
            ),
            constraint.JointVelocityConstraint(np.tile([-SPEED, SPEED], (n, 1))),
        ]  # fmt: skip
        grid = np.linspace(0.0, 1.0, 801)
        planned = algorithm.TOPPRA(
            rows, path, gridpoints=grid, parametrizer="ParametrizeConstAccel"
        )
        return float(planned.compute_trajectory().duration)

    return run


def s_curves(rounds: int) -> Row:
    """Return moves of bounded jerk from rest to rest."""
    way, v, a, j = 10.0 ** np.random.default_rng(8).uniform(-1.0, 1.0, (4, 3))

    def ours() -> float:
        limits = robotics.Limits(v, a, j)
        return robotics.joint_move(np.zeros(3), way, limits=limits, together="time").duration

    def theirs() -> float:
        order = ruckig.InputParameter(3)
        order.target_position = way.tolist()
        order.max_velocity, order.max_acceleration = v.tolist(), a.tolist()
        order.max_jerk = j.tolist()
        planned = ruckig.Trajectory(3)
        ruckig.Ruckig(3).calculate(order, planned)
        return float(planned.duration)

    found = _pair(ours, None if ruckig is None else theirs, rounds)
    missing = NOT_INSTALLED if ruckig is None else ""
    return _row(CURVES, "rest to rest", "three joints", "joint_move", "ruckig", missing, found)


ARM = ["rho", "theta", "phi", "drho", "dtheta", "dphi"]
LENGTH, LOW, HIGH = 5.0, [0.0, -np.pi, 0.0], [5.0, np.pi, np.pi]


def robot_arm(t: Any, x: Any, u: Any, sin: Any = np.sin) -> list[Any]:
    """The equations of COPS 3.0, problem 8."""
    I = ((LENGTH - x[0]) ** 3 + x[0] ** 3) / 3.0
    return [x[3], x[4], x[5], u[0] / LENGTH, u[1] / (I * sin(x[2]) ** 2), u[2] / I]


START = [4.5, 0.0, np.pi / 4, 0.0, 0.0, 0.0]
END = [4.5, 2.0 * np.pi / 3.0, np.pi / 4, 0.0, 0.0, 0.0]


def cops_arm(search: str) -> Callable[[], float]:
    """Return the arm of COPS by `optimal_control`."""
    start, end = (dict(zip(ARM, row, strict=True)) for row in (START, END))
    limits = dict(zip(ARM[:3], zip(LOW, HIGH, strict=True), strict=True))

    def run() -> float:
        return robotics.optimal_control(
            robot_arm, ARM, {f"u{k}": 1.0 for k in range(3)}, start, end, limits=limits,
            method="trapezoid", intervals=COPS, most=COPS, tolerance=0.5, search=search,
        ).duration  # fmt: skip

    return run


def cops_by_opti() -> float:
    """Return the same by CasADi's Opti and IPOPT."""
    ca = casadi
    opti, n = ca.Opti(), COPS
    x, u, T = opti.variable(6, n + 1), opti.variable(3, n + 1), opti.variable()
    xs, us = ca.MX.sym("x", 6), ca.MX.sym("u", 3)
    f = ca.Function("f", [xs, us], [ca.vertcat(*robot_arm(0.0, ca.vertsplit(xs), ca.vertsplit(us),
                                                          ca.sin))])  # fmt: skip
    slopes = f.map(n + 1)(x, u)
    opti.subject_to(
        ca.vec(x[:, 1:] - x[:, :-1] - T / (2 * n) * (slopes[:, 1:] + slopes[:, :-1])) == 0
    )
    opti.subject_to(opti.bounded(-1.0, ca.vec(u), 1.0))
    for k in range(3):
        opti.subject_to(opti.bounded(LOW[k], x[k, :].T, HIGH[k]))
    opti.subject_to(x[:, 0] == START)
    opti.subject_to(x[:, n] == END)
    opti.subject_to(opti.bounded(1e-3, T, 1e3))
    opti.minimize(T)
    share = np.linspace(0.0, 1.0, n + 1)
    opti.set_initial(x, np.outer(START, 1.0 - share) + np.outer(END, share))
    opti.set_initial(T, 1.0)
    opti.solver("ipopt", {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"})
    return float(opti.solve().value(T))


def swing(search: str) -> Callable[[], float]:
    """Return a pendulum that swings up with least effort, by `optimal_motion`."""
    system = gallery.pendulum().compile()

    def run() -> float:
        return robotics.optimal_motion(
            system, {"A": -0.5 * np.pi}, {"A": 0.5 * np.pi}, efforts={"A": 20.0}, minimize="effort",
            duration=2.0, method="trapezoid", intervals=SWING, most=SWING, tolerance=0.5,
            search=search,
        ).objective  # fmt: skip

    return run


def swing_by_opti() -> Callable[[], float]:
    """Return the same by CasADi's Opti, with our forward dynamics as a function of CasADi."""
    ca, n, h = casadi, SWING, 2.0 / SWING
    f = export.casadi(gallery.pendulum().compile(), "forward_dynamics")

    def run() -> float:
        opti = ca.Opti()
        q, v, u = (opti.variable(1, n + 1) for _ in range(3))
        slopes = f.map(n + 1)(q, v, u)
        opti.subject_to((q[1:] - q[:-1] - 0.5 * h * (v[1:] + v[:-1])).T == 0)
        opti.subject_to((v[1:] - v[:-1] - 0.5 * h * (slopes[1:] + slopes[:-1])).T == 0)
        opti.subject_to([q[0] == -0.5 * np.pi, v[0] == 0, q[n] == 0.5 * np.pi, v[n] == 0])
        opti.subject_to(opti.bounded(-20.0, u.T, 20.0))
        squares = (u / 20.0) ** 2
        opti.minimize(h * (ca.sum2(squares) - 0.5 * (squares[0] + squares[n])))
        opti.set_initial(q, np.linspace(-0.5 * np.pi, 0.5 * np.pi, n + 1))
        opti.set_initial(v, 0.5 * np.pi)
        opti.solver("ipopt", {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"})
        return float(opti.solve().value(opti.f))

    return run


def control(rounds: int) -> list[Row]:
    """Return optimal control, by our search and by IPOPT."""
    missing = NOT_INSTALLED if casadi is None else ""
    cases: list[tuple[str, str, Callable[[str], Callable[[], float]], Any]] = [
        ("robot arm of COPS, least time", f"{COPS} trapezoids", cops_arm,
         None if casadi is None else cops_by_opti),
        ("pendulum swings up, least effort", f"{SWING} trapezoids", swing,
         None if casadi is None else swing_by_opti()),
    ]  # fmt: skip
    rows = []
    for what, case, make, theirs in cases:
        for search in ("own", "ipopt") if casadi is not None else ("own",):
            by = "own search" if search == "own" else "IPOPT"
            found = _pair(make(search), theirs, rounds)
            told = f"{what}, {by}"
            rows.append(_row(CONTROL, told, case, by, "CasADi's Opti, IPOPT", missing, found))
    return rows


def measured(quick: bool = False) -> Group:
    """Return all rows."""
    notes = [
        "Ratios above 1: the other needs more. Errors are the part by which a time or objective "
        "lies above the lower of the two. `fastest` refines its grid until the time is known to "
        "5e-4 and sees to limits between stations; toppra has one grid of 801 stations.",
        "Calls of `optimal_control` trace and compile the equations each time, as Opti does; those "
        "of `optimal_motion` find their kernels made.",
    ]
    rounds = 1 if quick else 5
    group = Group("motion", "Fastest and optimal motions", notes=notes)
    group.rows = [*along_paths(rounds), s_curves(rounds), *control(rounds)]
    return group


def main() -> None:
    """Print the tables."""
    group = measured()
    print(timing.heading(group.title))
    for name in (ALONG, CURVES, CONTROL):
        rows = [
            [row.what, row.case, row.by, timing.micro(row.ours), row.peer, timing.micro(row.theirs),
             f"{row.error:.1e}", "" if row.peer_error is None else f"{row.peer_error:.1e}"]
            for row in group.of(name)
        ]  # fmt: skip
        head = ["what", "case", "ours", "us", "other", "us", "error", "its error"]
        print(timing.table(name, [head, *rows]))


if __name__ == "__main__":
    main()
