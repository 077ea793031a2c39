"""Mechanisms of the gallery have the accelerations of the reference cases, at the same states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from gallery.studies import run_of
from sarrus.gallery import EXAMPLES

Reference = Callable[[str], dict[str, Any]]


def same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


LEGS = [f"{letter}{k}" for letter in "MEC" for k in range(3)]
CASES: dict[str, tuple[str, dict[str, str], dict[str, tuple[float, float]]]] = {
    "double_pendulum": (
        "msl_double_pendulum",
        {"A": "revolute1", "B": "revolute2"},
        {"A": (-0.4, 2.0), "B": (0.9, -3.0)},
    ),
    "spatial_slider_crank": (
        "iftomm_spatial_slider_crank",
        {"crank_pivot": "A", "guide": "D"},
        {"crank_pivot": (0.7, 6.0)},
    ),
    "bricard": ("iftomm_A04_bricard", same(*(f"R{k}" for k in range(1, 7))), {"R1": (0.4, 1.3)}),
    "governor": (
        "iftomm_A05_governor",
        same("shaft", "slider", "rodAC", "rodBD"),
        {"shaft": (0.3, 6.0), "slider": (0.01, 0.2), "rodAC": (-0.01, -0.3), "rodBD": (0.02, 0.4)},
    ),
    "andrews_squeezer": (
        "ivp_andrews_squeezer",
        same("O", "F", "B", "G", "A5", "H", "A7", "E3", "E4", "E6"),
        {"O": (0.5, 100.0)},
    ),
    "planar_3rrr": (
        "parallel_3rrr",
        same(*LEGS),
        {"M0": (0.1, 1.0), "M1": (-0.2, 0.5), "M2": (0.15, -0.7)},
    ),
    "delta_robot": (
        "parallel_delta",
        same("M0", "M1", "M2"),
        {"M0": (0.1, 1.0), "M1": (-0.2, 0.5), "M2": (0.15, -0.7)},
    ),
    "puma560": (
        "puma560",
        same(*(f"q{k}" for k in range(1, 7))),
        {f"q{k}": (0.3 * k - 1.0, 0.7 * (-1) ** k * k) for k in range(1, 7)},
    ),
}
"""The case; joints of ours and theirs; value and rate of independent coordinates of ours."""


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("moving", [False, True], ids=["still", "moving"])
def test_accelerations(name: str, moving: bool, reference: Reference) -> None:
    case, joints, free = CASES[name]
    ours = EXAMPLES[name].model().compile(kernels=())
    theirs = sarrus.load(reference(case)).compile(kernels=())
    values = {joint: value for joint, (value, _) in free.items()}
    rates = {joint: rate if moving else 0.0 for joint, (_, rate) in free.items()}
    here = ours.accelerations(ours.assemble(values, rates))
    there = theirs.accelerations(
        theirs.assemble(
            {joints[joint]: value for joint, value in values.items()},
            {joints[joint]: rate for joint, rate in rates.items()},
        )
    )
    found = [np.ravel(here[joint])[0] for joint in joints]
    expected = [np.ravel(there[joint])[0] for joint in joints.values()]
    assert np.max(np.abs(expected)) > 0.1
    assert_close(found, expected, 1e-9, "accelerations")


def test_heavy_top(reference: Reference) -> None:
    """A ball has three rates; its frames are those of the world in both drawings."""
    example = EXAMPLES["heavy_top"]
    ours = example.model().compile(kernels=())
    theirs = sarrus.load(reference("heavy_top")).compile(kernels=())
    start = ours.assemble(rates=example.rates)
    np.testing.assert_allclose(start.v, theirs.initial_state().v, rtol=1e-12)
    q = np.array([0.5, -0.5, 0.1, 0.7])
    q /= np.linalg.norm(q)
    v = np.array([1.0, 150.0, -4.0])
    found, expected = (s.forward_dynamics(q, v, np.zeros(3)) for s in (ours, theirs))
    assert_close(found, expected, 1e-12)


def test_governor_follows_the_reference(reference: Reference) -> None:
    run = run_of("governor", until=1.0, every=0.1)
    at = reference("iftomm_A05_governor")["expected"]["at"]
    for t in ("0.1", "0.5", "1"):
        k = round(10 * float(t))
        assert 0.5 + run["slider.displacement"][k] == pytest.approx(at[t][1], abs=1e-5)
        assert run["shaft.rate"][k] == pytest.approx(at[t][3], abs=1e-4)


def test_spatial_slider_crank_follows_the_reference(reference: Reference) -> None:
    run = run_of("spatial_slider_crank", until=1.0, every=0.1)
    at = reference("iftomm_spatial_slider_crank")["expected"]["at"]
    for t in ("0.1", "0.5", "1"):
        k = round(10 * float(t))
        assert 0.2 + run["guide.displacement"][k] == pytest.approx(at[t][1], abs=1e-6)
        assert run["crank_pivot.rate"][k] == pytest.approx(at[t][4], abs=1e-5)
