"""Degrees of freedom and superfluous constraints of the examples, from theory."""

from __future__ import annotations

from sarrus import Model

FREEDOMS = {
    "pendulum": 1,
    "double_pendulum": 2,
    "gyroscope": 3,
    "heavy_top": 3,
    "rolling_coin": 3,  # of velocities; 5 of positions
    "turntable_ball": 4,  # the table and three of the ball; 6 of positions
    "four_bar": 1,
    "slider_crank": 1,
    "flexible_slider_crank": 7,  # that of rigid bodies, and six bends and twists
    "whip": 19,
    "leaf_spring": 9,
    "elastic_arm": 12,
    "compliant_gripper": 18,
    "quick_return": 1,
    "quick_return_b": 1,
    "andrews_squeezer": 1,
    "peaucellier": 1,
    "jansen_leg": 1,
    "scotch_yoke": 1,
    "geneva": 1,
    "loose_slider_crank": 3,  # the loose pin is a force
    "cam_follower": 1,
    "belt_tensioner": 4,  # two wheels, the arm and its idler: the belt is elastic
    "stick_slip_brake": 2,
    "gripper": 6,
    "latch": 2,
    "block_and_tackle": 1,
    "spatial_slider_crank": 1,
    "offset_slider_crank": 1,
    "rssr": 2,  # one of them is the spin of the coupler
    "rusr": 1,
    "bricard": 1,
    "sarrus_linkage": 1,
    "governor": 4,
    "oldham_coupling": 1,
    "schmidt_coupling": 1,
    "gear_train": 1,
    "planetary_gear": 1,
    "two_arm_chain": 6,  # a plane that turns, a six-bar in it, and the four joints of the arms
    "stewart_platform": 6,
    "delta_robot": 3,
    "planar_3rrr": 3,
    "puma560": 6,
    "scara": 4,
    "parallelogram_arm": 6,
    "delta_picker": 3,
    "rrc_arm": 7,
    "rrc_arm_spring": 7,
    "quarter_vehicle": 2,
    "half_vehicle": 5,
    "vehicle_5dof": 5,
    "double_wishbone": 3,  # travel, steering, rolling
    "simple_car": 16,  # six of the chassis, four of travel, two kingpins, four hubs
    "passenger_car": 15,  # 6 of the chassis, 4 wheels up and 4 around, the rack
    "formula_car": 15,
    "truck": 41,  # 6 of the tractor, 2 of the hitch, 4 axles of 6, 8 hubs, the steering
    "tracked_vehicle": 20,
    "tracked_vehicle_bare": 18,
    "link_track_vehicle": 82,  # hull 3, arms and wheels 12, idler 2, sprocket, links 64
    "wheelset": 6,
    "bicycle": 3,  # lean, steer, speed; 7 of positions
    "motorcycle": 12,  # 6 of the frame, swing arm, fork, steer, hips, two hubs
}
REDUNDANT = {
    # Each planar loop has three closing equations too many in space: 3 per loop.
    "four_bar": 3,
    "slider_crank": 3,
    "quick_return": 6,
    "quick_return_b": 6,
    "andrews_squeezer": 9,
    "peaucellier": 9,
    "jansen_leg": 9,
    "planar_3rrr": 6,
    "bricard": 1,
    "sarrus_linkage": 1,
    "oldham_coupling": 3,
    "schmidt_coupling": 2,  # one rod of three in each row
    "planetary_gear": 2,  # one planet is enough
    "two_arm_chain": 5,  # three of the four-bar, two of the loop in the plane that turns
}
"""Of those that have any."""
PASSIVE = {
    "rssr": ("coupler",),
    "turntable_ball": ("ball",),
    "scotch_yoke": ("crank",),
    "geneva": ("crank",),
    "cam_follower": ("cam",),
    # nodes that bend aside
    "flexible_slider_crank": ("rod.2", "rod.1"),
    "leaf_spring": ("front.1", "rear.1"),
    "compliant_gripper": (
        "left_inner.1",
        "left_strut.1",
        "left_outer.1",
        "right_inner.1",
        "right_strut.1",
        "right_outer.1",
    ),
}
"""Bodies that move while all others stand: a rod between balls, a ball that pivots on its spot, a
crank at its dead point or where it enters a slot, a cam before its rise."""

LARGE = ("link_track_vehicle",)
"""With 80 bodies and more: code for other targets, and written-out derivatives, take minutes."""

TAKEN = {
    "weld": 6,
    "revolute": 5,
    "prismatic": 5,
    "universal": 4,
    "spherical": 3,
    "planar": 3,
    "beam_segment": 3,
    "free": 0,
    "rolling": 3,
    "distance": 1,
    "point_on_line": 2,
    "spur_gears": 1,
    "helical_gears": 1,
    "internal_gears": 1,
    "point_on_curve": 1,
}
"""Freedoms that a joint takes away."""


def kutzbach(model: Model) -> int:
    """Return the freedoms by counting: six for each body, less what joints and couplers take."""
    taken = sum(TAKEN[joint.type.type_name] for joint in model.joints) + len(model.couplers)
    rows = sum(force.is_row for force in model.forces)
    return 6 * len(model.bodies) - taken - rows
