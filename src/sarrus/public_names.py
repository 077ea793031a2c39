"""Public names of a package, listed once: in its stub, and imported when first used (SPEC 1).

`__init__.pyi` says `from sarrus.model import Body as Body`, which type checkers and editors read;
at run time the same lines tell where a name is to be found. Nothing is read before a name is
used, so that importing a package costs nothing.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # known to type checkers; importing `typing` would take most of the time
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    Class = TypeVar("Class", bound=type)


def homes(stub: str) -> dict[str, str]:
    """Return the public names of a stub, each with the module that has it."""
    found: dict[str, str] = {}
    module = ""
    with open(stub, encoding="utf-8") as file:
        for line in file:
            parts = line.replace(",", " ").split()
            if parts[:1] == ["from"]:
                module = parts[1]
            found |= {parts[k + 1]: module for k, part in enumerate(parts) if part == "as"}
    return found


class MissingName(AttributeError):
    """An attribute that is not there: with what to write instead, or the nearest thing there is.

    That is looked up when the message is read: imports of submodules ask for names in vain.
    """

    def __str__(self) -> str:
        from sarrus.limits import limit_of
        from sarrus.other_names import advice

        rule = super().__str__()
        instead = advice(self.obj, self.name or "")
        if instead:
            return f"{rule}: {instead}"
        found = limit_of(self.name or "")
        return rule if found is None else f"{rule}: {found.advice}"


def check_import(name: str, package: str, caller: Any) -> None:
    """Raise ImportError with the nearest thing, where `from package import name` asks for a limit.

    Python puts a message of its own in place of what an AttributeError says there, so that it has
    to be an ImportError; `package.name` and `hasattr` still see an AttributeError. caller: the
    frame that asks.
    """
    from opcode import opmap

    code = caller.f_code.co_code
    if not 0 <= caller.f_lasti < len(code) or code[caller.f_lasti] != opmap["IMPORT_FROM"]:
        return
    from sarrus.limits import limit_of

    found = limit_of(name)
    if found is not None:
        rule = f"cannot import name {name!r} from {package!r}: {found.advice}"
        raise ImportError(rule, name=package)


def missing_attribute(of: Any, name: str) -> AttributeError:
    """Return the error of an attribute that is not there, and the nearest thing there is."""
    rule = f"'{type(of).__name__}' object has no attribute '{name}'"
    return MissingName(rule, name=name, obj=of)


def with_limits(cls: Class) -> Class:
    """Let objects of a class say what Sarrus lacks where that is asked of them as an attribute.

    A decorator, so that type checkers still refuse attributes that are not there.
    """

    def attribute(self: Any, name: str) -> Any:
        if not name.startswith("_") and hasattr(type(self), name):
            return object.__getattribute__(self, name)  # a property that failed: its own error
        raise missing_attribute(self, name)

    cls.__getattr__ = attribute  # type: ignore[attr-defined]
    return cls


def refusal(module: str) -> Callable[[str], object]:
    """Return `__getattr__` of a module that says what Sarrus lacks where that is asked of it."""

    def attribute(name: str) -> object:
        check_import(name, module, sys._getframe(1))
        raise MissingName(f"module {module!r} has no attribute {name!r}", name=name)

    return attribute


def attach(package: str, init: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package whose stub stands beside its `__init__.py`.

    `__all__` is answered by `__getattr__` too.
    """
    listed: dict[str, str] = {}

    def names() -> Mapping[str, str]:
        if not listed:
            listed.update(homes(init.removesuffix("c") + "i"))
        return listed

    def attribute(name: str) -> object:
        if name == "__all__":
            return sorted(names())
        if name.startswith("__") or name not in names():
            check_import(name, package, sys._getframe(1))
            raise MissingName(f"module {package!r} has no attribute {name!r}", name=name)
        from importlib import import_module

        home = names()[name]
        if home == package:
            value: object = import_module(f"{package}.{name}")
        else:
            value = getattr(import_module(home), name)
        setattr(sys.modules[package], name, value)
        return value

    def directory() -> list[str]:
        return sorted(names())

    return attribute, directory


class LateModule:
    """A module that is imported when something of it is first named.

    For modules that few calls need, in the place of an import at the top, which type checkers see:

        if TYPE_CHECKING:
            from sarrus.system.one_state import assembling
        else:
            assembling = LateModule("sarrus.system.one_state.assembling")
    """

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        found = getattr(import_module(self.__name__), name)
        setattr(self, name, found)
        return found
