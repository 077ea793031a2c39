"""Exact friction in model files, result files, on the command line, in batches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from events.sticking_machines import exact_drawer, sliding_block, stick_slip_oscillator
from sarrus import ModelError, System, load, open_run, resume, save
from sarrus.storage import RunReader
from sarrus.study import Study
from sarrus.system.run_files.sink import ResultFile


def cycle(**how: Any) -> tuple[Any, Any]:
    """Return the stick-slip oscillator, and a run of it."""
    system = stick_slip_oscillator().compile()
    start = system.assemble({"P": 0.0, "B": 0.0}, {"B": 0.1, "P": 0.0})
    return system, system.simulate(start, until=4.0, every=0.05, driven={"B": "0.1*t"}, **how)


def test_a_result_file_has_its_modes_again(tmp_path: Path) -> None:
    path = tmp_path / "cycle.run"
    _, run = cycle(file=path)
    again = open_run(path)
    for name in ("F.sense", "F.friction", "F.margin", "P.speed"):
        assert np.array_equal(np.asarray(again[name]), np.asarray(run[name])), name
    assert [e.done for e in again.events] == [e.done for e in run.events]


def test_a_run_goes_on_from_a_block_with_the_same_bits(tmp_path: Path) -> None:
    path, copy = tmp_path / "cycle.run", tmp_path / "copy.run"
    _, run = cycle(file=ResultFile(path, states=10))
    copy.write_bytes(path.read_bytes())
    with RunReader.open(copy) as reader:
        blocks = [block.block for block in reader.blocks]
    again = resume(copy, block=blocks[len(blocks) // 2])
    assert np.array_equal(again.t, run.t)
    assert np.array_equal(np.asarray(again["F.friction"]), np.asarray(run["F.friction"]))


def test_a_run_goes_on_from_its_last_state() -> None:
    system, run = cycle()
    more = system.simulate(run.final, until=4.5, every=0.05, driven={"B": "0.1*t"})
    assert more["F.sense"][0] == run["F.sense"][-1]
    assert more["F.friction"][0] == pytest.approx(run["F.friction"][-1], abs=1e-6)


def test_many_runs_use_the_smooth_law() -> None:
    """They come to rest within the way that smoothing explains, and creep under a load."""
    model = sliding_block(3.0, 4.0)
    (element,) = model.forces
    model = replace(model, forces=(replace(element, smoothing=0.01),))
    system = System(model, cache=None)
    starts = [system.assemble(rates={"P": rate}) for rate in (1.0, 2.0)]
    runs = system.simulate(starts, until=2.0, method="rk4", step=1e-3, every=0.5)
    ways = np.asarray(runs["P.displacement"])[:, -1]
    assert ways == pytest.approx([1 / 3, 4 / 3], abs=0.01)
    assert np.all(np.abs(ways - [1 / 3, 4 / 3]) > 1e-6)


def test_elsewhere_friction_is_smooth() -> None:
    """Accelerations at a state, and their derivatives, are those of the smooth law."""
    for model in (sliding_block(3.0, 4.0), exact_drawer(0.3)):
        system = System(model, cache=None)
        joint = model.joints[0].name
        state = system.state(np.zeros(1), np.array([2e-3]))
        smooth = System(model_without_exact(model), cache=None)
        assert (
            system.accelerations(state)[joint]
            == smooth.accelerations(smooth.state(state.q, state.v))[joint]
        )


def model_without_exact(model: Any) -> Any:
    return replace(model, forces=tuple(replace(f, exact=False) for f in model.forces))


def test_a_model_file_says_exact(tmp_path: Path) -> None:
    path = tmp_path / "belt.yaml"
    save(stick_slip_oscillator(), path)
    assert "exact: true" in path.read_text()
    assert load(path).forces == stick_slip_oscillator().forces


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ModelError, match="D50"):
        sliding_block(3.0, 2.0)
    with pytest.raises(ModelError, match="sliding"):
        sliding_block(-1.0)


BELT = """\
sarrus: 1
bodies:
  belt: {mass: 1, inertia: [0.1, 0.1, 0.1]}
  block: {mass: 2, inertia: [0.1, 0.1, 0.1]}
joints:
  B: {type: prismatic, parent: ground, child: belt, axis: x, at: [0, 0, 0]}
  P: {type: prismatic, parent: belt, child: block, axis: x, at: [0, 0, 0]}
forces:
  S: {type: spring_damper, a: ground, b: block, k: 50, free_length: 1, on_a: [-1, 0, 0],
      on_b: [0, 0, 0]}
  F: {type: joint_friction, joint: P, sliding: 3, static: 5, exact: true}
drives: {B: 0.1*t}
assembly: {rates: {B: 0.1}}
events:
  - {name: sticks again, when: F.sense, at: -0.5, direction: up, do: stop}
run: {until: 5, every: 0.1, rtol: 1e-10}
outputs: [F.sense, F.friction]
"""


def test_a_model_file_runs_until_it_sticks_again(tmp_path: Path) -> None:
    path = tmp_path / "belt.yaml"
    path.write_text(BELT)
    run = Study.load(path).run()
    w, A, V = 5.0, 0.04, 0.1
    slip = (2.0 * np.pi - 2.0 * np.arctan(A * w / V)) / w
    assert run.t[-1] == pytest.approx(1.0 + slip, abs=5e-8)
    assert [event.name for event in run.events][-1] == "sticks again"
