"""Branched and closed chains from extended Denavit-Hartenberg tables (CHK-T08, paper 2)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.formats import from_extended_dh
from sarrus.formats.extended_dh import extended_screw
from sarrus.model.model import Model
from sarrus.topology import analyze

from .test_denavit_hartenberg import LINK, homogeneous, link_poses, shift, turn

PARAMETERS = ("psi", "c", "a", "alpha", "theta", "d")


def generic(psi: float, c: float, a: float, alpha: float, theta: float, d: float) -> np.ndarray:
    near = turn(2, psi) @ shift(2, c) @ turn(0, alpha) @ shift(0, a)
    return near @ turn(2, theta) @ shift(2, d)


def random_parameters(random: np.random.Generator) -> dict[str, float]:
    return dict(zip(PARAMETERS, random.uniform(-2.0, 2.0, size=6), strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_CHK_T08_extended_screw_equals_generic_transforms(seed: int):
    p = random_parameters(np.random.default_rng(seed))
    assert np.abs(homogeneous(extended_screw(**p)) - generic(**p)).max() <= 1e-14


@pytest.mark.parametrize("seed", range(20))
def test_CHK_T08_branched_chain_equals_the_product(seed: int):
    random = np.random.default_rng(seed)
    n = 6
    rows = [
        {"link": i, "parent": int(random.integers(i)), "s": int(random.integers(2))}
        | random_parameters(random)
        for i in range(1, n + 1)
    ]
    shuffled = [rows[i] for i in random.permutation(n)]
    end = {"link": n} | random_parameters(random)
    model = from_extended_dh(shuffled, links=[LINK] * n, end_effectors=[end])
    q = random.uniform(-2.0, 2.0, size=n)
    poses, T = link_poses(model, q), {0: np.eye(4)}
    for row, value in zip(rows, q, strict=True):
        p = {key: row[key] for key in PARAMETERS}
        p["d" if row["s"] else "theta"] += value
        T[row["link"]] = T[row["parent"]] @ generic(**p)
        assert np.abs(homogeneous(poses[f"link{row['link']}"]) - T[row["link"]]).max() <= 1e-13
    tip = poses[f"link{n}"] @ model.frames[0].pose.transform
    constant = generic(**{key: end[key] for key in PARAMETERS})
    assert np.abs(homogeneous(tip) - T[n] @ constant).max() <= 1e-13


def quick_return(c: float = 5.0, rocker: float = 2.5, angle: float = 0.0) -> Model:
    """Return the shaper of paper 2: seven joints, cut on the ground side of joints 6 and 7.

    Crank centre (0, 2.5), rocker pivot at the origin, all axes along z but those of the
    sliders. Link 3, the rocker, has two outer joints: 6, its pivot, and 4, which needs c,
    the length of the rocker, because its frame's z is along the rocker.
    """
    quarter = math.pi / 2
    zero = dict.fromkeys(PARAMETERS, 0.0)
    rows = [
        {"link": 1, "parent": 0, "s": 0} | zero | {"theta": angle},
        {"link": 2, "parent": 1, "s": 0} | zero | {"a": 1.5},
        {"link": 3, "parent": 2, "s": 1} | zero | {"alpha": -quarter, "d": -rocker},
        {"link": 6, "parent": 3, "s": 0} | zero | {"alpha": quarter},
        {"link": 4, "parent": 3, "s": 0} | zero | {"c": c, "alpha": quarter},
        {"link": 5, "parent": 4, "s": 0} | zero | {"a": 2.0},
        {"link": 7, "parent": 5, "s": 1} | zero | {"alpha": quarter},
    ]
    cuts = [
        {"near": {"link": 0, "a": 0.0}, "far": {"link": 6}},
        {"near": {"link": 0, "a": 1.0}, "far": {"link": 7}},
    ]
    return from_extended_dh(rows, links=[LINK] * 7, cuts=cuts)


def test_CHK_T08_quick_return_rocker_needs_c():
    q = np.zeros(7)
    apart = link_poses(quick_return(c=5.0), q)
    together = link_poses(quick_return(c=0.0), q)
    gap = np.linalg.norm(apart["link4"].position - apart["link6"].position)
    assert gap == pytest.approx(5.0, abs=1e-14)
    assert np.allclose(together["link4"].position, together["link6"].position, atol=1e-14)
    # both outer joints turn about the same direction, as a planar mechanism must
    assert np.allclose(apart["link4"].matrix[:, 2], [0, 0, 1], atol=1e-15)
    assert np.allclose(apart["link6"].matrix[:, 2], [0, 0, 1], atol=1e-15)


def test_cut_links_are_welds_with_six_rows():
    model = quick_return()
    topology = analyze(model, cut=["cut1", "cut2"])
    assert [frame.name for frame in model.frames] == ["C1", "R1", "C2", "R2"]
    assert topology.cut_rows == 12 and topology.tree_freedom == 7
    weld = model.joint("cut2")
    assert weld.type.type_name == "weld" and (weld.parent, weld.child) == ("ground", "link7")
    assert weld.on_parent.position == (1.0, 0.0, 0.0)


def test_base_pose_moves_what_stands_on_ground():
    Z = extended_screw(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    rows = [{"link": 1, "parent": 0, "s": 0, "a": 1.0, "alpha": 0.3, "d": 0.1}]
    cut = {"near": {"link": 0, "a": 0.5}, "far": {"link": 1}}
    model = from_extended_dh(rows, links=[LINK], cuts=[cut], base_pose=Z)
    expected = Z @ extended_screw(0, 0, 0.5, 0, 0, 0)
    assert np.allclose(homogeneous(model.frames[0].pose.transform), homogeneous(expected))
    assert model.joint("cut1").on_parent == model.frames[0].pose


GOOD = {"link": 1, "parent": 0, "s": 0, "a": 1.0, "alpha": 0.0, "d": 0.0}


@pytest.mark.parametrize(
    ("rows", "options", "codes"),
    [
        ([GOOD | {"s": 2}], {}, ["M25"]),
        ([GOOD | {"link": 2}], {}, ["M25"]),
        ([GOOD, GOOD], {}, ["M25"]),
        ([GOOD | {"parent": 1}], {}, ["M25"]),
        ([GOOD | {"parent": [0]}], {}, ["M25"]),
        ([{k: v for k, v in GOOD.items() if k != "alpha"}], {}, ["M09"]),
        ([GOOD], {"cuts": [{"near": {"link": 0}}]}, ["M09"]),
        ([GOOD], {"end_effectors": [{"link": 7}]}, ["M25"]),
        ([], {"end_effectors": [{"link": 7}]}, ["M25"]),
    ],
)
def test_mistakes_are_located_errors(rows, options, codes):
    with pytest.raises(ModelError) as caught:
        from_extended_dh(rows, **({"links": [LINK] * len(rows)} | options))
    found = [p.code for p in caught.value.problems if p.severity == "error"]
    assert set(codes) <= set(found) and len(found) <= 2
