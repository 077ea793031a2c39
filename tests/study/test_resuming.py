"""Result files of studies: they hold the laws, and nothing else is needed to go on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import ModelError, gallery
from sarrus.errors import SarrusError
from sarrus.model.forces import Formula
from sarrus.storage import RunReader
from sarrus.system import Drive, PointDrive
from sarrus.system.run_files.user_functions import laws_from_record, laws_record
from sarrus.system.simulation.state_law import StateLaw
from study.models import PENDULUM, example, study

LAWS = """\
inputs: {A: "5*sin(2*t) - 0.1*A.rate"}
run: {until: 500, every: 0.01}
"""
CONTROLLED = """\
inputs: {A: "-10*(A.angle - 0.3) - 2*A.rate + sin(5*t)"}
events:
  - {name: up, when: "position(tip, z) + 0.01*t", direction: down, do: record}
  - {when: 0.4, do: {effort: {joint: A, law: "-20*A.angle - 3*A.rate"}}}
  - when: 0.6
    do: [{set: {rod.mass: "2 + A.angle"}}, {lock: A}, {release: A}]
run: {until: 1, every: 0.01, rtol: 1e-8, atol: 1e-10}
"""


def cut_in_the_middle(path: Path) -> int:
    """Return the number of a block of states of a run that lies in its middle."""
    with RunReader.open(path) as reader:
        blocks = [block.block for block in reader.blocks]
        assert len(blocks) > 3
        return blocks[len(blocks) // 2]


@pytest.mark.parametrize("sections", [LAWS, CONTROLLED])
def test_a_run_goes_on_from_its_file_alone(tmp_path: Path, sections: str) -> None:
    """Bit for bit the run without the interruption, with nothing but the file at hand."""
    made = study(tmp_path, PENDULUM, sections)
    path = tmp_path / "run.sarrus"
    whole = made.run(file=sarrus.ResultFile(path, every=0.0, states=10))
    t, q, events = whole.t.copy(), whole.q.copy(), [e.name for e in whole.events]
    block = cut_in_the_middle(path)
    whole.states.close()
    (tmp_path / "model.yaml").unlink()
    on = sarrus.resume(path, block=block)
    assert np.array_equal(on.t, t) and np.array_equal(on.q, q)
    assert [e.name for e in on.events] == events


def test_files_are_opened_and_made_again_without_the_study(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    study(tmp_path, PENDULUM, CONTROLLED).run(path)
    opened, again = sarrus.open_run(path), sarrus.rerun(path)
    assert np.array_equal(opened.q, again.q)
    np.testing.assert_array_equal(opened["A.effort"], again["A.effort"])


def test_models_with_elements_of_expressions_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    made = example("quick_return", run__until=0.05)
    run = made.run(path)
    assert np.array_equal(sarrus.rerun(path).q, run.q)


def test_a_file_is_not_overwritten_unawares(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    made = example("pendulum", run__until=0.1)
    made.run(path)
    with pytest.raises((ModelError, sarrus.EnvironmentProblem)):
        made.run(path)
    assert made.run(path, overwrite=True).t[-1] == 0.1


def test_laws_come_back_as_they_were(tmp_path: Path) -> None:
    made = study(tmp_path, PENDULUM, CONTROLLED)
    inputs = made.plan.inputs
    assert laws_from_record(laws_record(dict(inputs)), None, "inputs") == inputs
    events = laws_from_record(laws_record(list(made.plan.events)), None, "events")
    assert events == made.plan.events


@pytest.mark.parametrize(
    "damage",
    [
        {"reads": [["A.angle"]]},
        {"reads": [["A.angle", "x"]]},
        {"reads": [[1]]},
        {"formula": 3},
    ],
)
def test_damaged_laws_are_refused(damage: dict) -> None:
    record = laws_record(StateLaw(Formula("f", ("t",), (("argument", 0),), (0,)), ()))
    with pytest.raises(ModelError, match="F13"):
        laws_from_record({**record, **damage}, None, "inputs")


def test_a_drive_has_a_result_file_that_is_opened_not_resumed(tmp_path: Path) -> None:
    found = example("slider_crank").run(tmp_path / "x.sarrus")
    opened = sarrus.open_run(tmp_path / "x.sarrus")
    assert isinstance(opened, Drive) and opened.shown == found.shown
    assert [p.code for p in opened.notices] == [p.code for p in found.notices]
    check_same(opened, found)
    with pytest.raises(ModelError, match="is a prescribed motion"):
        sarrus.resume(tmp_path / "x.sarrus")
    with pytest.raises(SarrusError, match="exists"):
        found.save(tmp_path / "x.sarrus")


def check_same(opened: Drive, found: Drive) -> None:
    """Check that a drive from a file has the same bits in all its channels."""
    listed = [entry.name for entry in found.history.channels()]
    assert listed == [entry.name for entry in opened.history.channels()] and listed
    for name in listed:
        a, b = np.asarray(opened.history[name]), np.asarray(found.history[name])
        assert np.array_equal(a, b, equal_nan=True), name


def on_a_moving_base() -> sarrus.System:
    """Return a pendulum of two rods whose ground moves, with a mass that is an input."""
    m = sarrus.Mechanism("base")
    m.prescribe_base()
    for name, mass in (("upper", 2.0), ("lower", 1.0)):
        m.body(name, mass=mass, com=(0.5, 0, 0), inertia=(0.1, 0.2, 0.2))
    m.revolute("A", m.ground, "upper", axis="z", at=(0, 0, 0))
    m.revolute("B", "upper", "lower", axis="z", at=(1, 0, 0))
    return m.build().compile(parameters=["lower.mass"])


def test_drives_of_every_kind_keep_their_bits(tmp_path: Path) -> None:
    """Functions, points, loops, numbers that are inputs, and a moving base."""
    arm, shaken = on_a_moving_base(), lambda t: (0.1 * np.sin(3.0 * t), 0.0, 0.0)
    hand = PointDrive("lower", (2, 0, 0), lambda t: (1.2 + 0.1 * t, 1.1, 0.0), "xy")
    moved = {"base": sarrus.GroundMotion(position=shaken), "parameters": {"lower.mass": 3.0}}
    bar = gallery.four_bar().compile()
    guess = {"A": 0.2, "B": 0.9}
    for k, found in enumerate([
        bar.drive({"A": lambda t: 0.5 + 6.0 * t}, every=0.1, guess={"A": 0.5}),
        arm.drive(points=[hand], guess=guess, until=0.3, every=0.1, **moved),
    ]):  # fmt: skip
        opened = sarrus.open_run(found.save(tmp_path / f"{k}.sarrus"))
        check_same(opened, found)
        assert repr(opened) == repr(found)
    ends = [motion.position for drive in (found, opened) for motion in drive.body("lower")]
    assert np.array_equal(ends[:4], ends[4:])
