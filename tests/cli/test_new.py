"""Templates: every one is a model that runs, and none replaces a file."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus.cli.example_files import PACKED, example_files
from sarrus.cli.new import headline, templates

NAMES = list(templates())


def test_templates_of_the_specification_are_there() -> None:
    wanted = {"four-bar", "slider-crank", "pendulum", "double-pendulum", "robot-arm", "vehicle"}
    assert wanted <= set(NAMES)


def test_list(sarrus: Command) -> None:
    done = sarrus("new")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == NAMES
    assert list(sarrus("new", "--json").data["templates"]) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_template_is_readable(name: str) -> None:
    """Short lines, comments before the first key, and a headline that says what it is."""
    text = templates()[name].read_text(encoding="utf-8")
    assert text.startswith("# ") and len(headline(templates()[name])) > 20
    assert max(map(len, text.splitlines())) <= 100
    assert "\nsarrus: 1\n" in text and "\t" not in text


@pytest.mark.parametrize("name", NAMES)
def test_template_runs_without_a_remark(name: str, sarrus: Command) -> None:
    stem = name.replace("-", "_")
    assert sarrus("new", name).code == 0
    assert Path(f"{stem}.yaml").exists()
    done = sarrus("run", f"{stem}.yaml", "--json", "--strict")
    assert done.code == 0, done.out
    assert done.codes == []
    if done.data["result"]:
        assert done.data["energy_error"] < 1e-4
        assert Path(done.data["result"]).name == f"{stem}.sarrus"


@pytest.mark.parametrize("name", NAMES)
def test_commands_in_its_head_run(name: str, sarrus: Command) -> None:
    """As a reader would type them, one after another; those that open a browser are left out."""
    assert sarrus("new", name).code == 0
    text = templates()[name].read_text(encoding="utf-8")
    lines = re.findall(r"^#   sarrus (\S.*?)(?:  +.*)?$", text, re.M)
    assert lines
    for line in lines:
        words = shlex.split(line)
        if words[0] != "view" or "-o" in words:
            done = sarrus(*words)
            assert done.code == 0, f"{line}: {done.err}"


def test_a_file_is_not_replaced(sarrus: Command) -> None:
    Path("pendulum.yaml").write_text("mine", encoding="utf-8")
    done = sarrus("new", "pendulum")
    assert done.code == 5 and "E-EXISTS" in done.err
    assert Path("pendulum.yaml").read_text(encoding="utf-8") == "mine"
    assert sarrus("new", "pendulum", "--force").code == 0
    assert "sarrus: 1" in Path("pendulum.yaml").read_text(encoding="utf-8")
    assert not list(Path().glob(".*.part"))


def test_to_the_screen_and_under_another_name(sarrus: Command) -> None:
    text = templates()["four-bar"].read_text(encoding="utf-8")
    assert sarrus("new", "four_bar", "-o", "-").out == text
    assert sarrus("new", "FOUR-BAR", "-o", "mine.yaml").out == "mine.yaml written\n"
    assert Path("mine.yaml").read_text(encoding="utf-8") == text


def test_examples_are_written(sarrus: Command) -> None:
    """Scripts and folders, as they are, for those who have no source tree."""
    scripts = [name for name in example_files() if name.endswith(".py")]
    assert len(scripts) >= 20 and {"models", "tasks"} <= set(example_files())
    done = sarrus("new", "balance.py")
    assert done.code == 0 and "python balance.py" in done.err
    assert Path("balance.py").read_bytes() == example_files()["balance.py"].read_bytes()
    assert sarrus("new", "balance.py").code == 5
    assert "balance.py" in sarrus("new").err
    assert sarrus("new", "tasks", "-o", "mine").code == 0
    assert Path("mine/robots/scara.yaml").exists() and Path("mine/pick_and_place.yaml").exists()
    assert sarrus("check", "mine/robots/scara.yaml").code == 0
    assert "balance.py" in sarrus("new", "balanc.py").err


def test_the_wheel_has_the_examples() -> None:
    root = Path(__file__).parents[2]
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    packed = root / "src" / wheel["force-include"]["examples"]
    assert packed == PACKED


def test_lessons_are_mechanisms_by_their_lengths(sarrus: Command) -> None:
    """They come with the package, and `gallery --file` names them."""
    assert sarrus("new", "lessons").code == 0
    written = sorted(path.stem for path in Path("lessons").glob("*.yaml"))
    assert len(written) == 10
    assert all("constants:" in Path(f"lessons/{n}.yaml").read_text("utf-8") for n in written)
    done = sarrus("gallery", "four_bar", "--file", "bar.yaml")
    assert "lessons/four_bar.yaml" in done.err + done.out
