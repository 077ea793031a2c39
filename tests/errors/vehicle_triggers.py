"""What vehicles and manoeuvres refuse."""

from __future__ import annotations

from dataclasses import replace

from errors.register import Place, triggers
from sarrus import gallery, vehicles
from sarrus.vehicles.manoeuvres.lane_change import Lane


@triggers("H01")
def no_driver(place: Place) -> None:
    vehicles.Vehicle(gallery.four_bar())


@triggers("H02")
def road_far_below(place: Place) -> None:
    model = gallery.simple_car()
    forces = [
        replace(f, origin=(0.0, 0.0, -1.0)) if f.type_name == "tyre" else f for f in model.forces
    ]
    vehicles.ride_height(replace(model, forces=tuple(forces)))


@triggers("H03")
def faster_than_its_motor(place: Place) -> None:
    vehicles.straight_running(gallery.simple_car(power=2e3), 60.0)


@triggers("H04")
def narrow_lanes(place: Place) -> None:
    lanes = Lane(0.0, 12.0, -1.0, 1.0), Lane(14.0, 30.0, 4.0, 6.0)
    narrow = vehicles.LaneChange("narrow", lanes)
    vehicles.lane_change(gallery.simple_car(), track=narrow, slowest=12.0)


@triggers("H05")
def backwards(place: Place) -> None:
    vehicles.step_steer(gallery.simple_car(), speed=-10.0)
