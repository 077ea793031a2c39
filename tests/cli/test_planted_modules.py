"""A folder with modules of strangers: no command imports anything from it.

The folder holds a module for every name that can be imported at all, each of which leaves a trace
when it is executed. The commands are started as the script of an installed package is.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from cli.conftest import PENDULUM, URDF
from run_files.programs import SOURCE
from sarrus import gallery, save
from sarrus.cli.new import templates
from sarrus.cli.verbs import OWN
from sarrus.viewer import stills

TRACE = "executed"
PLANTED = f"""\
import os
with open(os.path.join(os.path.dirname(__file__), {TRACE!r}), "a") as trace:
    trace.write(__name__ + "\\n")
raise ImportError("a planted module was executed: " + __name__)
"""
SCRIPT = "from sarrus.cli import main\nraise SystemExit(main())\n"
SEVERAL = """\
import json, sys
from sarrus.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    if code := main():
        raise SystemExit(f"{words}: {code}")
print("all were run")
"""
"""Commands one after the other in one process: what the second loads beyond the first is looked
for in the same places as in a process of its own."""
DRIVEN = PENDULUM + "drives: {A: 0.5*t}\n"
TASK = """\
sarrus: 1
robot: arm.urdf
poses: {a: {joints: [0.0]}, b: {joints: [0.5]}}
law: {type: trapezoid, duration: 1 s, ramp: 300 ms}
steps: [{move: b}]
motors: generic
"""
COMMANDS: dict[str, list[str]] = {
    "new": ["new", "four-bar"],
    "check": ["check", "driven.yaml"],
    "info": ["info", "pendulum.yaml"],
    "run": ["run", "pendulum.yaml", "--force"],
    "sweep": [
        "sweep",
        "pendulum.yaml",
        "--over",
        "rod.mass=1,2,3",
        "-m",
        "last A.angle",
        "--folder",
        "many",
        "--workers",
        "2",
    ],
    "gradient": ["gradient", "pendulum.yaml", "-j", "final A.angle", "--by", "rod.mass"],
    "optimize": [
        "optimize",
        "pendulum.yaml",
        "-j",
        "final A.angle",
        "--by",
        "rod.mass=0.5kg:2kg",
        "-q",
        "--limit",
        "4",
    ],
    "resume": ["resume", "pendulum.sarrus"],
    "drive": ["drive", "driven.yaml"],
    "size": ["size", "task.yaml"],
    "identify": ["identify", "pendulum.yaml", "measured.csv", "--by", "A.viscous"],
    "excite": [
        "excite",
        "pendulum.yaml",
        "--by",
        "A.viscous",
        "--limit",
        "speed=1",
        "--rounds",
        "0",
    ],
    "calibrate": ["calibrate", "pendulum.yaml", "poses.csv", "--frame", "rod", "--by", "offsets"],
    "workspace": ["workspace", "pendulum.yaml", "--x", "0", "--y", "0.1", "--z", "0"],
    "plot": ["plot", "pendulum.sarrus", "-o", "p.png"],
    "view": ["view", "pendulum.sarrus", "-o", "p.html"],
    "studio": ["studio", "pendulum.yaml", "--no-browser"],
    "film": ["film", "pendulum.sarrus", "-o", "p.gif", "--fps", "5", "--size", "160x120"],
    "cam": [
        "cam",
        "flat",
        "--angles",
        "0,90deg",
        "--lifts",
        "0,5mm",
        "--base",
        "30mm",
        "-o",
        "cam.dxf",
    ],
    "repair": ["repair", "pendulum.sarrus", "-o", "whole.sarrus"],
    "report": ["report", "pendulum.sarrus", "-o", "report.html"],
    "loads": ["loads", "pendulum.sarrus", "--body", "rod", "-o", "loads.csv"],
    "rainflow": ["rainflow", "pendulum.sarrus", "A.angle", "-o", "cycles.csv"],
    "rig": ["rig", "suspension.yaml", "--steer", "rack", "--travel=-1mm:1mm:3"],
    "optimal-motion": ["optimal-motion", "pendulum.yaml", "--to", "A=1", "--effort", "A=60", "-q"],
    "manoeuvre": ["manoeuvre", "ride", "car.yaml", "--with", "speed=20m/s"],
    "synthesize": ["synthesize", "function", "table.csv"],
    "export": ["export", "pendulum.sarrus", "-o", "p.csv"],
    "convert": ["convert", "pendulum.yaml", "p.json"],
    "code": ["code", "pendulum.yaml"],
    "fmu": ["fmu", "pendulum.yaml", "--output", "A.angle"],
    "equations": ["equations", "pendulum.yaml"],
    "assemblies": ["assemblies", "pendulum.yaml", "--wanted", "A=0.1", "--proof"],
    "singularities": ["singularities", "pendulum.yaml", "--over", "A=-1:1"],
    "equilibrium": ["equilibrium", "pendulum.yaml"],
    "balance": ["balance", "pendulum.yaml", "--no-moment"],
    "tolerances": ["tolerances", "driven.yaml", "--vary", "rod.mass=10g", "--output", "rod.com.x"],
    "realtime": ["realtime", "pendulum.yaml", "--until", "50ms", "-o", "r.sarrus"],
    "gallery": ["gallery"],
    "bench": ["bench"],
    "doctor": ["doctor"],
    "explain": ["explain", "M03"],
    "schema": ["schema"],
}


def every_module() -> set[str]:
    names = set(sys.stdlib_module_names) | set(packages_distributions())
    return {name for name in names if name.isidentifier() and name != "__main__"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with planted modules, models and a result."""
    folder = tmp_path_factory.mktemp("strangers")
    script = folder.parent / "script" / "sarrus"
    script.parent.mkdir(exist_ok=True)
    script.write_text(SCRIPT, encoding="utf-8")
    (folder / "pendulum.yaml").write_text(PENDULUM, encoding="utf-8")
    (folder / "driven.yaml").write_text(DRIVEN, encoding="utf-8")
    (folder / "arm.urdf").write_text(URDF, encoding="utf-8")
    (folder / "task.yaml").write_text(TASK, encoding="utf-8")
    (folder / "table.csv").write_text("input,output\n0.8,0\n1.2,0.5\n1.6,1\n", encoding="utf-8")
    swing = [(0.02 * k, math.sin(0.1 * k)) for k in range(60)]
    rows = "".join(f"{t},{a},{0.1 * a}\n" for t, a in swing)
    (folder / "measured.csv").write_text(f"t,A.angle,A.effort\n{rows}", encoding="utf-8")
    rows = "".join(f"{a},0,0,0,0,{a},0\n" for _, a in swing[:12])
    (folder / "poses.csv").write_text(f"A,x,y,z,rx,ry,rz\n{rows}", encoding="utf-8")
    corner = templates()["suspension"].read_text(encoding="utf-8")
    (folder / "suspension.yaml").write_text(corner, encoding="utf-8")
    save(gallery.simple_car(), folder / "car.yaml")
    assert ended(folder, "run", "pendulum.yaml").returncode == 0
    for name in every_module():
        (folder / f"{name}.py").write_text(PLANTED, encoding="utf-8")
    return folder


def ended(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    script = folder.parent / "script" / "sarrus"
    return subprocess.run(
        [sys.executable, str(script), *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def interrupted(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that serves, and press Ctrl-C once it has told its address."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    script = folder.parent / "script" / "sarrus"
    # a shell that runs the tests in the background ignores Ctrl-C, and so would the process
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [sys.executable, str(script), *words],
        cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        signal.signal(signal.SIGINT, before)
        line = "" if process.stdout is None else process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess(list(words), process.returncode, line + out, err)


LONG = ("film", "rig", "manoeuvre", "report", "size", "studio", "bench")
"""Commands that take seconds."""


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(OWN)


def test_nothing_of_the_folder_is_executed_by_any_command(folder: Path) -> None:
    words = [COMMANDS[command] for command in COMMANDS if command not in LONG]
    done = subprocess.run(
        [sys.executable, "-P", "-c", SEVERAL, json.dumps(words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert not (folder / TRACE).exists(), (folder / TRACE).read_text()
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("all were run\n")
    assert "planted" not in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_of_the_folder_is_executed(folder: Path, command: str) -> None:
    if command == "studio" and sys.platform == "win32":
        pytest.skip("signals of POSIX")
    if command == "film" and not any(shutil.which(name) for name in stills.BROWSERS):
        pytest.skip("no browser")
    done = (interrupted if command == "studio" else ended)(folder, *COMMANDS[command])
    assert not (folder / TRACE).exists(), (folder / TRACE).read_text()
    assert done.returncode == 0, done.stderr
    assert "planted" not in done.stdout + done.stderr


def test_the_trap_works(folder: Path) -> None:
    """Without -P, `python -m` executes what lies in the folder."""
    words = [sys.executable, "-m", "sarrus.cli", "--version"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode and (folder / TRACE).exists()
    (folder / TRACE).unlink()
    done = subprocess.run(
        [sys.executable, "-P", *words[1:]], cwd=folder, env=environment, capture_output=True
    )
    assert done.returncode == 0 and not (folder / TRACE).exists()
