"""Every command ends with a code of the documentation: misuse 2, refused files 3, environment 5."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from cli.conftest import PENDULUM, URDF, Command
from cli.test_planted_modules import COMMANDS, DRIVEN, TASK
from sarrus import gallery, save
from sarrus.cli.app import app
from sarrus.cli.new import templates

INPUTS = (".yaml", ".sarrus", ".csv")
TAKES_A_FILE = [
    command
    for command, words in COMMANDS.items()
    if any(word.endswith(INPUTS) for word in words[1:3]) and command != "studio"
]
"""Commands with a file that must be right; the studio edits one that is wrong."""
ENDINGS = {
    **dict.fromkeys(("balance", "identify", "calibrate", "optimize", "synthesize"), ".yaml"),
    **dict.fromkeys(("run", "realtime", "repair"), ".sarrus"),
    **dict.fromkeys(("size", "manoeuvre", "rig", "report", "view"), ".html"),
    **{"code": ".c", "film": ".gif", "plot": ".png", "singularities": ".png", "fmu": ".fmu"},
}
"""Endings of what commands write, else .csv."""


@pytest.fixture
def inputs(folder: Path) -> None:
    """Files with which every command works."""
    Path("pendulum.yaml").write_text(PENDULUM, encoding="utf-8")
    Path("driven.yaml").write_text(DRIVEN, encoding="utf-8")
    Path("arm.urdf").write_text(URDF, encoding="utf-8")
    Path("task.yaml").write_text(TASK, encoding="utf-8")
    Path("table.csv").write_text("input,output\n0.8,0\n1.2,0.5\n1.6,1\n", encoding="utf-8")
    swing = [(0.02 * k, math.sin(0.1 * k)) for k in range(60)]
    rows = "".join(f"{t},{a},{0.1 * a}\n" for t, a in swing)
    Path("measured.csv").write_text(f"t,A.angle,A.effort\n{rows}", encoding="utf-8")
    rows = "".join(f"{a},0,0,0,0,{a},0\n" for _, a in swing[:12])
    Path("poses.csv").write_text(f"A,x,y,z,rx,ry,rz\n{rows}", encoding="utf-8")
    for ending in INPUTS:
        Path(f"broken{ending}").write_text("sarrus: 1\nbodies: {a: [}\n", encoding="utf-8")


def with_file(command: str, name: str) -> list[str]:
    """Return the words of a command whose first file is another one."""
    words = list(COMMANDS[command])
    at = next(k for k, word in enumerate(words) if word.endswith(INPUTS))
    words[at] = name + Path(words[at]).suffix
    return words


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_2(command: str, sarrus: Command) -> None:
    done = sarrus(command, "--no-such-option")
    assert done.code == 2 and "--no-such-option" in done.err and not any(Path().iterdir())


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("command", TAKES_A_FILE)
def test_a_file_that_is_not_there_is_2_and_one_that_is_refused_3(
    command: str, sarrus: Command
) -> None:
    before = sorted(Path().iterdir())
    for name, code in (("absent", 2), ("broken", 3)):
        done = sarrus(*with_file(command, name))
        assert done.code == code, (done.out, done.err)
        assert name in done.err and "E-INTERNAL" not in done.err
    assert sorted(Path().iterdir()) == before


@pytest.mark.usefixtures("inputs")
def test_a_file_that_is_there_is_5_and_stays(sarrus: Command) -> None:
    """Of every command with --out: before it computes anything, whatever it writes."""
    Path("suspension.yaml").write_bytes(templates()["suspension"].read_bytes())
    save(gallery.simple_car(), "car.yaml")
    assert sarrus("run", "pendulum.yaml", "--quiet").code == 0
    writing = {name for name, options in options_of_commands().items() if "--out" in options}
    assert len(writing) > 30
    for command in sorted(writing - {"gallery"}):  # whose --out belongs to --file
        words = [word for word in COMMANDS[command] if word != "--force"]
        if "-o" in words:
            del words[words.index("-o") : words.index("-o") + 2]
        target = Path(f"mine{ENDINGS.get(command, '.csv')}")
        target.write_text("mine", encoding="utf-8")
        done = sarrus(*words, "-o", str(target))
        assert target.read_bytes() == b"mine", (command, done.out, done.err)
        assert done.code == 5 and target.name in done.err, (command, done.out, done.err)


def options_of_commands() -> dict[str, set[str]]:
    """Return the options of every command, by their long and short names."""
    top: Any = get_command(app)
    found = {}
    with top.make_context("sarrus", [], resilient_parsing=True) as context:
        for name in COMMANDS:
            options = top.get_command(context, name).params
            found[name] = {word for one in options for word in (*one.opts, *one.secondary_opts)}
    return found
