"""Events in FMUs: found inside steps, obeyed and followed by other modes as `simulate` has it."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.validation import validate_fmu

from sarrus import Mechanism, ModelError, Sampled, export, gallery
from sarrus.events import (
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Event,
    Join,
    Lock,
    Part,
    Release,
    Separate,
    SetParameter,
    Stop,
)
from sarrus.study import Study
from sarrus.system.fmu import sources

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
STRICT = ("-std=c99", "-O0", "-Wall", "-Wextra", "-Wpedantic",
          "-Wconversion", "-Werror", "-ffp-contract=off",
          "-fPIC", "-shared", "-fvisibility=hidden")  # fmt: skip
VERSIONS = ("2.0", "3.0")


@pytest.fixture(scope="module", autouse=True)
def quick_and_strict() -> Iterator[None]:
    """Compile quickly, and take no warning; rounding is the same."""
    usual = sources.OPTIONS
    sources.OPTIONS = STRICT
    yield
    sources.OPTIONS = usual


def ball() -> Mechanism:
    m = Mechanism("ball")
    body = m.body("ball", mass=0.5, com=(0, 0, 0), inertia=(1e-3, 1e-3, 1e-3))
    m.prismatic("H", m.ground, body, at=(0, 0, 1.0), axis="z")
    return m


def arm() -> Mechanism:
    m = Mechanism("arm")
    upper = m.body("upper", mass=3.0, com=(0, 0, 0.2), inertia=(0.04, 0.03, 0.01))
    lower = m.body("lower", mass=2.0, com=(0, 0.02, 0.6), inertia=(0.03, 0.03, 0.01))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("B", upper, lower, at=(0, 0, 0.4), axis="x")
    m.joint_spring("S", "A", 8.0, 0.3)
    m.frame("hand", lower, at=(0, 0, 0.8))
    m.frame("hook", m.ground, at=(0, 0, 0.8))
    return m


def four_bar() -> Mechanism:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    m.joint_spring("S", "D", 20.0, 0.4)
    return m


CASES: dict[str, tuple[Any, dict[str, Any], list[Event], tuple[str, ...], float]] = {
    "bounce": (
        ball, {}, [Event("H.displacement", Bounce(0.7, rest=0.2), at=-1.0, direction="down")],
        ("H.displacement", "ball.velocity"), 2.0,
    ),
    "phases": (
        arm, {"rates": {"A": 3.0, "B": 1.0}},
        [
            Event(
                "A.angle", [Lock("A"), SetParameter("S.k", 30.0)],
                at=0.2, direction="up", most=1,
            ),
            Event(0.25, [Release("A"), Effort("B", "2*sin(10*t)")], name="go on"),
            Event("B.angle", Enable("S", False), at=0.4, direction="up", most=1),
            Event(0.41, Effort("B", None)),
        ],
        ("A.angle", "B.angle", "lower.position"), 0.6,
    ),
    "payload": (
        arm, {"rates": {"A": 1.0}},
        [
            Event(0.1, Attach("load", "lower", 1.5, (0, 0, 0.8), (0.01, 0.02, 0.01))),
            Event("A.angle", Detach("load", "lower"), at=0.3, direction="up", most=1),
        ],
        ("A.angle", "B.angle"), 0.4,
    ),
    "joined": (
        arm, {"rates": {"A": 1.0, "B": 0.5}},
        [
            Event(0.1, Join("hold", "distance", "hand", "hook", where_it_is=True,
                            numbers={"length": 0.05})),
            Event(0.3, Part("hold")),
        ],
        ("A.angle", "B.angle", "hold.reaction.force"), 0.4,
    ),
    "closed": (
        four_bar, {"rates": {"A": 20.0}},
        [
            Event("D.angle", [Lock("A"), Enable("S", False)], at=-0.3, direction="up", most=1),
            Event(0.3, [Release("A"), Effort("A", 3.0), Enable("S")], name="again"),
        ],
        ("A.angle", "C.angle", "D.angle", "D.reaction.force"), 0.4,
    ),
    "stopped": (
        four_bar, {"rates": {"A": 20.0}},
        [Event(lambda t, state: state["D.angle"] + 0.05 - 0.0 * t, Stop(), direction="up")],
        ("A.angle", "D.angle"), 0.4,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fmu_events")


MADE: dict[tuple[str, str], tuple[Any, ...]] = {}
"""Cases that were written already."""


def written(folder: Path, name: str, version: str = "2.0", **more: Any) -> tuple[Any, ...]:
    """Return system, start and FMU of a case."""
    if not more and (name, version) in MADE:
        return MADE[name, version]
    model, start, events, outputs, until = CASES[name]
    system = model().build().compile()
    state = system.assemble(**start)
    made = export.fmu(
        system, folder / f"{name}{version[0]}{len(more)}.fmu", version=version, state=state,
        outputs=outputs, events=events, step=1e-3, stop=until, **more,
    )  # fmt: skip
    if not more:
        MADE[name, version] = system, state, made
    return system, state, made


def off(result: Any, run: Any, names: Any) -> float:
    """Return the largest difference at the times of a result, relative to each channel's largest.

    At events, where both have two rows, the later ones are compared.
    """
    here = {round(float(t), 9): k for k, t in enumerate(run.t)}
    there = {round(float(t), 9): k for k, t in enumerate(result["time"])}
    common = sorted(set(here) & set(there))
    assert len(common) > 5
    worst = 0.0
    for name in names:
        values = np.asarray(run.history[name], dtype=float)
        parts = [name] if values.ndim == 1 else [f"{name}[{k}]" for k in range(values.shape[1])]
        found = np.array([result[x] for x in parts]).T.reshape(-1, *values.shape[1:])
        a, b = found[[there[t] for t in common]], values[[here[t] for t in common]]
        worst = max(worst, float(np.abs(a - b).max() / max(1.0, np.abs(values).max())))
    return worst


@pytest.mark.parametrize("name", CASES)
def test_events_are_those_of_a_run(name: str, folder: Path) -> None:
    _, _, events, outputs, until = CASES[name]
    for version in VERSIONS:
        system, state, made = written(folder, name, version)
        if version == "2.0":
            asked: dict[str, Any] = {"until": until, "every": until / 40, "events": events}
            steps = system.simulate(state, method="rk4", step=1e-3, **asked)
            tight = system.simulate(state, rtol=1e-12, atol=1e-14, **asked)
            assert len(steps.events) == len(tight.events) >= len(events)
        assert validate_fmu(str(made.path)) == []
        keywords: dict[str, Any] = {"stop_time": until, "output_interval": until / 40}
        found = simulate_fmu(str(made.path), fmi_type="CoSimulation", **keywords)
        assert off(found, steps, outputs) < 1e-12
        found = simulate_fmu(
            str(made.path), fmi_type="ModelExchange", relative_tolerance=1e-12, **keywords
        )
        assert off(found, tight, outputs) < 1e-9


def slave(made: export.Fmu, folder: Path) -> tuple[Any, list[int]]:
    """Return an instance for Co-Simulation at its start, and all value references."""
    about = read_model_description(str(made.path))
    place = extract(str(made.path), str(folder / f"at_{made.path.stem}"))
    fmu = FMU2Slave(guid=about.guid, unzipDirectory=place, instanceName="one",
                    modelIdentifier=about.coSimulation.modelIdentifier)  # fmt: skip
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return fmu, [v.valueReference for v in about.modelVariables]


@pytest.mark.parametrize("name", ["phases", "payload", "joined", "closed"])
def test_a_saved_state_knows_what_has_happened(name: str, folder: Path) -> None:
    """Bits repeat from states before, between and after events, in other modes too."""
    _, _, made = written(folder, name)
    fmu, every = slave(made, folder)
    kept, rows = [], []
    for k in range(40):
        state = fmu.getFMUstate()
        kept.append(fmu.serializeFMUstate(state))
        fmu.freeFMUstate(state)
        fmu.doStep(0.01 * k, 0.01)
        rows.append(fmu.getReal(every))
    for first in (35, 25, 5):
        state = fmu.deSerializeFMUstate(kept[first])
        fmu.setFMUstate(state)
        fmu.freeFMUstate(state)
        for k in range(first, 40):
            fmu.doStep(0.01 * k, 0.01)
            assert fmu.getReal(every) == rows[k]
    fmu.terminate()
    fmu.freeInstance()


@pytest.mark.parametrize("name", ["phases", "joined", "closed"])
def test_derivatives_are_exact_in_every_mode(name: str, folder: Path) -> None:
    """Directional derivatives are those of the mode: differences of the rates, to fourth order."""
    _, _, made = written(folder, name)
    about = read_model_description(str(made.path))
    place = extract(str(made.path), str(folder / f"model_{name}"))
    fmu = FMU2Model(guid=about.guid, unzipDirectory=place, instanceName="one",
                    modelIdentifier=about.modelExchange.modelIdentifier)  # fmt: skip
    reference = {v.name: v.valueReference for v in about.modelVariables}
    states = [reference[n] for n in made.states]
    rates = [reference[f"der({n})"] for n in made.states]
    n = len(states)
    array = ctypes.c_double * n
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    fmu.newDiscreteStates()
    fmu.enterContinuousTimeMode()
    x, looked = array(), 0
    fmu.getContinuousStates(x, n)
    h, t, modes = 1e-3, 0.0, set()

    def rate(at: Any) -> np.ndarray:
        found = array()
        fmu.setContinuousStates(array(*at), n)
        fmu.getDerivatives(found, n)
        return np.array(found)

    for k in range(400):
        y = np.array(x)
        k1 = rate(y)
        k2 = rate(y + 0.5 * h * k1)
        k3 = rate(y + 0.5 * h * k2)
        y = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + rate(y + h * k3))
        t = (k + 1) * h
        fmu.setTime(t)
        fmu.setContinuousStates(array(*y), n)
        event, _ = fmu.completedIntegratorStep()
        if event or k % 50 == 20:
            fmu.enterEventMode()
            fmu.newDiscreteStates()
            fmu.enterContinuousTimeMode()
            looked = k + 20 if event else looked
        fmu.getContinuousStates(x, n)
        if k == looked:
            y = np.array(x)
            for j in range(n):
                unit = 1e-4 * np.eye(n)[j]
                near = rate(y + unit) - rate(y - unit)
                far = rate(y + 2.0 * unit) - rate(y - 2.0 * unit)
                expected = (8.0 * near - far) / (12.0 * 1e-4)
                rate(y)
                found = fmu.getDirectionalDerivative(
                    vUnknown_ref=rates, vKnown_ref=[states[j]], dvKnown=[1.0]
                )
                assert np.allclose(found, expected, rtol=1e-9, atol=1e-8 * np.abs(expected).max())
            modes.add(k)
    assert len(modes) >= 3
    fmu.terminate()
    fmu.freeInstance()


def test_numbers_that_events_set_stay_inside(folder: Path) -> None:
    """Parameters are those that are asked for; what events set holds for other values of these."""
    _, _, made = written(folder, "phases", parameters=["upper.mass"])
    system = arm().build().compile(parameters=["upper.mass"])
    state = system.assemble(rates={"A": 3.0, "B": 1.0})
    assert made.parameters == ("upper.mass",)
    events, outputs, until = CASES["phases"][2:]
    found = simulate_fmu(
        str(made.path), fmi_type="CoSimulation", stop_time=until, output_interval=until / 40,
        start_values={"upper.mass": 3.5},
    )  # fmt: skip
    run = system.simulate(
        state, until=until, every=until / 40, method="rk4", step=1e-3, events=events,
        parameters={"upper.mass": 3.5},
    )  # fmt: skip
    assert off(found, run, outputs) < 1e-12


def test_what_happens_at_the_start(folder: Path) -> None:
    system = arm().build().compile()
    state = system.assemble({"A": 0.3}, rates={"A": 1.0})
    events = [Event(0.0, Lock("B")), Event("A.angle", Stop(), at=0.3, direction="up")]
    made = export.fmu(system, folder / "start.fmu", state=state, events=events[:1],
                      outputs=["A.angle", "B.angle"])  # fmt: skip
    run = system.simulate(state, until=0.2, every=0.01, method="rk4", step=1e-3, events=events[:1])
    found = simulate_fmu(str(made.path), fmi_type="CoSimulation", stop_time=0.2,
                         output_interval=0.01)  # fmt: skip
    assert off(found, run, made.outputs) < 1e-12
    made = export.fmu(system, folder / "ended.fmu", state=state, events=events)
    found = simulate_fmu(str(made.path), fmi_type="CoSimulation", stop_time=0.2,
                         output_interval=0.01)  # fmt: skip
    assert found["time"][-1] == 0.0


def test_a_contact_that_is_lost_ends_the_motion(folder: Path) -> None:
    """Rolling contacts are watched, as in every run; taken off, the coin flies."""
    example = gallery.EXAMPLES["rolling_coin"]
    study = Study.of(example.model(), example.study_sections(), "rolling_coin")
    system, state = study.system, study.start()
    contact = system.topology.cuts[0].name
    events = [Event(0.05, Separate(contact))]
    outputs = [f"{system.model.bodies[0].name}.position"]
    made = export.fmu(system, folder / "coin.fmu", state=state, outputs=outputs, events=events)
    run = system.simulate(state, until=0.2, every=0.01, method="rk4", step=1e-3, events=events)
    found = simulate_fmu(str(made.path), fmi_type="CoSimulation", stop_time=0.2,
                         output_interval=0.01)  # fmt: skip
    assert off(found, run, outputs) < 1e-12


def test_what_no_fmu_can_do_is_refused_by_name(folder: Path) -> None:
    system, path = arm().build().compile(), folder / "no.fmu"
    bag = Attach("bag", "lower", 1.0, velocity=(0, 0, 1.0))
    events = [
        Event(0.1, lambda t, state: Stop(), name="decided"),
        Event(0.2, bag, name="caught"),
        Event(0.3, Drive("A", lambda t, state: 0.0), name="made up"),
    ]
    with pytest.raises(ModelError) as error:
        export.fmu(system, path, events=events)
    assert {(p.code, p.element) for p in error.value.problems} == {
        ("S50", f"event '{event.name}'") for event in events
    }
    many = [Event(0.01 * k, Effort("A", float(k)), name=f"push {k}") for k in range(1, 20)]
    with pytest.raises(ModelError, match="more than 12 modes"):
        export.fmu(system, path, events=many)
    sampled = Event(0.1, Effort("A", Sampled(lambda t, state: 1.0, 0.01)), name="controlled")
    with pytest.raises(ModelError, match=r"event 'controlled'.*sampled"):
        export.fmu(system, path, events=[sampled])
    assert not path.exists()


@pytest.mark.slow
def test_the_arm_with_a_grip_from_the_command_line(folder: Path) -> None:
    """Paper 0's arm that grips, nods and lets go, in FMPy."""
    from sarrus.cli import main

    file = Path(__file__).parents[2] / "examples" / "models" / "rrc_grip.yaml"
    made = folder / "grip.fmu"
    assert main(["fmu", str(file), "-o", str(made)]) == 0
    assert validate_fmu(str(made)) == []
    study = Study.load(file)
    plan = study.plan
    laws = {"inputs": plan.inputs, "driven": plan.drives, "locked": plan.locked}
    laws |= {"events": plan.events, "until": 1.0, "every": 0.01}
    tight = study.system.simulate(study.start(), rtol=1e-12, atol=1e-14, **laws)
    found = simulate_fmu(str(made), fmi_type="ModelExchange", stop_time=1.0, output_interval=0.01,
                         relative_tolerance=1e-12)  # fmt: skip
    assert off(found, tight, study.outputs) < 1e-9
