"""What messages say: the right cause, and a next action that can be taken."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import Event, Mechanism, ModelError, Pose, ResultFile, System, open_run
from sarrus.errors import InternalError, SarrusError
from sarrus.events import Drive
from sarrus.gallery import four_bar
from sarrus.kernels import KernelError
from simulation.machines import pendulum


def rack(lead: float) -> System:
    m = Mechanism("rack")
    for name, z in (("pinion", 0.0), ("bar", 0.5)):
        m.body(name, mass=1, com=(0, 0, z), inertia=(1e-3,) * 3)
    m.revolute("P", m.ground, "pinion", at=(0, 0, 0), axis="y")
    m.prismatic("R", m.ground, "bar", at=(0, 0, 0.5), axis="x")
    m.couple("c", {"R.displacement": 1, "P.angle": -lead})
    return m.build().compile(kernels=())


@pytest.mark.parametrize("lead", [1.0, 0.02, 0.002])
def test_constant_singular_value_is_no_singular_position(lead: float) -> None:
    """The value is small by the lengths alone, at every time."""
    system = rack(lead)
    for motions in ({"P": lambda t: 2.0 * t}, {"R": lambda t: 2.0 * lead * t}):
        drive = system.drive(motions, times=[0.0, 0.5, 1.0])
        assert np.ptp(drive.watch) < 1e-9 and not drive.notices


def test_dead_point_is_still_told() -> None:
    m = Mechanism("slider-crank")
    for name, com in (("crank", (0.05, 0, 0)), ("rod", (0.2, 0, 0.0)), ("slider", (0.3, 0, 0))):
        m.body(name, mass=1, com=com, inertia=(1e-3,) * 3)
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "rod", at=(0, 0, 0.1), axis="y")
    m.revolute("C", "rod", "slider", at=(0.28, 0, 0), axis="y")
    m.prismatic("D", m.ground, "slider", at=(0.28, 0, 0), axis="x")
    system = m.build().compile(kernels=())
    reach = np.hypot(0.28, 0.1) + 0.1 - 0.28
    toward = system.drive({"D": lambda t: (reach - 1e-7) * t}, times=np.linspace(0.0, 1.0, 21))
    assert [notice.code for notice in toward.notices] == ["W30"]


def free_body() -> System:
    m = Mechanism("boat")
    m.body("boat", mass=1, com=(0, 0, 0), inertia=(1, 1, 1))
    m.free("J", m.ground, "boat")
    return m.build().compile(kernels=())


def test_coordinate_where_a_velocity_is_due() -> None:
    system = free_body()
    calls = [
        lambda: system.drive({"J.x": lambda t: 0.1 * t}, until=1.0),
        lambda: system.simulate(system.initial_state(), until=1.0, driven={"J.x": 0.0}),
        lambda: system.simulate(system.initial_state(), until=1.0, locked=["J.quat_w"]),
        lambda: system.accelerations(system.initial_state(), efforts={"J.y": 1.0}),
    ]
    for call in calls:
        with pytest.raises(ModelError) as told:
            call()
        assert "is a coordinate of the free joint 'J'" in str(told.value)
        assert "'J.vx'" in str(told.value) and "Did you mean" not in str(told.value)


def test_velocity_where_a_coordinate_is_due() -> None:
    system = pendulum().compile(kernels=())
    with pytest.raises(ModelError, match=r"is a velocity of the revolute joint 'A'.*'A.angle'"):
        system.assemble({"A.rate": 0.1})


def test_drive_of_a_free_joint() -> None:
    system = free_body()
    place = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    with pytest.raises(ModelError, match=r"needs three functions of t: its 7 coordinates"):
        system.drive({"J": (lambda t: place, lambda t: np.zeros(7), lambda t: np.zeros(6))})
    with pytest.raises(ModelError, match=r"no motion of a free joint.*PoseLaw"):
        system.drive({"J": lambda t: np.array(place[:5])}, until=1.0)
    by_function = system.drive({"J": lambda t: np.array(place) * (1.0 + 0.0 * t)}, times=[0.0])
    assert by_function["J.effort"][0][2] == pytest.approx(9.81)
    still = (lambda t: np.array(place), lambda t: np.zeros(6), lambda t: np.zeros(6))
    assert system.drive({"J": still}, times=[0.0])["J.effort"][0][2] == pytest.approx(9.81)


@pytest.mark.parametrize("made", [False, True])
def test_drive_by_a_law_that_is_made_of_the_state(made: bool) -> None:
    system = pendulum().compile(kernels=())

    def law(t: float, state: Any) -> Any:
        angle, rate = state["A"], state["A.rate"]
        return lambda now: angle + rate * (now - t)

    event = Event(0.5, do=Drive("A", law, made=made))
    run = system.simulate(system.assemble(), until=1.0, every=0.1, events=[event])
    assert np.ptp(run["A.rate"][-4:]) < 1e-9 and abs(run["A.rate"][-1]) > 1.0


def test_drive_by_a_law_with_a_default() -> None:
    """A second argument with a default is no state."""
    system = pendulum().compile(kernels=())
    event = Event(0.0, do=Drive("A", lambda t, speed=0.0: speed * t))
    assert system.simulate(system.assemble(), until=0.1, events=[event])["A"][-1] == 0.0


def test_kernel_errors_are_ours() -> None:
    error = KernelError("the native code of output 'y' fails its self-test")
    assert isinstance(error, SarrusError) and isinstance(error, InternalError)
    (problem,) = pickle.loads(pickle.dumps(error)).problems
    assert problem.code == "E-KERNEL" and problem.action and "self-test" in str(error)


def test_law_that_branches_is_told_without_codes_inside() -> None:
    system = pendulum().compile(kernels=())
    with pytest.raises(ModelError) as told:
        system.simulate(system.assemble(), until=0.1, method="rk4", step=0.01,
                        inputs={"A": lambda t, x: 1.0 if x["A"] > 0 else 2.0})  # fmt: skip
    assert "E-KERNEL" not in str(told.value)


@pytest.mark.parametrize("exchanged", [
    (np.eye(3), (1.0, 2.0, 3.0)),
    (((1, 0, 0), (0, 1, 0), (0, 0, 1)), np.zeros(3)),
    (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0)),
])  # fmt: skip
def test_pose_with_rotation_first(exchanged: tuple[Any, Any]) -> None:
    with pytest.raises(ModelError, match="the position comes first"):
        Pose(*exchanged)
    swapped = Pose(exchanged[1], exchanged[0])
    assert Pose(rotation=exchanged[0], position=exchanged[1]).transform.matrix == pytest.approx(
        swapped.transform.matrix
    )


@pytest.mark.parametrize("wrong", [((1.0, 2.0),), ((0, 0, 0), (1, 2, 3)), ("here",), ((0, 0, 1j),)])
def test_pose_of_something_else(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(ModelError, match="Pose / "):
        Pose(*wrong)


WRITER = """
import sys
from sarrus.storage import RunWriter
writer = RunWriter.create(sys.argv[1], {"format": "none"})
print("ready", flush=True)
sys.stdin.readline()
"""


def test_file_that_another_process_writes_is_not_to_be_resumed(tmp_path: Path) -> None:
    from sarrus.cli.result_paths import _unfinished_problem
    from sarrus.storage import RunReader, writer_of

    path = tmp_path / "a.sarrus"
    command = [sys.executable, "-P", "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert f"pid {process.pid} " in writer_of(str(path))
        told = _unfinished_problem(str(path))
        assert told.code == "E17" and "wait" in told.action and "resume" not in str(told)
        with RunReader.open(path) as reader:
            assert f"still being written by pid {process.pid} " in str(reader.notices[-1])
        process.stdin.write("\n")
        process.stdin.flush()
    assert writer_of(str(path)) == ""
    assert "sarrus resume" in _unfinished_problem(str(path)).action


def test_own_file_is_no_other_writer(tmp_path: Path) -> None:
    system = pendulum().compile(kernels=())
    file = ResultFile(tmp_path / "b.sarrus")
    system.simulate(system.assemble(), until=0.02, method="rk4", step=0.01, file=file)
    assert not open_run(tmp_path / "b.sarrus").notices


@pytest.mark.parametrize("method", ["auto", "bdf"])
def test_regular_motion_passes_no_singular_position(method: str) -> None:
    """A crank-rocker with masses from 40 g to 20 kg, whose weighted rows look nearly dependent."""
    model = four_bar()
    masses = dict(zip([b.name for b in model.bodies], (0.06, 20.0, 0.04), strict=True))
    names = [f"{name}.mass" for name in masses]
    system = model.compile(parameters=names, kernels=())
    values = dict(zip(names, masses.values(), strict=True))
    start = system.assemble(rates={"A": 6.0})
    run = system.simulate(start, until=1.0, method=method, parameters=values)
    assert "W31" not in [notice.code for notice in run.notices]
