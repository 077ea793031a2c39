"""Run every command and every piece of Python of docs/first_five_minutes.md, and time them.

    python tools/docs_first_minutes.py [folder]

The folder, made if need be, holds the `try` of the page. Ends with code 1 if a command does not
end as the page says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first_five_minutes.md"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = re.compile(r"\s+# exit (\d+)$")


@dataclass(frozen=True)
class Step:
    """A command of the page, or all its Python so far, and the code that it shall end with."""

    shown: str
    command: list[str]
    expected: int = 0


def steps(page: str) -> Iterator[Step]:
    """Return what the page does, in order; `sarrus` is that of this Python."""
    python = ""
    for kind, text in BLOCK.findall(page):
        if kind == "python":
            python += text
            lines = [line for line in python.splitlines() if line != "run" and line.strip()]
            yield Step(text.strip().splitlines()[-1], [sys.executable, "-c", "\n".join(lines)])
            continue
        for line in text.splitlines():
            if line.startswith("$ "):
                code = EXPECTED.search(line)
                words = EXPECTED.sub("", line[2:])
                ours = re.sub(r"^sarrus ", f"'{sys.executable}' -P -m sarrus.cli ", words)
                yield Step(words, ["sh", "-c", ours], int(code[1]) if code else 0)


def run(step: Step, folder: Path) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Run a step in a folder, and return its seconds and how it ended."""
    began = time.perf_counter()
    done = subprocess.run(step.command, cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "MPLBACKEND": "agg"})  # fmt: skip
    return time.perf_counter() - began, done


def prepare(folder: Path) -> Path:
    """Return the folder `try`, in which the page begins: it takes nothing from a checkout."""
    (folder / "try").mkdir(exist_ok=True)
    return folder / "try"


def main(folder: Path) -> int:
    """Run all steps, print their times, and return 1 if one ended otherwise than expected."""
    place, failures, total = prepare(folder), 0, 0.0
    for step in steps(PAGE.read_text(encoding="utf-8")):
        seconds, done = run(step, place)
        total += seconds
        right = done.returncode == step.expected
        failures += not right
        print(f"{seconds:6.2f} s  {'ok  ' if right else 'FAIL'}  {step.shown}")
        if not right:
            print(done.stdout[-2000:], done.stderr[-2000:])
    print(f"{total:6.2f} s  in all")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        raise SystemExit(main(Path(sys.argv[1]).resolve()))
    with tempfile.TemporaryDirectory() as temporary:
        raise SystemExit(main(Path(temporary)))
