"""Data classes whose methods are made when the first of them is used.

`dataclasses.dataclass` writes and compiles the text of five methods for every class: more than half
of the time of an import, and most classes of a program are never used in one run. The decorator of
this module does that work with the first instance, comparison or question for the fields; the class
is then the same as one of the standard library, so that nothing is slower afterwards.
"""

from __future__ import annotations

import copy
import dataclasses
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
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
GUARDS = ("__setattr__", "__delattr__")
"""Methods of frozen classes, which know the class they belong to."""
ATTRIBUTES = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__")


def _methods(options: dict[str, bool]) -> list[str]:
    """Return the names of the methods that a data class gets."""
    found = ["__init__"] if options["init"] else []
    found += ["__repr__"] if options["repr"] else []
    found += ["__eq__"] if options["eq"] else []
    found += ["__hash__"] if options["eq"] and options["frozen"] else []
    return found + ([*GUARDS] if options["frozen"] else [])


class _Late:
    """A class that is not yet a data class, and what stands for its methods and attributes."""

    def __init__(self, cls: Any, options: dict[str, bool]) -> None:
        self.cls = cls
        self.options = options
        self.is_complete = False
        self.made: dict[str, Any] = {}
        own = cls.__dict__
        self.stand_ins: dict[str, Any] = {
            name: _method(self, name) for name in _methods(options) if name not in own
        }
        if options["eq"] and not options["frozen"] and "__hash__" not in own:
            cls.__hash__ = None
        self.stand_ins |= {name: _Attribute(self, name) for name in ATTRIBUTES if name not in own}
        for name, stand_in in self.stand_ins.items():
            setattr(cls, name, stand_in)

    def complete(self) -> None:
        """Make the class a data class, once; what others have put in the place of methods stays.

        Other threads may use the class all the while: methods are made on a class beside it, and
        each takes the place of its stand-in at once.
        """
        with _LOCK:
            if self.is_complete:
                return
            self.is_complete = True
            fields = self._fields()
            twin = self._twin(fields)
            self.cls.__dataclass_params__ = twin.__dict__["__dataclass_params__"]
            for name, stand_in in self.stand_ins.items():
                of = self.cls if name in GUARDS else twin
                made = self.made[name] = of.__dict__.get(name)
                if self.cls.__dict__.get(name) is not stand_in:
                    continue
                if made is None:
                    delattr(self.cls, name)
                else:
                    setattr(self.cls, name, made)

    def _fields(self) -> tuple[dataclasses.Field[Any], ...]:
        """Let the class have its fields, and refuse changes if it is frozen."""
        for name in GUARDS:
            if name in self.stand_ins:
                delattr(self.cls, name)
        kept = {key: self.options[key] for key in ("frozen", "kw_only")}
        text = self.cls.__doc__
        self.cls.__doc__ = text or " "  # else it would be made of a signature that is not there yet
        dataclasses.dataclass(init=False, repr=False, eq=False, **kept)(self.cls)
        self.cls.__doc__ = text
        return dataclasses.fields(self.cls)

    def _twin(self, fields: tuple[dataclasses.Field[Any], ...]) -> type:
        """Return a class of the same fields, with methods that suit the class itself."""
        cls = self.cls
        body: dict[str, Any] = {field.name: copy.copy(field) for field in fields}
        body["__annotations__"] = {field.name: field.type for field in fields}
        body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": " "}
        for name in ("__eq__", "__hash__"):  # they decide whether there is a hash
            if name in cls.__dict__ and name not in self.stand_ins:
                body[name] = cls.__dict__[name]
        if hasattr(cls, "__post_init__"):
            body["__post_init__"] = cls.__post_init__
        return dataclasses.dataclass(**self.options)(type(cls.__name__, (), body))


def _method(late: _Late, name: str) -> Callable[..., Any]:
    """Return what stands for a method until it is called."""

    def stand_in(self: Any, *args: Any, **kwargs: Any) -> Any:
        late.complete()
        return late.made[name](self, *args, **kwargs)

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
