"""All examples of the gallery, by name: simple ones first, then linkages, robots, vehicles."""

from __future__ import annotations

from sarrus.gallery.andrews_squeezer import EXAMPLE as ANDREWS_SQUEEZER
from sarrus.gallery.belt_tensioner import EXAMPLE as BELT_TENSIONER
from sarrus.gallery.bicycle import EXAMPLE as BICYCLE
from sarrus.gallery.block_and_tackle import EXAMPLE as BLOCK_AND_TACKLE
from sarrus.gallery.bricard import EXAMPLE as BRICARD
from sarrus.gallery.cam_follower import EXAMPLE as CAM_FOLLOWER
from sarrus.gallery.delta_picker import EXAMPLE as DELTA_PICKER
from sarrus.gallery.delta_robot import EXAMPLE as DELTA_ROBOT
from sarrus.gallery.double_pendulum import EXAMPLE as DOUBLE_PENDULUM
from sarrus.gallery.double_wishbone import EXAMPLE as DOUBLE_WISHBONE
from sarrus.gallery.elastic_mechanisms import ARM as ELASTIC_ARM
from sarrus.gallery.elastic_mechanisms import GRIPPER, LEAF_SPRING
from sarrus.gallery.example import Example
from sarrus.gallery.flexible_slider_crank import EXAMPLE as FLEXIBLE_SLIDER_CRANK
from sarrus.gallery.flexible_slider_crank import WHIP
from sarrus.gallery.formula_car import EXAMPLE as FORMULA_CAR
from sarrus.gallery.four_bar import EXAMPLE as FOUR_BAR
from sarrus.gallery.gear_train import EXAMPLE as GEAR_TRAIN
from sarrus.gallery.geneva import EXAMPLE as GENEVA
from sarrus.gallery.governor import EXAMPLE as GOVERNOR
from sarrus.gallery.gripper import EXAMPLE as PART_GRIPPER
from sarrus.gallery.gyroscope import EXAMPLE as GYROSCOPE
from sarrus.gallery.half_vehicle import EXAMPLE as HALF_VEHICLE
from sarrus.gallery.heavy_top import EXAMPLE as HEAVY_TOP
from sarrus.gallery.jansen_leg import EXAMPLE as JANSEN_LEG
from sarrus.gallery.latch import EXAMPLE as LATCH
from sarrus.gallery.link_track import EXAMPLE as LINK_TRACK_VEHICLE
from sarrus.gallery.loose_slider_crank import EXAMPLE as LOOSE_SLIDER_CRANK
from sarrus.gallery.motorcycle import EXAMPLE as MOTORCYCLE
from sarrus.gallery.oldham_coupling import EXAMPLE as OLDHAM_COUPLING
from sarrus.gallery.parallelogram_arm import EXAMPLE as PARALLELOGRAM_ARM
from sarrus.gallery.passenger_car import EXAMPLE as PASSENGER_CAR
from sarrus.gallery.peaucellier import EXAMPLE as PEAUCELLIER
from sarrus.gallery.pendulum import EXAMPLE as PENDULUM
from sarrus.gallery.planar_3rrr import EXAMPLE as PLANAR_3RRR
from sarrus.gallery.planetary_gear import EXAMPLE as PLANETARY_GEAR
from sarrus.gallery.puma560 import EXAMPLE as PUMA560
from sarrus.gallery.quarter_vehicle import EXAMPLE as QUARTER_VEHICLE
from sarrus.gallery.quick_return import EXAMPLE as QUICK_RETURN
from sarrus.gallery.quick_return import VARIANT_B as QUICK_RETURN_B
from sarrus.gallery.rolling_coin import EXAMPLE as ROLLING_COIN
from sarrus.gallery.rrc_arm import EXAMPLE as RRC_ARM
from sarrus.gallery.rrc_arm import STIFF as RRC_ARM_SPRING
from sarrus.gallery.rssr import EXAMPLE as RSSR
from sarrus.gallery.rusr import EXAMPLE as RUSR
from sarrus.gallery.sarrus_linkage import EXAMPLE as SARRUS_LINKAGE
from sarrus.gallery.scara import EXAMPLE as SCARA
from sarrus.gallery.schmidt_coupling import EXAMPLE as SCHMIDT_COUPLING
from sarrus.gallery.scotch_yoke import EXAMPLE as SCOTCH_YOKE
from sarrus.gallery.simple_car import EXAMPLE as SIMPLE_CAR
from sarrus.gallery.slider_crank import EXAMPLE as SLIDER_CRANK
from sarrus.gallery.spatial_slider_crank import EXAMPLE as SPATIAL_SLIDER_CRANK
from sarrus.gallery.spatial_slider_crank import PAPER_2 as OFFSET_SLIDER_CRANK
from sarrus.gallery.stewart_platform import EXAMPLE as STEWART_PLATFORM
from sarrus.gallery.stick_slip_brake import EXAMPLE as STICK_SLIP_BRAKE
from sarrus.gallery.tracked_vehicle import BARE as TRACKED_VEHICLE_BARE
from sarrus.gallery.tracked_vehicle import EXAMPLE as TRACKED_VEHICLE
from sarrus.gallery.truck import EXAMPLE as TRUCK
from sarrus.gallery.turntable_ball import EXAMPLE as TURNTABLE_BALL
from sarrus.gallery.two_arm_chain import EXAMPLE as TWO_ARM_CHAIN
from sarrus.gallery.vehicle_5dof import EXAMPLE as VEHICLE_5DOF
from sarrus.gallery.wheelset import EXAMPLE as WHEELSET

EXAMPLES: dict[str, Example] = {
    example.name: example
    for example in (
        PENDULUM,
        DOUBLE_PENDULUM,
        GYROSCOPE,
        HEAVY_TOP,
        ROLLING_COIN,
        TURNTABLE_BALL,
        FOUR_BAR,
        SLIDER_CRANK,
        FLEXIBLE_SLIDER_CRANK,
        WHIP,
        LEAF_SPRING,
        ELASTIC_ARM,
        GRIPPER,
        QUICK_RETURN,
        QUICK_RETURN_B,
        ANDREWS_SQUEEZER,
        PEAUCELLIER,
        JANSEN_LEG,
        SCOTCH_YOKE,
        GENEVA,
        LOOSE_SLIDER_CRANK,
        CAM_FOLLOWER,
        BELT_TENSIONER,
        STICK_SLIP_BRAKE,
        PART_GRIPPER,
        LATCH,
        BLOCK_AND_TACKLE,
        SPATIAL_SLIDER_CRANK,
        OFFSET_SLIDER_CRANK,
        RSSR,
        RUSR,
        BRICARD,
        SARRUS_LINKAGE,
        GOVERNOR,
        OLDHAM_COUPLING,
        SCHMIDT_COUPLING,
        GEAR_TRAIN,
        PLANETARY_GEAR,
        TWO_ARM_CHAIN,
        STEWART_PLATFORM,
        DELTA_ROBOT,
        PLANAR_3RRR,
        PUMA560,
        SCARA,
        PARALLELOGRAM_ARM,
        DELTA_PICKER,
        RRC_ARM,
        RRC_ARM_SPRING,
        QUARTER_VEHICLE,
        HALF_VEHICLE,
        VEHICLE_5DOF,
        DOUBLE_WISHBONE,
        SIMPLE_CAR,
        PASSENGER_CAR,
        FORMULA_CAR,
        TRUCK,
        TRACKED_VEHICLE,
        TRACKED_VEHICLE_BARE,
        LINK_TRACK_VEHICLE,
        WHEELSET,
        BICYCLE,
        MOTORCYCLE,
    )
}
"""Every example, in the order in which they are listed."""


def names() -> tuple[str, ...]:
    """Return the names of all examples."""
    return tuple(EXAMPLES)
