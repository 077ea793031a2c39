"""Selecting the most suitable robot: shortest cycles, drives, open and closed chains alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sarrus
from robotics.five_bar import DRIVES, crank_angles, drawn_tip, five_bar
from sarrus import ModelError, gallery
from sarrus import robotics as r
from sarrus.model.joint import Joint
from sarrus.model.output_units import OutputUnits

TASKS = Path(__file__).parents[2] / "examples" / "tasks"
STAND_INS = ("scara", "parallelogram_arm", "delta_picker", "puma560")
MOTOR = r.ServoMotor(
    "m", rated_torque=5.0, peak_torque=20.0, base_speed=400.0, max_speed=900.0, rotor_inertia=1e-4
)


def limited(model: sarrus.Model, **limits: tuple[float, ...]) -> sarrus.Model:
    def own(joint: Joint) -> Joint:
        return replace(joint, **limits) if joint.name in ("A", "B", *DRIVES) else joint

    return replace(model, joints=tuple(own(joint) for joint in model.joints))


def two_link(gravity: float = 9.81) -> sarrus.Model:
    """A planar arm beside the five-bar, with the same reach."""
    m = sarrus.Mechanism("two-link", (0.0, -gravity, 0.0))
    upper = m.body("upper", 2.0, (0.15, 0, 0), (0.002, 0.03, 0.03))
    fore = m.body("fore", 1.0, (0.15, 0, 0), (0.001, 0.015, 0.015), at=(0.3, 0, 0))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="z")
    m.revolute("B", upper, fore, at=(0.3, 0, 0), axis="z")
    m.frame("tip", fore, at=(0.3, 0, 0))
    return m.build()


def path() -> r.Sequence:
    start = drawn_tip()
    out = r.line_move(start, start + np.array((0.05, -0.08, 0)), r.Quintic(0.4))
    back = r.arc_move(out.end, start + np.array((0.0, -0.06, 0)), start, r.Quintic(0.4))
    return r.Sequence([r.Move(out, "out"), r.Grip(0.3), r.Move(back, "back"), r.Release()])


def task_of(model: sarrus.Model | sarrus.System, **options: object) -> r.Task:
    near = {} if "driven" in options else {"start": np.array([0.6, 1.4])}
    return r.Task(model, path(), frame="tip", follow="position", **near, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def bars() -> r.TaskResult:
    return task_of(five_bar().compile(planar=True), driven=DRIVES).run(0.02)


def test_stretched_tasks_are_those_of_slower_laws(bars: r.TaskResult) -> None:
    """Also with a payload, loops and rotors that turn with their links."""
    steps = []
    for span in bars.task.sequence.spans:
        step = span.step
        if isinstance(step, r.Move):
            step = replace(step, motion=step.motion.with_duration(1.7 * step.duration))
        steps.append(step)
    slow = replace(bars.task, sequence=r.Sequence(steps)).run(0.034)
    spun = {"M0": r.Drive(MOTOR, r.Gear("g", 50.0), gyroscopic=True, carrier="crank1",
                          axis=(0.0, 0.6, 0.8))}  # fmt: skip
    for first, other in ((bars, slow), (bars.with_rotors(spun), slow.with_rotors(spun))):
        found = first.with_time_scale(1.7)
        for name in ("t", "q", "qd", "qdd", "efforts"):
            assert np.allclose(getattr(found, name), getattr(other, name), atol=1e-9), name
        force = "P.reaction.force"
        assert np.allclose(found[force], other[force], atol=1e-8)
    with pytest.raises(ModelError, match="factor"):
        bars.with_time_scale(0.0)


def test_shortest_cycle_of_pure_inertia_is_that_of_the_square_root() -> None:
    """Without weight, efforts go with the square of the speed: T = T0 sqrt(peak/limit)."""
    model = two_link(0.0)
    result = task_of(model).run(0.02)
    peak = result.peak_efforts
    limits = {"A": r.JointLimits(torque=0.25 * peak[0]), "B": r.JointLimits(torque=4.0 * peak[1])}
    assert r.shortest_cycle(result, limits) == pytest.approx(2.0 * result.duration, rel=1e-8)
    speed = {"B": r.JointLimits(speed=2.5 * result.peak_speeds[1])}
    assert r.shortest_cycle(result, speed) == pytest.approx(result.duration / 2.5, rel=1e-8)
    drive = r.Drive(MOTOR, r.Gear("g", 30.0, max_input_speed=60.0 * result.peak_speeds[0]))
    assert r.shortest_cycle(result, None, {"A": drive}) == pytest.approx(
        0.5 * result.duration, rel=1e-6
    )
    assert np.isnan(r.shortest_cycle(result))  # nothing limits it
    assert np.isnan(r.shortest_cycle(result, {"A": r.JointLimits(position=(0.0, 0.1))}))


def test_open_and_closed_chains_are_ranked_on_one_task() -> None:
    strong = limited(two_link(), speed_limits=(9.0,), effort_limits=(60.0,))
    weak = limited(two_link(), speed_limits=(9.0,), effort_limits=(5.0,))
    bars = limited(five_bar(), speed_limits=(20.0,), effort_limits=(60.0,))
    far = replace(task_of(two_link()), base=(-0.6, 0.0, 0.0))
    tasks = {
        "weak": lambda: task_of(weak),
        "strong": lambda: task_of(strong),
        "bars": lambda: task_of(bars, driven=DRIVES),
        "far": lambda: far,
    }
    gear = r.Gear("g", 30.0, peak_torque=70.0)
    motors = {"bars": dict.fromkeys(DRIVES, r.Drive(MOTOR, gear)), "strong": r.Catalogue.generic()}
    found = r.compare_robots(tasks, drives=motors, by="cycle", step=0.02)
    assert [c.name for c in found.candidates] == ["bars", "strong", "weak", "far"]
    assert [c.feasible for c in found.candidates] == [True, True, False, False]
    bars_, strong_, weak_, _ = found.candidates
    assert bars_.shortest < strong_.shortest < bars_.result.duration * 2  # type: ignore[union-attr]
    assert len(bars_.drives) == len(strong_.drives) == 2 and bars_.kept == "6 of 6"
    assert "torque" in weak_.reason and "out of reach" in found["far"].reason
    head, *rows = found.ranking
    assert head[:3] == ["rank", "robot", "suitable"] and len(rows) == 4
    assert found.lines[0].startswith("robot 1: bars: suitable, cycle of 0.8 s")
    units = OutputUnits.of("ms, kN m, g")
    assert found.lines_in(units)[0].startswith("robot 1: bars: suitable, cycle of 800 ms")
    most = float(np.max(weak_.result.peak_efforts))  # type: ignore[union-attr]
    assert f"at most {1e-3 * most:.4g} kN m" in found.lines_in(units)[2]
    assert weak_.reason_in(units).split(";")[0].endswith(" ms") and " kN m at " in weak_.text(units)
    table = found.ranking_in(units)
    assert table[0][4:7] == ["cycle [ms]", "shortest cycle [ms]", "drives [g]"]
    assert float(table[2][6]) == pytest.approx(1e3 * strong_.drive_mass, rel=1e-3)
    assert found.rows_in(units)[3][-1] == weak_.reason_in(units)
    assert [row["rank"] for row in found.records] == [1, 2, 3, 4]
    assert found.records[3]["cycle"] is None
    by_margin = r.compare_robots(tasks, drives=motors, step=0.05)
    assert by_margin.best is not None and by_margin.best.margin() >= strong_.margin() - 0.05
    with pytest.raises(ModelError, match=r"by.*must be one of 'margin', 'cycle'"):
        r.compare_robots(tasks, by="price")
    with pytest.raises(ModelError, match=r"M09.*drives of robot 'bar'.*bars"):
        r.compare_robots(tasks, drives={"bar": motors["bars"]})
    with pytest.raises(ModelError, match="at least one robot"):
        r.compare_robots({})


FILE = """sarrus: 1
robot: two_link.yaml
frame: tip
follow: position
near: [0.6, 1.4]
poses: {a: [0, 0.38, 0], b: [0.06, 0.3, 0]}
law: {type: quintic, duration: 0.4 s}
steps: [{line: b}, {grip: 0.2 kg}, {arc: a, via: [0.04, 0.35, 0]}, release]
step: 20 ms
rank: cycle
gyroscopic: true
motors:
  A: {motor: servo-400W, gear: strain-wave-M-50}
  B: {motor: servo-200W, gear: strain-wave-M-50, carrier: upper, axis: [0, 0, 1]}
compare:
  bars:
    robot: five_bar.yaml
    driven: [M0, M1]
    frame: tip
    near: [0, 0]
    motors: generic
    limits: {M0: {speed: 10 rad/s}}
  alike: two_link.yaml
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sarrus.save(five_bar(), tmp_path / "five_bar.yaml")
    sarrus.save(two_link(), tmp_path / "two_link.yaml")
    return tmp_path


def test_files_compare_robots_with_drives_of_their_own(folder: Path) -> None:
    (folder / "task.yaml").write_text(FILE, encoding="utf-8")
    file = r.load_task(folder / "task.yaml")
    assert file.gyroscopic and file.rank == "cycle"
    report = r.size_file(file)
    assert report.comparison is not None
    names = {c.name for c in report.comparison.candidates}
    assert names == {"two-link", "bars", "alike"}
    assert {c.joint for c in report.comparison["bars"].drives} == set(DRIVES)
    assert report.comparison["alike"].drives == () and report.comparison["two-link"].drives
    assert "robot 1: " in report.verdict and "gyroscopic" in report.verdict
    shown = replace(report, units=OutputUnits.of("ms, N mm"))
    ranked = [line for line in shown.verdict.splitlines() if "robot 1: " in line]
    assert " ms at the shortest" in ranked[0] and " N mm (" in ranked[0]
    assert "shortest cycle [ms]" in shown.html and "shortest cycle [s]" not in shown.html
    result = report.comparison["bars"].result
    assert result is not None
    tip = result.task.sequence(0.4).position
    assert np.allclose(result.q[result.t == 0.4][0], crank_angles(tip), atol=1e-9)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("rank: cycle", "rank: price"), r"task.yaml.*M09.*rank.*margin, cycle"),
        (("carrier: upper", "carrier: uper"), r"task.yaml.*R45.*'uper' is not a body.*upper"),
        (("gyroscopic: true\n", ""), r"task.yaml.*R45.*carrier.*gyroscopic"),
        (("gyroscopic: true", "gyroscopic: perhaps"), r"task.yaml.*gyroscopic"),
        (("driven: [M0, M1]", "driven: [M0, M9]"), r"task.yaml.*robot 'bars'.*M9"),
        (("    frame: tip\n    near", "    fram: tip\n    near"), r"task.yaml.*'fram'.*frame"),
        (("M0: {speed", "MO: {speed"), r"task.yaml.*'MO' is not a driven joint"),
    ],
)
def test_files_with_mistakes_about_robots(folder: Path, change: tuple[str, str], said: str) -> None:
    (folder / "task.yaml").write_text(FILE.replace(*change), encoding="utf-8")
    with pytest.raises(ModelError, match=said):
        r.load_task(folder / "task.yaml")


@pytest.mark.parametrize("name", STAND_INS)
def test_robots_of_the_example_are_those_of_the_gallery(name: str) -> None:
    model = sarrus.load(TASKS / "robots" / f"{name}.yaml")
    ours = gallery.EXAMPLES[name].model()
    assert [joint.name for joint in model.joints] == [joint.name for joint in ours.joints]
    for own, other in zip(model.bodies, ours.bodies, strict=True):
        assert own.mass == other.mass and np.allclose(own.inertia, other.inertia, atol=1e-12)
    for one, two in zip(model.joints, ours.joints, strict=True):
        assert (one.limits, one.effort_limits) == (two.limits, two.effort_limits)


@pytest.mark.slow
def test_example_chooses_between_four_robots() -> None:
    found = r.load_task(TASKS / "choose_robot.yaml").comparison()
    assert found is not None
    names = ["delta picker", "parallelogram arm", "SCARA", "PUMA 560"]
    assert [c.name for c in found.candidates] == names
    assert [c.feasible for c in found.candidates] == [True, True, True, False]
    assert "q1 torque" in found["PUMA 560"].reason
