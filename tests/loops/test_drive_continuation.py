"""Driven motions are followed in one assembly, however far apart the times are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from loops.mechanisms import four_bar, parallelogram, rssr, slider_crank
from sarrus import Mechanism, ModelError, System
from sarrus.study import Study

CRANK_ROCKER = {"A": (0, 0, 0), "B": (0.1, 0, 0), "C": (0.3, 0.2, 0), "D": (0.3, 0, 0)}
FLAT = -1.0
"""The angle of the parallelogram's cranks, from the drawing, at which all links are in line."""


def turn(t: Any) -> Any:
    return t


def codes(run: Any) -> list[str]:
    return [notice.code for notice in run.notices]


@pytest.fixture(scope="module")
def cranks() -> System:
    return parallelogram().compile(kernels=(), planar=True)


def assert_same_at_coarse_times(system: System, law: Any, names: list[str], until: float) -> None:
    """Compare drives over steps of 1 to 7 rad with one that takes them in steps of 0.05 rad."""
    driven = names[0].partition(".")[0]
    fine = system.drive({driven: law}, until=until, every=0.05)
    for stride in (20, 62, 100, 140):
        coarse = system.drive({driven: law}, times=fine.t[::stride])
        for name in names:
            assert_close(np.asarray(coarse[name]), np.asarray(fine[name])[::stride], 1e-9)


@pytest.mark.parametrize("cut", ["A", "B", "C"])
def test_a_four_bar_stays_in_its_assembly(cut: str) -> None:
    """Angles of the cut joint keep their turns, too, and so do rates and efforts."""
    system = four_bar(CRANK_ROCKER).compile(kernels=(), cut=[cut])
    names = ["A.angle", "B.angle", "C.angle", "D.angle", "D.rate", "A.effort"]
    assert_same_at_coarse_times(system, turn, names, 14.0)


def test_a_spatial_loop_stays_in_its_assembly() -> None:
    names = ["A.angle", "D.angle", "D.rate", "A.effort"]
    assert_same_at_coarse_times(rssr().compile(kernels=()), lambda t: 1.6 * np.sin(t), names, 14.0)
    names = ["crank_pivot.angle", "guide.displacement", "crank_pivot.effort"]
    assert_same_at_coarse_times(slider_crank().compile(kernels=()), turn, names, 14.0)


def test_model_files_are_driven_in_their_assembly() -> None:
    run = {"kind": "drive", "until": 14.0, "every": 3.5}
    study = Study.of(four_bar(CRANK_ROCKER), {"drives": {"A": "t * 1 [rad/s]"}, "run": run})
    coarse = study.run()
    fine = study.system.drive({"A": turn}, until=14.0, every=0.05)
    assert_close(np.asarray(coarse["D.angle"]), np.asarray(fine["D.angle"])[::70], 1e-9)


def test_laws_are_evaluated_once_an_instant() -> None:
    """And only where the times are far apart, between them."""
    system = four_bar(CRANK_ROCKER).compile(kernels=())
    asked: list[float] = []

    def law(t: Any) -> Any:
        asked.append(0.0)
        return t

    system.drive({"A": law}, until=2.0, every=0.05)
    assert len(asked) == 41
    system.drive({"A": law}, times=[0.0, 5.0])
    assert 41 + 2 < len(asked) < 41 + 60


# change points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [0.25, 0.1, 0.013, 0.001])
def test_a_parallelogram_passes_its_flat_position(cranks: System, every: float) -> None:
    """Truth: the bar only shifts, so that both cranks turn alike and the effort is that of weight.

    With every = 0.25, 0.1 and 0.001 an instant is at the flat position itself.
    """
    run = cranks.drive({"A0": lambda t: 2 * FLAT * t}, until=1.0, every=every)
    angle, g = 1.0 + np.asarray(run["A0.angle"]), np.array([0.3, -9.81])
    assert_close(np.asarray(run["A1.angle"]), np.asarray(run["A0.angle"]), 1e-9)
    assert_close(np.asarray(run["A1.rate"]), np.asarray(run["A0.rate"]), 1e-7)
    # cranks of 1 kg and 1 m, a bar of 2 kg; the lever of each weight is horizontal
    across = np.stack([-np.sin(angle), np.cos(angle)])
    assert_close(np.asarray(run["A0.effort"]), -(0.5 + 2.0 + 0.5) * (g @ across), 1e-6)
    assert codes(run) == ["W42"] and "t = 0.5" in str(run.notices[0])


def test_a_law_may_end_at_the_flat_position(cranks: System) -> None:
    t = np.linspace(0.0, 1.0, 21)
    run = cranks.drive({"A0": (t, FLAT * t)}, times=t[::5])
    assert_close(np.asarray(run["A1.angle"]), np.asarray(run["A0.angle"]), 1e-8)
    assert_close(np.asarray(run["A1.rate"]), np.full(5, FLAT), 1e-6)


def test_a_start_at_the_flat_position_is_undecided(cranks: System) -> None:
    with pytest.raises(ModelError, match=r"D17.*nothing says which way") as caught:
        cranks.drive({"A0": lambda t: FLAT + t}, until=1.0, guess={"A0": FLAT, "A1": FLAT})
    assert [problem.code for problem in caught.value.problems] == ["D17"]


def test_a_kink_at_the_flat_position_is_undecided(cranks: System) -> None:
    law = (
        lambda t: FLAT - abs(t - 0.5),
        lambda t: 1.0 if t < 0.5 else -1.0,
        lambda t: 0.0,
    )
    with pytest.raises(ModelError, match=r"D17.*kink"):
        cranks.drive({"A0": law}, until=1.0, every=0.1, guess={"A0": -1.5, "A1": -1.5})


def nearly(difference: float) -> System:
    """Return a parallelogram whose coupler is longer by a difference."""
    m = Mechanism("nearly", gravity=(0, -9.81, 0))
    lengths = {"crank": 1.0, "coupler": 2.0 + difference, "rocker": 1.0}
    a, c, b = (
        m.body(n, 1.0, com=(x / 2, 0, 0), inertia=(0, x * x / 12, x * x / 12))
        for n, x in lengths.items()
    )
    m.revolute("A", m.ground, a, on_parent=(0, 0, 0), on_child=(0, 0, 0), axis="z")
    m.revolute("B", a, c, on_parent=(1, 0, 0), on_child=(0, 0, 0), axis="z")
    m.revolute("C", c, b, on_parent=(lengths["coupler"], 0, 0), on_child=(1, 0, 0), axis="z")
    m.revolute("D", m.ground, b, on_parent=(2, 0, 0), on_child=(0, 0, 0), axis="z")
    return m.build().compile(kernels=(), planar=True)


def test_lengths_decide_what_is_a_change_point() -> None:
    """Off by 1e-8, links meet for all that data can tell; by 1e-3, the crank is stopped there.

    It is stopped where crank and coupler, in line, just reach: (1 + l)^2 = 5 - 4 cos A, or
    where the coupler is too long, (l - 1)^2 = 5 - 4 cos A with l its length.
    """
    beside = {"A": 1.0, "B": -1.0, "D": 1.0}
    law = {"A": lambda t: 1.0 + t}
    near = nearly(1e-8).drive(law, until=8.0, every=0.4, guess=beside)
    assert_close(np.asarray(near["D.angle"]), np.asarray(near["A.angle"]), 1e-6)
    assert codes(near)[0] == "W42"
    off = 1e-3
    stop = 2 * np.pi - np.arccos((4.0 + 1.0 - (1.0 + off) ** 2) / 4.0) - 1.0
    for every in (0.4, 0.05):
        with pytest.raises(ModelError, match="D07") as caught:
            nearly(off).drive(law, until=8.0, every=every, guess=beside)
        told = float(str(caught.value).partition("followed until t = ")[2].split()[0])
        assert told == pytest.approx(stop, abs=1e-3)


def test_a_driven_slider_takes_the_crank_through_its_dead_point() -> None:
    """x = cos t + sqrt(L^2 - sin^2 t) is the path of a slider whose crank turns steadily."""
    m = Mechanism("engine", gravity=(0, 0, 0))
    crank = m.body("crank", 1.0, com=(0.5, 0, 0), inertia=(0.1,) * 3)
    rod = m.body("rod", 1.0, com=(2.5, 0, 0), inertia=(0.1,) * 3)
    piston = m.body("piston", 1.0, com=(4, 0, 0), inertia=(0.1,) * 3)
    m.revolute("crank_pin", m.ground, crank, at=(0, 0, 0), axis="z")
    m.revolute("big_end", crank, rod, at=(1, 0, 0), axis="z")
    m.revolute("small_end", rod, piston, at=(4, 0, 0), axis="z")
    m.prismatic("guide", m.ground, piston, at=(4, 0, 0), axis="x")
    system = m.build().compile(kernels=(), planar=True)

    def stroke(t: Any) -> Any:
        return np.cos(t) + np.sqrt(9.0 - np.sin(t) ** 2) - 4.0

    start = system.assemble({"crank_pin": 1.0})
    times = np.array([1.0, 2.0, 3.0, np.pi, 4.0, 5.0, 7.0])
    run = system.drive({"guide": stroke}, times=times, guess=start)
    assert_close(np.asarray(run["crank_pin.angle"]), times, 1e-6)
    assert_close(np.asarray(run["crank_pin.rate"]), np.ones(7), 1e-5)
    assert codes(run)[0] == "W42"


# laws that are no motions ------------------------------------------------------------------------


def test_positions_one_after_the_other_need_no_rates() -> None:
    """Three functions may say that each position is one of rest."""
    system = four_bar(CRANK_ROCKER).compile(kernels=())
    still = (lambda t: 0.7 * t, lambda t: 0.0, lambda t: 0.0)
    run = system.drive({"A": still}, times=np.arange(20.0))
    moving = system.drive({"A": lambda t: 0.7 * t}, times=np.arange(20.0))
    assert_close(np.asarray(run["D.angle"]), np.asarray(moving["D.angle"]), 1e-9)
    assert codes(run) == [] and np.max(np.abs(run["D.rate"])) <= 1e-12


def test_a_law_that_jumps_is_followed_and_told() -> None:
    system = four_bar(CRANK_ROCKER).compile(kernels=())
    law = (lambda t: 0.1 if t < 0.5 else 5.1, lambda t: 0.0, lambda t: 0.0)
    run = system.drive({"A": law}, until=1.0, every=0.1)
    there = system.drive({"A": lambda t: 0.1 + 5.0 * t}, until=1.0, every=0.01)
    assert run["D.angle"][-1] == pytest.approx(there["D.angle"][-1], abs=1e-9)
    assert codes(run) == ["W43"]


def test_leaving_the_reach_names_the_last_time() -> None:
    system = four_bar(CRANK_ROCKER).compile(kernels=())
    with pytest.raises(ModelError, match=r"D07.*followed until t = ") as caught:
        system.drive({"D": lambda t: -3.0 * t}, until=2.0)
    fine = system.drive({"A": turn}, until=7.0, every=0.01)
    told = float(str(caught.value).partition("followed until t = ")[2].split()[0])
    assert told == pytest.approx(-np.min(fine["D.angle"]) / 3.0, abs=1e-3)


def test_a_drive_is_the_same_at_any_time_of_day() -> None:
    """Steps are cut by the length of the way, not by the time at which it begins."""
    system = four_bar(CRANK_ROCKER).compile(kernels=())
    found = []
    for start in (0.0, 2.0**28):
        run = system.drive(
            {"A": lambda t, start=start: 14.0 * (t - start)}, times=[start, start + 1.0]
        )
        found.append(np.asarray(run["D.angle"]))
        assert codes(run) == []
    assert_close(found[1], found[0], 1e-6)
