"""What a message tells of a part of a file: what it is called and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from sarrus.errors import Location


class Located(Protocol):
    """An element of XML, a statement of a dataset: what it is called and where it stands."""

    @property
    def tag(self) -> str:
        """Its kind."""

    @property
    def path(self) -> str:
        """The element in words."""

    @property
    def place(self) -> Location:
        """Where it starts."""

    @property
    def places(self) -> Mapping[str, Location]:
        """Where its attributes stand."""

    def short_name(self, what: str = "") -> str:
        """The element, or one of its attributes, in lists of what is left out."""


class LaterPlaces(Mapping[str, Location]):
    """Places of the attributes of an element, looked for when a message asks for the first.

    Most elements have nothing wrong with them: lines and columns of all of them would take up to
    half of the time that a large file needs.
    """

    def __init__(self, find: Callable[..., Mapping[str, Location]], *of: Any) -> None:
        self._find = find
        self._of = of
        self._found: Mapping[str, Location] | None = None

    @property
    def places(self) -> Mapping[str, Location]:
        """All places."""
        if self._found is None:
            self._found = self._find(*self._of)
        return self._found

    def __getitem__(self, attribute: str) -> Location:
        return self.places[attribute]

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def __bool__(self) -> bool:
        return True  # the element itself has a place

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self.places),)
