"""Tables of the paper pages: what the papers print, and what Sarrus counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from coordinates import OF_PAPER_4, WAYS, problems_of_paper_4
from page import amount
from paper2_figures import shaper
from paper_figures import reference
from write_page import DOCS, read

from sarrus import Model, gallery
from sarrus.cartesian import CartesianSystem
from sarrus.system import Stopped


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
    tank, crank = gallery.tracked_vehicle(track=False), gallery.rssr()
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
    """Return what each way of the paper takes on its examples, the governor and a stiff arm."""
    times = measured_times()
    rows = [["", "way", "steps", "evaluations", "derivatives", "error [rad, m]", "time"]]
    for problem in problems_of_paper_4():
        for way, label in LABELS.items():
            run = problem.run(way)
            account = run.account
            rows.append([problem.name if way == WAYS[0] else "", label, account.steps,
                         account.evaluations, account.jacobians, f"{problem.error(run):.1e}",
                         times.get((problem.name, way), "not measured")])  # fmt: skip
    return text_table(rows)


LABELS = {
    "partitioned": "relative, BDF, independent coordinates",
    "ida": "relative, IDA, system Jacobian (proposed 2)",
    "pece": "relative, PECE of Shampine and Gordon",
    "adams": "relative, Adams of CVODE",
    "reduced": "reduced equations of paper 2, order 8",
    "auto": "projection of paper 1, order 8",
}


def measured_times() -> dict[tuple[str, str], str]:
    """Return the times that the benchmark page has, by problem and way."""
    found = read(DOCS)
    group = found.groups.get("coordinates") if found is not None else None
    times: dict[tuple[str, str], str] = {}
    for row in () if group is None else group.of(OF_PAPER_4):
        if row.what == "time":
            for way, time in ((row.by, row.ours), (row.peer, row.theirs)):
                times[row.case, way] = "-" if time is None else amount(time.median, row.unit)
    return times


def near_the_lock() -> str:
    """Return both inverses of the dependent block in a turn of a slider-crank that almost locks."""
    rows = [["L [m]", "inverse", "closure error", "peak [m/s^2]", "least watch", "steps",
             "ends at [s]"]]  # fmt: skip
    for L in (0.2400, 0.2363, 0.2362):
        system = gallery.offset_slider_crank(rod=L).compile(kernels=())
        start = system.assemble({"crank_pivot": 0.0}, {"crank_pivot": -2 * np.pi})
        for solve in ("elimination", "svd"):
            how = {"until": 1.0, "every": 1e-3, "method": "reduced", "solve": solve, "rtol": 1e-8}
            turn = {"crank_pivot": lambda t: -2 * np.pi * t}
            try:
                run = system.simulate(start, driven=turn, certify=False, **how)
            except Stopped as stop:
                run = stop.run
            peak = np.abs(run["slider.acceleration.x"]).max()
            rows.append([f"{L:.4f}", solve, f"{run.drift:.1e}", f"{peak:.2f}",
                         f"{run.account.smallest_watch:.1e}", run.account.steps,
                         f"{run.t[-1]:.3f}"])  # fmt: skip
    return text_table(rows)


def through_dead_points() -> str:
    """Return both inverses with the slider, which has dead points, as independent coordinate."""
    rows = [["", "inverse", "coordinates, with the times of new choices [s]", "apart from auto"]]
    machines = {"slider-crank": (gallery.offset_slider_crank(), "guide", -2 * np.pi),
                "quick return": (gallery.quick_return(), "guide", 4 * np.pi)}  # fmt: skip
    for name, (model, slider, speed) in machines.items():
        system = model.compile(kernels=())
        start = system.assemble({}, {"crank_pivot": speed})
        how: dict[str, Any] = {"until": 0.5, "rtol": 1e-10, "atol": 1e-12, "certify": False}
        right = system.simulate(start, **how)
        for solve in ("elimination", "svd"):
            run = system.simulate(start, method="reduced", independent=[slider], solve=solve, **how)
            (_, first), *later = run.account.independent
            text = "".join(f"; {t:.4f}: {', '.join(names)}" for t, names in later)
            off = f"{np.max(np.abs(run.q - right.q)):.1e}"
            rows.append([name, solve, ", ".join(first) + text, off])
    return text_table(rows)
