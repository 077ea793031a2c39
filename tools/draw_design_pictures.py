"""Draw the pictures of the pages about balance, tolerances and designs, into docs/pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import sarrus
from sarrus import design

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


if __name__ == "__main__":
    draw_balance()
    draw_tolerances()
