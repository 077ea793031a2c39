"""What pages of a kind have in common: theory, recipes, cards of the gallery, the first page."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.pages import DOCS
from sarrus.gallery import EXAMPLES

CHAPTERS = sorted((DOCS / "theory").glob("*.md"))
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
MOST_BYTES = 1_500_000


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda p: p.stem)
def test_chapter_has_idea_formulas_code_and_proof(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] == "Idea" and heads[-2:] == ["How the code says it", "Verified"]
    assert text.count("$$") >= 2 and text.count("$$") % 2 == 0
    assert "```python" in text and re.search(r"`tests/\w+|Checked", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(DOCS)))
def test_formulas_are_mathematics_that_can_be_set(page: Path) -> None:
    math = pytest.importorskip("docutils.utils.math.latex2mathml")
    text = re.sub(r"^```.*?^```$|`[^`\n]+`", "", page.read_text("utf-8"), flags=re.M | re.S)
    blocks = re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL)
    inline = re.findall(r"\$([^$]+?)\$", re.sub(r"\$\$.+?\$\$", "", text, flags=re.DOTALL))
    for formula in [*blocks, *inline]:
        assert math.tex2mathml(formula.strip(), as_block=formula in blocks), formula


def test_recipes() -> None:
    text = (DOCS / "recipes.md").read_text(encoding="utf-8")
    questions = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert len(questions) >= 30 and len(set(questions)) == len(questions)
    assert all(q.startswith("How do I ") and q.endswith("?") for q in questions)
    answers = re.split(r"^## .*$", text, flags=re.MULTILINE)[1:]
    assert all("```python" in answer or "```sh" in answer for answer in answers)


def test_every_mechanism_has_a_card_with_a_picture() -> None:
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    names, shown = list(EXAMPLES), []
    for first, last in re.findall(r"^```\{gallery-cards\} (\w+) (\w+)$", text, re.MULTILINE):
        shown += names[names.index(first) : names.index(last) + 1]
    assert shown == names
    pictures = {path.stem for path in (DOCS / "pictures" / "gallery").glob("*.webp")}
    assert pictures == set(names), "run `python tools/write_gallery_pictures.py`"


def test_first_page_moves_and_pictures_are_small() -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    assert "](pictures/moving.webp)" in text and "```python" in text
    code = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 5
    moving = (DOCS / "pictures" / "moving.webp").read_bytes()
    assert moving[:4] == b"RIFF" and b"ANIM" in moving[:100]
    cards = sum(path.stat().st_size for path in (DOCS / "pictures" / "gallery").iterdir())
    assert len(moving) + cards < MOST_BYTES


def test_indices_stand_beside_letters_with_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    from mathml import mathml

    text = "".join(mathml(r"\dot v_f + \cos q_A + \tilde\omega_0", block=False).split())
    assert "<msub><moveraccent" in text and "<munderover>" not in text


@pytest.mark.parametrize(
    ("tex", "parts"),
    [(r"\tfrac12 k x^2", ("1", "2")), (r"\frac1T\int a", ("1", "T")),
     (r"\tfrac12(a + b)", ("1", "2")), (r"\frac{12}{k}", ("12", "k"))],
)  # fmt: skip
def test_digits_of_fractions_are_read_as_tex_does(
    tex: str, parts: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A half of k x^2, not twelve over k."""
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    from mathml import SPACE, mathml

    (fraction,) = ElementTree.fromstring(mathml(tex, block=False)).iter(f"{{{SPACE}}}mfrac")
    assert tuple("".join(part.itertext()).strip() for part in fraction) == parts
