"""Damaged robot files: a right model or a located error, never a crash, a hang or a NaN.

`python -m pytest tests/urdf/test_mutants.py -m slow` tries 10,000; a failure names its number.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from promises.record import tell
from sarrus import Model, ModelError, Problem, load_urdf
from sarrus.formats.urdf.saving import urdf_text
from urdf.mutants import mutant
from urdf.tree_efforts import tree_efforts, tree_of

FEW, MANY = 500, 10_000
PARTS = 4
LONGEST = 2.0
"""Seconds of one processor for one file, whatever else the machine does."""


def located(problem: Problem, file: str) -> bool:
    """Tell whether a message has file, line, element and something to say."""
    place = problem.location
    return bool(
        place and place.file == file and place.line >= 1 and problem.element and problem.rule
    )


def options_of(i: int) -> dict[str, object]:
    rng = random.Random(f"options of {i}")
    return {
        "base": rng.choice(("weld", "weld", "free")),
        "mimic": rng.random() < 0.8,
        "merge_fixed": rng.random() < 0.3,
        "strict": rng.random() < 0.1,
    }


def verdict_on(i: int, folder: Path) -> str:
    """Return "accepted" or the code of the first error; raise what must not happen."""
    path = folder / "mutant.urdf"
    path.write_bytes(mutant(i))
    begun = time.process_time()
    try:
        model = load_urdf(path, **options_of(i))  # type: ignore[arg-type]
    except ModelError as error:
        problems, verdict = error.problems, error.problems[0].code
        assert any(problem.severity == "error" for problem in problems)
    else:
        problems, verdict = list(model.notices), "accepted"
        tau = tree_efforts(model, i)
        assert np.all(np.isfinite(tau)), "efforts that are not finite"
        if i % 4 == 0:
            again(model, i)
    spent = time.process_time() - begun
    assert spent < LONGEST, f"{spent:.1f} s"
    lost = [str(problem) for problem in problems if not located(problem, str(path))]
    assert not lost, f"without a place: {lost[:3]}"
    return verdict


def again(model: Model, i: int) -> None:
    """What is accepted can be written, or is refused with a reason, and reads back the same."""
    try:
        text, _ = urdf_text(model)
    except ModelError:
        return
    other = load_urdf(text, name=model.name)
    assert [body.name for body in other.bodies] == [body.name for body in model.bodies]
    if tree_of(model) == tree_of(other):
        first, second = tree_efforts(model, i), tree_efforts(other, i)
        scale = np.max(np.abs(first), initial=1.0)
        assert np.max(np.abs(first - second), initial=0.0) <= 1e-9 * scale, "written otherwise"


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


def test_B01_mutants(tmp_path: Path) -> None:
    verdicts = run(range(FEW), tmp_path)
    # the damage is neither always noticed nor always harmless, and of many kinds
    assert 0.1 * FEW < verdicts["accepted"] < 0.9 * FEW
    assert len(verdicts) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_B01_many_mutants(part: int, tmp_path: Path) -> None:
    numbers = range(part, MANY, PARTS)
    verdicts = run(numbers, tmp_path)
    assert len(verdicts) >= 15
    tell("models", len(numbers), accepted=verdicts["accepted"])


def test_a_mutant_depends_on_its_number_alone() -> None:
    assert mutant(7) == mutant(7) and len({mutant(i) for i in range(50)}) == 50
