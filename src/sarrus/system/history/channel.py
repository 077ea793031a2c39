"""A channel: the values of one quantity over time, with its name, unit and description."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class About:
    """What is known of a channel besides its numbers.

    unique: for each component whether it is so at all states; because: the loops whose redundant
    rows are the reason if not; notices: what else the reader must know.
    """

    name: str = ""
    unit: str = ""
    description: str = ""
    components: tuple[str, ...] = ()
    unique: tuple[bool, ...] | bool = True
    because: tuple[str, ...] = ()
    notices: tuple[Problem, ...] = ()

    @property
    def label(self) -> str:
        """The name with its unit, for axes of plots and heads of tables."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    @property
    def all_unique(self) -> bool:
        """Whether all components are unique at all states."""
        return self.unique if isinstance(self.unique, bool) else all(self.unique)


NOTHING = About()


class Channel(np.ndarray):
    """Values over time, a row for each state: an array that knows what it is.

    It is read-only, and what is computed from it is a plain array: a unit belongs to the values
    that were asked for, not to what becomes of them. `t` holds the times [s].
    """

    about: About = NOTHING
    t: np.ndarray | None = None

    @staticmethod
    def of(values: Any, t: np.ndarray, about: About) -> Channel:
        """Return the channel of values at times t."""
        found = np.asarray(values).view(Channel)
        found.about, found.t = about, t
        found.flags.writeable = False
        return found

    @property
    def name(self) -> str:
        """The name, such as `A.angle`."""
        return self.about.name

    @property
    def unit(self) -> str:
        """The unit in SI; empty for pure numbers."""
        return self.about.unit

    @property
    def description(self) -> str:
        """One sentence: what it is, on which body, in which axes."""
        return self.about.description

    @property
    def components(self) -> tuple[str, ...]:
        """Names of the components of a vector or matrix, such as x, y, z."""
        return self.about.components

    @property
    def unique(self) -> tuple[bool, ...] | bool:
        """Whether the loops determine it at all states; of a vector, for each component."""
        return self.about.unique

    @property
    def because(self) -> tuple[str, ...]:
        """The loops whose redundant rows make it not unique."""
        return self.about.because

    @property
    def notices(self) -> tuple[Problem, ...]:
        """States where it is not available, and other notes."""
        return self.about.notices

    @property
    def label(self) -> str:
        """The name with its unit, for axes of plots."""
        return self.about.label

    def __array_finalize__(self, obj: Any) -> None:
        self.about = getattr(obj, "about", NOTHING)
        t = getattr(obj, "t", None)
        self.t = t if t is not None and self.ndim and len(t) == len(self) else None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        plain = np.asarray(array)
        return plain[()] if return_scalar else plain

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self)[key]

    def __reduce__(self) -> Any:
        return Channel.of, (np.array(self), self.t, self.about)

    def __repr__(self) -> str:
        what = f"<Channel {self.label}: {len(self) if self.ndim else 0} states"
        return f"{what}, {self.description}>" if self.description else f"{what}>"

    def _repr_png_(self) -> bytes | None:
        """Return the picture of the channel over time, for notebooks."""
        if self.t is None or not self.about.name or len(self) < 2:
            return None
        from sarrus.results.plots import channel_figure

        found: bytes = channel_figure(self)._repr_png_()
        return found

    def __str__(self) -> str:
        return str(np.asarray(self))
