"""The force on a crank bearing over a turn, as a polar diagram and as a workbook, in N and mm.

In world axes the diagram shows where the housing is loaded, in the axes of the crank where the
journal is. Both show the same force, so that its size at each angle is the same.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from sarrus import gallery

system = gallery.four_bar().compile()
turn = 2.0 * np.pi / 12.0  # the crank turns at 12 rad/s
drive = system.drive({"A": lambda t: 0.5 + 12.0 * t}, times=np.linspace(0.0, turn, 361))

shown = drive.history.in_units("mm", "deg", "N", "rpm")
names = ("A.reaction.force@world", "A.reaction.force@crank")
figure = shown.plot(*names, polar=True, against="A.angle", title="Crank bearing")

with tempfile.TemporaryDirectory() as folder:
    figure.savefig(Path(folder) / "bearing.png")
    shown.export(Path(folder) / "bearing.xlsx", ["A.angle", "A.effort", *names])

housing, journal = (np.linalg.norm(shown[name], axis=1) for name in names)
worst = int(np.argmax(housing))
angle = shown["A.angle"][worst]
print(f"at most {housing[worst]:.1f} {shown[names[0]].unit}, at {angle:.0f} deg of the crank")
if not np.allclose(housing, journal, rtol=1e-12):
    raise SystemExit("the force is not the same in other axes")
print("the same size in world axes and in those of the crank")
