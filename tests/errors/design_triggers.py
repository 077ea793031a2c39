"""Triggers of the codes of design: G20 to G26, G40."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from errors.register import Place, triggers
from sarrus import Mechanism, Problem
from sarrus.design import Optimum, optimize, singularities
from simulation.machines import pendulum

BY = {"rod.mass": (0.5, 50.0)}


def optimized(objective: Any = "final A.angle", by: Any = BY, **how: Any) -> Optimum:
    """Optimize the rod of paper 4, in few steps."""
    system = pendulum().compile(kernels=())
    usual = {"until": 0.02, "method": "rk4", "step": 0.01, "start": {}}
    return optimize(system, objective, by, **{**usual, **how})


@triggers("G20")
def objective_of_no_channel(place: Place) -> None:
    optimized("max A.angel")


@triggers("G21")
def bounds_that_exclude_the_start(place: Place) -> None:
    optimized(by={"rod.mass": (1e3, 2e3)})


@triggers("G22")
def constraint_without_a_comparison(place: Place) -> None:
    optimized(constraints=["A.angle"])


@triggers("G23")
def constraint_that_no_design_holds(place: Place) -> None:
    optimized(constraints=["rod.mass <= 0.1 kg"])


@triggers("G24")
def folder_of_another_optimization(place: Place) -> None:
    optimized(folder=place.folder)
    optimized("final A.rate", folder=place.folder)


@triggers("G25")
def objective_on_a_shared_load(place: Place) -> Iterable[Problem]:
    m = Mechanism("two hinges")
    body = m.body("leaf", mass=1.0, com=(0.2, 0, 0), inertia=(0.1, 0.1, 0.1))
    for name, z in (("A", 0.0), ("B", 1.0)):
        m.revolute(name, m.ground, body, at=(0, 0, z), axis="z")
    system = m.build().compile(kernels=())
    motions = {"A.angle": "0.1*sin(3*t)"}
    return optimize(
        system, "max abs A.reaction.force.x", {"leaf.mass": (0.5, 2)}, motions=motions,
        times=[0.0, 0.1, 0.2],
    ).notices  # fmt: skip


@triggers("G26")
def method_that_is_not_there(place: Place) -> None:
    optimized(search="newton")


@triggers("G40")
def singularities_without_a_range(place: Place) -> None:
    singularities(pendulum().compile(kernels=()), {"A": (1.0, 0.0)})
