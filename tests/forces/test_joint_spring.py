"""Springs and torsion bars of joints: closed forms, the ledger, and bars by geometry."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from loops.mechanisms import four_bar
from sarrus import Curve, Mechanism, System
from sarrus.model.forces import JointSpring, TorsionBar

TIGHT: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12}
I, M = 0.5, 2.0


def wheel(more: Any) -> System:
    """A wheel of inertia I on a revolute joint J."""
    m = Mechanism("wheel", (0.0, 0.0, 0.0))
    m.body("wheel", M, (0, 0, 0), (I, I, I))
    m.revolute("J", m.ground, "wheel", at=(0, 0, 0), axis="z")
    more(m)
    return m.build().compile(kernels=())


def slider(more: Any, gravity: float = 0.0) -> System:
    """A block of mass M on a prismatic joint J along z."""
    m = Mechanism("slider", (0.0, 0.0, -gravity))
    m.body("block", M, (0, 0, 0), (I, I, I))
    m.prismatic("J", m.ground, "block", at=(0, 0, 0), axis="z")
    more(m)
    return m.build().compile(kernels=())


@pytest.mark.parametrize("machine", (wheel, slider))
def test_damped_vibration_about_the_loaded_rest(machine: Any) -> None:
    """x = rest + A e^(-ct) (cos wt + c/w sin wt), rest = free + preload/k."""
    k, d, free, preload = 40.0, 0.8, 0.3, 5.0
    system = machine(lambda m: m.joint_spring("s", "J", k, d, free=free, preload=preload))
    run = system.simulate(system.state([1.1]), until=4.0, every=0.05, **TIGHT)
    mass = I if machine is wheel else M
    c, rest = d / (2 * mass), free + preload / k
    w = np.sqrt(k / mass - c * c)
    wave = np.exp(-c * run.t) * (np.cos(w * run.t) + c / w * np.sin(w * run.t))
    assert np.max(np.abs(run["J"] - rest - (1.1 - rest) * wave)) <= 1e-8
    assert run.energy_error <= 1e-9 and run.loss[-1] > 1.0


def test_a_straight_curve_is_the_linear_spring() -> None:
    rows = [(x, 40.0 * x) for x in (-3.0, -1.0, 0.5, 3.0)]
    drag = [(w, 0.8 * w) for w in (-50.0, 0.0, 50.0)]
    linear = wheel(lambda m: m.joint_spring("s", "J", 40.0, 0.8, free=0.2))
    curved = wheel(lambda m: m.joint_spring("s", "J", rows, drag, free=0.2))
    runs = [s.simulate(s.state([1.1]), until=2.0, every=0.1, **TIGHT) for s in (linear, curved)]
    np.testing.assert_allclose(runs[0]["J"], runs[1]["J"], rtol=0, atol=1e-8)
    np.testing.assert_allclose(runs[0].energies, runs[1].energies, rtol=0, atol=1e-7)


@pytest.mark.parametrize("smooth", (0, 1, 2))
def test_ledger_with_curves(smooth: int) -> None:
    x = np.array([-2.0, -0.6, -0.2, 0.1, 0.5, 2.0])
    spring = Curve(x, 30.0 * x + 15.0 * x**3, smooth, "line")
    damper = Curve((-20.0, -2.0, 0.0, 1.0, 20.0), (-3.0, -1.0, 0.0, 0.4, 2.0), min(smooth, 1))
    system = wheel(lambda m: m.joint_spring("s", "J", spring, damper, free=0.1))
    run = system.simulate(system.state([1.4]), until=3.0, every=0.02, rtol=1e-9, atol=1e-11)
    assert run.energy_error <= 1e-6 and run.loss[-1] > 1.0
    # the largest energy is the integral of the curve up to the first deflection
    fine = np.linspace(0.0, 1.3, 200_001)
    assert run.energy[0] == pytest.approx(np.trapezoid(spring(fine), fine), rel=1e-8)


def test_kinks_of_a_broken_line_are_switches() -> None:
    curve = Curve((-1.0, 0.0, 1.0, 2.0), (-1.0, 0.0, 3.0, 4.0), 0)
    smooth = Curve((-1.0, 0.0, 1.0, 2.0), (-1.0, 0.0, 3.0, 4.0), 1, "line")

    class Still:
        time = 0.0

        def value(self, element: Any, name: str) -> Any:
            return getattr(element, name)

        def coordinate(self, joint: str, index: int) -> float:
            return 0.7

        def rate(self, joint: str, index: int) -> float:
            return -0.4

    found = JointSpring("s", "J", free=0.2, spring=curve).switches(Still())  # type: ignore[arg-type]
    assert sorted(found) == pytest.approx(sorted(0.5 - x for x in (-1.0, 0.0, 1.0, 2.0)))
    found = JointSpring("s", "J", damper=curve).switches(Still())  # type: ignore[arg-type]
    assert sorted(found) == pytest.approx(sorted(-0.4 - x for x in (-1.0, 0.0, 1.0, 2.0)))
    assert JointSpring("s", "J", spring=smooth).switches(Still()) == ()  # type: ignore[arg-type]


def test_a_spring_on_a_cut_joint_moves_the_loop_alike() -> None:
    def more(m: Mechanism) -> None:
        m.joint_spring("s", "C", 30.0, 0.5, free=-0.4, preload=2.0)
        m.torsion_bar("t", "B", 12.0, preset=0.3, d=0.2)

    runs = []
    for cut in ("A", "B", "C"):
        system = four_bar(more=more).compile(kernels=(), cut=[cut])
        run = system.simulate(system.assemble({"A": 0.0}), until=1.0, every=0.1, **TIGHT)
        assert run.energy_error <= 1e-8 and run.loss[-1] > 1e-3
        runs.append(np.column_stack([run[j] for j in "ABCD"]))
    np.testing.assert_allclose(runs[1], runs[0], rtol=0, atol=1e-8)
    np.testing.assert_allclose(runs[2], runs[0], rtol=0, atol=1e-8)


def test_parameters_of_a_compiled_system() -> None:
    """Stiffness and free angle as inputs of kernels: the same as those of another model."""

    def model(k: float, free: float) -> Any:
        m = Mechanism("wheel", (0.0, 0.0, 0.0))
        m.body("wheel", M, (0, 0, 0), (I, I, I))
        m.revolute("J", m.ground, "wheel", at=(0, 0, 0), axis="z")
        m.joint_spring("s", "J", k, 0.3, free=free)
        return m.build()

    system = System(model(40.0, 0.1), parameters=["s.k", "s.free"], kernels=())
    found = system.inverse_dynamics([0.7], [2.0], [0.0], parameters={"s.k": 9.0, "s.free": -0.2})
    assert found == pytest.approx([9.0 * 0.9 + 0.3 * 2.0], rel=1e-14)
    other = model(9.0, -0.2).compile(kernels=()).inverse_dynamics([0.7], [2.0], [0.0])
    assert found == pytest.approx(other, rel=1e-14)


# --- torsion bars --------------------------------------------------------------------------------


def test_bar_by_geometry() -> None:
    """Steel, 2 m long, 50 mm thick: k = G pi d^4 / (32 L), stress 16 T / (pi d^3)."""
    system = wheel(
        lambda m: m.torsion_bar(
            "t", "J", length="2 m", diameter="50 mm", shear_modulus="80 GPa", preset="30 deg"
        )
    )
    (bar,) = system.model.forces
    assert isinstance(bar, TorsionBar)
    k = 80e9 * np.pi * 0.05**4 / (32 * 2.0)
    assert bar.stiffness == pytest.approx(k, rel=1e-14)
    angle = np.array([-0.2, 0.0, 0.9])
    torque = -system.inverse_dynamics([0.9], [0.0], [0.0])[0]
    assert torque == pytest.approx(-k * (0.9 - np.pi / 6), rel=1e-12)
    stress = bar.shear_stress(angle)
    assert stress[2] == pytest.approx(-16.0 * torque / (np.pi * 0.05**3), rel=1e-12)
    assert np.sign(stress).tolist() == [-1.0, -1.0, 1.0]
    same = wheel(lambda m: m.torsion_bar("t", "J", k, preset=np.pi / 6))
    assert same.inverse_dynamics([0.9], [0.0], [0.0])[0] == pytest.approx(-torque, rel=1e-12)
    assert same.model.forces[0].shear_stress(1.0) == 0.0


def test_frequency_of_a_bar() -> None:
    system = wheel(lambda m: m.torsion_bar("t", "J", length=1.0, diameter=0.01, shear_modulus=79e9))
    run = system.simulate(system.state([0.2]), until=1.0, every=0.01, **TIGHT)
    w = np.sqrt(79e9 * np.pi * 0.01**4 / 32 / I)
    assert np.max(np.abs(run["J"] - 0.2 * np.cos(w * run.t))) <= 1e-7
    assert run.energy_error <= 1e-8


def test_road_arm_of_the_tracked_vehicle() -> None:
    """T0 - 8.0e4 dphi - 2.0e3 dphi/dt: the torsion bars of stations 3, 4 and 5 of paper 1."""
    T0 = 1.4e4
    system = wheel(lambda m: m.torsion_bar("t", "J", 8.0e4, preload=T0, d=2.0e3))
    (bar,) = system.model.forces
    assert bar.preset == pytest.approx(T0 / 8.0e4)
    for angle, rate in ((0.0, 0.0), (0.1, -3.0), (-0.2, 1.0)):
        found = -system.inverse_dynamics([angle], [rate], [0.0])[0]
        assert found == pytest.approx(T0 - 8.0e4 * angle - 2.0e3 * rate, rel=1e-12)
