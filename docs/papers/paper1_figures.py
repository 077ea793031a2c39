"""Paper 1: tracked vehicle, RSSR and vehicle with five degrees of freedom (figures 2 to 12).

Lee, Bae and others 1994. The paper prints hardly any numbers; those of the gallery are assumed.
It compares relative coordinates with DADS and with equations derived by hand; here with the solver
in absolute coordinates, and with references by other formulations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from paper_figures import INCH, methods, over_time, reference, save

from sarrus import gallery
from sarrus.cartesian import CartesianSystem
from sarrus.gallery.tracked_vehicle import rates
from sarrus.gallery.vehicle_5dof import FRONT, SPEED
from sarrus.results.plots import Curve, Panel, figure_of, layout, road_profile, sketch
from sarrus.results.plots.style import COLORS
from sarrus.system import Run

RELATIVE, ABSOLUTE = "relative coordinates", "absolute coordinates"
SEAT = np.array([1.3, 0.2, 0.1])


def tank_at_the_bump() -> dict[str, Any]:
    """Return figures 2 and 3: layout, bump, and what the driver feels."""
    tank = gallery.tracked_vehicle(track=False).compile(kernels=())
    start = tank.state(tank.neutral(), tank.velocities_of({"hull.vx": 11.0}))
    run = tank.simulate(start, until=4.0, every=0.002)
    table = reference("paper1_track_planar")
    rows = np.arange(750, 1250, 25)
    curves = {RELATIVE: (run.t, np.asarray(run["driver.acceleration.z"])),
              ABSOLUTE: (run.t[rows], driver_in_absolute_coordinates(run, rows)),
              "reference": (table["t_s"], table["az_driver_m_s2"])}  # fmt: skip
    return {
        "2a": layout(gallery.tracked_vehicle()),
        "2b": road_profile(gallery.bump_of_tank(), 19.8, 21.8, radii=(0.318,)),
        "3": over_time(methods(curves), "vertical acceleration\nof driver's seat [m/s²]"),
        "3b": tensions_and_speed(),
    }


def tensions_and_speed() -> Any:
    """Return what the paper has no figure of: tensions of a track, and the speed that is held."""
    tank = gallery.tracked_vehicle().compile(kernels=())
    start = tank.state(tank.neutral(), tank.velocities_of(rates()))
    run = tank.simulate(start, until=4.0, every=0.005)
    runs = {"sprocket to last wheel": 7, "second to third wheel": 3, "upper run": 8}
    pulls = [
        Curve(label, run.t, np.asarray(run[f"track left.tension{k}"]) / 1e3, COLORS[n])
        for n, (label, k) in enumerate(runs.items())
    ]
    speed = [Curve("hull", run.t, np.asarray(run["hull.velocity.x"]), COLORS[3])]
    return figure_of(
        [
            Panel(pulls, "", "tension of the\nleft track [kN]"),
            Panel(speed, "time [s]", "speed [m/s]"),
        ]
    )


def driver_in_absolute_coordinates(run: Run, rows: np.ndarray) -> np.ndarray:
    """Return the vertical acceleration of the seat at some states [m/s^2]."""
    system = run.system
    solver = CartesianSystem(system.model)
    names = [body.name for body in system.model.bodies]
    found = []
    for k in rows:
        there = system.kinematics(run.q[k], run.v[k])
        hull = there["hull"]
        state = solver.state(
            {n: (there[n].rotation, there[n].position) for n in names},
            {n: (there[n].velocity, there[n].angular_velocity) for n in names},
        )
        moving = solver.accelerations(state)["hull"]
        arm, w = hull.rotation @ SEAT, np.asarray(hull.angular_velocity)
        a = moving.acceleration + np.cross(moving.angular_acceleration, arm)
        found.append(float((a + np.cross(w, np.cross(w, arm)))[2]))
    return np.array(found)


def falling_rssr() -> dict[str, Any]:
    """Return figures 4 and 5: the mechanism, and the acceleration of its crank."""
    model = gallery.rssr()
    system = model.compile(kernels=())
    start = system.assemble()
    run = system.simulate(start, until=2.0, every=0.005, rtol=1e-11, atol=1e-12)
    solver = CartesianSystem(model)
    times = np.linspace(0.0, 2.0, 41)
    other = solver.simulate(solver.drawing_state(), 2.0, rtol=1e-9, atol=1e-10, times=times)
    absolute = [solver.accelerations(s)["crank"].acceleration[2] for s in other.states]
    table = reference("paper1_rssr")
    curves = {RELATIVE: (run.t, np.asarray(run["crank.acceleration.z"])),
              ABSOLUTE: (other.times, np.array(absolute)),
              "reference": (table["t_s"], table["z1cg_dd_m_s2"])}  # fmt: skip
    label = "vertical acceleration of body 1 [m/s²]"
    return {"4": sketch(model, plane="isometric"), "5": over_time(methods(curves), label)}


def vehicle_on_its_road() -> dict[str, Any]:
    """Return figures 6 to 12: layout, road, and five displacements in inches and degrees."""
    model = gallery.vehicle_5dof()
    system = model.compile(kernels=())
    start = system.state(np.zeros(5))
    run = system.simulate(start, until=2.5, every=0.005, rtol=1e-8, atol=1e-10)
    table = reference("paper1_vehicle5dof")
    drawn = gallery.vehicle_5dof(height=0.45, seat_height=0.35)
    road = gallery.bump_of_paper_1(start=0.0)
    found = {"6": layout(drawn), "7": road_profile(road, -1.0, SPEED * 2.5 - FRONT)}
    for number, name, column, what in (
        ("8", "seat", "z1_seat_in", "driver's seat"),
        ("9", "chassis", "z2_chassis_in", "chassis"),
        ("11", "front", "z4_front_in", "front wheel"),
        ("12", "rear", "z5_rear_in", "rear wheel"),
    ):
        z = np.asarray(run[f"{name}.position.z"])
        curves = {RELATIVE: (run.t, (z - z[0]) / INCH),
                  "reference, equations by hand": (table["t_s"], table[column])}  # fmt: skip
        label = f"vertical displacement\nof {what} [in]"
        found[number] = over_time(methods(curves), label)
    curves = {RELATIVE: (run.t, np.asarray(run["pitch.angle"])),
              "reference, equations by hand": (table["t_s"], table["theta_rad"])}  # fmt: skip
    found["10"] = over_time(methods(curves), "pitching angle of chassis [rad]")
    return found


def figures() -> dict[str, Any]:
    """Return the figures by their number in the paper."""
    return {**tank_at_the_bump(), **falling_rssr(), **vehicle_on_its_road()}


if __name__ == "__main__":
    save(figures, 1)
