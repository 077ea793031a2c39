"""The page of force elements is that of the fields."""

from __future__ import annotations

import importlib.util

from docs.pages import DOCS


def test_the_page_is_current() -> None:
    path = DOCS.parent / "tools" / "write_element_page.py"
    spec = importlib.util.spec_from_file_location("write_element_page", path)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    page = tool.PAGE.read_text(encoding="utf-8")
    assert page == tool.page(), "run `python tools/write_element_page.py`"
