"""Contacts of shapes, in YAML and in Python."""

from __future__ import annotations

from formats.yaml_examples_head import Build, f
from sarrus.model.body import PlacedShape
from sarrus.model.building.orientation import roll_pitch_yaw
from sarrus.model.pose import Pose
from sarrus.model.shapes import Box, Capsule, Cylinder, Sphere
from sarrus.model.shapes_between import Rod

CONTACTS: dict[str, tuple[str, Build]] = {
    "contact with a plane": (
        f("type: contact, body: bar, shape: {type: sphere, radius: 50 mm, at: [0.3, 0, 0]}, "
          "k: 1 MN/m^1.5, exponent: 1.5, restitution: 0.5, impact_speed: 1 m/s, mu: 0.3, "
          "smoothing: 2 mm/s, origin: [0, 0, -1], up: [0, 1, 2]"),
        lambda m: m.contact(
            "F1", "bar", shape=PlacedShape(Sphere(0.05), Pose((0.3, 0.0, 0.0))), k=1e6,
            exponent=1.5, restitution=0.5, impact_speed=1.0, mu=0.3, smoothing=2e-3,
            origin=(0, 0, -1), up=(0, 1, 2),
        ),
    ),
    "contact of a capsule and a box": (
        f("type: contact, body: bar, base: arm, shape: {type: capsule, radius: 1 cm, length: 0.2}, "
          "base_shape: {type: box, size: [0.1, 0.2, 0.3], at: [0, 0, 1], rpy: [0.1, 0.2, 0.3]}, "
          "k: 1e6, restitution: 0.9, impact_speed: 1, rule: lankarani_nikravesh"),
        lambda m: m.contact(
            "F1", "bar", "arm", shape=Capsule(0.01, 0.2), k=1e6, restitution=0.9, impact_speed=1.0,
            base_shape=PlacedShape(
                Box((0.1, 0.2, 0.3)), Pose((0.0, 0.0, 1.0), roll_pitch_yaw(0.1, 0.2, 0.3))
            ),
            rule="lankarani_nikravesh",
        ),
    ),
    "contact of two cylinders": (
        f("type: contact, body: bar, base: arm, "
          "shape: {type: cylinder, radius: 5 cm, length: 0.2}, "
          "base_shape: {type: cylinder, radius: 1 cm, length: 0.1, at: [0, 0, 1]}, "
          "k: 1e6, a: 0.5, sides: 12"),
        lambda m: m.contact(
            "F1", "bar", "arm", shape=Cylinder(0.05, 0.2), k=1e6, a=0.5, sides=12,
            base_shape=PlacedShape(Cylinder(0.01, 0.1), Pose((0.0, 0.0, 1.0))),
        ),
    ),
    "contact of a rod between points": (
        f("type: contact, body: bar, base: arm, shape: {type: rod, from: [0, 0, 0], "
          "to: [0.3, 0, 0], radius: 1 cm}, "
          "base_shape: {type: sphere, radius: 10 cm, at: [0, 0, 1]}, k: 1e6, a: 1"),
        lambda m: m.contact(
            "F1", "bar", "arm", shape=Rod((0, 0, 0), (0.3, 0, 0), radius=0.01),
            base_shape=PlacedShape(Sphere(0.1), Pose((0.0, 0.0, 1.0))), k=1e6, a=1.0,
        ),
    ),
    "clearance_revolute": (
        f("type: clearance_revolute, body: bar, "
          "at: [0.1, 0, 0], axis: [0, 1, 2], clearance: 0.2 mm, radius: 1 cm, "
          "length: 2 cm, axial: 1 mm, "
          "base: arm, k: 1e8, a: 0.5, exponent: 1.5, mu: 0.1, smoothing: 2 mm/s"),
        lambda m: m.clearance_revolute(
            "F1", "bar", "arm", at=(0.1, 0, 0), axis=(0, 1, 2), clearance=2e-4, radius=0.01,
            length=0.02, axial=1e-3,
            k=1e8, a=0.5, exponent=1.5, mu=0.1, smoothing=2e-3,
        ),
    ),
    "clearance_revolute by restitution": (
        f("type: clearance_revolute, body: bar, "
          "at: [0.1, 0, 0], axis: [0, 1, 2], clearance: 0.2 mm, radius: 1 cm, "
          "length: 2 cm, axial: 1 mm, "
          "k: 1e8, restitution: 0.9, impact_speed: 0.1, rule: flores"),
        lambda m: m.clearance_revolute(
            "F1", "bar", at=(0.1, 0, 0), axis=(0, 1, 2), clearance=2e-4, radius=0.01,
            length=0.02, axial=1e-3,
            k=1e8, restitution=0.9, impact_speed=0.1, rule="flores",
        ),
    ),
    "clearance_spherical": (
        f("type: clearance_spherical, body: bar, "
          "at: [0.1, 0, 0], clearance: 0.2 mm, radius: 1 cm, "
          "base: arm, k: 1e8, a: 0.5, exponent: 1.5, mu: 0.1, smoothing: 2 mm/s"),
        lambda m: m.clearance_spherical(
            "F1", "bar", "arm", at=(0.1, 0, 0), clearance=2e-4, radius=0.01,
            k=1e8, a=0.5, exponent=1.5, mu=0.1, smoothing=2e-3,
        ),
    ),
    "clearance_spherical by restitution": (
        f("type: clearance_spherical, body: bar, "
          "at: [0.1, 0, 0], clearance: 0.2 mm, radius: 1 cm, "
          "k: 1e8, restitution: 0.9, impact_speed: 0.1, rule: flores"),
        lambda m: m.clearance_spherical(
            "F1", "bar", at=(0.1, 0, 0), clearance=2e-4, radius=0.01,
            k=1e8, restitution=0.9, impact_speed=0.1, rule="flores",
        ),
    ),
    "clearance_prismatic": (
        f("type: clearance_prismatic, body: bar, "
          "at: [0.1, 0, 0], axis: x, x_axis: [0, 1, 1], clearance: 0.2 mm, "
          "length: 5 cm, width: 3 cm, height: 2 cm, "
          "base: arm, k: 1e8, a: 0.5, exponent: 1.5, mu: 0.1, smoothing: 2 mm/s"),
        lambda m: m.clearance_prismatic(
            "F1", "bar", "arm", at=(0.1, 0, 0), axis="x", x_axis=(0, 1, 1), clearance=2e-4,
            length=0.05, width=0.03, height=0.02,
            k=1e8, a=0.5, exponent=1.5, mu=0.1, smoothing=2e-3,
        ),
    ),
    "clearance_prismatic by restitution": (
        f("type: clearance_prismatic, body: bar, "
          "at: [0.1, 0, 0], axis: x, x_axis: [0, 1, 1], clearance: 0.2 mm, "
          "length: 5 cm, width: 3 cm, height: 2 cm, "
          "k: 1e8, restitution: 0.9, impact_speed: 0.1, rule: flores"),
        lambda m: m.clearance_prismatic(
            "F1", "bar", at=(0.1, 0, 0), axis="x", x_axis=(0, 1, 1), clearance=2e-4,
            length=0.05, width=0.03, height=0.02,
            k=1e8, restitution=0.9, impact_speed=0.1, rule="flores",
        ),
    ),
}  # fmt: skip
"""What follows the head of a file, and the calls that follow those of `head`."""
