"""Paper 4: pendulum and spatial four-bar by three methods of integration (figures 1 to 5).

Lee, Sohn, Kim and Yoo 2001. Proposed 1: absolute coordinates, implicit integration with
partitioning. Proposed 2: relative coordinates, DASSL with the system Jacobian; here IDA. The third
is PECE by Shampine and Gordon. No numbers are printed in the paper.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from paper_figures import methods, over_time, reference, save

from sarrus import gallery
from sarrus.cartesian import CartesianSystem
from sarrus.results.plots import Panel, at_state, figure_of, sketch
from sarrus.system import State, System

FIRST, SECOND = "absolute, implicit (1)", "relative, IDA (2)"
THIRD = "relative, PECE"
ANGLES = {"crank_pivot.angle": "th2", "cross.angle_1": "th31", "cross.angle_2": "th32",
          "follower_pivot.angle": "th4"}  # fmt: skip
DEGREES = 180.0 / np.pi


def by_methods(system: System, start: State, joints: dict[str, str]) -> dict[str, Any]:
    """Return times and coordinates [rad] by three methods; joints: coordinates by joint."""
    how = {"until": 5.0, "every": 0.01, "rtol": 1e-8, "atol": 1e-10}
    ida = system.simulate(start, method="ida", **how)
    pece = system.simulate(start, method="pece", **how)
    solver = CartesianSystem(system.model)
    there = system.kinematics(start.q)
    poses = {b.name: (there[b.name].rotation, there[b.name].position) for b in system.model.bodies}
    times = np.linspace(0.0, 5.0, 101)
    other = solver.simulate(solver.state(poses), 5.0, method="implicit", rtol=1e-9, atol=1e-10,
                            times=times)  # fmt: skip
    curves: dict[str, Any] = {}
    for joint, name in joints.items():
        column = int(name.rpartition("_")[2] or 1) - 1 if name[-1].isdigit() else 0
        absolute = other.coordinates(joint)[:, column]
        turns = 2 * np.pi * np.round((float(ida[name][0]) - absolute[0]) / (2 * np.pi))
        curves[name] = {SECOND: (ida.t, np.asarray(ida[name])),
                        THIRD: (pece.t, np.asarray(pece[name])),
                        FIRST: (other.times, absolute + turns)}  # fmt: skip
    return curves


def in_degrees(curves: dict[str, Any], table: Any, column: str) -> dict[str, Any]:
    """Return the curves in degrees, with the reference."""
    every = {**curves, "reference": (table["t_s"], table[column])}
    return {label: (x, DEGREES * y) for label, (x, y) in every.items()}


def figures() -> dict[str, Any]:
    """Return the figures by their number in the paper."""
    rod = gallery.pendulum().compile(kernels=())
    swing = by_methods(rod, rod.initial_state(), {"A": "A.angle"})["A.angle"]
    table = reference("paper4_pendulum")
    label = "angle of the pendulum [deg]"
    hanging = at_state(rod, rod.assemble({"A.angle": -0.6}))
    found = {"1": sketch(hanging, plane="xy")}
    found["2"] = over_time(methods(in_degrees(swing, table, "theta_rad")), label)

    bars, table = gallery.rusr().compile(kernels=()), reference("paper4_fourbar")
    guess = {name: float(table[column][0]) for name, column in ANGLES.items()}
    start = bars.assemble({"crank_pivot.angle": np.pi / 3}, guess=guess)
    found["3"] = sketch(at_state(bars, start), plane="xy")
    joints = {"crank_pivot": "crank_pivot.angle", "cross": "cross.angle_1",
              "follower_pivot": "follower_pivot.angle"}  # fmt: skip
    curves = by_methods(bars, start, joints)
    each = {name: methods(in_degrees(curves[name], table, ANGLES[name])) for name in curves}
    found["4"] = over_time(each["crank_pivot.angle"], "crank angle θ₂ [deg]")
    found["5"] = figure_of([
        Panel(each["cross.angle_1"], "time [s]", "coupler angle θ₃₁ [deg]"),
        Panel(each["follower_pivot.angle"], "time [s]", "follower angle θ₄ [deg]", legend=False),
    ])  # fmt: skip
    return found


if __name__ == "__main__":
    save(figures, 4)
