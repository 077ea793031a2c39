"""The index of codes and the source agree, and so does the page of the documentation."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator

import pytest

from architecture.source import ROOT, Source, sources
from sarrus.error_codes import codes, explanation, groups, who_should_fix
from sarrus.errors import Location, ModelError, Problem

CODES = codes()
CODE = re.compile(r"[A-Z]\d\d|E-[A-Z]+")


def literals(source: Source) -> Iterator[str]:
    """Every text of a file that looks like a code."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if CODE.fullmatch(node.value):
            yield node.value


def problems(source: Source) -> Iterator[ast.Call]:
    """Every place that makes a Problem."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
            yield node


OTHERS = [source for source in sources() if source.chapter != "error_codes"]


def test_every_code_of_the_source_is_in_the_index_and_no_other() -> None:
    used: dict[str, str] = {}
    for source in OTHERS:
        for code in literals(source):
            used.setdefault(code, source.place(1))
    unknown = {code: place for code, place in used.items() if code not in CODES}
    assert not unknown, "give them a meaning, a cause and a fix in sarrus/error_codes.toml"
    assert not set(CODES) - set(used), "nothing gives these codes any more"


def test_problems_are_made_with_codes() -> None:
    """The first argument is a code, or a name that holds one; never another text."""
    count = 0
    for source in OTHERS:
        for call in problems(source):
            first = call.args[0] if call.args else call.keywords[0].value
            count += 1
            if isinstance(first, ast.Constant):
                assert CODE.fullmatch(str(first.value)), source.place(call)
            else:
                assert isinstance(first, ast.Name | ast.Attribute | ast.Subscript | ast.Starred), (
                    source.place(call)
                )
    assert count > 300


@pytest.mark.parametrize("code", CODES)
def test_entry_is_whole(code: str) -> None:
    entry = CODES[code]
    assert CODE.fullmatch(code) and entry.code == code
    assert entry.comes_as and set(entry.comes_as) <= set(who_should_fix())
    for text in (entry.meaning, entry.cause, entry.fix):
        assert 10 <= len(text) <= 400 and text.endswith(".") and "  " not in text
        assert text[0].isupper() or text[0] in "`'0123456789"


def test_no_code_stands_twice() -> None:
    listed = [entry.code for group in groups() for entry in group.codes]
    assert len(listed) == len(set(listed)) == len(CODES)


def test_page_is_that_of_the_index() -> None:
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert page == runpy.run_path(str(ROOT / "tools" / "write_error_page.py"))["page"](), (
        "run `python tools/write_error_page.py`"
    )
    assert [line[4:] for line in page.splitlines() if line.startswith("### ")] == list(CODES)
    links = re.findall(r"\]\(#([^)]+)\)", page)
    heads = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert len(links) == len(heads) == len(groups())


def test_one_code_is_explained() -> None:
    text = explanation("m03")
    assert text.startswith("M03 (ModelError, warning, notice)") and CODES["M03"].fix in text
    with pytest.raises(ModelError, match="Did you mean M03"):
        explanation("M003")


def test_thousand_messages_of_hostile_words() -> None:
    """Whatever stands in names and values: short, on one line, and without control characters."""
    hostile = ["\x1b[31mred\x1b[0m", "a\r\nerror M00 [x]: y", "\u202egnp.exe", "\0", "x" * 10_000]
    count = 0
    for code in CODES:
        for k in range(1 + 1000 // len(CODES)):
            text = hostile[k % len(hostile)]
            place = Location(f"file{text[:100]}", 3, 4)
            problem = Problem(
                code, f"body '{text[:200]}'", f"rule {text}", text, text, text, "error", place
            )
            shown = str(problem)
            assert len(shown) <= 2000 and all(c.isprintable() for c in shown)
            assert f" {code} [body '" in shown
            count += 1
    assert count >= 1000
