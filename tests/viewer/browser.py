"""The page in a browser of the system, without window and network, and what it did there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sarrus.errors import EnvironmentProblem
from sarrus.viewer.stills import FLAGS, find_browser

SIZE = {"width": 1100, "height": 650}
SMALL = {"width": 640, "height": 400}
"""For what does not depend on it: every pixel takes time without a graphics card."""
WAIT = 60_000
"""Milliseconds until something must have happened; machines without a graphics card are slow."""
POLLING = 30
"""Milliseconds from one question to the next."""


@contextmanager
def launched() -> Iterator[Any]:
    """Give a browser, for all tests of a module; skip them where there is none."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    try:
        program = find_browser()
    except EnvironmentProblem:
        pytest.skip("no chromium is installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


class Tab:
    """A page in the browser that notes all that it should not do.

    allowed: beginnings of the addresses that may be asked for; `data:` and `blob:` always may. how:
    further words of the context, such as has_touch.
    """

    def __init__(
        self, browser: Any, *allowed: str, size: dict[str, int] = SIZE, **how: Any
    ) -> None:
        self.context = browser.new_context(viewport=size, **how)
        self.allowed = ("data:", "blob:", *allowed)
        self.left: list[str] = []
        self.errors: list[str] = []
        self.dialogs: list[str] = []
        self.context.route("**/*", self._asked)
        self.page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", self._dialog)
        self.page.on("websocket", lambda one: self.left.append(one.url))

    def _asked(self, route: Any) -> None:
        url = route.request.url
        if url.startswith(self.allowed):
            route.continue_()
        else:
            self.left.append(url)
            route.abort()

    def _said(self, message: Any) -> None:
        """Note errors and warnings; drivers of graphics without a card speak of their speed."""
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.errors.append(message.text)

    def _dialog(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def open(self, url: str) -> Tab:
        """Show a page and wait until it is ready."""
        self.page.goto(url)
        self.until("window.sarrus && (window.sarrus.ready || window.sarrus.error)")
        assert self.page.evaluate("window.sarrus.error") is None
        return self

    def state(self) -> dict[str, Any]:
        """Return what the page shows, in numbers."""
        found: dict[str, Any] = self.page.evaluate("window.sarrus.state()")
        return found

    def show(self, t: float) -> dict[str, Any]:
        """Show a time [s], and return what is shown."""
        self.page.evaluate("t => window.sarrus.showTime(t)", t)
        return self.state()

    def until(self, condition: str) -> None:
        """Wait until something is true in the page, whose policy forbids to wait for text."""
        wait_in(self.page, condition)

    def check_quiet(self) -> None:
        """Nothing left the page, nothing failed in it, nothing of it popped up."""
        assert not self.left, self.left
        assert not self.errors, self.errors
        assert not self.dialogs, self.dialogs


def wait_in(frame: Any, condition: str) -> None:
    """Wait until something is true in a page or frame.

    Asked by the clock: a frame that is not shown draws no pictures, and is asked but once else.
    """
    frame.wait_for_function(f"() => {condition}", timeout=WAIT, polling=POLLING)


@contextmanager
def opened(browser: Any, url: str, *allowed: str, size: dict[str, int] = SIZE) -> Iterator[Tab]:
    """Show a page; when the test is done, nothing must have happened beside it."""
    tab = Tab(browser, *(allowed or (url,)), size=size)
    try:
        yield tab.open(url)
        tab.check_quiet()
    finally:
        tab.context.close()


def written(folder: Path, name: str, page: str) -> str:
    """Write a page as a file, and return its address."""
    path = folder / f"{name}.html"
    path.write_text(page, encoding="utf-8")
    return path.as_uri()
