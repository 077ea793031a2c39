"""Draw the pictures of the pages about balance, tolerances and designs, into docs/pictures.

The designs are optimized anew, which takes some minutes, and their numbers are printed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import sarrus
from sarrus import design
from sarrus.results.plots import Curve, Panel, figure_of

DESIGNS = Path(__file__).parents[1] / "examples" / "designs"
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def draw_balance() -> None:
    """Draw the shaking of a slider-crank, half of whose reciprocating mass is balanced."""
    system = sarrus.gallery.slider_crank().compile()
    design.balance(system, moment=False).plot(path=PICTURES / "balance.svg")


def draw_tolerances() -> None:
    """Draw what four tolerances make of the angle of a rocker."""
    system = sarrus.gallery.four_bar().compile()
    varied = {
        "B.parent_point[0]": "0.1 mm",
        "C.parent_point[0]": "0.1 mm",
        "C.child_point[1]": design.Tolerance("0.2 mm", distribution="uniform"),
        "D.parent_point[0]": "0.1 mm",
    }
    found = design.tolerances(
        system, varied, "D.angle", over={"A": "2*pi*t"}, times=np.linspace(0, 1, 73), samples=4096
    )
    found.plot(path=PICTURES / "tolerances.svg")


def draw_design(name: str, panels: list[tuple[str, str, float]]) -> None:
    """Draw channels of a design before and after; panels: channel, label and factor of each."""
    study = sarrus.Study.load(DESIGNS / f"{name}.yaml")
    best = study.optimize()
    print(best)
    before, after = study.run(), best.study.run()
    found = [
        Panel(
            [
                Curve("before", before.t, factor * np.asarray(before[channel])),
                Curve("after", after.t, factor * np.asarray(after[channel])),
            ],
            "time [s]",
            label,
        )
        for channel, label, factor in panels
    ]
    figure_of(found, path=PICTURES / f"design_{name}.svg")


def draw_designs() -> None:
    """Draw the three designs."""
    draw_design("shaper", [("crank.effort", "torque of the crank [N m]", 1.0),
                           ("guide.displacement", "ram [mm]", 1e3)])  # fmt: skip
    draw_design("suspension", [("wheel.rotation.xz", "toe [deg]", 180.0 / np.pi),
                               ("wheel.position.z", "height of the wheel [mm]", 1e3)])  # fmt: skip
    draw_design("arm", [("A.effort", "torque of A [N m]", 1.0),
                        ("B.effort", "torque of B [N m]", 1.0)])  # fmt: skip


if __name__ == "__main__":
    draw_balance()
    draw_tolerances()
    draw_designs()
