"""The reference has all that is public, and docstrings become text that docutils reads."""

from __future__ import annotations

import importlib
import inspect
import re
from types import ModuleType
from typing import Any

import pytest

import sarrus
from docs.pages import DOCS
from project_program import project_program

MODULES = sorted(
    re.search(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))[1]
    for page in (DOCS / "api").glob("*.md")
)
docutils = pytest.importorskip("docutils")


@pytest.fixture(scope="module")
def docstrings() -> ModuleType:
    return project_program("docs/extensions/plain_docstrings.py")


def public(module: str) -> list[Any]:
    """Return the public things of a module, and their public members."""
    home = importlib.import_module(module)
    found = [getattr(home, name) for name in home.__all__]
    things = [thing for thing in found if inspect.isclass(thing) or inspect.isfunction(thing)]
    members = [member for thing in things if inspect.isclass(thing)
               for name, member in vars(thing).items()
               if not name.startswith("_") and (inspect.isfunction(member)
                                                or isinstance(member, property))]  # fmt: skip
    return [home, *things, *members]


def test_every_public_package_has_a_page() -> None:
    packages = {f"sarrus.{name}" for name in sarrus.__all__
                if inspect.ismodule(getattr(sarrus, name))}  # fmt: skip
    assert {"sarrus", *packages} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_are_read_without_a_warning(module: str, docstrings: ModuleType) -> None:
    from docutils.core import publish_doctree

    quiet = {"report_level": 5, "halt_level": 5, "file_insertion_enabled": False}
    for thing in public(module):
        text = "\n".join(docstrings.plain((inspect.getdoc(thing) or "").splitlines()))
        tree = publish_doctree(text, settings_overrides=quiet)
        wrong = [m.astext() for m in tree.findall() if m.tagname == "system_message"]
        assert not wrong, f"{thing}: {wrong}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("`a` is * b", "``a`` is \\* b"),
        ("`Curve`s of x_", "``Curve``\\ s of x\\_"),
        ("|x|^2", "\\|x\\|^2"),
        ("a_b", "a_b"),
    ],
)
def test_lines(docstrings: ModuleType, line: str, expected: str) -> None:
    assert docstrings.escaped(line) == expected


def test_blocks_are_literal(docstrings: ModuleType) -> None:
    found = docstrings.plain(["Words.", "", "    a * b", "", "More."])
    assert found == ["Words.", "", "", "::", "", "       a * b", "", "", "More."]
