"""CHK-T09, CHK-K01 to CHK-K04, CHK-D07: the spatial slider-crank of paper 2 (Haug 12.2)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from closeness import assert_same
from loops.mechanisms import slider_crank
from sarrus import ModelError, System
from sarrus.solvers.assembly import assembly_from
from sarrus.system.one_state.assembling import Wanted, closure_at

Table = Callable[[str], np.ndarray]
OMEGA = 2 * np.pi
GRAVITIES = {
    "no_gravity": (0, 0, 0),
    "gravity_minus_z": (0, 0, -9.81),
    "gravity_minus_y": (0, -9.81, 0),
}


def turning(t):
    """The pin starts on top and turns towards +y: a negative turn about x."""
    return -OMEGA * t


def start_of(L: float) -> float:
    return float(np.sqrt(L * L - 0.1**2 - 0.2**2))


@pytest.fixture(scope="module")
def machines() -> dict[float, System]:
    return {L: slider_crank(L).compile() for L in (0.24, 0.27, 0.30)}


@pytest.fixture(scope="module")
def chain() -> System:
    return slider_crank(style="chain").compile(cut=["guide_cut"])


@pytest.mark.parametrize("L", [0.24, 0.27, 0.30])
def test_CHK_K01_motion_of_the_slider(machines, reference_table: Table, L: float):
    ref = reference_table(f"refs/paper2_slidercrank_L{round(1000 * L)}.csv")[::4]
    run = machines[L].drive({"crank_pivot.angle": turning}, times=ref["t_s"])
    assert np.max(np.abs(run["guide.displacement"] + start_of(L) - ref["x_slider_m"])) <= 1e-8
    assert np.max(np.abs(run["guide.speed"] - ref["xd_m_s"])) <= 1e-8
    assert np.max(np.abs(run.accelerations("guide.speed") - ref["xdd_m_s2"])) <= 1e-8
    if L == 0.30:
        start = (0.2, -0.2513274123, 1.579136704)
        found = (ref["x_slider_m"][0], run["guide.speed"][0], run.accelerations("guide.speed")[0])
        assert found == pytest.approx(start, abs=1e-8)


def test_CHK_T09_multi_freedom_joints_as_chains(machines, chain: System):
    assert chain.nv == 7 and chain.compiled.loops.m == 6
    assert chain.compiled.loops.row_owner == ("guide_cut",) * 6
    times = np.linspace(0, 1, 26)
    whole = machines[0.30].drive({"crank_pivot.angle": turning}, times=times)
    pieces = chain.drive({"crank_pivot.angle": turning}, times=times)
    for name in ("guide.displacement", "guide.speed", "crank_pivot.effort"):
        assert np.max(np.abs(whole[name] - pieces[name])) <= 1e-9, name
    gap = whole.accelerations("guide.speed") - pieces.accelerations("guide.speed")
    assert np.max(np.abs(gap)) <= 1e-9


@pytest.mark.parametrize("column", GRAVITIES)
def test_CHK_D07_driving_torque(machines, reference_table: Table, column: str):
    ref = reference_table("refs/paper2_slidercrank_L300.csv")[::10]
    plain = column == "gravity_minus_z"
    system = machines[0.30] if plain else slider_crank(0.30, GRAVITIES[column]).compile()
    run = system.drive({"crank_pivot.angle": turning}, times=ref["t_s"])
    assert np.max(np.abs(run["crank_pivot.effort"] - ref[f"tau_X_{column}_Nm"])) <= 1e-7


# CHK-K02 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["joints", "chain"])
@pytest.mark.parametrize("seed", range(5))
def test_CHK_K02_assembly_from_a_rough_guess(machines, chain, which: str, seed: int):
    system = chain if which == "chain" else machines[0.30]
    rng = np.random.default_rng(seed)
    shake = rng.uniform(-0.3, 0.3, system.nv) * np.where(
        system.compiled.loops.column_scale == 1, 1, 0.1
    )
    start = system.add(system.drawing(), shake)
    nothing = Wanted({}, {})
    found = assembly_from(lambda q: closure_at(system, q, nothing), system.add, start)
    assert found.closed and found.iterations <= 10
    assert np.max(np.abs(system.compiled.loops.closure(found.q)[0])) <= 1e-12


def test_CHK_K02_convergence_is_quadratic(chain: System):
    rng = np.random.default_rng(3)
    nothing = Wanted({}, {})
    start = chain.add(chain.drawing(), rng.uniform(-0.05, 0.05, chain.nv))
    gaps = assembly_from(lambda q: closure_at(chain, q, nothing), chain.add, start).gaps
    pairs = [(a, b) for a, b in pairwise(gaps) if a < 1e-2 and b > 1e-13]
    assert len(pairs) >= 2
    assert all(b <= 20 * a * a for a, b in pairs), gaps


# CHK-K03 and CHK-K04 -----------------------------------------------------------------------------


def test_CHK_K03_almost_locked_goes_round():
    run = slider_crank(0.2363).compile().drive({"crank_pivot.angle": turning}, every=1e-3)
    system = run.system
    gaps = [np.max(np.abs(system.compiled.loops.closure(m.state.q)[0])) for m in run.motions]
    assert max(gaps) <= 1e-10
    peak = np.max(np.abs(run.accelerations("guide.speed")))
    assert peak == pytest.approx(73.63, rel=0.01)
    assert any(notice.code == "W30" for notice in run.notices)


def test_CHK_K03_locked_is_refused_where_it_locks():
    system = slider_crank(0.2362).compile()
    with pytest.raises(ModelError, match="cannot be") as caught:
        system.drive({"crank_pivot.angle": turning}, every=1e-3)
    problem = caught.value.problems[0]
    assert problem.code == "D07"
    t = float(str(problem).split("t = ")[1].split(" s")[0])
    assert t == pytest.approx(0.109, abs=1.1e-3)


@pytest.mark.parametrize(
    ("L", "peak", "warned"), [(0.24, 11.604, True), (0.27, 3.772, False), (0.30, 2.667, False)]
)
def test_CHK_K04_near_singular_design_is_told(machines, L: float, peak: float, warned: bool):
    times = np.sort(np.append(np.linspace(0, 1, 101), np.linspace(0.108, 0.113, 26)))
    run = machines[L].drive({"crank_pivot.angle": turning}, times=times)
    xdd = np.abs(run.accelerations("guide.speed"))
    assert np.max(xdd) == pytest.approx(peak, abs=0.01 if L == 0.24 else 0.001)
    assert run.t[np.argmax(xdd)] == pytest.approx(0.1106, abs=5e-4)
    warnings = [notice for notice in run.notices if notice.code == "W30"]
    assert bool(warnings) is warned
    if warned:
        assert "singular" in str(warnings[0]) and "t = 0.11" in str(warnings[0])


@pytest.mark.parametrize("cut", ["guide", "fork", "crank_pivot"])
def test_CHK_K04_the_warning_does_not_depend_on_the_cut(cut: str):
    for L, warned in ((0.24, True), (0.27, False)):
        system = slider_crank(L).compile(cut=[cut])
        run = system.drive({"crank_pivot": turning}, every=0.01)
        assert_same(any(notice.code == "W30" for notice in run.notices), warned)
