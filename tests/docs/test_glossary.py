"""The glossary: one meaning for each word, in order, short."""

from __future__ import annotations

import re

from docs.pages import DOCS


def test_glossary_is_short_and_sorted() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)[1:]
    words = [word for row in rows for word in row[0].split(", ")]
    assert 40 <= len(rows) <= 60
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert len(words) == len(set(words))
    assert all(10 <= len(meaning) <= 130 for _, meaning in rows)
