"""The frame numbers and index sets of paper 2 (CHK-T04)."""

from __future__ import annotations

import pytest

from closeness import assert_same
from sarrus.errors import ModelError
from sarrus.papers.index_sets import BranchedChain, index_sets
from sarrus.topology import analyze
from topology.test_spanning_tree import random_mechanisms, rssr

FIGURE_2 = BranchedChain(
    parents=(0, 1, 2, 3, 4, 5, 6, 4, 8, 4, 10, 11, 11),
    cut_near=(2, 0),
    cut_far=(9, 7),
    end_effectors=(12, 13),
)
QUICK_RETURN = BranchedChain(
    parents=(0, 1, 2, 3, 4, 3, 5), cut_near=(0, 0), cut_far=(6, 7), outer={3: (6, 4)}
)


def test_CHK_T04_figure_2():
    sets = index_sets(FIGURE_2)
    assert_same((sets.C, sets.R, sets.E), ((14, 15), (16, 17), (18, 19)))
    printed = {0: (1, 15), 1: (2,), 2: (3, 14), 4: (5, 8, 10), 7: (17,), 13: (19,)}
    assert_same({i: sets.mu[i] for i in printed}, printed)
    assert sum(sets.NF) == 13 + 2 * 2 + 2
    assert_same((sets.NS[2], sets.NR[2], sets.NE[2], sets.NF[2]), (1, 1, 0, 2))


def test_CHK_T04_quick_return():
    sets = index_sets(QUICK_RETURN)
    assert_same(sets.mu, ((1, 8, 9), (2,), (3,), (6, 4), (5,), (7,), (10,), (11,)))
    assert_same((sets.C, sets.R, sets.E), ((8, 9), (10, 11), ()))
    assert sum(sets.NF) == 7 + 2 * 2


def test_CHK_T04_of_a_topology():
    sets = index_sets(analyze(rssr()), end_effectors=["2"])
    # links 1, 2, 3 are bodies 1, 2, 3; C1 = 4 on body 2, R1 = 5 on body 3, E1 = 6 on body 2
    assert_same(sets.mu, ((1, 3), (2,), (4, 6), (5,)))


@pytest.mark.parametrize("model", random_mechanisms(20))
def test_CHK_T04_every_frame_stands_on_one_link(model):
    topology = analyze(model)
    sets = index_sets(topology, end_effectors=[model.bodies[-1].name])
    frames = sorted(frame for mu in sets.mu for frame in mu)
    assert_same(frames, list(range(1, len(model.bodies) + 2 * len(topology.cuts) + 2)))
    total = [s + r + e for s, r, e in zip(sets.NS, sets.NR, sets.NE, strict=True)]
    assert_same(total, sets.NF)


def test_numbers_that_describe_no_chain_are_all_reported():
    chain = BranchedChain((0, 5, 1), cut_near=(9,), end_effectors=(4,), outer={0: (2,)})
    with pytest.raises(ModelError) as caught:
        index_sets(chain)
    assert len(caught.value.problems) == 5


def test_an_end_effector_is_a_body():
    with pytest.raises(ModelError, match="M09"):
        index_sets(analyze(rssr()), end_effectors=["4"])
