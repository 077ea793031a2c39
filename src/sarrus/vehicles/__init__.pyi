"""Vehicles: trim, manoeuvres of the standards and what they yield."""

from sarrus.vehicles.manoeuvres.braking import braking_in_turn as braking_in_turn
from sarrus.vehicles.manoeuvres.braking import straight_braking as straight_braking
from sarrus.vehicles.manoeuvres.frequency import frequency_response as frequency_response
from sarrus.vehicles.manoeuvres.lane_change import LaneChange as LaneChange
from sarrus.vehicles.manoeuvres.lane_change import lane_change as lane_change
from sarrus.vehicles.manoeuvres.list import MANOEUVRES as MANOEUVRES
from sarrus.vehicles.manoeuvres.list import planned_manoeuvre as planned_manoeuvre
from sarrus.vehicles.manoeuvres.ride import ride_over as ride_over
from sarrus.vehicles.manoeuvres.sine_with_dwell import sine_with_dwell as sine_with_dwell
from sarrus.vehicles.manoeuvres.steady_circle import steady_circle as steady_circle
from sarrus.vehicles.manoeuvres.step_steer import step_steer as step_steer
from sarrus.vehicles.motion import BodyTrack as BodyTrack
from sarrus.vehicles.motion import body_track as body_track
from sarrus.vehicles.result import Diagram as Diagram
from sarrus.vehicles.result import ManoeuvreResult as ManoeuvreResult
from sarrus.vehicles.result import Measured as Measured
from sarrus.vehicles.stability import speed_locus as speed_locus
from sarrus.vehicles.trim import Trim as Trim
from sarrus.vehicles.trim import ride_height as ride_height
from sarrus.vehicles.trim import steady_cornering as steady_cornering
from sarrus.vehicles.trim import straight_running as straight_running
from sarrus.vehicles.vehicle import Vehicle as Vehicle
