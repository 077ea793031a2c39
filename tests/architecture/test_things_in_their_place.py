"""Things stand in one place: plots, error texts, formulas of papers, lists of names, mechanisms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import metadata, packages_distributions
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from architecture.source import PACKAGE, ROOT, Source, sources
from sarrus import error_codes
from sarrus.gallery import EXAMPLES

DRAWS = "Visualization"
"""The word in the classifiers of packages that draw."""


def test_plots_are_made_by_matplotlib_only() -> None:
    """Of all that is installed and draws, by its own metadata, only this is imported or named."""
    draw = {
        module: owners[0]
        for module, owners in packages_distributions().items()
        if any(DRAWS in line for line in metadata(owners[0]).get_all("Classifier") or ())
    }
    named = {module for source in sources() for module in draw if is_named(module, source.text)}
    assert {draw[module] for module in named} == {"matplotlib"}


def is_named(module: str, text: str) -> bool:
    """Whether a file imports a module, or has its name as a text that may be imported later."""
    return module in text and bool(
        re.search(
            rf"^\s*(?:import|from) {module}\b|[\"']{module}(?:\.\w+)*[\"']", text, re.MULTILINE
        )
    )


ERRORS = "SarrusError|ModelError|SimulationStopped|EnvironmentProblem|InternalError"


def test_errors_are_raised_with_problems_and_never_with_a_text() -> None:
    texts = "\n".join(source.text for source in sources())
    assert len(re.findall(rf"raise (?:{ERRORS})\(", texts)) > 500
    assert not re.findall(rf"raise (?:{ERRORS})\(\s*(?:[rf]*[\"']|\)).*", texts)


def test_meanings_causes_and_fixes_of_codes_are_data_alone() -> None:
    """No sentence of `error_codes.toml` stands in a Python file again."""
    texts = {
        sentence
        for code in error_codes.codes().values()
        for text in (code.meaning, code.cause, code.fix)
        for sentence in re.split(r"(?<=[.:;]) ", " ".join(text.split()))
        if len(sentence) > 40
    }
    assert len(texts) > 500
    wrong = []
    for source in sources():
        words = " ".join(re.sub(r"[\"']\s*\n\s*f?[\"']", "", source.text).split())
        wrong += [f"{source.name}: {text}" for text in texts if text in words]
    assert not wrong, "\n".join(wrong)


def functions(source: Source) -> Iterator[ast.FunctionDef]:
    """The functions of a file that take more than one statement."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef):
            node = ast.FunctionDef(**{name: getattr(node, name, None) for name in node._fields},
                                   lineno=node.lineno)  # fmt: skip
            if ast.get_docstring(node):
                node.body = node.body[1:]
            if len(node.body) > 1:
                yield node


def shape(function: ast.FunctionDef) -> str:
    """Return what a function computes, whatever its names are and whatever is said of it."""
    names: dict[str, str] = {}
    copy = ast.parse(ast.unparse(function))
    for part in ast.walk(copy):
        if isinstance(part, ast.FunctionDef):
            part.name, part.returns, part.decorator_list = "f", None, []
        elif isinstance(part, ast.arg):
            part.arg, part.annotation = names.setdefault(part.arg, f"x{len(names)}"), None
        elif isinstance(part, ast.Name):
            part.id = names.setdefault(part.id, f"x{len(names)}")
    return ast.unparse(copy)


EQUATIONS = {"dynamics", "topology"}
"""Chapters where such a function would stand first."""


@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_formulas_of_papers_stand_with_the_papers_alone(everywhere: bool) -> None:
    """No function of `sarrus.papers` is written elsewhere again, under whatever names."""
    of_papers, sizes = {}, set()
    for source in sources():
        for function in functions(source) if source.chapter == "papers" else ():
            of_papers[shape(function)] = function.name
            sizes.add((len(function.args.args), len(function.body)))
    assert len(of_papers) > 15
    others = [s for s in sources() if s.chapter in EQUATIONS or everywhere]
    again = [
        f"{source.place(function)}: {function.name} is {of_papers[shape(function)]}"
        for source in others
        for function in (functions(source) if source.chapter != "papers" else ())
        if (len(function.args.args), len(function.body)) in sizes and shape(function) in of_papers
    ]
    assert not again, "\n".join(again)


def test_the_pages_of_the_papers_run_their_formulas() -> None:
    """Each module of formulas is imported by a page of a paper, or by its figures."""
    pages = [*(ROOT / "docs" / "papers").glob("*.md"), *(ROOT / "docs" / "papers").glob("*.py")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    modules = {path.stem for path in (PACKAGE / "papers").glob("*.py")} - {"__init__"}
    run = set(re.findall(r"^from sarrus\.papers\.(\w+) import", text, re.MULTILINE))
    assert run == modules


def test_public_names_are_listed_once() -> None:
    """A package with a list in `__init__.pyi` does not import the same names again."""
    stubs = sorted(PACKAGE.rglob("__init__.pyi"))
    assert len(stubs) > 20
    for stub in stubs:
        tree = ast.parse(stub.with_suffix(".py").read_text(encoding="utf-8"))
        names = [
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module != "sarrus.public_names"
            for alias in node.names
            if node.module and node.module.startswith("sarrus.")
        ]
        listed = {name.name for name in ast.walk(ast.parse(stub.read_text(encoding="utf-8")))
                  if isinstance(name, ast.alias)}  # fmt: skip
        assert not set(names) & listed, stub


def mechanisms() -> dict[str, Mapping[str, Any]]:
    """What templates and example files say of bodies and joints, by file."""
    folders = (PACKAGE / "cli" / "templates", ROOT / "examples" / "models")
    files = [path for folder in folders for path in sorted(folder.glob("*.yaml"))]
    found = {}
    for path in files:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        found[str(path.relative_to(ROOT))] = {k: data.get(k) for k in ("bodies", "joints")}
    return found


def test_files_of_the_same_mechanism_are_those_of_one_of_the_gallery() -> None:
    """Two files with equal bodies and joints show one mechanism of the gallery, by their names."""
    files = mechanisms()
    assert len(files) > 20
    for (a, first), (b, second) in combinations(files.items(), 2):
        if first == second:
            stems = {Path(a).stem, Path(b).stem}
            families = [
                name for name in EXAMPLES
                if all(stem.split("_")[0] == name.split("_")[0] for stem in stems)
            ]  # fmt: skip
            assert families, f"{a} and {b} are the same mechanism, and none of the gallery"
