"""CHK-K05 and CHK-D05: the quick return of paper 2, an overconstrained planar loop in space."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops.mechanisms import quick_return
from sarrus import System
from sarrus.solvers.partition import reduced_equations


@pytest.fixture(scope="module")
def cut_links() -> System:
    return quick_return(cut_links=True).compile(cut=["pivot_cut", "guide_cut"])


@pytest.fixture(scope="module")
def cut_joints() -> System:
    return quick_return().compile()


def turn(w):
    return {"crank_pivot.angle": lambda t: w * t}


def test_CHK_K05_redundancy_is_recognised(cut_links: System, cut_joints: System):
    dependent = [k for k, name in enumerate(cut_links.velocities) if name != "crank_pivot.rate"]
    J_w = cut_links.compiled.loops.closure(cut_links.assemble().q)[1][:, dependent]
    assert J_w.shape == (12, 6) and np.linalg.matrix_rank(J_w, 1e-9) == 6
    for system, rows, rank in ((cut_links, 12, 6), (cut_joints, 10, 4)):
        found = system.mobility()
        assert (found.rows, found.rank, found.freedom) == (rows, rank, 1)
        assert found.n_redundant == found.structural == 6 and not found.singular
        assert len(found.redundant) == 6


@pytest.fixture(scope="module")
def runs(cut_links: System):
    times = np.linspace(0, 1, 1001)
    slow = cut_links.drive(turn(2 * np.pi), times=times)
    return slow, cut_links.drive(turn(4 * np.pi), times=times[:501])


def test_CHK_K05_motion_of_the_slider(runs, reference_table):
    ref = reference_table("refs/paper2_quickreturnA_kin_w2pi.csv")
    slow = runs[0]
    x = slow["guide.displacement"] + ref["xs_m"][0]
    assert np.max(np.abs(x - ref["xs_m"])) <= 1e-8
    assert_close(slow["guide.speed"], ref["xs_d"], 1e-9)
    assert_close(slow.accelerations("guide.speed"), ref["xs_dd"], 1e-8)
    rocker = slow["rocker_pivot.angle"] + ref["rocker_angle_rad"][0]
    assert np.max(np.abs(rocker - ref["rocker_angle_rad"])) <= 1e-9


def test_CHK_K05_extremes_and_doubled_speed(runs):
    slow, fast = runs
    x = slow["guide.displacement"] + 0.02686103643
    assert (x.min(), x.max()) == pytest.approx((-4.732046, 1.267932), abs=2e-4)
    peaks = [
        (np.max(np.abs(run["guide.speed"])), np.max(np.abs(run.accelerations("guide.speed"))))
        for run in (slow, fast)
    ]
    assert peaks[0] == pytest.approx((47.124, 619.60), rel=1e-4)
    assert peaks[1] == pytest.approx((94.248, 2477.4), rel=1e-4)
    assert peaks[1][0] / peaks[0][0] == pytest.approx(2, rel=1e-3)
    assert peaks[1][1] / peaks[0][1] == pytest.approx(4, rel=1e-3)


def test_CHK_K05_cut_joints_move_like_cut_links(runs, cut_joints: System):
    slow = runs[0]
    other = cut_joints.drive(turn(2 * np.pi), times=slow.t[::20])
    for name in ("guide.displacement", "slot.displacement", "tip.angle", "guide.speed"):
        assert_close(other[name], slow[name][::20], 1e-9, name)
    assert_close(other["crank_pivot.effort"], slow["crank_pivot.effort"][::20], 1e-9)


# CHK-D05 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 0.9, 2.2, 4.0])
def test_CHK_D05_reduced_equations(cut_links: System, cut_joints: System, angle: float):
    for system in (cut_links, cut_joints):
        state = system.assemble({"crank_pivot.angle": angle}, {"crank_pivot.rate": 3.0})
        terms = system.compiled.loops.terms(state.q, state.v)
        v = list(system.velocities).index("crank_pivot.rate")
        reduced = reduced_equations(terms.M, terms.h, terms.Phi, terms.gamma, [v])
        # the inertia that the crank feels, from the kinetic energy T = Mr w^2 / 2
        inertia = 2 * system.energy(state.q, state.v).kinetic / 3.0**2
        assert reduced.mass[0, 0] == pytest.approx(inertia, rel=1e-12)
        vdot_v = np.linalg.solve(reduced.mass, reduced.force)
        vdot = reduced.accelerations(vdot_v)
        augmented = system.accelerations(state)
        assert_close(vdot, augmented.vdot, 1e-10)
        lam = reduced.multipliers(terms.M, terms.h, vdot)
        left = terms.M @ vdot - terms.h - terms.Phi.T @ lam
        assert np.max(np.abs(left)) <= 1e-9 * np.max(np.abs(terms.h))


def test_CHK_D05_paper_4_equation_12_is_paper_2_equation_44(cut_joints: System):
    """Both reduced equations, term by term as printed, on independent rows."""
    state = cut_joints.assemble(rates={"crank_pivot.rate": 2.0})
    terms = cut_joints.compiled.loops.terms(state.q, state.v)
    M, h, gamma = terms.M, terms.h, terms.gamma
    rows = cut_joints.compiled.loops.scaled_matrix(terms.Phi).independent_rows()
    v = [list(cut_joints.velocities).index("crank_pivot.rate")]
    w = [k for k in range(cut_joints.nv) if k not in v]
    M_vv, M_vw, M_wv, M_ww = (M[np.ix_(a, b)] for a, b in ((v, v), (v, w), (w, v), (w, w)))
    Phi_v, Phi_w = terms.Phi[np.ix_(rows, v)], terms.Phi[np.ix_(rows, w)]
    back = np.linalg.inv(Phi_w)
    H = back @ Phi_v
    # paper 4: Mhat, Qhat (12)
    Mhat = M_vv - M_vw @ H - H.T @ (M_wv - M_ww @ H)
    g = back @ gamma[rows]
    Qhat = h[v] - M_vw @ g - H.T @ (h[w] - M_ww @ g)
    # paper 2: Mr, fcr, fGr (44), with its gamma_R = -gamma
    X = np.linalg.pinv(terms.Phi[:, w], rcond=1e-10) @ terms.Phi[:, v]
    G = np.linalg.pinv(terms.Phi[:, w], rcond=1e-10) @ -gamma
    Mr = M_vv - M_vw @ X - X.T @ M_wv + X.T @ M_ww @ X
    fr = -h[v] + X.T @ h[w] - M_vw @ G + X.T @ M_ww @ G
    assert_close(Mhat, Mr, 1e-12)
    assert_close(Qhat, -fr, 1e-11)
    reduced = reduced_equations(M, h, terms.Phi, gamma, v)
    assert_close(reduced.mass, Mr, 1e-12)
    assert_close(reduced.force, Qhat, 1e-11)
