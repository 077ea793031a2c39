"""The page in a browser: time, keys, arrows, plots and data do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.viewer import page_of, scene_of
from viewer.browser import Tab, launched, opened, written
from viewer.machines import four_bar


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def drive() -> Any:
    return four_bar()


@pytest.fixture(scope="module")
def window(browser: Any, drive: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of the four-bar linkage from a file; its address is all that may be asked for."""
    folder = tmp_path_factory.mktemp("page")
    with opened(browser, written(folder, "four_bar", page_of(scene_of(drive)))) as tab:
        yield tab


@pytest.fixture
def tab(window: Tab) -> Iterator[Tab]:
    """The same page at its first frame; after the test it must have been quiet."""
    window.page.locator("body").press("Escape")
    window.show(0.0)
    yield window
    window.check_quiet()


# --- where things are ---------------------------------------------------------------------------


def corners(t: float) -> dict[str, np.ndarray]:
    """Return the joints of the four-bar linkage: C is 0.2 * sqrt(2) from B, and 0.2 from D."""
    turn = 2 * np.pi * t
    B = 0.1 * np.array([np.cos(turn), 0.0, -np.sin(turn)])
    D = np.array([0.3, 0.0, 0.0])
    way = D - B
    d = np.linalg.norm(way)
    long, short = np.hypot(0.2, 0.2), 0.2
    along = (long**2 - short**2 + d**2) / (2 * d)
    across = np.sqrt(long**2 - along**2)
    normal = np.array([-way[2], 0.0, way[0]]) / d
    return {"A": np.zeros(3), "B": B, "C": B + along * way / d + across * normal, "D": D}


def test_joints_are_drawn_where_geometry_says(tab: Tab) -> None:
    """Every fifth frame, on both bodies, to 1e-6 m: two circles cut each other."""
    times = tab.page.evaluate("window.sarrus.times")
    np.testing.assert_allclose(times, np.linspace(0.0, 1.0, 51), atol=1e-12)
    for t in times[::5]:
        found = tab.show(t)["joints"]
        for name, place in corners(t).items():
            for side in ("parent", "child"):
                assert np.max(np.abs(np.array(found[name][side]) - place)) < 1e-6, (t, name)


# --- time ---------------------------------------------------------------------------------------


def test_slider_sets_the_time(tab: Tab) -> None:
    for part in (0.25, 0.8, 0.0, 1.0):
        tab.page.locator(".slider").fill(str(part))
        assert tab.state()["time"] == pytest.approx(part, abs=1e-12)
    assert tab.page.locator(".now").inner_text().startswith("1.0")


def test_play_and_pause(tab: Tab) -> None:
    tab.page.locator("button.play").click()
    tab.until("window.sarrus.state().playing && window.sarrus.state().time > 0.05")
    tab.page.locator("button.play").click()
    state = tab.state()
    assert not state["playing"]
    tab.page.wait_for_timeout(100)
    assert tab.state()["time"] == state["time"]


def test_time_stops_at_the_end_or_begins_again(tab: Tab) -> None:
    page = tab.page
    for loop in (True, False):
        if tab.state()["loop"] != loop:
            page.keyboard.press("o")
        tab.show(0.9)
        page.keyboard.press("Space")
        again = "window.sarrus.state().playing && window.sarrus.state().time < 0.9"
        ended = "!window.sarrus.state().playing && window.sarrus.state().time === 1"
        tab.until(again if loop else ended)
        tab.show(0.0)
    page.keyboard.press("o")


def test_keys_move_time(tab: Tab) -> None:
    page = tab.page
    steps = [("ArrowRight", 1), ("Shift+ArrowRight", 11), ("ArrowLeft", 10), ("End", 50)]
    steps += [("Shift+ArrowLeft", 40), ("Home", 0), ("ArrowLeft", 0)]
    for key, frame in steps:
        page.keyboard.press(key)
        state = tab.state()
        assert (state["frame"], state["part"]) == (frame, 0), key
        assert state["time"] == pytest.approx(0.02 * frame, abs=1e-12)
    page.keyboard.press("Space")
    assert tab.state()["playing"]
    page.keyboard.press("Space")
    assert not tab.state()["playing"]


def test_keys_change_speed_and_views(tab: Tab) -> None:
    page = tab.page
    speeds = []
    for key in ("+", "+", "-", "-", "-"):
        page.keyboard.press(key)
        speeds.append(tab.state()["speed"])
    assert speeds == [2, 5, 2, 1, 0.5]
    page.keyboard.press("+")
    for key, name in (("2", "front"), ("3", "right"), ("4", "top"), ("1", "iso")):
        page.keyboard.press(key)
        assert tab.state()["camera"] == name
    for key, what in (("l", "labels"), ("x", "clear")):
        before = tab.state()[what]
        page.keyboard.press(key)
        assert tab.state()[what] is not before
        page.keyboard.press(key)
        assert tab.state()[what] is before


def test_keys_are_letters_where_one_types(tab: Tab) -> None:
    page = tab.page
    page.keyboard.press("p")
    page.keyboard.type("angle l")
    assert page.locator(".chooser input").input_value() == "angle l"
    assert not tab.state()["labels"]
    page.keyboard.press("Escape")  # empties the field, then closes the sheet
    page.keyboard.press("Escape")
    tab.until("!document.querySelector('dialog[open]')")


# --- arrows -------------------------------------------------------------------------------------


def test_arrows_follow_time(tab: Tab, drive: Any) -> None:
    """Their lengths are as the reactions, which change in time."""
    scale = set()
    for t in (0.1, 0.34, 0.62):
        state = tab.show(t)["arrows"]["joints"]
        for name in "ABCD":
            force = np.asarray(drive.history.reaction(name).force)[round(t / 0.02)]
            scale.add(round(state[name]["force"] / np.linalg.norm(force), 6))
    assert max(scale) - min(scale) < 1e-4 * max(scale) and min(scale) > 0


def test_arrows_have_a_scale_and_can_be_hidden(tab: Tab) -> None:
    page = tab.page
    before = tab.show(0.1)["arrows"]["joints"]
    page.locator("summary", has_text="Forces").first.click()
    page.locator('[aria-label="Arrow size"]').fill("0.5")
    after = tab.state()["arrows"]["joints"]
    for name in "ABCD":
        assert after[name]["force"] / before[name]["force"] == pytest.approx(10**0.5, rel=1e-9)
    page.locator('[aria-label="Arrow size"]').fill("0")
    page.locator("summary", has_text="Forces").first.click()
    page.keyboard.press("r")
    hidden = tab.state()["arrows"]["joints"]
    assert all(hidden[name]["force"] == 0 for name in "ABCD") and hidden["A"]["effort"] > 0
    page.keyboard.press("e")
    assert tab.state()["arrows"]["joints"]["A"]["effort"] == 0
    page.keyboard.press("r")
    page.keyboard.press("e")
    assert tab.state()["arrows"]["joints"] == before


def leaning() -> Any:
    """Return the run of a four-bar linkage on its side: who bears the weight across it is open."""
    m = sarrus.Mechanism("leaning", gravity=(0.0, -5.0, -8.0))
    for name, x, z in (("crank", 0.05, 0.1), ("coupler", 0.2, 0.2), ("rocker", 0.3, 0.1)):
        m.body(name, mass=1.0, com=(x, 0, z), inertia=(1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "coupler", at=(0.1, 0, 0.2), axis="y")
    m.revolute("C", "coupler", "rocker", at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, "rocker", at=(0.3, 0, 0), axis="y")
    system = m.build().compile()
    return system.simulate(system.assemble(rates={"A": 1.0}), until=0.2, every=0.02)


def test_arrows_that_are_not_unique_are_marked(browser: Any, tmp_path: Path) -> None:
    """What loops leave open is drawn apart, to the same scale, and said in data and lists."""
    run = leaning()
    with opened(browser, written(tmp_path, "leaning", page_of(scene_of(run)))) as tab:
        state = tab.show(0.1)["arrows"]["joints"]
        scales = []
        for name in "ABCD":
            force = run.history.at([0.1])[f"joint:{name}.reaction.force"]
            assert list(force.unique) == [True, True, False]
            x, y, z = np.asarray(force)[0]
            scales += [state[name]["force"] / np.hypot(x, y), state[name]["looseForce"] / abs(z)]
        np.testing.assert_allclose(scales, scales[0], rtol=1e-3)
        tab.page.locator(".list .row", has_text="revolute").first.click()
        details = tab.page.locator(".details").inner_text()
        assert "Not unique" in details and "force z" in details
        tab.page.keyboard.press("p")
        tab.page.locator(".chooser input").fill("A.reaction.force")
        text = tab.page.locator(".channel", has_text="A.reaction.force").first.inner_text()
        assert "not unique" in text


# --- plots and data -----------------------------------------------------------------------------


def test_plots_follow_time(tab: Tab) -> None:
    for t in (0.2, 0.64):
        state = tab.show(t)
        assert len(state["plots"]) >= 2
        for plot in state["plots"]:
            assert plot["cursor"] == pytest.approx(t, abs=1e-3)  # a tenth of a pixel
    assert {plot["unit"] for plot in tab.state()["plots"]} >= {"rad", "rad/s"}


def test_plots_show_the_value_at_the_time(tab: Tab, drive: Any) -> None:
    tab.show(0.4)
    entry = tab.page.locator(".entry", has_text="C.angle").first
    shown = float(entry.locator(".reading").inner_text())
    assert shown == pytest.approx(float(np.asarray(drive.history["C.angle"])[20]), rel=5e-4)


def test_click_on_a_plot_goes_to_its_time(tab: Tab) -> None:
    over = tab.page.locator(".u-over").first
    box = over.bounding_box()
    for part in (0.25, 0.7):
        over.click(position={"x": part * box["width"], "y": box["height"] / 2})
        state = tab.state()
        assert state["time"] == pytest.approx(part, abs=2.0 / box["width"])
        assert all(abs(plot["cursor"] - state["time"]) < 1e-3 for plot in state["plots"])


def test_plots_are_opened_and_closed(tab: Tab) -> None:
    page = tab.page
    before = len(tab.state()["plots"])
    page.keyboard.press("p")
    page.locator(".chooser input").fill("B.reaction.force")
    page.locator(".channel", has_text="B.reaction.force").first.click()
    added = tab.state()["plots"][-1]
    assert added["unit"] == "N" and added["channels"][0].startswith("B.reaction.force")
    assert len(tab.state()["plots"]) == before + 1
    page.locator('button[title="Close this plot"]').last.click()
    assert len(tab.state()["plots"]) == before


def test_data_of_bodies_and_joints(tab: Tab, drive: Any) -> None:
    page = tab.page
    tab.show(0.3)
    page.locator(".row", has_text="coupler").first.click()
    assert tab.state()["chosen"] == {"kind": "body", "index": 2}
    assert "2 kg" in page.locator(".details").inner_text()
    page.locator(".list .row", has_text="revolute").nth(1).click()
    text = page.locator(".details").inner_text()
    angle = float(np.asarray(drive.history["B.angle"])[15])
    assert "crank and coupler" in text and f"{angle:.4g}" in text
    page.locator("button", has_text="Follow").click()
    assert tab.state()["followed"] == "coupler"
    page.locator("button", has_text="Follow").click()
    page.keyboard.press("Escape")
    assert tab.state()["chosen"] is None


def test_page_fits_small_and_large_windows(tab: Tab) -> None:
    """No scroll bars of the page, the picture has room, and no control is cut off."""
    for width, height in ((1920, 1080), (1100, 650)):
        tab.page.set_viewport_size({"width": width, "height": height})
        wide = "document.querySelector('main.stage canvas').getBoundingClientRect().width"
        tab.until(f"{wide} > {0.4 * width} && {wide} < {0.6 * width}")
        root = "document.documentElement"
        assert tab.page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [width, height]
        canvas = tab.page.locator("main.stage canvas").first.bounding_box()
        assert canvas["height"] > 0.6 * height
        for box in (b.bounding_box() for b in tab.page.locator("header.bar button:visible").all()):
            assert box["x"] >= 0 and box["x"] + box["width"] <= width + 0.5
