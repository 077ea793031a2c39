"""Text with units wherever Python takes numbers, and bare numbers that look like degrees."""

import math

import numpy as np
import pytest

from sarrus import Event, Mechanism, ModelError
from sarrus.events import Stop


@pytest.fixture(scope="module")
def system():
    m = Mechanism("swing")
    m.body("rod", 1, (0, 0, "-500 mm"), ("0.1 kg*m^2", 0.1, "1e4 g*cm^2"))
    m.body("slider", "500 g", inertia=(0.1, 0.1, 0.1), com=(0, 0, -1))
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="y")
    m.prismatic("S", "rod", "slider", at=(0, 0, -1), axis="z")
    m.spring_damper("spring", "ground", "slider", at_a=(1, 0, 0), at_b=(0, 0, -1), k="2 N/cm")
    return m.build().compile(kernels=(), parameters=["spring.k", "rod.mass"])


def test_coordinates_and_rates_are_text_with_units(system):
    state = system.assemble({"A": "30 deg", "S": "20 mm"}, {"A": "60 rpm"})
    assert state["A.angle"] == pytest.approx(math.pi / 6)
    assert state["S.displacement"] == pytest.approx(0.02)
    assert state["A.rate"] == pytest.approx(2 * math.pi)
    assert np.allclose(system.coordinates_of({"A": "30 deg"}), [math.pi / 6, 0])
    assert np.allclose(system.velocities_of({"S.speed": "1 km/h"}), [0, 1 / 3.6])
    near = system.assemble({"S": 0.02}, guess={"A": "30 deg"})
    assert near["A.angle"] == pytest.approx(math.pi / 6)
    assert system.assemblies({"A": "30 deg"})[0]["A.angle"] == pytest.approx(math.pi / 6)


def test_times_are_text_with_units(system):
    start = system.assemble({"A": 0.5})
    run = system.simulate(start, until="0.1 s", method="rk4", step="10 ms", every="50 ms")
    assert np.allclose(run.t, [0, 0.05, 0.1])
    drive = system.drive({"A": "30 deg", "S": 0}, times=["0 s", "100 ms", 0.2])
    assert np.allclose(drive.t, [0, 0.1, 0.2])
    assert np.allclose(drive.history["A.angle"], math.pi / 6)
    assert len(system.drive({"A": 0, "S": 0}, until="1 min", every="20 s").t) == 4


def test_parameters_are_text_with_units(system):
    q = system.coordinates_of({"A": 0.3, "S": 0.1})
    text = system.applied_efforts(q, [0, 0], parameters={"spring.k": "5 N/cm", "rod.mass": "2 lb"})
    plain = system.applied_efforts(q, [0, 0], parameters={"spring.k": 500, "rod.mass": 0.90718474})
    assert np.allclose(text, plain, rtol=1e-14)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda s: s.assemble({"A": "30 mm"}), "M05"),
        (lambda s: s.assemble({"A": "thirty"}), "M25"),
        (lambda s: s.assemble(rates={"A": "30 deg"}), "M05"),
        (lambda s: s.assemble({"B": "30 deg"}), "M25"),
        (lambda s: s.mass_matrix([0, 0], parameters={"spring.k": "5 N"}), "M05"),
        (lambda s: s.simulate(s.assemble(), until="2 m"), "M05"),
        (lambda s: s.drive({"A": 0, "S": 0}, times=["0 s", "1 m"]), "M05"),
    ],
)
def test_other_units_are_refused(system, call, code):
    with pytest.raises(ModelError) as caught:
        call(system)
    assert caught.value.problems[0].code == code


@pytest.mark.parametrize("angle", [30, 90.0, -45, np.float64(12.5)])
def test_bare_numbers_that_look_like_degrees_get_a_notice(system, angle):
    state = system.assemble({"A": angle})
    (notice,) = state.notices
    assert (notice.code, notice.severity) == ("W05", "notice")
    assert f"'{angle:g} deg'" in notice.action
    drive = system.drive({"A": angle, "S": 0}, times=[0])
    assert [n.code for n in drive.notices] == ["W05"]


@pytest.mark.parametrize("angle", [1, 6, 7 * math.pi, 8.37, "400 deg", "30 rad"])
def test_other_angles_get_none(system, angle):
    assert not system.assemble({"A": angle}).notices
    assert not system.assemble({"S": 30.0}).notices


def test_events_cross_values_with_units(system):
    start = system.assemble({"A": "60 deg"})
    events = [Event("A.angle", at="30 deg", do=Stop()), Event("2*A.angle", at="100 deg")]
    run = system.simulate(start, until="2 s", events=events)
    assert run["A.angle"][-1] == pytest.approx(math.pi / 6, abs=1e-8)
    assert [e.t for e in run.events] == sorted(e.t for e in run.events)
    assert len(run.events) == 2
    with pytest.raises(ModelError, match="M05"):
        system.simulate(start, until=1, events=[Event("A.angle", at="3 mm")])


def test_sweeps_take_text_with_units(system):
    how = {"measure": "last A.angle", "until": "0.1 s", "method": "rk4", "step": "10 ms"}
    text = system.sweep({"rod.mass": ["400 g", "1 kg"]}, start={"A": "60 deg"}, workers=0, **how)
    plain = system.sweep({"rod.mass": [0.4, 1.0]}, start={"A": math.pi / 3}, workers=0, **how)
    assert np.allclose(text["last A.angle"], plain["last A.angle"], rtol=1e-12)
