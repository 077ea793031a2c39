"""Pictures at given times, and how fast many bodies are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.gallery import offset_slider_crank
from sarrus.viewer import page_of, scene_of, stills, write_still
from viewer.browser import launched, opened, written

TIMES = (0.0, 0.3, 0.6, 0.8)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


def slider_crank(t: float, L: float = 0.30) -> dict[str, np.ndarray]:
    """Return where the joints of paper 2's slider-crank are, of two lengths and a circle."""
    w = 2.0 * np.pi * t
    pin = np.array([0.0, 0.1 + 0.08 * np.sin(w), 0.12 + 0.08 * np.cos(w)])
    slider = np.array([np.sqrt(L**2 - pin[1] ** 2 - pin[2] ** 2), 0.0, 0.0])
    return {"crank_pivot": np.array([0.0, 0.1, 0.12]), "ball": pin, "fork": slider, "guide": slider}


@pytest.fixture(scope="module")
def system() -> Any:
    return offset_slider_crank().compile()


def driven(system: Any) -> Any:
    return system.drive({"crank_pivot": lambda t: -2 * np.pi * t}, until=1.0, every=0.01)


def free(system: Any) -> Any:
    """Return a run without drive, whose frames are not at those times."""
    start = system.assemble(rates={"crank_pivot": -2 * np.pi})
    return system.simulate(start, until=0.97, every=0.01, rtol=1e-9)


def check_closed(joints: dict[str, Any]) -> None:
    """Both bodies of every joint are drawn at one point."""
    for name in ("crank_pivot", "ball", "fork"):
        gap = np.subtract(joints[name]["parent"], joints[name]["child"])
        assert np.linalg.norm(gap) < 1e-6, name
    off = np.subtract(joints["guide"]["child"], joints["guide"]["parent"])[1:]
    assert np.linalg.norm(off) < 1e-6  # the slider is on its axis


def test_CHK_O02_stills_show_joints_where_they_are(
    browser: Any, system: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures at 0.0, 0.3, 0.6 and 0.8 s: joints to 1e-6 m of the closed form, loop closed."""
    states = watched_stills(driven(system), browser, tmp_path, monkeypatch)
    for t, state in zip(TIMES, states, strict=True):
        assert state["time"] == pytest.approx(t, abs=1e-12)
        for name, place in slider_crank(t).items():
            found = np.array(state["joints"][name]["child"])
            assert np.max(np.abs(found - place)) < 1e-6, (t, name)
        check_closed(state["joints"])


def test_CHK_O02_stills_of_a_run_without_drive(
    browser: Any, system: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At times between the states of a run: the joints as its own channels have them."""
    run = free(system)
    states = watched_stills(run, browser, tmp_path, monkeypatch)
    for t, state in zip(TIMES, states, strict=True):
        check_closed(state["joints"])
        there = run.history.at([t])
        for name in ("ball", "fork"):
            place = np.asarray(there.reaction(name).at)[0]
            assert np.max(np.abs(np.array(state["joints"][name]["child"]) - place)) < 1e-6, (
                t,
                name,
            )


def watched_stills(
    result: Any, browser: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, Any]]:
    """Write the pictures, and return what the page showed in numbers when each was taken."""
    states: list[dict[str, Any]] = []

    @contextmanager
    def ours() -> Iterator[Any]:
        yield Watching(browser, states)

    monkeypatch.setattr(stills, "_browser", ours)
    files = write_still(result, folder / "crank.png", TIMES, size=(480, 320))
    pictures = {file.read_bytes() for file in files}
    assert len(pictures) == len(TIMES) == len(states)
    return states


class Watching:
    """A browser whose pages note what they show at each picture."""

    def __init__(self, browser: Any, states: list[dict[str, Any]]) -> None:
        self.browser, self.states = browser, states

    def new_page(self, **how: Any) -> Any:
        page = self.browser.new_page(**how)
        taken: Callable[..., bytes] = page.screenshot

        def screenshot(**how: Any) -> bytes:
            self.states.append(page.evaluate("window.sarrus.state()"))
            return taken(**how)

        page.screenshot = screenshot
        return page


# --- speed --------------------------------------------------------------------------------------

FRAMES = """() => new Promise((done) => {
  window.sarrus.play();
  const start = performance.now();
  let frames = 0;
  const next = (now) => {
    frames += 1;
    if (now - start > 2500) done(1000 * frames / (now - start));
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""


def hundred_bodies() -> Any:
    """Return the run of fifty double pendulums."""
    m = sarrus.Mechanism("hundred")
    for k in range(50):
        x, y = 0.4 * (k % 10), 0.4 * (k // 10)
        for name, z in (("a", -0.1), ("b", -0.3)):
            m.body(f"{name}{k}", mass=1.0, com=(x, y, z), inertia=(1e-3, 1e-3, 1e-3))
        m.revolute(f"A{k}", m.ground, f"a{k}", at=(x, y, 0), axis="y")
        m.revolute(f"B{k}", f"a{k}", f"b{k}", at=(x, y, -0.2), axis="y")
    system = m.build().compile()
    rates = {f"A{k}": 1.0 + 0.1 * k for k in range(50)}
    return system.simulate(system.assemble(rates=rates), until=2.0, every=0.02, rtol=1e-5)


@pytest.mark.slow
def test_speed_of_a_hundred_bodies(
    browser: Any, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Frames per second without a graphics card: recorded, as it is that of the machine."""
    page = page_of(scene_of(hundred_bodies()))
    with opened(browser, written(tmp_path, "hundred", page)) as tab:
        assert len(tab.state()["bodies"]) == 101
        record_property("frames_per_second", tab.page.evaluate(FRAMES))
        assert tab.state()["playing"] and tab.state()["time"] > 0
