"""The state in which a study starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.study.settings import Assembly
from sarrus.system import State, System
from sarrus.system.flow.driven_rows import start_of_laws
from sarrus.system.flow.pose_law import PoseLaw
from sarrus.system.flow.prescribed import prescribed_motion


def start_state(
    system: System, assembly: Assembly, driven: Mapping[str, Any], locked: Iterable[str]
) -> State:
    """Return the assembled state; what is driven starts as its law does, what is locked at rest."""
    wanted, rates = dict(assembly.wanted), dict(assembly.rates)
    for name, law in driven.items():
        if isinstance(law, PoseLaw):
            wanted.setdefault(name, law)
            continue
        bare = name.removeprefix("joint:")
        if bare in system.model.joint_index and system.model.joint(bare).type.nq > 1:
            values, speeds, _ = start_of_laws(system, {name: law}, assembly.t)
            wanted, rates = {**values, **wanted}, {**speeds, **rates}
            continue
        value, rate, _ = prescribed_motion(name, law)(assembly.t)
        wanted.setdefault(name, _plain(value))
        rates.setdefault(name, _plain(rate))
    for name in locked:
        rates.setdefault(name, 0.0)
    how: dict[str, Any] = {"t": assembly.t, "strict": assembly.strict}
    if assembly.states:
        how["states"] = dict(assembly.states)
    if assembly.starts is not None:
        how["starts"] = assembly.starts
    guess = _guess(system, assembly, wanted)
    if not system.model.start:
        return system.assemble(wanted, rates, weights=assembly.weights, guess=guess, **how)
    if assembly.rates:
        raise ModelError(_two_ways(assembly))
    state = system.assemble(wanted, weights=assembly.weights, guess=guess, **how)
    return system.initial_state(assembly.t, state)


def with_places(problems: Iterable[Problem], places: Mapping[str, Location]) -> list[Problem]:
    """Return problems of the start with the places in the file of what they are about."""
    return [
        replace(problem, location=places[problem.element])
        if problem.location is None and problem.element in places
        else problem
        for problem in problems
    ]


def _plain(values: Any) -> Any:
    return float(values[0]) if len(values) == 1 else values


def _guess(system: System, assembly: Assembly, wanted: Mapping[str, Any]) -> Any:
    """Return where the search begins."""
    if assembly.branch is not None:
        found = system.assemblies(wanted, proof=assembly.proof)
        if assembly.branch > len(found):
            raise ModelError(_no_branch(assembly.branch, len(found)))
        return found[assembly.branch - 1]
    if assembly.start == "zero":
        tree = {
            name for name in assembly.guess if (system.compiled.locate(name) or ("",))[0] == "q"
        }
        return system.coordinates_of({name: assembly.guess[name] for name in tree})
    return dict(assembly.guess) or None


def _no_branch(wanted: int, found: int) -> Problem:
    return Problem(
        "M14",
        "assembly / branch",
        f"only {found} assemblies were found",
        value=str(wanted),
        action="give a number up to this, or a guess instead",
    )


def _two_ways(assembly: Assembly) -> Problem:
    return Problem(
        "M13",
        "assembly / rates",
        f"gives {', '.join(assembly.rates)}, but the section 'start' gives velocities of bodies",
        action="use one of the two",
    )
