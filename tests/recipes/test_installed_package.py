"""What a package names as an entry point is found by its name, without an import by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sarrus
from recipes.test_action import ACTION
from recipes.test_channel import CHANNELS
from recipes.test_format import CHAIN, FORMAT
from recipes.test_integrator import DORMAND_PRINCE_5, HEUN
from recipes.test_verb import VERB

PARTS = {"action": ACTION, "channels": CHANNELS, "format": FORMAT, "dp5": DORMAND_PRINCE_5}
PARTS |= {"heun": HEUN, "verb": VERB}

FILE = """\
sarrus: 1
name: pendulum
bodies:
  rod: {mass: 0.5 kg, com: [0, 0, -0.25], inertia: [0.01, 0.01, 1e-4]}
joints:
  hinge: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
assembly: {wanted: {hinge: 1.0}}
EVENTS
run: {until: 0.2, METHOD}
"""
BRAKES = "events: [{when: 0.1, do: {brake: {joint: hinge, damping: 0.2}}}]"
STORY = """
import json, sys
import sarrus
from sarrus import Study

what, file = sys.argv[1:]
if what == "open":
    found = float(sarrus.open_run(file).t[-1])
elif what == "load":
    found = len(sarrus.load(file).bodies)
elif what == "channel":
    found = float(Study.load(file).run()["energy.excess"][0])
elif what == "sweep":
    study = Study.load(file)
    table = study.system.sweep(
        {"rod.mass": [0.5, 0.6]}, start=study.start(), measure={"m": "last energy.excess"},
        until=0.05, method="dp5", workers=2,
    )
    found = [float(x) for x in table["m"]]
else:
    found = float(Study.load(file).run().t[-1])
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an installed package, and files that need it."""
    folder = tmp_path_factory.mktemp("installed")
    for name, text in PARTS.items():
        (folder / f"their_{name}.py").write_text(text, "utf-8")
    about = folder / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    points = "\n".join(f"{name} = their_{name}" for name in PARTS)
    (about / "entry_points.txt").write_text(f"[sarrus.elements]\n{points}\n")
    (folder / "story.py").write_text(STORY, "utf-8")
    (folder / "arm.chain").write_text(CHAIN, "utf-8")
    for name, method, events in (
        ("plain", "rtol: 1e-6", ""),
        ("heun", "method: heun, step: 1 ms", ""),
        ("dp5", "method: dp5", ""),
        ("brake", "rtol: 1e-6", BRAKES),
    ):
        text = FILE.replace("METHOD", method).replace("EVENTS", events)
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def ended(folder: Path, *words: str) -> str:
    paths = [str(folder), str(Path(sarrus.__file__).parents[1])]
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["heun", "dp5", "brake"])
def test_files_name_it(folder: Path, name: str) -> None:
    assert json.loads(ended(folder, "story.py", "run", f"{name}.yaml")) == pytest.approx(0.2)
    ended(folder, "-m", "sarrus.cli", "run", f"{name}.yaml", "--out", f"{name}.sarrus")
    assert json.loads(ended(folder, "story.py", "open", f"{name}.sarrus")) == pytest.approx(0.2)


def test_channels_and_formats_are_found(folder: Path) -> None:
    assert json.loads(ended(folder, "story.py", "load", "arm.chain")) == 2
    first = json.loads(ended(folder, "story.py", "channel", "plain.yaml"))
    assert first == pytest.approx(0.5 * 0.5 * 9.81 * 0.25 * 0.5403023058681398, abs=1e-12)


def test_workers_of_a_sweep_find_it(folder: Path) -> None:
    found = json.loads(ended(folder, "story.py", "sweep", "plain.yaml"))
    assert len(found) == 2 and found[1] == pytest.approx(1.2 * found[0], rel=0.2)


def test_verb_is_found(folder: Path) -> None:
    assert ended(folder, "-m", "sarrus.cli", "total-mass", "plain.yaml") == "0.5 kg\n"
    assert "total-mass" in ended(folder, "-m", "sarrus.cli", "--help")
