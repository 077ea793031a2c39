"""Two hundred small defects, each planted in a copy of the package, and whether tests catch them.

    python tools/seeded_defects.py draw             # choose them anew, by their seed
    python tools/seeded_defects.py run [NUMBER ...]      # plant some, or all, and run tests

`tests/golden/seeded_defects.json` holds the defects with their outcomes: "caught", "survived",
"gone" (the statement is not in the source any more), or nothing before the first run. A defect is a
statement with another in its place: it is found again after files and functions are moved or
renamed, as long as the statement is written as it was. `run` writes after every defect and says
which outcomes have changed; a defect that was caught must be caught, or gone with its statement.
"""

from __future__ import annotations

import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "sarrus"
FILE = ROOT / "tests" / "golden" / "seeded_defects.json"
SEED, COUNT, PATIENCE = 18, 200, 300.0

KERNELS = ("tests/golden/test_kernels.py", "double_pendulum or four_bar or rssr or quarter_vehicle")
"""Tests that compile nothing: the instruction lists of some mechanisms."""
TESTS: dict[str, tuple[tuple[str, str], ...]] = {
    "dynamics": (KERNELS, ("tests/dynamics", "")),
    "model": (("tests/model", ""), KERNELS, ("tests/golden/test_documents.py", "")),
    "formats": (("tests/golden/test_documents.py", ""), ("tests/formats", "")),
    "topology": (("tests/topology", ""), KERNELS),
    "kernels": (("tests/kernels", "not slow"), KERNELS),
    "solvers": (("tests/solvers", ""), ("tests/golden/test_results.py", "again and linkage")),
    "system": (KERNELS, ("tests/golden/test_results.py", "linkage or stops_auto or switches_auto")),
}
"""What is run for a defect in each part, in this order: folder or file, and -k."""

SWAPS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass
class Defect:
    """A statement, what stands in its place, where it was, and what came of it."""

    part: str
    file: str
    function: str
    before: str
    after: str
    outcome: str | None = None


def statements(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Go through the simple statements in functions, each with the name of its function."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else function
        simple = isinstance(node, (ast.Assign, ast.AugAssign, ast.Return))
        if simple and inside and not inside.startswith("__"):
            yield inside, node
        else:
            yield from statements(node, inside)


def changed(statement: ast.stmt, source: random.Random) -> str | None:
    """Return a statement with one operator or number changed, None where there is nothing."""
    other = copy.deepcopy(statement)
    places = [node for node in ast.walk(other) if _can_change(node)]
    if not places:
        return None
    node = source.choice(places)
    if isinstance(node, (ast.BinOp, ast.BoolOp)):
        node.op = SWAPS[type(node.op)]()
    elif isinstance(node, ast.Compare):
        node.ops[0] = SWAPS[type(node.ops[0])]()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
    elif isinstance(node, ast.Constant):
        node.value = node.value + 1 if isinstance(node.value, int) else 1.5 * node.value + 0.5
    return ast.unparse(other)


def _can_change(node: ast.AST) -> bool:
    if isinstance(node, (ast.BinOp, ast.BoolOp)):
        return type(node.op) in SWAPS
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in SWAPS
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def every_statement(package: Path) -> dict[str, list[tuple[Path, str, ast.stmt]]]:
    """Return the statements of a package by their text."""
    found: dict[str, list[tuple[Path, str, ast.stmt]]] = {}
    for path in sorted(package.rglob("*.py")):
        for function, node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(ast.unparse(node), []).append((path, function, node))
    return found


def drawn() -> list[Defect]:
    """Return the defects of the seed: statements that occur once, spread over the parts."""
    source, found = random.Random(SEED), []
    every = every_statement(PACKAGE).items()
    known = [(text, places[0]) for text, places in every if len(places) == 1]
    for part in TESTS:
        inside = [entry for entry in known if entry[1][0].relative_to(PACKAGE).parts[0] == part]
        source.shuffle(inside)
        taken = 0
        for text, (path, function, node) in inside:
            after = changed(node, source)
            if after is None or "Problem(" in text or taken > COUNT // len(TESTS):
                continue
            where = path.relative_to(PACKAGE).as_posix()
            found.append(Defect(part, where, function, text, after))
            taken += 1
    return found[:COUNT]


def planted(defect: Defect, package: Path) -> bool:
    """Put a defect into a copy of the package; False where its statement is gone."""
    places = every_statement(package).get(defect.before, [])
    named = [place for place in places if place[1] == defect.function] or places
    if len(named) != 1:
        return False
    path, _, node = named[0]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno or node.lineno
    margin = lines[first][: node.col_offset]
    lines[first:last] = [f"{margin}{defect.after}\n"]
    text = "".join(lines)
    ast.parse(text)
    path.write_text(text, encoding="utf-8")
    return True


def outcome(defect: Defect) -> str:
    """Plant a defect in a copy of the package and run the tests of its part."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "src" / "sarrus"
        shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
        if not planted(defect, copied):
            return "gone"
        for where, which in TESTS[defect.part]:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
            command += ["-m", "not slow and not peer", where, *(["-k", which] if which else [])]
            environment = {**os.environ, "PYTHONPATH": str(copied.parent)}
            try:
                done = subprocess.run(
                    command,
                    cwd=ROOT,
                    env=environment,
                    timeout=PATIENCE,
                    capture_output=True,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return "caught"
            if done.returncode:
                return "caught"
    return "survived"


def read() -> list[Defect]:
    """Return the defects of the file."""
    return [Defect(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))]


def write(defects: list[Defect]) -> None:
    """Write the file."""
    content = json.dumps([asdict(defect) for defect in defects], indent=1)
    FILE.write_text(content + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Draw or run; 1 where a defect that was caught has survived."""
    if arguments[:1] == ["draw"]:
        write(drawn())
        return 0
    if arguments[:1] != ["run"]:
        sys.stderr.write(__doc__ or "")
        return 2
    defects, worse = read(), 0
    for number in map(int, arguments[1:] or range(len(defects))):
        defect = defects[number]
        found = outcome(defect)
        mark = "" if defect.outcome in (None, found) else f" (was {defect.outcome})"
        worse += defect.outcome == "caught" and found == "survived"
        sys.stdout.write(f"{number} {defect.part} {defect.file} {defect.function}: {found}{mark}\n")
        sys.stdout.flush()
        defect.outcome = found
        write(defects)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
