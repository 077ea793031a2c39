"""Constructs that can run foreign code, lose errors or change numbers: none, or for a reason."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping
from typing import Any

from architecture.source import Source, sources

MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "code"}
CALLS = {
    "yaml.load": "reads tags that build objects",
    "yaml.load_all": "reads tags that build objects",
    "yaml.unsafe_load": "reads tags that build objects",
    "yaml.full_load": "reads tags that build objects",
    "yaml.safe_load": "takes the last of two equal keys, and reads anchors",
    "np.load": "may unpickle",
    "numpy.load": "may unpickle",
    "os.system": "starts a shell",
    "os.popen": "starts a shell",
    "os.tmpnam": "names a file that others may make",
    "tempfile.mktemp": "names a file that others may make",
}
FAST_MATH = ("-ffast-math", "fastmath", "-Ofast", "unsafe-fp-math")

SILENT = {
    "formats.writing.mechanism_of": "an element that no words describe is kept as it is",
}
"""Modules in which an error may pass in silence, and why."""

BUILTIN = {
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
} | {"LinAlgError"}
OUR_OWN = {
    "kernels": "arrays and sizes between our own parts; knows nothing of errors of users",
    "solvers": "arrays and callables only; `system` checks what users give",
    "storage.block": "a contract between reader and writer",
    "storage.disk": "what the system said, caught where it is told",
    "storage.index": "the protocol of sequences",
    "storage.record": "caught by `decode`, which tells it as F13",
    "storage.run_writer": "a contract with the recorder",
    "dynamics.link_frames": "frames that change are asked for by no caller",
    "system.simulation.mode_kernels": "a method is checked before it is used",
    "system.history.user_measures": "caught while a measure is traced, and told as D08 or M09",
    "system.one_state.assembling": "a contract with the callers",
    "model.element_methods": "the protocol of attributes",
    "model.forces.formula": "caught by readers of files, which tell it as F13",
    "model.forces.recorder": "raised in functions of users, caught and told as M29",
    "model.forces.user_force": "the protocol of attributes",
    "model.forces.user_motion": "raised in functions of users, caught and told as M29",
    "cli.ending": "the reader of our output went away, which ends the command",
    "model.expressions.expression": "a contract with those who call a law",
    "model.expressions.operations": "caught where a value is asked for, and told as F22",
    "formats.yaml.marks": "the protocol of mappings",
    "formats.yaml.places": "the protocol of mappings",
    "model.registry": "the protocol of mappings",
    "storage.new_file": "caught in the same file, and told as E-EXISTS",
    "system.simulation.many_runs": "the protocol of sequences",
    "sweeps.connection": "the end of a talk between processes, which its readers wait for",
    "sweeps.tasks": "a contract with the pool, which sends no functions",
    "system.simulation.state_law": "caught by readers of files, which tell it as F13",
    "formats.mjcf.orientations": "caught by every caller, and told as M19 or M20",
    "model.meshes": "caught where a mesh is read, and told as F10",
    "model.mesh_formats": "caught where a mesh is read, and told as F10",
    "public_names": "the protocol of attributes",
}
"""Where exceptions of Python may be raised, and why no user meets them bare."""

SOURCES = sources()


def found_in(kind: type[ast.AST], wrong: Callable[[Any], str]) -> list[tuple[Source, str]]:
    """Return file and place of every node that is wrong, with the reason."""
    found = []
    for source in SOURCES:
        for node in ast.walk(source.tree):
            if isinstance(node, kind) and (reason := wrong(node)):
                found.append((source, f"{source.place(node)}: {reason}"))
    return found


def listed(found: list[tuple[Source, str]], allowed: Mapping[str, str]) -> list[str]:
    """Return the places outside of the modules that have a reason."""
    return [place for source, place in found if not within(source.name or "__init__", allowed)]


def within(name: str, allowed: Mapping[str, str]) -> bool:
    return any(name == known or name.startswith(f"{known}.") for known in allowed)


def dotted(call: ast.Call) -> str:
    """`yaml.load` of `yaml.load(...)`."""
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return f"{function.value.id}.{function.attr}"
    return ""


def test_nothing_runs_foreign_code() -> None:
    imports = [
        f"{source.place(found)}: {found.module}"
        for source in SOURCES
        for found in source.imports
        if found.module.split(".")[0] in MODULES
    ]
    assert not imports
    assert not listed(found_in(ast.Call, lambda call: CALLS.get(dotted(call), "")), {})


def test_numbers_are_computed_as_they_are_written() -> None:
    def flag(text: ast.Constant) -> str:
        words = text.value.split() if isinstance(text.value, str) else ()
        return next((word for word in FAST_MATH if word in words), "")

    def keyword(word: ast.keyword) -> str:
        return word.arg or "" if word.arg in ("fastmath", "fast_math") else ""

    assert not listed(found_in(ast.Constant, flag), {})
    assert not listed(found_in(ast.keyword, keyword), {})


def test_no_exception_passes_in_silence() -> None:
    """`contextlib.suppress` names what may be left; `except ...: pass` says nothing."""

    def silent(handler: ast.ExceptHandler) -> str:
        alone = len(handler.body) == 1 and isinstance(handler.body[0], ast.Pass)
        return "passes in silence" if alone else ""

    assert not listed(found_in(ast.ExceptHandler, silent), SILENT)


def test_users_meet_errors_of_ours() -> None:
    """Python's own exceptions are raised only where the table says why no user meets them."""

    def of_python(node: ast.Raise) -> str:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        name = getattr(raised, "attr", getattr(raised, "id", ""))
        return name if name in BUILTIN else ""

    found = found_in(ast.Raise, of_python)
    assert len(found) > 100  # the search finds what there is
    wrong = listed(found, OUR_OWN)
    assert not wrong, "raise an error with a Problem instead:\n" + "\n".join(wrong)


def test_the_lists_of_exceptions_name_modules_that_exist() -> None:
    names = {source.name or "__init__" for source in SOURCES}
    for known in (*SILENT, *OUR_OWN):
        assert any(within(name, {known: ""}) for name in names), known
