"""Sweeps of one system: the table is the same bits however it is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loops.mechanisms import four_bar
from sarrus import Mechanism, ModelError, System
from sarrus.sweeps import LatinHypercube, Listed, MonteCarlo, Normal, Uniform
from sarrus.sweeps import batching as batching_module
from simulation.machines import pendulum

OVER = {"rod.mass": [1.0, 1.5, 2.0], "gravity": [(0.0, -9.81, 0.0), (0.0, -1.6, 0.0)]}
STEPS: dict[str, Any] = {"until": 0.5, "method": "rk4", "step": 1e-3, "every": 0.01}
MEASURE = ["min A.rate", "last A.angle", "rms A.rate"]


@pytest.fixture(scope="module")
def system() -> System:
    return pendulum().compile(kernels=())


def test_every_number_is_that_of_the_run_alone(system: System) -> None:
    start = system.assemble({"A": 0.3})
    sweep = system.sweep(OVER, start=start, measure=MEASURE, **STEPS)
    assert len(sweep) == 6 and sweep.how == "side by side" and not sweep.failed
    assert np.array_equal(sweep["rod.mass"], [1.0, 1.0, 1.5, 1.5, 2.0, 2.0])
    wide = system.compiled.variant(parameters=["rod.mass", "gravity"])
    for i in range(6):
        run = wide.simulate(
            start, **STEPS, parameters={n: x[i] for n, x in sweep.parameters.items()}
        )
        rate = np.asarray(run["A.rate"])
        expected = (rate.min(), run["A.angle"][-1], np.sqrt(np.mean(rate**2)))
        assert tuple(sweep[name][i] for name in MEASURE) == expected


def test_W08_workers_order_and_chunks_change_no_bit(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = system.assemble({"A": 0.3})
    how: dict[str, Any] = {"start": start, "measure": MEASURE, **STEPS}
    together = system.sweep(OVER, **how)
    others = [system.sweep(OVER, **how, workers=n) for n in (0, 1, 2, 3)]
    others.append(system.sweep(OVER, **how, workers=2, order=[5, 0, 3, 1, 4, 2]))
    others.append(system.sweep(OVER, **how, order=[2, 5, 0, 3, 1, 4]))
    monkeypatch.setattr(batching_module, "MOST", 4)
    others.append(system.sweep(OVER, **how))
    for other in others:
        for name in MEASURE:
            assert other[name].tobytes() == together[name].tobytes(), other.how
    assert {other.how for other in others} == {"one by one", "workers", "side by side"}


def test_error_control_goes_to_workers_and_back(system: System, tmp_path: Path) -> None:
    start = system.assemble({"A": 0.3})
    how: dict[str, Any] = {"start": start, "measure": MEASURE, "until": 0.5}
    made = system.sweep(OVER, **how, workers=2, folder=tmp_path)
    here = system.sweep(OVER, **how, workers=0, folder=tmp_path)
    assert here.reused == 6, "the folder has them already, whoever made them"
    alone = system.sweep(OVER, **how, workers=0)
    assert all(made[name].tobytes() == alone[name].tobytes() for name in MEASURE)
    with pytest.raises(ModelError, match=r"S26.*settings"):
        system.sweep(OVER, **{**how, "until": 0.6}, workers=0, folder=tmp_path)
    with pytest.raises(ModelError, match=r"S26.*measures"):
        system.sweep(OVER, **{**how, "measure": "max A.rate"}, workers=0, folder=tmp_path)


def test_functions_stay_in_this_process(system: System) -> None:
    start = system.assemble({"A": 0.3})
    sweep = system.sweep(
        {"rod.mass": [1.0, 2.0]},
        start=start,
        until=0.2,
        measure={"top": lambda run: run["A.rate"].max()},
        inputs={"A": lambda t, state: -state["A.rate"]},
    )
    assert sweep.how == "one by one" and np.all(np.isfinite(sweep["top"]))
    with pytest.raises(ModelError, match=r"(?s)S25.*law.*workers=0.*S25.*measure 'top'"):
        system.sweep(
            {"rod.mass": [1.0]},
            start=start,
            until=0.2,
            workers=2,
            measure={"top": lambda run: run["A.rate"].max()},
            inputs={"A": lambda t, state: -state["A.rate"]},
        )


def wheel() -> System:
    m = Mechanism("wheel")
    body = m.body("wheel", mass=1.0, com=(0, 0, 0), inertia=(1.0, 1.0, 1.0))
    m.revolute("A", m.ground, body, at=(0, 0, 0), axis="z")
    m.joint_damper("oil", "A", 1.0)
    m.joint_spring("spring", "A", 50.0)
    return m.build().compile(kernels=())


def test_W06_runs_that_fail_are_told_by_code_and_time() -> None:
    """Explicit steps explode with a stiff damper; exactly these runs are listed."""
    system = wheel()
    oil = np.where(np.arange(20) % 10 == 3, 1e9, 1.0 + np.arange(20.0))
    how: dict[str, Any] = {"until": 1.0, "step": 0.01, "every": 0.1, "method": "rk4"}
    start = system.assemble({"A": 1.0}, rates={"A": 5.0})
    found = []
    for workers in (None, 0, 2):
        sweep = system.sweep({"oil.d": oil}, start=start, measure="last A", **how, workers=workers)
        assert set(sweep.failed) == {3, 13}
        for failure in sweep.failed.values():
            assert failure.code == "E-NONFINITE" and failure.status == "failed"
            assert 0.0 <= failure.t < 1.0 and failure.values["oil.d"] == 1e9
        found.append(sweep["last A"].tobytes())
    assert len(set(found)) == 1
    frame = sweep.to_pandas() if _pandas() else None
    assert frame is None or list(frame["status"]).count("failed") == 2
    assert "2 failed" in str(sweep)


def _pandas() -> bool:
    try:
        import pandas
    except ImportError:
        return False
    return bool(pandas)


def test_a_measure_that_breaks_is_a_failure_of_its_run(system: System) -> None:
    start = system.assemble({"A": 0.3})

    def odd(run: Any) -> float:
        return 1.0 / (run.system.nv - 1)

    sweep = system.sweep({"rod.mass": [1.0, 2.0]}, start=start, until=0.1, measure={"odd": odd})
    assert {failure.code for failure in sweep.failed.values()} == {"S24"}
    assert "ZeroDivisionError" in sweep.failed[0].diagnosis


def test_lengths_of_a_loop_need_an_assembly_each() -> None:
    """Against kinematics by hand: the rocker's angle follows from the lengths."""
    system = four_bar().compile(kernels=(), planar=True)
    joint = system.model.joint("B")
    point = np.array(joint.on_parent.position)
    over = {"B.parent_point": [point, 1.05 * point]}
    how: dict[str, Any] = {"until": 0.01, "step": 1e-3, "method": "rk4", "measure": "first C.angle"}
    with pytest.raises(ModelError, match=r"S23.*open the loops"):
        system.sweep(over, start=system.assemble({"A": 0.1}), **how)
    sweep = system.sweep(over, start={"A": 0.1}, rates={"A": 2.0}, **how)
    assert sweep["first C.angle"][0] == pytest.approx(system.assemble({"A": 0.1})["C.angle"])
    assert abs(np.diff(sweep["first C.angle"])[0]) > 1e-4


def test_plans_depend_on_the_seed_and_the_number_alone() -> None:
    from sarrus.sweeps.plans import points

    spread = {"a": Normal(0.0, 1.0), "b": Uniform(2.0, 3.0)}
    few, many = (points(spread, MonteCarlo(n, seed=4)) for n in (10, 4000))
    assert few.columns["a"] == many.columns["a"][:10]
    assert few.columns["b"] == points({"b": spread["b"]}, MonteCarlo(10, seed=4)).columns["b"]
    assert few.columns["a"] != points(spread, MonteCarlo(10, seed=5)).columns["a"]
    a, b = np.array(many.columns["a"]), np.array(many.columns["b"])
    assert abs(a.mean()) < 4.0 / np.sqrt(4000) and a.std() == pytest.approx(1.0, abs=0.05)
    assert b.min() >= 2.0 and b.max() <= 3.0 and abs(np.corrcoef(a, b)[0, 1]) < 0.06
    cube = points(spread, LatinHypercube(100, seed=4))
    parts = np.floor(100.0 * (np.array(cube.columns["b"]) - 2.0)).astype(int)
    assert sorted(parts) == list(range(100))


def test_drawn_values_are_swept(system: System) -> None:
    start = system.assemble({"A": 0.3})
    sweep = system.sweep(
        {"rod.mass": Normal(1.0, 0.1)},
        plan=LatinHypercube(16, seed=1),
        start=start,
        measure="min A.rate",
        **STEPS,
    )
    assert len(sweep) == 16 and np.ptp(sweep["min A.rate"]) > 0.0
    pairs = {"rod.mass": [1.0, 2.0], "gravity": [(0.0, -1.0, 0.0), (0.0, -2.0, 0.0)]}
    assert len(system.sweep(pairs, plan=Listed(), start=start, measure="min A.rate", **STEPS)) == 2


@pytest.mark.parametrize(
    "over, changes, words",
    [
        ({}, {}, "S21.*names with values"),
        ({"rod.mass": []}, {}, "S21.*no values"),
        ({"rod.mas": [1.0]}, {}, "M09.*rod.mass"),
        ({"rod.mass": [(1.0, 2.0)]}, {}, "S21.*finite numbers"),
        ({"rod.mass": ["heavy"]}, {}, "M25.*'heavy'"),
        ({"rod.mass": [float("nan")]}, {}, "S21.*finite numbers"),
        ({"rod.mass": Uniform(1.0, 2.0)}, {}, "S20.*no plan"),
        ({"rod.mass": [1.0]}, {"plan": MonteCarlo(3)}, "S20.*draws"),
        ({"rod.mass": [1.0]}, {"measure": "most A.rate"}, "S22.*max"),
        ({"rod.mass": [1.0]}, {"measure": "max A.rte"}, "A.rate"),
        ({"rod.mass": [1.0]}, {"measure": "max rod.position"}, "S22.*rod.position.x"),
        ({"rod.mass": [1.0]}, {"measure": 5}, "S22"),
        ({"rod.mass": [1.0]}, {"worker": 2}, "S21.*'workers'"),
        ({"rod.mass": [1.0]}, {"workers": -1}, "S21.*workers"),
        ({"rod.mass": [1.0]}, {"limit": 0.0}, "S21.*limit"),
        ({"rod.mass": [1.0]}, {"start": 3}, "S23"),
    ],
)
def test_mistakes_are_told_before_anything_runs(
    system: System, over: Any, changes: dict[str, Any], words: str
) -> None:
    how = {"start": system.assemble({"A": 0.3}), "measure": "max A.rate", **STEPS, **changes}
    with pytest.raises(ModelError, match=f"(?s){words}"):
        system.sweep(over, **how)


@pytest.mark.parametrize(
    "kind, numbers",
    [(Uniform, (2.0, 1.0)), (Normal, (0.0, 0.0)), (MonteCarlo, (0,)), (LatinHypercube, (3, -1))],
)
def test_plans_that_make_no_sense(kind: Any, numbers: tuple[float, ...]) -> None:
    with pytest.raises(ModelError, match="S20"):
        kind(*numbers)
