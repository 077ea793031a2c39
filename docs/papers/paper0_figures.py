"""Paper 0: driving torques and reactions of the RRC arm, by three methods (figures 4 to 8).

Kim and You 1996. Lengths, centres of mass and the direction of gravity are not printed there; the
arm is the K-1207i. The paper compares its formulas (30), (36) with the Newton-Euler recursion and
with DADS; the third here is the solver in absolute coordinates with multipliers, to which the
torques are given.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from paper_figures import INCH, POUND, methods, reference, save

from sarrus import Event, gallery
from sarrus.cartesian import CartesianSystem
from sarrus.events import Enable, Join, Part
from sarrus.gallery.rrc_arm import ROLLS, SPRING
from sarrus.papers.state_vector import newton_euler_wrenches, state_vectors
from sarrus.results.plots import Curve, Panel, figure_of, sketch
from sarrus.results.plots.style import COLORS
from sarrus.system import Run, System

RECURSION, SELECTED = "Newton–Euler recursion", "formulas (30), (36)"
ABSOLUTE = "absolute coordinates"
LET_GO = 0.75
"""When the object is released [s]; the paper does not say."""
NEAR = 0.0405
"""The part of simulation 2 that is shown from near [s]."""


def swing(t: Any) -> Any:
    """Return q2 of simulation 1."""
    return np.pi / 3 * np.sin(np.pi * t / 5)


def nod(t: Any) -> Any:
    """Return q4 of simulation 2."""
    return np.pi / 30 * np.sin(np.pi * t - np.pi)


def simulation_1() -> Run:
    """Return joint 2 swinging, rolls locked, joints 4 and 6 free."""
    system = gallery.rrc_arm().compile(kernels=())
    start = system.state(np.zeros(7), [0.0, np.pi**2 / 15, 0.0, 0.0, 0.0, 0.0, 0.0])
    return system.simulate(start, until=5.0, every=0.01, rtol=1e-11, atol=1e-12,
                           driven={"joint2": swing}, locked=ROLLS, keep=["joint2.wrench"],
                           formulation="state_vector")  # fmt: skip


def simulation_2() -> Run:
    """Return joint 4 nodding against a stiff spring at the tip, joint 6 free."""
    system = gallery.rrc_arm(spring=SPRING).compile(kernels=())
    start = system.state(np.zeros(7), [0.0, 0.0, 0.0, -(np.pi**2) / 30, 0.0, 0.0, 0.0])
    return system.simulate(start, until=1.0, every=2.5e-4, rtol=1e-10, atol=1e-11,
                           driven={"joint4": nod}, locked=(*ROLLS, "joint2"),
                           keep=["joint4.wrench"], formulation="state_vector")  # fmt: skip


def gripping() -> Run:
    """Return simulation 2 as it is described: a grip of an object on ground, held for 0.75 s.

    Tip and object stay an inch apart, as by the paper's spring, but exactly.
    """
    system = gallery.rrc_arm(target=True).compile(kernels=())
    grip = Join("grip", "distance", "tip", "object", numbers={"length": INCH})
    events = [Event(0.0, grip, name="grip"), Event(LET_GO, Part("grip"), name="release")]
    return _nodding(system, events)


def gripping_by_spring() -> Run:
    """Return the same with the stiff spring, which is switched off."""
    system = gallery.rrc_arm(spring=SPRING).compile(kernels=())
    return _nodding(system, [Event(LET_GO, Enable("spring", False), name="release")])


def _nodding(system: System, events: list[Event]) -> Run:
    start = system.state(np.zeros(7), [0.0, 0.0, 0.0, -(np.pi**2) / 30, 0.0, 0.0, 0.0])
    return system.simulate(start, until=1.0, every=2.5e-4, rtol=1e-10, atol=1e-11, events=events,
                           driven={"joint4": nod}, locked=(*ROLLS, "joint2"))  # fmt: skip


def grip_figure() -> Any:
    """Return force at the tip, driving torque and the free joint: joint and spring."""
    runs = {"spring, 330 Hz": gripping_by_spring(), "joint by Join and Part": gripping()}
    panels = []
    for label, read in (
        ("force at the tip [lb]", _force_at_tip),
        ("driving torque\nof joint 4 [lb in]", lambda run: run["joint4.effort"] / (POUND * INCH)),
        ("angle of joint 6 [rad]", lambda run: run["joint6.angle"]),
    ):
        curves = [
            Curve(name, run.t, np.asarray(read(run)), COLORS[k], width=(0.5, 1.6)[k], over=k)
            for k, (name, run) in enumerate(runs.items())
        ]
        panels.append(Panel(curves, "time [s]", label, legend=not panels))
    return figure_of(panels)


def _force_at_tip(run: Run) -> np.ndarray:
    """Return how much ground pulls the tip down [lb]: by the joint, or the spring."""
    if "spring" in {element.name for element in run.system.model.forces}:
        return np.nan_to_num(np.asarray(run["spring.force"])) / POUND
    along = np.asarray(run.history.wrench("grip", axes="world").force)[:, 1]
    return along / POUND


def by_methods(run: Run, joint: int, rows: np.ndarray) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return torque [lbf in] and force along x [lbf] of a joint, by two methods at some states."""
    system, i = run.system, joint - 1
    torque: dict[str, list[float]] = {SELECTED: [], RECURSION: []}
    force: dict[str, list[float]] = {SELECTED: [], RECURSION: []}
    for k in rows:
        q, v, vdot = run.q[k], run.v[k], run.motion(int(k)).vdot
        inputs = system.compiled.compiler.inputs({"q": q, "v": v, "vdot": vdot}, float(run.t[k]))
        terms = state_vectors(inputs.velocities, inputs.loads)
        felt = terms.accelerations(vdot)
        for name, wrench in ((SELECTED, terms.wrench(i, felt[i], vdot)),
                             (RECURSION, newton_euler_wrenches(terms, felt)[i])):  # fmt: skip
            torque[name].append(float(terms.driving_effort(i, wrench)[0]) / (POUND * INCH))
            force[name].append(float(wrench[0]) / POUND)
    return {name: (np.array(torque[name]), np.array(force[name])) for name in torque}


def with_multipliers(run: Run, joint: str, rows: np.ndarray) -> np.ndarray:
    """Return the force along x [lbf] by absolute coordinates, with the efforts of the drives."""
    system: System = run.system
    solver = CartesianSystem(system.model)
    found = []
    for k in rows:
        q, v, moving = run.q[k], run.v[k], run.motion(int(k))
        there = system.kinematics(q, v)
        names = [body.name for body in system.model.bodies]
        state = solver.state(
            {n: (there[n].rotation, there[n].position) for n in names},
            {n: (there[n].velocity, there[n].angular_velocity) for n in names},
        )
        tau = system.inverse_dynamics(q, v, moving.vdot)
        efforts = {j.name: tau[n : n + 1] for n, j in enumerate(system.model.joints)}
        found.append(solver.reactions(state, efforts=efforts)[joint].force[0] / POUND)
    return np.array(found)


def drawn(curves: dict[str, Any], label: str, joint: int) -> Any:
    """Return a figure of the curves; those of joint 4, which oscillate fast, also from near."""
    whole = Panel(methods(curves), "time [s]", label)
    if joint == 2:
        return figure_of([whole])
    thin = [replace(curve, width=0.5) for curve in whole.curves]
    near = {name: (t[t < NEAR], y[t < NEAR]) for name, (t, y) in curves.items()}
    zoom = Panel(methods(near), "time, at the start [s]", label, legend=False)
    return figure_of([replace(whole, curves=thin), zoom])


def figures() -> dict[str, Any]:
    """Return the figures by their number in the paper."""
    found = {"4": sketch(gallery.rrc_arm(), plane="xy")}
    for run, joint, table, every in (
        (simulation_1(), 2, reference("paper0_rrc_sim1_free46"), 10),
        (simulation_2(), 4, reference("paper0_rrc_sim2_spring"), 20),
    ):
        name = f"joint{joint}"
        torque = np.asarray(run.history[f"{name}.effort"]) / (POUND * INCH)
        wrench = run.history.wrench(name, axes="world").force
        force = np.asarray(wrench)[:, 0] / POUND
        rows = np.arange(0, len(run), every)
        others = by_methods(run, joint, rows)
        few, t = rows[:: 2 if joint == 2 else 4], run.t[rows]
        expected = (table["t_s"], table[f"tau{joint}_lb_in"]), (table["t_s"], table["Fx_lb"])
        first = {"Sarrus": (run.t, torque)}
        first |= {label: (t, values[0]) for label, values in others.items()}
        first |= {"reference": expected[0]}
        label = f"driving torque of joint {joint} [lb in]"
        found[str(joint + 3)] = drawn(first, label, joint)
        second = {"recorded in the run": (run.t, force)}
        second |= {label: (t, values[1]) for label, values in others.items()}
        second[ABSOLUTE] = (run.t[few], with_multipliers(run, name, few))
        second |= {"reference": expected[1]}
        label = f"reaction force of joint {joint}\nalong X [lb]"
        found[str(joint + 4)] = drawn(second, label, joint)
    found["7b"] = grip_figure()
    return dict(sorted(found.items()))


if __name__ == "__main__":
    save(figures, 0)
