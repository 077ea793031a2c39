"""What the command line does itself, so that libraries need not be imported, is as they do it."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.main import get_command

from sarrus.cli.plain_values import PlainCommand
from sarrus.cli.screen import Screen, narrow_table
from sarrus.cli.verbs import command_of


def _tables() -> list[tuple[list[str], list[list[str]]]]:
    source = random.Random(7)
    words = ["", "a", "A.angle", "rad", "-0.241182", "2e-05", "C.reaction.force.x", "of the energy"]
    found = []
    for _ in range(30):
        head = [source.choice(words[1:]) + source.choice(["", ">"]) for _ in range(4)]
        rows = [[source.choice(words) for _ in head] for _ in range(source.randrange(6))]
        found.append((head, rows))
    return found


def test_tables_that_fit_are_those_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    for head, rows in _tables():
        lines = narrow_table(head, rows, 200, False)
        assert lines == Screen()._folded_table(head, rows)
        assert narrow_table(head, rows, max(map(len, lines)) - 1, False) == []
    assert narrow_table(["a"], [["\u00e9"]], 200, False) == []


def _number(
    count: Annotated[int, typer.Argument()],
    size: Annotated[float, typer.Option()] = 1.0,
    few: Annotated[int, typer.Option(max=3)] = 1,
    name: Annotated[list[str] | None, typer.Option()] = None,
) -> None:
    """Print what was typed."""
    print(repr((count, size, few, list(name or []))))


LINES = [
    "7",
    "7 --size 2e-3 --name a --name b=c",
    "x",
    "7 --size 1,5",
    "7 --few 9",
    "",
    "7 8",
    "0x1",
]


@pytest.mark.parametrize("line", LINES)
def test_values_are_those_of_typer(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for cls in (None, PlainCommand):
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(cls=cls)(_number)
        with pytest.raises(SystemExit) as ended:
            get_command(app)(line.split(), prog_name="x")
        told = capsys.readouterr()  # usage has COUNT for typer's {COUNT}
        bare = told.err.replace("{", "").replace("}", "")
        answers.append((ended.value.code, told.out, bare))
    assert answers[0] == answers[1]


NOT_NEEDED = (
    "pydantic",
    "rich.table",
    "scipy",
    "numpy.ma",
    "sarrus.formats.loading",
    "sarrus.system.driven.driving",
    "sarrus.system.simulation.methods.fixed_leg",
    "sarrus.system.simulation.methods.reduced_leg",
)
"""What the run of a model file by steps of its own choice has no use for."""


def test_a_run_imports_neither_validator_nor_tables(tmp_path: Path) -> None:
    code = (
        "import sys; from sarrus.cli import main\n"
        "main(['run', '--quiet', 'four_bar.yaml'])\n"
        f"print([name for name in {NOT_NEEDED} if name in sys.modules])"
    )

    def answer(*command: str) -> Any:
        process = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=os.environ, capture_output=True, text=True
        )
        assert process.returncode == 0, process.stderr
        return process.stdout

    answer("-m", "sarrus.cli", "new", "four_bar")
    assert answer("-c", code).splitlines()[-1] == "[]"


def test_every_option_of_ours_is_plain() -> None:
    from sarrus.cli.plain_values import convert_plainly
    from sarrus.cli.verbs import OWN

    for name in OWN:
        parameters = command_of(name).params
        convert_plainly(parameters)
        asked = [p for p in parameters if p._runtime_param is None]
        assert all(_is_bounded(p) for p in asked), (name, [p.name for p in asked])


def _is_bounded(parameter: Any) -> bool:
    info = parameter.type_descriptor.parameter_info
    return info.min is not None or info.max is not None or info.parser is not None
