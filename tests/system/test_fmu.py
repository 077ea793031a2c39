"""FMUs of systems: valid, compiled without a warning, and run elsewhere as they run here."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model
from fmpy.validation import validate_fmu

from sarrus import Mechanism, ModelError, System, export, gallery
from sarrus.errors import EnvironmentProblem
from sarrus.formats.fmi.names import platform_folder
from sarrus.study import Study
from sarrus.system.fmu import sources

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
STRICT = ("-std=c99", "-O0", "-Wall", "-Wextra", "-Wpedantic",
          "-Wconversion", "-Werror", "-ffp-contract=off",
          "-fPIC", "-shared", "-fvisibility=hidden")  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def quick_and_strict() -> Iterator[None]:
    """Compile quickly, and take no warning; rounding is the same."""
    usual = sources.OPTIONS
    sources.OPTIONS = STRICT
    yield
    sources.OPTIONS = usual


def arm() -> System:
    m = Mechanism('an "arm" & <more>')
    upper = m.body("upper", mass=3.0, com=(0, 0, 0.2), inertia=(0.04, 0.03, 0.01))
    lower = m.body("lower", mass=2.0, com=(0, 0.02, 0.6), inertia=(0.03, 0.03, 0.01))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("B", upper, lower, at=(0, 0, 0.4), axis="x")
    m.joint_spring("S", "A", [(-1.0, -8.0), (0.0, 0.0), (0.4, 9.0), (2.0, 10.0)], 0.3)
    return m.build().compile(parameters=["upper.mass", "gravity"])


def four_bar() -> System:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    return m.build().compile(planar=True, parameters=["D.parent_point", "rocker.mass"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fmu")


@pytest.fixture(scope="module")
def arms(folder: Path) -> dict[str, export.Fmu]:
    """The arm in both versions, pushed from outside."""
    system = arm()
    start = system.assemble({"A": 0.3}, rates={"B": 0.5})
    return {
        version: export.fmu(
            system, folder / f"arm{version[0]}.fmu", version=version, state=start,
            inputs=["B"], outputs=["A.angle", "lower.position", "A.reaction.force"],
        )
        for version in ("2.0", "3.0")
    }  # fmt: skip


@pytest.fixture(scope="module")
def bars(folder: Path) -> dict[str, export.Fmu]:
    """The four-bar in both versions, spinning."""
    system = four_bar()
    start = system.assemble(rates={"A": 20.0})
    return {
        version: export.fmu(
            system, folder / f"bars{version[0]}.fmu", version=version, state=start,
            inputs=["A"], outputs=["C.angle", "D.angle", "A.rate"], independent=["A"],
        )
        for version in ("2.0", "3.0")
    }  # fmt: skip


def columns(result: Any, name: str, values: Any) -> np.ndarray:
    """Return a channel of a result of FMPy in the shape of ours."""
    known = np.asarray(values, dtype=float)
    names = [name] if known.ndim == 1 else [f"{name}[{k}]" for k in range(known.shape[1])]
    return np.array([result[x] for x in names]).T.reshape(known.shape)


def difference(result: Any, run: Any, names: tuple[str, ...]) -> float:
    """Return the largest difference of channels, relative to the largest number of each."""
    found = []
    for name in names:
        values = np.asarray(run.history[name], dtype=float)
        off = np.abs(columns(result, name, values) - values)
        found.append(float(off.max() / max(1.0, np.abs(values).max())))
    return max(found)


def simulated(made: export.Fmu, kind: str, until: float, **more: Any) -> Any:
    tolerance = 1e-12 if kind == "ModelExchange" else None
    return simulate_fmu(
        str(made.path), fmi_type=kind, stop_time=until, output_interval=until / 20,
        relative_tolerance=tolerance, record_events=False, **more,
    )  # fmt: skip


def model_of(made: export.Fmu, folder: Path, slave: bool = False) -> Any:
    """Return an instance of an FMU, in initialization mode."""
    about = read_model_description(str(made.path))
    place = extract(str(made.path), str(folder / f"{made.path.stem}{made.version[0]}"))
    kind = FMU2Slave if slave else FMU2Model if made.version == "2.0" else FMU3Model
    part = about.coSimulation if slave else about.modelExchange
    token = {"guid": about.guid}
    if made.version == "3.0":
        token = {"instantiationToken": about.instantiationToken}
    fmu = kind(
        unzipDirectory=place, modelIdentifier=part.modelIdentifier, instanceName="one", **token
    )
    fmu.instantiate()
    if made.version == "2.0":
        fmu.setupExperiment(startTime=0.0)
        fmu.enterInitializationMode()
    else:
        fmu.enterInitializationMode(startTime=0.0)
    return fmu, {v.name: v.valueReference for v in about.modelVariables}


def test_fmus_are_valid(arms: dict[str, export.Fmu], bars: dict[str, export.Fmu]) -> None:
    for made in (*arms.values(), *bars.values()):
        assert validate_fmu(str(made.path)) == []


def test_co_simulation_and_model_exchange_are_our_runs(
    arms: dict[str, export.Fmu], bars: dict[str, export.Fmu]
) -> None:
    for system, some, start in (
        (arm(), arms, ({"A": 0.3}, {"B": 0.5})),
        (four_bar(), bars, ({}, {"A": 20.0})),
    ):
        state = system.assemble(start[0], rates=start[1])
        names = some["2.0"].outputs
        names = tuple(dict.fromkeys(name.split("[")[0] for name in names))
        steps = system.simulate(state, until=0.4, method="rk4", step=1e-3, every=0.02)
        tight = system.simulate(state, until=0.4, every=0.02, rtol=1e-12, atol=1e-14)
        for made in some.values():
            assert difference(simulated(made, "CoSimulation", 0.4), steps, names) < 1e-12
            assert difference(simulated(made, "ModelExchange", 0.4), tight, names) < 1e-9


def test_inputs_push(arms: dict[str, export.Fmu]) -> None:
    system = arm()
    state = system.assemble({"A": 0.3}, rates={"B": 0.5})
    run = system.simulate(state, until=0.2, every=0.01, method="rk4", step=1e-3, inputs={"B": 4.0})
    signal = np.array([(0.0, 4.0), (0.2, 4.0)], dtype=[("time", float), ("B.effort", float)])
    for made in arms.values():
        result = simulated(made, "CoSimulation", 0.2, input=signal)
        assert difference(result, run, ("A.angle", "lower.position")) < 1e-12


def test_a_saved_state_repeats_every_bit(arms: dict[str, export.Fmu], bars: dict[str, export.Fmu],
                                         folder: Path) -> None:  # fmt: skip
    for made in (arms["2.0"], bars["2.0"]):
        fmu, references = model_of(made, folder, slave=True)
        fmu.exitInitializationMode()
        every = list(references.values())
        fmu.doStep(0.0, 0.01)
        kept = fmu.getFMUstate()
        saved = fmu.serializeFMUstate(kept)
        first = []
        for k in range(3):
            fmu.doStep(0.01 + 0.01 * k, 0.01)
            first.append(fmu.getReal(every))
        for state in (kept, fmu.deSerializeFMUstate(saved)):
            fmu.setFMUstate(state)
            again = []
            for k in range(3):
                fmu.doStep(0.01 + 0.01 * k, 0.01)
                again.append(fmu.getReal(every))
            assert again == first
        fmu.freeFMUstate(kept)
        fmu.terminate()
        fmu.freeInstance()


def rates_at(fmu: Any, x: np.ndarray) -> np.ndarray:
    """Return the derivatives of the states of FMI 2."""
    n = len(x)
    found = _doubles(n)()
    fmu.setContinuousStates(_doubles(n)(*x), n)
    fmu.getDerivatives(found, n)
    return np.array(found)


def _doubles(n: int) -> Any:
    return ctypes.c_double * n


def states_of(fmu: Any, n: int) -> np.ndarray:
    found = _doubles(n)()
    fmu.getContinuousStates(found, n)
    return np.array(found)


def by_differences(function: Any, x: np.ndarray, size: float = 1e-3) -> np.ndarray:
    """Return the derivative of a function, to the fourth order."""
    columns = []
    for k in range(len(x)):
        step = size * np.eye(len(x))[k]
        near = function(x + step) - function(x - step)
        far = function(x + 2 * step) - function(x - 2 * step)
        columns.append((8.0 * near - far) / (12.0 * size))
    return np.array(columns).T


@pytest.mark.parametrize("which", ["arms", "bars"])
def test_directional_derivatives_are_exact(
    which: str, request: pytest.FixtureRequest, folder: Path
) -> None:
    made = request.getfixturevalue(which)["2.0"]
    fmu, references = model_of(made, folder)
    fmu.exitInitializationMode()
    fmu.enterContinuousTimeMode()
    states = [references[name] for name in made.states]
    rates = [references[f"der({name})"] for name in made.states]
    outputs = [references[name] for name in made.outputs]
    x = states_of(fmu, len(states))

    def values(at: np.ndarray) -> np.ndarray:
        found = rates_at(fmu, at)
        return np.concatenate([found, fmu.getReal(outputs)])

    expected = by_differences(values, x, 3e-4)
    values(x)
    found = np.array([
        fmu.getDirectionalDerivative(vUnknown_ref=[*rates, *outputs], vKnown_ref=[s], dvKnown=[1.0])
        for s in states
    ]).T  # fmt: skip
    assert np.allclose(found, expected, rtol=1e-9, atol=1e-8 * np.abs(expected).max())
    push = [references[name] for name in made.inputs]

    def pushed(effort: np.ndarray) -> np.ndarray:
        fmu.setReal(push, list(effort))
        return np.concatenate([rates_at(fmu, x), fmu.getReal(outputs)])

    expected = by_differences(pushed, np.zeros(len(push)), 1e-2)  # linear in efforts
    pushed(np.zeros(len(push)))
    found = np.array([
        fmu.getDirectionalDerivative(vUnknown_ref=[*rates, *outputs], vKnown_ref=[s], dvKnown=[1.0])
        for s in push
    ]).T  # fmt: skip
    assert np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    fmu.terminate()
    fmu.freeInstance()


def test_derivatives_are_those_of_linearize(arms: dict[str, export.Fmu], folder: Path) -> None:
    system = arm()
    state = system.assemble({"A": 0.3}, rates={"B": 0.5})
    expected = system.linearize(state, inputs=["B"])
    fmu, references = model_of(arms["2.0"], folder)
    fmu.exitInitializationMode()
    rates = [references[f"der({name})"] for name in arms["2.0"].states]
    A = np.array([
        fmu.getDirectionalDerivative(vUnknown_ref=rates, vKnown_ref=[references[s]], dvKnown=[1.0])
        for s in arms["2.0"].states
    ]).T  # fmt: skip
    assert np.allclose(A, expected.A, rtol=1e-11, atol=1e-11)
    fmu.terminate()
    fmu.freeInstance()


def test_geometry_is_assembled_in_initialization(bars: dict[str, export.Fmu]) -> None:
    system, point = four_bar(), (0.32, 0.0, 0.01)
    start = system.assemble(
        {"A": 0.0}, rates={"A": 20.0}, parameters={"D.parent_point": point, "rocker.mass": 2.5}
    )
    run = system.simulate(
        start, until=0.2, every=0.01, method="rk4", step=1e-3,
        parameters={"D.parent_point": point, "rocker.mass": 2.5},
    )  # fmt: skip
    values = dict(zip(("x", "y", "z"), point, strict=True))
    numbers = {f"D.parent_point.{k}": x for k, x in values.items()} | {"rocker.mass": 2.5}
    for made in bars.values():
        about = {v.name: v for v in read_model_description(str(made.path)).modelVariables}
        assert "at first A.angle" in about["coordinate[1]"].description
        assert about["D.parent_point.x"].variability == "fixed"
        assert about["rocker.mass"].variability == "tunable"
        assert about["rocker.mass"].unit == "kg"
        result = simulated(made, "CoSimulation", 0.2, start_values=numbers)
        assert difference(result, run, ("C.angle", "D.angle", "A.rate")) < 1e-10


def test_loops_that_cannot_close_are_told(bars: dict[str, export.Fmu], folder: Path) -> None:
    fmu, references = model_of(bars["2.0"], folder)
    fmu.setReal([references["D.parent_point.x"]], [3.0])
    with pytest.raises(Exception, match="fmi2ExitInitializationMode"):
        fmu.exitInitializationMode()
    fmu.freeInstance()


def test_other_coordinates_are_chosen_through_events(
    folder: Path,
) -> None:
    """A Runge-Kutta integrator of ours, as an importer has it, turns the crank round.

    The rocker's angle, which is the state at first, does not say where the crank is at its ends.
    """
    system = four_bar()
    state = system.assemble(rates={"A": 20.0})
    made = export.fmu(
        system, folder / "rocked.fmu", state=state, independent=["D"],
        outputs=["C.angle", "D.angle", "A.rate"],
    )  # fmt: skip
    fmu, references = model_of(made, folder)
    fmu.exitInitializationMode()
    fmu.enterContinuousTimeMode()
    x, h, events = states_of(fmu, 2), 1e-4, 0
    for k in range(4000):
        k1 = rates_at(fmu, x)
        k2 = rates_at(fmu, x + 0.5 * h * k1)
        k3 = rates_at(fmu, x + 0.5 * h * k2)
        k4 = rates_at(fmu, x + h * k3)
        x = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        fmu.setTime((k + 1) * h)
        rates_at(fmu, x)
        event, _ = fmu.completedIntegratorStep()
        if event:
            events += 1
            fmu.enterEventMode()
            info = fmu.newDiscreteStates()
            assert info[2] and info[3]  # nominal values and values of the states are others
            x = states_of(fmu, 2)
            fmu.enterContinuousTimeMode()
    run = system.simulate(state, until=0.4, every=0.4, rtol=1e-12, atol=1e-14)
    assert events >= 1
    for name in ("C.angle", "D.angle", "A.rate"):
        assert abs(fmu.getReal([references[name]])[0] - run.history[name][-1]) < 1e-7
    assert run.history["A.angle"][-1] > 6.3  # it went round
    fmu.terminate()
    fmu.freeInstance()


def test_kinks_of_laws_are_events(folder: Path) -> None:
    system = gallery.pendulum().compile()
    made = export.fmu(
        system, folder / "pushed.fmu", efforts={"A": "30*max(t - 0.05, 0)"},
        outputs=["A.angle"],
    )  # fmt: skip
    about = read_model_description(str(made.path))
    assert about.numberOfEventIndicators == 1
    fmu, _ = model_of(made, folder)
    fmu.exitInitializationMode()
    fmu.enterContinuousTimeMode()
    signs = []
    for t in (0.02, 0.04, 0.06):
        fmu.setTime(t)
        found = _doubles(1)()
        fmu.getEventIndicators(found, 1)
        signs.append(found[0] > 0.0)
    assert signs[0] == signs[1] != signs[2]
    fmu.terminate()
    fmu.freeInstance()
    table = export.fmu(
        system, folder / "table.fmu", efforts={"A": ([0.0, 0.1, 2.0], [0.0, 5.0, 5.0])},
        outputs=["A.angle"],
    )  # fmt: skip
    fmu, _ = model_of(table, folder)
    fmu.exitInitializationMode()
    assert fmu.newDiscreteStates()[4:] == (True, 0.1)
    fmu.terminate()
    fmu.freeInstance()


def test_sources_alone_can_be_built(folder: Path, arms: dict[str, export.Fmu]) -> None:
    made = export.fmu(arm(), folder / "sources.fmu", outputs=["A.angle"], binary=False)
    assert made.binary is None and [n.code for n in made.notices] == ["W58"]
    place = Path(extract(str(made.path), str(folder / "sources")))
    (place / "binaries" / platform_folder("2.0")).mkdir(parents=True)
    subprocess.run(made.build.split(), cwd=place / "sources", check=True)
    result = simulate_fmu(str(place), stop_time=0.1, output_interval=0.05)
    system = arm()
    run = system.simulate(system.assemble(), until=0.1, every=0.05, method="rk4", step=1e-3)
    assert difference(result, run, ("A.angle",)) < 1e-12
    with zipfile.ZipFile(arms["3.0"].path) as archive:
        about = ElementTree.fromstring(archive.read("sources/buildDescription.xml"))
        names = [x.get("name") for x in about.iter("SourceFile")]
        assert names and all(f"sources/{name}" in archive.namelist() for name in names)
        assert json.loads(archive.read("resources/names.json"))["coordinates"] == [
            "A.angle", "B.angle",
        ]  # fmt: skip


def test_the_same_model_is_the_same_file(folder: Path) -> None:
    texts = []
    for name in ("one", "two"):
        made = export.fmu(arm(), folder / f"{name}.fmu", outputs=["A.angle"], binary=False)
        texts.append(made.path.read_bytes())
    assert texts[0] == texts[1]


def test_what_cannot_be_an_fmu_is_told_at_once(folder: Path) -> None:
    system, path = arm(), folder / "no.fmu"
    with pytest.raises(ModelError) as error:
        export.fmu(system, path, version="1.0", method="ab3", step=-1.0)
    assert [p.code for p in error.value.problems] == ["S50"] * 3
    with pytest.raises(ModelError, match="traced"):
        export.fmu(system, path, efforts={"A": lambda t: 1.0 if t > 1.0 else 0.0})
    with pytest.raises(ModelError, match="two variables"):
        export.fmu(system, path, inputs=["A"], outputs=["A.effort"])
    with pytest.raises(EnvironmentProblem, match="E20"):
        export.fmu(system, path, compiler="no_such_compiler")
    with pytest.raises(ModelError):
        export.fmu(system, path, outputs=["nothing.angle"])
    assert not path.exists()


def test_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sarrus.cli import main

    file = folder / "four_bar.yaml"
    assert main(["new", "four-bar", "-o", str(file)]) == 0
    target = folder / "out.fmu"
    command = ["export", "fmu", str(file), "-o", str(target), "-p", "a", "--fmi", "3.0", "--json"]
    capsys.readouterr()
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["parameters"] == ["a"] and told["version"] == "3.0"
    assert validate_fmu(str(target)) == []
    found = simulate_fmu(
        str(target), fmi_type="CoSimulation", stop_time=0.2, output_interval=0.02,
        start_values={"a": 0.35},
    )  # fmt: skip
    other = Study.load(file, set={"constants.a": 0.35})
    run = other.system.simulate(
        other.start(), until=0.2, every=0.02, method="rk4", step=told["step"],
        inputs=other.plan.inputs, driven=other.plan.drives,
    )  # fmt: skip
    assert difference(found, run, ("A.angle", "D.angle")) < 1e-9


def ball(k: float, mass: float = 2.0) -> System:
    """A ball above a stop, which it falls on."""
    m = Mechanism("ball")
    body = m.body("ball", mass=mass, inertia=(1e-3, 1e-3, 1e-3))
    m.prismatic("z", m.ground, body, at=(0, 0, 0), axis="z")
    m.end_stop("floor", "z", k, lower=-0.05)
    return m.build().compile()


def test_step_of_a_contact_that_is_open_at_the_start(tmp_path: Path) -> None:
    k, mass = 1e6, 2.0
    system = ball(k, mass)
    made = export.fmu(system, tmp_path / "ball.fmu", outputs=["ball.position"], stop=0.4)
    assert made.step == pytest.approx(np.pi * np.sqrt(mass / k) / 20.0, rel=1e-3)  # half a swing
    (notice,) = made.notices
    assert notice.code == "W84"
    assert "end stop 'floor'" in notice.rule
    place = extract(str(made.path), str(tmp_path / "ball"))
    found = simulate_fmu(place, fmi_type="CoSimulation", stop_time=0.4, output_interval=0.01)
    speed = np.sqrt(2.0 * 9.81 * 0.05)  # no damping: it comes back to where it fell from
    assert np.max(found["ball.position[2]"][found["time"] > 0.15]) == pytest.approx(0.0, abs=2e-3)
    assert np.min(found["ball.position[2]"]) > -0.05 - 1.1 * speed * np.sqrt(mass / k)
    given = export.fmu(system, tmp_path / "given.fmu", step=2e-4, binary=False)
    assert given.step == 2e-4
    assert "W84" not in [n.code for n in given.notices]


def test_contact_that_leaves_no_step(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"S50.*steps of 7e-10 s.*end stop 'floor'"):
        export.fmu(ball(1e17), tmp_path / "ball.fmu")
    assert not (tmp_path / "ball.fmu").exists()
    assert export.fmu(ball(1e17), tmp_path / "ball.fmu", step=1e-3, binary=False).step == 1e-3


def test_code_in_c_takes_the_same_step() -> None:
    system = ball(1e6)
    code = export.c_code(system, "ball")
    assert [n.code for n in code.notices] == ["W84"]
    assert code.step == pytest.approx(np.pi * np.sqrt(2e-6) / 20.0, rel=1e-3)
    assert code.step.hex() in code.files["main.c"]


def test_exact_friction_is_said_to_be_smooth(tmp_path: Path) -> None:
    system = gallery.stick_slip_brake().compile()
    made = export.fmu(system, tmp_path / "brake.fmu", binary=False)
    assert [n.code for n in made.notices] == ["W84", "W85", "W58"]
    assert "'pads'" in made.notices[1].element
