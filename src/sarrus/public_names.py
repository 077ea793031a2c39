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
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
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
