"""Damaged files of MuJoCo: a right model or a located error, never a crash, a hang or a NaN.

`python -m pytest tests/mjcf/test_mutants.py -m slow` tries 10,000; a failure names its number.
"""

from __future__ import annotations

import random
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from mjcf.generated import generated
from mjcf.own_models import ALL
from promises.record import tell
from sarrus import ModelError, Problem, load_mjcf
from urdf.mutants import BREAKS, DAMAGES
from urdf.tree_efforts import tree_efforts

FEW, MANY = 300, 10_000
PARTS = 4
LONGEST = 2.0
"""Seconds of one processor for one file, whatever else the machine does."""


def mutant(i: int) -> bytes:
    """Return the bytes of mutant i: one of our own files or a generated one, after accidents."""
    rng = random.Random(f"mutant {i}")
    own = list(ALL.values())
    text = rng.choice([*own, *own, generated(i % 50)])
    root = ET.fromstring(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(DAMAGES)(rng, root)
    data = ET.tostring(root, encoding="unicode").encode("utf-8", "surrogatepass")
    return rng.choice(BREAKS)(rng, data) if rng.random() < 0.2 else data


def located(problem: Problem, file: str) -> bool:
    """Tell whether a message has file, line, element and something to say."""
    place = problem.location
    return bool(
        place and place.file == file and place.line >= 1 and problem.element and problem.rule
    )


def verdict_on(i: int, folder: Path) -> str:
    """Return "accepted" or the code of the first error; raise what must not happen."""
    path = folder / "mutant.xml"
    path.write_bytes(mutant(i))
    begun = time.process_time()
    try:
        model = load_mjcf(path, strict=i % 10 == 0)
    except ModelError as error:
        problems, verdict = error.problems, error.problems[0].code
        assert any(problem.severity == "error" for problem in problems)
    else:
        problems, verdict = list(model.notices), "accepted"
        # states near zero: where lengths of tendons vanish no direction is left
        assert np.all(np.isfinite(tree_efforts(model, i))), "efforts that are not finite"
    spent = time.process_time() - begun
    assert spent < LONGEST, f"{spent:.1f} s"
    for problem in problems:
        assert located(problem, str(path)), problem
    return verdict


def try_all(numbers: range, folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for i in numbers:
        try:
            found[verdict_on(i, folder)] += 1
        except Exception as error:
            raise AssertionError(f"mutant {i}: {error!r}") from error
    return found


def test_few_mutants(tmp_path: Path) -> None:
    found = try_all(range(FEW), tmp_path)
    assert found["accepted"] > FEW / 10
    assert len(found) > 5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_mutants(part: int, tmp_path: Path) -> None:
    numbers = range(FEW + part, MANY, PARTS)
    found = try_all(numbers, tmp_path)
    assert found["accepted"] > len(numbers) / 10
    tell("models", len(numbers), accepted=found["accepted"])
