"""A double wishbone on the kinematics rig: travel and steer sweeps, and loads at its pickups."""

import numpy as np

import sarrus.gallery
import sarrus.suspension

model = sarrus.gallery.double_wishbone({"upper_ball": (-0.020, 0.662, 0.492)}, camber="-0.6 deg")
rig = sarrus.suspension.Rig(
    model.compile(),
    wheel="wheel",
    steering_axis=("lower_ball", "upper_ball"),
    steer="rack",
    seats={
        "lower_pivot": ("lower_front", "lower_rear"),
        "upper_pivot": ("upper_front", "upper_rear"),
    },
)
travel = rig.travel(-0.08, 0.08, 9, load=sarrus.suspension.ContactLoad())
print(rig.report(travel))
steer = rig.steer(-0.06, 0.06, 7)
print(steer.report(["steer", "steer_angle", "steer_gradient", "camber", "scrub_radius", "trail"]))

load = sarrus.suspension.ContactLoad
cases = rig.load_cases(
    {
        "standing": load(),
        "bump, 3 g": load(vertical=12e3),
        "cornering": load(vertical=6e3, lateral=-5e3),
        "brake at the wheel": load(vertical=5e3, longitudinal=-4.5e3),
        "inboard brake": load(vertical=5e3, longitudinal=-4.5e3, torque_by="chassis"),
    }
)
for points in (["lower_ball", "upper_ball", "tie_outer"],
               ["lower_front", "lower_rear", "spring.a"]):  # fmt: skip
    print(cases.report(["case", *(f"{p}.force.{axis}" for p in points for axis in "xyz")]))

# A travel that the links do not allow: the rows up to there are kept.
try:
    rig.travel(-0.3, 0.0, 31)
except sarrus.suspension.Unreachable as stop:
    print(stop, f"\n{len(stop.sweep)} positions before that", sep="")

# Check: the upright is in equilibrium in every case, and a spring works as its motion ratio says.
wheel_and_upright = (12 + 20) * np.array([0, 0, -9.81])
road = np.column_stack([[0, 0, 0, -4.5e3, -4.5e3], [0, 0, -5e3, 0, 0], cases["wheel_load"]])
inner = sum(cases.force(ball) for ball in ("lower_ball", "upper_ball", "tie_outer"))
np.testing.assert_allclose(inner, road + wheel_and_upright, atol=1e-6)
length, ratio = travel["spring.length"], travel["spring.motion_ratio"]
slope = np.gradient(length, travel["travel"], edge_order=2)
np.testing.assert_allclose(slope, ratio, rtol=2e-3)
print("checked: forces on the upright balance; motion ratios are the slopes of the length")
