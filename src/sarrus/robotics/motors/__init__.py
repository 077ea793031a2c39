"""Motors, gears and drives, and catalogues of them. Theory: docs/theory/robots.md."""

from sarrus.robotics.motors.catalogue import Catalogue
from sarrus.robotics.motors.curve_motor import CurveMotor
from sarrus.robotics.motors.dc_motor import DCMotor
from sarrus.robotics.motors.drive import Drive
from sarrus.robotics.motors.gear import DIRECT, Gear
from sarrus.robotics.motors.motor import Motor
from sarrus.robotics.motors.servo_motor import ServoMotor

__all__ = ["DIRECT", "Catalogue", "CurveMotor", "DCMotor", "Drive", "Gear", "Motor", "ServoMotor"]
