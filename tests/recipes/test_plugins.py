"""Element types of users on the command line: `--plugin` loads a file, and nothing else does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from recipes.test_force_element import ELEMENT, FILE
from sarrus.cli.commands import plugins_first


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "magnets.py").write_text(ELEMENT, encoding="utf-8")
    (tmp_path / "pendulum.yaml").write_text(FILE, encoding="utf-8")
    return tmp_path


def sarrus(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sarrus", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_a_file_of_the_folder_is_loaded_by_the_option_alone(folder: Path) -> None:
    found = sarrus(folder, "check", "pendulum.yaml")
    assert found.returncode == 3 and "M09" in found.stderr and "magnet" in found.stderr
    found = sarrus(folder, "run", "pendulum.yaml", "--plugin", "magnets.py", "-q")
    assert found.returncode == 0, found.stderr
    assert (folder / "pendulum.sarrus").is_file()


def test_workers_of_a_sweep_load_it_too(folder: Path) -> None:
    found = sarrus(
        folder, "--plugin=magnets.py", "sweep", "pendulum.yaml", "--over", "M.strength=0.02,0.04",
        "-m", "max hinge.angle", "--workers", "2", "-q",
    )  # fmt: skip
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("def x(:\n", "SyntaxError"),
        (None, "No such file"),
    ],
)
def test_what_cannot_be_imported_is_told(folder: Path, text: str | None, said: str) -> None:
    if text is not None:
        (folder / "wrong.py").write_text(text, encoding="utf-8")
    found = sarrus(folder, "check", "pendulum.yaml", "--plugin", "wrong.py")
    assert found.returncode == 3
    assert "M32" in found.stderr and "plugin 'wrong.py'" in found.stderr and said in found.stderr
    assert "Traceback" not in found.stderr


def test_names_of_modules_that_are_there_already(folder: Path) -> None:
    (folder / "json.py").write_text(ELEMENT, encoding="utf-8")
    found = sarrus(folder, "check", "pendulum.yaml", "--plugin", "./json.py")
    assert found.returncode == 3 and "another name" in found.stderr


def test_the_option_may_stand_anywhere() -> None:
    words = ["run", "a.yaml", "--plugin", "b.py", "-q", "--plugin=c.py", "--", "--plugin"]
    assert plugins_first(words) == [
        "--plugin", "b.py", "--plugin=c.py", "run", "a.yaml", "-q", "--", "--plugin"
    ]  # fmt: skip
    assert plugins_first(["run", "--plugin"]) == ["--plugin", "run"]
