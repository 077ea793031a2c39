"""Degrees of freedom, redundancy and singular positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from loops import mechanisms
from sarrus import Mechanism, ModelError


@pytest.mark.parametrize(
    ("build", "freedom", "rows", "redundant"),
    [
        (mechanisms.four_bar, 1, 5, 3),
        (lambda: mechanisms.four_bar(types="RSSR"), 2, 3, 0),
        (lambda: mechanisms.four_bar(types="RSRR"), 1, 3, 1),
        (mechanisms.five_bar, 2, 5, 3),
        (mechanisms.parallelogram, 1, 5, 3),
        (lambda: mechanisms.parallelogram(3), 1, 10, 7),
        (lambda: mechanisms.parallelogram(4), 1, 15, 11),
        (mechanisms.bricard, 1, 5, 1),
        (mechanisms.sarrus_linkage, 1, 5, 1),
        (mechanisms.slider_crank, 1, 3, 0),
        (mechanisms.rssr, 2, 3, 0),
        (mechanisms.delta, 3, 8, 0),
        (mechanisms.door, 1, 5, 5),
        (lambda: mechanisms.door("SS"), 1, 3, 1),
    ],
)
def test_counts(build, freedom: int, rows: int, redundant: int):
    system = build().compile()
    found = system.mobility()
    assert (found.freedom, found.rows, found.n_redundant) == (freedom, rows, redundant)
    assert found.structural == redundant and not found.singular
    assert len(found.redundant) == redundant
    assert all(
        name.split(".")[0] in {c.name for c in system.topology.cuts} for name in found.redundant
    )


def test_passive_bodies():
    assert mechanisms.rssr().compile().mobility().passive == ("coupler",)
    loose = mechanisms.four_bar(types="RSSR").compile().mobility()
    assert loose.passive == ("coupler",)
    for build in (mechanisms.four_bar, mechanisms.slider_crank, mechanisms.five_bar):
        assert build().compile().mobility().passive == ()


@pytest.mark.parametrize("cranks", [2, 3])
def test_flat_parallelogram_is_singular(cranks: int):
    """Where all cranks lie on the line of their feet, it may go on or turn into a bow tie."""
    system = mechanisms.parallelogram(cranks).compile()
    flat = system.assemble({"A0": -1.0})
    usual, here = system.mobility(), system.mobility(flat)
    assert here.singular and not usual.singular
    assert here.freedom == 2 and usual.freedom == 1
    assert here.n_redundant == usual.n_redundant + 1
    assert here.structural == usual.structural == usual.n_redundant
    # told apart, and answered: at rest it has accelerations, and no error
    moving = system.accelerations(flat)
    assert np.all(np.isfinite(moving.vdot))


def test_dead_point_of_a_four_bar():
    """Crank and coupler in line: the crank moves it, the rocker cannot."""
    p = {"A": (0, 0, 0), "B": (0.5, 0, 0), "C": (2.0, 0, 0), "D": (1.6, -1.2, 0)}
    system = mechanisms.four_bar(p).compile()
    state = system.assemble()
    assert system.mobility(state).freedom == 1 and not system.mobility(state).singular
    rates = system.assemble(rates={"A": 1.0})
    assert abs(rates["D.rate"]) <= 1e-12
    with pytest.raises(ModelError) as caught:
        system.assemble(rates={"D": 1.0})
    assert {problem.code for problem in caught.value.problems} == {"M13"}


def test_fully_coaxial_loops_have_no_rows_that_count():
    """Hinges on one tilted line: rounding errors are not constraints."""
    m = Mechanism("door")
    leaf = m.body("leaf", 2.0, (0.3, 0.2, 0.1), (0.2, 0.3, 0.4))
    axis = np.array([0.3, -0.5, 0.8])
    for k, height in enumerate((0.1, 0.7, 1.3)):
        m.revolute(
            f"h{k}", m.ground, leaf, at=tuple(np.array([1, 2, 3]) + height * axis), axis=tuple(axis)
        )
    found = m.build().compile().mobility()
    assert (found.freedom, found.rank, found.n_redundant) == (1, 0, 10)


def rigid_beside_moving() -> Mechanism:
    """A four-bar and, beside it on the same ground, a triangle that cannot move."""
    m = Mechanism("truss", (0, -9.81, 0))
    p = mechanisms.FOUR_BAR
    bodies = [m.ground]
    for name, a, b in (("crank", "A", "B"), ("coupler", "B", "C"), ("rocker", "C", "D")):
        bodies.append(mechanisms.rod(m, name, p[a], p[b]))
    for name, k in zip("ABCD", range(4), strict=True):
        m.revolute(name, bodies[k], bodies[(k + 1) % 4], at=p[name], axis="z")
    left = mechanisms.rod(m, "left", (5, 0, 0), (5.7, 1.1, 0))
    right = mechanisms.rod(m, "right", (6.3, 0.2, 0), (5.7, 1.1, 0))
    m.revolute("T1", m.ground, left, at=(5, 0, 0), axis="z")
    m.revolute("T2", left, right, at=(5.7, 1.1, 0), axis="z")
    m.revolute("T3", m.ground, right, at=(6.3, 0.2, 0), axis="z")
    return m


def test_wishes_that_cannot_be_met_move_nothing_else():
    system = rigid_beside_moving().build().compile()
    assert system.mobility().freedom == 1
    state = system.assemble({"T1": 0.05, "A": 0.2})
    assert state["T1"] == pytest.approx(0.0, abs=1e-9)
    assert state["A"] == pytest.approx(0.2, abs=1e-9)
    with pytest.raises(ModelError) as caught:
        system.assemble(rates={"T1": 1.0})
    assert {problem.code for problem in caught.value.problems} == {"M13"}
    with pytest.raises(ModelError):
        system.accelerations(system.assemble(), driven={"T1": 1.0})


def test_instantaneous_velocities_are_refused():
    """Three rods in line: a shaky position allows a velocity that no motion has."""
    m = Mechanism("shaky", (0, 0, 0))
    left = mechanisms.rod(m, "left", (0, 0, 0), (1, 0, 0))
    right = mechanisms.rod(m, "right", (1, 0, 0), (2.5, 0, 0))
    m.revolute("A", m.ground, left, at=(0, 0, 0), axis="z")
    m.revolute("B", left, right, at=(1, 0, 0), axis="z")
    m.revolute("C", m.ground, right, at=(2.5, 0, 0), axis="z")
    system = m.build().compile()
    assert system.mobility().freedom == 1  # for an instant
    state = system.assemble(rates={"A": 1.0})
    with pytest.raises(ModelError, match="for an instant") as caught:
        system.accelerations(state)
    assert caught.value.problems[0].code == "D10"


@pytest.mark.parametrize("axis", ["z", (0.0, 1.0, 1e-3)], ids=["across", "askew"])
def test_a_freedom_of_an_instant_is_none(axis: Any) -> None:
    """Three hinges in one line, as they are drawn: the mechanism shakes, but does not move."""
    m = Mechanism("four-bar")
    for name, com in (("crank", 0.05), ("coupler", 0.2), ("rocker", 0.3)):
        m.body(name, 1.0, (com, 0.0, 0.1), (1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "coupler", at=(0.1, 0, 0), axis="y")
    m.revolute("C", "coupler", "rocker", at=(0.3, 0, 0.2), axis=axis)
    m.revolute("D", m.ground, "rocker", at=(0.3, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    found = system.mobility()
    assert found.generic_rank == system.nv and found.singular
    with pytest.raises(ModelError, match=r"D18 .*no freedom.*axis of joint 'C'"):
        system.simulate(system.assemble(), until=0.5)
    with pytest.raises(ModelError, match=r"D18 .*no freedom.*axis of joint 'C'"):
        system.drive({"A": lambda t: t}, until=0.5)
