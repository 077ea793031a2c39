"""CHK-D11: springs, torsion bars, friction and stops of joints, in trees and loops, cut or not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    mechanism,
    movable,
    scene,
    with_element,
)
from sarrus.model import Joint
from sarrus.model.forces import EndStop, ForceElement, JointFriction, JointSpring, TorsionBar
from sarrus.spatial import Curve

Maker = Callable[[np.random.Generator, Joint, int], ForceElement]

SPRING = Curve((-2.0, -0.7, -0.1, 0.4, 1.1, 2.5), (-9.0, -2.0, -0.5, 0.8, 3.0, 11.0), 2, "line")
DAMPER = Curve((-3.0, -1.0, 0.0, 0.5, 2.0), (-4.0, -2.5, 0.0, 0.7, 6.0), 1, "line")


def linear(rng: np.random.Generator, joint: Joint, index: int) -> ForceElement:
    k, d, free, preload = rng.uniform(0.1, 5.0, 4)
    return JointSpring("e", joint.name, k, d, free - 2.5, preload - 2.5, index=index)


def by_curves(rng: np.random.Generator, joint: Joint, index: int) -> ForceElement:
    k, d, free, preload = rng.uniform(0.0, 1.0, 4)
    return JointSpring("e", joint.name, k, d, free - 0.5, preload, SPRING, DAMPER, index)


def bar(rng: np.random.Generator, joint: Joint, index: int) -> ForceElement:
    k, preset, d = rng.uniform(0.1, 3.0, 3)
    sizes = rng.uniform(0.3, 2.0), rng.uniform(0.5, 1.0), rng.uniform(30.0, 80.0)
    return TorsionBar("e", joint.name, k, preset - 1.5, d, *sizes, index)


def friction(rng: np.random.Generator, joint: Joint, index: int) -> ForceElement:
    sliding, more, d = rng.uniform(0.1, 2.0, 3)
    smoothing, stribeck = rng.uniform(0.3, 1.0), rng.uniform(1.0, 3.0)
    exponent = float(rng.choice([1.0, 1.4, 2.0, 3.0]))
    return JointFriction(
        "e", joint.name, sliding, sliding + more, d, smoothing, stribeck, exponent, index
    )


def stop(rng: np.random.Generator, joint: Joint, index: int) -> ForceElement:
    lower, gap = rng.uniform(-0.6, 0.2), rng.uniform(0.01, 0.6)
    exponent = float(rng.choice([1.0, 1.5, 2.2, 3.0]))
    k, a = rng.uniform(5.0, 20.0), rng.uniform(0.1, 0.9)
    return EndStop("e", joint.name, lower, lower + gap, k, a, exponent, index)


MAKERS: dict[str, Maker] = {
    "linear": linear,
    "curves": by_curves,
    "bar": bar,
    "friction": friction,
    "stop": stop,
}
PARAMETERS = {
    "linear": {"k": 2.5, "d": 0.4, "free": 0.1, "preload": -0.7},
    "curves": {"k": 0.5, "d": 0.4, "free": 0.1},
    "bar": {"k": 0.3, "preset": 0.2, "diameter": 0.7, "length": 1.3, "shear_modulus": 50.0},
    "friction": {"sliding": 1.2, "static": 1.9, "d": 0.3, "smoothing": 0.4, "stribeck": 2.0},
    "stop": {"lower": -0.05, "upper": 0.02, "k": 9.0, "a": 0.4},
}
SEEDS = (0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 17, 19)
seeds = st.integers(0, 199)


def test_the_seeds_have_open_trees_and_elements_on_cut_joints() -> None:
    firsts = [(mechanism(seed), movable(mechanism(seed))) for seed in SEEDS]
    on_cuts = {p[0][0].type.type_name for m, p in firsts if p and p[0][0].name in m.cut}
    assert on_cuts >= {"revolute", "prismatic", "cylindrical", "universal"}
    assert sum(not m.cut and bool(p) for m, p in firsts) >= 2


@pytest.mark.parametrize("kind", MAKERS)
@given(seed=seeds)
def test_CHK_D11_force_is_minus_the_slope_of_the_energy_and_losses_are_never_negative(
    kind: str, seed: int
) -> None:
    m, rng = mechanism(seed), np.random.default_rng(seed)
    for joint, index in movable(m)[:3]:
        loaded = with_element(m, MAKERS[kind](rng, joint, index))
        assert_gradient(loaded)
        assert assert_power(loaded) >= 0.0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", MAKERS)
def test_derivatives_are_exact(kind: str, seed: int) -> None:
    m, rng = mechanism(seed), np.random.default_rng(seed)
    for joint, index in movable(m)[:1]:
        loaded = with_element(m, MAKERS[kind](rng, joint, index))
        # differences straddle the kinks of curves and stops
        assert_derivatives(loaded, near=0.0 if kind in ("curves", "stop") else 1e-7)


@pytest.mark.parametrize("seed", (1, 2, 3))
@pytest.mark.parametrize("kind", MAKERS)
def test_parameters_as_inputs(kind: str, seed: int) -> None:
    m, rng = mechanism(seed), np.random.default_rng(seed)
    joint, index = movable(m)[0]
    loaded = with_element(m, MAKERS[kind](rng, joint, index))
    assert_traced(loaded)
    assert_traced(loaded, PARAMETERS[kind])


def test_a_stop_without_a_limit_gets_one_as_an_input() -> None:
    m = mechanism(2)
    joint, index = movable(m)[0]
    x = float(scene(m, m.q, m.v).coordinate(joint.name, index))
    loaded = with_element(m, EndStop("e", joint.name, -np.inf, np.inf, 9.0, 0.3, index=index))
    assert_traced(loaded, {"upper": x - 0.1})
