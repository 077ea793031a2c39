"""Coordinates in the order of declaration, and arithmetic on whole vectors."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.model.joints import TYPES
from sarrus.topology import Layout, analyze, layout

from .test_spanning_tree import mechanism, random_mechanisms, rssr


def zoo() -> Layout:
    """Return the layout of a chain of one joint of every type that can be in a tree."""
    names = [name for name, kind in TYPES.items() if kind.in_tree]
    pairs = zip(["ground", *names[:-1]], names, strict=True)
    return layout(analyze(mechanism(names, [(kind, f"j_{kind}", a, kind) for a, kind in pairs])))


def random_q(places: Layout, seed: int) -> np.ndarray:
    dv = np.random.default_rng(seed).normal(size=places.nv)
    return places.add(places.neutral(), dv)


def test_rssr_layout_skips_the_cut_joint():
    places = layout(analyze(rssr()))
    assert places.nq == 6 and places.nv == 5
    assert places.q_slice == {"A": slice(0, 1), "B": slice(1, 5), "D": slice(5, 6)}
    assert places.v_slice == {"A": slice(0, 1), "B": slice(1, 4), "D": slice(4, 5)}
    assert places.q_names[0] == "A.angle" and places.v_names[-1] == "D.rate"
    assert places.q_units == ("rad", "", "", "", "", "rad") and places.v_units == ("rad/s",) * 5


def test_order_is_that_of_declaration_whatever_the_tree():
    joints = [("revolute", "outer", "b", "a"), ("prismatic", "inner", "ground", "b")]
    topology = analyze(mechanism(["a", "b"], joints))
    assert [b.joint.name for b in topology.branches] == ["inner", "outer"]
    assert layout(topology).q_names == ("outer.angle", "inner.displacement")


@pytest.mark.parametrize("model", random_mechanisms(10))
def test_slices_cover_everything_once(model):
    places = layout(analyze(model))
    for slices, n in ((places.q_slice, places.nq), (places.v_slice, places.nv)):
        assert [i for s in slices.values() for i in range(s.start, s.stop)] == list(range(n))
    assert len(places.q_names) == len(places.q_units) == places.nq
    assert len(places.v_names) == len(places.v_units) == places.nv


def test_find_by_name():
    places = layout(analyze(rssr()))
    assert places.find("D.angle") == ("q", slice(5, 6))
    assert places.find("joint:D.rate") == ("v", slice(4, 5))
    assert places.find("B") == ("q", slice(1, 5))
    with pytest.raises(ModelError, match=r"Did you mean 'A\.angle'"):
        places.find("A.angel")
    with pytest.raises(ModelError, match="cut joint"):
        places.find("C.quat_w")


@pytest.mark.parametrize("seed", range(10))
def test_add_and_difference_are_inverse(seed: int):
    places = zoo()
    q0, q1 = random_q(places, seed), random_q(places, seed + 100)
    dv = places.difference(q1, q0)
    again = places.add(q0, dv)
    assert np.allclose(places.difference(again, q1), 0.0, atol=1e-13)
    assert dv.shape == (places.nv,)


def test_rate_is_the_derivative_of_add():
    places = zoo()
    q, v, h = random_q(places, 3), np.random.default_rng(4).normal(size=places.nv), 1e-6
    slope = (places.add(q, h * v) - places.add(q, -h * v)) / (2 * h)
    assert np.allclose(places.rate(q, v), slope, atol=1e-9)


def test_normalized_scales_only_quaternions():
    places = zoo()
    q = random_q(places, 5)
    stretched = q.copy()
    stretched[places.q_slice["j_spherical"]] *= 1.1
    assert np.allclose(places.with_unit_quaternions(stretched), q, atol=1e-15)


def test_nothing_to_move():
    places = layout(analyze(mechanism(["a"], [("weld", "w", "ground", "a")])))
    assert places.nq == places.nv == 0
    assert places.neutral().shape == places.rate(np.zeros(0), np.zeros(0)).shape == (0,)
