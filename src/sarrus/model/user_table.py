"""Tables to which users add: methods, channels, actions, formats, commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from sarrus.errors import ModelError, Problem
from sarrus.model.entry_points import load_entry_points, loading

Value = TypeVar("Value")


class UserTable(dict[str, Value], Generic[Value]):
    """Things of one kind by name: those of the package, and those that users register.

    kind: what they are, in words; own: those of the package. A user's thing joins by `register`
    when its module is imported; `knows` imports the entry points of packages for a name that is
    not there.
    """

    def __init__(self, kind: str, own: Mapping[str, Value]) -> None:
        super().__init__(own)
        self.kind = kind
        self.own = frozenset(own)
        """The names of the package's own."""
        self.local: set[str] = set()
        """Names of what was registered by hand: other processes do not know it."""

    def register(self, name: str, value: Value) -> Value:
        """Add a user's thing and return it; raise ModelError (M32) if the name belongs to another.

        One of the same module and name replaces the earlier one, as when a module runs again.
        """
        there = self.get(name)
        if there is not None and (name in self.own or _place(there) != _place(value)):
            rule = f"is the name of {_place(there)} already"
            action = "choose another name"
            raise ModelError(Problem("M32", f"{self.kind} '{name}'", rule, action=action))
        self[name] = value
        if not loading:
            self.local.add(name)
        return value

    def remove(self, name: str) -> None:
        """Take a user's thing out again."""
        if name not in self.own:
            self.pop(name, None)
            self.local.discard(name)

    def knows(self, name: object) -> bool:
        """Whether there is a thing of this name, here or among the entry points of packages."""
        if name not in self:
            load_entry_points()
        return name in self


def _place(value: Any) -> str:
    """Return where a thing is defined, as far as it tells."""
    of = getattr(value, "defined_by", value)
    name = getattr(of, "__qualname__", None) or getattr(of, "__name__", type(of).__qualname__)
    return f"{getattr(of, '__module__', '')}.{name}".lstrip(".")
