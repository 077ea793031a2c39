"""Warm calls do not call more Python functions than they did; nothing is timed.

`python tests/golden/call_counts.py` writes the counts anew, when fewer are needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from golden.call_counts import SLACK, calls_of, counts, law, stored
from sarrus.cli import main
from sarrus.gallery import four_bar

PACKAGE = str(Path(sarrus.__file__).parent)


@cache
def found() -> dict[str, int]:
    return counts()


@pytest.mark.parametrize("name", stored())
def test_not_more_calls_than_before(name: str) -> None:
    most = int(stored()[name] * SLACK) + 1
    assert found()[name] <= most, f"{name}: {found()[name]} calls, {stored()[name]} before"


def test_all_that_is_counted_is_stored() -> None:
    assert list(found()) == list(stored())


def test_one_call_more_is_counted() -> None:
    def inner() -> None:
        return None

    def once() -> None:
        inner()

    def twice() -> None:
        inner()
        inner()

    assert calls_of(once) == 2 and calls_of(twice) == 3


@pytest.mark.slow
def test_counts_repeat() -> None:
    assert counts() == found()


def test_arguments_are_checked_at_the_door_and_not_at_every_instant() -> None:
    system = four_bar().compile()

    def checks(instants: int) -> int:
        times = np.linspace(0.0, 0.2, instants)
        return calls_of(lambda: system.drive({"A": law}, times=times), "check", "arguments.py")

    assert 0 < checks(5) == checks(25) < 20


def way_to(work: Callable[[], Any], last: str, through: str = "") -> list[str]:
    """Return the functions of the package on the shortest way to one, but for argument checks."""
    ways: list[list[str]] = []

    def seen(frame: Any, event: str, argument: Any) -> None:
        if event != "call" or frame.f_code.co_qualname != last:
            return
        names = []
        while frame is not None:
            code = frame.f_code
            if code.co_filename.startswith(PACKAGE) and "arguments.py" not in code.co_filename:
                names.insert(0, code.co_qualname)
            frame = frame.f_back
        ways.extend([names] if not through or through in names else [])

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return min(ways, key=len)


def run_verb(words: list[str]) -> int:
    return main(words)


def test_the_map_names_the_functions_on_the_way_to_native_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = four_bar().compile()
    start = system.assemble(rates={"A": 2.0})
    simulate = partial(system.simulate, start, until=0.1)
    run = simulate()
    driving = partial(system.drive, {"A": law}, times=np.linspace(0.0, 0.2, 25))
    way = way_to(simulate, "AdaptiveLoop.advance")
    loads = way_to(lambda: run["C.reaction.force"], "outputs_of_rows", "row_loads")
    solved = way_to(lambda: simulate()["C.reaction.force"], "outputs_of_rows", "Chunk.solution")
    driven = way_to(driving, "outputs_of_rows", "DriveOrder.run")
    monkeypatch.chdir(tmp_path)
    assert run_verb(["new", "four-bar", "--quiet"]) == 0
    command = way_to(partial(run_verb, ["run", "four_bar.yaml", "--quiet"]), way[-1])
    setting = ["--set", "run.kind=drive", "--set", "run.until=0.1", "--set", "drives.A=0.4"]
    words = ["run", "four_bar.yaml", "--quiet", "--force", *setting]
    command_drive = way_to(partial(run_verb, words), driven[-1], "DriveOrder.run")
    ways = [way, loads, solved[solved.index("row_loads") + 1 :], driven, command, command_drive]
    assert [len(names) for names in ways] == [4, 5, 5, 4, 6, 6]
    for names in ways:
        assert ", ".join(f"`{name}`" for name in names) in MAP


@pytest.mark.parametrize(
    ("call", "name", "less"),
    [
        ("system.simulate(", "simulate auto", ""),
        ('run["C.reaction.force"]', "run[C.reaction.force]", "simulate auto"),
        ("system.drive", "drive of 251 instants", ""),
    ],
)
def test_the_map_has_the_counts(call: str, name: str, less: str) -> None:
    row = next(line for line in MAP.splitlines() if line.startswith(f"| `{call}"))
    count = found()[name] - found().get(less, 0)
    shown = int(row.split("|")[-2].replace(",", ""))
    assert count / SLACK <= shown <= count * SLACK


MAP = (Path(__file__).parents[2] / "docs" / "map.md").read_text(encoding="utf-8")


def made_by(work: Callable[[], Any]) -> list[Any]:
    """Return the objects of runs and native loops that a piece of work makes."""
    made: dict[int, Any] = {}

    def seen(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_name == "__init__":
            one = frame.f_locals.get("self")
            if type(one).__module__.startswith(("sarrus.system.", "sarrus.kernels.loops.")):
                made[id(one)] = one

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return list(made.values())


def holders(objects: list[Any]) -> dict[str, set[str]]:
    """Return the classes whose attributes hold objects of each class, in lists and tables too."""
    known = {id(one) for one in objects}
    found: dict[str, set[str]] = {type(one).__name__: set() for one in objects}

    def look(value: Any, owner: Any, depth: int = 0) -> None:
        if id(value) in known and value is not owner:
            found[type(value).__name__].add(type(owner).__name__)
        elif depth < 3 and isinstance(value, (list, tuple, dict)):
            for part in value.values() if isinstance(value, dict) else value:
                look(part, owner, depth + 1)

    for one in objects:
        for value in getattr(one, "__dict__", {}).values():
            look(value, one)
    return found


def test_the_map_names_what_a_run_hands_along() -> None:
    system = four_bar().compile()
    simulate = partial(system.simulate, system.assemble(rates={"A": 2.0}), until=0.1)
    simulate()
    found = holders(made_by(simulate))
    several = {name for name, owners in found.items() if len(owners) > 1} | {"Run"}
    first, second = MAP[MAP.index("What a run hands along") :].strip().split("\n\n")
    assert set(re.findall(r"`(\w+)`", first)) == several and len(several) == 8
    assert all(len(found[name]) == 1 for name in re.findall(r"`(\w+)`", second))
    assert f"objects of {len(found)} classes" in second
