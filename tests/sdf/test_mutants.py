"""Damaged SDF files: a right model or a located error, never a crash, a hang or a NaN.

`python -m pytest tests/sdf/test_mutants.py -m slow` tries 10,000; a failure names its number.
"""

from __future__ import annotations

import random
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from promises.record import tell
from sarrus import ModelError, Problem, load_sdf
from sarrus.formats.sdf.saving import sdf_text
from sdf.generated import generated
from sdf.own_models import ALL
from urdf.mutants import BREAKS, DAMAGES, LITERALS
from urdf.tree_efforts import tree_efforts

FEW, MANY = 300, 10_000
PARTS = 4
LONGEST = 2.0
"""Seconds of one processor for one file, whatever else the machine does."""
NAMES = ("world", "__model__", "ground", "a::b", "::", "inner::l0", "__root__", "l0", "f0", "")


def _texts(root: ET.Element) -> list[ET.Element]:
    return [element for element in root.iter() if element.text and element.text.strip()]


def hostile_text(rng: random.Random, root: ET.Element) -> None:
    if found := _texts(root):
        rng.choice(found).text = rng.choice((*LITERALS, *NAMES))


def hostile_word(rng: random.Random, root: ET.Element) -> None:
    if found := _texts(root):
        element = rng.choice(found)
        words = (element.text or "").split() or [""]
        words[rng.randrange(len(words))] = rng.choice(LITERALS)
        element.text = " ".join(words)


def scale_text(rng: random.Random, root: ET.Element) -> None:
    if found := _texts(root):
        element = rng.choice(found)
        factor = rng.choice((-1.0, 0.0, 1e3, 1e-3, 1e12, 1e-12, 1e25, 57.3))
        try:
            words = [repr(factor * float(word)) for word in (element.text or "").split()]
        except ValueError:
            return
        element.text = " ".join(words)


def other_frame(rng: random.Random, root: ET.Element) -> None:
    named = [e.attrib["name"] for e in root.iter() if e.attrib.get("name")]
    keys = ("relative_to", "attached_to", "expressed_in", "placement_frame", "canonical_link")
    found = [(e, key) for e in root.iter() for key in keys if key in e.attrib]
    if found and named:
        element, key = rng.choice(found)
        element.set(key, rng.choice((*named, *NAMES)))


def other_end(rng: random.Random, root: ET.Element) -> None:
    named = [e.attrib["name"] for e in root.iter() if e.attrib.get("name")]
    found = [e for e in root.iter() if e.tag in ("parent", "child")]
    if found and named:
        rng.choice(found).text = rng.choice((*named, *NAMES))


OWN = (hostile_text, hostile_text, hostile_word, hostile_word, scale_text, other_frame, other_end)


def mutant(i: int) -> bytes:
    """Return the bytes of mutant i: one of our own files or a generated one, after accidents."""
    rng = random.Random(f"mutant {i}")
    own = list(ALL.values())
    root = ET.fromstring(rng.choice([*own, *own, generated(i % 50, ball=True)]))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice((*DAMAGES, *OWN, *OWN, *OWN))(rng, root)
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
    path = folder / "mutant.sdf"
    path.write_bytes(mutant(i))
    begun = time.process_time()
    try:
        model = load_sdf(path, strict=i % 10 == 0, base="weld" if i % 3 else "free")
    except ModelError as error:
        problems, verdict = error.problems, error.problems[0].code
        assert any(problem.severity == "error" for problem in problems)
    else:
        problems, verdict = list(model.notices), "accepted"
        assert np.all(np.isfinite(tree_efforts(model, i))), "efforts that are not finite"
        if i % 4 == 0:
            text, _ = sdf_text(model, partial=True)
            again = load_sdf(text, base="weld" if i % 3 else "free")
            assert len(again.bodies) == len(model.bodies)
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
