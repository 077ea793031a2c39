"""One controller for several joints, sampled or traced, and controllers that come late."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus import Mechanism, ModelError, Sampled, System

GAINS = np.array([30.0, 12.0])


def two_links() -> System:
    m = Mechanism("two links")
    for k, (name, carrier, at) in enumerate((("a", "ground", 0.0), ("b", "a", 0.5))):
        m.body(name, 1.0 + k, com=(0.25, 0, 0), inertia=(0.01, 0.03, 0.03), at=(at, 0, 0))
        m.revolute(name.upper(), carrier, name, at=(at, 0, 0), axis="y")
    return m.build().compile(kernels=())


def control(t: float, state: Any) -> list[float]:
    q = [state["A.angle"], state["B.angle"]]
    v = [state["A.rate"], state["B.rate"]]
    return [GAINS[k] * (0.3 * (k + 1) - q[k]) - 2.0 * v[k] for k in range(2)]


def end(system: System, inputs: Any, **how: Any) -> np.ndarray:
    run = system.simulate(system.state(np.zeros(2)), until=0.5, inputs=inputs, **how)
    return np.concatenate([run.q[-1], run.v[-1]])


def test_one_function_is_as_one_for_each_joint() -> None:
    system = two_links()
    alone = {
        name: Sampled(lambda t, state, k=k: control(t, state)[k], 0.01)
        for k, name in enumerate(("A", "B"))
    }
    expected = end(system, alone)
    calls: list[float] = []

    def counted(t: float, state: Any) -> list[float]:
        calls.append(t)
        return control(t, state)

    assert_close(end(system, Sampled(counted, 0.01)), expected, 0.0)
    assert len(calls) == len(set(calls)) <= 51
    swapped = Sampled(lambda t, state: control(t, state)[::-1], 0.01)
    assert_close(end(system, {("B", "A"): swapped}), expected, 0.0)
    named = Sampled(lambda t, state: dict(zip("AB", control(t, state), strict=True)), 0.01)
    assert_close(end(system, {("A", "B"): named}), expected, 0.0)


def test_a_traced_function_of_all_is_as_laws_of_each() -> None:
    system = two_links()
    alone = {
        "A": lambda t, s: GAINS[0] * (0.3 - s["A.angle"]) - 2.0 * s["A.rate"],
        "B": lambda t, s: GAINS[1] * (0.6 - s["B.angle"]) - 2.0 * s["B.rate"],
    }
    expected = end(system, alone)
    assert_close(end(system, control), expected, 1e-9)
    assert_close(end(system, {("A", "B"): control}), expected, 1e-9)


@pytest.mark.parametrize("late", [1, 3])
def test_delays_are_those_of_a_queue_by_hand(late: int) -> None:
    system, every = two_links(), 0.01
    queue = [[0.0, 0.0] for _ in range(late)]

    def by_hand(t: float, state: Any) -> list[float]:
        queue.append(control(t, state))
        return queue.pop(0)

    expected = end(system, Sampled(by_hand, every))
    assert_close(end(system, Sampled(control, every, late * every)), expected, 0.0)
    parts = {
        name: Sampled(lambda t, state, k=k: control(t, state)[k], every, late * every)
        for k, name in enumerate(("A", "B"))
    }
    assert_close(end(system, parts), expected, 0.0)
    assert np.max(np.abs(expected - end(system, Sampled(control, every)))) > 1e-3


def test_runs_go_on_with_the_efforts_that_wait(tmp_path: Path) -> None:
    system, file = two_links(), tmp_path / "run.sarrus"
    how: dict[str, Any] = {"until": 0.5, "method": "rk4", "step": 0.001}

    def controller() -> Sampled:
        return Sampled(control, 0.01, 0.03)

    whole = system.simulate(system.state(np.zeros(2)), inputs=controller(), **how)

    def interrupt(done: float) -> None:
        if done > 0.4:
            raise KeyboardInterrupt

    settings = sarrus.ResultFile(file, states=50)
    part = system.simulate(
        system.state(np.zeros(2)), inputs=controller(), file=settings, progress=interrupt, **how
    )
    assert part.t[-1] < 0.4
    on = sarrus.resume(file, inputs=controller())
    assert on.t[-1] == whole.t[-1]
    assert_close(on.q[-1], whole.q[-1], 0.0)


def test_model_files_have_delays(tmp_path: Path) -> None:
    sarrus.save(two_links().model, tmp_path / "m.yaml")
    text = (tmp_path / "m.yaml").read_text(encoding="utf-8")
    text += """
run: {until: 0.2}
inputs: {A: {law: 3 - 2*A.rate, every: 10 ms, delay: 20 ms}}
"""
    (tmp_path / "m.yaml").write_text(text, encoding="utf-8")
    run = sarrus.Study.load(tmp_path / "m.yaml").run()
    system = two_links()
    law = Sampled(lambda t, s: 3.0 - 2.0 * s["A.rate"], 0.01, 0.02)
    expected = system.simulate(system.state(np.zeros(2)), until=0.2, inputs={"A": law})
    assert_close(run.q[-1], expected.q[-1], 1e-8)


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        (
            Sampled(lambda t, s: [1.0, 2.0, 3.0], 0.01),
            "must yield 2 numbers, not 3: A.rate, B.rate",
        ),
        (lambda t: [1.0], "must yield 2 numbers, not 1"),
        ({("A", "B"): Sampled(lambda t, s: {"C": 1.0}, 0.01)}, "effort on 'C'"),
        ({("A", "B"): Sampled(control, 0.01), "A": 1.0}, "named in two laws"),
        ({"A": Sampled(lambda t, s: 1.0, 0.01, 0.015)}, "whole number of periods of 0.01 s"),
        ({("A", "B"): [1.0, 2.0, 3.0]}, "or 2 numbers"),
    ],
)
def test_what_does_not_fit_is_named(inputs: Any, words: str) -> None:
    system = two_links()
    with pytest.raises(ModelError, match=words):
        end(system, inputs)


def test_limits_that_are_passed_are_told() -> None:
    m = Mechanism("pendulum")
    m.body("rod", 1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="y", limits=(-0.5, 0.8), speed_limit=50.0)
    system = m.build().compile(kernels=())
    run = system.simulate(system.state([0.0]), until=1.0, every=0.01)
    (notice,) = [n for n in run.notices if n.code == "W53"]
    first = run.t[np.argmax(run.q[:, 0] > 0.8)]
    worst = np.argmax(run.q[:, 0])
    assert f"from t = {first:.6g} s on" in str(notice)
    assert f"the worst is {run.q[worst, 0]:.6g} rad at t = {run.t[worst]:.6g} s" in str(notice)
    assert str(notice) in run.report()
    short = system.simulate(system.state([0.0]), until=0.1)
    assert not [n for n in short.notices if n.code == "W53"]
