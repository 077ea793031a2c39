"""The recipe "an action of events": one class, which files of models and of runs can hold."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import sarrus
from command_line import run_line
from recipes.conftest import Package
from sarrus import Event, ModelError, Study
from sarrus.system.simulation.events.actions import ACTIONS

ACTION = """
from dataclasses import dataclass, field

from sarrus.events import RATE, Action, in_units, register


@register
@dataclass(frozen=True)
class Brake(Action):
    '''Brake a joint by a couple against its motion, proportional to its rate.'''

    joint: str = field(metadata=RATE)
    damping: float = field(metadata=in_units("N*m*s/rad"))
    most: float = field(default=100.0, metadata=in_units("N*m"))

    word = "brake"

    def apply(self, change):
        law = (lambda t, state: -self.damping * state[f"{self.joint}.rate"])
        change.mode = change.mode.with_input(self.joint, law)
        change.note(f"'{self.joint}' braked")


@register
@dataclass(frozen=True)
class HaltAll(Action):
    '''End the run, and say so.'''

    word = "halt_all"

    def apply(self, change):
        change.stop = True
        change.note("halted")
"""

FILE = """\
sarrus: 1
name: pendulum
bodies:
  rod: {mass: 0.5 kg, com: [0, 0, -0.25], inertia: [0.01, 0.01, 1e-4]}
joints:
  hinge: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
assembly: {wanted: {hinge: 1.0}}
events:
  - {name: brakes, when: 0.1, do: {brake: {joint: hinge, damping: "200 N*mm*s/rad"}}}
  - {name: ends, when: 0.4, do: halt_all}
run: {until: 0.5, rtol: 1e-8}
"""


@pytest.fixture
def theirs(package: Package, tmp_path: Path) -> ModuleType:
    (tmp_path / "pendulum.yaml").write_text(FILE, "utf-8")
    return package(ACTION)


def test_action_of_a_file_acts(theirs: ModuleType, tmp_path: Path) -> None:
    study = Study.load(tmp_path / "pendulum.yaml")
    assert study.plan.events[0].do == theirs.Brake("hinge", 0.2)
    assert study.plan.events[1].do == theirs.HaltAll()
    run = study.run()
    assert run.t[-1] == pytest.approx(0.4)
    assert [e.name for e in run.events] == ["brakes", "ends"]
    assert np.max(np.abs(run.imbalance)) < 1e-7  # the energy balance closes
    effort, rate = np.asarray(run["hinge.effort"]), np.asarray(run["hinge.rate"])
    later = run.t > 0.1
    assert np.allclose(effort[later], -0.2 * rate[later], rtol=0, atol=1e-9)


def test_action_in_result_files(theirs: ModuleType, tmp_path: Path) -> None:
    file, kept = tmp_path / "pendulum.yaml", tmp_path / "pendulum.sarrus"
    done = run_line(["run", str(file), "--out", str(kept), "--json"])
    assert done.exit_code == 0, done.output
    run, opened = Study.load(file).run(), sarrus.open_run(kept)  # no events are given again
    assert np.array_equal(opened.q, run.q)
    sarrus.rerun(kept)
    ACTIONS.remove("Brake")
    with pytest.raises(ModelError, match="'Brake'"):
        sarrus.open_run(kept)


def test_action_in_a_sweep_and_in_equal_steps(theirs: ModuleType, tmp_path: Path) -> None:
    study = Study.load(tmp_path / "pendulum.yaml")
    system, start = study.system, study.start()
    events = [Event(0.1, theirs.Brake("hinge", 0.2))]
    how: dict[str, Any] = {"until": 0.3, "method": "rk4", "step": 1e-3, "events": events}
    run = system.simulate(start, **how)
    table = system.sweep(
        {"rod.mass": [0.5, 0.6]}, start=start, measure={"end": "last hinge.angle"}, **how
    )
    assert float(table["end"][0]) == pytest.approx(float(run["hinge.angle"][-1]), abs=1e-12)


MISTAKES = {
    "{brake: {joint: hnge, damping: 1}}": "hinge",
    "{brake: {joint: hinge}}": "damping",
    "{brake: {joint: hinge, damping: 3 kg}}": "kg",
    "{brake: {joint: hinge, damping: 1, mos: 2}}": "most",
    "{halt_all: 3}": "must be true",
    "brake": "is not an action",
    "halt_al": "halt_all",
}


@pytest.mark.parametrize("written", MISTAKES)
def test_mistakes_in_files_are_told(theirs: ModuleType, tmp_path: Path, written: str) -> None:
    del theirs
    file = tmp_path / "pendulum.yaml"
    file.write_text(FILE.replace("halt_all", written), "utf-8")
    with pytest.raises(ModelError, match=MISTAKES[written]):
        Study.load(file)


def test_word_of_another_is_refused(theirs: ModuleType) -> None:
    for word in ("lock", "set", "disable", "brake"):
        made = type(f"Own{word}", (theirs.HaltAll,), {"word": word})
        with pytest.raises(ModelError, match="M32"):
            sarrus.events.register(made)
    with pytest.raises(ModelError, match="M32"):
        sarrus.events.register(type("NoAction", (), {"word": "mine"}))
    theirs.register(theirs.Brake)  # the same again is no other
