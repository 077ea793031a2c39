"""The blocks of code of the documentation, and what each of them must do.

    python tools/docs_blocks.py                   # run all; ends with code 1 if one fails
    python tools/docs_blocks.py docs/recipes.md   # those of these pages

A block is fenced, with its language. What can be run is run, in order, a folder for each page:

    python    all blocks of a page are one program, in one process, after its commands
    sh        commands, one on each line; `# exit 3` behind one says how it ends
    console   the same, behind `$ `, with what they print
    yaml      a whole file (`sarrus: 1`) is loaded; a part of one has keys and values of the schema
    toml, json, xml  are read

A comment on the line before a block changes that:

    <!-- not run: why -->       it is only read
    <!-- file: crank.yaml -->   the block is written under this name, for those after it
    <!-- before: sarrus new four-bar -->    a command that runs first and is not shown

Cells of tutorials and papers (`{code-cell}`) are run by Sphinx.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FENCE = re.compile(
    r"(?P<notes>(?:^ *<!--[^\n]*-->\n)*)^(?P<indent> *)```(?P<kind>[^\n`]*)\n"
    r"(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
NOTE = re.compile(r"<!-- (not run|file|before): (.*?) -->")
INDENTED = re.compile(r"(?:\A|\n\n)(?: {4}[^\n]*\n)+", re.MULTILINE)
EXIT = re.compile(r"\s+# exit (\d+)$")
REMARK = re.compile(r"\s{2,}#.*$")
SHOWN = {"text", "c", "math", ""}
"""Languages of what is only read: output, declarations of C, formulas, drawings by characters."""
RUN = {"python", "sh", "console", "yaml", "toml", "json", "xml"}
LIMIT = 300.0
"""Seconds after which a block hangs."""


@dataclass(frozen=True)
class Block:
    """A block of a page: its line, language and text, and what its notes say."""

    page: Path
    line: int
    kind: str
    text: str
    why_not: str = ""
    file: str = ""
    before: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Page and line."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def is_cell(self) -> bool:
        """Whether Sphinx has to do with it: a cell or another directive."""
        return self.kind.startswith("{")


@dataclass(frozen=True)
class Failure:
    """A block that does not do what it must."""

    block: Block
    what: str

    def __str__(self) -> str:
        return f"{self.block.place}: {self.what}"


def pages() -> list[Path]:
    """Return the pages of the documentation, and the README."""
    made = {"_build", "out"}
    found = [page for page in sorted(DOCS.rglob("*.md")) if not made & set(page.parts)]
    return [ROOT / "README.md", *found]


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for m in FENCE.finditer(text):
        notes = NOTE.findall(m["notes"])
        lines = [line.removeprefix(m["indent"]) for line in m["text"].splitlines(keepends=True)]
        found.append(
            Block(
                page,
                text.count("\n", 0, m.start("text")) + 1,
                m["kind"].strip().split()[0] if m["kind"].strip() else "",
                "".join(lines),
                next((value for key, value in notes if key == "not run"), ""),
                next((value for key, value in notes if key == "file"), ""),
                tuple(value for key, value in notes if key == "before"),
            )
        )
    return found


def unknown_blocks(page: Path) -> list[str]:
    """Return the places of blocks whose language is not known, and of code by indentation."""
    wrong = [b.place for b in blocks(page) if not b.is_cell and b.kind not in SHOWN | RUN]
    text = page.read_text(encoding="utf-8")
    bare = FENCE.sub(lambda m: "\n" * m[0].count("\n"), text)
    name = page.relative_to(ROOT)
    wrong += [
        f"{name}:{bare.count(chr(10), 0, m.start()) + 3} (code by indentation: fence it)"
        for m in INDENTED.finditer(bare)
    ]
    return wrong


def failures(page: Path) -> Iterator[Failure]:
    """Run all blocks of a page in a folder of its own, and return those that fail."""
    ours = [b for b in blocks(page) if not b.is_cell and b.kind in RUN]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        program: list[Block] = []
        for block in ours:
            for words in block.before:
                what = _command(words, folder)
                if what:
                    yield Failure(block, what)
            if block.file:
                (folder / block.file).parent.mkdir(exist_ok=True)
                (folder / block.file).write_text(block.text, encoding="utf-8")
            if block.why_not:
                continue
            if block.kind == "python":
                program.append(block)
                continue
            what = _checked(block, folder)
            if what:
                yield Failure(block, what)
        yield from _python(program, folder) if program else ()


def _checked(block: Block, folder: Path) -> str:
    """Return what is wrong about a block that is not Python, or nothing."""
    if block.kind in ("sh", "console"):
        prompt = "$ " if block.kind == "console" else ""
        lines = [line for line in block.text.splitlines() if line.strip().startswith(prompt)]
        for line in lines:
            words = line.strip().removeprefix(prompt)
            if words and not words.startswith("#"):
                what = _command(words, folder)
                if what:
                    return what
        return ""
    try:
        if block.kind == "yaml":
            return _yaml(block, folder)
        if block.kind == "toml":
            tomllib.loads(block.text)
        elif block.kind == "json":
            json.loads(block.text)
        else:
            ElementTree.fromstring(f"<all>{block.text}</all>")
    except (ValueError, SyntaxError, yaml.YAMLError) as error:
        return f"cannot be read: {error}"
    return ""


def _command(words: str, folder: Path) -> str:
    """Run a command; return what is wrong about its end, or nothing."""
    code = EXIT.search(words)
    bare = REMARK.sub("", EXIT.sub("", words))
    ours = re.sub(
        r"(^|[|&;]\s*)sarrus ", rf"\1{shlex.quote(sys.executable)} -P -m sarrus.cli ", bare
    )
    ours = re.sub(r"(^|[|&;]\s*)python ", rf"\1{shlex.quote(sys.executable)} ", ours)
    done = _run(["sh", "-c", ours], folder)
    expected = int(code[1]) if code else 0
    if done.returncode == expected and "Traceback" not in done.stderr:
        return ""
    return f"`{bare}` ends with {done.returncode}, not {expected}\n{done.stdout}{done.stderr}"[
        -3000:
    ]


def _python(program: Sequence[Block], folder: Path) -> Iterator[Failure]:
    """Run blocks of Python as one program; lines of errors are those of the page."""
    page = program[0].page
    text = ""
    for block in program:
        text += "\n" * (block.line - 1 - text.count("\n")) + block.text
    file = folder / f"{page.stem}.py"
    file.write_text(text, encoding="utf-8")
    done = _run([sys.executable, "-P", str(file)], folder)
    file.unlink()
    if done.returncode:
        at = [int(n) for n in re.findall(rf'{re.escape(file.name)}", line (\d+)', done.stderr)]
        line = at[0] if at else program[0].line
        block = max((b for b in program if b.line <= line), key=lambda b: b.line)
        yield Failure(block, f"line {line}: {done.stderr[-2500:]}")


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    settings = {
        **os.environ,
        "MPLBACKEND": "agg",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
    }
    return subprocess.run(
        command,
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def _yaml(block: Block, folder: Path) -> str:
    """Return what is wrong about a file or a part of one, or nothing."""
    read = yaml.safe_load(block.text)
    if not isinstance(read, dict):
        return "is no mapping"
    if "sarrus" not in read:
        return _part(read)
    if "steps" in read:
        return ""  # the command that follows reads it
    name = block.file or "block.yaml"
    (folder / name).write_text(block.text, encoding="utf-8")
    return _command(f"sarrus check {name}", folder)


def _part(read: dict[str, Any]) -> str:
    """Return what is wrong about a part of a model file by the schema, or nothing."""
    from jsonschema import Draft202012Validator

    from sarrus.formats.yaml.schema import schema

    whole = schema()
    known = whole["properties"]
    if not set(read) <= set(known):
        return (
            "" if set(read) <= TASK_KEYS else f"unknown sections: {sorted(set(read) - set(known))}"
        )
    rules = {**whole, "required": [key for key in whole.get("required", ()) if key in read]}
    wrong = sorted(Draft202012Validator(rules).iter_errors(read), key=str)
    return f"{wrong[0].json_path}: {wrong[0].message}"[:600] if wrong else ""


TASK_KEYS = {
    "arc", "base", "compare", "driven", "follow", "frame", "gears", "goal", "gyroscopic", "law",
    "limits", "motors", "near", "poses", "rank", "robot", "sarrus", "steps", "tool",
}  # fmt: skip
"""Sections of files of tasks and of catalogues."""


def main(names: Sequence[str]) -> int:
    """Run the blocks of pages; print what fails and how long each page took."""
    chosen = [Path(name).resolve() for name in names] or pages()
    wrong = [place for page in chosen for place in unknown_blocks(page)]
    print("\n".join(f"{place}: not a known kind of block" for place in wrong), end="")
    for page in chosen:
        began = time.perf_counter()
        found = list(failures(page))
        wrong += [str(one) for one in found]
        for one in found:
            print(f"FAIL {one}", flush=True)
        seconds = time.perf_counter() - began
        if seconds > 0.1:
            print(f"{seconds:6.1f} s  {page.relative_to(ROOT)}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
