"""Reference problems with loops: accelerations, reactions and short runs."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from cartesian.mechanisms import four_bar, rssr
from closeness import assert_close
from sarrus.cartesian import CartesianRun, CartesianSystem, Reaction


def columns(table: np.ndarray, *names: str) -> np.ndarray:
    return np.stack([table[name] for name in names], axis=1)


@pytest.fixture(scope="module")
def bricard(reference) -> CartesianSystem:
    return CartesianSystem(sarrus.load(reference("iftomm_A04_bricard")))


@pytest.fixture(scope="module")
def slider_crank(reference) -> CartesianSystem:
    return CartesianSystem(sarrus.load(reference("iftomm_spatial_slider_crank")))


@pytest.fixture(scope="module")
def spatial_rssr() -> CartesianSystem:
    return CartesianSystem(rssr())


@pytest.fixture(scope="module")
def paper4() -> CartesianSystem:
    return CartesianSystem(four_bar())


def reactions(system: CartesianSystem, run: CartesianRun, joint: str) -> list[Reaction]:
    return [system.reactions(state)[joint] for state in run.states]


# Bricard ------------------------------------------------------------------------------------


def test_bricard_has_one_redundant_row(bricard: CartesianSystem, reference) -> None:
    expected = reference("iftomm_A04_bricard")["expected"]["constraint_rank"]
    rank = bricard.rank(bricard.drawing_state())
    assert (rank.rows, rank.rank, rank.freedom) == tuple(
        expected[k] for k in ("rows", "rank", "dof")
    )
    found = bricard.reactions(bricard.drawing_state())
    assert not any(reaction.unique for reaction in found.values())


def test_bricard_accelerations(bricard: CartesianSystem, reference) -> None:
    """Joint accelerations are those of the child relative to the parent, along the axis."""
    state = bricard.drawing_state()
    turning = bricard.accelerations(state)
    for name, expected in reference("iftomm_A04_bricard")["expected"][
        "initial_joint_accel"
    ].items():
        joint = bricard.model.joint(name)
        axis = np.array(joint.on_child.rotation)[:, 2]
        relative = turning[joint.child].angular_acceleration
        if joint.parent != "ground":
            relative = relative - turning[joint.parent].angular_acceleration
        assert axis @ relative == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("method", "rtol", "accuracy"), [("explicit", 1e-10, 1e-9), ("implicit", 1e-8, 1e-7)]
)
def test_bricard_run(
    bricard: CartesianSystem, reference_table, method: str, rtol: float, accuracy: float
) -> None:
    table = reference_table("bench/iftomm_A04_bricard/reference.csv")
    table = table[table["t"] <= 0.5 + 1e-9]
    run = bricard.simulate(
        bricard.drawing_state(),
        0.5 + 1e-9,
        method=method,
        rtol=rtol,
        atol=rtol / 10,
        times=table["t"],
    )
    rod3 = run.body("rod3")
    P3 = rod3.position + rod3.rotation @ np.array([0.0, 0.0, -0.5])
    np.testing.assert_allclose(P3, columns(table, "x", "y", "z"), atol=accuracy)
    assert max(bricard.constraint_error(state) for state in run.states) < 1e-12
    assert np.ptp(run.energy) < 100 * accuracy


# Spatial slider-crank -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "rtol", "position", "relative"),
    [("explicit", 1e-10, 1e-9, 1e-8), ("implicit", 1e-8, 1e-7, 1e-4)],
)
def test_CHK_R04_slider_crank_run_and_reactions(
    slider_crank: CartesianSystem,
    reference_table,
    method: str,
    rtol: float,
    position: float,
    relative: float,
) -> None:
    table = reference_table("bench/iftomm_spatial_slider_crank/reference.csv")
    table = table[table["t"] <= 0.3 + 1e-9]
    run = slider_crank.simulate(
        slider_crank.drawing_state(),
        0.3 + 1e-9,
        method=method,
        rtol=rtol,
        atol=rtol / 10,
        times=table["t"],
    )
    slider = run.body("slider")
    np.testing.assert_allclose(slider.position[:, 0], table["x"], atol=position)
    np.testing.assert_allclose(slider.velocity[:, 0], table["vx"], atol=100 * position)
    np.testing.assert_allclose(run.coordinates("A")[:, 0], table["theta"], atol=100 * position)
    at_A, at_B = (reactions(slider_crank, run, name) for name in "AB")
    for found, names in (
        ([r.force for r in at_B], ("FBx", "FBy", "FBz")),
        ([r.force for r in at_A], ("FAx", "FAy", "FAz")),
        ([r.moment for r in at_A], ("MAx", "MAy", "MAz")),
    ):
        assert_close(found, columns(table, *names), relative, names[0])
    assert all(reaction.unique for reaction in at_A)


def test_slider_crank_start(slider_crank: CartesianSystem, reference_table) -> None:
    first = reference_table("bench/iftomm_spatial_slider_crank/reference.csv")[0:1]
    found = slider_crank.reactions(slider_crank.drawing_state())
    assert_close(found["B"].force, columns(first, "FBx", "FBy", "FBz")[0], 1e-10)
    assert_close(found["A"].moment, columns(first, "MAx", "MAy", "MAz")[0], 1e-10)
    assert slider_crank.rates(slider_crank.drawing_state())["A"][0] == pytest.approx(6.0, abs=1e-13)


# RSSR of paper 1 ----------------------------------------------------------------------------


def test_rssr_start(spatial_rssr: CartesianSystem) -> None:
    state = spatial_rssr.drawing_state()
    rank = spatial_rssr.rank(state)
    assert (rank.rows, rank.rank, rank.freedom) == (16, 16, 2)  # one and the passive spin
    fall = spatial_rssr.accelerations(state)["link1"].acceleration
    np.testing.assert_allclose(fall, (0.0, 0.0, -5.886), atol=1e-12)


def test_rssr_run(spatial_rssr: CartesianSystem, reference_table) -> None:
    table = reference_table("refs/paper1_rssr.csv")
    table = table[table["t_s"] <= 0.5 + 1e-9][::5]
    run = spatial_rssr.simulate(spatial_rssr.drawing_state(), 0.5 + 1e-9, times=table["t_s"])
    np.testing.assert_allclose(run.coordinates("A")[:, 0], table["phi1_rad"], atol=1e-8)
    np.testing.assert_allclose(run.coordinates("D")[:, 0], table["phi3_rad"], atol=1e-8)
    fall = [spatial_rssr.accelerations(s)["link1"].acceleration[2] for s in run.states]
    np.testing.assert_allclose(fall, table["z1cg_dd_m_s2"], atol=1e-6)
    assert max(spatial_rssr.constraint_error(state) for state in run.states) < 1e-12


# Four-bar of paper 4 ------------------------------------------------------------------------


def test_CHK_D04_four_bar_multipliers(paper4: CartesianSystem) -> None:
    """Paper 4 writes M qdd + Phi_q^T lambda = Q with Phi = coupler end - follower end."""
    found = paper4.reactions(paper4.drawing_state())["S"]
    expected = (-1.66430632, -7.78953998, -0.56659734)
    np.testing.assert_allclose(found.force, expected, atol=1e-8)  # on the follower
    np.testing.assert_allclose(found.moment, np.zeros(3), atol=1e-12)


def four_bar_run(system: CartesianSystem, table: np.ndarray, **options: object) -> np.ndarray:
    """Return the greatest errors of th2, th31 and th4."""
    until = float(table["t_s"][-1]) + 1e-9
    run = system.simulate(system.drawing_state(), until, times=table["t_s"], **options)
    pairs = (("A", "th2"), ("U", "th31"), ("D", "th4"))
    found = np.stack([run.coordinates(joint)[:, 0] for joint, _ in pairs], axis=1)
    expected = columns(table, *(name for _, name in pairs))
    return np.max(np.abs(found - (expected - expected[0])), axis=0)


def test_four_bar_run(paper4: CartesianSystem, reference_table) -> None:
    table = reference_table("refs/paper4_fourbar.csv")
    table = table[table["t_s"] <= 1.0 + 1e-9][::10]
    assert np.max(four_bar_run(paper4, table)) < 1e-8


@pytest.mark.slow
@pytest.mark.parametrize("method", ["explicit", "implicit"])
def test_CHK_I07_four_bar_over_five_seconds(
    paper4: CartesianSystem, reference_table, method: str
) -> None:
    table = reference_table("refs/paper4_fourbar.csv")[::10]
    errors = four_bar_run(paper4, table, method=method, rtol=1e-9, atol=1e-10)
    assert np.max(errors) < 1e-5
