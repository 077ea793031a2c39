"""Ready models with parameters: the papers' examples, classical mechanisms, vehicles.

Each function returns a `Model`; `EXAMPLES` has each with a run that shows what it does.
"""

from sarrus.gallery.andrews_squeezer import andrews_squeezer
from sarrus.gallery.belt_tensioner import belt_tensioner
from sarrus.gallery.bicycle import bicycle
from sarrus.gallery.block_and_tackle import block_and_tackle
from sarrus.gallery.bricard import bricard
from sarrus.gallery.cam_follower import cam_follower
from sarrus.gallery.delta_picker import delta_picker
from sarrus.gallery.delta_robot import delta_robot
from sarrus.gallery.double_pendulum import double_pendulum
from sarrus.gallery.double_wishbone import double_wishbone, wishbone_corner
from sarrus.gallery.elastic_mechanisms import compliant_gripper, elastic_arm, leaf_spring
from sarrus.gallery.example import Example
from sarrus.gallery.examples import EXAMPLES, names
from sarrus.gallery.flexible_slider_crank import flexible_slider_crank, whip
from sarrus.gallery.formula_car import formula_car
from sarrus.gallery.four_bar import four_bar
from sarrus.gallery.gear_train import gear_train
from sarrus.gallery.geneva import geneva
from sarrus.gallery.governor import governor
from sarrus.gallery.gripper import gripper
from sarrus.gallery.gyroscope import gyroscope
from sarrus.gallery.half_vehicle import half_vehicle
from sarrus.gallery.heavy_top import heavy_top
from sarrus.gallery.jansen_leg import jansen_leg
from sarrus.gallery.latch import latch
from sarrus.gallery.link_track import LinkTrack, link_track_vehicle
from sarrus.gallery.loose_slider_crank import loose_slider_crank
from sarrus.gallery.mac_pherson import strut_corner
from sarrus.gallery.motorcycle import motorcycle
from sarrus.gallery.multilink import multilink_corner
from sarrus.gallery.oldham_coupling import oldham_coupling
from sarrus.gallery.parallelogram_arm import parallelogram_arm
from sarrus.gallery.passenger_car import passenger_car
from sarrus.gallery.peaucellier import peaucellier
from sarrus.gallery.pendulum import pendulum
from sarrus.gallery.planar_3rrr import planar_3rrr
from sarrus.gallery.planetary_gear import planetary_gear
from sarrus.gallery.puma560 import puma560
from sarrus.gallery.quarter_vehicle import quarter_vehicle
from sarrus.gallery.quick_return import quick_return
from sarrus.gallery.rolling_coin import rolling_coin
from sarrus.gallery.rrc_arm import rrc_arm
from sarrus.gallery.rssr import rssr
from sarrus.gallery.rusr import rusr
from sarrus.gallery.sarrus_linkage import sarrus_linkage
from sarrus.gallery.scara import scara
from sarrus.gallery.schmidt_coupling import schmidt_coupling
from sarrus.gallery.scotch_yoke import scotch_yoke
from sarrus.gallery.simple_car import simple_car
from sarrus.gallery.slider_crank import slider_crank
from sarrus.gallery.solid_axle import solid_axle
from sarrus.gallery.spatial_slider_crank import offset_slider_crank, spatial_slider_crank
from sarrus.gallery.steering import anti_roll_bar, rack_and_pinion, recirculating_ball
from sarrus.gallery.stewart_platform import stewart_platform
from sarrus.gallery.stick_slip_brake import stick_slip_brake
from sarrus.gallery.tracked_vehicle import Track, bump_of_tank, tracked_vehicle
from sarrus.gallery.trailing_arm import trailing_arm_corner
from sarrus.gallery.truck import truck
from sarrus.gallery.turntable_ball import turntable_ball
from sarrus.gallery.twist_beam import twist_beam
from sarrus.gallery.two_arm_chain import two_arm_chain
from sarrus.gallery.vehicle_5dof import bump_of_paper_1, vehicle_5dof
from sarrus.gallery.wheelset import wheelset

__all__ = [
    "EXAMPLES",
    "Example",
    "LinkTrack",
    "Track",
    "andrews_squeezer",
    "anti_roll_bar",
    "belt_tensioner",
    "bicycle",
    "block_and_tackle",
    "bricard",
    "bump_of_paper_1",
    "bump_of_tank",
    "cam_follower",
    "compliant_gripper",
    "delta_picker",
    "delta_robot",
    "double_pendulum",
    "double_wishbone",
    "elastic_arm",
    "flexible_slider_crank",
    "formula_car",
    "four_bar",
    "gear_train",
    "geneva",
    "governor",
    "gripper",
    "gyroscope",
    "half_vehicle",
    "heavy_top",
    "jansen_leg",
    "latch",
    "leaf_spring",
    "link_track_vehicle",
    "loose_slider_crank",
    "motorcycle",
    "multilink_corner",
    "names",
    "offset_slider_crank",
    "oldham_coupling",
    "parallelogram_arm",
    "passenger_car",
    "peaucellier",
    "pendulum",
    "planar_3rrr",
    "planetary_gear",
    "puma560",
    "quarter_vehicle",
    "quick_return",
    "rack_and_pinion",
    "recirculating_ball",
    "rolling_coin",
    "rrc_arm",
    "rssr",
    "rusr",
    "sarrus_linkage",
    "scara",
    "schmidt_coupling",
    "scotch_yoke",
    "simple_car",
    "slider_crank",
    "solid_axle",
    "spatial_slider_crank",
    "stewart_platform",
    "stick_slip_brake",
    "strut_corner",
    "tracked_vehicle",
    "trailing_arm_corner",
    "truck",
    "turntable_ball",
    "twist_beam",
    "two_arm_chain",
    "vehicle_5dof",
    "wheelset",
    "whip",
    "wishbone_corner",
]
