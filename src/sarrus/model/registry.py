"""Types of elements by their names: those of the package and those that users add.

A user's class joins when its module is imported (`register`), or without an import by an entry
point of its package, whose name is that of the type:

    [project.entry-points."sarrus.joints"]
    cam_slot = "my_package.joints:CamSlot"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from sarrus.errors import ModelError, Problem

T = TypeVar("T")
Check = Callable[[type], Iterable[str]]
"""Returns what is wrong with a class that wants to join, as the rule that it breaks."""


class Registry(Mapping[str, type[T]]):
    """Classes of one kind of element by their `type_name`.

    kind: what messages call an element, such as "joint"; group: the group of entry points; own: the
    classes of the package. Iteration goes through what is registered so far; a name that is not
    known is looked for among the entry points, and only then are they read.
    """

    def __init__(self, kind: str, group: str, own: Iterable[type[T]], check: Check) -> None:
        self.kind = kind
        self.group = group
        self._check = check
        self._classes: dict[str, type[T]] = {_name(cls): cls for cls in own}
        self.own = frozenset(self._classes)
        """The names of the package's own types."""

    def register(self, cls: type[T]) -> type[T]:
        """Add a user's class and return it, so that this can decorate the class.

        Raises ModelError (M32) if the class is not complete, or if its name belongs to another.
        """
        name = _name(cls)
        rules = list(self._check(cls))
        there = self._classes.get(name) if isinstance(name, str) else None
        if there is not None and _place(there) != _place(cls):
            rules.append(f"has the name '{name}', which {_place(there)} has already")
        if rules:
            element = f"{self.kind} type {_place(cls)}"
            raise ModelError([Problem("M32", element, rule) for rule in rules])
        self._classes[name] = cls
        return cls

    def name_of(self, cls: type) -> str | None:
        """Return the name under which a class is registered; None if it is not."""
        name = getattr(cls, "type_name", None)
        return name if isinstance(name, str) and self._classes.get(name) is cls else None

    def __getitem__(self, name: str) -> type[T]:
        if name not in self._classes and name in self:
            self._load(name)
        return self._classes[name]

    def __contains__(self, name: object) -> bool:
        if name in self._classes:
            return True
        return isinstance(name, str) and name.isidentifier() and name in self._entry_points

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._classes))

    def __len__(self) -> int:
        return len(self._classes)

    @property
    def names(self) -> tuple[str, ...]:
        """All names that may be used, those of entry points included."""
        return tuple(dict.fromkeys((*self._classes, *self._entry_points)))

    @cached_property
    def _entry_points(self) -> dict[str, Any]:
        from importlib.metadata import entry_points  # slow, and needed for unknown names only

        return {point.name: point for point in entry_points(group=self.group)}

    def _load(self, name: str) -> None:
        """Register the class of an entry point."""
        point = self._entry_points[name]
        element = f"{self.kind} type '{name}'"
        try:
            cls = point.load()
        except Exception as problem:
            rule = f"cannot be loaded from its entry point {point.value}: {problem}"
            action = "correct or remove the package that brings it"
            raise ModelError(Problem("M32", element, rule, action=action)) from problem
        if name in self._classes:
            return  # its module has registered it
        if _name(cls) != name:
            rule = f"is called '{_name(cls)}' by its class {point.value}; both must be one name"
            raise ModelError(Problem("M32", element, rule))
        self.register(cls)


def _name(cls: Any) -> Any:
    return getattr(cls, "type_name", None)


def _place(cls: Any) -> str:
    return f"{getattr(cls, '__module__', '?')}.{getattr(cls, '__qualname__', repr(cls))}"
