"""Damaged datasets: a right model or a located error, never a crash, a hang or a NaN.

`python -m pytest tests/adams/test_mutants.py -m slow` tries 10,000; a failure names its number.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from adams.own_decks import BENCH, CRANK, HEAD
from adams.test_reading import PAIRS, deck, springs_in
from promises.record import tell
from sarrus import Model, ModelError, Problem, load_adams
from urdf.mutants import BREAKS
from urdf.tree_efforts import tree_efforts

FEW, MANY = 80, 10_000
PARTS = 4
LONGEST = 2.0
"""Seconds of one processor for one dataset, whatever else the machine does."""

WHOLE = [
    CRANK,
    *(HEAD.format(title=name) + text[0] + "END\n" for name, text in BENCH.items()),
    springs_in("mm"),
    deck(
        "PART/1, GROUND\nMARKER/1, PART=1",
        "PART/2, MASS=2, CM=20, IP=0.1,0.2,0.25, VX=1, WZ=2\nMARKER/20, PART=2",
        "PART/3, QG=1,2,3, MASS=3, CM=30, IP=0.3,0.4,0.5\nMARKER/30, PART=3",
        "MARKER/21, PART=2, QP=0.1,0.2,0.3, REULER=0.3,0.4,0.5",
        "MARKER/31, PART=3, QP=-0.1,0.2,0, ZP=1,1,1, XP=2,3,1, USEXP",
        "MARKER/32, PART=3, FLOATING",
        *[text.replace("/1,", f"/{k},") for k, text in enumerate(PAIRS.values(), 1)],
        "SPLINE/1, X=0,1,2,3,4, Y=0,1,4,9,16",
        "DIFF/1, IC=0, FUNCTION=(AKISPL(TIME,0,1)-DIF(1))/0.2",
        "VARIABLE/1, FUNCTION=DIF(1)+IF(TIME-1: 1, 2, 3)",
        "SFORCE/20, TRANSLATION, I=21, J=1",
        ", FUNCTION=VARVAL(1)*BISTOP(DX(21),VX(21),0,1,9,1.5,1,.1)",
        "JOINT/1, CYLINDRICAL, I=20, J=1, ICROT=0.2",
        "MOTION/1, JOINT=1, ROTATION, FUNCTION=STEP5(TIME,0,0,1,30D)",
        "SENSOR/1, FUNCTION=TIME, GE, VALUE=0.5, HALT",
        "REQUEST/1, DISPLACEMENT, I=21\nGRAPHICS/1, BOX, CORNER=21, X=1, Y=2, Z=3",
    ),
]
NUMBERS = (
    *("0", "-1", "1E300", "1E-300", "1E999", "NaN", "1e", "90D", "1.5.2", "--3", "", "0x10"),
    *("99999999999", "1,2", "1:2", "(1", "1)", "'a'", "é", "1D400"),
)
WORDS = (
    *("PART", "JOINT", "FUNCTION=", "USER(1)", "DX(20,1)", "**", "((((", "))))", "IF(1:2,3,4)"),
    *("VARVAL(1)", "DIF(1)", "\\", "&", ",", ",,", "!", "END", "/", "=", ":", "GROUND", "1/0"),
    *("SQRT(-1)", "LOG(0)", "EXP(1000)", "10**400", "(-1)**0.5", "AKISPL(9,0,1)"),
)


def _replace(rng: random.Random, text: str, pattern: str, choices: tuple[str, ...]) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(choices) + text[match.end() :]


def _number(rng: random.Random, text: str) -> str:
    return _replace(rng, text, r"-?[0-9]+\.?[0-9]*", NUMBERS)


def _word(rng: random.Random, text: str) -> str:
    return _replace(rng, text, r"[A-Za-z_]+", WORDS)


def _insert(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice((*WORDS, *NUMBERS)) + text[at:]


def _lines(rng: random.Random, text: str) -> str:
    """Drop, repeat or move a line."""
    lines = text.split("\n")
    k, what = rng.randrange(len(lines)), rng.randrange(3)
    line = lines.pop(k)
    if what:
        lines.insert(k, line)
    if what == 1:
        lines.insert(rng.randrange(len(lines)), line)
    return "\n".join(lines)


def _swap(rng: random.Random, text: str) -> str:
    """Put the numbers of two statements in each other's place."""
    found = list(re.finditer(r"[0-9]+", text))
    a, b = sorted(rng.sample(found, 2), key=lambda m: m.start())
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


DAMAGES: tuple[Callable[[random.Random, str], str], ...] = (
    _number, _number, _word, _insert, _lines, _swap,
)  # fmt: skip


def mutant(i: int) -> bytes:
    """Return the bytes of mutant i: one of our own datasets after accidents."""
    rng = random.Random(f"mutant {i}")
    text = rng.choice(WHOLE)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(DAMAGES)(rng, text)
    data = text.encode("utf-8", "surrogatepass")
    return rng.choice(BREAKS)(rng, data) if rng.random() < 0.1 else data


def located(problem: Problem, file: str) -> bool:
    """Tell whether a message has file, line, element and something to say."""
    place = problem.location
    return bool(
        place and place.file == file and place.line >= 1 and problem.element and problem.rule
    )


def verdict_on_efforts(model: Model, i: int) -> str:
    """Return "accepted", or that a formula of the deck divides by zero there, which decks may."""
    with np.errstate(divide="raise"):
        try:
            efforts = tree_efforts(model, i)
        except FloatingPointError:
            return "pole"
    assert np.all(np.isfinite(efforts)), "efforts that are not finite"
    return "accepted"


def verdict_on(i: int, folder: Path) -> str:
    """Return "accepted" or the code of the first error; raise what must not happen."""
    path = folder / "mutant.adm"
    path.write_bytes(mutant(i))
    begun = time.process_time()
    try:
        model = load_adams(path, strict=i % 10 == 0)
    except ModelError as error:
        problems, verdict = error.problems, error.problems[0].code
        assert any(problem.severity == "error" for problem in problems)
    else:
        problems, verdict = list(model.notices), "accepted"
        if not any(joint.type.nq == 0 for joint in model.joints):
            verdict = verdict_on_efforts(model, i)
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
