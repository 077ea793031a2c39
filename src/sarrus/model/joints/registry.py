"""The joint types by their names: those of the package and those that users add."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from sarrus.entry_points import load_entry_points
from sarrus.errors import ModelError, Problem
from sarrus.model.type_names import snake_case

if TYPE_CHECKING:
    from sarrus.model.joints.joint_type import JointType

Joint = TypeVar("Joint", bound="JointType")


class Registry(Mapping[str, "type[JointType]"]):
    """Joint types by their `type_name`; own: those of the package, which are imported when needed.

    A user's class joins by `register` when its module is imported. Iteration goes through what is
    registered so far; for a name that is not known, the entry points of packages are imported.
    """

    def __init__(self, own: Iterable[str]) -> None:
        self._classes: dict[str, type[JointType] | str] = {snake_case(cls): cls for cls in own}
        self.own = frozenset(self._classes)
        """The names of the package's own types."""

    def _class(self, name: str) -> type[JointType]:
        """Return the class of a name that is registered, imported if need be."""
        found = self._classes[name]
        if isinstance(found, str):
            found = self._classes[name] = getattr(import_module("sarrus.model.joints"), found)
        return found

    def register(self, cls: type[Joint]) -> type[Joint]:
        """Add a user's class and return it, so that this can decorate the class.

        Raises ModelError (M32) if the class is not complete, or if its name belongs to another.
        """
        from sarrus.model.joints.consistency import incomplete

        rules = list(incomplete(cls))
        name = getattr(cls, "type_name", None)
        there = self._class(name) if isinstance(name, str) and name in self._classes else None
        if there is not None and _place(there) != _place(cls):
            rules.append(f"has the name '{name}', which {_place(there)} has already")
        if rules:
            element = f"joint type {_place(cls)}"
            raise ModelError([Problem("M32", element, rule) for rule in rules])
        self._classes[cls.type_name] = cls
        return cls

    def remove(self, cls: type[JointType]) -> None:
        """Take a user's class out again."""
        if self.name_of(cls) is not None and cls.type_name not in self.own:
            del self._classes[cls.type_name]

    def name_of(self, cls: type) -> str | None:
        """Return the name under which a class is registered; None if it is not."""
        name = getattr(cls, "type_name", None)
        if not isinstance(name, str) or name not in self._classes:
            return None
        return name if self._class(name) is cls else None

    def __getitem__(self, name: str) -> type[JointType]:
        self.__contains__(name)  # looks for it among the entry points
        return self._class(name)

    def __contains__(self, name: object) -> bool:
        if name not in self._classes and isinstance(name, str) and name.isidentifier():
            load_entry_points()
        return name in self._classes

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._classes))

    def __len__(self) -> int:
        return len(self._classes)


def _place(cls: Any) -> str:
    return f"{getattr(cls, '__module__', '?')}.{getattr(cls, '__qualname__', repr(cls))}"
