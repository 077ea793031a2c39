"""What a message tells of a part of a file of another program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

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
