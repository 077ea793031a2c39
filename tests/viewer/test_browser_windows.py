"""The page everywhere: dark and light, phones and tablets, fingers, keys, names for readers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.viewer import page_of, scene_of
from sarrus.viewer.modes import mode_scene
from viewer.browser import Tab, launched, wait_in, written
from viewer.machines import four_bar, sprung_four_bar

PHONE, TABLET = {"width": 390, "height": 844}, {"width": 768, "height": 1024}
NAMELESS = """() => [...document.querySelectorAll("button, input, select, [role=separator]")]
  .filter((node) => !node.closest("dialog:not([open])"))
  .filter((node) => !node.getAttribute("aria-label") && !node.labels?.length)
  .filter((node) => !node.textContent.trim())
  .map((node) => node.outerHTML)"""
INSIDE = """() => [...document.querySelectorAll("header.bar button, .timeline button, select")]
  .filter((node) => node.checkVisibility())
  .map((node) => node.getBoundingClientRect())
  .every(({ left, right, bottom }) =>
    left >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5)"""
BOX = "selector => document.querySelector(selector).getBoundingClientRect().toJSON()"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    scene = scene_of(four_bar())
    scene.static["notices"].append("warning: <b>this</b> is a message")
    return written(tmp_path_factory.mktemp("page"), "four_bar", page_of(scene))


def shown(browser: Any, address: str, size: dict[str, int], **how: Any) -> Tab:
    """Return a page in a window."""
    return Tab(browser, address, size=size, **how).open(address)


def background(tab: Tab) -> float:
    """Return how bright the corner of the picture is, 0 to 255."""
    script = """() => {
      const canvas = document.querySelector("main.stage canvas");
      window.sarrus.show(0);
      const copy = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
      copy.getContext("2d").drawImage(canvas, 0, 0, 8, 8, 0, 0, 8, 8);
      return [...copy.getContext("2d").getImageData(2, 2, 1, 1).data].slice(0, 3);
    }"""
    return float(np.mean(tab.page.evaluate(script)))


def test_dark_by_the_system_and_by_the_button(browser: Any, address: str) -> None:
    tab = shown(browser, address, {"width": 1100, "height": 650}, color_scheme="dark")
    page = tab.page
    assert tab.state()["theme"] == "dark" and background(tab) < 60
    panel = "getComputedStyle(document.querySelector('.plots')).backgroundColor"
    dark = page.evaluate(panel)
    page.locator('button[aria-label="Dark or light"]').click()
    assert tab.state()["theme"] == "light" and background(tab) > 200
    assert page.evaluate(panel) != dark
    page.reload()
    tab.until("window.sarrus && window.sarrus.ready")
    assert tab.state()["theme"] == "light"  # the choice is kept
    page.locator('button[aria-label="Dark or light"]').click()
    page.emulate_media(color_scheme="light")  # what the system prefers is followed again
    tab.until("window.sarrus.state().theme === 'light'")
    tab.check_quiet()
    tab.context.close()


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(TABLET, marks=pytest.mark.slow)], ids=["phone", "tablet"]
)
def test_narrow_windows(browser: Any, address: str, size: dict[str, int]) -> None:
    """Plots stand below, the toolbar folds, nothing is cut off, and a finger chooses."""
    tab = shown(browser, address, size, has_touch=True, is_mobile=size is PHONE)
    page = tab.page
    stage, plots = page.evaluate(BOX, "main.stage"), page.evaluate(BOX, ".plots")
    assert plots["top"] >= stage["bottom"] and plots["height"] > 150
    assert stage["width"] == size["width"] and stage["height"] > 0.35 * size["height"]
    root = "document.documentElement"
    assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [*size.values()]
    assert page.evaluate(INSIDE)
    assert not page.locator(".tools").is_visible() and not page.locator(".list").is_visible()
    page.locator("button.more").tap()
    page.locator(".tools button", has_text="Labels").tap()
    assert tab.state()["labels"]
    page.locator("button.more").tap()
    spot = page.evaluate("""() => {
      const { x, y, z } = window.sarrus.pixel(window.sarrus.state().joints.C.child);
      return [x, y];
    }""")
    page.touchscreen.tap(stage["x"] + spot[0], stage["y"] + spot[1])
    assert tab.state()["chosen"] is not None
    details = page.evaluate(BOX, ".details")
    assert details["bottom"] <= stage["bottom"] and details["width"] <= size["width"]
    page.locator('.details button[aria-label="Close"]').tap()
    page.locator(".notices button").tap()  # a message can be dismissed
    assert page.locator(".notices p").count() == 0
    tab.check_quiet()
    tab.context.close()


@pytest.mark.slow
def test_every_control_has_a_name_and_the_keyboard_reaches_it(
    browser: Any, address: str, tmp_path: Path
) -> None:
    system = sprung_four_bar()
    linear = system.linearize(system.equilibrium(), ["A"], ["A.angle"])
    modes = written(tmp_path, "modes", page_of(mode_scene(linear)))
    for url in (address, modes):
        tab = shown(browser, url, {"width": 1100, "height": 650})
        page = tab.page
        assert page.evaluate(NAMELESS) == []
        for _ in range(3):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches('button, input, select')")
        page.locator(".splitter").focus()
        before = page.evaluate(BOX, ".plots")["width"]
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(BOX, ".plots")["width"] == pytest.approx(before + 24, abs=1)
        tab.check_quiet()
        tab.context.close()
    check_modes(shown(browser, modes, {"width": 1100, "height": 650}), linear)


def check_modes(tab: Tab, linear: Any) -> None:
    """Modes are chosen by click, move at once, and the amplitude scales what moves."""
    page = tab.page
    tab.until("window.sarrus.state().playing")
    rows = page.locator(".modelist tbody tr")
    assert rows.count() == len(linear.vibrations)
    assert f"{linear.vibrations[1].frequency:.4g}" in rows.nth(1).inner_text()
    rows.nth(1).click()
    assert tab.state()["plots"] == {"mode": 1, "factor": 1, "charts": 2}
    reach = []
    for factor in ("1", "0.5", "0"):
        page.locator('input[aria-label="Amplitude"]').fill(factor)
        joints = [tab.show(t)["joints"]["C"]["child"] for t in (0.0, 0.5)]
        reach.append(np.linalg.norm(np.subtract(*joints)))
    assert reach[0] > 1e-3 and reach[1] == pytest.approx(reach[0] / 2, rel=0.1)
    assert reach[2] == pytest.approx(0.0, abs=1e-9)
    page.locator(".u-over").first.click(position={"x": 5, "y": 20})  # the lowest frequency
    assert tab.state()["plots"]["mode"] == 0
    tab.check_quiet()
    tab.context.close()


def test_a_page_that_is_shown_later(browser: Any, address: str, tmp_path: Path) -> None:
    """In a frame without a place, as those of reports before they are laid out; then with one."""
    outer = tmp_path / "outer.html"
    frame = f'<iframe src="{address}" style="display:none;width:700px;height:400px"></iframe>'
    outer.write_text(f"<!doctype html><body>{frame}", encoding="utf-8")
    tab = Tab(browser, outer.as_uri(), address)
    tab.page.goto(outer.as_uri())
    inner = tab.page.frames[1]
    wait_in(inner, "window.sarrus?.ready")
    tab.page.evaluate("document.querySelector('iframe').style.display = 'block'")
    wait_in(inner, "document.querySelector('main.stage').clientHeight > 100")
    inner.wait_for_timeout(300)
    stage = inner.evaluate(BOX, "main.stage")
    places = inner.evaluate(
        "Object.values(window.sarrus.state().joints).map(({ child }) => window.sarrus.pixel(child))"
    )
    assert all(0 < p["x"] < stage["width"] and 0 < p["y"] < stage["height"] for p in places)
    across = [p["x"] for p in places]
    assert max(across) - min(across) > 0.2 * stage["width"]
    tab.check_quiet()
    tab.context.close()


def test_front_right_and_top_are_orthographic(browser: Any, address: str) -> None:
    """There a length in depth changes nothing: two points behind each other are one."""
    tab = shown(browser, address, {"width": 640, "height": 400})
    page = tab.page
    pixel = "p => { const { x, y } = window.sarrus.pixel(p); return [x, y]; }"
    for key, along in (("2", 1), ("3", 0), ("4", 2)):
        page.keyboard.press(key)
        assert tab.state()["orthographic"]
        near, far = np.full(3, 0.05), np.full(3, 0.05)
        far[along] += 0.2
        a, b = (page.evaluate(pixel, p.tolist()) for p in (near, far))
        np.testing.assert_allclose(a, b, atol=0.05)
    page.keyboard.press("1")
    assert not tab.state()["orthographic"]
    page.keyboard.press("5")
    assert tab.state()["orthographic"]
    tab.check_quiet()
    tab.context.close()
