"""States at given instants, exactly these, by every method, in Python, model files and batches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import Event, ModelError, System, open_run, rerun
from sarrus.study import Study
from sarrus.system.simulation.methods.leg import Plan
from simulation.machines import pendulum

TIMES = [0.1, 0.25, 0.3, 0.7]
METHODS: dict[str, dict[str, Any]] = {
    "auto": {},
    "rk4": {"method": "rk4", "step": 1e-2},
    "one step each": {"method": "rk4", "step": 0.05},
    "abm4": {"method": "abm4", "step": 1e-2},
    "midpoint": {"method": "midpoint", "step": 1e-2},
    "adams": {"method": "adams"},
    "ida": {"method": "ida"},
}
FILE = """
sarrus: 1
gravity: [0, -9.81, 0]
bodies: {rod: {mass: 1, com: [0.5, 0, 0], inertia: [0, 0.083, 0.083]}}
joints: {A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: z}}
"""


@cache
def rod() -> System:
    return pendulum().compile(kernels=())


@pytest.mark.parametrize("name", METHODS)
def test_states_at_given_instants(name: str, tmp_path: Path) -> None:
    start, how = rod().state([0.4], [0.0]), METHODS[name]
    run = rod().simulate(start, times=TIMES, **how)
    assert run.t.tolist() == TIMES
    whole = rod().simulate(start, until=0.7, every=0.05, **how)
    which = [2, 5, 6, 14]
    off = 1e-15 if name not in ("adams", "ida") else 1e-6
    assert np.allclose(run.q, whole.q[which], rtol=0.0, atol=off)
    assert np.allclose(run.work, whole.work[which], rtol=0.0, atol=off)
    assert run.energy_error <= 3.0 * whole.energy_error + 1e-12
    assert run.error.t[-1] == 0.7 and np.all(run.error["A.angle"] < 1e-3)
    path = tmp_path / "run.sarrus"
    rod().simulate(start, times=TIMES, file=path, **how)
    assert open_run(path).t.tolist() == TIMES and rerun(path).t.tolist() == TIMES


def test_the_start_is_kept_where_it_is_asked_for() -> None:
    start = rod().state([0.4], [0.0])
    run = rod().simulate(start, times=(0.0, 0.5))
    assert run.t.tolist() == [0.0, 0.5] and run.q[0] == 0.4
    late = rod().simulate(rod().state([0.4], [0.0], t=1.0), times=np.array([1.25, 2.0]))
    assert late.t.tolist() == [1.25, 2.0]


def test_events_keep_their_states_too() -> None:
    event = Event("A", at=-0.5, direction="down")
    run = rod().simulate(rod().state([0.4], [0.0]), times=TIMES, events=[event])
    (happened,) = run.events
    others = [t for t in run.t.tolist() if t != happened.t]
    assert others == TIMES and happened.t in run.t


def test_runs_side_by_side() -> None:
    starts = [rod().state([x], [0.0]) for x in (0.1, 0.4)]
    how: dict[str, Any] = {"times": TIMES, "method": "rk4", "step": 1e-2}
    runs = rod().simulate(starts, **how)
    assert runs.t.tolist() == TIMES and runs["A.angle"].shape == (2, 4)
    assert np.array_equal(runs[1].q, rod().simulate(starts[1], **how).q)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"times": [0.3, 0.2]}, "each greater than the one before"),
        ({"times": []}, "each greater than the one before"),
        ({"times": [0.0]}, "the last one after it"),
        ({"times": [-1.0, 1.0]}, "must not be before the start"),
        ({"times": [1.0], "until": 2.0}, "until cannot be given too"),
        ({"times": [1.0], "every": 0.1}, "every cannot be given too"),
        ({"times": [0.013], "method": "rk4", "step": 0.01}, "no whole number of steps"),
        ({"times": [0.013], "method": "rk4"}, "is needed by a fixed-step method"),
        ({}, "must be a time in seconds"),
    ],
)
def test_times_that_make_no_sense(how: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        rod().simulate(rod().state([0.4], [0.0]), **how)


def test_times_of_a_model_file(tmp_path: Path) -> None:
    path = tmp_path / "rod.yaml"
    path.write_text(FILE + "run: {times: [0.1, 250 ms, 0.5], certify: true}\n", encoding="utf-8")
    study = Study.load(path)
    run: Any = study.run()
    assert run.t.tolist() == [0.1, 0.25, 0.5] and run.companion is not None
    assert "until 0.5 s" in study.describe() and "until 0.5 s" in repr(study)
    changed = Study.load(path, set={"run.times": ["0", "1 s"], "run.certify": False})
    again: Any = changed.run()
    assert again.t.tolist() == [0.0, 1.0] and again.companion is None
    driven = FILE + "drives: {A: t}\nrun: {kind: drive, times: [0, 0.2]}\n"
    path.write_text(driven, encoding="utf-8")
    assert Study.load(path).run().t.tolist() == [0.0, 0.2]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("{times: [0.2, 0.1]}", "each later than the one before"),
        ("{times: [1 kg]}", "1 kg"),
        ("{times: [1], until: 2}", "cannot be given with 'times'"),
        ("{certify: perhaps}", "certify"),
        ("{kind: drive, certify: true}", "is not used where the motion is prescribed"),
    ],
)
def test_settings_of_a_file_that_make_no_sense(section: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rod.yaml"
    path.write_text(FILE + f"drives: {{A: t}}\nrun: {section}\n", encoding="utf-8")
    with pytest.raises(ModelError, match=message):
        Study.load(path)


def test_events_beside_a_grid_time_by_rounding_happen_there() -> None:
    """The times of outputs are kept as they are; what is farther off than rounding stays."""
    uneven = Plan("auto", np.array([0.0, 0.1, 0.25, 0.7]))
    steps = Plan("rk4", np.linspace(0.0, 0.7, 8), h=0.025, steps=28, every=4)
    for plan, times in ((uneven, (0.1, 0.25, 0.7)), (steps, (0.025, 0.3, 0.7))):
        for t in times:
            grid = plan.nearest_grid_time(t)
            assert grid == pytest.approx(t, abs=2e-16)
            for beside in (np.nextafter(grid, 0.0), np.nextafter(grid, 1.0)):
                assert plan.nearest_grid_time(float(beside)) == grid
            assert plan.nearest_grid_time(t + 1e-12) == t + 1e-12
