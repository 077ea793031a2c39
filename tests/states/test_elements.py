"""The elements with states that come with the package, against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from sarrus import Mechanism, ModelError
from sarrus.cartesian import CartesianSystem
from states.machines import compiled


def rotor(inertia: float = 0.02) -> Mechanism:
    m = Mechanism("rotor")
    m.body("rotor", mass=1.0, inertia=(0.01, 0.01, inertia))
    m.revolute("A", m.ground, "rotor", at=(0, 0, 0), axis="z")
    return m


def slide(mass: float) -> Mechanism:
    m = Mechanism("slide")
    m.body("load", mass=mass, com=(1, 0, 0), inertia=(1, 1, 1))
    m.prismatic("S", m.ground, "load", at=(1, 0, 0), axis="x")
    return m


# --- the motor ------------------------------------------------------------------------------------


def test_dc_motor_with_gear_under_a_step_of_voltage() -> None:
    R, L, k, gear, u, J = 2.0, 0.05, 0.3, 4.0, 12.0, 0.5
    m = rotor(J)
    m.dc_motor(
        "motor", "A", constant=k, resistance=R, inductance=L, voltage=u, gear=gear,
        initial_current="100 mA",
    )  # fmt: skip
    system = compiled(m)
    run = system.simulate(system.assemble(), until=0.4, rtol=1e-10, atol=1e-12, certify=False)
    A = np.array([[0.0, gear * k / J], [-gear * k / L, -R / L]])
    rest = np.array([u / (gear * k), 0.0])
    exact = [rest + expm(A * t) @ (np.array([0.0, 0.1]) - rest) for t in run.t]
    assert np.allclose(run["A.rate"], [x[0] for x in exact], rtol=1e-7, atol=1e-9)
    assert np.allclose(run["motor.current"], [x[1] for x in exact], rtol=1e-7, atol=1e-9)
    assert np.allclose(run["motor.effort"], gear * k * run["motor.current"])
    brought = run["motor.supply"] - run["motor.dissipation"] - run["motor.power"]
    stored = L * run["motor.current"] * run["motor.current_rate"]
    assert np.allclose(brought, stored, atol=1e-9)
    assert run.energy_error < 1e-9


def test_stiff_motor_by_bdf_and_ida() -> None:
    m = rotor(0.02)
    m.dc_motor(
        "motor", "A", constant=0.3, resistance=2.0, inductance=2e-7,
        voltage=lambda t: 12.0 * np.sin(3.0 * t),
    )  # fmt: skip
    system = compiled(m)
    for method in ("bdf", "ida"):
        run = system.simulate(
            system.assemble(), until=1.0, method=method, rtol=1e-8, atol=1e-10, certify=False
        )
        assert run.account.steps < 2000
        # without inductance J dw/dt = k (u - k w)/R
        a, b = 0.3**2 / 2.0 / 0.02, 0.3 * 12.0 / 2.0 / 0.02
        t = np.asarray(run.t)
        exact = b * (a * np.sin(3 * t) - 3 * np.cos(3 * t) + 3 * np.exp(-a * t)) / (a * a + 9)
        assert np.max(np.abs(np.asarray(run["A.rate"]) - exact)) < 1e-4


# --- relaxation -----------------------------------------------------------------------------------


def test_relaxation_in_phase_and_amplitude() -> None:
    k, c, mass = 1e3, 40.0, 2.0
    m = slide(mass)
    m.relaxation("rel", m.ground, "load", at_a=(0, 0, 0), at_b=(1, 0, 0), k=k, c=c, k_parallel=70.0)
    system = compiled(m)
    for omega in (2.0, 25.0, 300.0):
        amplitude = 0.01
        run = system.simulate(
            system.assemble(rates={"S": amplitude * omega}),
            until=10 * c / k + 4 * np.pi / omega,
            driven={"S": lambda t, w=omega: 0.01 * np.sin(w * t)},
            rtol=1e-9,
            atol=1e-12,
            certify=False,
        )
        t, force = np.asarray(run.t), np.asarray(run["rel.force"])
        late = t > t[-1] - 2 * np.pi / omega
        # dynamic stiffness k i w/(i w + k/c) + k_parallel
        stiffness = k * 1j * omega / (1j * omega + k / c) + 70.0
        exact = amplitude * np.imag(stiffness * np.exp(1j * omega * t))
        assert np.max(np.abs(force - exact)[late]) < 1e-4 * amplitude * abs(stiffness)
    lean = system.linearize(system.assemble())
    assert (
        sorted(np.abs(np.poly(lean.A) - [1, k / c, (k + 70) / mass, 70 * k / c / mass]))[-1] < 1e-6
    )


def test_a_step_of_length_relaxes() -> None:
    m = slide(1.0)
    m.relaxation("rel", m.ground, "load", at_a=(0, 0, 0), at_b=(1, 0, 0), k=1e3, c=50.0)
    system = compiled(m)
    run = system.simulate(
        system.assemble({"S": 0.02}), until=0.2, locked=["S"], rtol=1e-10, atol=1e-13, certify=False
    )
    assert np.allclose(run["rel.force"], 20.0 * np.exp(-np.asarray(run.t) * 20.0), rtol=1e-6)


# --- the cylinder ---------------------------------------------------------------------------------

CYLINDER: dict[str, Any] = {
    "at_a": (0, 0, 0), "at_b": (1, 0, 0), "area_a": "20 cm^2", "area_b": "14 cm^2", "stroke": 0.6,
    "closed_length": 0.7, "dead_a": "100 cm^3", "dead_b": "150 cm^3",
    "initial_pressure_a": "50 bar", "initial_pressure_b": 50e5 * 20 / 14,
}  # fmt: skip


def test_natural_frequency_of_a_cylinder() -> None:
    m = slide(500.0)
    m.hydraulic_cylinder("cyl", m.ground, "load", **CYLINDER)
    system = compiled(m)
    beta, A, B, x = 1.4e9, 20e-4, 14e-4, 0.3
    stiffness = beta * (A * A / (1e-4 + A * x) + B * B / (1.5e-4 + B * (0.6 - x)))
    omega = np.sqrt(stiffness / 500.0)
    lean = system.linearize(system.assemble())
    assert np.max(lean.eigenvalues.imag) == pytest.approx(omega, rel=1e-9)
    run = system.simulate(
        system.assemble(rates={"S": 1e-4}), until=0.2, rtol=1e-10, atol=1e-13, certify=False
    )
    exact = 1e-4 / omega * np.sin(omega * np.asarray(run.t))
    assert np.max(np.abs(np.asarray(run["S"]) - exact)) < 1e-4 * 1e-4 / omega
    assert run.energy_error < 1e-6
    rest = system.equilibrium()
    assert rest["cyl.pressure_b"] * 14 == pytest.approx(rest["cyl.pressure_a"] * 20, rel=1e-9)


def test_a_valve_moves_the_cylinder_and_its_ledger_closes() -> None:
    m = slide(500.0)
    m.hydraulic_cylinder(
        "cyl", m.ground, "load", **CYLINDER, leakage=1e-12, friction=2e3, valve_flow="20 L/min",
        supply_pressure="160 bar", tank_pressure="2 bar", opening=lambda t: 0.5 * np.sin(8.0 * t),
    )  # fmt: skip
    system = compiled(m)
    run = system.simulate(
        system.assemble(), until=0.6, method="bdf", rtol=1e-8, atol=1e-9, certify=False
    )
    assert np.ptp(np.asarray(run["S"])) > 0.01
    assert run.energy_error < 1e-5
    again = system.simulate(system.assemble(), until=0.6, rtol=1e-8, atol=1e-10, certify=False)
    assert np.allclose(again["S"], run["S"], atol=1e-6)
    assert np.allclose(again["cyl.pressure_a"], run["cyl.pressure_a"], rtol=1e-3)


# --- the controller -------------------------------------------------------------------------------


def test_pid_holds_a_load_without_error() -> None:
    m = Mechanism("arm")
    m.body("arm", mass=1.0, com=(0.5, 0, 0), inertia=(0.0, 0.05, 0.05))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y")
    m.pid("hold", "A", 30.0, target="20 deg", ki=60.0, kd=6.0, lag="5 ms")
    system = compiled(m, parameters=["hold.target"])
    rest = system.equilibrium()
    target = np.deg2rad(20.0)
    assert rest["A.angle"] == pytest.approx(target, abs=1e-12)
    torque = -9.81 * 0.5 * np.cos(target)
    assert rest["hold.integral"] == pytest.approx(torque / 60.0, rel=1e-9)
    assert rest.stable
    run = system.simulate(system.assemble(), until=8.0, rtol=1e-8, certify=False)
    assert run["A.angle"][-1] == pytest.approx(target, abs=1e-3)
    units = {entry.name: entry.unit for entry in system.channels("hold.")}
    assert units["hold.integral"] == "rad s"
    assert units["hold.filtered_rate"] == "rad/s"


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"initial_pressure_a": None}, "initial_pressure_a"),
        ({"initial_pressure_b": "3 kN"}, r"initial_pressure_b.*3 kN"),
        ({"opening": 0.5}, "valve_flow"),
    ],
)
def test_start_values_missing_or_of_the_wrong_unit(change: dict[str, Any], said: str) -> None:
    m = slide(1.0)
    options = {key: x for key, x in {**CYLINDER, **change}.items() if x is not None}
    with pytest.raises((ModelError, TypeError), match=said):
        m.hydraulic_cylinder("cyl", m.ground, "load", **options)
        m.build()


@pytest.mark.parametrize(
    ("states", "rates", "said"),
    [
        ({"i": "A"}, lambda s: {"i": 0.0}, "start value and a unit"),
        ({"i": (None, "A")}, lambda s: {"i": 0.0}, "states 'i'"),
        ({"i": ("2 V", "A")}, lambda s: {"i": 0.0}, "2 V"),
        ({"i": (0.0, "A", -1.0)}, lambda s: {"i": 0.0}, "scale above 0"),
        ({"i": (0.0, "A")}, None, "rates.*'i'"),
        ({"i": (0.0, "A")}, lambda s: {"j": 0.0}, "rates of .*'i'"),
        ({"i": (0.0, "A")}, lambda s: {"i": s.state("j")}, "'j' is not the name of a state"),
        ({"power": (0.0, "A")}, lambda s: {"power": 0.0}, "not a name that a state may have"),
        (None, lambda s: {"i": 0.0}, "laws with states"),
    ],
)
def test_bad_states_of_user_forces(states: Any, rates: Any, said: str) -> None:
    m = rotor()
    m.user_force("f", lambda s: s.effort("A", 1.0), states=states, rates=rates)
    with pytest.raises(ModelError, match=said):
        m.build()


def test_energy_and_supply_must_agree_with_the_rates() -> None:
    m = rotor()
    m.user_force(
        "f",
        lambda s: s.effort("A", 0.3 * s.state("i")),
        states={"i": (0.0, "A")},
        rates=lambda s: {"i": (12.0 - 2.0 * s.state("i") - 0.3 * s.rate("A")) / 0.05},
        energy=lambda s: 0.5 * 0.06 * s.state("i") ** 2,
        dissipation=lambda s: 2.0 * s.state("i") ** 2,
        supply=lambda s: 12.0 * s.state("i"),
    )
    with pytest.raises(ModelError, match="M30"):
        m.build()


def test_unknown_states_are_refused() -> None:
    m = rotor()
    m.dc_motor("motor", "A", constant=0.3, resistance=2.0, inductance=0.05, voltage=1.0)
    system = compiled(m)
    with pytest.raises(ModelError, match=r"id you mean 'motor\.current'"):
        system.assemble(states={"motor.curent": 1.0})
    with pytest.raises(ModelError, match=r"motor.current.*1 number"):
        system.assemble(states={"motor.current": [1.0, 2.0]})
    with pytest.raises(ModelError, match="is a state of a force element"):
        system.assemble({"motor.current": 1.0})
    with pytest.raises(ModelError, match="z"):
        system.forward_dynamics([0.0], [0.0], [0.0], z=[1.0, 2.0])
    with pytest.raises(ModelError, match="states of its own"):
        CartesianSystem(system.model)


# --- with rolling and steady motion ---------------------------------------------------------------


def test_a_motor_on_a_rolling_wheel_and_its_steady_motion() -> None:
    k, R, L, u, d, radius = 0.3, 2.0, 0.05, 12.0, 0.05, 0.3
    m = Mechanism("cart")
    m.body("frame", mass=5.0, inertia=(0.3, 0.3, 0.3), at=(0, 0, radius))
    m.body("wheel", mass=1.0, inertia=(0.01, 0.02, 0.01), at=(0, 0, radius))
    m.planar("P", m.ground, "frame", at=(0, 0, radius), axis="z")
    m.revolute("A", "frame", "wheel", at=(0, 0, radius), axis="y")
    m.rolling("roll", "wheel", radius=radius, center=(0, 0, radius), axis="y")
    m.dc_motor("motor", "A", constant=k, resistance=R, inductance=L, voltage=u)
    m.joint_damper("rub", "A", d=d)
    system = compiled(m, parameters=["motor.voltage"])
    start = system.assemble(rates={"A": 1.0})
    inertia = 0.02 + 6.0 * radius**2
    A = np.array([[-d / inertia, k / inertia], [-k / L, -R / L]])
    rest = np.array([u * k, u * d]) / (R * d + k * k)
    exact = rest + expm(0.5 * A) @ (np.array([1.0, 0.0]) - rest)
    for method in ("auto", "ida"):
        run = system.simulate(start, until=0.5, method=method, rtol=1e-9, atol=1e-11, certify=False)
        assert [run["A.rate"][-1], run["motor.current"][-1]] == pytest.approx([*exact], rel=1e-6)
    steady = system.equilibrium(start, moving={"P.rate": 0.0})
    assert [steady["A.rate"], steady.state["motor.current"]] == pytest.approx([*rest], rel=1e-9)
    lean = steady.linearization
    assert lean.states == ("P.rate", "A.rate", "motor.current")
    wanted = np.sort([0.0, *np.linalg.eigvals(A).real])
    assert np.sort(lean.eigenvalues.real) == pytest.approx(wanted, abs=1e-9)
    held = system.equilibrium(
        start, moving={"P.rate": 0.0, "A.rate": 5.0}, unknown=["motor.voltage"]
    )
    assert held["motor.voltage"] == pytest.approx(5.0 * (k + R * d / k), rel=1e-9)
