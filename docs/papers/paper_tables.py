"""Tables of the paper pages: what the papers print, and what Sarrus counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from paper2_figures import shaper
from paper_figures import reference

from sarrus import Model, gallery
from sarrus.cartesian import CartesianSystem


def text_table(rows: Sequence[Sequence[Any]]) -> str:
    """Return rows as text with columns of equal width; the first row is the head."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(line.rstrip() for line in [lines[0], "-" * sum(widths), *lines[1:]])


def relative(model: Model, **how: Any) -> tuple[int, int, int]:
    """Return coordinates, equations of loops, and independent ones among them."""
    system = model.compile(kernels=(), **how)
    rank = system.mobility(system.assemble()).rank if system.compiled.loops.m else 0
    return system.nq, system.compiled.loops.m, rank


def counts_of_paper_1() -> str:
    """Return tables 4 and 5 of paper 1 beside ours: coordinates / equations."""
    rows = [["", "paper, absolute", "ours, absolute", "paper, relative", "ours, relative"]]
    tank, crank = gallery.tracked_vehicle(), gallery.rssr()
    absolute = CartesianSystem(tank, compiled=False).counts().moving
    with_ground = CartesianSystem(crank, compiled=False).counts().with_ground
    nq, m, _ = relative(tank)
    ours = f"{absolute.coordinates} / {absolute.joint_equations}"
    rows.append(["tracked vehicle", "91 / 60", ours, "19 / 0", f"{nq} / {m}"])
    system = crank.compile(kernels=())
    rows.append(["RSSR", "28 / 16", f"{with_ground.coordinates} / {with_ground.joint_equations}",
                 "5 / 1 (see below)", f"{system.nv} / {system.compiled.loops.m}"])  # fmt: skip
    return text_table(rows)


def counts_of_paper_2() -> str:
    """Return table 4 of paper 2 beside ours: coordinates / equations."""
    rows = [["", "paper, absolute", "ours, absolute", "paper, relative", "ours, in space",
             "ours, planar"]]  # fmt: skip
    planar = CartesianSystem(shaper(), compiled=False).counts().planar
    in_plane = f"{planar.coordinates} / {planar.equations}" if planar else "none"
    nq, m, rank = relative(shaper())
    flat = relative(shaper(), planar=True)
    rows.append(["quick return", "18 / 17", in_plane, "7 / 6", f"{nq} / {m}, rank {rank}",
                 f"{flat[0]} / {flat[1]}"])  # fmt: skip
    crank = gallery.offset_slider_crank()
    whole = CartesianSystem(crank, compiled=False).counts().with_ground
    system = crank.compile(kernels=())
    rows.append(["slider-crank", "28 / 27", f"{whole.coordinates} / {whole.equations}", "7 / 6",
                 f"{system.nv} / {system.compiled.loops.m}", ""])  # fmt: skip
    return text_table(rows)


def torques_of_paper_3(results: Sequence[Any]) -> str:
    """Return the largest torque of each joint without and with the payload, and the reference's."""
    table = reference("paper3_puma560")
    rows = [["joint", "no payload [N m]", "reference", "2 kg from B to C [N m]", "reference"]]
    for k in range(6):
        row = [k + 1]
        for result, column in zip(results, ("nopayload", "2kg_in_leg_BC"), strict=True):
            row += [f"{np.abs(result.efforts[:, k]).max():.4f}",
                    f"{np.abs(table[f'tau{k + 1}_Nm_{column}']).max():.4f}"]  # fmt: skip
        rows.append(row)
    return text_table(rows)


def methods_of_paper_4() -> str:
    """Return the crank's angle after five seconds, and what each method took."""
    table = reference("paper4_fourbar")
    names = {"crank_pivot.angle": "th2", "cross.angle_1": "th31", "cross.angle_2": "th32",
             "follower_pivot.angle": "th4"}  # fmt: skip
    system = gallery.rusr().compile(kernels=())
    guess = {name: float(table[column][0]) for name, column in names.items()}
    start = system.assemble({"crank_pivot.angle": np.pi / 3}, guess=guess)
    rows = [["method", "th2(5 s) [rad]", "off the reference", "steps", "evaluations"]]
    for label, method in (("relative, IDA (proposed 2)", "ida"), ("relative, Adams PECE", "pece"),
                          ("relative, Adams of CVODE", "adams"),
                          ("relative, BDF", "bdf"), ("relative, order 8", "auto")):  # fmt: skip
        run = system.simulate(start, until=5.0, method=method, rtol=1e-8, atol=1e-10)
        angle = float(run["crank_pivot.angle"][-1])
        rows.append([label, f"{angle:.9f}", f"{abs(angle - table['th2'][-1]):.1e}",
                     run.account.steps, run.account.evaluations])  # fmt: skip
    return text_table(rows)
