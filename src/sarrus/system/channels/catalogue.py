"""All channels of a system by name: what there is, and which one a name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeVar

from sarrus.entry_points import load_entry_points
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.summaries import MOST, html_table
from sarrus.system.channels.axes import MARK, Turn, in_axes, turned_vector
from sarrus.system.channels.bodies import body_definitions
from sarrus.system.channels.contacts import contact_definitions
from sarrus.system.channels.couplers import coupler_definitions
from sarrus.system.channels.definition import NORM, XYZ, Definition
from sarrus.system.channels.elements import element_definitions
from sarrus.system.channels.frictions import friction_definitions
from sarrus.system.channels.gears import gear_definitions
from sarrus.system.channels.joints import joint_definitions
from sarrus.system.channels.loads import load_channel
from sarrus.system.channels.names import split_kind
from sarrus.system.channels.totals import total_definitions
from sarrus.user_table import UserTable

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True)
class Entry:
    """One line of the list of channels."""

    name: str
    unit: str
    description: str
    shape: tuple[int, ...] = ()

    def __str__(self) -> str:
        unit = f" [{self.unit}]" if self.unit else ""
        size = "" if not self.shape else f" ({' x '.join(map(str, self.shape))})"
        return f"{self.name}{unit}{size}: {self.description}"


class Listing(tuple[Entry, ...]):
    """Some channels; shows itself as a table."""

    __slots__ = ()

    @property
    def names(self) -> list[str]:
        """The names alone."""
        return [entry.name for entry in self]

    def __str__(self) -> str:
        return "\n".join(str(entry) for entry in self) or "no channels"

    def __repr__(self) -> str:
        if len(self) <= MOST:
            return str(self)
        lines = [str(entry) for entry in self[: MOST - 1]]
        more = f"... {len(self) - len(lines)} more; print shows all, channels('A.') some"
        return "\n".join([*lines, more])

    def _repr_html_(self) -> str:
        rows = [(entry.name, entry.unit, entry.description) for entry in self]
        return html_table(f"{len(self)} channels", ("channel", "unit", "description"), rows, 500)


class Catalogue:
    """Definitions by name: the one list of all that histories, events, outputs can be asked for."""

    def __init__(
        self,
        definitions: Iterable[Definition],
        later: Callable[[], list[Definition]] | None = None,
        form: Callable[[str], Definition | None] | None = None,
        turn: Turn | None = None,
    ) -> None:
        """later: what yields definitions that have joined since, asked for unknown names.

        form: yields the channel of a joint's load in a form that its name says; turn: a vector in
        other axes.
        """
        self._later, self._form, self._turn = later, form, turn
        self._by_name: dict[str, list[Definition]] = {}
        self._also: dict[str, list[Definition]] = {}
        self._listed: list[Definition] = []
        for definition in definitions:
            self.add(definition)

    def add(self, definition: Definition) -> None:
        """Add a channel."""
        self._by_name.setdefault(definition.name, []).append(definition)
        for name in definition.also:
            self._also.setdefault(name, []).append(definition)
        if definition.listed:
            self._listed.append(definition)

    def remove(self, kind: str, name: str) -> None:
        """Forget the channels of one kind whose name is this, or starts with it and a dot."""
        for table in (self._by_name, self._also):
            for known, found in table.items():
                if known == name or known.startswith(f"{name}."):
                    found[:] = [d for d in found if d.kind != kind]
        self._listed = [
            d
            for d in self._listed
            if d.kind != kind or not (d.name == name or d.name.startswith(f"{name}."))
        ]

    def __iter__(self) -> Iterator[Definition]:
        return iter(self._listed)

    def with_own(
        self, definitions: Iterable[Definition] = (), note: str = "", balance: bool = True
    ) -> Catalogue:
        """Return a catalogue to which others may be added without changing this one.

        note: what to add to the description of all that needs accelerations or efforts; balance:
        whether channels that accumulate over a run are there.
        """
        made = Catalogue((), self._later, self._form, self._turn)
        if balance and not note:
            made._by_name = {name: found[:] for name, found in self._by_name.items()}
            made._also = {name: found[:] for name, found in self._also.items()}
            made._listed = self._listed[:]
        else:
            every = [d for found in self._by_name.values() for d in found]
            known = {id(d): _with_note(d, note) for d in every if balance or not d.accumulates}
            for table, source in ((made._by_name, self._by_name), (made._also, self._also)):
                for name, found in source.items():
                    kept = [known[id(d)] for d in found if id(d) in known]
                    if kept:
                        table[name] = kept
            made._listed = [known[id(d)] for d in self._listed if id(d) in known]
        for definition in definitions:
            made.add(definition)
        return made

    def listing(self, pattern: str = "") -> Listing:
        """Return the channels whose name or description holds a text, or whose name fits *, ?."""
        folded = pattern.casefold()

        def fits(d: Definition) -> bool:
            if any(mark in pattern for mark in "*?"):
                return fnmatchcase(d.name.casefold(), folded)
            return folded in d.name.casefold() or folded in d.description.casefold()

        several = {name for name, found in self._by_name.items() if len(found) > 1}
        return Listing(
            Entry(d.full_name if d.name in several else d.name, d.unit, d.description, d.shape)
            for d in self._listed
            if fits(d)
        )

    def find(self, name: str) -> Definition:
        """Return the channel that a name means; unknown or ambiguous ones are refused."""
        found = self.definition_of(name)
        if found is None and self._later is not None and _is_name(name):
            for definition in self._later():
                if definition.name not in self._by_name:
                    self.add(definition)
            found = self.definition_of(name)
        if found is None:
            raise ModelError(self._unknown(name))
        return found

    def definition_of(self, name: str) -> Definition | None:
        """Return the channel that a name means, None if there is none; refuse ambiguous ones."""
        kind, bare = split_kind(name)
        for table in (self._by_name, self._also):
            fits = [d for d in table.get(bare, []) if not kind or d.kind == kind]
            if len(fits) > 1:
                raise ModelError(_ambiguous(name, fits))
            if fits:
                return fits[0]
        if MARK in bare and self._turn is not None:
            return in_axes(name, self.definition_of, self._turn)
        whole, _, part = bare.rpartition(".")
        if not whole:
            return None
        if self._form is not None and kind in ("", "joint"):
            formed = self._form(bare)
            if formed is not None:
                return formed
        base = self.definition_of(f"{kind}:{whole}" if kind else whole)
        return None if base is None else base.component(part)

    def _unknown(self, name: str) -> Problem:
        known = [*self._by_name, *self._also]
        known += [
            f"{d.name}.{part}" for d in self._listed if d.components == XYZ for part in (*XYZ, NORM)
        ]
        inside = [d.name for d in self._listed if d.name.startswith(f"{name}.")]
        hint = nearest(name, known)
        hint += " " if hint.endswith("?") else "; "
        if inside:
            hint = "it has " + ", ".join(f"'{other}'" for other in inside[:8]) + "; "
        return Problem(
            "M09",
            f"channel '{name}'",
            "is not a channel of this system",
            action=f"{hint}`sarrus info FILE --channels WORD`, or channels('WORD'), searches them",
        )


def _with_note(definition: Definition, note: str) -> Definition:
    if not note or not definition.solved:
        return definition
    return replace(definition, description=f"{definition.description}{note}")


def _is_name(name: str) -> bool:
    """Whether a text may be the name of a channel, rather than an expression."""
    return all(part.isidentifier() for part in split_kind(name)[1].split("."))


SOURCES: UserTable[Callable[[System], Iterable[Definition]]] = UserTable(
    "source of channels",
    {
        "joints": joint_definitions,
        "bodies": body_definitions,
        "elements": element_definitions,
        "couplers": coupler_definitions,
        "contacts": contact_definitions,
        "gears": gear_definitions,
        "frictions": friction_definitions,
        "totals": total_definitions,
    },
)
"""What yields the channels of a system; `register` adds one."""

Source = TypeVar("Source", bound="Callable[[System], Iterable[Definition]]")


def register(source: Source) -> Source:
    """Let all systems have the channels that a function of a user yields; decorates the function.

    It takes the system. Raises ModelError (M32) if another source has its name.
    """
    SOURCES.register(source.__name__, source)
    return source


def system_catalogue(system: System) -> Catalogue:
    """Return all channels of a system."""

    def later() -> list[Definition]:
        load_entry_points()
        return [d for name in SOURCES if name not in SOURCES.own for d in SOURCES[name](system)]

    every = [definition for source in SOURCES.values() for definition in source(system)]
    return Catalogue(
        every,
        later,
        lambda name: load_channel(system, name),
        lambda definition, axes: turned_vector(system, definition, axes),
    )


def local_channels(system: System) -> set[str]:
    """Return the names of the channels that were registered by hand in this process."""
    return {definition.name for name in SOURCES.local for definition in SOURCES[name](system)}


def accumulation_problem(name: str) -> Problem:
    """Return the problem of asking for what adds up over a run where there is none."""
    return Problem(
        "S09",
        f"channel '{name}'",
        "accumulates over a run, so that it is no function of a state and its inputs",
        action="read it from the history of a run, or watch it by an event",
    )


def _ambiguous(name: str, fits: list[Definition]) -> Problem:
    listed = " and ".join(f"'{d.full_name}'" for d in fits)
    return Problem("M09", f"channel '{name}'", f"fits {listed}", action="write one of these")
