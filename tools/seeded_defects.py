"""Two hundred small defects, each planted into the package, and whether tests catch them.

    python tools/seeded_defects.py refresh          # draw others for those that are gone
    python tools/seeded_defects.py draw             # choose all anew, by their seed
    python tools/seeded_defects.py run [NUMBER ...]      # plant some, or all, and run tests
    python tools/seeded_defects.py open             # plant those without an outcome

`tests/golden/seeded_defects.json` holds the defects with their outcomes: "caught" and the test that
did, "survived", "gone" (the statement is not in the source any more), "equivalent" and the reason
why nothing changes (written by hand), or nothing before the first run, and where the tests took too
long. A defect is a statement with another in its
place: it is found again after files and functions are moved or renamed, as long as the statement is
written as it was. `run` tries the test that caught it last, then the files of tests that name what
stands in its file, nearest and quickest first, then those of its part.

The tests of a part are collected once, and a process is forked for each defect, in which the code
of the function is replaced; where that cannot be (bodies of classes, native functions, which are
read as text), the defect is planted in a copy of the package, and a new process runs the tests. At
the end, the tests that have caught something are run without any defect: they must pass.
"""

from __future__ import annotations

import ast
import copy
import gc
import importlib
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "sarrus"
FILE = ROOT / "tests" / "golden" / "seeded_defects.json"
SEED, COUNT = 18, 200
ENOUGH, ENDLESS = 40, 20
"""Seconds of the processor for the tests of one defect, and for one test, which does not end."""
NEAR, MOST_FILES = 30.0, 12
"""Seconds of the files of tests that are near a defect, by tests/seconds.json, and their number."""
NATIVE = ("kernels/loops/", "kernels/functions/")
"""Where functions are read as text."""
PASSED, CAUGHT, TIMED_OUT, NOT_HERE, GONE = 0, 1, 3, 77, 78
"""What the process of a defect ends with."""
UNKNOWN = 0.5
"""Seconds of a file of which none are written down."""

KERNELS = ("tests/golden/test_kernels.py", "double_pendulum or four_bar or rssr or quarter_vehicle")
"""Tests that compile nothing: the instruction lists of some mechanisms."""
TESTS: dict[str, tuple[tuple[str, str], ...]] = {
    "dynamics": (KERNELS, ("tests/dynamics", "")),
    "model": (("tests/model", ""), KERNELS, ("tests/golden/test_documents.py", "")),
    "formats": (("tests/golden/test_documents.py", ""), ("tests/formats", ""), ("tests/files", "")),
    "topology": (("tests/topology", ""), KERNELS),
    "kernels": (("tests/kernels/test_batch.py", ""), KERNELS),
    "solvers": (("tests/solvers", ""), ("tests/golden/test_results.py", "again and linkage")),
    "system": (KERNELS, ("tests/golden/test_results.py", "linkage or stops_auto or switches_auto")),
}
"""What is run for a defect in each part after the tests near it: folder or file, and -k."""

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
    by: str | None = None


@cache
def test_texts() -> dict[str, tuple[str, frozenset[str]]]:
    """Return the text of every file of tests, and the words in it."""
    files = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    return {
        path.relative_to(ROOT).as_posix(): (text, frozenset(re.findall(r"[A-Za-z]\w+", text)))
        for path, text in files.items()
        if not path.relative_to(ROOT).as_posix().startswith(("tests/architecture", "tests/viewer"))
    }


@cache
def near_tests(file: str, function: str) -> tuple[str, ...]:
    """Return the files of tests that name what stands in a file, nearest and quickest first.

    A word counts for more, the fewer files of tests have it: log(all files / those with the word).
    """
    texts = test_texts()
    seconds = json.loads((ROOT / "tests" / "seconds.json").read_text(encoding="utf-8"))
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    defined = {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    words = {Path(file).stem, function, *(w for w in defined if not w.startswith("_"))}
    module = "sarrus." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    weights = {}
    for word in words:
        having = sum(word in names for _, names in texts.values())
        weights[word] = (2.0 if word == function else 1.0) * math.log(len(texts) / (having or 1))
    scores: dict[str, float] = {}
    for test, (text, names) in texts.items():
        score = sum(weights[word] for word in words & names)
        score += 6.0 * bool(re.search(re.escape(module) + r"\b", text))
        score += 4.0 * (Path(file).stem in Path(test).stem)
        score += len({*Path(file).parts} & {*Path(test).parts})
        if score > 0.0:
            scores[test] = score - 0.3 * seconds.get(test, UNKNOWN)
    taken, left = [], NEAR
    for test in sorted(scores, key=lambda test: -scores[test]):
        if seconds.get(test, UNKNOWN) <= left:
            taken.append(test)
            left -= seconds.get(test, UNKNOWN)
    return tuple(taken[:MOST_FILES])


def tests_of(defect: Defect) -> list[tuple[str, str]]:
    """Return what is run for a defect, in this order: folder or file, and -k."""
    near = [(test, "") for test in near_tests(defect.file, defect.function)]
    return [*near, *TESTS[defect.part]]


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


def place_of(
    defect: Defect, every: dict[str, list[tuple[Path, str, ast.stmt]]]
) -> tuple[Path, ast.stmt] | None:
    """Return where the statement of a defect stands, None where it is gone."""
    places = every.get(defect.before, [])
    named = [place for place in places if place[1] == defect.function] or places
    own = (PACKAGE.name, *Path(defect.file).parts)
    named = [place for place in named if place[0].parts[-len(own) :] == own] or named
    return (named[0][0], named[0][2]) if len(named) == 1 else None


def text_with(defect: Defect, path: Path, node: ast.stmt) -> str:
    """Return the text of a file with a defect in it; all lines keep their numbers."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno or node.lineno
    margin = lines[first][: node.col_offset]
    lines[first:last] = [f"{margin}{defect.after}\n", *["\n"] * (last - first - 1)]
    return "".join(lines)


# --- in a process that was forked -----------------------------------------------------------------


def replace_code(path: Path, text: str) -> bool:
    """Give the functions of a module the code of a changed text; False where none has changed."""
    module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    importlib.import_module(module.removesuffix(".__init__"))
    new: dict[tuple[str, int], types.CodeType] = {}
    waiting = [compile(text, str(path), "exec")]
    while waiting:
        code = waiting.pop()
        new[code.co_qualname, code.co_firstlineno] = code
        waiting += [c for c in code.co_consts if isinstance(c, types.CodeType)]
    found = False
    gc.unfreeze()  # the tests set aside what they have collected
    for thing in gc.get_objects():
        if not isinstance(thing, types.FunctionType) or thing.__code__.co_filename != str(path):
            continue
        code = thing.__code__
        other = new.get((code.co_qualname, code.co_firstlineno))
        if other is not None and other != code and other.co_freevars == code.co_freevars:
            thing.__code__ = other
            found = True
    return found


class Planter:
    """A plugin of pytest that runs the tests once for each defect of a part, in a child."""

    def __init__(self, defects: Sequence[Defect], keep: Callable[[], None]) -> None:
        self.defects, self.keep = defects, keep
        self.current = self.failed = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note the test that has failed."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: Any) -> bool:
        """Plant one defect after the other."""
        every = every_statement(PACKAGE)
        for defect in self.defects:
            place = place_of(defect, every)
            if place is None:
                defect.outcome, defect.by = "gone", None
                continue
            self._note(defect, *self._in_child(session, defect, *place))
            self.keep()
        known = {d.by for d in self.defects if d.outcome == "caught"}
        while known:
            _, failed = self._in_child(session, None, PACKAGE, None, known)
            if failed not in known:
                break
            sys.stderr.write(f"{failed} fails without a defect\n")
            known.discard(failed)
            for defect in self.defects:
                if defect.by == failed:
                    defect.outcome = defect.by = None
        return True

    def _note(self, defect: Defect, code: int, test: str) -> None:
        if code == NOT_HERE:
            defect.outcome, defect.by = outcome_in_copy(defect)
        else:
            known = {PASSED: "survived", CAUGHT: "caught"}
            defect.outcome = known.get(code)
            defect.by = test or None
        sys.stderr.write(
            f"{defect.part} {defect.file} {defect.function}: "
            f"{defect.outcome or 'out of time'} {defect.by}\n"
        )

    def _ordered(self, items: list[Any], defect: Defect) -> list[Any]:
        """Return the tests of a defect, the one that caught it last before the others."""
        last = defect.by or "none"
        found = {item.nodeid: item for item in items if item.nodeid.startswith(last)}
        for where, which in tests_of(defect):
            for item in items:
                mine = item.nodeid.startswith(where)
                if mine and (not which or any(w in item.nodeid for w in which.split(" or "))):
                    found.setdefault(item.nodeid, item)
        return list(found.values())

    def _in_child(
        self, session: Any, defect: Defect | None, path: Path, node: Any, only: Any = None
    ) -> tuple[int, str]:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            try:
                code = self._child(session, defect, path, node, only, writer)
            except BaseException as error:  # the defect breaks pytest itself, or what it imports
                code, self.failed = CAUGHT, f"{self.current}: {error!r}"[:200]
            os.write(writer, self.failed.encode())
            os._exit(code)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as stream:
            test = stream.read()
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        return (CAUGHT if code < 0 else code), test

    def _child(
        self, session: Any, defect: Defect | None, path: Path, node: Any, only: Any, writer: int
    ) -> int:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        items = session.items if only is None else [i for i in session.items if i.nodeid in only]
        if defect is not None:
            native = path.relative_to(PACKAGE).as_posix().startswith(NATIVE)
            if native or not replace_code(path, text_with(defect, path, node)):
                return NOT_HERE
            items = self._ordered(items, defect)

        def ended(*_: object) -> None:
            os.write(writer, self.current.encode())
            os._exit(CAUGHT)

        signal.signal(signal.SIGVTALRM, ended)
        for k, item in enumerate(items):
            used = resource.getrusage(resource.RUSAGE_SELF)
            if only is None and used.ru_utime > ENOUGH:
                return TIMED_OUT
            self.current, self.failed = item.nodeid, ""
            signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
            following = items[k + 1] if k + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return CAUGHT
        return PASSED


def outcome_in_copy(defect: Defect) -> tuple[str, str | None]:
    """Plant a defect in a copy of the package, and run the tests of its part in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "src" / "sarrus"
        shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
        place = place_of(defect, every_statement(copied))
        if place is None:
            return "gone", None
        place[0].write_text(text_with(defect, *place), encoding="utf-8")
        last = [(defect.by.partition("::")[0], "")] if defect.by else []
        for where, which in [*last, *tests_of(defect)]:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p"]
            command += ["no:cacheprovider", "-m", "not slow and not peer", where]
            command += ["-k", which] if which else []
            environment = {**os.environ, "PYTHONPATH": str(copied.parent)}
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, check=False
            )
            if done.returncode not in (0, 5):  # 5: all of the file are slow
                return "caught", where
    return "survived", None


def run(defects: list[Defect], keep: Callable[[], None]) -> None:
    """Plant defects, part by part, and note what comes of them; keep: called after each."""
    import pytest

    for part in TESTS:
        mine = [d for d in defects if d.part == part and d.outcome != "equivalent"]
        known = {d.by.partition("::")[0] for d in mine if d.by}
        where = {test for defect in mine for test, _ in tests_of(defect)} | known
        if mine:
            command = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0"]
            command += ["-m", "not slow and not peer", *sorted(where)]
            pytest.main(command, plugins=[Planter(mine, keep)])


def refreshed(defects: list[Defect]) -> list[Defect]:
    """Return the defects that are still there, and others in the place of those that are gone."""
    every = every_statement(PACKAGE)
    known = {defect.before for defect in defects}
    fresh = [defect for defect in drawn() if defect.before not in known]
    found = []
    for defect in defects:
        place = place_of(defect, every)
        if place is not None:
            found.append(replace(defect, file=place[0].relative_to(PACKAGE).as_posix()))
            continue
        other = next((f for f in fresh if f.part == defect.part), None)
        if other is not None:
            fresh.remove(other)
            found.append(other)
    return found


def read() -> list[Defect]:
    """Return the defects of the file."""
    return [Defect(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))]


def write(defects: list[Defect]) -> None:
    """Write the file."""
    content = json.dumps([asdict(defect) for defect in defects], indent=1)
    FILE.write_text(content + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Draw or run; 1 where a defect has survived."""
    verb = arguments[0] if arguments else ""
    if verb in ("draw", "refresh"):
        write(drawn() if verb == "draw" else refreshed(read()))
        return 0
    if verb not in ("run", "open"):
        sys.stderr.write(__doc__ or "")
        return 2
    defects = read()
    numbers = [int(a) for a in arguments[1:]] or range(len(defects))
    chosen = [defects[k] for k in numbers]
    if verb == "open":
        chosen = [defect for defect in chosen if defect.outcome is None]
    run(chosen, lambda: write(defects))
    write(defects)
    return 1 if any(defect.outcome == "survived" for defect in chosen) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
