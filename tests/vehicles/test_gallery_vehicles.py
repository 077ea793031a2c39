"""Quarter and half vehicles: at rest, against closed forms, on random roads."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Mechanism, gallery, ride
from sarrus.road import Iso8608, SineRoad

QUARTER = {"sprung": 320.0, "unsprung": 40.0, "k": 18e3, "c": 1.2e3, "tyre_k": 2e5, "tyre_c": 100.0}


def transfer(f: float) -> tuple[complex, complex]:
    """Return body and wheel per road amplitude, by hand."""
    M, m, k, c, kt, ct = QUARTER.values()
    s = 2j * np.pi * f
    A = np.array([[M * s * s + c * s + k, -c * s - k],
                  [-c * s - k, m * s * s + (c + ct) * s + k + kt]])  # fmt: skip
    body, wheel = np.linalg.solve(A, [0.0, ct * s + kt])
    return body, wheel


@pytest.mark.parametrize("f", [0.5, 1.2, 4.0, 11.0])
def test_quarter_vehicle_frequency_response(f: float) -> None:
    """The steady motion on a sine, against the closed form."""
    length, amplitude = 10.0, 1e-3
    model = gallery.quarter_vehicle(road=SineRoad(amplitude, length), speed=f * length, **QUARTER)
    system = model.compile(kernels=())
    settle, periods = np.ceil(12.0 * f) / f, 4
    run = system.simulate(system.state([0.0, 0.0]), until=settle + periods / f, every=1.0 / f / 64,
                          rtol=1e-9, atol=1e-13)  # fmt: skip
    last = run.t >= settle - 1e-9
    t = run.t[last][:-1]
    for joint, expected in zip(("bounce", "hop"), transfer(f), strict=True):
        z = np.asarray(run[f"{joint}.displacement"])[last][:-1]
        found = 2.0 * np.mean(z * np.exp(-2j * np.pi * f * t)) / amplitude
        road = 2.0 * np.mean(np.sin(2.0 * np.pi * f * t) * np.exp(-2j * np.pi * f * t))
        assert abs(found / road) == pytest.approx(abs(expected), rel=1e-6)


def test_quarter_vehicle_linearised_has_the_poles_of_the_closed_form() -> None:
    system = gallery.quarter_vehicle(**QUARTER).compile(kernels=())
    poles = system.linearize(system.state([0.0, 0.0])).eigenvalues
    M, m, k, c, kt, ct = QUARTER.values()
    mass, K = np.diag([m, M]), np.array([[k + kt, -k], [-k, k]])
    C = np.array([[c + ct, -c], [-c, c]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)],
                  [-np.linalg.solve(mass, K), -np.linalg.solve(mass, C)]])  # fmt: skip
    expected = np.linalg.eigvals(A)
    np.testing.assert_allclose(np.sort_complex(poles), np.sort_complex(expected), rtol=1e-9)


@pytest.mark.parametrize("make", [gallery.quarter_vehicle, gallery.half_vehicle])
def test_vehicles_rest_as_drawn(make) -> None:  # type: ignore[no-untyped-def]
    system = make().compile(kernels=())
    state = system.state(np.zeros(system.nq))
    assert np.max(np.abs(system.accelerations(state).vdot)) < 1e-10
    run = system.simulate(state, until=1.0)
    loads = ride.wheel_loads(run.history)
    weight = 9.81 * sum(body.mass for body in system.model.bodies)
    assert sum(load[-1] for load in loads.values()) == pytest.approx(weight, rel=1e-9)


def test_half_vehicle_on_a_rough_road_and_its_comfort() -> None:
    """Comfort grows with the class, by two from one to the next, as the road does."""
    totals = []
    for kind in ("B", "C"):
        road = Iso8608(kind, length=400.0, seed=3)
        system = gallery.half_vehicle(road=road).compile(kernels=())
        v = system.velocities_of({"chassis.vx": 15.0})
        run = system.simulate(system.state(np.zeros(5), v), until=20.0, every=0.005, rtol=1e-5)
        assert run.energy_error < 1e-4
        felt = ride.comfort(run.history, "chassis", directions=("x", "z"))
        totals.append(felt.total)
        loads = ride.axle_loads(run.history, {"front": ["front tyre"], "rear": ["rear tyre"]})
        assert np.mean(loads["front"]) == pytest.approx(
            9.81 * (1200.0 * 1.5 / 2.7 + 90.0), rel=0.02
        )
    assert totals[1] / totals[0] == pytest.approx(2.0, rel=0.1)


def test_comfort_in_axes_of_the_body() -> None:
    """Who lies on his back feels along x what the world calls z."""
    m = Mechanism("lying")
    m.body("bed", 10.0, (0, 0, 0), (1.0, 1.0, 1.0), rpy=(0.0, np.pi / 2.0, 0.0))
    m.prismatic("J", m.ground, "bed", at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    found = system.drive({"J": lambda t: 0.01 * np.sin(8.0 * np.pi * t)}, until=8.0, every=0.005)
    own = ride.comfort(found.history, "bed")
    world = ride.comfort(found.history, "bed", axes="world")
    assert own.axes["z"].rms < 1e-12 and world.axes["x"].rms < 1e-12
    amplitude = 0.01 * (8.0 * np.pi) ** 2 / np.sqrt(2.0)
    assert own.axes["x"].rms == pytest.approx(amplitude * 0.512, rel=0.02)  # Wd at 4 Hz
    assert world.axes["z"].rms == pytest.approx(amplitude * 0.967, rel=0.02)  # Wk at 4 Hz


def test_wheels_that_are_none_are_named() -> None:
    system = gallery.quarter_vehicle().compile(kernels=())
    run = system.simulate(system.state([0.0, 0.0]), until=0.1)
    with pytest.raises(Exception, match=r"M09.*wheel 'tire'.*tyre"):
        ride.wheel_loads(run.history, ["tire"])
