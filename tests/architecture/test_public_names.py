"""The public face: the names at the top level, and the version."""

from __future__ import annotations

import ast
import tomllib

import pytest

import sarrus
from architecture.source import PACKAGE, ROOT, Source


def test_version_is_the_project_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sarrus.__version__ == project["version"]


@pytest.mark.parametrize("name", sarrus.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(sarrus, name) is not None
    assert name in dir(sarrus)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Mechanisms'"):
        _ = sarrus.Mechanisms


def test_names_for_type_checkers_are_the_lazy_ones() -> None:
    """The imports under TYPE_CHECKING and the table of lazy imports say the same."""
    tree = Source(PACKAGE / "__init__.py").tree
    typed = {
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("sarrus.")
        for alias in node.names
    }
    lazy = {(module, name) for name, module in sarrus._MODULE_OF.items()}
    assert typed == lazy
    others = {"__version__", *sarrus._PACKAGES}
    assert {name for _, name in lazy} | others == set(sarrus.__all__)
