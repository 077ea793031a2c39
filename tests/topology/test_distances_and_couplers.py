"""What is never in the tree: distances are always cut, couplers are rows of their own."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from sarrus.errors import ModelError, printable
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.joint import Joint
from sarrus.model.joints import Distance
from sarrus.model.model import Model
from sarrus.papers.index_sets import index_sets
from sarrus.topology import Loop, analyze, layout

from .test_spanning_tree import as_graph, mechanism, random_mechanisms, rssr

CHAIN = [("revolute", "A", "ground", "1"), ("revolute", "B", "1", "2")]


def chain(*extra: tuple[str, str, str, str]) -> Model:
    return mechanism(["1", "2"], [*extra, *CHAIN])


def with_rods(model: Model, seed: int) -> Model:
    """Return the model with three distances between bodies, declared first."""
    random = np.random.default_rng(seed)
    names = ["ground", *(body.name for body in model.bodies)]
    pairs = [random.choice(len(names), size=2, replace=False) for _ in range(3)]
    rods = (Joint(f"rod{k}", Distance(), names[a], names[b]) for k, (a, b) in enumerate(pairs))
    return replace(model, joints=(*rods, *model.joints))


@pytest.mark.parametrize("model", random_mechanisms(20))
def test_distances_change_nothing_but_the_cuts(model: Model):
    plain, tied = analyze(model), analyze(with_rods(model, 3))
    rods = ["rod0", "rod1", "rod2"]
    assert tied.branches == plain.branches and tied.distance == plain.distance
    assert [j.name for j in tied.cuts] == rods + [j.name for j in plain.cuts]
    assert np.array_equal(tied.distance_matrix, plain.distance_matrix)
    assert np.array_equal(tied.path_matrix, plain.path_matrix)
    assert tied.cut_rows == plain.cut_rows + 3 and tied.mobility == plain.mobility - 3
    places = layout(tied)
    assert places.q_names == layout(plain).q_names and places.cut_joints[:3] == tuple(rods)


@pytest.mark.parametrize("model", random_mechanisms(20))
def test_the_lightest_paths_of_the_distance_matrix_are_those_of_the_tree(model: Model):
    tied = with_rods(model, 4)
    topology = analyze(tied)
    graph = nx.from_numpy_array(topology.distance_matrix)
    lengths = nx.single_source_dijkstra_path_length(graph, 0)
    names = ["ground", *(body.name for body in tied.bodies)]
    assert topology.distance == pytest.approx({names[k]: d for k, d in lengths.items()})
    assert nx.is_connected(as_graph(model))


def test_the_loop_of_a_distance():
    rods = [("distance", "d", "ground", "2"), ("distance", "e", "2", "1")]
    topology = analyze(chain(*rods))
    assert topology.loops == (
        Loop("d", ("ground", "2", "1"), ("d", "B", "A")),
        Loop("e", ("1", "2"), ("B", "e")),
    )


def test_the_row_of_a_distance_in_the_joint_table():
    row = analyze(chain(("distance", "d", "ground", "2"))).joint_table[0]
    assert (row.type, row.coordinates, row.rows, row.cut) == ("distance", 0, 1, True)


def test_index_sets_have_two_sections_for_a_distance_and_none_for_a_coupler():
    model = chain(("distance", "d", "ground", "2"))
    sets = index_sets(analyze(model), end_effectors=["2"])
    assert (sets.C, sets.R, sets.E) == ((3,), (4,), (5,))
    assert sets.mu == ((1, 3), (2,), (4, 5))
    assert index_sets(analyze(coupled(model)), end_effectors=["2"]) == sets


def test_a_distance_alone_leaves_a_body_without_a_path():
    model = mechanism(["a", "b"], [("revolute", "r", "ground", "a"), ("distance", "d", "a", "b")])
    with pytest.raises(ModelError, match=r"T01.*'b'"):
        analyze(model)


def coupled(model: Model) -> Model:
    terms = (CouplerTerm("B", 0, 1.0), CouplerTerm("A", 0, -2.5))
    back = (CouplerTerm("A", 0, -1.0), CouplerTerm("B", 0, 0.25))
    return replace(model, couplers=(Coupler("g", terms), Coupler("h", back, 0.5)))


def test_couplers_take_one_degree_of_freedom_each():
    topology = analyze(coupled(chain()))
    assert topology.tree_freedom == 2 and topology.cut_rows == 0
    assert topology.coupler_rows == 2 and topology.mobility == 0
    assert analyze(coupled(chain())).branches == analyze(chain()).branches
    assert analyze(rssr()).coupler_rows == 0


def test_report_of_couplers():
    text = analyze(coupled(chain())).report()
    assert "2 bodies, 2 joints, no loop, 2 couplers" in text
    assert "Couplers\n  g: B.angle - 2.5 A.angle = 0 rad\n" in text
    assert "\n  h: -A.angle + 0.25 B.angle = 0.5 rad" in text
    assert "2 tree coordinates - 2 coupler equations = 0 degrees of freedom, by count" in text


def test_long_names_are_cut_in_the_report():
    title = analyze(replace(chain(), name="x" * 200)).report().splitlines()[0]
    assert title.partition(": ")[0] == printable("x" * 200, 80) and len(title) < 120
    joint = replace(chain().joints[0], name="y" * 90)
    text = analyze(replace(chain(), joints=(joint, *chain().joints[1:]))).report()
    assert f" {printable('y' * 90, 40)} " in text


def test_report_of_a_distance():
    text = analyze(coupled(chain(("distance", "d", "ground", "2")))).report()
    assert "d      distance  ground  2            0       -  cut: 1 equation" in text
    assert "d (distance, 1 equation) between ground and 2" in text
    assert "ground ═d═ 2 ─B─ 1 ─A─ ground" in text
    assert "2 tree coordinates - 1 loop equation - 2 coupler equations = -1 degree" in text
