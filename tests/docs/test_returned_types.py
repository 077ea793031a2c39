"""What public calls return is public: reachable from a public module, and in the reference."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import typing
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Any

from docs.test_reference import MODULES
from sarrus.kernels.kernel import Kernel
from sarrus.model.forces import Driver, TyreContact

INSIDE = {
    Kernel: "of the loads that a run keeps: machine code, which knows no mechanics",
    Driver: "a force element, which users describe by `m.driver`",
    TyreContact: "a force element, which users describe by `m.tyre`",
}
"""Types that calls of public objects return and that are no user's."""


@cache
def public() -> dict[str, Any]:
    """Return every public thing by module and name."""
    found = {}
    for module in MODULES:
        home = importlib.import_module(module)
        found |= {f"{module}.{name}": getattr(home, name) for name in home.__all__}
    return found


def function_of(member: Any) -> Any:
    """Return the function behind a member of a class; None if there is none."""
    if isinstance(member, classmethod | staticmethod):
        return member.__func__
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    return member if inspect.isfunction(member) else None


def calls() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public functions, and methods and properties of public classes."""
    seen = set()
    for name, thing in public().items():
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if inspect.isfunction(thing):
            yield name, thing
        names = dir(thing) if inspect.isclass(thing) else ()
        for key in (name for name in names if not name.startswith("_")):
            function = function_of(inspect.getattr_static(thing, key))
            if function is None and hasattr(thing, key):  # a method that is made when asked for
                function = function_of(getattr(thing, key))
            if function is not None:
                yield f"{name}.{key}", function


@cache
def names_of(module: str) -> dict[str, Any]:
    """Return the names of a module, and those that it imports for type checkers alone."""
    found = dict(vars(sys.modules[module]))
    source = inspect.getsource(sys.modules[module])
    for node in ast.parse(source).body if "TYPE_CHECKING" in source else ():
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for line in node.body:
                if isinstance(line, ast.Import | ast.ImportFrom):
                    exec(compile(ast.Module([line], []), module, "exec"), found)
    return found


def parts(of_type: Any) -> Iterator[type]:
    """Yield the classes that a type is made of."""
    arguments = typing.get_args(of_type)
    for argument in arguments:
        for inner in argument if isinstance(argument, list) else [argument]:
            yield from parts(inner)
    if not arguments and inspect.isclass(of_type):
        yield of_type


def returned(function: Any) -> list[type]:
    """Return the classes of the package that a call returns, as its signature says."""
    bare = inspect.unwrap(function)
    written = inspect.signature(bare).return_annotation
    if written in (inspect.Signature.empty, None, "None"):
        return []
    scope = names_of(bare.__module__)
    if hasattr(bare, "__signature__"):
        scope = {**names_of("sarrus.model.described"), **scope}
    found = eval(written, dict(scope)) if isinstance(written, str) else written
    return [kind for kind in parts(found) if kind.__module__.startswith("sarrus")]


def test_every_returned_type_is_public() -> None:
    known = {id(thing) for thing in public().values()} | {id(kind) for kind in INSIDE}
    wrong = {
        f"{name} returns {kind.__module__}.{kind.__qualname__}"
        for name, function in calls()
        for kind in returned(function)
        if id(kind) not in known
    }
    assert not wrong, "export them, in sarrus.result_types if nowhere else:\n" + "\n".join(
        sorted(wrong)
    )


def test_every_public_call_says_what_it_returns_and_takes() -> None:
    found = dict(calls())
    assert len(found) > 1000
    bare = [
        name
        for name, function in found.items()
        if function.__module__ != "collections.abc"  # methods of a mapping are Python's
        if inspect.signature(function).return_annotation is inspect.Signature.empty
        or any(
            parameter.annotation is inspect.Parameter.empty
            for key, parameter in inspect.signature(function).parameters.items()
            if key not in ("self", "cls", "mechanism", "_cls") and not key.startswith("_")
        )
    ]
    assert not bare
