"""Joints that carry something are cut last (design D6); without such joints nothing changes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.forces import JointDamper, JointTorque
from sarrus.model.joints import Distance
from sarrus.model.model import Model
from sarrus.topology import analyze
from sarrus.topology.exchange import carriers

from .test_spanning_tree import mechanism, random_mechanisms, rssr


def four_bar() -> Model:
    joints = [
        ("revolute", "A", "ground", "1"),
        ("revolute", "B", "1", "2"),
        ("revolute", "C", "2", "3"),
        ("revolute", "D", "ground", "3"),
    ]
    return mechanism(["1", "2", "3"], joints)


def driven(model: Model, *names: str) -> Model:
    """Return the model with a torque on the first velocity of the named joints."""
    return replace(model, forces=tuple(JointTorque(f"t_{name}", name, 1.0) for name in names))


def limited(model: Model, *names: str, **limits: object) -> Model:
    joints = (replace(j, **limits) if j.name in names else j for j in model.joints)
    return replace(model, joints=tuple(joints))


def cuts(model: Model, **options: object) -> list[str]:
    return [joint.name for joint in analyze(model, **options).cuts]


def greatest_forest(model: Model, carry: Collection[str]) -> int:
    """Return how many carriers a tree can hold at most: nodes less components of their graph."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(["ground", *(body.name for body in model.bodies)])
    graph.add_edges_from((j.parent, j.child) for j in model.joints if j.name in carry)
    return graph.number_of_nodes() - nx.number_connected_components(graph)


def test_what_carries():
    model = driven(rssr(), "A")
    gear = Coupler("g", (CouplerTerm("D", 0, 1.0), CouplerTerm("A", 0, 2.0)))
    assert carriers(rssr()) == set() and carriers(model) == {"A"}
    assert carriers(replace(rssr(), forces=(JointDamper("d", "D", 1.0),))) == {"D"}
    assert carriers(replace(rssr(), couplers=(gear,))) == {"A", "D"}
    inf = np.inf
    assert carriers(limited(rssr(), "A", "D", limits=((-inf, inf),))) == set()
    assert carriers(limited(rssr(), "A", limits=((-inf, 1.0),))) == {"A"}
    assert carriers(limited(rssr(), "A", speed_limits=(3.0,))) == {"A"}
    assert carriers(limited(rssr(), "A", effort_limits=(3.0,), speed_limits=(inf,))) == {"A"}


@pytest.mark.parametrize(
    ("carry", "expected"),
    [
        ("", "C"),
        ("A", "C"),
        ("C", "B"),  # the other ball is the heaviest joint of the loop
        ("BC", "D"),  # A and D are as heavy and as far; D is declared last
        ("ABC", "D"),
        ("BCD", "A"),
        ("ABCD", "C"),  # all carry: the lightest paths again
    ],
)
def test_the_rssr(carry: str, expected: str):
    assert cuts(driven(rssr(), *carry)) == [expected]


def test_of_equally_heavy_joints_the_farthest_is_cut():
    assert cuts(four_bar()) == ["C"]
    topology = analyze(driven(four_bar(), "C"))
    assert [joint.name for joint in topology.cuts] == ["B"]
    assert max(topology.depth) == 2 and topology.distance["2"] == 3.0


def test_the_users_choice_comes_first():
    model = driven(rssr(), "C")
    assert cuts(model, cut=["C"]) == ["C"]
    assert cuts(model, weights={"C": 9.0}) == ["C"]
    assert cuts(model, weights={"spherical": 3.0}) == ["C"]
    # B must stay: then A and D can give way
    assert cuts(model, weights={"B": 3.0}) == ["D"]
    assert cuts(model, weights={"A": 1.5}) == ["B"]


def test_weights_stay_those_of_the_types():
    topology = analyze(driven(rssr(), "C"))
    assert topology.weights == analyze(rssr()).weights
    assert topology.distance == {"ground": 0.0, "1": 1.5, "3": 1.5, "2": 4.5}


def test_joints_without_coordinates_carry_nothing():
    """A force element of the user may name any joint, also a weld or a distance."""
    model = mechanism(["a"], [("revolute", "r", "ground", "a"), ("distance", "d", "ground", "a")])
    model = driven(model, "d")
    assert carriers(model) == set() and cuts(model) == ["d"]
    assert isinstance(model.joint("d").type, Distance)


@pytest.mark.parametrize("model", random_mechanisms())
def test_D6_the_tree_holds_as_many_carriers_as_a_tree_can(model: Model):
    random = np.random.default_rng(len(model.joints))
    plain = analyze(model)
    for part in (0.0, 0.2, 0.5, 0.8, 1.0):
        carry = [joint.name for joint in model.joints if random.random() < part]
        topology = analyze(driven(model, *carry))
        held = [branch.joint.name for branch in topology.branches if branch.joint.name in carry]
        assert len(held) == greatest_forest(model, carry)
        assert len(topology.branches) == len(model.bodies)
        assert [*topology.index] == [branch.outboard for branch in topology.branches]
        assert topology.mobility == plain.mobility
        carried = {"ground", *topology.index}
        assert all(branch.inboard in carried for branch in topology.branches)
        if len(carry) in (0, len(model.joints)):
            assert topology.branches == plain.branches


@pytest.mark.parametrize("model", random_mechanisms(20))
def test_D6_a_carrier_is_cut_only_in_a_loop_of_carriers(model: Model):
    random = np.random.default_rng(len(model.bodies))
    carry = {joint.name for joint in model.joints if random.random() < 0.5}
    topology = analyze(driven(model, *carry))
    for loop in topology.loops:
        if loop.cut in carry:
            assert set(loop.joints) <= carry
    again = analyze(driven(model, *carry))
    assert again.branches == topology.branches and again.cuts == topology.cuts
