"""The tracked vehicle of paper 1 as its reference describes it: wheels over a half-round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import sarrus
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.road import HalfRound
from sarrus.spatial.arrays import Scalar
from sarrus.system.simulation.contact_notices import contact_notices

G, R, ARM, LEAN = 9.81, 0.318, 0.40, np.radians(25.0)
STATIONS = (1.875, 1.125, 0.375, -0.375, -1.125, -1.875)
LOAD = (46000.0 + 12 * 400.0) * G / 12


@dataclass(frozen=True)
class Suspension(ForceElement):
    """Two equal torsion bars or gas springs with their damping, for the arms of both sides."""

    name: str
    joint: str
    torque: float
    gas: bool

    type_name: ClassVar[str] = "suspension"

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def _rebound(self, scene: Scene) -> tuple[Scalar, Scalar]:
        return -scene.coordinate(self.joint, 0), -scene.rate(self.joint, 0)

    def loads(self, scene: Scene) -> Sequence[Load]:
        phi, rate = self._rebound(scene)
        spring = self.torque / (1.0 + 1.6 * phi) ** 1.3 if self.gas else self.torque - 8e4 * phi
        damper = (1.2e4 if self.gas else 2.0e3) * rate
        return (CoordinateLoad(self.joint, 0, -2.0 * (spring - damper)),)

    def potential(self, scene: Scene) -> Scalar:
        phi, _ = self._rebound(scene)
        if self.gas:
            return 2.0 * self.torque / 0.48 * (1.0 + 1.6 * phi) ** -0.3
        return 2.0 * (4e4 * phi - self.torque) * phi

    def dissipation(self, scene: Scene) -> Scalar:
        _, rate = self._rebound(scene)
        return 2.0 * (1.2e4 if self.gas else 2.0e3) * rate * rate


def vehicle(preload: float = 0.0) -> sarrus.Model:
    """Hull and six arms in the plane, each for two; at rest but for 11 m/s along x.

    preload: of the bands of both sides together; without one there is no band.
    """
    m = sarrus.Mechanism("tracked_vehicle", gravity=(0, 0, -G))
    axle = R - LOAD / 1.2e6
    pivot = axle + ARM * np.sin(LEAN)
    hull = m.body(
        "hull", mass=46000, com=(0, 0, 0), inertia=(2e5, 2e5, 2e5), at=(0, 0, pivot + 0.25)
    )
    m.planar("plane", m.ground, hull, at=(0, 0, pivot + 0.25), axis="y")
    m.start_velocity(hull, velocity=(11, 0, 0))
    m.frame("seat", hull, at=(1.3, 0, 0.1))
    torque = (LOAD - 0.85 * 400.0 * G) * ARM * np.cos(LEAN)
    for i, x in enumerate(STATIONS):
        at = (x + ARM * np.cos(LEAN), 0, pivot)
        com = (-0.85 * ARM * np.cos(LEAN), 0, -0.85 * ARM * np.sin(LEAN))
        arm = m.body(f"arm{i}", mass=800, com=com, inertia=(30, 30, 30), at=at)
        m.revolute(f"pivot{i}", hull, arm, at=at, axis="y")
        m.add(Suspension(f"spring{i}", f"pivot{i}", torque, i in (0, 1, 5)))
        tyre = {"radius": R, "k": 2.4e6, "c": 1.6e4, "contact": "vertical"}
        m.wheel_contact(f"wheel{i}", arm, HalfRound(0.254, at=20.8), at=(x, 0, axle), **tyre)
        m.start_velocity(arm, velocity=(11, 0, 0))
        m.frame(f"axle{i}", arm, at=(-ARM * np.cos(LEAN), 0, -ARM * np.sin(LEAN)))
    if preload:
        ends = [(hull, (2.9, 0, 0.75), 0.3), (hull, (-2.9, 0, 0.75), 0.32)]
        wheels = [(f"arm{5 - i}", (x, 0, axle), R) for i, x in enumerate(reversed(STATIONS))]
        m.track("band", [*ends, *wheels], base=hull, k=2e7, c=2e3, preload=preload)
    return m.build()


def test_S1_11_tracked_vehicle_over_a_half_round(
    reference_table: Callable[[str], np.ndarray],
) -> None:
    """Every row of the reference, by a planar program in minimal coordinates."""
    expected = reference_table("refs/paper1_track_planar.csv")
    system = vehicle().compile()
    run = system.simulate(system.initial_state(), until=4.0, every=0.002, rtol=1e-7, atol=1e-8)
    assert run.t == pytest.approx(expected["t_s"], abs=1e-12)
    assert run["hull.position"][:, 2] == pytest.approx(expected["z_hull"], abs=1e-7)
    assert -run["plane.angle"] == pytest.approx(expected["pitch_rad"], abs=1e-8)
    driver = run["seat.acceleration"][:, 2]
    assert driver == pytest.approx(expected["az_driver_m_s2"], abs=1e-5)
    for i in range(6):
        load = 0.5 * run[f"wheel{i}.arm{i}.force"][:, 2]
        assert load == pytest.approx(expected[f"N{i + 1}"], abs=0.1)
    assert run.energy_error < 1e-6
    assert contact_notices(run) == []


def test_a_band_passes_load_on_and_its_energy_is_accounted_for() -> None:
    """Road wheels are pulled towards both neighbours with one tension: a raised one down."""
    system = vehicle(100e3).compile()
    run = system.simulate(system.initial_state(), until=2.2, every=0.002, rtol=1e-7, atol=1e-8)
    assert run.energy_error < 1e-6
    pulls = np.array([run[f"band.arm{i}.force"] for i in range(6)])
    total = run["band.hull.force"] + pulls.sum(axis=0)
    assert total == pytest.approx(np.zeros((len(run), 3)), abs=1e-6)
    late = run.t > 1.6  # before the bump the row is level
    pulls = pulls[:, late]
    centers = np.array([run[f"axle{i}.position"][late] for i in range(6)])
    spans = np.diff(centers, axis=0)
    spans /= np.linalg.norm(spans, axis=2)[:, :, None]
    both = spans[1:] - spans[:-1]  # unit vectors from wheels 1 to 4 to their neighbours, added
    tension = np.sum(pulls[1:5] * both, axis=(0, 2)) / np.sum(both * both, axis=(0, 2))
    assert np.min(tension) == pytest.approx(0.0, abs=1e-6) and np.max(tension) > 100e3
    assert np.max(np.abs(pulls[1:5] - tension[:, None] * both)) < 1e-6 * np.max(tension)
    raised = centers[1:5, :, 2] - 0.5 * (centers[0:4, :, 2] + centers[2:6, :, 2])
    assert np.max(raised) > 0.1
    taut = tension > 1e3
    assert np.all(pulls[1:5, :, 2][(raised > 0.01) & taut] < 0.0)
    assert np.all(pulls[1:5, :, 2][(raised < -0.01) & taut] > 0.0)
