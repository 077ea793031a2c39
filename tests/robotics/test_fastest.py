"""Fastest motions: against formulas, brute force, toppra and ruckig, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, linprog

from sarrus import Mechanism, ModelError, System, gallery, load, robotics
from sarrus.robotics import Friction, JointLimits, PathLimits, Workplace, fastest
from sarrus.robotics.path_timing.reachability import Rows, fastest_profile

J, T, WAY = 2.0, 5.0, 4.0


def wheel(scale: float = 1.0) -> System:
    m = Mechanism("wheel")
    inertia = J * scale
    m.body("disc", scale, inertia=(inertia, inertia, inertia))
    m.revolute("A", "ground", "disc", at=(0, 0, 0), axis="z")
    return m.build().compile(kernels=())


def pendulum() -> System:
    m = Mechanism("pendulum")
    m.body("rod", 2.0, com=(0.5, 0, 0), inertia=(0.01, 0.2, 0.2))
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="y")
    return m.build().compile(kernels=())


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_a_wheel_gathers_speed_and_loses_it(scale: float) -> None:
    """T = 2 sqrt(way J/torque)."""
    found = fastest(wheel(scale), [[0.0], [WAY]], {"A": JointLimits(torque=T * scale)})
    assert found.duration == pytest.approx(2.0 * np.sqrt(WAY * J / T), rel=2e-6)
    assert found.motion.end == pytest.approx([WAY])
    assert found.shares == pytest.approx({"torque of A": 1.0})


def test_speed_and_acceleration_make_a_trapezoid() -> None:
    limits = {"A": JointLimits(acceleration=3.0, speed=2.0)}
    found = fastest(wheel(), [[0.0], [WAY]], limits)
    law = robotics.Trapezoid.within(2.0 / WAY, 3.0 / WAY)
    assert found.duration == pytest.approx(law.duration, rel=1e-3)
    assert found.duration >= law.duration


def test_friction_is_that_of_the_exact_solution() -> None:
    """J w' = T - c - d w, then J w' = -T - c - d w: in closed form but for the time between."""
    c, d = 0.7, 1.3
    up, down, decay = (T - c) / d, (T + c) / d, J / d

    def way(t: float) -> tuple[float, float]:
        w = up * (1.0 - np.exp(-t / decay))
        first = up * t - decay * w
        t2 = decay * np.log((w + down) / down)
        return first + (w + down) * decay * (1.0 - np.exp(-t2 / decay)) - down * t2, t + t2

    exact = way(brentq(lambda t: way(t)[0] - WAY, 1e-3, 10.0))[1]
    friction = {"A": Friction(c, d=d)}
    found = fastest(wheel(), [[0.0], [WAY]], {"A": JointLimits(torque=T)}, friction=friction)
    assert exact < found.duration < exact + 1.2 * found.error
    assert found.error < 2e-3 * exact


def test_power_is_that_of_the_exact_solution() -> None:
    """Torque up to w0 = P/T, then w^2 = w0^2 + 2 P t/J."""
    P = 6.0
    w0 = P / T
    t0 = J * w0 / T
    length = lambda t: w0 * t0 + 2.0 * ((w0**2 + 2.0 * P / J * t) ** 1.5 - w0**3) * J / (3.0 * P)  # noqa: E731
    exact = 2.0 * (t0 + brentq(lambda t: length(t) - WAY, 0.0, 10.0))
    found = fastest(wheel(), [[0.0], [WAY]], {"A": JointLimits(torque=T, power=P)})
    assert found.duration == pytest.approx(exact, rel=1e-3)
    assert set(found.shares) == {"torque of A", "power of A"}


def quickest(most: Callable[[float, float, float], float], steps: int) -> float:
    """Return the least time by shooting from both ends; most: d2h/dt2 by h, dh/dt, direction.

    As long as no speed limit is in the way, the fastest motion gathers speed to where the two
    meet.
    """

    def sweep(direction: float) -> tuple[np.ndarray, np.ndarray]:
        h, x = [0.0], [0.0]
        dh = 1.0 / steps
        for k in range(steps):  # Heun's steps of dx/dh = 2 u
            at = (k * dh, (k + 1) * dh) if direction > 0.0 else (1.0 - k * dh, 1.0 - (k + 1) * dh)
            first = 2.0 * most(at[0], np.sqrt(x[-1]), direction)
            second = 2.0 * most(at[1], np.sqrt(max(x[-1] + dh * first, 0.0)), direction)
            h.append(h[-1] + dh)
            x.append(max(x[-1] + 0.5 * dh * (first + second), 0.0))
        return np.array(h), np.array(x)

    h, up = sweep(1.0)
    down = sweep(-1.0)[1][::-1]
    y = np.sqrt(np.minimum(up, down))
    return float(np.sum(2.0 * np.diff(h) / (y[1:] + y[:-1])))


def test_a_pendulum_with_friction_is_that_of_brute_force() -> None:
    system, torque = pendulum(), 14.0
    friction = Friction(0.8, d=0.6)
    start, way = -0.4, 2.2

    def most(h: float, y: float, direction: float) -> float:
        q, v = np.array([start + way * h]), np.array([way * y])
        need = float(system.inverse_dynamics(q, v, [0.0])[0]) + 0.8 + 0.6 * float(v[0])
        M = float(system.mass_matrix(q)[0, 0])
        return (torque - direction * need) / M / way

    exact = quickest(most, 1500)
    found = fastest(
        system,
        [[start], [start + way]],
        {"A": JointLimits(torque=torque)},
        friction={"A": friction},
    )
    assert found.duration == pytest.approx(exact, rel=2e-3)


def test_limits_are_kept_between_stations_too() -> None:
    """By the task that the motion is: other equations, other times."""
    system = gallery.puma560().compile(kernels=())
    rng = np.random.default_rng(3)
    limits = {f"q{k}": JointLimits(torque=60.0, speed=2.0, acceleration=20.0) for k in range(1, 7)}
    found = fastest(system, rng.uniform(-1.0, 1.0, (4, 6)), limits)
    result = found.task().run()
    checks = robotics.check_limits(result, limits)
    assert not robotics.violations(checks)
    assert min(check.relative_margin for check in checks) < 2e-3
    assert sum(found.shares.values()) == pytest.approx(1.0)
    assert "fastest motion of" in str(found)
    first, last = found.efforts
    assert np.max(np.abs([first, last])) <= 60.0 * (1.0 + 1e-9)


def delta() -> Workplace:
    return Workplace(gallery.delta_robot(), driven=("M0", "M1", "M2"), frame="platform")


def delta_line() -> robotics.PoseMove:
    return robotics.line_move((0.15, 0.1, -0.7), (-0.15, -0.05, -0.65), robotics.Quintic(1.0))


@pytest.mark.slow
def test_a_delta_robot_with_friction_is_that_of_brute_force() -> None:
    work, torque = delta(), 8.0
    system, line = work.system, delta_line()
    drives = work.drives
    rates: dict[float, Any] = {}

    def place(h: float) -> Any:
        if h not in rates:
            unit = robotics.Sequence(
                [robotics.line_move(line.start, line.end, robotics.Linear(1.0))]
            )
            follower = robotics.PathFollower(system, unit, "platform", None, "pose", drives)
            t = np.unique([0.0, h])
            q, v, a = follower.jets(t, t == 1.0)
            rates[h] = (q[-1], v[-1], a[-1])
        return rates[h]

    def most(h: float, y: float, direction: float) -> float:
        q, v, a = place(h)
        state = system.state(q, y * v)
        efforts = []
        for u in (0.0, 1.0):
            wanted = [
                u * v[system.compiled.located_rate(d)[1].start]
                + y**2 * a[system.compiled.located_rate(d)[1].start]
                for d in drives
            ]
            motion = system.accelerations(state, driven=dict(zip(drives, wanted, strict=True)))
            efforts.append([float(motion.efforts[d][0]) for d in drives])
        need, gain = np.array(efforts[0]), np.array(efforts[1]) - np.array(efforts[0])
        qd = np.array([v[system.compiled.located_rate(d)[1].start] for d in drives])
        need = need + 0.5 * np.sign(qd) + 0.05 * y * qd
        pairs = list(zip(need, gain, strict=True))
        bounds = [max((s * torque - n) / g for s in (1.0, -1.0)) for n, g in pairs]
        lows = [min((s * torque - n) / g for s in (1.0, -1.0)) for n, g in pairs]
        return min(bounds) if direction > 0.0 else -max(lows)

    exact = quickest(most, 60)
    found = fastest(
        work, line, {d: JointLimits(torque=torque) for d in drives},
        friction={d: Friction(0.5, d=0.05) for d in drives},
    )  # fmt: skip
    assert found.duration == pytest.approx(exact, rel=5e-3)


def test_reactions_and_the_tool_can_decide() -> None:
    system = pendulum()
    loose = fastest(system, [[0.0], [1.5]], {"A": JointLimits(torque=40.0)})
    held = fastest(system, [[0.0], [1.5]], {"A": JointLimits(torque=40.0, force=30.0)})
    assert held.duration > 1.05 * loose.duration
    result = held.task().run(0.002)
    size = np.linalg.norm(result.reactions["A"][0], axis=1)
    assert np.max(size) == pytest.approx(30.0, rel=2e-3)
    assert any("force in A" in name for name in held.shares)
    tool = PathLimits(speed=0.01, acceleration=5.0)
    slow = fastest(
        Workplace(system, frame="rod"), [[0.0], [1.5]], {"A": JointLimits(torque=40.0)}, tool=tool
    )
    assert slow.duration == pytest.approx(loose.duration, rel=1e-2)  # the frame is on the axis


def test_motions_are_moves_like_others() -> None:
    """A curved move of joints with rests at its ends, and a line of the tool."""
    system = gallery.puma560().compile(kernels=())
    limits = {f"q{k}": JointLimits(torque=80.0, speed=3.0) for k in range(1, 7)}
    points = [[0.0] * 6, [0.4, -0.5, 0.3, 0.2, 0.3, 0.1], [0.6, -0.2, 0.1, 0.4, 0.5, 0.0]]
    spline = robotics.joint_spline(points, [0.0, 1.0, 2.0])
    found = fastest(system, spline, limits)
    assert found.motion.start == pytest.approx(points[0], abs=1e-12)
    assert found.motion.end == pytest.approx(points[2], abs=1e-9)
    for t in np.linspace(0.1, 0.9, 5) * found.duration:  # on the path: at some time of the spline
        times = np.linspace(0.0, 2.0, 4001)
        assert np.min(np.linalg.norm(spline(times) - found.motion(t), axis=1)) < 1e-3
    sequence = robotics.Sequence([found.motion, robotics.Wait(0.1)])
    assert sequence.duration == pytest.approx(found.duration + 0.1)


@pytest.mark.peer
@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_durations_are_those_of_toppra(name: str, shared_models: Path) -> None:
    ta = pytest.importorskip("toppra", reason="needs toppra")
    from toppra import algorithm, constraint

    ta.setup_logging("ERROR")
    system = load(shared_models / f"{name}.urdf", mimic=False, losses=False).compile(kernels=())
    joints = [j for j in system.compiled.layout.joints if j.type.nv]
    n = len(joints)
    rng = np.random.default_rng(1)
    points = rng.uniform(-0.6, 0.6, (4, n)) + (0.0 if name == "ur5" else -0.9 * (np.arange(n) == 3))
    points[:, 7:] = 0.02
    most = np.array([j.effort_limits[0] for j in joints])
    rest = np.max(np.abs([system.inverse_dynamics(p, 0 * p, 0 * p) for p in points]), axis=0)
    torque = np.maximum(0.6 * most, 1.3 * rest)
    limits = {
        j.name: JointLimits(torque=float(t), speed=3.0, position=(-9.0, 9.0))
        for j, t in zip(joints, torque, strict=True)
    }
    found = fastest(system, points, limits, tolerance=5e-4)
    assert sum(part for what, part in found.shares.items() if "torque" in what) > 0.3
    s = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    path = ta.SplineInterpolator(s / s[-1], points, bc_type="natural")
    bounds = np.stack([-torque, torque], axis=1)
    rows = [
        constraint.JointTorqueConstraint(
            system.inverse_dynamics, bounds, np.zeros(n),
            discretization_scheme=constraint.DiscretizationType.Interpolation,
        ),
        constraint.JointVelocityConstraint(np.tile([-3.0, 3.0], (n, 1))),
    ]  # fmt: skip
    theirs = algorithm.TOPPRA(
        rows, path, gridpoints=np.linspace(0.0, 1.0, 801), parametrizer="ParametrizeConstAccel"
    ).compute_trajectory()
    assert found.duration == pytest.approx(theirs.duration, rel=1e-3)


@pytest.mark.peer
def test_s_curves_are_those_of_ruckig() -> None:
    ruckig = pytest.importorskip("ruckig", reason="needs ruckig")
    rng = np.random.default_rng(8)
    for _ in range(200):
        way, v, a, j = 10.0 ** rng.uniform(-2.0, 2.0, (4, 3))
        order = ruckig.InputParameter(3)
        order.target_position = way.tolist()
        order.max_velocity, order.max_acceleration, order.max_jerk = (
            v.tolist(),
            a.tolist(),
            j.tolist(),
        )
        planned = ruckig.Trajectory(3)
        ruckig.Ruckig(3).calculate(order, planned)
        limits = robotics.Limits(v, a, j)
        ours = robotics.joint_move(np.zeros(3), way, limits=limits, together="time")
        assert ours.duration == pytest.approx(planned.duration, rel=1e-9)


def test_what_cannot_be_is_named() -> None:
    system = pendulum()
    path = [[0.0], [1.0]]
    with pytest.raises(ModelError, match=r"R47.*'A' / torque.*9\.81 N m are needed"):
        fastest(system, path, {"A": JointLimits(torque=5.0)})
    with pytest.raises(ModelError, match="leave the motion open"):
        fastest(system, path, {"A": JointLimits(speed=5.0)})
    with pytest.raises(ModelError, match=r"leaves the range of 'A', -0\.5 to 0\.5 rad"):
        fastest(system, path, {"A": JointLimits(torque=50.0, position=(-0.5, 0.5))})
    with pytest.raises(ModelError, match=r"(?s)'C'.*with a drive.*'B'.*not a joint"):
        fastest(system, path, {"B": JointLimits(torque=1.0)}, friction={"C": Friction(1.0)})
    with pytest.raises(ModelError, match="moves nothing"):
        fastest(system, robotics.joint_move([0.3], [0.3], robotics.Linear(1.0)))
    with pytest.raises(ModelError, match="same joints in rows 1 and 2"):
        fastest(system, [[0.0], [1.0], [1.0]], {"A": JointLimits(torque=50.0)})
    with pytest.raises(ModelError, match="2 are given"):
        fastest(system, [[0.0, 1.0], [1.0, 2.0]], {"A": JointLimits(torque=50.0)})
    with pytest.raises(ModelError, match=r"cannot be kept at .* % of the way"):
        # over the top with a torque that holds neither the start's side nor passes it
        fastest(system, [[1.0], [-1.0]], {"A": JointLimits(torque=7.0)})


TASK = """
sarrus: 1
robot: pendulum.yaml
poses: {low: {joints: [0.0]}, high: {joints: [1.2]}}
limits: {A: {torque: 25, acceleration: 40}}
law: {fastest: limits}
steps:
  - {move: high}
  - {grip: {mass: 0.5 kg, com: [1, 0, 0]}}
  - {move: low}
"""


def test_task_files_say_it_in_a_word(tmp_path: Path) -> None:
    import sarrus

    sarrus.save(pendulum().model, tmp_path / "pendulum.yaml")
    (tmp_path / "task.yaml").write_text(TASK, encoding="utf-8")
    read = robotics.load_task(tmp_path / "task.yaml")
    checks = robotics.check_limits(read.task.run(0.02), read.limits)
    assert not robotics.violations(checks)
    up, down = (s for s in read.task.sequence.spans if isinstance(s.step, robotics.Move))
    alone = fastest(read.task.system, [[0.0], [1.2]], read.limits)
    assert up.end - up.start == pytest.approx(alone.duration, rel=1e-12)
    assert down.end - down.start > 1.02 * alone.duration  # with the load
    text = TASK.replace("fastest: limits", "fastest: limit")
    (tmp_path / "task.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=r"task\.yaml:6.*must be limits"):
        robotics.load_task(tmp_path / "task.yaml")
    text = TASK.replace("torque: 25", "torque: 5")
    (tmp_path / "task.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=r"(?s)task\.yaml:8.*R47.*too small"):
        robotics.load_task(tmp_path / "task.yaml")


def test_profiles_are_those_of_linear_programmes() -> None:
    """The largest x at every station that some whole profile from rest to rest passes."""
    rng = np.random.default_rng(2)
    for _ in range(6):
        n, m = 9, 5
        h = np.concatenate([[0.0], np.cumsum(rng.uniform(0.5, 1.5, n))])
        h /= h[-1]
        alpha = np.concatenate([rng.uniform(0.5, 2.0, (n + 1, m)), np.zeros((n + 1, 1))], axis=1)
        beta = np.concatenate([rng.uniform(-0.5, 0.5, (n + 1, m)), np.ones((n + 1, 1))], axis=1)
        gamma = np.concatenate(
            [rng.uniform(1.0, 3.0, (n + 1, m)), rng.uniform(0.2, 2.0, (n + 1, 1))], axis=1
        )
        both = Rows(np.hstack([alpha, -alpha]), np.hstack([beta, -beta]), np.hstack([gamma] * 2))
        found = fastest_profile(h, both)
        A, b = [], []
        for k in range(n):  # u_k between x_k and x_(k+1)
            slope = np.zeros(n + 1)
            slope[k : k + 2] = np.array([-0.5, 0.5]) / (h[k + 1] - h[k])
            for end in (k, k + 1):
                for a, c, most in zip(
                    both.alpha[end], both.beta[end], both.gamma[end], strict=True
                ):
                    A.append(a * slope + c * np.eye(n + 1)[end])
                    b.append(most)
        bounds = [(0.0, 0.0), *[(0.0, None)] * (n - 1), (0.0, 0.0)]
        for k in range(1, n):
            best = linprog(-np.eye(n + 1)[k], np.array(A), b, bounds=bounds)
            assert best.status == 0
            assert found.x[k] == pytest.approx(-best.fun, rel=1e-8, abs=1e-9)
        assert found.stuck == -1 and np.all(np.array(A) @ found.x <= np.array(b) + 1e-9)
