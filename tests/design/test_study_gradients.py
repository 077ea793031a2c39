"""Gradients of model files, numbers of laws, and what is asked wrongly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.machines import sprung_four_bar
from design.gradient_cases import slope
from sarrus import ModelError, Study, System
from sarrus.design import gradient, optimize
from sarrus.design.optimization.exact import exact_slopes
from sarrus.design.optimization.optimize import Settings, Work, design_space
from sarrus.events import Effort, Event

ROD = """sarrus: 1
gravity: [0, 0, -9.81]
constants: {l: 0.8 m, m: 2 kg, a: 0.4 rad, w: 3 1/s, u: 0.3 rad/s}
bodies:
  rod: {mass: m, com: [l/2, 0, 0], inertia: [0.01, m*l^2/12, m*l^2/12]}
joints: {A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}}
"""
RUN = """assembly: {wanted: {A: a}, rates: {A: u}}
inputs: {A: "m*l^2*w^2*sin(w*t) - 0.1*m*l^2*w*A.rate"}
run: {until: 0.3 s, method: rk4, step: 10 ms}
"""
DRIVE = """drives: {A: "a + w*t + u*w*t^2"}
run: {kind: drive, until: 0.5 s, every: 50 ms}
"""
UNITS = {"l": "m", "m": "kg", "a": "rad", "w": "1/s", "u": "rad/s"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "objective"),
    [(RUN, "integral A.rate^2"), (DRIVE, "rms A.effort")],
    ids=["run", "drive"],
)
def test_constants_in_lengths_start_and_laws(tmp_path: Path, more: str, objective: str) -> None:
    path = tmp_path / "rod.yaml"
    path.write_text(ROD + more)
    found = gradient(path, objective, list(UNITS))
    values = {"l": 0.8, "m": 2.0, "a": 0.4, "w": 3.0, "u": 0.3}

    def at(x: float, name: str) -> float:
        text = f"{float(x)!r} {UNITS[name]}"
        return float(
            gradient(Study.load(path, set={f"constants.{name}": text}), objective, ["m"]).value
        )

    # the motion does not depend on m at all: of its differences rounding alone is left
    rounding = 1e-13 * abs(found.value) / 1e-3
    for name, x in values.items():
        expected = slope(lambda x, n=name: at(x, n), x, 1e-3)
        assert found[name] == pytest.approx(expected, rel=1e-7, abs=rounding)


def test_start_and_inputs_of_a_design_have_exact_derivatives(tmp_path: Path) -> None:
    path = tmp_path / "rod.yaml"
    path.write_text(ROD + RUN.replace('"m*l^2*w^2*sin(w*t) - 0.1*m*l^2*w*A.rate"', "2 N*m"))
    by = {"start.A": (0.1, 0.9), "rates.A": (0.1, 0.9), "inputs.A": (1.0, 3.0), "l": (0.5, 1.0)}
    space = design_space(path, by, None, None, {})
    work = Work.of(space, "integral A.rate^2", ["final A.angle <= 1"], Settings()).evaluation
    x = space.x0
    exact = exact_slopes(space, work.rows, x)
    for k in range(len(x)):
        ends = [work.outcome(x + j * 1e-3 * np.eye(len(x))[k]).values for j in (-2, -1, 1, 2)]
        expected = (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / 12e-3
        assert exact[:, k] == pytest.approx(expected, rel=1e-7)
    assert np.array_equal(work.slopes(x), exact)


@pytest.fixture(scope="module")
def four_bar() -> System:
    return sprung_four_bar().compile(parameters=["coupler.mass"])


HOW: dict[str, Any] = {"start": {"A.angle": 1.2}, "until": 0.2, "method": "rk4", "step": 0.01}


def push(a: float, b: float) -> Any:
    return lambda t, state, a=a, b=b: a * np.sin(3.0 * t) - b * state["A.rate"]


@pytest.mark.slow
def test_numbers_of_functions(four_bar: System) -> None:
    def value(a: float, b: float) -> float:
        return float(gradient(four_bar, "final D.rate", [], inputs={"A": push(a, b)}, **HOW).value)

    found = gradient(four_bar, "final D.rate", ["input:A.a", "input:A.b"],
                     inputs={"A": push(2.0, 0.5)}, **HOW)  # fmt: skip
    expected = [
        slope(lambda x: value(x, 0.5), 2.0, 1e-3),
        slope(lambda x: value(2.0, x), 0.5, 1e-3),
    ]
    assert found.vector == pytest.approx(expected, rel=1e-8)


@pytest.mark.slow
def test_law_that_an_event_replaces_has_no_part_any_more(four_bar: System) -> None:
    times = np.linspace(0.0, 0.2, 5)
    table = {"A": (times, np.array([1.0, 3.0, -2.0, 0.5, 4.0]))}
    events = [Event(0.06, Effort("A", 0.5))]
    found = gradient(four_bar, "final D.rate", ["input:A"], inputs=table, events=events, **HOW)
    assert np.all(found["input:A"][3:] == 0.0) and np.all(found["input:A"][:2] != 0.0)


@pytest.mark.parametrize(
    ("objective", "by", "words"),
    [
        ("max D.rat", ["coupler.mass"], r"G20.*'D\.rat' \(column 5\).*Did you mean 'D\.rate'"),
        ("D.rate", ["coupler.mass"], "does not say what of 'D.rate' is meant"),
        (3.0, ["coupler.mass"], "must be a text such as"),
        (
            "D.rate at 0.9 s",
            ["coupler.mass"],
            r"asks for 0\.9 s, but the motion is from 0 s to 0\.2 s",
        ),
        ("final D.rate", ["B.point[7]"], r"names no number of 'B\.point'"),
        ("final D.rate", ["input:A"], r"has no inputs\. Give inputs="),
    ],
)
def test_mistakes_are_told(four_bar: System, objective: Any, by: list[str], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        gradient(four_bar, objective, by, **HOW)


def test_law_without_numbers_is_told(four_bar: System) -> None:
    for law, words in (("2*t", r"lambda t, a=2\.0"), (push(1.0, 2.0), r"input:A\.a, input:A\.b")):
        with pytest.raises(ModelError, match=words):
            gradient(four_bar, "final D.rate", ["input:A"], inputs={"A": law}, **HOW)


def test_equilibrium_needs_no_word(four_bar: System) -> None:
    one, other = (gradient(four_bar, text, ["coupler.mass"], of="equilibrium")
                  for text in ("A.angle", "final A.angle"))  # fmt: skip
    assert one["coupler.mass"] == other["coupler.mass"]


def test_time_after_the_end_is_refused_by_optimize(tmp_path: Path) -> None:
    path = tmp_path / "rod.yaml"
    path.write_text(ROD + DRIVE)
    with pytest.raises(ModelError, match=r"asks for 3 s, but the motion is from 0 s to 0\.5 s"):
        optimize(path, "A.effort at 3 s", {"l": (0.5, 1.0)})


@pytest.mark.slow
@pytest.mark.parametrize("search", ["trust-constr", "ipopt"])
def test_methods_with_second_derivatives(tmp_path: Path, search: str) -> None:
    if search == "ipopt":
        pytest.importorskip("casadi")
    path = tmp_path / "rod.yaml"
    path.write_text(ROD + DRIVE)
    by, limit = {"l": (0.4, 1.5), "m": (0.5, 4.0)}, ["m*l^2 >= 1 kg*m^2"]
    usual = optimize(path, "rms A.effort", by, limit)
    best = optimize(path, "rms A.effort", by, limit, search=search)
    assert best.value == pytest.approx(usual.value, rel=1e-3)
