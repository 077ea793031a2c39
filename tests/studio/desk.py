"""The studio on a file in a browser, and what one does there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sarrus.studio import Studio
from viewer.browser import SIZE, Tab

FOUR_BAR = """\
# A four-bar linkage for tests
sarrus: 1
name: four_bar

constants:
  d: 300 mm          # frame

points:
  A: [0, 0, 0]       # crank
  B: [100 mm, 0, 0]
  C: [d, 0, 0.200]
  D: [d, 0, 0]

bodies:
  crank: {mass: 1 kg, shapes: [{type: rod, from: A, to: B, radius: 8 mm}]}
  coupler: {mass: 1 kg, shapes: [{type: rod, from: B, to: C, radius: 8 mm}]}
  rocker: {mass: 1 kg, shapes: [{type: rod, from: C, to: D, radius: 8 mm}]}

joints:
  A: {type: revolute, parent: ground, child: crank, at: A, axis: y}
  B: {type: revolute, parent: crank, child: coupler, at: B, axis: y}
  C: {type: revolute, parent: coupler, child: rocker, at: C, axis: y}
  D: {type: revolute, parent: ground, child: rocker, at: D, axis: y}

run: {until: 0.2 s, every: 10 ms}
outputs: [A.angle, D.angle]
"""


class Desk:
    """A tab with the studio."""

    def __init__(self, tab: Tab, path: Path) -> None:
        self.tab, self.page, self.path = tab, tab.page, path

    @property
    def text(self) -> str:
        """The text in the editor."""
        return str(self.page.evaluate("sarrus.studio.editor.text"))

    def type(self, old: str, new: str) -> None:
        """Select the first place of a text, and type another one over it."""
        at = self.text.index(old)
        self.page.evaluate(
            "([a, b]) => { const v = sarrus.studio.editor.view; v.focus();"
            " v.dispatch({ selection: { anchor: a, head: b } }); }",
            [at, at + len(old)],
        )
        self.page.keyboard.insert_text(new)

    def settle(self) -> None:
        """Wait until the picture is that of the text."""
        self.page.wait_for_timeout(40)  # the page waits for the next key
        self.tab.until(
            "!sarrus.studio.shows.busy && !sarrus.studio.moves.busy && !sarrus.studio.waits()"
        )

    def press(self, title: str) -> None:
        """Press a button of the bar by how it begins to be called."""
        self.page.locator(f'.studio-bar button[title^="{title}"]').click()

    def place(self, *at: float) -> tuple[float, float]:
        """Return where a place [m] is in the window."""
        x, y = self.page.evaluate("at => sarrus.studio.screen(at)", list(at))
        return x, y

    def click(self, *at: float) -> None:
        """Press the picture at a place [m]."""
        self.page.mouse.click(*self.place(*at))

    def drag(self, start: tuple[float, ...], end: tuple[float, ...]) -> None:
        """Drag from a place [m] to another."""
        x, y = self.place(*start)
        to = self.place(*end)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(0.5 * (x + to[0]), 0.5 * (y + to[1]))
        self.page.mouse.move(*to)
        self.page.mouse.up()
        self.settle()


@contextmanager
def at_desk(
    browser: Any,
    path: Path,
    text: str | None = FOUR_BAR,
    size: dict[str, int] = SIZE,
    watch: bool = False,
) -> Iterator[Desk]:
    """Open the studio on a file; when the test is done, nothing must have happened beside it."""
    if text is not None:
        path.write_text(text, encoding="utf-8", newline="")
    with Studio(path, watch=watch) as studio:
        tab = Tab(browser, f"http://127.0.0.1:{studio.port}/", size=size)
        try:
            tab.open(studio.url)
            desk = Desk(tab, path)
            desk.settle()
            yield desk
            tab.check_quiet()
        finally:
            tab.context.close()
