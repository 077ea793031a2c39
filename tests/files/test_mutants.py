"""Damaged model files: a right model or a located error, never a crash, a hang or a NaN.

`python -m pytest tests/files/test_mutants.py -m slow` tries 10,000; a failure names its number.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from files.mutants import mutant
from files.sources import sources
from promises.record import tell
from sarrus import Model, ModelError, Problem
from sarrus.study import Study
from urdf.tree_efforts import tree_efforts

FEW, MANY = 800, 10_000
PARTS = 8
LONGEST = 2.0
"""Seconds of one processor for one file, whatever else the machine does."""
MOST_CHARACTERS = 2000


def located(problem: Problem, file: str) -> bool:
    """Tell whether a message has file, line, element and something to say, in printable text."""
    place, text = problem.location, str(problem)
    return bool(
        place
        and place.file == file
        and place.line >= 1
        and problem.element
        and problem.rule
        and len(text) <= MOST_CHARACTERS
        and text.isprintable()
    )


def efforts(model: Model, seed: int) -> np.ndarray:
    """Return the efforts of a random motion; friction that depends on reactions has none here."""
    forces = [f for f in model.forces if f.type_name != "bearing_friction"]
    with np.errstate(all="ignore"):
        return tree_efforts(dataclasses.replace(model, forces=tuple(forces)), seed)


def verdict_on(i: int, folder: Path) -> str:
    """Return "accepted" or the code of the first error; raise what must not happen."""
    path = folder / "mutant.yaml"
    path.write_bytes(mutant(i))
    begun = time.process_time()
    try:
        model = Study.load(path).model
    except ModelError as error:
        spent = time.process_time() - begun
        problems, verdict = error.problems, error.problems[0].code
        assert problems[0].severity == "error"
    else:
        spent = time.process_time() - begun
        problems, verdict = list(model.notices), "accepted"
        assert np.all(np.isfinite(efforts(model, i))), "efforts that are not finite"
    assert spent < LONGEST, f"{spent:.1f} s"
    lost = [str(problem) for problem in problems if not located(problem, str(path))]
    assert not lost, f"without a place: {lost[:3]}"
    return verdict


def run(numbers: range, folder: Path) -> Counter[str]:
    """Return how many mutants got which verdict; fail with the numbers of those that broke."""
    verdicts: Counter[str] = Counter()
    broken = []
    for i in numbers:
        try:
            verdicts[verdict_on(i, folder)] += 1
        except Exception as problem:
            broken.append(f"mutant {i}: {type(problem).__name__}: {str(problem)[:300]}")
    assert not broken, f"{len(broken)} of {len(numbers)} mutants:\n" + "\n".join(broken[:20])
    return verdicts


def test_B1_mutants(tmp_path: Path) -> None:
    verdicts = run(range(FEW), tmp_path)
    # the damage is neither always noticed nor always harmless, and of many kinds
    assert 0.1 * FEW < verdicts["accepted"] < 0.5 * FEW
    assert len(verdicts) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_B1_many_mutants(part: int, tmp_path: Path) -> None:
    numbers = range(part, MANY, PARTS)
    verdicts = run(numbers, tmp_path)
    assert len(verdicts) >= 15
    tell("models", len(numbers), accepted=verdicts["accepted"])


def test_a_mutant_depends_on_its_number_alone() -> None:
    assert mutant(7) == mutant(7) and len({mutant(i) for i in range(50)}) >= 48


def test_the_files_they_come_from_are_right(tmp_path: Path) -> None:
    assert len(sources()) >= 15
    for i, (name, text) in enumerate(sources().items()):
        path = tmp_path / f"{i}.yaml"
        path.write_text(text, encoding="utf-8")
        notices = Study.load(path).model.notices
        assert not [n for n in notices if n.severity != "notice"], name
        assert all(located(n, str(path)) for n in notices), name
