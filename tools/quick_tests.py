"""Run the tests that a change touches, nearest first, in about a minute: `make quick`.

Changed are the files that git says differ from a commit (`--since`, the last one by default) and
those that are new. A test file is near a changed module if it imports it (or a name of its
package), if it stands in the folder of tests of the same name, or if it changed itself. How long a
file takes comes from tests/seconds.json, which `--record` writes from the durations of a whole run;
files are taken in order of nearness until the time is used up. The architecture's tests are always
among them.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = ROOT / "tests" / "seconds.json"
ALWAYS = ("tests/architecture/test_imports.py", "tests/architecture/test_house_rules.py")
UNKNOWN = 2.0
"""Seconds of a file that was never measured."""
BUDGET = 120.0
"""Seconds of one core; two cores do it in half of that, and starting takes as long as is left."""


def changed_files(since: str) -> list[str]:
    """Return the files that differ from a commit, and those that git does not know yet."""
    git = ["git", "-C", str(ROOT)]
    differing = subprocess.check_output([*git, "diff", "--name-only", since], text=True)
    new = subprocess.check_output([*git, "ls-files", "-o", "--exclude-standard"], text=True)
    return sorted({*differing.splitlines(), *new.splitlines()})


@cache
def imported_modules(path: Path) -> set[str]:
    """Return the modules that a file imports, and what it takes from packages as modules."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def nearness(test: str, imports: set[str], changed: Iterable[str]) -> int:
    """Return how near a test file is to what changed: 0 not at all, 4 itself."""
    best = 0
    for name in changed:
        if name == test:
            return 4
        parts = Path(name).with_suffix("").parts
        if parts[:2] != ("src", "sarrus"):
            if parts[0] == "tests" and not parts[-1].startswith("test_"):  # what others share
                best = max(best, 3 * test.startswith(Path(name).parent.as_posix() + "/"))
            continue
        module = ".".join(p for p in parts[1:] if p != "__init__")
        if module in imports:
            best = max(best, 3)
        folders = set(parts[2:-1]) | {parts[-1]}
        if folders & set(Path(test).parts[1:-1]) or parts[-1] in Path(test).stem:
            best = max(best, 2)
        if any(one.startswith(module.rpartition(".")[0] + ".") for one in imports):
            best = max(best, 1)
    return best


def chosen_tests(changed: list[str], seconds: dict[str, float], budget: float) -> list[str]:
    """Return the test files to run, nearest first and, of equally near ones, the quickest."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        near = 5 if name in ALWAYS else nearness(name, imported_modules(path), changed)
        if near:
            found.append((-near, seconds.get(name, UNKNOWN), name))
    taken, left = [], budget
    for _, time, name in sorted(found):
        if time <= left:
            taken.append(name)
            left -= time
    return taken


def record(log: Path) -> None:
    """Write how long each file of tests takes, from `pytest --durations=0 -vv`."""
    total: dict[str, float] = {}
    pattern = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +(tests/\S+?\.py)::", re.MULTILINE)
    for time, name in pattern.findall(log.read_text(encoding="utf-8")):
        total[name] = total.get(name, 0.0) + float(time)
    rounded = {name: max(round(time, 1), 0.1) for name, time in sorted(total.items())}
    SECONDS.write_text(json.dumps(rounded, indent=0) + "\n", encoding="utf-8")


def main() -> int:
    """Choose and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", default="HEAD", help="what the change is measured from")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of one core")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--list", action="store_true", help="say what would run, and run nothing")
    parser.add_argument("--record", type=Path, metavar="LOG", help="write tests/seconds.json")
    given = parser.parse_args()
    if given.record:
        record(given.record)
        return 0
    seconds = json.loads(SECONDS.read_text(encoding="utf-8")) if SECONDS.exists() else {}
    tests = chosen_tests(changed_files(given.since), seconds, given.budget)
    if given.list:
        print("\n".join(tests))
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "-n", given.jobs, "-m", "not slow", *tests]
    return subprocess.call(command, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
