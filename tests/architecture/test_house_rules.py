"""The rules of the house that a machine can check."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache

from architecture.source import PACKAGE, ROOT, Source, every_file, sources

MOST_LINES = 1000
VAGUE = re.compile(r"utils?|helpers?|common|misc")
FORBIDDEN_CALLS = {"eval", "exec", "__import__"}
WRITTEN = ("late_dataclass", "exec")
"""Initializers are written as text, of names of fields alone, as the standard library does."""
NEEDS_LIBRARY = re.compile(r"@dataclass\(.*(slots|order)=True")
LIBRARY = re.compile(r"^from dataclasses import .*\bdataclass\b|\bdataclasses\.dataclass\b", re.M)
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve"}
FORBIDDEN_ATTRIBUTES = {"mktemp"}
FORBIDDEN_KEYWORDS = {"shell", "allow_pickle"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def none_of(source: Source, found: Iterator[ast.AST], rule: str) -> None:
    places = [source.place(node) for node in found]
    assert not places, f"{rule}: {', '.join(places)}"


def calls(source: Source) -> Iterator[ast.Call]:
    return (node for node in ast.walk(source.tree) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


@every_file
def test_library_does_not_print(source: Source) -> None:
    if source.chapter in {"__main__", "cli"}:
        return
    none_of(source, (c for c in calls(source) if name_of(c) == "print"), "print in the library")


@every_file
def test_no_dangerous_constructs(source: Source) -> None:
    imported = {found.module.split(".")[0] for found in source.imports}
    assert not imported & FORBIDDEN_MODULES, f"{source.place(1)} imports {FORBIDDEN_MODULES}"

    def dangerous(call: ast.Call) -> bool:
        if name_of(call) in FORBIDDEN_CALLS:
            return (source.chapter, name_of(call)) != WRITTEN
        if getattr(call.func, "attr", "") in FORBIDDEN_ATTRIBUTES:
            return True
        return any(
            k.arg in FORBIDDEN_KEYWORDS and getattr(k.value, "value", True) is not False
            for k in call.keywords
        )

    none_of(source, (c for c in calls(source) if dangerous(c)), "eval, exec, shell or pickle")


@every_file
def test_data_classes_are_late(source: Source) -> None:
    """Those of the standard library cost more at import than all else; some options need them."""
    if source.chapter == "late_dataclass" or NEEDS_LIBRARY.search(source.text):
        return
    assert not LIBRARY.search(source.text), (
        f"{source.place(1)}: import dataclass from sarrus.late_dataclass"
    )


@every_file
def test_checks_do_not_depend_on_assert(source: Source) -> None:
    found = (node for node in ast.walk(source.tree) if isinstance(node, ast.Assert))
    none_of(source, found, "assert disappears under python -O; raise an error")


@every_file
def test_text_files_say_how_their_lines_end(source: Source) -> None:
    """Else the same call writes other bytes on Windows."""

    def silent(call: ast.Call) -> bool:
        name = ast.unparse(call.func)
        if any(keyword.arg in ("newline", "force_zip64") for keyword in call.keywords):
            return False  # what is packed is bytes
        if call.args and ast.unparse(call.args[0]) == "os.devnull":
            return False
        if name in ("open", "io.open", "os.fdopen") or name.endswith(".open"):
            modes = [*call.args, *(k.value for k in call.keywords if k.arg == "mode")]
            text = [m.value for m in modes if isinstance(m, ast.Constant)]
            return any(isinstance(m, str) and re.fullmatch(r"[wxa]\+?t?", m) for m in text)
        return name.endswith(".write_text")

    none_of(source, (c for c in calls(source) if silent(c)), "newline= is missing")


@every_file
def test_no_error_is_swallowed(source: Source) -> None:
    def swallows(node: ast.AST) -> bool:
        if not isinstance(node, ast.ExceptHandler):
            return False
        broad = getattr(node.type, "id", "") in {"Exception", "BaseException"}
        silent = all(isinstance(statement, ast.Pass) for statement in node.body)
        return node.type is None or (broad and silent)

    found = (node for node in ast.walk(source.tree) if swallows(node))
    none_of(source, found, "a bare except, or a broad one that passes")


@every_file
def test_identifiers_are_ascii(source: Source) -> None:
    if source.text.isascii():
        return
    with source.path.open("rb") as stream:
        names = [t for t in tokenize.tokenize(stream.readline) if t.type == tokenize.NAME]
    wrong = [f"{source.place(t.start[0])} {t.string}" for t in names if not t.string.isascii()]
    assert not wrong, f"spell Greek letters out: {', '.join(wrong)}"


@every_file
def test_nothing_is_left_to_do(source: Source) -> None:
    found = re.findall(r"\b(?:TODO|FIXME|XXX|HACK)\b", source.text)
    assert not found, f"{source.place(1)} holds {found}"


@every_file
def test_file_is_one_chapter(source: Source) -> None:
    """But for stubs, which list names or are written by a tool."""
    lines = source.text.count("\n")
    assert lines <= MOST_LINES or source.path.suffix == ".pyi", (
        f"{source.place(1)}: {lines} lines are two chapters"
    )


@every_file
def test_file_is_named_after_a_concept(source: Source) -> None:
    vague = [part for part in source.name.split(".") if VAGUE.fullmatch(part)]
    assert not vague, f"{source.place(1)}: {vague} names no concept"


def test_every_folder_is_a_package() -> None:
    folders = {source.path.parent for source in sources()}
    wrong = [str(f.relative_to(ROOT)) for f in folders if not (f / "__init__.py").exists()]
    assert not wrong, f"no __init__.py in {wrong}"


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").exists()


# Docstrings ---------------------------------------------------------------------------------


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """Return the classes of the package by name, of which several may have the same."""
    found: dict[str, list[ast.ClassDef]] = {}
    for source in sources():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def members(node: ast.ClassDef) -> Iterator[Function]:
    return (child for child in node.body if isinstance(child, Function))


def bases(node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """Return the classes of the package that a class inherits from, at any distance."""
    for base in node.bases:
        inner = base.value if isinstance(base, ast.Subscript) else base
        name = getattr(inner, "id", getattr(inner, "attr", ""))
        for found in classes().get(name, ()):
            if name != node.name:
                yield found
                yield from bases(found)


def inherits_docstring(node: ast.ClassDef, member: Function) -> bool:
    """True if a base says what the member is: a method with a docstring, or a declared name."""
    for base in bases(node):
        for child in base.body:
            if isinstance(child, Function) and child.name == member.name:
                if ast.get_docstring(child):
                    return True
            elif isinstance(child, ast.AnnAssign) and child.target.id == member.name:
                return True
    return False


def is_setter(member: Function) -> bool:
    decorators = {getattr(decorator, "attr", "") for decorator in member.decorator_list}
    return bool(decorators & {"setter", "deleter", "overload"}) or any(
        getattr(decorator, "id", "") == "overload" for decorator in member.decorator_list
    )


def undocumented(body: list[ast.stmt]) -> Iterator[ast.AST]:
    for node in body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if isinstance(node, ast.ClassDef):
            yield from undocumented_members(node)
        if not ast.get_docstring(node) and not (isinstance(node, Function) and is_setter(node)):
            yield node


def undocumented_members(node: ast.ClassDef) -> Iterator[ast.AST]:
    for member in members(node):
        public = not member.name.startswith("_") and not is_setter(member)
        if public and not ast.get_docstring(member) and not inherits_docstring(node, member):
            yield member


@every_file
def test_what_is_public_has_a_docstring(source: Source) -> None:
    assert ast.get_docstring(source.tree), f"{source.place(1)}: the module has no docstring"
    none_of(source, undocumented(source.tree.body), "no docstring")
