"""`sarrus equations`: text, LaTeX, Python, JSON and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Command


@pytest.fixture
def model(sarrus: Command) -> str:
    assert sarrus("new", "pendulum").code == 0
    return "pendulum.yaml"


def test_text_latex_and_python(sarrus: Command, model: str, folder: Path) -> None:
    plain = sarrus("equations", model)
    assert plain.code == 0 and "Equations of motion of" in plain.out and "Symbols" in plain.out
    latex = sarrus("equations", model, "--latex", "-p", "gravity", "-o", "a.tex")
    assert latex.code == 0 and "a.tex written" in latex.out
    text = (folder / "a.tex").read_text(encoding="utf-8")
    assert text.startswith("\\begin{aligned}") and " g " in text
    python = sarrus("equations", model, "--python", "--no-jacobian")
    space: dict[str, object] = {}
    exec(compile(python.out, "equations", "exec"), space)
    assert "equations" in space and "dG_dq" not in python.out
    assert sarrus("equations", model, "--latex", "-o", "a.tex").code == 5


def test_json(sarrus: Command, model: str) -> None:
    data = sarrus("equations", model, "--json", "-p", "gravity").data
    assert data["exit"] == 0 and data["operations"] > 0
    assert {"g"} <= {symbol["name"] for symbol in data["symbols"]}


def test_refusals(sarrus: Command, model: str) -> None:
    assert sarrus("equations", model, "--latex", "--python").code == 2
    large = sarrus("equations", model, "--limit", "2", "--json")
    assert large.code == 3 and large.codes == ["S18"]
    assert sarrus("equations", model, "-p", "nothing.mass").code == 3
