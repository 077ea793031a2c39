"""A car that oversteers: its steady turn, and the speed from which on it does not go straight."""

from __future__ import annotations

import numpy as np

import sarrus
from sarrus import analysis

MASS, YAW, FRONT, REAR = 1300.0, 1900.0, 1.4, 1.2
STIFF = {"front": 90e3, "rear": 80e3}  # lateral force per radian of slip [N/rad]


def tyres(motion):
    """Return lateral forces by slip angle, and a drive along the car."""
    ahead, left, _ = motion.axes("car").T
    loads = [motion.force("middle", motion.parameter("drive") * ahead)]
    for name, steer in (("front", motion.parameter("steer")), ("rear", 0.0)):
        v = motion.velocity(name)
        slip = np.arctan((v @ left) / (v @ ahead)) - steer
        loads.append(motion.force(name, -STIFF[name] * slip * left))
    return loads


m = sarrus.Mechanism("car")
m.body("car", MASS, (0, 0, 0), (400.0, 1700.0, YAW))
m.planar("chassis", m.ground, "car", at=(0, 0, 0), axis="z", x_axis="x")
m.user_force("tyres", tyres, parameters={"steer": (0.0, "rad"), "drive": (0.0, "N")},
             points={"front": ("car", (FRONT, 0, 0)), "rear": ("car", (-REAR, 0, 0)),
                     "middle": ("car", (0, 0, 0))})  # fmt: skip
system = m.build().compile(parameters=["tyres.steer"])

# a steady turn: position and heading run on; what steers it and what drives it are found
conditions = {"chassis.vx": 20.0, "chassis.rate": 0.3}
turn = system.equilibrium(moving=conditions, unknown=["tyres.steer", "tyres.drive"])
print(f"set aside: {', '.join(turn.aside)}; steer {np.rad2deg(turn['tyres.steer']):.3f} deg")
print("stable" if turn.stable else "unstable", np.round(turn.linearization.eigenvalues, 3))

# straight ahead: eigenvalues over the speed
locus = analysis.root_locus(system, "chassis.vx", np.linspace(10.0, 60.0, 26), moving={})
critical = locus.critical[0].value
figure = locus.plot(title="A car that oversteers")  # figure.savefig("speeds.svg")

pull = FRONT * STIFF["front"] - REAR * STIFF["rear"]
expected = np.sqrt(STIFF["front"] * STIFF["rear"] * (FRONT + REAR) ** 2 / (MASS * pull))
if not np.isclose(critical, expected, rtol=1e-9):
    raise SystemExit(f"critical speed {critical}, in closed form {expected}")
print(f"checked: straight running is lost above {critical:.3f} m/s, as the closed form says")
