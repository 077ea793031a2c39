"""Blocks of code of every page: of a known kind, run or marked why not; a few run here."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

from docs.pages import DOCS
from sarrus.cli.app import app

ROOT = DOCS.parent
QUICK = ("theory/rolling.md",)
"""Pages whose blocks take a second or two each; `make docs` runs those of all pages."""


@pytest.fixture(scope="module")
def tool() -> Iterator[ModuleType]:
    path = ROOT / "tools" / "docs_blocks.py"
    spec = importlib.util.spec_from_file_location("docs_blocks", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_every_block_is_of_a_known_kind(tool: ModuleType) -> None:
    assert [place for page in tool.pages() for place in tool.unknown_blocks(page)] == []


def test_most_blocks_are_run(tool: ModuleType) -> None:
    """Those that are not say why, in words."""
    every = [block for page in tool.pages() for block in tool.blocks(page)]
    ours = [block for block in every if block.kind in tool.RUN]
    left = [block for block in ours if block.why_not]
    assert len(ours) > 90 and len(left) <= 0.15 * len(ours), [block.place for block in left]
    assert all(len(block.why_not.split()) >= 3 for block in left)


@pytest.mark.parametrize("name", QUICK)
def test_blocks_run(name: str, tool: ModuleType) -> None:
    python_only = [b for b in tool.blocks(DOCS / name) if b.kind == "python"]
    assert python_only
    page = DOCS / name
    assert [str(wrong) for wrong in tool.failures(page) if wrong.block.kind == "python"] == []


@pytest.mark.slow
def test_all_blocks_run(tool: ModuleType) -> None:
    assert [str(wrong) for page in tool.pages() for wrong in tool.failures(page)] == []


def test_what_fails_is_told_with_its_place(tool: ModuleType, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n\n```python\nx = 1\n```\n\n"
        "<!-- not run: it has no end -->\n```python\nwhile x:\n    pass\n```\n\n"
        "```python\n\nassert x == 2\n```\n\n```yaml\nbodiez: {}\n```\n\n"
        "```toml\na = \n```\n\n```sh\nfalse\n```\n\n"
        "```sh\nfalse  # exit 1\n```\n\n```basic\nGOTO 10\n```\n\ntext\n\n    indented\n",
        encoding="utf-8",
    )
    wrong = {one.block.line: one.what for one in tool.failures(page)}
    assert set(wrong) == {14, 19, 23, 27}
    assert "AssertionError" in wrong[14] and "line 15" in wrong[14]
    assert "bodiez" in wrong[19] and "ends with 1" in wrong[27]
    assert [place.partition(" ")[0] for place in tool.unknown_blocks(page)] == [
        "page.md:35",
        "page.md:40",
    ]


ENDINGS = (
    "yaml yml sarrus urdf xacro sdf xml adm json csv tir crg fmu dxf step inp py toml lock txt"
)
NAMED = re.compile(rf"(?<![\w=*/.-])(?:[\w-]+/)*[\w-]+\.(?:{ENDINGS.replace(' ', '|')})(?![\w*])")
WRITTEN = re.compile(r"(?:-o|--file|--output|--folder|>)[ =](\S+)")
MADE = re.compile(r"^(\S+) written", re.MULTILINE)
FOLDERS = ("tasks", "models", "car")
"""What `sarrus new` writes as folders."""
CHECKOUT = ("benchmarks", "docs", "examples", "packaging", "requirements", "src", "tests", "tools")


def made_by(line: str) -> set[str]:
    """Return the files that a command writes, as far as its words say it."""
    found = set(WRITTEN.findall(line))
    words = line.split()
    if words[:2] == ["sarrus", "new"] and len(words) > 2:
        name = words[2]
        found.add(name if name.endswith(".py") else name.replace("-", "_") + ".yaml")
    if words[:2] == ["sarrus", "convert"]:
        found.add(words[-1])
    if words[:2] == ["sarrus", "run"]:
        found |= {Path(word).stem + ".sarrus" for word in words if word.endswith((".yaml", ".yml"))}
    return found


def files_that_are_missing(blocks: list[Any]) -> list[str]:
    """Return the files which blocks of a page take, and which nothing before has made."""
    there: set[str] = set()
    wrong = []
    for block in blocks:
        there |= {block.file} if block.file else set()
        for line in block.before:
            there |= made_by(line)
        if block.kind == "yaml" and "sarrus: 1" in block.text and not block.why_not:
            named = re.findall(r"\bfile: ([\w./-]+\.(?:yaml|urdf|xacro|sdf|xml|adm))\b", block.text)
            wrong += [f"{block.place}: {name}" for name in named if name not in there]
        if block.kind not in ("sh", "console"):
            continue
        lines = block.text.splitlines()
        if block.kind == "console":
            there |= set(MADE.findall(block.text))
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        for line in lines:
            bare = line.split("  #")[0]
            there |= made_by(bare)
            for name in NAMED.findall(bare):
                first = name.split("/")[0]
                if first in CHECKOUT:
                    known = (ROOT / name).exists()
                else:
                    known = bool(block.why_not) or name in there or first in (*FOLDERS, *there)
                if not known:
                    wrong.append(f"{block.place}: {name}")
    return wrong


def test_shell_blocks_name_files_that_exist(tool: ModuleType) -> None:
    """They are in the checkout, or something on the page writes them first."""
    assert [w for page in tool.pages() for w in files_that_are_missing(tool.blocks(page))] == []


def test_files_that_are_missing_are_found(tool: ModuleType, tmp_path: Path,
                                          monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "```sh\nsarrus run one.yaml\nsarrus plot one.sarrus -o one.csv\n"
        "python benchmarks/none.py\n```\n\n<!-- file: two.yaml -->\n```yaml\na: 1\n```\n\n"
        "```console\n$ sarrus check two.yaml\n$ sarrus new four-bar\n$ sarrus run four_bar.yaml\n"
        "three.urdf written\n$ sarrus check three.urdf four.urdf\n```\n",
        encoding="utf-8",
    )
    found = [wrong.rpartition(" ")[2] for wrong in files_that_are_missing(tool.blocks(page))]
    assert found == ["one.yaml", "benchmarks/none.py", "four.urdf"]


# Commands and options -----------------------------------------------------------------------------

SARRUS = re.compile(r"(?:^|[|;&]\s*)sarrus ((?:\"[^\"]*\"|'[^']*'|[^|;&>])*)")


@pytest.fixture(scope="module")
def options() -> dict[str, set[str]]:
    """Return the options of every command, by their long and short names."""
    top: Any = get_command(app)
    found = {}
    with top.make_context("sarrus", [], resilient_parsing=True) as context:
        for name in top.list_commands(context):
            known = top.get_command(context, name).params
            found[name] = {word for one in known for word in (*one.opts, *one.secondary_opts)}
    return found


def unknown_words(lines: list[str], options: dict[str, set[str]]) -> list[str]:
    """Return the commands and options of command lines that do not exist."""
    wrong = []
    for line in lines:
        for words in (shlex.split(found) for found in SARRUS.findall(line)):
            command = words[0] if words else ""
            if command.startswith("-"):
                continue
            known = options.get(command, set())
            if command == "export" and words[1:2] == ["fmu"]:
                known = options["fmu"]
            if not known:
                wrong.append(f"{command}: {line}")
            for word in words[1:]:
                name = word.partition("=")[0] if word.startswith("--") else word[:2]
                if re.match(r"--?[a-z]", word) and name not in known:
                    wrong.append(f"{name}: {line}")
    return wrong


def command_lines(text: str, console: bool) -> list[str]:
    """Return the command lines of a block, those that go on behind a backslash as one."""
    lines = text.replace("\\\n", " ").splitlines()
    if console:
        lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    return [re.split(r"\s#", line)[0] for line in lines]


def test_shell_blocks_use_commands_and_options_that_exist(
    tool: ModuleType, options: dict[str, set[str]]
) -> None:
    """Also those of blocks that are not run, and of the README."""
    pages = [*tool.pages(), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    wrong = []
    for page in pages:
        for block in tool.blocks(page):
            lines = list(block.before)
            if block.kind in ("sh", "console", "text"):
                lines += command_lines(block.text, block.kind != "sh")
            wrong += [f"{block.place}: {one}" for one in unknown_words(lines, options)]
    assert wrong == []


def test_words_that_do_not_exist_are_found(options: dict[str, set[str]]) -> None:
    assert not unknown_words(["sarrus run a.yaml --force -o b.sarrus | less", "ls --no"], options)
    lines = ["sarrus rnu a.yaml", "sarrus run a.yaml --forse", "x; sarrus plot a -z 'b --c'"]
    found = [one.partition(":")[0] for one in unknown_words(lines, options)]
    assert found == ["rnu", "--forse", "-z"]
