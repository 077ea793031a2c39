"""The graph, the tree of lightest paths and the cut joints (CHK-T01 to CHK-T03)."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from closeness import assert_same
from sarrus.errors import ModelError
from sarrus.model.body import Body
from sarrus.model.joint import Joint
from sarrus.model.joints import TYPES
from sarrus.model.model import Model
from sarrus.topology import Topology, analyze

KINDS = ("revolute", "prismatic", "universal", "cylindrical", "spherical")


def mechanism(bodies: list[str], joints: list[tuple[str, str, str, str]]) -> Model:
    """Return a model of massive bodies and joints (type, name, parent, child)."""
    made = tuple(Joint(name, TYPES[kind](), a, b) for kind, name, a, b in joints)
    return Model("test", (0.0, 0.0, -9.81), tuple(Body(name, 1.0) for name in bodies), made)


def rssr() -> Model:
    joints = [
        ("revolute", "A", "ground", "1"),
        ("spherical", "B", "1", "2"),
        ("spherical", "C", "2", "3"),
        ("revolute", "D", "ground", "3"),
    ]
    return mechanism(["1", "2", "3"], joints)


def random_mechanism(seed: int, n: int, extra: int) -> Model:
    """Return a connected mechanism: a random tree and `extra` joints, all in random order."""
    random = np.random.default_rng(seed)
    names = ["ground", *(f"b{i}" for i in random.permutation(n))]
    pairs = [(names[int(random.integers(i))], names[i]) for i in range(1, n + 1)]
    for _ in range(extra):
        a, b = random.choice(n + 1, size=2, replace=False)
        pairs.append((names[a], names[b]))
    joints = []
    for k, i in enumerate(random.permutation(len(pairs))):
        ends = pairs[i][:: int(random.choice([-1, 1]))]
        joints.append((str(random.choice(KINDS)), f"j{k}", *ends))
    return mechanism(sorted(names[1:]), joints)


def as_graph(model: Model) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    for joint in model.joints:
        graph.add_edge(joint.parent, joint.child, weight=joint.type.weight)
    return graph


def random_mechanisms(count: int = 50) -> list[Model]:
    random = np.random.default_rng(7)
    return [
        random_mechanism(seed, int(random.integers(1, 15)), int(random.integers(0, 8)))
        for seed in range(count)
    ]


def carried_by(topology: Topology) -> list[tuple[str, str]]:
    return [(branch.joint.name, branch.outboard) for branch in topology.branches]


def test_CHK_T01_distance_matrix_of_the_rssr():
    D = analyze(rssr()).distance_matrix
    expected = [[0, 1.5, 0, 1.5], [1.5, 0, 3, 0], [0, 3, 0, 3], [1.5, 0, 3, 0]]
    assert_same(D, expected)


def test_CHK_T01_table_of_joint_types_is_that_of_paper_1():
    table = {kind: TYPES[kind]() for kind in KINDS}
    numbers = {kind: (t.nv, t.n_rows, t.weight) for kind, t in table.items()}
    expected = {
        "revolute": (1, 5, 1.5),
        "prismatic": (1, 5, 1.0),
        "universal": (2, 4, 2.1),
        "cylindrical": (2, 4, 2.0),
        "spherical": (3, 3, 3.0),
    }
    assert_same(numbers, expected)


def test_CHK_T01_distance_matrix_is_symmetric_and_takes_the_lightest_of_parallel_joints():
    joints = [("revolute", "r", "ground", "a"), ("prismatic", "p", "a", "ground")]
    topology = analyze(mechanism(["a"], joints))
    assert_same(topology.distance_matrix, [[0, 1], [1, 0]])
    assert carried_by(topology) == [("p", "a")]
    for model in random_mechanisms(10):
        D = analyze(model).distance_matrix
        assert_same(D, D.T)


def test_CHK_T02_rssr_cuts_the_second_ball():
    topology = analyze(rssr())
    assert_same(topology.distance, {"ground": 0.0, "1": 1.5, "2": 4.5, "3": 1.5})
    assert [joint.name for joint in topology.cuts] == ["C"]
    assert topology.cuts[0].type.type_name == "spherical"
    assert_same(carried_by(topology), [("A", "1"), ("B", "2"), ("D", "3")])
    assert_same((topology.tree_freedom, topology.cut_rows, topology.mobility), (5, 3, 2))


def test_CHK_T02_tracked_vehicle_has_no_cut():
    arms = [f"arm{i}" for i in range(12)]
    joints = [("free", "base", "ground", "hull")]
    joints += [("revolute", f"r{arm}", "hull", arm) for arm in arms]
    topology = analyze(mechanism(["hull", *arms], joints))
    coordinates = sum(b.type.nq for b in topology.branches)
    assert_same((len(topology.cuts), len(topology.branches), coordinates), (0, 13, 19))


@pytest.mark.parametrize("model", random_mechanisms())
def test_CHK_T02_random_graphs(model: Model):
    topology = analyze(model)
    assert len(topology.cuts) == len(model.joints) - len(model.bodies)
    lengths = nx.single_source_dijkstra_path_length(as_graph(model), "ground")
    assert topology.distance == pytest.approx(lengths, abs=1e-12)
    assert sorted(topology.index) == sorted(body.name for body in model.bodies)


@pytest.mark.parametrize("model", random_mechanisms())
def test_CHK_T02_parents_come_first_and_subtrees_are_whole(model: Model):
    topology = analyze(model)
    for i, (branch, p) in enumerate(zip(topology.branches, topology.parent, strict=True)):
        assert p < i and topology.index[branch.outboard] == i
        below = [
            k
            for k in range(len(topology.branches))
            if i in topology.path(topology.branches[k].outboard)
        ]
        assert_same(list(topology.subtree(i)), below)
        numbers = [model.joint_index[topology.branches[k].joint.name] for k in topology.children[i]]
        assert numbers == sorted(numbers)


@pytest.mark.parametrize("model", random_mechanisms())
def test_CHK_T02_loops_are_closed_walks_with_one_cut(model: Model):
    topology = analyze(model)
    cut = {joint.name for joint in topology.cuts}
    for loop in topology.loops:
        assert_same([name for name in loop.joints if name in cut], [loop.cut])
        around = (*loop.bodies[1:], loop.bodies[0])
        for here, name, there in zip(loop.bodies, loop.joints, around, strict=True):
            joint = model.joint(name)
            assert_same({here, there}, {joint.parent, joint.child})
        assert len(set(loop.joints)) == len(loop.joints) and len(set(loop.bodies)) == len(
            loop.bodies
        )


@pytest.mark.parametrize("model", random_mechanisms(20))
def test_mobility_equals_the_classical_count(model: Model):
    classical = 6 * len(model.bodies) - sum(6 - joint.type.nv for joint in model.joints)
    assert analyze(model).mobility == classical


def test_CHK_T03_path_matrix_of_the_rssr():
    assert_same(analyze(rssr()).path_matrix, [[1, 0, 0], [1, 1, 0], [0, 0, 1]])


@pytest.mark.parametrize("model", random_mechanisms())
def test_CHK_T03_row_sums_are_depths_and_columns_are_subtrees(model: Model):
    topology = analyze(model)
    pi = topology.path_matrix
    for i, branch in enumerate(topology.branches):
        k = model.body_index[branch.outboard]
        assert topology.depth[i] == len(topology.path(branch.outboard))
        counts = (topology.depth[i], len(topology.subtree(i)))
        assert_same((pi[k].sum(), pi[:, k].sum()), counts)


def test_ties_that_round_differently_still_tie():
    # 2.1 + 1.0 + 1.5 and 1.5 + 2.1 + 1.0 are equal on paper, not in binary sums
    joints = [
        ("universal", "u1", "ground", "b"),
        ("prismatic", "p1", "b", "d"),
        ("revolute", "r1", "d", "end"),
        ("revolute", "r2", "ground", "a"),
        ("universal", "u2", "a", "c"),
        ("prismatic", "p2", "c", "end"),
    ]
    topology = analyze(mechanism(["a", "b", "c", "d", "end"], joints))
    assert topology.branches[topology.index["end"]].joint.name == "p2"


def test_the_order_of_equal_joints_decides_the_last_tie():
    joints = [("revolute", "second", "a", "ground"), ("revolute", "first", "ground", "a")]
    topology = analyze(mechanism(["a"], joints))
    assert carried_by(topology) == [("second", "a")]
    branch = topology.branches[0]
    assert (
        branch.reversed
        and branch.inboard == "ground"
        and branch.on_inboard == branch.joint.on_child
    )
    assert branch.type.joint is branch.joint.type


def test_weights_by_joint_name_and_type():
    assert [j.name for j in analyze(rssr(), weights={"A": 2.0}).cuts] == ["B"]
    assert [j.name for j in analyze(rssr(), weights={"revolute": 10.0, "D": 1.5}).cuts] == ["A"]
    assert analyze(rssr(), weights={"spherical": 1.0}).distance["2"] == 2.5


def test_joints_that_the_user_cuts():
    topology = analyze(rssr(), cut=["A"])
    assert [joint.name for joint in topology.cuts] == ["A"]
    assert carried_by(topology) == [("D", "3"), ("C", "2"), ("B", "1")]
    assert topology.branches[1].reversed and topology.branches[2].reversed


def test_cutting_too_much_names_every_body_that_is_lost():
    with pytest.raises(ModelError) as caught:
        analyze(rssr(), cut=["A", "C"])
    assert [p.code for p in caught.value.problems] == ["T01", "T01"]
    assert "'1'" in str(caught.value) and "'2'" in str(caught.value)


def test_unknown_names_and_bad_weights_are_reported_together():
    with pytest.raises(ModelError) as caught:
        analyze(rssr(), cut=["a"], weights={"sperical": 2.0, "A": -1.0, "B": float("nan")})
    assert sorted(p.code for p in caught.value.problems) == ["M09", "M09", "T02", "T02"]
    assert "Did you mean 'spherical'" in str(caught.value)


def test_M26_a_chain_of_ten_thousand_bodies():
    n = 10_000
    names = ["ground", *(f"b{i}" for i in range(n))]
    joints = [("revolute", f"j{i}", names[i], names[i + 1]) for i in range(n)]
    topology = analyze(mechanism(names[1:], joints))
    assert topology.depth[-1] == n and len(topology.subtree(0)) == n
