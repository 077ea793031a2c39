"""Data classes whose methods are made when the first of them is used.

`dataclasses.dataclass` writes and compiles the text of five methods for every class: more than half
of the time of an import, and most classes of a program are never used in one run. The decorator of
this module does that work with the first instance, comparison or question for the fields; the class
is then the same as one of the standard library, so that nothing is slower afterwards.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls=None, /, *, init=True, repr=True, eq=True, frozen=False, kw_only=False
    ):  # arguments and types are those of the standard library
        """Make a class a data class; see `dataclasses.dataclass`."""

        def decorated(cls):
            options = {"init": init, "repr": repr, "eq": eq, "frozen": frozen, "kw_only": kw_only}
            return _Late(cls, options).cls

        return decorated if cls is None else decorated(cls)


_LOCK = threading.RLock()
ATTRIBUTES = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__")


def _methods(options: dict[str, bool]) -> list[str]:
    """Return the names of the methods that a data class gets."""
    found = ["__init__"] if options["init"] else []
    found += ["__repr__"] if options["repr"] else []
    found += ["__eq__", "__hash__"] if options["eq"] else []
    return found + (["__setattr__", "__delattr__"] if options["frozen"] else [])


class _Late:
    """A class that is not yet a data class, and what stands for its methods and attributes."""

    def __init__(self, cls: Any, options: dict[str, bool]) -> None:
        self.cls = cls
        self.options = options
        self.made: dict[str, Any] = {}
        own = cls.__dict__
        self.stand_ins: dict[str, Any] = {
            name: _method(self, name) for name in _methods(options) if name not in own
        }
        self.stand_ins |= {name: _Attribute(self, name) for name in ATTRIBUTES if name not in own}
        for name, stand_in in self.stand_ins.items():
            setattr(cls, name, stand_in)

    def complete(self) -> None:
        """Make the class a data class, once; what others have put in the place of methods stays."""
        with _LOCK:
            if self.options:
                self._complete()

    def _complete(self) -> None:
        cls, options = self.cls, self.options
        self.options = {}
        replaced = {}
        for name, stand_in in self.stand_ins.items():
            found = cls.__dict__.get(name, stand_in)
            if found is not stand_in:
                replaced[name] = found
            if name in cls.__dict__:
                delattr_of_type(cls, name)
        dataclasses.dataclass(**options)(cls)
        self.made = {name: cls.__dict__.get(name) for name in self.stand_ins}
        for name, found in replaced.items():
            setattr(cls, name, found)


delattr_of_type = type.__delattr__


def _method(late: _Late, name: str) -> Callable[..., Any]:
    """Return what stands for a method until it is called."""

    def stand_in(self: Any, *args: Any, **kwargs: Any) -> Any:
        late.complete()
        made = late.made[name]
        if made is None:  # comparable and not frozen, so that it has no hash
            raise TypeError(f"unhashable type: {type(self).__name__!r}")
        return made(self, *args, **kwargs)

    return stand_in


class _Attribute:
    """What stands for an attribute of the class until it is read."""

    def __init__(self, late: _Late, name: str) -> None:
        self.late = late
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        self.late.complete()
        if self.name == "__signature__":
            import inspect

            return inspect.signature(owner)
        return getattr(owner, self.name)
