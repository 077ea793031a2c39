"""The public face: the names at the top level, and the version."""

from __future__ import annotations

import ast
import math
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import sarrus
from architecture.source import ROOT, Source
from sarrus import Mechanism, System
from sarrus.public_names import attach


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


PACKAGES = [sarrus, sarrus.design, sarrus.robotics, sarrus.sweeps, sarrus.synthesis, sarrus.tyres]
"""Those whose names are listed in a stub."""


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_names_for_type_checkers_are_those_at_run_time(package: ModuleType) -> None:
    """Python's own parser reads the stub as the few lines of `public_names` do."""
    stub = Source(Path(package.__file__).with_suffix(".pyi"))
    names = {
        alias.asname
        for node in ast.walk(stub.tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    }
    assert names == set(package.__all__) == set(dir(package))
    for name in names:
        assert getattr(package, name) is not None


def test_a_name_is_read_from_the_stub_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init = tmp_path / "__init__.py"
    init.with_suffix(".pyi").write_text("from math import tau as tau, pi as pi\n")
    module = ModuleType("invented")
    monkeypatch.setitem(sys.modules, "invented", module)
    attribute, directory = attach("invented", str(init))
    assert directory() == ["pi", "tau"] and attribute("__all__") == ["pi", "tau"]
    assert attribute("tau") == module.tau == math.tau
    assert "pi" not in vars(module)
    with pytest.raises(AttributeError, match="module 'invented' has no attribute 'e'"):
        attribute("e")


MOST_OF_SYSTEM = 45


def test_the_facade_of_a_system_is_small() -> None:
    """Further chapters are functions that take a system: sarrus.analysis, sarrus.design, ..."""
    declared = {name for name in System.__annotations__ if not name.startswith("_")}
    defined = {name for name in dir(System) if not name.startswith("_")}
    model = Mechanism("nothing")
    model.body("rod", 1.0, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01))
    model.revolute("A", model.ground, "rod", at=(0, 0, 0), axis="z")
    there = {name for name in vars(System(model.build(), kernels=())) if not name.startswith("_")}
    names = declared | defined | there
    assert len(names) <= MOST_OF_SYSTEM, sorted(names)
    assert [base.__name__ for base in System.__mro__] == ["System", "object"]
