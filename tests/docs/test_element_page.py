"""The page of force elements is that of the fields."""

from __future__ import annotations

from project_program import project_program


def test_the_page_is_current() -> None:
    tool = project_program("tools/write_element_page.py")
    page = tool.PAGE.read_text(encoding="utf-8")
    assert page == tool.page(), "run `python tools/write_element_page.py`"
