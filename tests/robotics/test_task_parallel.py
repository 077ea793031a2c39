"""Lines, arcs and splines of parallel robots, against inverse kinematics in closed form."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import sarrus
from robotics.five_bar import CRANK, DRIVES, MOTORS, ROD, crank_angles, drawn_tip, elbow, five_bar
from sarrus import ModelError, System, gallery
from sarrus import robotics as r

TIP = drawn_tip()
DELTA = ("M0", "M1", "M2")


@pytest.fixture(scope="module")
def bars() -> System:
    return five_bar().compile(planar=True)


@pytest.fixture(scope="module")
def delta() -> System:
    return gallery.delta_robot().compile(kernels=())


def tip_task(system: System, *moves: r.PoseMove, **options: object) -> r.Task:
    steps = [r.Move(move, f"way {k}") for k, move in enumerate(moves)]
    return r.Task(
        system, r.Sequence(steps), frame="tip", driven=DRIVES, follow="position", **options
    )


def sweep() -> r.PoseMove:
    return r.arc_move(
        TIP, TIP + np.array((0.04, -0.03, 0)), TIP + np.array((0.06, -0.1, 0)), r.Quintic(0.5)
    )


def test_five_bar_follows_an_arc_with_the_drives_of_the_closed_form(bars: System) -> None:
    task = tip_task(bars, sweep())
    result = task.run(0.02)
    exact = np.array([crank_angles(task.sequence(t).position) for t in result.t])
    assert np.abs(result.q - exact).max() < 1e-10
    assert abs(result.accounts[0].error) < 1e-5 * abs(result.accounts[0].work)
    # rates and accelerations against differences of the closed form
    inner = np.flatnonzero((result.t > 1e-3) & (result.t < 0.499))
    h = 2e-4
    for k in inner:
        at = [crank_angles(task.sequence(result.t[k] + s * h).position) for s in (-2, -1, 0, 1, 2)]
        rate = (at[0] - 8 * at[1] + 8 * at[3] - at[4]) / (12 * h)
        bend = (-at[0] + 16 * at[1] - 30 * at[2] + 16 * at[3] - at[4]) / (12 * h * h)
        assert np.allclose(result.qd[k], rate, rtol=0, atol=1e-9)
        assert np.allclose(result.qdd[k], bend, rtol=0, atol=2e-6)


def test_efforts_have_the_power_of_every_motion_that_the_loops_allow(bars: System) -> None:
    """Sum of tau times virtual drive rates = virtual power of inertia and weight."""
    rng = np.random.default_rng(3)
    result = tip_task(bars, sweep()).run(0.05)
    assert isinstance(result, sarrus.robotics.TaskResult)
    for k in range(len(result.t)):
        state, vdot = result.motions[k].state, result.motions[k].vdot  # type: ignore[attr-defined]
        Phi = bars.compiled.loops.closure(state.q)[1]
        free = np.linalg.svd(Phi)[2][len(Phi) :].T
        virtual = free @ rng.normal(size=free.shape[1])
        needed = bars.mass_matrix(state.q) @ vdot + bars.bias(state.q, state.v)
        places = [bars.compiled.layout.v_slice[name].start for name in DRIVES]
        assert result.efforts[k] @ virtual[places] == pytest.approx(virtual @ needed, abs=1e-10)


def test_space_and_plane_agree_and_motors_are_chosen(bars: System) -> None:
    whole, planar = (tip_task(s, sweep()).run(0.02) for s in (five_bar().compile(), bars))
    assert np.allclose(whole.efforts, planar.efforts, rtol=1e-9, atol=1e-10)
    report = r.report_task(planar, drives=r.Catalogue.generic())
    assert report.feasible and [choice.joint for choice in report.choices] == list(DRIVES)


def test_delta_follows_a_spline_with_the_angles_of_its_legs(delta: System) -> None:
    start = delta.poses(delta.assemble().q)["platform"].position
    shifts = np.array([(0.1, 0, -0.05), (0.05, 0.1, 0), (-0.1, 0, -0.05)])
    way = r.spline_move(start, start + shifts[:2], start + shifts[2], r.Quintic(0.6))
    task = r.Task(delta, r.Sequence([way]), frame="platform", driven=DELTA)
    result = task.run(0.05)
    model = delta.model
    for t, q in zip(result.t, result.q, strict=True):
        place = task.sequence(t).position
        for k in range(3):
            joint, rod = model.joint(f"M{k}"), model.joint(f"U{k}a")
            X_W = joint.on_parent.transform
            tip = X_W @ joint.on_child.transform.inverse @ rod.on_parent.transform
            end = place + np.array(model.joint(f"S{k}a").on_child.position)
            found = r.crank_angles(X_W.position, X_W.matrix[:, 2], tip.position, end, 0.8)
            assert min(abs(x - q[k]) for x in found) < 1e-10


@pytest.mark.slow
def test_stewart_platform_turns_along_an_arc_with_the_lengths_of_its_legs() -> None:
    system = gallery.stewart_platform().compile(kernels=())
    start = system.poses(system.assemble().q)["platform"].position
    X, Y = np.eye(4), np.eye(4)
    X[:3, 3], Y[:3, 3] = start, start + np.array((0.05, 0.03, 0.06))
    Y[:3, :3] = [[1, 0, 0], [0, np.cos(0.2), -np.sin(0.2)], [0, np.sin(0.2), np.cos(0.2)]]
    legs = tuple(f"leg{k}" for k in range(1, 7))
    way = r.arc_move(X, start + np.array((0.02, 0.0, 0.05)), Y, r.Quintic(0.5))
    task = r.Task(system, r.Sequence([way]), frame="platform", driven=legs)
    result = task.run(0.05)
    feet = [system.model.joint(f"fork{k}").on_parent.position for k in range(1, 7)]
    heads = [system.model.joint(f"ball{k}").on_child.position for k in range(1, 7)]
    drawn = r.leg_lengths(X, feet, heads)
    exact = np.array([r.leg_lengths(task.sequence(t), feet, heads) - drawn for t in result.t])
    assert np.abs(result.q - exact).max() < 1e-10


def place_of(error: ModelError) -> tuple[float, float]:
    """Return the time [s] and the share of the way [%] that an error names."""
    found = re.search(r"at t = ([\d.]+) s, ([\d.]+) % of the way of step 'way 0'", str(error))
    assert found is not None, str(error)
    return float(found[1]), float(found[2])


def test_parallel_singularity_is_named_with_its_place(bars: System) -> None:
    task = tip_task(bars, r.line_move(TIP, TIP + np.array((0, -0.6, 0)), r.Quintic(0.5)))
    with pytest.raises(ModelError, match=r"R43.*parallel singularity.*drives") as caught:
        task.run(0.01)
    t, share = place_of(caught.value)
    tip = task.sequence(t).position
    a, b = (elbow(k, q + (2.2, 0.9)[k]) - tip for k, q in enumerate(crank_angles(tip)))
    assert abs(np.cross(a, b)[2]) < 1e-5 * ROD**2  # the rods are in line
    assert share == pytest.approx(100 * r.Quintic(0.5)(t), abs=0.01)


def test_out_of_reach_is_told_with_the_distance_and_the_part_of_the_step(bars: System) -> None:
    task = tip_task(bars, r.line_move(TIP, TIP + np.array((0, 0.4, 0)), r.Quintic(0.5)))
    with pytest.raises(ModelError, match=r"R43.*out of reach") as caught:
        task.run(0.02)
    t, _ = place_of(caught.value)
    far = max(np.linalg.norm(task.sequence(t).position - motor) for motor in MOTORS)
    assert far == pytest.approx(CRANK + ROD, abs=1e-4)
    missing = re.search(r"most at 100 %, where ([\d.]+) m are missing", str(caught.value))
    end = task.sequence(0.5).position
    nearest = np.array([0.0, np.sqrt((CRANK + ROD) ** 2 - (0.15) ** 2), 0.0])
    assert missing is not None
    assert float(missing[1]) == pytest.approx(np.linalg.norm(end - nearest), rel=1e-3)


def test_branch_of_the_start_is_kept(bars: System) -> None:
    """The left elbow on the other side: another solution of the same path."""
    sides = (-1.0, -1.0)
    M0, M1 = crank_angles(TIP, sides)
    start = bars.assemble({"M0": M0, "M1": M1}, guess={"M0": M0, "E0": -2.0}).q
    task = tip_task(bars, sweep(), start=start)
    result = task.run(0.02)
    exact = np.array([crank_angles(task.sequence(t).position, sides) for t in result.t])
    off = result.q - exact
    assert np.abs(off - 2 * np.pi * np.rint(off / (2 * np.pi))).max() < 1e-10


def test_wrist_in_line_is_passed_where_rates_stay_finite() -> None:
    """Straight down, the PUMA's wrist passes q5 = 0 at finite rates: no singularity counts."""
    down = np.diag([1.0, -1.0, -1.0, 1.0])
    A, B = down.copy(), down.copy()
    A[:3, 3], B[:3, 3] = (0.4, 0.2, 0.1), (0.36, 0.1, 0.12)
    near = np.radians([30, 60, -200, 0, -50, 30])
    way = r.line_move(A, B, r.Quintic(0.5))
    result = r.Task(gallery.puma560(), r.Sequence([way]), frame="tool", start=near).run(0.02)
    assert result.q[0, 4] * result.q[-1, 4] < 0.0
    assert np.abs(result.qd).max() < 10.0 and np.abs(result.q[:, 3]).max() < 1e-9


def test_platform_turns_with_drives_anywhere_in_its_loops() -> None:
    """Drives at the motors, the elbows or the corners (some of them cut) do the same work."""
    system = gallery.planar_3rrr().compile(planar=True)
    here = system.poses(system.assemble().q)["platform"]
    X = np.vstack([np.column_stack([here.rotation, here.position]), [0, 0, 0, 1]])
    Y = X.copy()
    Y[:2, 3] += (0.05, 0.04)
    Y[:3, :3] = X[:3, :3] @ [[np.cos(0.3), -np.sin(0.3), 0], [np.sin(0.3), np.cos(0.3), 0],
                             [0, 0, 1]]  # fmt: skip
    sequence = r.Sequence([r.Move(r.line_move(X, Y, r.Quintic(0.4)), "turn")])
    cuts = [joint.name for joint in system.topology.cuts]
    powers = []
    for driven in (("M0", "M1", "M2"), ("E0", "E1", "E2"), (cuts[0], "M1", "M2")):
        task = r.Task(system, sequence, frame="platform", driven=driven)
        powers.append(np.sum(task.run(0.02).powers, axis=1))
    assert np.allclose(powers[0], powers[1], atol=1e-9)
    assert np.allclose(powers[0], powers[2], atol=1e-9)
    with pytest.raises(ModelError, match=r"R42.*M0, M1 leave 1 of the freedoms.*'platform'"):
        r.Task(system, sequence, frame="platform", driven=("M0", "M1")).run(0.1)
    with pytest.raises(ModelError, match=r"D01.*more drives than freedoms"):
        r.Task(system, sequence, frame="platform", driven=("M0", "M1", "M2", "E0")).run(0.1)


FILE = """sarrus: 1
robot: five_bar.yaml
driven: [M0, M1]
frame: tip
follow: position
near: [0, 0]
poses: {a: [0, 0.38, 0], b: [0.06, 0.3, 0], c: [-0.05, 0.35, 0]}
law: {type: quintic, duration: 0.3 s}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sarrus.save(five_bar(), tmp_path / "five_bar.yaml")
    return tmp_path


def file_task(folder: Path, steps: str) -> r.TaskFile:
    (folder / "task.yaml").write_text(f"{FILE}steps: [{steps}]\n", encoding="utf-8")
    return r.load_task(folder / "task.yaml")


def test_paths_and_moves_of_drives_in_one_file(folder: Path) -> None:
    steps = "{line: b}, {grip: 0.2 kg}, {move: c}, {arc: a, via: [-0.02, 0.39, 0]}, release"
    file = file_task(folder, steps)
    result = file.task.run(0.02)
    for t, place in ((0.3, (0.06, 0.3, 0)), (0.6, (-0.05, 0.35, 0)), (0.9, (0, 0.38, 0))):
        row = int(np.argmin(np.abs(result.t - t)))
        assert np.allclose(result.q[row], crank_angles(np.array(place)), atol=1e-9)
    halfway = int(np.argmin(np.abs(result.t - 0.15)))
    exact = crank_angles(np.array((0.03, 0.34, 0.0)))
    assert np.allclose(result.q[halfway], exact, atol=1e-7)  # quintics between exact positions
    file_task(folder, "{line: b}, {spline: a, via: [[0.05, 0.35, 0]]}").task.run(0.05)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("follow: position", "follow: way"), r"M09.*follow.*must be one of pose, position"),
        (("b: [0.06, 0.3, 0]", "b: [0.9, 0.3, 0]"), r"task.yaml.*step.*out of reach"),
        (("follow: position\n", ""), r"R43.*cannot be reached|cannot make"),
    ],
)
def test_files_that_cannot_be_followed(folder: Path, change: tuple[str, str], said: str) -> None:
    text = f"{FILE}steps: [{{move: c}}, {{line: b}}]\n".replace(*change)
    (folder / "task.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=said):
        r.load_task(folder / "task.yaml").task.run(0.05)


def test_what_is_followed_must_be_known(bars: System) -> None:
    task = r.Task(bars, r.Sequence([sweep()]), frame="tip", driven=DRIVES, follow="way")
    with pytest.raises(ModelError, match=r"task / follow.*'pose', 'position'"):
        task.run()
