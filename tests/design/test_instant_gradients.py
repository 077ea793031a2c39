"""Gradients of drives, equilibria and eigenvalues, against forward derivatives and differences."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from analysis.machines import sprung_four_bar
from design.gradient_cases import mixed, number, slope
from sarrus import System, analysis
from sarrus.design import ChannelFunction, gradient

NAMES = ("S.k", "coupler.mass", "B.parent_point")


@cache
def four_bar() -> System:
    return sprung_four_bar().compile(parameters=NAMES)


def test_drive_is_the_sum_of_its_instants() -> None:
    motion, times = {"A": lambda t: 1.0 + 2.0 * t + t * t}, [0.0, 0.1, 0.25]
    channels = ("A.effort", "B.reaction.force.x", "D.angle")
    objective = mixed(*channels)
    found = gradient(four_bar(), objective, NAMES, of="drive", driven=motion, times=times)
    drive = four_bar().drive(motion, times=times)
    samples = np.column_stack([drive[name] for name in channels])
    assert found.value == pytest.approx(objective.value(drive.t, samples), rel=1e-12)
    weights = objective.sensitivity(drive.t, samples)
    expected = sum(
        w @ analysis.sensitivities(four_bar(), m.state, list(channels), NAMES, driven=motion).matrix
        for w, m in zip(weights, drive.motions, strict=True)
    )
    assert found.vector == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_equilibrium_follows_its_parameters() -> None:
    channels = ("A.angle", "B.reaction.force.x", "S.force")
    objective, rest = mixed(*channels), four_bar().equilibrium()
    found = gradient(four_bar(), objective, NAMES, of="equilibrium")
    known = analysis.sensitivities(four_bar(), rest, list(channels), NAMES)
    weights = objective.sensitivity(np.zeros(1), known.values[None, :])[0]
    assert found.vector == pytest.approx(weights @ known.matrix, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("quantity", ["frequency", "damping"])
def test_eigenvalue_with_its_equilibrium(quantity: str) -> None:
    found = gradient(four_bar(), quantity, NAMES, of="eigenvalue")
    for name, k in (("S.k", 0), ("B.parent_point", 0)):
        value = number(four_bar(), name)

        def at(x: float, name: str = name, k: int = k, value: np.ndarray = value) -> float:
            other = value.copy()
            other.flat[k] = x
            given = {"parameters": {name: other if other.ndim else float(other)}}
            mode = (
                four_bar().linearize(four_bar().equilibrium(**given).state, **given).vibrations[0]
            )
            return float(getattr(mode, quantity))

        x = float(value.flat[k])
        expected = slope(at, x, 1e-3 * max(0.1, abs(x)))
        assert np.ravel(found[name])[k] == pytest.approx(expected, rel=1e-7)


FILE = """sarrus: 1
name: rod
gravity: [0, 0, -9.81]
constants: {l: 0.8 m, m: 2 kg}
bodies:
  rod: {mass: m, at: [0, 0, 0], com: [l/2, 0, 0], inertia: [0, m*l^2/12, m*l^2/12]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
"""


def test_constants_of_a_file() -> None:
    known = analysis.constants_map(FILE)
    end = ChannelFunction.last("A.angle")
    system = known.compile()
    how = {"start": {"A.angle": 0.4}, "until": 0.3, "rtol": 1e-11, "atol": 1e-13}
    found = gradient(system, end, ["l", "m"], constants=known, **how)

    def at(l: float) -> float:
        other = known.model_at(l=l).compile()
        return gradient(other, end, [], **how).value

    assert found["l"] == pytest.approx(slope(at, 0.8, 1e-3), rel=1e-8)
    assert found["m"] == pytest.approx(0.0, abs=1e-9)  # a pendulum does not know its mass


def test_values_of_a_drive() -> None:
    times, values = np.linspace(0.0, 0.5, 6), np.array([1.2, 1.3, 1.5, 1.45, 1.6, 1.9])
    objective, at = mixed("A.effort", "D.angle"), {"times": [0.05, 0.17, 0.33]}

    def value(y: np.ndarray) -> float:
        motion = {"A": (times, y)}
        return gradient(four_bar(), objective, [], of="drive", driven=motion, **at).value

    motion = {"A": (times, values)}
    found = gradient(four_bar(), objective, ["drive:A"], of="drive", driven=motion, **at)
    unit = np.eye(6)[2]
    expected = slope(lambda x: value(values + x * unit), 0.0, 1e-3)
    assert found["drive:A"][2] == pytest.approx(expected, rel=1e-8)
