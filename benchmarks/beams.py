"""Flexible beams beside Exudyn: error against wall time of a soft pendulum that falls.

A rod that bends far is hinged at one end and released level under gravity; its tip is followed for
0.8 s. Sarrus: segments of even strain, with mass at the nodes or along them, by `bdf`. Exudyn: its
ANCF cables in the plane, by the generalized-alpha method. Each program has more elements and finer
steps from point to point. The right path is that of segments with their error of order two taken
away; how far Exudyn's finest path is from it is a row of the table.
"""

from __future__ import annotations

import time
from functools import cache, partial
from typing import Any

import numpy as np
import timing
import work_precision
from rows import NOT_INSTALLED, NOT_REACHED, Group, Row, Time
from work_precision import OURS, Curve

import sarrus

LENGTH, DIAMETER, E, RHO, NU = 1.0, 0.01, 1e8, 1000.0, 0.3
AREA, SECOND = np.pi * DIAMETER**2 / 4, np.pi * DIAMETER**4 / 64
UNTIL, EVERY = 0.8, 0.02
SAMPLES = round(UNTIL / EVERY)
LEVELS = (3e-2, 1e-2, 3e-3)
"""Errors, as parts of the travel of the tip, at which times are compared."""
OURS_POINTS = ((1, 1e-4), (2, 1e-4), (3, 1e-4), (4, 1e-5), (6, 1e-5), (8, 1e-6))
"""Segments and relative tolerances."""
EXUDYN_POINTS = ((1, 4), (2, 5), (2, 10), (3, 10), (4, 20), (6, 40), (8, 80))
"""Elements, and steps to each sample."""
FINE = (8, 16)
MASSES = ("lumped", "consistent")
TABLE = "Falling rod that bends: time to an error of the tip"
NOTES = [
    "A rod of 1 m and 10 mm with the modulus 0.1 GPa, hinged at one end and released level, for "
    "0.8 s. Errors are the largest of 40 samples of the tip, as parts of its travel.",
    "Exudyn solves in the plane, with two points of two positions and two slopes to an element; "
    "the segments of Sarrus bend in space and twist.",
    "Models are built and compiled before the time begins, in both programs.",
]


@cache
def system(segments: int, mass: str) -> Any:
    """Return the rod of segments."""
    m = sarrus.Mechanism("falling rod")
    rod = m.flexible_beam(
        "rod", (0, 0, 0), (LENGTH, 0, 0), section="round", diameter=DIAMETER, young_modulus=E,
        poisson_ratio=NU, density=RHO, segments=segments, mass=mass,
    )  # fmt: skip
    m.revolute("hinge", m.ground, rod.start, at=(0, 0, 0), axis="y")
    return m.build().compile()


def swing(segments: int, mass: str, rtol: float) -> tuple[float, np.ndarray]:
    """Return the seconds of a run and the path of the tip in the plane, x along and z up."""
    rod = system(segments, mass)
    start = rod.assemble()
    began = time.perf_counter()
    run = rod.simulate(start, until=UNTIL, every=EVERY, method="bdf", rtol=rtol, atol=1e-2 * rtol)
    seconds = time.perf_counter() - began
    return seconds, np.asarray(run[f"rod.{segments}.position"])[:, [0, 2]]


def right_path(fine: tuple[int, int] = FINE, rtol: float = 1e-8) -> np.ndarray:
    """Return the path of segments without their error of order two."""
    coarse, best = (swing(n, "lumped", rtol)[1] for n in fine)
    ratio = (fine[1] / fine[0]) ** 2
    return (ratio * best - coarse) / (ratio - 1.0)


def exudyn_rod(exu: Any, elements: int) -> tuple[Any, int]:
    """Return the rod of cables and the sensor of its tip."""
    from exudyn import beams, itemInterface

    mbs = exu.SystemContainer().AddSystem()
    cable = itemInterface.Cable2D(
        massPerLength=RHO * AREA,
        bendingStiffness=E * SECOND,
        axialStiffness=E * AREA,
    )
    made = beams.GenerateBeamElementsAlongLine(
        mbs,
        [0.0, 0.0, 0.0],
        [LENGTH, 0.0, 0.0],
        elements,
        cable,
        gravity=[0.0, -9.81, 0.0],
        groundConstraintsStart=[True, True, False, False],
    )
    sensor = mbs.AddSensor(
        itemInterface.SensorNode(
            nodeNumber=made["nodes"][-1],
            storeInternal=True,
            outputVariableType=exu.OutputVariableType.Position,
        )
    )
    mbs.Assemble()
    return mbs, sensor


def exudyn_swing(exu: Any, elements: int, steps: int) -> tuple[float, np.ndarray] | None:
    """Return the same of Exudyn; None where it does not converge."""
    mbs, sensor = exudyn_rod(exu, elements)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = SAMPLES * steps
    settings.timeIntegration.endTime = UNTIL
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.linearSolverType = exu.LinearSolverType.EXUdense
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = EVERY
    began = time.perf_counter()
    try:
        mbs.SolveDynamic(
            settings, solverType=exu.DynamicSolverType.GeneralizedAlpha, showHints=False
        )
    except ValueError:
        return None
    seconds = time.perf_counter() - began
    found = mbs.GetSensorStoredData(sensor)
    return (seconds, found[:, 1:3]) if len(found) == SAMPLES + 1 else None


def curves(quick: bool) -> list[Curve]:
    """Return the trials of both programs, the cheapest first."""
    found = []
    for mass in MASSES:
        curve = Curve(OURS, f"{mass} mass")
        for segments, rtol in OURS_POINTS[:2] if quick else OURS_POINTS:
            curve.add(partial(swing, segments, mass, rtol))
        found.append(curve)
    try:
        import exudyn as exu
    except ImportError:
        return found
    curve = Curve("Exudyn", "ANCF cables")
    for elements, steps in EXUDYN_POINTS[:2] if quick else EXUDYN_POINTS:
        curve.add(partial(exudyn_swing, exu, elements, steps))
    return [*found, curve]


def measured(quick: bool = False) -> Group:
    """Return times at equal error, and the curves of error against time."""
    group = Group("beams", "Flexible beams", notes=NOTES)
    path = right_path((2, 4), 1e-5) if quick else right_path()
    tried = curves(quick)
    work_precision.measure(tried, path, rounds=1 if quick else 7)
    ours = [curve for curve in tried if curve.program == OURS]
    theirs = [curve for curve in tried if curve.program != OURS]
    for level in LEVELS:
        own, by = work_precision.best_method(ours, level)
        other: Time | None = None
        peer, missing = "Exudyn", NOT_INSTALLED
        if theirs:
            other, method = work_precision.best_method(theirs, level)
            peer, missing = f"Exudyn {method}".strip(), "" if other else NOT_REACHED
        group.rows.append(
            Row(TABLE, f"error {level:g} of the travel", "falling rod", ours=own, by=by, peer=peer,
                theirs=other, missing=missing or ("" if own else NOT_REACHED))
        )  # fmt: skip
    for curve in theirs:
        group.notes = [
            *NOTES, f"The finest path of Exudyn is {curve.smallest:.1g} of the travel from ours."
        ]  # fmt: skip
    group.curves["falling rod"] = [
        {
            "program": shown.family, "method": shown.method, "seconds": list(shown.seconds),
            "errors": list(shown.errors),
        }
        for shown in map(work_precision.precision, tried)
    ]  # fmt: skip
    return group


def main() -> None:
    """Print the table."""
    group = measured()
    lines: list[list[Any]] = [["", "ours", "Exudyn", "", "ratio"]]
    for row in group.rows:
        ours = "-" if row.ours is None else f"{row.ours.median:.3g} s ({row.by})"
        theirs = "-" if row.theirs is None else f"{row.theirs.median:.3g} s"
        lines.append([row.what, ours, theirs, row.missing, timing.times(row.ratio)])
    print(timing.table(TABLE, lines))
    print(group.notes[-1])


if __name__ == "__main__":
    main()
