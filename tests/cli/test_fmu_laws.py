"""FMUs as drives and controllers of model files on the command line, which has to allow them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus.model import fmu_permission
from system.outside_fmus import DOCUMENT, outside_fmu

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

DRIVEN = """\
sarrus: 1
bodies: {arm: {mass: 1 kg, com: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
drives: {A: {fmu: outside.fmu, output: valve.y, inputs: {u: "4*t"}, parameters: {k: 3}}}
run: {kind: drive, until: 100 ms, every: 10 ms}
"""


@pytest.mark.parametrize("verb, text", [("drive", DRIVEN), ("run", DOCUMENT)])
def test_an_fmu_of_a_file_is_allowed_first(
    sarrus: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, verb: str, text: str
) -> None:
    monkeypatch.setattr(fmu_permission, "_ALLOWED", set())
    outside_fmu(Path("outside.fmu"))
    Path("it.yaml").write_text(text, encoding="utf-8")
    assert sarrus("check", "it.yaml").code == 0
    done = sarrus(verb, "it.yaml")
    assert done.code == 3 and "D22" in done.err and "--allow-fmu" in done.err
    done = sarrus(verb, "it.yaml", "--allow-fmu")
    assert done.code == 0, done.err
