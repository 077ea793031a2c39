"""A gear train of two stages: helical gears, then spur gears, on three shafts."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, SAND, STEEL, bearing, pin, wheel
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Mechanism, Model

STEEL_DENSITY = 7850.0
"""kg/m^3."""


def gear_train(
    *,
    module: float = 2e-3,
    pinion: int = 18,
    wheel_1: int = 54,
    pinion_2: int = 17,
    wheel_2: int = 51,
    helix: float = math.radians(15.0),
    width: float = 0.02,
    damping: float = 2.0,
) -> Model:
    """Return the model: shafts `input`, `middle` and `output`, pairs of teeth `first` and `second`.

    module: in the normal section, of both stages [m]; helix: of the pinion of the first stage, a
    right hand [rad]; width of the wheels [m]; damping: of the load on the output [N m s/rad].
    Wheels are of steel, as cylinders of their pitch radii. y is up, the axes lie along z. All
    numbers are assumed.
    """
    m = Mechanism("gear train", (0.0, -GRAVITY, 0.0))
    across = module / math.cos(helix)
    x_1 = 0.5 * across * (pinion + wheel_1)
    x_2 = x_1 + 0.5 * module * (pinion_2 + wheel_2)
    step = 1.6 * width
    shafts = {"input": 0.0, "middle": x_1, "output": x_2}
    stages = {
        "input": [(pinion, across, 0.0)],
        "middle": [(wheel_1, across, 0.0), (pinion_2, module, step)],
        "output": [(wheel_2, module, step)],
    }
    found: dict[str, BodyHandle] = {}
    for name, x in shafts.items():
        solids = [(0.5 * z * size, at) for z, size, at in stages[name]]
        found[name] = _shaft(m, name, x, solids, width)
        m.revolute(name, m.ground, found[name], at=(x, 0.0, 0.0), axis="z")
        for z in (-width, step + width):
            bearing(m, (x, 0.0, z), (0.0, 0.0, 1.0), 2.4 * module, 0.4 * width)
        pin(found[name], (0.0, 0.0, 0.5 * step), (0.0, 0.0, 1.0), 1.6 * module, 4.0 * width, STEEL)
    m.helical_gears("first", "input", "middle", at=(0.0, 0.0, 0.0), at2=(x_1, 0.0, 0.0), axis="z",
                    teeth_1=pinion, teeth_2=wheel_1, module=module, helix_angle=helix)  # fmt: skip
    m.spur_gears("second", "middle", "output", at=(x_1, 0.0, step), at2=(x_2, 0.0, step), axis="z",
                 teeth_1=pinion_2, teeth_2=wheel_2, module=module, flank=-1)  # fmt: skip
    m.joint_damper("load", "output", damping)
    along, forth, back = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)
    wheel(found["input"], (0, 0, 0), along, 0.5 * across * pinion, width, pinion, ORANGE,
          towards=forth, helix=helix)  # fmt: skip
    wheel(found["middle"], (0, 0, 0), along, 0.5 * across * wheel_1, width, wheel_1, BLUE,
          towards=back, gap=True, helix=-helix)  # fmt: skip
    up = (0.0, 0.0, step)
    wheel(found["middle"], up, along, 0.5 * module * pinion_2, width, pinion_2, SAND, towards=forth)
    wheel(found["output"], up, along, 0.5 * module * wheel_2, width, wheel_2, GREEN, towards=back,
          gap=True)  # fmt: skip
    return m.build()


def _shaft(
    m: Mechanism, name: str, x: float, wheels: list[tuple[float, float]], width: float
) -> BodyHandle:
    """Add a shaft with wheels of some radii at some heights: mass, centre and inertia of these."""
    masses = [STEEL_DENSITY * math.pi * r * r * width for r, _ in wheels]
    mass = sum(masses)
    height = sum(part * at for part, (_, at) in zip(masses, wheels, strict=True)) / mass
    across = along = 0.0
    for part, (r, at) in zip(masses, wheels, strict=True):
        along += 0.5 * part * r * r
        across += part * (3.0 * r * r + width * width) / 12.0 + part * (at - height) ** 2
    return m.body(name, mass, (0.0, 0.0, height), (across, across, along), at=(x, 0.0, 0.0))


EXAMPLE = Example(
    "gear_train",
    gear_train,
    "gear train of two stages, helical and spur, from rest against a load",
    inputs={"input": 3.0},
    until=0.5,
    every=0.001,
    outputs=("output.rate", "first.tooth_force", "second.tooth_force", "input.reaction.force"),
)
