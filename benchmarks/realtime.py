"""CHK-F01: the arm of paper 0, a platform and a vehicle at the pace of a clock of 1 kHz.

A step of RK4 and the reactions of all joints are native code; `System.realtime` adds the exchange
with Python functions and the recording of states. All are compared with the millisecond that they
have: the ratio is the real-time factor. How late the samples of the arm were, and how many missed
their deadline, depends on the machine and on what else it does.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import timing
import titles
from rows import Group, Row, Time

from sarrus import State, System, gallery
from sarrus.kernels import Kernel
from sarrus.realtime import RealtimeRun
from sarrus.system.realtime.channel_row import ChannelRow
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes

RATE = 1000.0
PERIOD = Time(1.0 / RATE, 1.0 / RATE)
PEER = "a sample at 1 kHz"
SECONDS, QUICK = 10.0, 0.2
"""How long the paced runs are [s]."""
ARM = "RRC arm"


@dataclass(frozen=True)
class Case:
    """A mechanism at its start, with the reactions of its joints as channels."""

    name: str
    system: System
    start: State
    channels: tuple[str, ...]

    @classmethod
    def of(cls, name: str, model: Any) -> Case:
        system = model.compile(kernels=())
        joints = [j for j in system.model.joints if j.type.nv < 6]
        parts = ("force", "moment")
        channels = tuple(f"joint:{j.name}.reaction.{part}" for j in joints for part in parts)
        return cls(name, system, system.assemble(), channels)

    @property
    def sim(self) -> Simulator:
        modes = Modes(self.system, {}, (0.0, 1.0))
        return modes.simulator(Mode.first(self.system, {}, {}, ()), self.start.q)

    def kernels(self) -> tuple[Kernel, Kernel]:
        """Return the kernels of a step and of the reactions."""
        return self.sim.step_kernel("rk4"), ChannelRow(self.sim, self.channels).kernel

    def native(self, rounds: int) -> dict[str, Time]:
        """Return the times of a step, and of the reactions of all joints."""
        sim = self.sim
        y = sim.start(self.start)
        given = {**sim.inputs(sim.choice(y)), "y": y, "t": np.zeros(1), "h": np.array([1.0 / RATE])}
        work = {}
        for what, kernel in zip(("step", "reactions"), self.kernels(), strict=True):
            work[what] = timing.native(kernel, [given[port.name] for port in kernel.inputs])
        return timing.interleaved(work, rounds)

    def paced(self, seconds: float) -> RealtimeRun:
        """Return a run that is pushed at its first joint, and whose reactions are looked at."""
        name = self.system.velocities[0]
        return self.system.realtime(
            self.start, rate=RATE, until=seconds, read=lambda t: {name: np.sin(t)},
            write=lambda t, values: None, efforts=[name], channels=self.channels,
        )  # fmt: skip


def cases(quick: bool) -> list[Case]:
    found = [Case.of(ARM, gallery.rrc_arm())]
    if not quick:
        found.append(Case.of("Stewart platform", gallery.stewart_platform()))
        found.append(Case.of("tracked vehicle", gallery.tracked_vehicle(track=False)))
    return found


def measured(quick: bool = False) -> Group:
    """Return native and paced steps beside their period, and the jitter of the arm."""
    note = (
        "RK4 steps of 1 ms with the reactions of all joints (check CHK-F01), by machine code alone "
        "and in `System.realtime` with a Python function on either side; ratios are real-time "
        "factors. Samples wait for absolute deadlines on an ordinary kernel without priority."
    )
    group = Group("realtime", "At the pace of a clock", notes=[note])
    for case in cases(quick):
        n = len(case.system.model.bodies)
        found = case.native(3 if quick else 9)
        both = found["step"] + found["reactions"]
        run = case.paced(QUICK if quick else SECONDS)
        busy = Time(float(np.median(run.timing.busy)), float(np.min(run.timing.busy)))
        what = (
            ("step", found["step"]),
            (titles.NATIVE_STEP, both),
            (titles.PACED_STEP, busy),
        )
        for name, time in what:
            more = {"peer": PEER, "theirs": PERIOD}
            group.rows.append(Row(titles.REAL_TIME, name, case.name, n, time, **more))
        if case.name == ARM:
            group.rows += jitter(run)
    return group


def jitter(run: RealtimeRun) -> list[Row]:
    """Return how late samples were, and how many steps missed their deadline."""
    median, high, most = run.timing.percentiles(50.0, 99.0, 100.0)
    late = {"median": median, "99 % are below": high, "at most": most}
    rows = [Row(titles.JITTER, what, ARM, 7, Time(s, s)) for what, s in late.items()]
    share = float(run.overruns)
    counted = f"overruns of {run.steps:,} steps"
    return [*rows, Row(titles.JITTER, counted, ARM, 7, Time(share, share), unit="")]


def main() -> None:
    quick = "--quick" in sys.argv
    print(timing.heading("At the pace of a clock of 1 kHz"))
    rows = [["", "", "time", "real-time factor"]]
    for row in measured(quick).rows:
        if row.ours is not None:
            time = f"{1e6 * row.ours.median:.3g} us" if row.unit == "s" else f"{row.ours.median:g}"
            factor = "" if row.ratio is None else f"{row.ratio:.3g}"
            rows.append([row.case, row.what, time, factor])
    print(timing.table("\nSteps of 1 ms", rows))


if __name__ == "__main__":
    main()
