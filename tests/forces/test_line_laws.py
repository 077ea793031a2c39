"""Springs, dampers, ropes, stops, actuators and gas: the laws against their formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from loops.mechanisms import four_bar
from sarrus import Mechanism, Model, System
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.model.forces import GasSpring, JointGasSpring, SpringDamper, Strut
from sarrus.model.forces.gas import LEAST, energy_ratio, pressure_ratio
from sarrus.spatial import Curve
from sarrus.storage.record import decode, encode

TIGHT = {"rtol": 1e-10, "atol": 1e-11}
ENDS = {"at_a": (0.0, 0.0, 0.0), "at_b": (1.0, 0.0, 0.0)}
SPRING = ((-0.5, -900.0), (-0.2, -150.0), (0.0, 0.0), (0.3, 200.0), (0.6, 1000.0))
BRAKE = ((-2.0, -300.0), (-0.5, -200.0), (0.0, 0.0), (0.5, 40.0), (2.0, 90.0))


def slide(add: Callable[[Mechanism], None]) -> Model:
    """A carriage of 2 kg on a rail along x, drawn 1 m from the wall."""
    m = Mechanism("slide", (0.0, 0.0, 0.0))
    m.body("cart", 2.0, (0, 0, 0), (1, 1, 1), at=(1.0, 0, 0))
    m.prismatic("P", m.ground, "cart", at=(1.0, 0, 0), axis="x")
    add(m)
    return m.build()


def strut(**options: Any) -> System:
    return slide(lambda m: m.spring_damper("s", m.ground, "cart", **ENDS, **options)).compile(
        kernels=()
    )


def pull(system: System, x: float, w: float = 0.0, t: float = 0.0) -> float:
    """Return the pull at an elongation and its rate."""
    return -float(system.applied_efforts([x], [w], t=t)[0])


# --- spring, damper, stops, actuator --------------------------------------------------------------


def test_preload_is_the_pull_at_the_free_length() -> None:
    drawn = strut(k=100.0, preload="40 N")
    assert pull(drawn, 0.0) == pytest.approx(40.0) and pull(drawn, 0.2) == pytest.approx(60.0)
    free = strut(k=100.0, preload=-40.0, free_length=0.8)
    assert pull(free, -0.2) == pytest.approx(-40.0) and pull(free, 0.0) == pytest.approx(-20.0)


def test_tables_go_through_their_rows() -> None:
    both = strut(k=SPRING, c=BRAKE)
    for x, f in SPRING:
        assert pull(both, x) == pytest.approx(f, abs=1e-9)
    for w, f in BRAKE:
        assert pull(both, 0.0, w) == pytest.approx(f, abs=1e-9)
    assert pull(both, 0.3, 0.5) == pytest.approx(240.0)


def test_functions_of_elongation_and_of_energy() -> None:
    """The derivative of the energy is the force."""
    by_energy = strut(energy=lambda x: 50.0 * x**2 + 3.0 * np.cos(x))
    by_force = strut(force=lambda x: 100.0 * x - 3.0 * np.sin(x))
    for x in (-0.4, 0.0, 0.7):
        expected = 100.0 * x - 3.0 * np.sin(x)
        assert pull(by_energy, x) == pytest.approx(expected, abs=1e-12)
        assert pull(by_force, x) == pytest.approx(expected, abs=1e-12)


def test_different_damping_in_both_directions() -> None:
    damper = strut(c_compression=30.0, c_rebound="0.1 N*s/mm")
    assert pull(damper, 0.0, 0.5) == pytest.approx(50.0)
    assert pull(damper, 0.0, -0.5) == pytest.approx(-15.0)


@pytest.mark.parametrize("x, w", [(-0.3, 1.0), (-0.3, -1.0), (0.2, 1.0), (0.2, -0.1), (0.2, -9.0)])
def test_ropes_never_push_and_props_never_pull(x: float, w: float) -> None:
    rope, prop = strut(k=100.0, c=10.0, acts="pull"), strut(k=100.0, c=10.0, acts="push")
    expected = max(100.0 * x + 10.0 * w, 0.0) if x > 0.0 else 0.0
    assert pull(rope, x, w) == pytest.approx(expected, abs=1e-12)
    assert pull(prop, -x, -w) == pytest.approx(-expected, abs=1e-12)


def test_progressive_stops() -> None:
    stops = strut(k=10.0, bump_stop=("20 cm", 1e4, 2), rebound_stop=(0.3, "2 N/mm"))
    assert pull(stops, -0.2) == pytest.approx(-2.0) and pull(stops, 0.3) == pytest.approx(3.0)
    assert pull(stops, -0.3) == pytest.approx(-3.0 - 1e4 * 0.1**2)
    assert pull(stops, 0.4) == pytest.approx(4.0 + 2000.0 * 0.1)


def test_actuators() -> None:
    table = ((0.0, 1.0, 3.0), (0.0, 50.0, 20.0))
    for law, t, expected in (
        (7.0, 0.3, 7.0),
        (lambda t: 5.0 * np.sin(t), 0.3, 5.0 * np.sin(0.3)),
        (table, 1.0, 50.0),
        (table, 9.0, 20.0),
        (Curve((0.0, 2.0), (0.0, 8.0), smooth=0), 0.5, 2.0),
    ):
        assert pull(strut(actuator=law), 0.1, 0.2, t) == pytest.approx(expected)


def test_a_plain_spring_is_still_the_plain_element() -> None:
    """The linear case has the arithmetic that it always had."""
    (plain,) = slide(lambda m: m.spring_damper("s", "ground", "cart", **ENDS, k=3, c=1)).forces
    assert type(plain) is SpringDamper


# --- runs -----------------------------------------------------------------------------------------

ELEMENTS: dict[str, dict[str, Any]] = {
    "table": {"k": SPRING, "c": BRAKE, "free_length": 0.8},
    "energy": {
        "energy": lambda x: 40.0 * x**2 + 30.0 * x**4,
        "c_compression": 1.0,
        "c_rebound": 3.0,
    },
    "force": {"force": lambda x: 90.0 * x + 0.5, "c": lambda w: 2.0 * w * abs(w)},
    "rope": {"k": 200.0, "c": 60.0, "acts": "pull", "free_length": 0.9},
    "prop": {"k": 200.0, "acts": "push", "c_rebound": 1.0, "c_compression": 2.0},
    "stops": {"k": 20.0, "bump_stop": (0.1, 3e3, 2), "rebound_stop": (0.1, 900.0, 1.5), "c": 0.5},
    "actuator": {"k": 80.0, "c": 1.0, "actuator": lambda t: 20.0 * np.cos(6.0 * t)},
    "motor table": {"k": 80.0, "actuator": ((0.0, 0.5, 1.0, 1.5), (0.0, 20.0, -5.0, 0.0))},
}


@pytest.mark.parametrize("kind", ELEMENTS)
def test_ledger_of_an_open_mechanism(kind: str) -> None:
    system = strut(**ELEMENTS[kind])
    start = system.state([0.15], [-2.5])
    run = system.simulate(start, until=2.0, every=0.01, **TIGHT)
    assert run.energy_error <= 1e-6
    assert np.all(np.diff(run.loss) >= -1e-12) and np.ptp(run["P"]) > 0.1
    element = system.model.forces[0]
    supplied = kind in ("force", "actuator", "motor table")
    assert (np.ptp(run.work) > 1e-3) == supplied and isinstance(element, Strut)


@pytest.mark.parametrize("kind", ELEMENTS)
def test_ledger_of_a_closed_mechanism(kind: str) -> None:
    ends = {"at_a": (1, 3, 0), "at_b": (1, 1.2, 0)}
    options = {name: value for name, value in ELEMENTS[kind].items() if name != "free_length"}
    model = four_bar(more=lambda m: m.spring_damper("s", "ground", "coupler", **ends, **options))
    system = model.compile(kernels=())
    run = system.simulate(
        system.assemble({"A": 0.3}, {"A.rate": 6.0}), until=1.5, every=0.01, **TIGHT
    )
    assert run.energy_error <= 1e-6
    assert np.ptp(run["s.length"]) > 0.1 and np.all(run["s.dissipation"] >= 0.0)


def test_gas_springs_in_motion() -> None:
    def add(m: Mechanism) -> None:
        gas = {"area": "20 cm^2", "volume": "1.5 l", "force": "400 N", "exponent": 1.3}
        m.gas_spring("g", m.ground, "cart", **ENDS, **gas, c_compression=8.0, c_rebound=20.0)
        m.point_force("load", "cart", (-400.0, 0, 0), on=(0, 0, 0))

    system = slide(add).compile(kernels=())
    assert system.applied_efforts([0.0], [0.0])[0] == pytest.approx(0.0, abs=1e-9)
    run = system.simulate(system.state([0.0], [-3.0]), until=2.0, every=0.01, **TIGHT)
    assert run.energy_error <= 1e-6 and run.loss[-1] > 5.0 and np.ptp(run["P"]) > 0.1


def test_hydropneumatic_arm_of_paper_1() -> None:
    """T0/(1 + 1.6 dphi)^1.3 - 1.2e4 dphid, from the static angle."""

    def add(m: Mechanism) -> None:
        m.body("arm", 400.0, (0.34, 0, 0), (15, 15, 15))
        m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="z")
        ratio = "1.6 rad^-1"
        m.joint_gas_spring("hsu", "A", 1.5e4, ratio, exponent=1.3, reference="-25 deg", d=1.2e4)

    system = slide(add).compile(kernels=())
    place = system.compiled.layout.v_slice["A"].start
    for phi, rate in ((0.0, 0.0), (0.2, -0.3), (-0.4, 1.1)):
        q, v = np.zeros(2), np.zeros(2)
        q[place], v[place] = np.radians(-25.0) + phi, rate
        expected = 1.5e4 / (1.0 + 1.6 * phi) ** 1.3 - 1.2e4 * rate
        assert system.applied_efforts(q, v)[place] == pytest.approx(expected, rel=1e-12)
    q, v = np.zeros(2), np.zeros(2)
    q[place], v[place] = np.radians(-25.0), -2.0
    run = system.simulate(system.state(q, v), until=1.0, every=0.01, **TIGHT)
    assert run.energy_error <= 1e-6 and run.loss[-1] > 100.0


# --- gas ------------------------------------------------------------------------------------------


@given(st.floats(-0.5, 4.0), st.sampled_from([1.0, 1.1, 1.3, 1.4, 2.0]))
def test_energy_of_the_gas_is_the_integral_of_its_pressure(r: float, n: float) -> None:
    inner = [LEAST] if r < LEAST else None
    value, _ = quad(lambda x: -float(pressure_ratio(x, n)), 1.0, r, points=inner, limit=500)
    assert energy_ratio(r, n) == pytest.approx(value, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("n", [1.0, 1.4])
def test_the_gas_goes_on_where_its_volume_would_vanish(n: float) -> None:
    h = 1e-7
    slopes = [
        (float(pressure_ratio(LEAST + a + h, n)) - float(pressure_ratio(LEAST + a, n))) / h
        for a in (-2 * h, h)
    ]
    assert slopes[0] == pytest.approx(slopes[1], rel=1e-3)
    pressures = [float(pressure_ratio(r, n)) for r in (LEAST, 0.0, -1.0)]
    assert np.all(np.isfinite(pressures)) and pressures[0] < pressures[1] < pressures[2]


@pytest.mark.parametrize("atmosphere", [0.0, 101325.0])
def test_gas_force_by_its_law(atmosphere: float) -> None:
    gas = {"area": 1e-3, "volume": 4e-4, "pressure": 6e5, "exponent": 1.2, "length": 0.9}

    def add(m: Mechanism) -> None:
        m.gas_spring("g", m.ground, "cart", **ENDS, **gas, atmosphere=atmosphere)

    system = slide(add).compile(kernels=())
    for x in (-0.2, -0.1, 0.5):
        V = 4e-4 + 1e-3 * (1.0 + x - 0.9)
        expected = 1e-3 * (6e5 * (4e-4 / V) ** 1.2 - atmosphere)
        assert -pull(system, x) == pytest.approx(expected, rel=1e-12)


# --- records --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ELEMENTS)
def test_records_round_trip(kind: str) -> None:
    model = slide(lambda m: m.spring_damper("s", m.ground, "cart", **ENDS, **ELEMENTS[kind]))
    again = model_from_record(decode(encode(model_record(model))))
    assert again == model and again.content_hash == model.content_hash
    assert " at 0x" not in repr(model.forces)


def test_gas_records_round_trip() -> None:
    def add(m: Mechanism) -> None:
        m.gas_spring("g", "ground", "cart", **ENDS, area=1e-3, volume=1e-3, force=50.0, c=BRAKE)
        m.joint_gas_spring("h", "P", 100.0, 2.0)

    model = slide(add)
    assert [type(e) for e in model.forces] == [GasSpring, JointGasSpring]
    again = model_from_record(decode(encode(model_record(model))))
    assert again == model and again.content_hash == model.content_hash


def test_parameters_of_a_strut_are_inputs() -> None:
    options = {"k": SPRING, "c": 2.0, "preload": 3.0, "bump_stop": (0.1, 50.0)}
    model = slide(lambda m: m.spring_damper("s", m.ground, "cart", **ENDS, **options))
    chosen = {"s.preload": 9.0, "s.c": 4.0, "s.bump_clearance": 0.0, "s.bump_stiffness": 70.0}
    system = model.compile(parameters=list(chosen), kernels=())
    base = -Curve(*np.array(SPRING).T)(-0.2)
    found = system.applied_efforts([-0.2], [0.5], parameters=chosen)[0]
    assert found == pytest.approx(base - 9.0 - 4.0 * 0.5 + 70.0 * 0.2)
    found = system.applied_efforts([-0.2], [0.5])[0]
    assert found == pytest.approx(base - 3.0 - 2.0 * 0.5 + 50.0 * 0.1)
