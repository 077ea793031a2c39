"""What of a file of another program is not modelled: one message for each topic, with lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from sarrus.errors import Problem
from sarrus.formats.located import Located
from sarrus.formats.xml.reading import MOST_ALSO
from sarrus.late_dataclass import dataclass


@dataclass
class Unread:
    """Things of the file that are not modelled, by topic: one message for each."""

    topics: dict[str, list[tuple[Located, str]]] = field(default_factory=dict)

    def note(self, topic: str, element: Located, what: str = "") -> None:
        """Remember an element, or one of its attributes, that is not modelled."""
        self.topics.setdefault(topic, []).append((element, what))

    def problems(self) -> Iterable[Problem]:
        """Yield a notice for each topic: what it holds, how often, and where."""
        for topic, found in self.topics.items():
            names: dict[str, int] = {}
            for element, what in found:
                shown = element.short_name(what)
                names[shown] = names.get(shown, 0) + 1
            listed = [n if k == 1 else f"{n} ({k} times)" for n, k in names.items()]
            more = f" and {len(listed) - 8} more" if len(listed) > 8 else ""
            # what stands in a class of defaults is said there once
            places = list(
                dict.fromkeys(element.places.get(what, element.place) for element, what in found)
            )
            rule = f"{topic}: {', '.join(listed[:8])}{more}"
            first = found[0][0]
            yield Problem(
                "F24", first.path, rule, "", severity="notice", location=places[0],
                also=tuple(places[1 : 1 + MOST_ALSO]),
            )  # fmt: skip
