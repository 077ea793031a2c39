"""FMUs of others in our runs: against closed forms, against the same equations inside, and faults.

The FMUs are our own: one in C (`outside.c`) that can also crash, hang, fail and forget, and those
that `sarrus.export.fmu` writes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, ModelError, System, export
from sarrus.elements import allow_fmu
from sarrus.formats.fmi.description import read_fmu
from sarrus.model import fmu_permission
from sarrus.study import Study
from sarrus.system import ResultFile
from sarrus.system.simulation.fmus import process
from sarrus.system.simulation.recording import Stopped
from system.outside_fmus import ARRAYS, DOCUMENT, TOKEN, array_fmu, outside_fmu

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outside")


@pytest.fixture(scope="module")
def valve(folder: Path) -> Path:
    return outside_fmu(folder / "outside.fmu")


@pytest.fixture(autouse=True)
def nothing_allowed() -> Iterator[None]:
    """Let no test allow FMUs for the others."""
    known = set(fmu_permission._ALLOWED)
    fmu_permission._ALLOWED.clear()
    yield
    fmu_permission._ALLOWED.clear()
    fmu_permission._ALLOWED.update(known)


def pendulum(path: Any, **how: Any) -> Mechanism:
    m = Mechanism("swing")
    arm = m.body("arm", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
    usual = {"inputs": {"u": 3.0}, "outputs": {"valve.y": "A", "level": None}}
    m.fmu("f", path, **{**usual, **how})
    return m


def run_of(path: Any, until: float = 1.1, **how: Any) -> Any:
    """Simulate the pendulum, with states every 0.1 s; `every` is that of the FMU."""
    system = pendulum(path, **how).build().compile()
    start = system.assemble({"A": 0.3})
    return system.simulate(start, until=until, every=0.1, rtol=1e-10, atol=1e-12)


# --- values against closed forms ----------------------------------------------------------------


def test_model_exchange_has_the_solution_of_its_equation_and_its_time_events(valve: Path) -> None:
    run = run_of(valve, parameters={"k": 4.0})
    t, y = run.t, np.array(run.history["f.valve_y"])
    assert np.max(np.abs(y - (0.75 + 0.25 * np.exp(-4.0 * t)))) < 1e-9
    assert [event.t for event in run.events] == [0.25, 0.5, 0.75, 1.0]
    assert np.array(run.history["f.level"])[-1] == 4.0
    assert np.allclose(np.array(run.history["f.rate_of_x"]), 3.0 - 4.0 * y, atol=1e-12)
    assert np.all(np.array(run.history["f.input_u"]) == 3.0)
    energy = np.array(run.history["energy.total"]) - np.array(run.history["energy.work"])
    assert np.ptp(energy) < 1e-8


def test_state_events_bounce_where_the_closed_form_does(valve: Path) -> None:
    run = run_of(valve, parameters={"ball": True, "e": 0.5}, outputs={"valve.y": None}, until=1.2)
    found = [event.t for event in run.events if "indicator" in event.name]
    fall = np.sqrt(2.0 / 9.81)
    whole = fall * np.cumsum([1.0, *(2.0 * 0.5**n for n in range(1, 6))])
    assert np.max(np.abs(np.array(found) - whole[: len(found)])) < 1e-9
    assert len(found) == np.sum(whole < 1.2)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e3])
def test_sizes_and_units_of_the_fmu_do_not_matter(folder: Path, size: float) -> None:
    """u in cm: the FMU sees 100 times the metres; what it yields is what it was told."""
    path = outside_fmu(folder / "scaled.fmu", unit="cm", out="cm")
    m = Mechanism("slide")
    mass = m.body("mass", mass=1.0, inertia=(1e-6, 1e-6, 1e-6))
    m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="x")
    m.fmu("f", path, inputs={"u": "A"}, outputs={"valve.y": None}, parameters={"k": 1.0})
    system = m.build().compile()
    assert system.channels("f.valve_y")[0].unit == "m"
    run = system.simulate(
        system.assemble({"A": size}), until=0.4, every=0.1, rtol=1e-10, atol=1e-14
    )
    y = np.array(run.history["f.valve_y"])
    assert np.allclose(y, size + (0.01 - size) * np.exp(-run.t), rtol=1e-8)


def test_units_of_another_dimension_are_refused(folder: Path) -> None:
    path = outside_fmu(folder / "torque.fmu", unit="degC", out="cm")
    with pytest.raises(ModelError) as raised:
        pendulum(path, inputs={"u": "A"}).build()
    assert {p.code for p in raised.value.problems} == {"M05"}
    assert len(raised.value.problems) == 2


# --- against the same equations inside ----------------------------------------------------------


def four_bar(controller: Any) -> System:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    controller(m)
    return m.build().compile(planar=True)


def error(motion: Any) -> Any:
    return 20.0 * (0.5 - motion.coordinate("A"))


@pytest.fixture(scope="module", params=["2.0", "3.0"])
def filters(request: pytest.FixtureRequest, folder: Path) -> Path:
    """A filter of second order as an FMU that Sarrus writes: a mass on a spring."""
    m = Mechanism("filter")
    mass = m.body("mass", mass=0.02, inertia=(1, 1, 1))
    m.prismatic("X", m.ground, mass, at=(0, 0, 0), axis="x")
    m.joint_spring("S", "X", 50.0, 1.2)
    path = folder / f"filter{request.param[0]}.fmu"
    export.fmu(m.build().compile(), path, inputs=["X"], outputs=["X.displacement"],
               version=request.param)  # fmt: skip
    return path


def outside(path: Path, **how: Any) -> System:
    return four_bar(
        lambda m: m.fmu(
            "c", path, inputs={"X.effort": error}, outputs={"X.displacement": None},
            loads=lambda w: w.effort("A", 10.0 * w.state("X_displacement")), **how,
        )
    )  # fmt: skip


def inside() -> System:
    def rates(w: Any) -> dict[str, Any]:
        x, v = w.state("x"), w.state("v")
        return {"x": v, "v": (error(w) - 50.0 * x - 1.2 * v) / 0.02}

    return four_bar(
        lambda m: m.user_force(
            "c", lambda w: w.effort("A", 10.0 * w.state("x")),
            states={"x": (0.0, "m"), "v": (0.0, "m/s")}, rates=rates,
        )
    )  # fmt: skip


def motion(system: System, method: str = "auto", rtol: float = 1e-11) -> Any:
    start = system.assemble({"A": 0.9})
    return system.simulate(start, until=0.5, every=0.02, rtol=rtol, atol=0.01 * rtol, method=method)


def test_a_controller_in_an_fmu_moves_a_four_bar_as_the_same_one_inside(filters: Path) -> None:
    ours, theirs = motion(inside()), motion(outside(filters))
    for name, size in (("A.angle", 1.0), ("C.reaction.force", 15.0)):
        gap = np.max(np.abs(np.array(theirs.history[name]) - np.array(ours.history[name])))
        assert gap < 1e-9 * size


@pytest.mark.slow
@pytest.mark.parametrize("method", ["adams", "bdf"])
def test_multistep_methods_ask_the_fmu_as_well(filters: Path, method: str) -> None:
    ours, theirs = motion(inside()), motion(outside(filters), method, 1e-8)
    gap = np.array(theirs.history["A.angle"]) - np.array(ours.history["A.angle"])
    assert np.max(np.abs(gap)) < 1e-6


def test_co_simulation_converges_with_its_step_to_first_order(filters: Path) -> None:
    ours = np.array(motion(inside(), rtol=1e-9).history["A.angle"])
    gaps = []
    for step in (0.01, 0.005, 0.0025):
        found = motion(outside(filters, every=step), rtol=1e-9)
        gaps.append(np.max(np.abs(np.array(found.history["A.angle"]) - ours)))
    orders = np.log2(np.array(gaps[:-1]) / np.array(gaps[1:]))
    assert np.all((orders > 0.8) & (orders < 1.5)), (gaps, orders)


def test_equal_steps_exchange_at_the_same_times(filters: Path) -> None:
    system = outside(filters, every=0.005)
    start = system.assemble({"A": 0.9})
    fixed = system.simulate(start, until=0.2, every=0.02, method="rk4", step=0.0005)
    free = system.simulate(start, until=0.2, every=0.02, rtol=1e-10)
    gap = np.array(fixed.history["A.angle"]) - np.array(free.history["A.angle"])
    assert np.max(np.abs(gap)) < 1e-8


def test_fmus_with_steps_that_are_multiples_share_a_run(valve: Path) -> None:
    m = pendulum(valve, every=0.01)
    m.fmu("slow", valve, inputs={"u": 3.0}, outputs={"valve.y": None}, every=0.05)
    system = m.build().compile()
    run = system.simulate(system.assemble({"A": 0.3}), until=0.2, every=0.05, rtol=1e-8)
    fast, slow = (np.array(run.history[f"{n}.valve_y"]) for n in ("f", "slow"))
    assert np.max(np.abs(fast - slow)) < 1e-6  # midpoint steps of h/100 inside
    m = pendulum(valve, every=0.01)
    m.fmu("odd", valve, outputs={"valve.y": None}, every=0.013)
    system = m.build().compile()
    with pytest.raises(ModelError, match="D10"):
        system.simulate(system.assemble({"A": 0.3}), until=0.2)


# --- faults --------------------------------------------------------------------------------------

SAID = {
    1: "ended by SIGSEGV",
    2: "has not answered in 0.5 s",
    3: "pressure 2.5 Pa is above 7 bar",
    4: "no finite numbers",
    6: "discard",
}


@pytest.mark.parametrize(
    "fault, every",
    [
        *((fault, 0.01) for fault in SAID),
        *((fault, None) for fault in (1, 3)),
        *(pytest.param(fault, None, marks=pytest.mark.slow) for fault in (2, 4, 6)),
    ],
)
def test_what_an_fmu_does_wrong_stops_the_run_and_leaves_it_whole(
    valve: Path, fault: int, every: float | None
) -> None:
    how: dict[str, Any] = {} if every is None else {"every": every}
    with pytest.raises(Stopped, match="E-FMU") as raised:
        run_of(valve, parameters={"fault": fault}, patience=0.5, **how)
    assert SAID[fault] in str(raised.value)
    run = raised.value.run
    assert 0.2 < run.t[-1] <= 0.5 + 1e-12
    assert np.all(np.isfinite(np.array(run.history["A.angle"])))
    problem = raised.value.problems[0]
    assert "'f'" in problem.element and "t = " in problem.element


@pytest.mark.parametrize("fault", [1, 2])
def test_without_waiting_for_pipes_a_thread_ends_what_hangs(
    valve: Path, fault: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where only sockets can be waited for."""
    monkeypatch.setattr(process, "WAITS_FOR_PIPES", False)
    with pytest.raises(Stopped, match=SAID[fault]) as raised:
        run_of(valve, parameters={"fault": fault}, patience=0.5, every=0.01)
    assert 0.2 < raised.value.run.t[-1] <= 0.5 + 1e-12


def test_an_fmu_that_asks_for_the_end_ends_the_run_without_an_error(valve: Path) -> None:
    for how in ({}, {"every": 0.01}):
        run = run_of(valve, parameters={"fault": 5}, **how)
        assert [p.code for p in run.notices] == ["W59"]
        assert run.t[-1] <= 0.5 + 1e-9
    whole = run_of(valve, 0.5, every=0.01)  # what the last step yields is there
    assert run["f.valve_y"][-1] == whole["f.valve_y"][-1] != whole["f.valve_y"][-2]


def test_an_fmu_that_cannot_start_is_a_model_error(valve: Path, folder: Path) -> None:
    wrong = outside_fmu(folder / "wrong.fmu", token="{another}")
    foreign = outside_fmu(folder / "foreign.fmu", folder="win64")
    for path, code, said in (
        (wrong, "E-FMU", "the GUID is"),
        (foreign, "D21", "it has win64"),
    ):
        with pytest.raises(ModelError, match=code) as raised:
            run_of(path)
        assert said in str(raised.value)
    with pytest.raises(ModelError, match="fmi2EnterInitializationMode returned error"):
        run_of(valve, parameters={"fault": 7})


def test_nothing_of_an_fmu_is_left_behind(valve: Path, tmp_path: Path) -> None:
    import tempfile

    before = set(os.listdir(tempfile.gettempdir()))
    run_of(valve, until=0.2)
    with pytest.raises(Stopped):
        run_of(valve, parameters={"fault": 1})
    after = {n for n in os.listdir(tempfile.gettempdir()) if n.startswith("sarrus_fmu_")}
    assert after <= before


# --- descriptions --------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [None, 0.1])
def test_arrays_are_told_and_read_by_their_elements(folder: Path, every: float | None) -> None:
    """dx/dt = A u - x in closed form; elements of A and u that nobody names keep their starts."""
    path = array_fmu(folder / "arrays.fmu")
    how = {} if every is None else {"every": every}
    run = run_of(
        path, until=1.0, inputs={"u[2]": 3.0, "u[3]": lambda motion: 0.5},
        outputs={"y[1]": "A", "y[2]": None}, parameters={"A[1,3]": 4.0, "x[2]": 7.0}, **how,
    )  # fmt: skip
    t = np.array(run.t)
    aims, starts = (4.0 * 0.5, 1.0 * 3.0), (1.0, 7.0)
    for k, (aim, start) in enumerate(zip(aims, starts, strict=True)):
        exact = aim + (start - aim) * np.exp(-t)
        assert np.max(np.abs(np.array(run.history[f"f.y_{k + 1}"]) - exact)) < 1e-9
    about = read_fmu(str(path))
    assert about.states == ("x[1]", "x[2]") and about.indicators == 2
    assert [about.by_name[f"A[{i},{j}]"].number for i in (1, 2) for j in (1, 2, 3)] == [
        1.0, 0.0, 0.0, 0.0, 1.0, 0.0,
    ]  # fmt: skip
    with pytest.raises(ModelError, match=r"array of 3, not one number. Name its elements: u\[1\]"):
        pendulum(path, inputs={"u": 1.0}, outputs={}).build()


def test_clocks_are_refused_by_name(folder: Path) -> None:
    path = array_fmu(folder / "clocked.fmu")
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts["modelDescription.xml"].decode()
    clocked = text.replace(
        '<Float64 name="left"',
        '<Clock name="tick" valueReference="20" causality="{}" intervalVariability="constant"/>'
        '<Float64 name="sampled" valueReference="21" causality="output" variability="discrete" '
        'clocks="20"/><Float64 name="left"',
    )
    for causality, outputs, said in (
        ("input", {"y[1]": "A"}, "has the clock 'tick', which waits for ticks"),
        ("output", {"sampled": "A"}, "sampled has values at the ticks of a clock only"),
        ("output", {"tick": None}, "tick is a Clock, not one number"),
    ):
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in parts.items():
                of_xml = name == "modelDescription.xml"
                archive.writestr(name, clocked.replace("{}", causality) if of_xml else content)
        with pytest.raises(ModelError, match="F25") as raised:
            pendulum(path, inputs={}, outputs=outputs).build()
        assert said in str(raised.value)


KILLED = """
import sys
from sarrus import Mechanism
m = Mechanism("swing")
arm = m.body("arm", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.1, 0.1))
m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
m.fmu("f", sys.argv[1], inputs={"u": 3.0}, outputs={"valve.y": "A"},
      parameters={"fault": 2 if sys.argv[2] == "hangs" else 0}, patience=1000.0)
system = m.build().compile()
system.simulate(system.assemble(), until=0.6 if sys.argv[2] == "hangs" else 1e5, every=0.1)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look at processes")
@pytest.mark.parametrize("state", ["hangs", "runs"])
def test_an_fmu_ends_when_its_parent_is_killed(valve: Path, tmp_path: Path, state: str) -> None:
    """Also one that hangs, which does not see that the pipe is closed; its folder goes with it."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    parent = subprocess.Popen([sys.executable, "-c", KILLED, str(valve), state], env=environment)
    try:
        child = wait_for(lambda: children_of(parent.pid), 30.0)[0]
        folder = wait_for(lambda: list(tmp_path.glob("sarrus_fmu_*")), 30.0)[0]
        if state == "hangs":
            wait_for(lambda: hangs(child), 30.0)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    wait_for(lambda: not is_alive(child) and not folder.exists(), 20.0)


def test_a_fork_leaves_the_process_and_folder_of_an_fmu_alone(tmp_path: Path) -> None:
    """What a process cleans up at its end is its own."""
    running = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    process._remove(str(tmp_path), running, os.getpid() + 1)
    assert running.poll() is None and tmp_path.exists()
    process._remove(str(tmp_path), running, os.getpid())
    assert running.poll() is not None and not tmp_path.exists()


def wait_for(found: Any, limit: float) -> Any:
    """Return what a function returns once that is something."""
    until = time.monotonic() + limit
    while not (value := found()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return value


def _status(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def children_of(pid: int) -> list[int]:
    every = (int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit())
    return [k for k in every if _status(k)[1:2] == [str(pid)]]


def hangs(pid: int) -> bool:
    """Tell whether the library of a process sleeps, as the thread that watches does."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    at = [(task / "wchan").read_text() for task in tasks]
    return sum("nanosleep" in x for x in at) == 2 or "0" in at  # which is not shown everywhere


def is_alive(pid: int) -> bool:
    return _status(pid)[:1] not in ([], ["Z"])


def test_all_mistakes_of_an_element_are_told_at_once(valve: Path) -> None:
    with pytest.raises(ModelError) as raised:
        pendulum(
            valve, inputs={"w": 1.0, "u": "B"}, outputs={"valve.x": None, "valve.y": "Q"},
            parameters={"kk": 1.0, "k": 300.0, "mark": 2.0, "ball": 1}, every=-1.0,
        ).build()  # fmt: skip
    text = str(raised.value)
    wanted = ["'w' is not the name", "'B'", "did you mean 'valve.y'", "'Q'", "'kk'"]
    for said in (*wanted, "not from 0 to 100", "must be text", "must be true or false", "every"):
        assert said.lower() in text.lower(), said


def test_kinds_and_steps_must_fit(valve: Path, folder: Path) -> None:
    with pytest.raises(ModelError, match="goes on by steps"):
        pendulum(valve, kind="co_simulation").build()
    with pytest.raises(ModelError, match="Leave one"):
        pendulum(valve, kind="model_exchange", every=0.01).build()


@pytest.mark.parametrize(
    "content, said",
    [
        (b"no archive", "is not an FMU"),
        (None, "holds no modelDescription.xml"),
        ("../up", "outside its folder"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><fmiModelDescription/>", "document type"),
        ("<fmiModelDescription fmiVersion='1.0'/>", "is not a version"),
        ("<fmiModelDescription fmiVersion='2.0' guid='a'/>", "neither ModelExchange"),
        ("<fmiModelDescription", "not well-formed"),
    ],
)
def test_damaged_fmus_are_refused_with_the_reason(tmp_path: Path, content: Any, said: str) -> None:
    path = tmp_path / "a.fmu"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with zipfile.ZipFile(path, "w") as archive:
            if content is None or content.startswith(".."):
                archive.writestr(content or "other.xml", "a")
            else:
                archive.writestr("modelDescription.xml", content)
    with pytest.raises(ModelError, match="error F") as raised:
        read_fmu(str(path))
    assert said in str(raised.value)


@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.slow)])
def test_mutations_of_a_description_never_end_in_anything_but_a_model_error(
    valve: Path, tmp_path: Path, count: int
) -> None:
    """Of FMI 2.0 with units, and of FMI 3.0 with arrays."""
    with zipfile.ZipFile(valve) as archive:
        texts = archive.read("modelDescription.xml"), ARRAYS.format(token=TOKEN).encode()
    random = np.random.default_rng(7)
    path = tmp_path / "it.fmu"
    for k in range(count):
        data = bytearray(texts[k % 2])
        for place in random.integers(0, len(data), 3):
            data[place] = int(random.integers(32, 127))
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("modelDescription.xml", bytes(data))
        try:
            read_fmu(str(path))
        except ModelError as problem:
            assert all(p.rule for p in problem.problems)


# --- files ---------------------------------------------------------------------------------------

FILE = """\
sarrus: 1
bodies: {arm: {mass: 1 kg, com: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
forces:
  f:
    type: fmu
    file: outside.fmu
    inputs: {u: 2*A.angle - 0.1*sin(t)}
    outputs: [valve.y, level]
    loads: [{effort: A, value: 0.5*state(valve_y)}]
    parameters: {k: 3, mark: hello, ball: false}
assembly: {wanted: {A: 0.3 rad}}
run: {until: 300 ms, every: 100 ms}
outputs: [A.angle]
"""


def test_a_model_file_names_an_fmu_and_does_not_run_it_by_itself(
    valve: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "swing.yaml"
    path.write_text(FILE, encoding="utf-8")
    study = Study.load(path)
    with pytest.raises(ModelError, match=r"D22.*--allow-fmu"):
        study.run()
    allow_fmu(valve)
    found = study.run()
    m = pendulum(
        valve, parameters={"k": 3.0},
        inputs={"u": lambda w: 2.0 * w.coordinate("A") - 0.1 * np.sin(w.time)},
        outputs={"valve.y": None, "level": None},
        loads=lambda w: w.effort("A", 0.5 * w.state("valve_y")),
    )  # fmt: skip
    system = m.build().compile()
    same = system.simulate(system.assemble({"A": 0.3}), until=0.3, every=0.1)
    gap = np.array(found.history["A.angle"]) - np.array(same.history["A.angle"])
    assert np.max(np.abs(gap)) < 1e-9
    again = folder / "again.yaml"
    sarrus.save(m.build(), again)
    one, two = sarrus.load(again), m.build()
    assert one.forces[0].formula.steps == two.forces[0].formula.steps
    assert one.forces[0].values == two.forces[0].values


def test_every_key_of_a_file_is_read_and_written_again(valve: Path, folder: Path) -> None:
    path, again = folder / "whole.yaml", folder / "whole_again.yaml"
    path.write_text(DOCUMENT, encoding="utf-8")
    one = sarrus.load(path)
    sarrus.save(one, again)
    two = sarrus.load(again)
    element, same = one.forces[0], two.forces[0]
    for name in ("file", "kind", "every", "patience", "acts", "points", "told", "shown", "values"):
        assert getattr(element, name) == getattr(same, name), name
    random = np.random.default_rng(3)
    at = {read: random.uniform(0.1, 1.0) for read in element.all_reads}
    assert {*at} == {*same.all_reads}
    for formula, reads in (("formula", "reads"), ("state_formula", "state_reads")):
        ours, theirs = (
            getattr(x, formula).values(*[at[read] for read in getattr(x, reads)])
            for x in (element, same)
        )
        assert np.allclose(ours, theirs, rtol=1e-14)
    assert (element.every, element.patience, element.kind) == (0.01, 20.0, "co_simulation")
    allow_fmu(valve)
    run = Study.load(path).run()
    y = np.array(run.history["f.valve_y"])
    assert run.t[-1] == 0.1
    assert np.all(np.isfinite(y))


def test_mistakes_in_a_file_name_their_lines(valve: Path, folder: Path) -> None:
    text = FILE.replace("2*A.angle", "2*A.angel").replace("k: 3", "kk: 3")
    path = folder / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelError) as raised:
        Study.load(path)
    places = {(p.code, p.location.line) for p in raised.value.problems}
    assert {("M09", 8), ("M09", 11)} <= places


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """Ctrl-C as Python has it, also where the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_signals")
@pytest.mark.parametrize("how", [{}, {"every": 0.01}])
def test_an_interrupted_run_goes_on_from_its_file_to_the_same_bits(
    valve: Path, tmp_path: Path, how: dict[str, Any]
) -> None:
    system = pendulum(valve, inputs={"u": "A"}, **how).build().compile()
    start = system.assemble({"A": 0.3})
    asked: dict[str, Any] = {"until": 2.0, "every": 0.05, "rtol": 1e-8}
    whole = system.simulate(start, **asked)
    path = tmp_path / "run.sarrus"
    asked_for: list[float] = []

    def progress(done: float) -> None:
        if done > 0.5 and not asked_for:
            asked_for.append(done)
            signal.raise_signal(signal.SIGINT)

    file = ResultFile(path, every=0.01, states=5)
    part = system.simulate(start, file=file, progress=progress, **asked)
    assert part.t[-1] < 1.5
    found = sarrus.resume(path)
    for name in ("A.angle", "f.valve_y", "f.level"):
        assert np.array_equal(np.array(found.history[name]), np.array(whole.history[name]))


def test_results_are_read_without_the_fmu_and_without_leave(folder: Path, tmp_path: Path) -> None:
    path = outside_fmu(tmp_path / "gone.fmu", remembers=False)
    system = pendulum(path).build().compile()
    file = tmp_path / "run.sarrus"
    run = system.simulate(system.assemble({"A": 0.3}), until=0.3, every=0.1, file=file)
    fmu_permission._ALLOWED.clear()
    path.unlink()
    found = sarrus.open_run(file)
    for name in ("A.angle", "f.valve_y", "A.reaction.force"):
        assert np.array_equal(np.array(found.history[name]), np.array(run.history[name]))


# --- what FMUs cannot take part in ---------------------------------------------------------------


def test_what_cannot_ask_an_fmu_says_so(valve: Path, tmp_path: Path) -> None:
    system = pendulum(valve).build().compile()
    start = system.assemble({"A": 0.3})
    calls = {
        "linearize": lambda: system.linearize(start),
        "equilibrium": lambda: system.equilibrium(start),
        "rows": lambda: system.on("cpu"),
        "many": lambda: system.simulate([start, start], until=0.1, method="rk4", step=0.01),
        "code": lambda: export.c_code(system),
        "fmu": lambda: export.fmu(system, tmp_path / "a.fmu"),
        "drive": lambda: system.drive({"A": 0.3}, until=0.1),
        "realtime": lambda: system.realtime(start, rate=100.0, until=0.1),
        "gradient": lambda: sarrus.design.gradient(
            system, "max A.rate", ["arm.mass"], start=start, until=0.1
        ),
    }
    for name, call in calls.items():
        with pytest.raises(ModelError, match=r"D23.*'f'.*cannot take part"):
            call()
            pytest.fail(name)
    for method in ("rk4", "ida", "reduced"):
        with pytest.raises(ModelError, match="D16"):
            system.simulate(start, until=0.1, method=method, step=0.01 if method == "rk4" else None)


@pytest.mark.slow
def test_a_sweep_runs_fmus_in_its_workers(valve: Path) -> None:
    system = pendulum(valve, every=0.01).build().compile()
    table = system.sweep(
        {"arm.mass": [1.0, 2.0]}, start={"A": 0.3}, measure="max A.angle", until=0.2,
        method="rk4", step=0.01, workers=2,
    )  # fmt: skip
    assert np.all(np.isfinite(np.array(table["max A.angle"])))
