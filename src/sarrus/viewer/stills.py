"""Pictures of a mechanism at given times, by a browser of the system without a window."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.programs import find_program
from sarrus.viewer.html import check_free, page_of, write_new
from sarrus.viewer.sampling import history_of
from sarrus.viewer.scene import scene_of

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
CAMERAS = ("iso", "front", "top", "right")
WAIT = 60_000
"""Milliseconds until the page must be ready."""


def write_still(
    result: Any,
    path: str | os.PathLike[str],
    t: float | Sequence[float],
    *,
    size: tuple[int, int] = (1200, 800),
    camera: str = "iso",
    labels: bool = False,
    reactions: bool = False,
    axes: bool = False,
    overwrite: bool = False,
    ghost: Any = None,
) -> list[Path]:
    """Write a PNG picture of the mechanism at a time [s], or one for each of several.

    Of several, files are numbered: crank-1.png, crank-2.png. camera: "iso", "front", "top" or
    "right"; labels: names of bodies and joints; reactions: arrows of what the joints bear; axes:
    x, y, z of the joints, in which their loads are given; ghost: another result, drawn translucent.
    """
    times = [float(x) for x in np.atleast_1d(np.asarray(t, dtype=float))]
    history = history_of(result)
    _check(times, history.t, size, camera)
    targets = _numbered_paths(Path(path), len(times))
    for target in targets:
        check_free(target, overwrite)
    page = page_of(scene_of(history, channels=[], times=times, ghost=ghost))
    look = {"camera": camera, "labels": labels, "reactions": reactions, "axes": axes}
    with tempfile.TemporaryDirectory() as folder, _browser() as browser:
        file = Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8", newline="\n")
        tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
        tab.goto(file.as_uri())
        tab.wait_for_function("() => window.sarrus && window.sarrus.ready", timeout=WAIT)
        tab.evaluate("look => window.sarrus.still(look)", look)
        for time, target in zip(times, targets, strict=True):
            tab.evaluate("t => window.sarrus.showTime(t)", time)
            write_new(target, tab.screenshot(), overwrite)
    return targets


def _check(times: list[float], t: np.ndarray, size: tuple[int, int], camera: str) -> None:
    problems = _outside("still", times, t)
    if camera not in CAMERAS:
        rule = f"is none of {', '.join(CAMERAS)}"
        problems.append(Problem("S03", "still / camera", rule, value=repr(camera)[:40]))
    if not all(16 <= side <= 8192 for side in size):
        rule = "must be width and height between 16 and 8192 pixels"
        problems.append(Problem("S03", "still / size", rule, value=repr(size)[:40]))
    if problems:
        raise ModelError(problems)


def check_times(what: str, times: list[float], t: np.ndarray) -> None:
    """Refuse times that a history does not have."""
    problems = _outside(what, times, t)
    if problems:
        raise ModelError(problems)


def _outside(what: str, times: list[float], t: np.ndarray) -> list[Problem]:
    span = 1e-9 * max(abs(float(t[0])), abs(float(t[-1])), 1.0)
    wrong = [x for x in times if not t[0] - span <= x <= t[-1] + span]
    if not wrong and times:
        return []
    rule = f"lie outside of {t[0]:g} to {t[-1]:g} s"
    shown = ", ".join(f"{x:g}" for x in wrong[:8])
    return [Problem("S08", f"{what} / t", rule, value=shown)]


def _numbered_paths(path: Path, n: int) -> list[Path]:
    if n == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{k + 1}{path.suffix}") for k in range(n)]


def find_browser() -> str:
    """Return the path of a browser of the system, or say what is missing."""
    for name in BROWSERS:
        found = find_program(name)
        if found:
            return found
    raise EnvironmentProblem(
        Problem(
            "E-BROWSER",
            "stills",
            "need a browser, and none is found",
            value=f"looked for {', '.join(BROWSERS)};",
            action="install chromium, or write the page with sarrus.viewer.write_html",
        )
    )


@contextmanager
def _browser() -> Iterator[Any]:
    program = find_browser()
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise EnvironmentProblem(
            Problem(
                "E-LIBRARY",
                "stills",
                "need the library playwright, which is not installed",
                action="install it: pip install playwright",
            )
        ) from None
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        except Error as error:
            rule = f"does not start: {str(error).splitlines()[0]}"
            raise EnvironmentProblem(Problem("E-BROWSER", program, rule)) from None
        try:
            yield browser
        finally:
            browser.close()
