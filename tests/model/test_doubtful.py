"""What a model is told of although it can be built: missing masses, unlikely lengths."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from sarrus import Box, Mechanism, Model, ModelError, load
from sarrus.gallery import EXAMPLES

NO_MASS = {"mass": 0.0, "com": (0, 0, 0), "inertia": (0, 0, 0)}


def codes(model: Model, *wanted: str) -> list[tuple[str, str, str]]:
    """Code, severity and element of the notices with some codes."""
    return [(n.code, n.severity, n.element) for n in model.notices if n.code in wanted]


def four_bar(masses: tuple[float, ...] = (1.0, 1.0, 1.0), scale: Any = None) -> Mechanism:
    """Points at A (0, 0), B, C and D (0.3, 0) of a plane; scale: factors of some of them."""
    at = {"A": (0, 0, 0), "B": (0.1, 0, 0), "C": (0.3, 0, 0.2), "D": (0.3, 0, 0)}
    at |= {name: tuple(k * x for x in at[name]) for name, k in (scale or {}).items()}
    m = Mechanism("four-bar")
    middles = ((0.05, 0, 0), (0.2, 0, 0.1), (0.3, 0, 0.1))
    for name, com, mass in zip(("crank", "coupler", "rocker"), middles, masses, strict=True):
        m.body(name, mass=mass, com=com, inertia=(1e-3 * mass,) * 3)
    m.revolute("A", m.ground, "crank", at=at["A"], axis="y")
    m.revolute("B", "crank", "coupler", at=at["B"], axis="y")
    m.revolute("C", "coupler", "rocker", at=at["C"], axis="y")
    m.revolute("D", m.ground, "rocker", at=at["D"], axis="y")
    return m


# --- mass -----------------------------------------------------------------------------------------


def test_missing_mass_is_a_warning_by_name() -> None:
    m = Mechanism("arm")
    m.body("upper", shape=Box((1, 0.1, 0.1)))
    m.body("lower", mass=1.0, at=(1, 0, 0), shape=Box((1, 0.1, 0.1)))
    m.revolute("A", m.ground, "upper", at=(0, 0, 0), axis="y")
    m.revolute("B", "upper", "lower", at=(1, 0, 0), axis="y")
    (found,) = [n for n in m.build().notices if n.code == "W06"]
    assert found.severity == "warning" and "'upper'" in found.element
    assert "weighs nothing" in str(found) and "density" in found.action


@pytest.mark.parametrize("given", [{"mass": 0.0}, {"density": 1000.0}, {"mass": 2.0}])
def test_mass_that_is_given_is_not_missing(given: dict[str, float]) -> None:
    m = Mechanism("arm")
    m.body("upper", shape=Box((1, 0.1, 0.1)), **given)
    m.revolute("A", m.ground, "upper", at=(0, 0, 0), axis="y")
    assert not codes(m.build(), "W06")


def test_part_that_is_only_drawn() -> None:
    """Fixed to ground nothing is missing; fixed to a body with mass it is a notice."""
    m = Mechanism("arm")
    m.body("stand", shape=Box((1, 1, 1)))
    m.body("upper", mass=1.0, shape=Box((1, 0.1, 0.1)))
    m.body("label", shape=Box((0.1, 0.1, 0.1)))
    m.weld("W", m.ground, "stand")
    m.revolute("A", "stand", "upper", at=(0, 0, 0), axis="y")
    m.weld("L", "upper", "label")
    assert codes(m.build(), "W06") == [("W06", "notice", "body 'label' / mass")]


# --- loops and couplers without mass --------------------------------------------------------------


@pytest.mark.parametrize("masses", list(product((0.0, 1.0), repeat=3)))
def test_loop_without_mass_is_named_and_has_no_dynamics(masses: tuple[float, ...]) -> None:
    model = four_bar(masses).build()
    found = [n for n in model.notices if n.code == "M01"]
    assert bool(found) == (not any(masses))
    if not found:
        return
    assert "'crank', 'coupler', 'rocker'" in found[0].rule and "kinematics" in found[0].action
    system = model.compile(kernels=())
    drive = system.drive({"A": lambda t: 0.3 * t}, times=[0.0, 0.1])
    assert drive["A.effort"] == pytest.approx(0.0, abs=1e-12)
    start = system.assemble(rates={"A": 0.3})
    for refused in (system.simulate, system.accelerations):
        with pytest.raises(ModelError, match="without moving any mass"):
            refused(start, **({"until": 1.0} if refused == system.simulate else {}))
    run = system.simulate(start, until=0.1, driven={"A": lambda t: 0.3 * t})
    assert run["A.angle"][-1] == pytest.approx(0.03, abs=1e-9)


@pytest.mark.parametrize(("mass", "coupled"), [(1.0, False), (1.0, True), (0.0, True)])
def test_loop_without_mass_beside_bodies_with_mass_is_refused(mass: float, coupled: bool) -> None:
    """Unless a coupler ties it to what has mass; a model without any mass is one of kinematics."""
    m = four_bar((0.0, 0.0, 0.0))
    m.body("wheel", mass=mass, com=(1, 0, 0), inertia=(1e-3 * mass,) * 3)
    m.revolute("W", m.ground, "wheel", at=(1, 0, 0), axis="y")
    if coupled:
        m.couple("chain", {"A": 1.0, "W": -2.0})
    if mass and not coupled:
        with pytest.raises(ModelError, match=r"M01 .joint 'A'.*'crank', 'coupler', 'rocker' has"):
            m.build()
        return
    model = m.build()
    assert bool(codes(model, "M01")) == (not mass)
    if mass:
        system = model.compile(kernels=())
        assert np.isfinite(system.simulate(system.assemble(), until=0.05)["W.rate"]).all()


def test_mass_on_a_branch_of_a_loop_counts() -> None:
    m = four_bar((0.0, 0.0, 0.0))
    m.body("pen", mass=1.0, com=(0.2, 0, 0.2), inertia=(1e-3,) * 3)
    m.weld("W", "coupler", "pen")
    assert not codes(m.build(), "M01")


def test_truss_without_mass_is_no_mechanism() -> None:
    m = Mechanism("truss")
    for name in ("left", "right"):
        m.body(name, **NO_MASS)
    m.revolute("A", m.ground, "left", at=(0, 0, 0), axis="y")
    m.revolute("B", "left", "right", at=(1, 0, 1), axis="y")
    m.revolute("C", m.ground, "right", at=(2, 0, 0), axis="y")
    assert not codes(m.build(), "M01")


def rack(pinion: float, bar: float) -> Model:
    m = Mechanism("rack")
    for name, mass, z in (("pinion", pinion, 0.0), ("bar", bar, 0.5)):
        m.body(name, mass=mass, com=(0, 0, z), inertia=(1e-3 * mass,) * 3)
    m.revolute("P", m.ground, "pinion", at=(0, 0, 0), axis="y")
    m.prismatic("R", m.ground, "bar", at=(0, 0, 0.5), axis="x")
    m.couple("c", {"R.displacement": 1.0, "P.angle": -0.1})
    return m.build()


@pytest.mark.parametrize("masses", [(1.0, 1.0), (0.0, 1.0), (1.0, 0.0)])
def test_coupled_coordinates_have_the_inertia_of_each_other(masses: tuple[float, float]) -> None:
    """a = tau / (J + m r^2), whichever of the two has it."""
    model = rack(*masses)
    assert not codes(model, "M01")
    system = model.compile(kernels=())
    moving = system.accelerations(system.assemble(), efforts={"P": 1.0})
    assert moving["P"] == pytest.approx(1.0 / (1e-3 * masses[0] + 0.01 * masses[1]), rel=1e-12)
    run = system.simulate(system.assemble(), until=0.5, inputs={"P": 1.0})
    assert run["P.rate"][-1] == pytest.approx(0.5 * moving["P"], rel=1e-6)


def test_coupler_between_coordinates_without_inertia() -> None:
    model = rack(0.0, 0.0)
    assert [element for _, _, element in codes(model, "M01")] == ["joint 'P'", "joint 'R'"]
    system = model.compile(kernels=())
    with pytest.raises(ModelError, match="without moving any mass"):
        system.simulate(system.assemble(), until=1.0)


def test_one_coupler_does_not_hold_two_coordinates_without_inertia() -> None:
    m = Mechanism("differential")
    for name, mass in (("a", 0.0), ("b", 0.0), ("c", 1.0)):
        m.body(name, mass=mass, com=(0, 0, 0), inertia=(mass,) * 3)
        m.revolute(name.upper(), m.ground, name, at=(0, 0, 0), axis="z")
    m.couple("sum", {"A": 1.0, "B": 1.0, "C": -2.0})
    assert [element for _, _, element in codes(m.build(), "M01")] == ["joint 'A'", "joint 'B'"]


# --- lengths --------------------------------------------------------------------------------------


def test_joint_far_from_both_bodies() -> None:
    """B at 100 m instead of 100 mm: crank and coupler are both too long, the joint is named."""
    notices = four_bar(scale={"B": 1000.0}).build().notices
    (found,) = [n for n in notices if n.code == "W05" and n.severity == "notice"]
    assert found.element == "joint 'B' / at"
    assert "'crank', 'coupler'" in str(found) and "mm" in found.cause


def test_body_that_is_far_longer_than_its_neighbors() -> None:
    m = Mechanism("chain")
    zero = (0, 0, 0)
    for k, length in enumerate((0.2, 0.3, 250.0, 0.25)):
        name = f"link {k}"
        m.body(name, mass=1.0, com=(length / 2, 0, 0), inertia=(length**2 / 12,) * 3)
        before = m.ground if k == 0 else f"link {k - 1}"
        tip = zero if k == 0 else ((0.2, 0.3, 250.0)[k - 1], 0, 0)
        m.revolute(f"J{k}", before, name, on_parent=tip, on_child=zero, axis="z")
    m.body("tool", mass=1.0, com=zero, inertia=(1e-3,) * 3)
    m.revolute("T", "link 3", "tool", on_parent=(0.25, 0, 0), on_child=zero, axis="z")
    found = [n for n in m.build().notices if n.code == "W05" and n.severity == "notice"]
    assert [n.element for n in found] == ["body 'link 2'"]
    assert "250 m" in str(found[0]) and "times" in found[0].rule


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_even_lengths_are_not_doubted(scale: float) -> None:
    factors = dict.fromkeys("ABCD", scale)
    m = four_bar((0.0, 0.0, 0.0), factors)
    assert not codes(m.build(), "W05")


def test_small_eccentric_is_not_doubted() -> None:
    m = Mechanism("pump", gravity=(0, 0, 0))
    for name, x in (("crank", 0.0005), ("rod", 0.1), ("piston", 0.2)):
        m.body(name, mass=1.0, com=(x, 0, 0), inertia=(1e-3,) * 3)
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "rod", at=(0.001, 0, 0), axis="y")
    m.revolute("C", "rod", "piston", at=(0.2, 0, 0), axis="y")
    m.prismatic("D", m.ground, "piston", at=(0.2, 0, 0), axis="x")
    assert not codes(m.build(), "W05", "W06")


@pytest.mark.parametrize("example", EXAMPLES)
def test_gallery_is_not_doubted(example: str) -> None:
    model = EXAMPLES[example].build()
    assert not codes(model, "W05", "W06", "M01")


def test_files_say_where(tmp_path: Any) -> None:
    text = """
sarrus: 1
name: swing
bodies:
  seat: {shape: {type: box, size: [0.5, 0.5, 0.1]}}
joints:
  A: {type: revolute, parent: ground, child: seat, at: [0, 0, 2], axis: y}
"""
    file = tmp_path / "swing.yaml"
    file.write_text(text)
    (found,) = [n for n in load(file).notices if n.code == "W06"]
    assert found.location is not None and found.location.line == 5
