"""Help: every command has a sentence and an example that can be typed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Command
from sarrus.cli.verbs import OWN, command_of

NAMES = list(OWN)
DOCS = Path(__file__).parents[2] / "docs" / "command_line.md"


def test_all_verbs_of_the_specification_are_there() -> None:
    wanted = "new check info run resume drive size plot view export convert gallery bench doctor"
    later = {"assemblies", "balance", "calibrate", "cam", "code", "equations", "equilibrium",
             "excite", "explain", "film", "fmu", "gradient", "identify", "loads", "manoeuvre",
             "optimal-motion", "optimize", "rainflow", "realtime", "repair", "report", "rig",
             "schema", "singularities", "studio", "sweep", "synthesize", "tolerances",
             "workspace"}  # fmt: skip
    assert set(wanted.split()) | later == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_has_a_sentence_and_an_example(name: str, sarrus: Command) -> None:
    done = sarrus(name, "--help")
    assert done.code == 0 and done.err == ""
    lines = done.out.split("\n")
    assert lines[2].strip().endswith((".", "."))
    at = next(i for i, line in enumerate(lines) if line.strip() == "Example:")
    assert lines[at + 1].split()[:2] == ["sarrus", name]
    assert "--json" in done.out and "--quiet" in done.out


@pytest.mark.parametrize("name", [*NAMES, ""])
def test_help_fits_on_eighty_columns(name: str, sarrus: Command, monkeypatch: Any) -> None:
    """Nothing is wider than a terminal, and no type of Python stands for a value."""
    monkeypatch.setenv("COLUMNS", "80")
    text = sarrus(*([name] if name else []), "--help").out
    assert not [line for line in text.split("\n") if len(line) > 80]
    assert not re.search(r"<(str|int|float|list)|\{[A-Z]", text)


@pytest.mark.parametrize("name", NAMES)
def test_examples_of_the_help_are_understood(name: str, sarrus: Command) -> None:
    """The words of every example fit the command: nothing but a missing file stops them."""
    text = sarrus(name, "--help").out
    examples = [e for line in text.split("\n") if (e := line.strip()).startswith(f"sarrus {name}")]
    command = command_of(name)
    for example in examples:
        words = shlex.split(example.split("   ")[0].split(" > ")[0])[2:]
        command.make_context(name, list(words))


def test_without_a_verb_there_is_help(sarrus: Command) -> None:
    done = sarrus()
    assert done.code == 0
    assert all(f"  {name} " in done.out for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_of_the_group_is_not_cut(name: str, sarrus: Command) -> None:
    line = next(x for x in sarrus("--help").out.split("\n") if x.startswith(f"  {name} "))
    assert not line.endswith("...")


def test_version(sarrus: Command) -> None:
    import sarrus as package

    assert sarrus("--version").out == f"sarrus {package.__version__}\n"


def test_the_documentation_names_every_command() -> None:
    text = DOCS.read_text(encoding="utf-8")
    missing = [name for name in NAMES if f"`sarrus {name}" not in text]
    assert not missing


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys\nfrom sarrus.cli import main\n"
        "main(['run', '--help'])\n"
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stderr.split())
    assert not loaded & {"numpy", "scipy", "llvmlite", "pint", "yaml", "rich", "matplotlib"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_for_the_shell(shell: str) -> None:
    from typer.completion import get_completion_script

    text = get_completion_script(prog_name="sarrus", complete_var="_SARRUS_COMPLETE", shell=shell)
    assert "_SARRUS_COMPLETE" in text


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("sarrus r", {"rainflow", "realtime", "repair", "report", "resume", "rig", "run"}),
     ("sarrus new four-", {"four-bar"}), ("sarrus gallery rs", {"rssr"}),
     ("sarrus bench tree", {"tree_dynamics"})],
)  # fmt: skip
def test_names_complete(typed: str, wanted: set[str]) -> None:
    import os

    words = {"_SARRUS_COMPLETE": "complete_bash", "COMP_WORDS": typed,
             "COMP_CWORD": str(len(typed.split()) - 1)}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "sarrus.cli"], env={**os.environ, **words}, timeout=60,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert set(done.stdout.split()) == wanted, done.stderr
