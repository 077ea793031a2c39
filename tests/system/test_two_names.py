"""Two names for one thing: whatever it is called, it has one state; named twice, it is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from sarrus import Event, Mechanism, ModelError, Sampled, State, Study, System, analysis, export
from sarrus.events import Drive, Effort, Lock, Release, SetParameter


@cache
def screw() -> System:
    """A body that turns and slides on an axis, with a spring along it."""
    m = Mechanism("screw", gravity=(0, 0, -10.0))
    m.body("a", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.cylindrical("C", m.ground, "a", at=(0, 0, 0), axis="z")
    m.joint_spring("S", "C", k=1.0, coordinate="displacement")
    return m.build().compile(parameters=["S.k"], kernels=())


@cache
def wheel() -> System:
    m = Mechanism("wheel", gravity=(0, 0, 0))
    m.body("a", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="z")
    return m.build().compile(parameters=["a.mass"], kernels=())


def rest(system: System) -> State:
    return system.assemble()


def spun(inputs: dict[str, Any], law: Any, joint: str) -> float:
    """The rate of the wheel after 2 s, with another effort in the second half."""
    event = Event(1.0, do=Effort(joint, law))
    run = wheel().simulate(rest(wheel()), until=2.0, inputs=inputs, events=[event])
    return float(run["A.rate"][-1])


def turned(event: Any, **how: Any) -> tuple[float, float]:
    """Angle and shift of the screw after 2 s of 1 N m, with an event after 1 s."""
    given = {"inputs": {"C.rate": 1.0}, **how}
    run = screw().simulate(rest(screw()), until=2.0, events=[Event(1.0, do=event)], **given)
    return float(run["C.angle"][-1]), float(run["C.displacement"][-1])


FALL = 10.0 * (np.cos(2.0) - 1.0)
LATE = 10.0 * (np.cos(1.0) - 1.0)
NAMES = ("A", "A.rate", "A.angle", "joint:A")


@pytest.mark.parametrize("given", NAMES)
@pytest.mark.parametrize("switched", NAMES)
def test_effort_is_switched_by_any_name(given: str, switched: str) -> None:
    assert spun({given: 5.0}, None, switched) == pytest.approx(5.0, rel=1e-9)
    assert spun({given: 5.0}, 1.0, switched) == pytest.approx(6.0, rel=1e-9)


@pytest.mark.parametrize("whole", [
    np.array([1.0, 2.0]),
    lambda t: np.array([1.0 + 0.0 * t, 2.0]),
    lambda t, x: (1.0, 2.0),
])  # fmt: skip
def test_one_effort_of_a_joint_is_switched_and_the_other_stays(whole: Any) -> None:
    angle, shift = turned(Effort("C.rate", None), inputs={"C": whole})
    assert angle == pytest.approx(1.5, rel=1e-8)
    assert shift == pytest.approx(8.0 * (np.cos(2.0) - 1.0), rel=1e-6)


def test_one_controller_of_several_efforts_is_not_parted() -> None:
    both = Sampled(lambda t, x: np.array([1.0, 2.0]), 0.1)
    with pytest.raises(Exception, match="Switch the effort on 'C' as a whole"):
        turned(Effort("C.rate", None), inputs={"C": both})


CHANGES: dict[str, tuple[Any, dict[str, Any], tuple[float, float]]] = {
    "release of one of all": (Release("C.angle"), {"locked": ["C"]}, (0.5, 0.0)),
    "release of the other": (Release("C.speed"), {"locked": ["C"]}, (0.0, LATE)),
    "lock of one of all": (Lock("C.angle"), {"locked": ["C"]}, (0.0, 0.0)),
    "drive of one of all": (Drive("C.angle", 0.0), {"locked": ["C"]}, (0.0, 0.0)),
    "lock of all of one": (Lock("C"), {"locked": ["C.angle"]}, (0.0, LATE)),
    "release by the rate": (Release("C.rate"), {"locked": ["C.angle"]}, (0.5, FALL)),
    "release by the angle": (Release("C.angle"), {"locked": ["C.rate"]}, (0.5, FALL)),
    "drive released by the rate": (Release("C.rate"), {"driven": {"C.angle": 0.0}}, (0.5, FALL)),
    "lock by the rate": (Lock("C.rate"), {"driven": {"C.angle": lambda t: 0.3 * t * t}},
                         (0.3, FALL)),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_locks_and_drives_go_by_what_names_mean(change: str) -> None:
    event, how, wanted = CHANGES[change]
    assert turned(event, **how) == pytest.approx(wanted, rel=1e-5, abs=1e-8)


def test_release_of_what_is_free_is_told_so() -> None:
    event = Event(0.1, do=Release("A"))
    run = wheel().simulate(rest(wheel()), until=0.2, events=[event])
    assert run.events[0].done == ("'A' was free already",)


def test_numbers_are_set_by_any_name() -> None:
    def shift(*names: str) -> float:
        changes = [
            Event(0.2 * (k + 1), do=SetParameter(name, 2.0 + k)) for k, name in enumerate(names)
        ]
        how = {"until": 1.0, "locked": ["C.angle"], "parameters": {"force:S.k": 9.0}}
        return float(screw().simulate(rest(screw()), events=changes, **how)["C.displacement"][-1])

    assert shift("S.k", "force:S.k", "S.k") == shift("S.k", "S.k", "S.k")
    assert shift("force:S.k", "S.k", "force:S.k") == shift("S.k", "S.k", "S.k")


def test_weights_go_by_what_names_mean() -> None:
    system = wheel()
    one = system.assemble({"A": 0.3}, {"A": 1.0}, weights={"A.angle": 2.0, "A.rate": 3.0})
    assert one.q[0] == pytest.approx(0.3) and one.v[0] == pytest.approx(1.0)
    with pytest.raises(ModelError, match=r"weight 'B'.*nothing that is wanted"):
        system.assemble({"A": 0.3}, weights={"B": 2.0})


TWICE: dict[str, Callable[[], Any]] = {
    "inputs": lambda: run(inputs={"A": 5.0, "A.rate": 5.0}),
    "a part of inputs": lambda: fall(inputs={"C": np.ones(2), "C.rate": 5.0}),
    "drives": lambda: run(driven={"A": 0.0, "A.angle": 0.0}),
    "drive and lock": lambda: fall(driven={"C.angle": 0.0}, locked=["C"]),
    "locks": lambda: fall(locked=["C", "C.speed"]),
    "the same lock": lambda: run(locked=["A", "A"]),
    "parameters": lambda: fall(parameters={"S.k": 4.0, "force:S.k": 1.0}),
    "parameters of many runs": lambda: fall(
        method="rk4", step=0.01, parameters={"S.k": [4.0, 5.0], "force:S.k": 1.0}
    ),
    "efforts": lambda: wheel().accelerations(rest(wheel()), efforts={"A": 1.0, "A.angle": 2.0}),
    "accelerations": lambda: wheel().accelerations(rest(wheel()), driven={"A": 1}, locked=["A"]),
    "parameters of accelerations": lambda: screw().accelerations(
        rest(screw()), parameters={"S.k": 1.0, "force:S.k": 1.0}
    ),
    "hybrid dynamics": lambda: analysis.hybrid_dynamics(
        wheel(), [0.0], [0.0], driven={"A": 1}, locked=["A"]
    ),
    "drive": lambda: wheel().drive({"A": 0.1, "A.angle": 0.2}),
    "efforts of a drive": lambda: screw().drive({"C.angle": 0.1, "C.displacement": 0.0},
                                                efforts={"C": 1.0, "C.rate": 1.0}),
    "coordinates": lambda: wheel().assemble({"A": 0.1, "A.angle": 0.2}),
    "assemblies": lambda: wheel().assemblies({"A": 0.1, "A.angle": 0.2}),
    "guess": lambda: wheel().assemble(guess={"A": 0.1, "A.angle": 0.2}),
    "independent": lambda: wheel().linearize(rest(wheel()), independent=["A", "A.rate"]),
    "rates": lambda: wheel().assemble({}, {"A": 0.1, "A.rate": 0.2}),
    "entries of q": lambda: wheel().coordinates_of({"A": 0.1, "A.angle": 0.2}),
    "entries of v": lambda: wheel().velocities_of({"A": 0.1, "A.rate": 0.2}),
    "inputs of a linearization": lambda: wheel().linearize(rest(wheel()), ["A", "A.rate"]),
    "efforts of an equilibrium": lambda: wheel().equilibrium(efforts={"A": 0.0, "A.rate": 0.0}),
    "by": lambda: analysis.sensitivities(screw(), rest(screw()), ["C.rate"], ["S.k", "S.k"]),
    "by in short and in full": lambda: analysis.sensitivities(
        screw(),
        rest(screw()), ["C.rate"], ["S.k", "a.mass", "force:S.k"]
    ),
    "by in time": lambda: analysis.simulate_sensitivities(
        screw(), rest(screw()), ["S.k", "force:S.k"], until=0.1
    ),
    "compiled": lambda: screw().model.compile(parameters=["S.k", "force:S.k"]),
    "a point and its half": lambda: screw().model.compile(parameters=["C.point", "C.child_point"]),
    "sweep": lambda: screw().sweep(
        {"S.k": [1.0], "force:S.k": [2.0]}, start=rest(screw()), measure="last C.angle", until=0.1
    ),
    "C code": lambda: export.c_code(wheel(), "w", methods=["rk4"], inputs={"A": 1, "A.rate": 2}),
}  # fmt: skip


def run(**how: Any) -> Any:
    return wheel().simulate(rest(wheel()), until=0.1, **how)


def fall(**how: Any) -> Any:
    return screw().simulate(rest(screw()), until=0.1, **how)


@pytest.mark.parametrize("where", TWICE)
def test_what_is_named_twice_is_refused(where: str) -> None:
    with pytest.raises(ModelError) as told:
        TWICE[where]()
    assert [problem.code for problem in told.value.problems] == ["S17"]
    assert "twice" in str(told.value) and "out" in str(told.value)


def test_different_things_with_like_names_are_taken() -> None:
    inputs = {"C.rate": 1.0, "C.speed": 2.0}
    assert fall(inputs=inputs, locked=[]).final.t == 0.1
    screw().model.compile(parameters=["C.parent_point", "C.child_point", "a.mass"], kernels=())


FILE = """
sarrus: 1
name: wheel
bodies:
  a: {mass: 1 kg, inertia: [1, 1, 1]}
joints:
  A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: z}
forces:
  S: {type: joint_spring, joint: A, k: 1}
run: {until: 1 s}
"""
SECTIONS = {
    "inputs: {A: 1 N*m, A.rate: 2 N*m}": "inputs / A.rate",
    "drives: {A: 0 rad, A.angle: 0 rad}": "drives / A.angle",
    "drives: {A: 0 rad}\nlocked: [A.rate]": "locked",
    "locked: [A, A]": "locked",
    "assembly: {wanted: {A: 1 rad, A.angle: 2 rad}}": "wanted / A.angle",
    "assembly: {rates: {A: 1 rad/s, A.rate: 2 rad/s}}": "rates / A.rate",
    "compile: {parameters: [S.k, 'force:S.k']}": "parameters",
}


@pytest.mark.parametrize("section", SECTIONS)
def test_files_say_where_a_thing_is_named_twice(section: str, tmp_path: Any) -> None:
    file = tmp_path / "wheel.yaml"
    file.write_text(f"{FILE}{section}\n")
    with pytest.raises(ModelError) as told:
        Study.load(file)
    (problem,) = told.value.problems
    assert problem.code == "S17" and SECTIONS[section] in problem.element
    assert problem.location is not None
    assert problem.location.line == 11 + section.count("\n")


def test_values_that_are_set_twice(tmp_path: Any) -> None:
    file = tmp_path / "wheel.yaml"
    file.write_text(FILE)
    with pytest.raises(ModelError, match=r"S17 \[set 'bodies.a.mass'\]"):
        Study.load(file, set={"a.mass": "2 kg", "bodies.a.mass": "3 kg"})
    assert Study.load(file, set={"a.mass": "2 kg"}).model.bodies[0].mass == 2.0
