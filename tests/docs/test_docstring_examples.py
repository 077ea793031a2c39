"""Examples in docstrings of what users call most: every call has one, and all run."""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import sarrus
from adams.own_decks import CRANK
from sarrus import (
    analysis,
    design,
    ride,
    road,
    robotics,
    sweeps,
    synthesis,
    training,
    tyres,
    viewer,
)
from sarrus.formats.dxf import write_curve
from sarrus.gallery import EXAMPLES
from sarrus.results import plots
from sarrus.system.call_examples import EXAMPLES as OF_SYSTEM

EXAMPLE = re.compile(r"^Example:\n((?:    .*\n?|\n)+)", re.MULTILINE)
CLASSES = (sarrus.Model, sarrus.System, sarrus.State, sarrus.Run, sarrus.History, sarrus.Study)
WITHOUT = {
    "Run.film": "draws in a browser: see the page of the viewer",
    "History.film": "draws in a browser: see the page of the viewer",
    "Study.film": "draws in a browser: see the page of the viewer",
    "Run.with_notices": "of what makes runs",
    "Study.linearize": "as System.linearize, which has one",
    "Study.of": "of what makes studies of files",
    "Study.realtime": "as System.realtime, which has one",
    "System.sweep": "",
    "from_extended_dh": "a table of the papers: see its page",
    "open_run": "needs a file; see the tutorial",
    "plots.overlaid": "of what makes figures",
    "plots.root_locus": "as RootLocus.plot; see the tutorial on steady motion",
    "plots.sweep_plot": "as Table.plot; see the page of sweeps",
    "plots.timing": "as RealtimeRun.plot; see the tutorial on runs in real time",
    "plots.work_precision": "of the benchmarks",
    "repair": "needs a damaged file; see the page of the command line",
    "rerun": "needs a file; see the tutorial",
    "resume": "needs a file; see the tutorial",
    "viewer.film": "draws in a browser: see the page of the viewer",
    "viewer.notebook_frame": "of what notebooks show",
    "viewer.page_of": "of what makes pages",
    "viewer.scene_of": "of what makes pages",
    "viewer.write_still": "draws in a browser: see the page of the viewer",
}
"""Calls without an example of their own, and why."""


def calls() -> Iterator[tuple[str, Any]]:
    """Yield the calls that users make most, those that take something."""
    for cls in CLASSES:
        for name in dir(cls):
            member = inspect.getattr_static(cls, name)
            member = getattr(member, "__func__", member)
            if not name.startswith("_") and inspect.isfunction(member):
                taken = [p for p in inspect.signature(member).parameters if p != "self"]
                if taken:
                    yield f"{cls.__name__}.{name}", member
    for name in sarrus.__all__:
        if inspect.isfunction(getattr(sarrus, name)):
            yield name, getattr(sarrus, name)
    for name in analysis.__all__:
        if inspect.isfunction(getattr(analysis, name)):
            yield f"analysis.{name}", getattr(analysis, name)


def other_calls() -> Iterator[tuple[str, Any]]:
    """Yield calls of other packages that have examples."""
    for package in (robotics, plots, ride, viewer, design, synthesis, training, tyres, sweeps):
        label = package.__name__.rpartition(".")[2]
        for name in package.__all__:
            if inspect.isfunction(getattr(package, name)):
                yield f"{label}.{name}", getattr(package, name)
    for cls, names in METHODS.items():
        for name in names.split():
            yield f"{cls.__name__}.{name}", getattr(cls, name)
    for name, kind in road.TYPES.items():
        yield f"road.{name}", kind


METHODS = {
    design.Balance: "plot",
    design.Shaking: "rms peak harmonics",
    design.Tolerances: "contributions plot",
    synthesis.Linkage: "motion",
    synthesis.Solution: "study mechanism",
    synthesis.Solutions: "table to_csv",
    training.Episodes: "reset step",
    tyres.Tyre: "forces vertical_force vertical_energy rolling_radius relaxation_lengths",
    sweeps.Sweep: "plot export in_units label unit",
}
"""What users do with the results of these packages."""
TASK = """\
sarrus: 1
robot: puma.yaml
poses:
  a: {joints: [0.3, -0.5, 0.4, 0.2, 0.6, 0.1]}
  b: {joints: [0.5, -0.4, 0.3, 0.2, 0.6, 0.1]}
law: {type: trapezoid, duration: 400 ms, ramp: 100 ms}
steps: [{move: b}, {move: a}]
"""
ARM = """<mujoco model="arm"><worldbody><body name="upper"><joint name="shoulder"/>
  <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.04"/></body></worldbody>
  <actuator><position name="servo" joint="shoulder" kp="40"/></actuator>
  <keyframe><key name="home" qpos="0.3" ctrl="0.3"/></keyframe></mujoco>"""
CALLS = {**dict(calls()), **dict(other_calls())}


def example(call: Any) -> str:
    found = EXAMPLE.search((inspect.getdoc(call) or "") + "\n")
    return dedent(found[1]) if found else ""


CONTROL = {f"analysis.{name}" for name in ("observer", "output_feedback", "tracking_lqr")}
"""Those of the tutorial on control."""


def test_every_call_has_an_example() -> None:
    without = {name for name, call in CALLS.items() if not example(call)}
    assert without <= set(WITHOUT) | CONTROL


def test_examples_of_system_are_in_its_docstrings() -> None:
    for name, line in OF_SYSTEM.items():
        assert example(getattr(sarrus.System, name)).strip() == line


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the examples name: a four-bar with its run, an arm, a pendulum on a spring."""
    bar = EXAMPLES["four_bar"]
    sections = {**bar.study_sections(), "run": {"until": 0.1, "certify": False}}
    folder = tmp_path_factory.mktemp("examples")
    sarrus.save(bar.model(), folder / "four_bar.yaml", study=sections)
    study = sarrus.Study.load(folder / "four_bar.yaml")
    run = study.run()
    m = sarrus.Mechanism("swing")
    m.revolute("A", m.ground, m.body("arm", 1, (0.1, 0, 0), (0.01, 0.01, 0.01)), axis="y",
               at=(0, 0, 0))  # fmt: skip
    m.joint_spring("S", "A", 50.0, 0.5)
    arm = EXAMPLES["puma560"].model().compile()
    sarrus.save(arm.model, folder / "puma.yaml")
    (folder / "task.yaml").write_text(TASK, encoding="utf-8")
    shutil.copy(str(files("sarrus") / "tyres" / "data" / "passenger_car.tir"), folder / "car.tir")
    write_curve([[0.01 * k, 1e-4 * k * k, 0.0] for k in range(6)], folder / "cam.dxf")
    level = road.GridRoad([0.0, 1.0, 2.0], [-1.0, 1.0], [[0.0, 0.0]] * 3)
    sarrus.write_road(level, folder / "track.crg")
    task = robotics.load_task(folder / "task.yaml").task
    q = np.array([0.3, -0.5, 0.4, 0.2, 0.6, 0.1])
    pose, target = np.eye(4), np.eye(4)
    pose[:3, :3] = target[:3, :3] = arm.poses(q)["L6"].rotation
    pose[:3, 3] = arm.poses(q)["L6"].position
    target[:3, 3] = pose[:3, 3] + (0.0, 0.0, 0.05)
    quarter = EXAMPLES["quarter_vehicle"].model().compile()
    car = quarter.simulate(quarter.assemble(), until=1.0, every=0.005)
    linkage = synthesis.Linkage.of("four-bar", a=0.1, b=0.25, c=0.22, Dx=0.26, p=0.1, q=0.1)
    x = synthesis.chebyshev_points(1, 2, 3)
    inputs, outputs = 1.05 * (x - 1) + 0.8, 1.57 * np.log2(x)
    swept = sarrus.sweep(folder / "four_bar.yaml", {"crank.mass": [0.3, 0.4]},
                         measure="max A.rate", workers=0)  # fmt: skip
    whip = EXAMPLES["whip"].model().compile(kernels=())
    more = {
        "bent": whip.drive({"handle": 0.1}, times=[0.0]),
        "design": design, "synthesis": synthesis, "training": training, "tyres": tyres,
        "ride": ride, "road": road, "gradient": design.gradient, "table": swept,
        "hessian_product": design.hessian_product, "linkage": linkage,
        "inputs": inputs, "outputs": outputs, "solutions": synthesis.generate_function(
            inputs, outputs), "tyre": sarrus.read_tyre(folder / "car.tir"),
        "t": np.arange(0.0, 4.0, 0.004), "a": np.sin(20.0 * np.arange(0.0, 4.0, 0.004)),
        "found": synthesis.generate_path([(0, 0), (0.1, 0.04), (0.2, 0.02)], crank=True,
                                         starts=4),
    }  # fmt: skip
    return {
        **more,
        "sarrus": sarrus, "analysis": analysis, "model": study.model, "system": study.system,
        "state": study.start(), "study": study, "run": run, "history": run.history,
        "other": run.history, "arm": arm, "q": q, "v": arm.velocities_of({"q1": 0.5}),
        "swing": m.build().compile(), "folder": folder, "car": car, "np": np,
        "robotics": robotics, "plots": plots, "task": task, "result": task.run(0.02),
        "pose": pose, "target": target,
    }  # fmt: skip


LONG = ("robotics.report_task", "robotics.size_file", "synthesis.refine", "Balance.plot",
        "Shaking.peak", "Shaking.harmonics", "Tolerances.plot", "Episodes.reset", "Episodes.step",
        "ride.fitted_roughness")  # fmt: skip
ELSEWHERE = (
    "synthesis.fit_function", "synthesis.fit_motion", "synthesis.fit_path", "sweeps.read_table",
)  # fmt: skip
"""Examples with files of their own, run by the tutorials."""
LATE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "balanced": lambda names: design.balance(names["system"], moment=False,
                                             by=["crank", "rocker"]),
    "spread": lambda names: design.tolerances(names["system"], {"B.point[0]": "0.1 mm"}, "D.angle",
                                              over={"A": 1}, samples=32),
    "episodes": lambda names: training.Episodes(training.FiveBarThrow(), 4),
}  # fmt: skip
"""What only some examples name."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG else ())
        for name, call in CALLS.items()
        if example(call) and name not in ELSEWHERE
    ],
)
def test_examples_run(name: str, names: dict[str, Any], monkeypatch: pytest.MonkeyPatch,
                      capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    monkeypatch.chdir(names["folder"])
    for path in ("run.csv", "all.csv", "copy.yaml", "four_bar.json", "arm.urdf"):
        if name != "load_urdf":
            Path(path).unlink(missing_ok=True)
    if name == "load_urdf" and not Path("arm.urdf").exists():
        sarrus.save_urdf(names["arm"].model, "arm.urdf")
    if name == "load_sdf":
        sarrus.save_sdf(names["arm"].model, "robot.sdf")
    if name in ("load_mjcf", "mjcf_keyframes"):
        Path("arm.xml").write_text(ARM, encoding="utf-8")
    if name == "read_step":
        pytest.importorskip("OCP")
        from model.step_parts import box, write_step

        write_step(Path("arm.step"), [("arm", box(100, 20, 10), None, "")])
    if name == "load_adams":
        Path("crank.adm").write_text(CRANK, encoding="utf-8")
    if name == "training.vector_environment":
        pytest.importorskip("gymnasium")
    text = example(CALLS[name])
    for late, make in LATE.items():
        if late in text and late not in names:
            names[late] = make(names)
    exec(compile(text, name, "exec"), dict(names))
