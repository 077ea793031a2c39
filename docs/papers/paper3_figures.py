"""Paper 3: a pick and place of a robot with six joints (figures 4 to 7).

Kim and Oh 1984. The paper prints no numbers; robot and task are a PUMA 560 that carries 2 kg from
B to C, with trapezoids of velocity of a second each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from paper_figures import cases, over_time, reference, save

from sarrus import gallery
from sarrus.gallery.puma560 import POSES, RAMP
from sarrus.results.plots import Curve, Panel, figure_of, torque_speed
from sarrus.results.plots.style import COLORS
from sarrus.robotics import (
    Catalogue,
    Grip,
    MassProperties,
    Move,
    Release,
    Sequence,
    Task,
    TaskResult,
    Trapezoid,
    choose_drive,
    joint_move,
)

SIX = range(1, 7)


def result(payload: bool = True) -> TaskResult:
    """Return the task A-B-C-A, a second each, computed; payload: 2 kg from B to C."""
    law = Trapezoid(1.0, RAMP)
    A, B, C = (np.array(pose) for pose in POSES)
    there, on, back = (
        Move(joint_move(begin, end, law), name)
        for begin, end, name in ((A, B, "A-B"), (B, C, "B-C"), (C, A, "C-A"))
    )
    load = MassProperties(2.0, (0.0, 0.0, 0.0))  # a point in the hand
    legs = [there, Grip(load), on, Release(), back] if payload else [there, on, back]
    return Task(gallery.puma560(), Sequence(legs)).run()


def velocity_distribution() -> Any:
    """Return figure 4: the velocity of a move over a second."""
    law = Trapezoid(1.0, 0.25)
    t = np.linspace(0.0, 1.0, 401)
    curve = Curve("", t, np.asarray(law.rate(t)), COLORS[0])
    return over_time([curve], "velocity\n(the whole move is 1) [1/s]", height=2.0)


def over_the_task(done: TaskResult, values: np.ndarray, columns: str, label: str,
                  factor: float = 1.0) -> Any:  # fmt: skip
    """Return a figure of all joints, with references."""
    table = reference("paper3_puma560")
    curves = {f"joint {k}": (done.t, factor * values[:, k - 1]) for k in SIX}
    references = {f"joint {k}": (table["t_s"], factor * table[columns.format(k)]) for k in SIX}
    lines = [(1.0, "B: grip"), (2.0, "C: release")]
    return figure_of([Panel(cases(curves, references), "time [s]", label, lines=lines,
                            height=3.0)])  # fmt: skip


def figures() -> dict[str, Any]:
    """Return the figures by their number in the paper."""
    done = result()
    choice = choose_drive(done, done.most_varied, Catalogue.generic())
    found = {
        "4": velocity_distribution(),
        "5": over_the_task(done, done.q, "q{}_rad", "joint angle [deg]", 180.0 / np.pi),
        "6": over_the_task(done, done.efforts, "tau{}_Nm_2kg_in_leg_BC", "joint torque [N m]"),
        "7": torque_speed(done),
    }
    if choice.chosen is not None:
        found["7 motor"] = torque_speed(choice.chosen)
    return found


if __name__ == "__main__":
    save(figures, 3)
