"""What vehicles and manoeuvres refuse."""

from __future__ import annotations

from dataclasses import replace

import sarrus
from errors.register import Place, triggers
from sarrus import gallery, vehicles
from sarrus.vehicles.manoeuvres.lane_change import Lane


@triggers("H01")
def no_driver(place: Place) -> None:
    vehicles.Vehicle(gallery.four_bar())


def two_wheels() -> sarrus.Model:
    """A body that stays level on two wheels, one behind the other, with a motor of 2 kW."""
    tyre = sarrus.tyres.BrushTyre(
        radius=0.3, k=2e5, load=4000.0, stiffness=6e4, stiffness_along=8e4, rolling=0.02
    )
    m = sarrus.Mechanism("two wheels", (0.0, 0.0, 0.0))
    body = m.body("body", 800.0, (0, 0, 0), (100.0, 500.0, 600.0), at=(0, 0, 0.28))
    fork = m.body("fork", 5.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1.2, 0, 0.28))
    m.planar("body", m.ground, body, at=(0, 0, 0.28), axis="z", x_axis="x")
    m.revolute("pin", body, fork, at=(1.2, 0, 0.28), axis="z")
    for name, x, carrier in (("front", 1.2, fork), ("rear", -1.2, body)):
        wheel = m.body(f"{name} wheel", 10.0, (0, 0, 0), (0.5, 0.8, 0.5), at=(x, 0, 0.28))
        m.revolute(f"{name} hub", carrier, wheel, at=(x, 0, 0.28), axis="y")
        m.tyre(name, wheel, tyre, at=(x, 0, 0.28))
    m.driver("me", "pin", body, k=5e3, d=50.0, wheelbase=2.4, speed=10.0)
    m.electric_motor("motor", "rear hub", torque=500.0, power=2e3, driver="me")
    return m.build()


@triggers("H02")
def road_far_below(place: Place) -> None:
    model = two_wheels()
    forces = [
        replace(f, origin=(0.0, 0.0, -1.0)) if f.type_name == "tyre" else f for f in model.forces
    ]
    vehicles.ride_height(replace(model, forces=tuple(forces)))


@triggers("H03")
def faster_than_its_motor(place: Place) -> None:
    vehicles.straight_running(two_wheels(), 60.0)


@triggers("H04")
def narrow_lanes(place: Place) -> None:
    lanes = Lane(0.0, 12.0, -1.0, 1.0), Lane(14.0, 30.0, 4.0, 6.0)
    narrow = vehicles.LaneChange("narrow", lanes)
    vehicles.lane_change(vehicles.Vehicle(two_wheels(), width=1.8), track=narrow, slowest=12.0)


@triggers("H05")
def backwards(place: Place) -> None:
    vehicles.step_steer(two_wheels(), speed=-10.0)
