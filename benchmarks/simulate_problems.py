"""The mechanisms of `simulate.py`: our trials, those of the other programs, and the right path."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
import simulate_peers as peers
import titles
import work_precision
from exudyn_models import Traced
from work_precision import OURS, Curve

import sarrus
from sarrus import Model, System
from sarrus.cartesian import CartesianSystem
from sarrus.errors import SimulationStopped
from sarrus.system.state import State

CHECKOUT = Path(__file__).parents[1]
CASES = CHECKOUT / "tests" / "reference" / "bench"
SHARED = Path(os.environ.get("SARRUS_SHARED", CHECKOUT.parent / "shared"))

SAMPLES = 20
"""Equal intervals at whose ends all paths are compared."""
RTOLS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11)
CARTESIAN_RTOLS = (1e-4, 1e-6, 1e-8, 1e-10)
FIXED = ("rk4", "abm4")
COUNTS = (1, 2, 5, 10, 20, 80, 320, 1280)
"""Equal steps between two samples."""
EXUDYN_COUNTS = (5, 20, 80, 320, 1280)
MUJOCO_COUNTS = (20, 80, 320, 1280, 5120)


@dataclass
class Problem:
    """A mechanism, what is compared of its motion, and the curves of all programs.

    step: of the equal steps that are timed one by one [s]; methods: ours, of which the first is
    the one for whole wall times.
    """

    title: str
    model: Model
    until: float
    step: float
    planar: bool = False
    methods: tuple[str, ...] = ("auto", "adams", *FIXED)
    curves: list[Curve] = field(default_factory=list)

    @property
    def every(self) -> float:
        return self.until / SAMPLES

    def build(self, cache: Any = "user") -> System:
        return System(self.model, planar=self.planar, cache=cache)

    @cached_property
    def system(self) -> System:
        return self.build()

    @cached_property
    def start(self) -> State:
        return self.system.initial_state()

    def path(self, q: np.ndarray) -> np.ndarray:
        """Return the path that is compared from rows of our coordinates."""
        raise NotImplementedError

    def reference(self) -> np.ndarray:
        """Return the right path."""
        raise NotImplementedError

    def others(self) -> list[Curve]:
        """Return the other programs."""
        raise NotImplementedError

    def measure(self, quick: bool = False) -> None:
        """Run all trials; in a quick run, without those of the smallest steps and tolerances."""
        self.curves = [*map(self.own, self.methods), *self.others()]
        if quick:
            for curve in self.curves:
                del curve.points[-(len(curve.points) // 3) :]
        work_precision.measure(self.curves, self.reference(), *((2, 0.02) if quick else ()))

    def own(self, method: str) -> Curve:
        """Return one of our methods at several tolerances or steps."""
        curve = Curve(OURS, method)
        for how in self.settings(method):
            curve.add(partial(self.trial, method, **how))
        return curve

    def settings(self, method: str) -> list[dict[str, float]]:
        if method in FIXED:
            return [{"step": self.every / n} for n in COUNTS]
        return [{"rtol": rtol, "atol": 1e-2 * rtol} for rtol in RTOLS]

    def trial(self, method: str, **how: float) -> tuple[float, np.ndarray] | None:
        try:
            run = self.simulated(self.start, method, **how)
        except SimulationStopped:  # steps too large
            return None
        return run.account.wall, self.path(run.q)

    def simulated(self, start: State, method: str, **how: float) -> Any:
        system = start.system
        return system.simulate(start, until=self.until, every=self.every, method=method, **how)

    def precisions(self) -> list[dict[str, Any]]:
        """Return the trials of all curves that are results."""
        shown = [work_precision.precision(curve) for curve in self.curves]
        return [
            {"program": p.family, "method": p.method, "seconds": p.seconds, "errors": p.errors}
            for p in shown
        ]

    @property
    def ours(self) -> list[Curve]:
        return [curve for curve in self.curves if curve.program == OURS]

    def peer(self, name: str) -> Curve | None:
        """Return the curve whose name begins so, None where the program is not installed."""
        return next((curve for curve in self.curves if curve.name.startswith(name)), None)


@dataclass
class Arm(Problem):
    """Falls from rest at zero coordinates; the tip of its last link is compared.

    tip: in the frame of the last body [m].
    """

    tip: Any = (0.0, 0.0, 0.0)

    def path(self, q: np.ndarray) -> np.ndarray:
        last, tip, nowhere = self.model.bodies[-1].name, np.array(self.tip), np.full(3, np.nan)
        return np.array(
            [
                self.system.point(last, tip, row).position if np.all(np.isfinite(row)) else nowhere
                for row in q
            ]
        )

    def reference(self) -> np.ndarray:
        """Return a tight run of ours; the other programs converge to it."""
        found = self.trial("auto", rtol=1e-13, atol=1e-15)
        if found is None:
            raise SystemExit(f"{self.title}: no reference")
        return found[1]

    def others(self) -> list[Curve]:
        common = self.model, self.every, SAMPLES, self.path, COUNTS
        return [*peers.mujoco_curves(*common), *peers.pinocchio_curves(*common)]


@dataclass(kw_only=True)
class Case(Problem):
    """A reference problem; the path of one of its points is compared with its table.

    columns: from the table to the coordinates of the point; cartesian: method of our Cartesian
    solver where it is stepped from Python; relaxed: see `simulate_peers.exudyn_curves`.
    """

    drawn: dict[str, Any]
    table: np.ndarray
    traced: Traced
    columns: Callable[[np.ndarray], Sequence[np.ndarray]]
    cartesian: str = "explicit"
    relaxed: str = ""
    mujoco: bool = False

    def path(self, q: np.ndarray) -> np.ndarray:
        at = self.traced.within(self.drawn)
        places = [self.system.point(self.traced.body, at, row).position for row in q]
        return np.array(places)[:, self.traced.axes]

    def reference(self) -> np.ndarray:
        times = self.every * np.arange(SAMPLES + 1)
        rows = np.searchsorted(self.table["t"], times - 1e-9)
        if not np.allclose(self.table["t"][rows], times, rtol=0.0, atol=1e-12):
            raise SystemExit(f"{self.title}: its table has other times")
        return np.stack(self.columns(self.table[rows]), axis=1)

    def others(self) -> list[Curve]:
        given = self.drawn, self.traced, self.every, SAMPLES, EXUDYN_COUNTS
        native = Curve(titles.CARTESIAN[0], "auto")
        stepped = Curve(titles.CARTESIAN[1], self.cartesian)
        for rtol in RTOLS:
            native.add(partial(self.absolute_trial, "auto", rtol))
        for rtol in CARTESIAN_RTOLS:
            stepped.add(partial(self.absolute_trial, self.cartesian, rtol))
        soft = []
        if self.mujoco:
            point = self.traced.body, self.traced.within(self.drawn), self.traced.axes
            around = self.system, self.start, self.every, SAMPLES, point, MUJOCO_COUNTS
            soft = peers.mujoco_loop_curves(*around, loads=self.drawn["loads"])
        return [*peers.exudyn_curves(*given, self.planar, self.relaxed), *soft, native, stepped]

    @cached_property
    def absolute(self) -> CartesianSystem:
        return CartesianSystem(self.model)

    def absolute_trial(self, method: str, rtol: float) -> tuple[float, np.ndarray] | None:
        start, times = self.absolute.drawing_state(), self.every * np.arange(SAMPLES + 1)
        how = {"method": method, "rtol": rtol, "atol": 0.1 * rtol, "times": times}
        began = time.perf_counter()
        try:
            run = self.absolute.simulate(start, float(times[-1]), **how)
        except SimulationStopped:
            return None
        seconds = run.wall or time.perf_counter() - began  # of the native loop alone, as ours
        body, at = run.body(self.traced.body), self.traced.within(self.drawn)
        return seconds, (body.position + body.rotation @ at)[:, self.traced.axes]


# Arms -----------------------------------------------------------------------------------------


def arms() -> list[Problem]:
    """Return the RRC arm, and the Panda without its fingers where its file is at hand."""
    from dynamics.test_robot_arms import INCH, OFFSETS, rrc

    tip = INCH * np.array(OFFSETS[-1])
    return [Arm("RRC arm, 1 s", rrc(gravity=True).model, 1.0, 1e-4, tip=tip), *panda()]


def panda() -> list[Problem]:
    file = SHARED / "bench" / "models" / "panda.urdf"
    try:
        import pinocchio as pin

        from peers.pin_models import from_pinocchio, robot_of_urdf
    except ImportError:
        print("Panda left out: its file is read with Pinocchio, which is not installed")
        return []
    if not file.exists():
        print(f"Panda left out: no {file}; the file is not part of the project (SARRUS_SHARED)")
        return []
    robot = robot_of_urdf(file)
    fingers = [k for k in range(1, robot.njoints) if "finger" in robot.names[k]]
    robot = pin.buildReducedModel(robot, fingers, pin.neutral(robot))
    return [Arm("Panda, 1 s", from_pinocchio(robot), 1.0, 1e-4, tip=(0.0, 0.0, 0.1))]


# Reference problems ---------------------------------------------------------------------------


def cases() -> list[Problem]:
    """Return the four reference problems, all from the states of their drawings."""
    return [
        case(
            "Bricard, 5 s",
            "iftomm_A04_bricard",
            until=5.0,
            step=1e-4,
            traced=Traced("rod3", (1.0, -1.0, 0.0), (0, 1, 2)),
            columns=lambda table: [table["x"], table["y"], table["z"]],
            relaxed="R6",
            mujoco=True,
        ),
        case(
            "Slider-crank, 2 s",
            "iftomm_spatial_slider_crank",
            until=2.0,
            step=1e-4,
            traced=Traced("slider", (0.2, 0.0, 0.0), (0,)),
            columns=lambda table: [table["x"]],
            mujoco=True,
        ),
        case(
            "Andrews, 0.03 s",
            "ivp_andrews_squeezer",
            until=0.03,
            step=1e-6,
            planar=True,
            traced=Traced("K1_OF", (0.006986674115451445, -0.0004317230645688955, 0.0), (0, 1)),
            columns=lambda table: 0.007 * np.array([np.cos(table["beta"]), np.sin(table["beta"])]),
            mujoco=True,
        ),
        case(
            "Governor, 2 s (stiff)",
            "iftomm_A05_governor",
            until=2.0,
            step=2e-5,
            methods=("bdf", "auto", *FIXED),
            traced=Traced("slider", (0.0, 0.0, 0.5), (2,)),
            columns=lambda table: [table["s"]],
            cartesian="implicit",
        ),
    ]


def case(title: str, name: str, **how: Any) -> Case:
    drawn = json.loads((CASES / name / "case.json").read_text(encoding="utf-8"))["model"]
    table = np.genfromtxt(CASES / name / "reference.csv", delimiter=",", names=True)
    return Case(title, sarrus.load(drawn, name=title), drawn=drawn, table=table, **how)
