"""All assemblies with a proof of their count, against closed forms, textbooks and the search."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, Model, System, gallery
from sarrus.system.one_state.proven_assemblies import Assemblies

# after Dietmaier, The Stewart-Gough platform of general geometry can have 40 real postures (1998)
BASE = [
    (0, 0, 0), (1.107915, 0, 0), (0.549094, 0.756063, 0), (0.735077, -0.223935, 0.525991),
    (0.514188, -0.526063, -0.368418), (0.590473, 0.094733, -0.205018),
]  # fmt: skip
TOP = [
    (0, 0, 0), (0.542805, 0, 0), (0.956919, -0.528915, 0), (0.665885, -0.353482, 1.402538),
    (0.478359, 1.158742, 0.107672), (-0.137087, -0.235121, 0.353913),
]  # fmt: skip
LEGS = (1, 0.645275, 1.086284, 1.503439, 1.281933, 0.771071)
INERTIA = (0.01, 0.01, 0.01)


def proven(system: System, wanted: dict[str, float], count: int, bound: int) -> Assemblies:
    """Return all assemblies, which must be proven to be so many, closed and as wanted."""
    found = system.assemblies(wanted, proof=True)
    assert found.proof.proven, found.proof
    assert len(found) == found.proof.count == count
    assert found.proof.bound == bound
    for state in found:
        gap = system.compiled.loops.row_scale * system.compiled.loops.closure(state.q)[0]
        assert np.max(np.abs(gap)) < 1e-10
        assert all(state[name] == pytest.approx(x, abs=1e-10) for name, x in wanted.items())
    return found


def test_four_bar_has_two() -> None:
    system = gallery.four_bar().compile()
    found = proven(system, {"A": 0.7}, 2, 2)
    # mirror images in the line from the crank pin to the fixed pivot of the rocker
    pin, pivot = (system.poses(found[0].q)[n].position for n in ("coupler", "rocker"))
    line = (pivot - pin) / np.linalg.norm(pivot - pin)
    ends = [_ends(system, state.q) for state in found]
    across = [e - pin - line * (line @ (e - pin)) for e in ends]
    assert np.allclose(across[0], -across[1], atol=1e-12)


def _ends(system: System, q: np.ndarray) -> np.ndarray:
    joint = system.model.joint("C")
    pose = system.poses(q)[joint.parent]
    return pose.position + pose.rotation @ np.array(joint.on_parent.position)


def test_none_is_proven_where_the_crank_cannot_be() -> None:
    m = Mechanism("rocker")
    for name in ("a", "b", "c"):
        m.body(name, 1.0, (0, 0, 0), INERTIA)
    bars(m, [("A", m.ground, "a", (0, 0)), ("B", "a", "b", (1, 0)), ("C", "b", "c", (2, 1)),
             ("D", "c", m.ground, (3, 0))])  # fmt: skip
    system = m.build().compile()
    found = system.assemblies({"A": 3.0}, proof=True)  # 3.99 away, links of 2 sqrt(2)
    assert list(found) == []
    assert found.proof.proven
    assert found.proof.complex_count == 2


def bars(m: Mechanism, joints: list[tuple[str, Any, Any, tuple[float, float]]]) -> None:
    """Add hinges about z at points of the plane."""
    for name, a, b, at in joints:
        m.revolute(name, a, b, at=(*at, 0.0), axis=(0, 0, 1))


def test_slider_crank_has_two() -> None:
    system = gallery.slider_crank().compile()
    proven(system, {"crank_pivot": 0.7}, 2, 2)


def test_rssr_has_two_and_an_idle_coupler() -> None:
    system = gallery.rssr().compile()
    found = proven(system, {"A": 0.3}, 2, 2)
    assert found.proof.idle == ("coupler",)


def test_universal_and_ball_are_a_length() -> None:
    proven(gallery.rusr().compile(), {"crank_pivot": 0.3}, 2, 2)


def three_rpr() -> Model:
    """Return a plane platform on three legs of variable length, of general shape."""
    m = Mechanism("3-RPR")
    base, top = [(0, 0), (2.0, 0.3), (0.7, 1.9)], [(0.5, 0.6), (1.2, 0.5), (0.9, 1.3)]
    m.body("plate", 1.0, (0, 0, 0), INERTIA)
    for k in range(3):
        m.body(f"low{k}", 1.0, (0, 0, 0), INERTIA)
        m.body(f"high{k}", 1.0, (0, 0, 0), INERTIA)
        bars(m, [(f"A{k}", m.ground, f"low{k}", base[k]), (f"B{k}", f"high{k}", "plate", top[k])])
        way = np.subtract(top[k], base[k])
        m.prismatic(f"P{k}", f"low{k}", f"high{k}", at=(*base[k], 0.0), axis=(*way, 0.0))
    return m.build()


def test_three_rpr_has_six() -> None:
    system = three_rpr().compile()
    found = system.assemblies({"P0": 0.1, "P1": 0.2, "P2": -0.1}, proof=True)
    assert found.proof.proven
    assert found.proof.bound == found.proof.complex_count == 6
    search = system.assemblies({"P0": 0.1, "P1": 0.2, "P2": -0.1}, tries=3)
    assert len(search) <= len(found)


def test_spherical_four_bar_has_two_although_its_rows_are_redundant() -> None:
    m = Mechanism("spherical")
    axes = [(0, 0, 1), (0.5, 0, 1), (0.8, 0.9, 0.7), (0, 1.2, 0.5)]
    for name in ("a", "b", "c"):
        m.body(name, 1.0, (0, 0, 0), INERTIA)
    names: list[Any] = [m.ground, "a", "b", "c", m.ground]
    for k, axis in enumerate(axes):
        m.revolute(f"R{k}", names[k], names[k + 1], at=(0, 0, 0), axis=axis)
    proven(m.build().compile(), {"R0": 0.2}, 2, 2)


def test_watt_six_bar_has_as_many_as_two_dyads() -> None:
    m = Mechanism("Watt")
    for name in ("a", "b", "c", "d", "e"):
        m.body(name, 1.0, (0, 0, 0), INERTIA)
    bars(m, [("A", m.ground, "a", (0, 0)), ("B", "a", "b", (0, 1)), ("C", "b", "c", (2, 2.5)),
             ("D", "c", m.ground, (2.2, 0)), ("E", "c", "d", (2.9, 2)), ("F", "d", "e", (4.5, 2.4)),
             ("G", "e", m.ground, (4, 0))])  # fmt: skip
    found = proven(m.build().compile(), {"A": 0.1}, 4, 4)
    assert found[0].q == pytest.approx(m.build().compile().assemble({"A": 0.1}).q, abs=1e-9)


@pytest.mark.slow
def test_seven_hinges_in_general_position_have_sixteen() -> None:
    """With one angle known: 16 solutions (Primrose 1986, Lee and Liang 1988), of 24 paths."""
    random = np.random.default_rng(3)
    m = Mechanism("7R")
    for k in range(6):
        m.body(f"link{k}", 1.0, (0, 0, 0), INERTIA)
    names: list[Any] = [m.ground, *(f"link{k}" for k in range(6)), m.ground]
    for k in range(7):
        at, axis = random.normal(size=3), random.normal(size=3)
        m.revolute(f"R{k}", names[k], names[k + 1], at=at, axis=axis)
    system = m.build().compile()
    found = system.assemblies({"R0": 0.1}, proof=True)
    assert found.proof.proven
    assert (found.proof.complex_count, found.proof.bound) == (16, 24)
    near = system.assemble({"R0": 0.1})
    assert min(np.max(np.abs(system.difference(s.q, near.q))) for s in found) < 1e-8


def test_what_moves_on_is_said() -> None:
    system = gallery.four_bar().compile()
    found = system.assemblies(proof=True, tries=3)
    assert not found.proof.proven
    assert "1 more coordinate must be wanted" in found.proof.reason


def test_an_open_chain_has_one() -> None:
    system = gallery.double_pendulum().compile()
    values = dict.fromkeys(system.coordinates, 0.3)
    assert system.assemblies(values, proof=True).proof.proven


def test_planar_systems_have_the_same() -> None:
    proven(gallery.four_bar().compile(planar=True), {"A": 0.7}, 2, 2)


def test_search_says_that_it_is_one() -> None:
    found = gallery.four_bar().compile().assemblies({"A": 0.4}, tries=4)
    assert not found.proof.proven
    assert "4 starts" in found.proof.reason
    assert found.proof.count == len(found)


def test_a_screw_is_no_polynomial() -> None:
    m = Mechanism("screw")
    for name in ("nut", "rod"):
        m.body(name, 1.0, (0, 0, 0), INERTIA)
    m.helical("H", m.ground, "nut", at=(0, 0, 0), axis=(0, 0, 1), lead=0.1)
    m.spherical("S", "nut", "rod", at=(1, 0, 0))
    m.revolute("R", "rod", m.ground, at=(1, 1, 0), axis=(1, 0, 0.2))
    found = m.build().compile().assemblies(proof=True, tries=2)
    assert not found.proof.proven
    assert "screw" in found.proof.reason


@pytest.mark.parametrize("seed", [0, 4])
def test_proof_finds_what_the_search_finds(seed: int) -> None:
    """Random slides in space, moved by a crank with a rod between ball and universal joint."""
    random = np.random.default_rng(seed)
    m = Mechanism("RSSP")
    for name in ("crank", "rod", "block"):
        m.body(name, 1.0, (0, 0, 0), INERTIA)
    at = random.normal(size=(4, 3))
    m.revolute("R", m.ground, "crank", at=at[0], axis=random.normal(size=3))
    m.spherical("S1", "crank", "rod", at=at[1])
    m.universal("U", "rod", "block", at=at[2], axis=(1, 0, 0), axis2=(0, 1, 0))
    m.prismatic("P", m.ground, "block", at=at[3], axis=random.normal(size=3))
    system = m.build().compile()
    found = system.assemblies({"R": 0.3}, proof=True)
    assert found.proof.proven
    slides = {round(float(state["P"]), 6) for state in found}
    search = {round(float(s["P"]), 6) for s in system.assemblies({"R": 0.3}, tries=2)}
    assert search <= slides


@pytest.mark.slow
def test_platform_with_forty_postures() -> None:
    m = Mechanism("forty postures")
    plate = m.body("platform", 1.0, (0, 0, 0), INERTIA)
    m.free("pose", m.ground, plate)
    for k in range(6):
        m.distance(f"L{k}", m.ground, plate, on_a=BASE[k], on_b=TOP[k], length=LEGS[k])
    found = proven(m.build().compile(), {}, 40, 84)
    assert found.proof.complex_count == 40


@pytest.mark.slow
def test_stewart_platform_of_the_gallery() -> None:
    system = gallery.stewart_platform().compile()
    legs = {f"leg{k}": 0.01 * k for k in range(1, 7)}
    found = system.assemblies(legs, proof=True)
    assert found.proof.proven
    assert len(found.proof.idle) == 6
    near = system.assemble(legs)
    offs = [np.max(np.abs(system.difference(s.q, near.q))) for s in found]
    assert min(offs) < 1e-8


@pytest.mark.slow
def test_delta_robot_has_two_with_its_platform_upright() -> None:
    system = gallery.delta_robot().compile()
    found = system.assemblies({f"M{k}": 0.1 * k for k in range(3)}, proof=True)
    assert found.proof.proven
    turns = [system.poses(s.q)["platform"].rotation for s in found]
    assert sum(np.allclose(R, np.eye(3), atol=1e-8) for R in turns) == 2
    assert math.isfinite(found.proof.bound)
