"""Motors with limits and pulses, synchronous motors, pneumatic cylinders: closed forms, energy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from sarrus import Mechanism, ModelError, System


def rotor(J: float = 0.5) -> Mechanism:
    m = Mechanism("motor", gravity=(0, 0, 0))
    m.body("rotor", mass=1, com=(0, 0, 0), inertia=(1, J, 1))
    m.revolute("A", m.ground, "rotor", at=(0, 0, 0), axis="y")
    return m


def slide(mass: float) -> Mechanism:
    m = Mechanism("slide", gravity=(0, 0, 0))
    m.body("load", mass=mass, com=(1, 0, 0), inertia=(1, 1, 1))
    m.prismatic("S", m.ground, "load", at=(1, 0, 0), axis="x")
    return m


def compiled(m: Mechanism) -> System:
    return m.build().compile()


# --- limits of a DC motor -------------------------------------------------------------------------

MOTOR: dict[str, Any] = {"constant": 0.3, "resistance": 2.0, "inductance": 1e-2}


def test_pulses_are_their_average() -> None:
    """A duty of 0.4 of 24 V is 9.6 V, and one beyond 1 is all of the supply."""
    runs = []
    for options in ({"voltage": 9.6}, {"duty": 0.4, "supply": 24.0}, {"duty": 1.7, "supply": 9.6}):
        m = rotor()
        m.dc_motor("motor", "A", **MOTOR, **options)
        system = compiled(m)
        runs.append(system.simulate(system.assemble(), until=0.2, rtol=1e-9, certify=False))
    assert runs[1]["A.rate"][-1] == pytest.approx(runs[0]["A.rate"][-1], rel=1e-12)
    assert runs[2]["A.rate"][-1] == pytest.approx(runs[0]["A.rate"][-1], rel=1e-12)


def test_a_voltage_limit_bounds_the_speed() -> None:
    m = rotor(0.01)
    m.dc_motor("motor", "A", **MOTOR, voltage=40.0, voltage_limit=12.0)
    system = compiled(m)
    run = system.simulate(system.assemble(), until=3.0, rtol=1e-8, certify=False)
    assert run["A.rate"][-1] == pytest.approx(12.0 / 0.3, rel=1e-5)


def test_a_current_limit_bounds_the_torque() -> None:
    """Held, 24 V would drive 12 A: the drive lets 3 A and little more pass, and 72 V nearly all."""
    for volts in (24.0, 72.0):
        m = rotor()
        m.dc_motor("motor", "A", **MOTOR, voltage=volts, current_limit=3.0)
        system = compiled(m)
        run = system.simulate(system.assemble(), until=0.1, locked=["A"], rtol=1e-9, certify=False)
        expected = 3.0 + (volts - 2.0 * 3.0) / (101 * 2.0)
        assert run["motor.current"][-1] == pytest.approx(expected, rel=1e-6)
        assert run.energy_error < 1e-8


# --- the synchronous motor ------------------------------------------------------------------------

MACHINE: dict[str, Any] = {
    "resistance": 0.5, "inductance_d": 2e-3, "inductance_q": 3e-3, "flux": 0.05, "pole_pairs": 4,
}  # fmt: skip


def test_currents_of_a_driven_synchronous_motor() -> None:
    """At a constant rate the two equations are linear: their exponential, and the steady state."""
    w, u = 30.0, np.array([1.0, 8.0])
    heavy = rotor(1e9)
    heavy.synchronous_motor("motor", "A", **MACHINE, gear=2, voltage_d=u[0], voltage_q=u[1])
    system = compiled(heavy)
    run = system.simulate(
        system.assemble(rates={"A": w}), until=0.02, every=1e-3, rtol=1e-11, atol=1e-13,
        certify=False,
    )  # fmt: skip
    e, d, q, R = 4 * 2 * w, 2e-3, 3e-3, 0.5
    A = np.array([[-R / d, e * q / d], [-e * d / q, -R / q]])
    b = np.array([u[0] / d, (u[1] - e * 0.05) / q])
    rest = -np.linalg.solve(A, b)
    exact = np.array([rest - expm(A * t) @ rest for t in run.t])
    assert np.allclose(run["motor.current_d"], exact[:, 0], atol=1e-8)
    assert np.allclose(run["motor.current_q"], exact[:, 1], atol=1e-8)
    i_d, i_q = exact[-1]
    torque = 1.5 * 4 * (0.05 * i_q + (d - q) * i_d * i_q)
    assert run["motor.torque"][-1] == pytest.approx(torque, rel=1e-7)
    assert run["motor.effort"][-1] == pytest.approx(2 * torque, rel=1e-7)


def test_the_drive_follows_its_targets() -> None:
    """Below the limits the current is an exponential, the torque 1.5 p flux i_q; energy closes."""
    m = rotor(0.01)
    m.synchronous_motor("motor", "A", **MACHINE, target_q=3.0, bandwidth=500.0)
    system = compiled(m)
    run = system.simulate(
        system.assemble(), until=0.02, every=1e-3, rtol=1e-10, atol=1e-12, certify=False
    )
    t = np.asarray(run.t)
    assert np.allclose(run["motor.current_q"], 3.0 * (1 - np.exp(-500 * t)), atol=1e-8)
    assert np.max(np.abs(run["motor.current_d"])) < 1e-9
    rate = 1.5 * 4 * 0.05 * 3.0 / 0.01 * (t - (1 - np.exp(-500 * t)) / 500)
    assert np.allclose(run["A.rate"], rate, rtol=1e-7, atol=1e-9)
    assert run.energy_error < 1e-9


def test_the_voltage_limits_the_speed_of_a_synchronous_motor() -> None:
    """Without load it ends where the voltage of the magnets is that of the inverter."""
    m = rotor(1e-4)
    m.synchronous_motor("motor", "A", **MACHINE, target_q=9.0, bandwidth=500.0, voltage_limit=24.0,
                        current_limit=5.0)  # fmt: skip
    system = compiled(m)
    run = system.simulate(system.assemble(), until=0.6, every=0.01, rtol=1e-8, certify=False)
    assert np.max(run["motor.current_q"]) < 5.0 + 1e-6
    size = np.hypot(run["motor.voltage_d"], run["motor.voltage_q"])
    assert np.max(size) <= 24.0 * (1 + 1e-9)
    assert abs(run["motor.torque"][-1]) < 1e-3
    assert run["A.rate"][-1] > 0.8 * 24.0 / (4 * 0.05)
    assert run.energy_error < 1e-6


@pytest.mark.parametrize(
    ("kind", "options", "said"),
    [
        ("dc_motor", {**MOTOR}, "or duty must be given"),
        ("dc_motor", {**MOTOR, "voltage": 1.0, "duty": 0.5, "supply": 9.0}, "both given"),
        ("dc_motor", {**MOTOR, "duty": 0.5}, "supply"),
        ("synchronous_motor", {**MACHINE, "target_q": 1.0}, "bandwidth"),
        (
            "synchronous_motor",
            {**MACHINE, "target_q": 1.0, "voltage_q": 1.0},
            "voltages or targets",
        ),
    ],
)
def test_commands_that_contradict_each_other(kind: str, options: Any, said: str) -> None:
    m = rotor()
    getattr(m, kind)("motor", "A", **options)
    with pytest.raises(ModelError, match=said):
        m.build()


# --- the pneumatic cylinder -----------------------------------------------------------------------

CYLINDER: dict[str, Any] = {
    "at_a": (0, 0, 0), "at_b": (1, 0, 0), "area_a": "20 cm^2", "area_b": "20 cm^2", "stroke": 0.6,
    "closed_length": 0.7, "dead_a": "100 cm^3", "dead_b": "100 cm^3",
    "initial_pressure_a": "3 bar", "initial_pressure_b": "3 bar",
}  # fmt: skip


def test_a_shut_cylinder_is_a_spring_of_gas() -> None:
    """p V^n stays in both chambers over a large stroke; small motion has the known frequency."""
    m = slide(5.0)
    m.pneumatic_cylinder("air", m.ground, "load", **CYLINDER, exponent=1.3)
    system = compiled(m)
    run = system.simulate(
        system.assemble(rates={"S": 3.0}), until=0.3, every=1e-3, rtol=1e-10, atol=1e-10,
        certify=False,
    )  # fmt: skip
    x = np.asarray(run["S"])
    assert np.ptp(x) > 0.15
    for side, sign in (("a", 1.0), ("b", -1.0)):
        V = 1e-4 + 20e-4 * (0.3 + sign * x)
        exact = 3e5 * ((1e-4 + 20e-4 * 0.3) / V) ** 1.3
        assert np.allclose(run[f"air.pressure_{side}"], exact, rtol=1e-6)
    assert run.energy_error < 1e-8
    omega = np.sqrt(2 * 1.3 * 3e5 * 20e-4**2 / 7e-4 / 5.0)
    lean = system.linearize(system.assemble())
    assert np.max(lean.eigenvalues.imag) == pytest.approx(omega, rel=1e-9)


def test_a_chamber_fills_at_the_speed_of_sound_and_then_slower() -> None:
    """Sonic: dp/dt = n p0 C p_1/V; then by quadrature of 1/psi. The other chamber empties."""
    from scipy.integrate import quad

    C, b, n, V = 2e-8, 0.3, 1.4, 7e-4
    m = slide(5.0)
    options = {**CYLINDER, "initial_pressure_a": 1e5, "initial_pressure_b": 1e5}
    m.pneumatic_cylinder("air", m.ground, "load", **options, conductance=C, critical_ratio=b,
                         opening=1.0, supply_pressure=7e5, exhaust_pressure=1e5)  # fmt: skip
    system = compiled(m)
    rate = n * 1e5 * C * 7e5 / V
    sonic = (b * 7e5 - 1e5) / rate
    upper = 6e5

    def slower(p: float) -> float:
        return 1.0 / np.sqrt(1.0 - ((p / 7e5 - b) / (1 - b)) ** 2)

    later = sonic + quad(slower, b * 7e5, upper)[0] / rate
    run = system.simulate(
        system.assemble(), until=later, every=later / 50, locked=["S"], rtol=1e-10, atol=1e-6,
        certify=False,
    )  # fmt: skip
    t, p = np.asarray(run.t), np.asarray(run["air.pressure_a"])
    first = t < sonic
    assert np.allclose(p[first], 1e5 + rate * t[first], rtol=1e-7)
    assert p[-1] == pytest.approx(upper, rel=1e-6)
    assert run["air.pressure_b"][-1] == pytest.approx(1e5, rel=1e-9)
    assert run["air.flow_a"][0] == pytest.approx(1e5 * C * 7e5, rel=1e-9)


def test_a_valve_moves_the_piston_and_the_ledger_closes() -> None:
    m = slide(20.0)
    options = {**CYLINDER, "area_b": "15 cm^2", "initial_pressure_b": "4 bar"}
    m.pneumatic_cylinder(
        "air", m.ground, "load", **options, friction=80.0, conductance="2 l/s/bar",
        supply_pressure="7 bar", opening=lambda t: 0.25 * np.cos(20.0 * t),
    )  # fmt: skip
    system = compiled(m)
    run = system.simulate(system.assemble(), until=0.6, rtol=1e-9, atol=1e-9, certify=False)
    assert np.ptp(np.asarray(run["S"])) > 0.05 and np.max(np.abs(run["S"])) < 0.3
    assert run.energy_error < 1e-6


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"opening": 0.5}, "conductance"),
        ({"initial_pressure_a": 0.0}, "absolute"),
        ({"critical_ratio": 1.0}, "below 1"),
    ],
)
def test_numbers_that_no_gas_has(change: dict[str, Any], said: str) -> None:
    m = slide(1.0)
    m.pneumatic_cylinder("air", m.ground, "load", **{**CYLINDER, **change})
    with pytest.raises(ModelError, match=said):
        m.build()
