"""Motors, gears, drives and catalogues: curves by their formulas, files with their mistakes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.robotics import Catalogue, DCMotor, Drive, Gear, ServoMotor

DC = DCMotor(
    "dc",
    rated_torque=0.1,
    peak_torque=0.5,
    max_speed=600.0,
    rotor_inertia=1e-5,
    torque_constant=0.05,
    resistance=2.0,
    voltage=24.0,
)
SERVO = ServoMotor(
    "servo",
    rated_torque=1.0,
    peak_torque=3.0,
    base_speed=300.0,
    max_speed=600.0,
    rotor_inertia=2e-5,
)


def test_line_of_a_dc_motor() -> None:
    """Stall torque k U/R = 0.6 N m, no-load speed U/k = 480 rad/s, a line between them."""
    assert DC.stall_torque == pytest.approx(0.6)
    assert DC.no_load_speed == pytest.approx(480.0)
    for w in (0.0, 40.0, 200.0, 400.0, 480.0, 590.0):
        back_emf = 0.05 * w
        line = max(0.05 * (24.0 - back_emf) / 2.0, 0.0)
        assert DC.peak_torque_at(w) == pytest.approx(min(line, 0.5))
        assert DC.peak_torque_at(-w) == pytest.approx(min(line, 0.5))
        assert DC.rated_torque_at(w) == pytest.approx(min(line, 0.1))
    assert DC.peak_torque_at(601.0) == DC.rated_torque_at(601.0) == 0.0
    assert DC.heat(0.3) == pytest.approx(2.0 * 6.0**2)
    assert DC.braking_torque_at(400.0) == 0.5


def test_field_weakening_keeps_the_power() -> None:
    w = np.linspace(300.0, 600.0, 50)
    assert SERVO.peak_torque_at(w) * w == pytest.approx(900.0)
    assert SERVO.rated_torque_at(w) * w == pytest.approx(300.0)
    assert SERVO.peak_torque_at(np.array([0.0, 150.0, 300.0])) == pytest.approx(3.0)
    assert SERVO.rated_power == pytest.approx(300.0)


def test_power_of_a_drive_with_losses() -> None:
    """Driving, the motor gives 1/eta of the joint's power; driven, it gets eta of it."""
    drive = Drive(SERVO, Gear("g", 20.0, efficiency=0.8, inertia=1e-5))
    for tau, qd in ((10.0, 2.0), (-10.0, -2.0), (10.0, -2.0), (-10.0, 2.0)):
        motor_power = drive.torque(tau, qd, 0.0) * drive.speed(qd)
        joint_power = tau * qd
        expected = joint_power / 0.8 if joint_power > 0.0 else 0.8 * joint_power
        assert motor_power == pytest.approx(expected)
    assert drive.reflected_inertia == pytest.approx(400.0 * 3e-5)
    assert drive.torque(0.0, 1.0, 7.0) == pytest.approx(3e-5 * 20.0 * 7.0)
    assert drive.limit(2.0) == pytest.approx(20.0 * 3.0)
    assert drive.limit(2.0, against=True) == pytest.approx(20.0 * 3.0)


def test_kinetic_energy_of_the_rotor_is_that_of_the_reflected_inertia() -> None:
    drive = Drive(SERVO, Gear("g", 50.0))
    assert 0.5 * SERVO.rotor_inertia * drive.speed(1.7) ** 2 == pytest.approx(
        0.5 * drive.reflected_inertia * 1.7**2
    )


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"rated_torque": -1.0}, "rated_torque"),
        ({"peak_torque": 0.5}, "below the rated torque"),
        ({"base_speed": 900.0}, "above the highest speed"),
        ({"rotor_inertia": float("nan")}, "rotor_inertia"),
    ],
)
def test_wrong_motors_are_refused(changes: dict[str, float], match: str) -> None:
    good = {
        "rated_torque": 1.0,
        "peak_torque": 3.0,
        "base_speed": 300.0,
        "max_speed": 600.0,
        "rotor_inertia": 2e-5,
    }
    with pytest.raises(sarrus.ModelError, match=match):
        ServoMotor("m", **(good | changes))


def test_wrong_gears_are_refused() -> None:
    with pytest.raises(sarrus.ModelError, match="ratio"):
        Gear("g", 0.0)
    with pytest.raises(sarrus.ModelError, match="no power of its own"):
        Gear("g", 10.0, efficiency=1.2)


def test_generic_catalogue() -> None:
    catalogue = Catalogue.generic()
    assert len(catalogue.motors) >= 12
    assert len(catalogue.gears) >= 12
    assert catalogue.motor("servo-400W").max_speed == pytest.approx(6000 * 2 * np.pi / 60)
    assert len(catalogue.drives("rad")) == len(catalogue.motors) * 10
    assert {d.gear.name for d in catalogue.drives("m")} == {"ball-screw-5mm", "ball-screw-20mm"}
    assert catalogue.gear("ball-screw-5mm").ratio == pytest.approx(2 * np.pi / 0.005)
    with pytest.raises(sarrus.ModelError, match="Did you mean 'servo-400W'"):
        catalogue.motor("servo-40W0")


GOOD = """
motors:
  m:
    kind: servo
    rated_torque: 500 mN*m
    peak_torque: 2
    base_speed: 3000 rpm
    max_speed: 6000 rpm
    rotor_inertia: 120 g*cm^2
    mass: 400 g
gears:
  g: {ratio: 30}
"""


def test_file_with_units(tmp_path: Path) -> None:
    file = tmp_path / "drives.yaml"
    file.write_text(GOOD, encoding="utf-8")
    catalogue = Catalogue.load(file)
    motor = catalogue.motor("m")
    assert motor.rated_torque == pytest.approx(0.5)
    assert motor.peak_torque == 2.0
    assert motor.rotor_inertia == pytest.approx(1.2e-5)
    assert catalogue.gear("g").peak_torque == np.inf


def test_mistakes_of_a_file_are_reported_together(tmp_path: Path) -> None:
    file = tmp_path / "drives.yaml"
    file.write_text(
        "motors:\n"
        "  x: {kind: steam}\n"
        "  y: {kind: dc, rated_torqe: 1.0, max_speed: 3 kg}\n"
        "  z: 5\n"
        "gears:\n"
        "  h: {ratio: -2}\n"
        "  i: {ratio: 2, slide: yes}\n"
        "belts: {}\n",
        encoding="utf-8",
    )
    with pytest.raises(sarrus.ModelError) as error:
        Catalogue.load(file)
    found = {(p.location.line, p.element): p for p in error.value.problems if p.location}
    assert len(found) == len({p.element for p in error.value.problems})
    text = str(error.value)
    for part in (
        "motor 'x' / kind",
        "Did you mean 'rated_torque'",
        "motor 'y' / max_speed",
        "'voltage' is missing",
        "motor 'z'",
        "gear 'h' / ratio",
        "gear 'i' / slide",
        "'belts'",
    ):
        assert part in text
    assert found[2, "motor 'x' / kind"].location.column == 13
    file.write_text("motors: [\n", encoding="utf-8")
    with pytest.raises(sarrus.ModelError, match="F01"):
        Catalogue.load(file)
    with pytest.raises(sarrus.ModelError, match="cannot be read"):
        Catalogue.load(tmp_path / "none.yaml")
