"""Triggers of the codes of sweeps: S20 to S29, S32, S33."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from errors.register import Place, triggers
from sarrus import Problem
from sarrus.sweeps import Sweep, Uniform
from sarrus.sweeps.workers import ForkServer
from simulation.machines import pendulum
from sweeps.coordinator import fake_sweep
from sweeps.fake_runs import work


def swept(over: Any, measure: Any = "max A.rate", **how: Any) -> Sweep:
    """Sweep the rod of paper 4."""
    system = pendulum().compile(kernels=())
    start = how.pop("start", system.assemble())
    return system.sweep(over, start=start, measure=measure, until=0.01, **how)


def told(sweep: Sweep) -> Iterable[Problem]:
    """Return what a table tells of its failures, as the command line does."""
    return [Problem(f.code, f"run {i}", f.diagnosis) for i, f in sweep.failed.items()]


@triggers("S20")
def distribution_without_a_plan(place: Place) -> None:
    swept({"rod.mass": Uniform(1.0, 2.0)})


@triggers("S21")
def nothing_to_sweep_over(place: Place) -> None:
    swept({"rod.mass": []})


@triggers("S22")
def measure_of_an_unknown_word(place: Place) -> None:
    swept({"rod.mass": [1.0]}, "most A.rate")


@triggers("S23")
def start_that_is_none(place: Place) -> None:
    swept({"rod.mass": [1.0]}, start="here")


@triggers("S24")
def measure_that_breaks(place: Place) -> Iterable[Problem]:
    return told(swept({"rod.mass": [1.0]}, {"x": lambda run: 1 / 0}))


@triggers("S25")
def function_for_workers(place: Place) -> None:
    swept({"rod.mass": [1.0]}, {"x": lambda run: 1.0}, workers=1)


@triggers("S26")
def folder_of_another_sweep(place: Place) -> None:
    swept({"rod.mass": [1.0]}, workers=0, folder=place.folder)
    swept({"rod.mass": [2.0]}, workers=0, folder=place.folder)


@triggers("S27")
def run_that_kills_its_workers(place: Place) -> Iterable[Problem]:
    return told(fake_sweep(1, work(poison=[0]), workers=1))


@triggers("S28")
def run_that_does_not_end(place: Place) -> Iterable[Problem]:
    return told(fake_sweep(1, work(hanging=[0]), workers=1, limit=0.1))


@triggers("S29")
def workers_of_a_missing_module(place: Place) -> None:
    ForkServer("no_such_module:prepared", work()).worker()


@triggers("S32")
def cluster_that_is_none(place: Place) -> None:
    swept({"rod.mass": [1.0]}, executor=3)


@triggers("S33")
def cluster_without_encryption(place: Place) -> None:
    swept({"rod.mass": [1.0]}, executor="tcp://192.0.2.1:8786")
