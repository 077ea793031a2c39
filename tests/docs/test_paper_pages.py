"""The pages of the papers: their cells run, and they show every figure that the scripts draw."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.pages import DOCS, run

ROOT = DOCS.parent
PAGES = sorted((DOCS / "papers").glob("paper?.md"))
LAST = {0: 8, 1: 12, 2: 11, 3: 7, 4: 5}
FIRST = {0: 4, 1: 2, 2: 5, 3: 4, 4: 1}
"""The figures of each paper that show something; those before define symbols."""
ALSO = {2: {2}}
"""And the chain of paper 2, whose numbers are ours."""
TIMING = (0, 1, 2)
"""Pages that also measure times, which takes longer."""


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let cells import the scripts of the papers and the benchmarks, and forget them again."""
    before = set(sys.modules)
    for folder in ("tests", "benchmarks", "docs/papers"):
        monkeypatch.syspath_prepend(str(ROOT / folder))
    monkeypatch.delitem(sys.modules, "vehicles", raising=False)  # also a folder of tests
    yield
    for name in set(sys.modules) - before:
        place = Path(getattr(sys.modules[name], "__file__", None) or ".").parent
        if place in (ROOT / "benchmarks", DOCS / "papers"):
            del sys.modules[name]


@pytest.mark.parametrize(
    "page",
    [pytest.param(p, marks=[pytest.mark.slow] if int(p.stem[-1]) in TIMING else []) for p in PAGES],
    ids=lambda p: p.stem,
)
def test_page_runs(page: Path) -> None:
    run(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_page_shows_every_figure(page: Path) -> None:
    text, number = page.read_text(encoding="utf-8"), int(page.stem[-1])
    shown = re.findall(rf"^```{{figure}} out/paper{number}_fig(\w+)\.png$", text, re.MULTILINE)
    numbers = {int(re.match(r"\d+", name)[0]) for name in shown}
    assert numbers == set(range(FIRST[number], LAST[number] + 1)) | ALSO.get(number, set())
    assert text.count("\n```{figure} out/") == len(shown)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_page_says_what_is_assumed_and_what_is_wrong(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "## Stand-ins, and why" in text and "## Misprints found" in text


def test_counts_are_those_of_the_papers() -> None:
    import paper_tables

    tank, rssr = paper_tables.counts_of_paper_1().splitlines()[2:]
    assert tank.count("91 / 60") == 2 and tank.count("19 / 0") == 2
    assert rssr.count("28 / 16") == 2 and "5 / 3" in rssr
    shaper, crank = paper_tables.counts_of_paper_2().splitlines()[2:]
    assert shaper.count("18 / 17") == 2 and crank.count("28 / 27") == 2
