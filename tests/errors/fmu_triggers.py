"""What makes Sarrus give the codes of FMUs in models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from errors.register import Place, triggers
from sarrus import FmuLaw, Mechanism, load
from sarrus.errors import Problem
from system.outside_fmus import DOCUMENT, outside_fmu


def run(path: Any, **how: Any) -> Any:
    m = Mechanism("swing")
    arm = m.body("arm", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
    m.fmu("f", path, outputs={"valve.y": "A"}, every=0.1, **how)
    system = m.build().compile()
    return system.simulate(system.assemble(), until=1.0, method="rk4", step=0.1)


@triggers("F25")
def archive_that_is_none(place: Place) -> None:
    path = place.folder / "a.fmu"
    path.write_bytes(b"no archive")
    run(path)


@triggers("D21")
def library_for_another_machine(place: Place) -> None:
    run(outside_fmu(place.folder / "a.fmu", folder="win16"))


@triggers("D22")
def fmu_that_a_file_names(place: Place) -> None:
    outside_fmu(place.folder / "outside.fmu")
    path = place.folder / "a.yaml"
    path.write_text(DOCUMENT, encoding="utf-8")
    system = load(path).compile()
    system.simulate(system.assemble(), until=0.1)


@triggers("F70")
def law_that_jumps(place: Place) -> None:
    FmuLaw(outside_fmu(place.folder / "a.fmu"), "level").over(0.6)


@triggers("D23")
def linearization_with_an_fmu(place: Place) -> None:
    found = run(outside_fmu(place.folder / "a.fmu"))
    found.system.linearize(found.system.assemble())


@triggers("E-FMU")
def fmu_that_crashes(place: Place) -> None:
    run(outside_fmu(place.folder / "a.fmu"), parameters={"fault": 1})


@triggers("W59")
def fmu_that_asks_for_the_end(place: Place) -> Iterable[Problem]:
    return run(outside_fmu(place.folder / "a.fmu"), parameters={"fault": 5}).notices
