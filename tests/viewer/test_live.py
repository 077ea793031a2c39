"""The live page in a browser: it computes what the library computes, and stays alive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.viewer import live
from viewer.browser import Tab, launched, opened
from viewer.machines import MARKUP

FOUR_BAR = """\
sarrus: 1
name: NAME
units: [mm, deg]
constants: {r: 100 mm, l: 280 mm, h: 200 mm, d: 300 mm}
bodies:
  crank: {mass: 0.7 kg, shapes: [{type: rod, from: [0, 0, 0], to: [r, 0, 0], radius: 9 mm}]}
  coupler: {mass: 2 kg, shapes: [{type: rod, from: [0, 0, 0], to: [l, 0, 0], radius: 9 mm}]}
  rocker: {mass: 1.4 kg, shapes: [{type: rod, from: [0, 0, 0], to: [h, 0, 0], radius: 15 mm}]}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: y,
      on_parent: [0, 0, 0], on_child: [0, 0, 0]}
  B: {type: revolute, parent: crank, child: coupler, axis: y,
      on_parent: [r, 0, 0], on_child: [0, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, axis: y,
      on_parent: [l, 0, 0], on_child: [h, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, axis: y,
      on_parent: [d, 0, 0], on_child: [0, 0, 0]}
assembly: {wanted: {A: 0.4 rad}, rates: {A: 10 rad/s}, guess: {B: -40 deg, D: -100 deg}}
run: {until: 1 s, every: 10 ms, rtol: 1e-9, atol: 1e-11}
outputs: [A.angle, D.angle, C.reaction.force]
sliders:
  r: {from: 40 mm, to: 400 mm, step: 1 mm, text: TEXT}
  l: {from: 5 mm, to: 700 mm, text: coupler}
  rocker.mass: [0.5 kg, 5 kg]
  A: {from: -2 N*m, to: 2 N*m, text: torque}
"""
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 768, "height": 1024}
SMALL = {"width": 900, "height": 520}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("live") / "four_bar.yaml"
    text = FOUR_BAR.replace("NAME", f"'{MARKUP}'").replace("TEXT", f"'{MARKUP}'")
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def address(model: Path) -> str:
    """The page, from the command's own words."""
    path = live(model).write(model.with_name("machine.html"))
    assert path.stat().st_size < 1_500_000
    return path.as_uri()


@pytest.fixture(scope="module")
def window(browser: Any, address: str) -> Iterator[Tab]:
    with opened(browser, address, size=SMALL) as tab:
        yield tab


@pytest.fixture
def tab(window: Tab) -> Iterator[Tab]:
    """The page at its start, with the numbers of the file, standing."""
    page = window.page
    page.evaluate("window.sarrus.play(false)")
    page.get_by_role("button", name="All sliders as in the file").click()
    page.evaluate("window.sarrus.live.start()")
    yield window
    window.check_quiet()


def live_state(tab: Tab) -> Any:
    return tab.page.evaluate("window.sarrus.live.state()")


def test_it_computes_what_the_library_computes(tab: Tab, model: Path) -> None:
    """Poses, angles in the units of the file and reactions, at ten times of a run with rk4."""
    study = sarrus.Study.load(model, {"run.method": "rk4", "run.step": 1e-3, "run.every": 0.1})
    run = study.run(certify=False)
    angle, force = run.history.in_units("SI")["A.angle"], run.history["C.reaction.force"]
    places = run.history["coupler.position"]
    for k in range(1, 11):
        tab.page.evaluate("window.sarrus.live.run(0.1)")
        found = tab.page.evaluate(
            "() => { const m = window.sarrus.live.machine; return [m.time, m.coordinate('A.angle'),"
            " [0, 1, 2].map((i) => m.channel(`joint:C.reaction.force[${i}]`))] }"
        )
        assert found[0] == pytest.approx(0.1 * k, abs=1e-12)
        assert found[1] == pytest.approx(float(angle[k]), rel=1e-11)
        np.testing.assert_allclose(found[2], force[k], rtol=1e-8, atol=1e-9)
        shown = tab.state()["bodies"]["coupler"]["position"]
        np.testing.assert_allclose(shown, places[k], atol=1e-9)


def test_a_slider_moves_lengths_shapes_and_the_curve_of_a_turn(tab: Tab) -> None:
    page = tab.page
    before = live_state(tab)["turns"]
    assert before["ok"] and before["count"] == 181
    slider = page.get_by_role("slider", name=MARKUP)
    slider.focus()
    for _ in range(20):
        slider.press("ArrowRight")
    tab.until("Math.abs(Math.hypot(...window.sarrus.state().joints.B.child) - 0.12) < 1e-9")
    state = live_state(tab)
    assert state["turns"]["readings"] != before["readings"]
    assert state["sliders"]["r"]["value"] == pytest.approx(0.12, abs=1e-12)
    joints = tab.state()["joints"]
    np.testing.assert_allclose(joints["B"]["parent"], joints["B"]["child"], atol=1e-9)
    assert state["turns"]["ok"] and len(state["turns"]["values"]) == 181


def test_the_curve_of_a_turn_is_that_of_a_drive(tab: Tab, model: Path) -> None:
    """Torque over one turn at 2 pi rad/s, with another crank, against the library's drive."""
    tab.page.evaluate("window.sarrus.live.set('r', 0.08)")
    tab.until("Math.abs(Math.hypot(...window.sarrus.state().joints.B.child) - 0.08) < 1e-9")
    turn = live_state(tab)["turns"]
    system = sarrus.Study.load(model, {"constants.r": 0.08}).system
    guess = {"B": np.deg2rad(-40.0), "D": np.deg2rad(-100.0)}
    start = system.assemble(wanted={"A": 0.0}, guess=guess)
    drive = system.drive({"A": lambda t: 2 * np.pi * t}, until=1.0, every=1 / 180, guess=start)
    found = np.array(turn["values"])
    torque = 1e3 * np.asarray(drive["A.effort"])  # the units of the file: N mm
    np.testing.assert_allclose(found, torque, atol=1e-8 * np.max(np.abs(torque)))
    assert float(turn["readings"]["largest"].split()[0]) == pytest.approx(np.max(torque), rel=1e-3)


def test_what_cannot_be_is_said_and_the_last_good_state_stays(tab: Tab) -> None:
    page = tab.page
    field = page.get_by_role("textbox", name="coupler")
    for typed, words, stays in (
        ("650", "do not reach: 'C' stays open", "280"),
        ("nonsense", "is not a number", "280"),
        ("-3", "goes from 5 to 700 mm", "5"),
    ):
        field.fill(typed)
        field.press("Enter")
        assert words in live_state(tab)["message"], typed
        assert field.input_value() == stays
    assert page.locator(".message").get_attribute("role") == "alert"
    for value in ("NaN", "0", "-1"):
        found = page.evaluate(f"window.sarrus.live.machine.setConstant('r', {value})")
        assert isinstance(found["ok"], bool) and (found["ok"] or found["message"])
    page.evaluate("window.sarrus.live.set('r', 0.1)")
    assert page.evaluate("window.sarrus.live.run(0.2)") > 0.1
    assert page.evaluate("Number.isFinite(window.sarrus.live.machine.energy().total)")


def test_where_no_whole_turn_is_possible_it_says_how_far(tab: Tab) -> None:
    """The longest crank that goes round is l + h - d = 180 mm (Grashof)."""
    tab.page.evaluate("window.sarrus.live.set('r', 0.179)")
    tab.until("Math.abs(Math.hypot(...window.sarrus.state().joints.B.child) - 0.179) < 1e-9")
    assert live_state(tab)["turns"]["ok"]
    tab.page.evaluate("window.sarrus.live.set('r', 0.182)")
    tab.until("!window.sarrus.live.state().turns.ok")
    note = live_state(tab)["turns"]["note"]
    assert note.startswith("No whole turn: A.angle swings between") and "do not reach" in note


def test_play_pause_look_back_and_start_again(tab: Tab) -> None:
    page = tab.page
    page.locator("body").press("Space")
    tab.until("window.sarrus.state().playing && window.sarrus.state().time > 0.2")
    page.get_by_role("button", name="Play or pause").click()
    stands = tab.state()["time"]
    assert not tab.state()["playing"] and live_state(tab)["frames"] > 5
    page.locator("body").press("ArrowLeft")
    assert tab.state()["time"] < stands
    page.locator("body").press("Home")
    assert tab.state()["time"] == 0.0 and live_state(tab)["frames"] == 1
    page.locator("body").press("ArrowRight")
    assert tab.state()["time"] == pytest.approx(1 / 60, abs=1.1e-3)
    assert "Energy" in live_state(tab)["status"] and "loop error" in live_state(tab)["status"]


def test_a_body_is_pulled_by_the_pointer(tab: Tab) -> None:
    """A spring to the pointer, its force shown; afterwards the camera has not moved."""
    page = tab.page
    x, y = page.evaluate("window.sarrus.live.screen('rocker')")
    angle = page.evaluate("window.sarrus.live.machine.coordinate('D.angle')")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 5, steps=3)
    tab.until("window.sarrus.live.state().force !== null && window.sarrus.state().time > 0.05")
    assert page.locator(".pull").inner_text().endswith("N")
    page.mouse.up()
    assert live_state(tab)["force"] is None
    assert page.evaluate("window.sarrus.live.machine.coordinate('D.angle')") != angle
    page.mouse.click(x, y)  # a click chooses
    tab.page.locator("body").press("Escape")


def test_every_control_has_a_name_and_markup_does_nothing(tab: Tab) -> None:
    unnamed = tab.page.evaluate(
        "() => [...document.querySelectorAll('button, input, select')].filter((n) =>"
        " !(n.getAttribute('aria-label') || n.textContent.trim() || n.closest('label'))).length"
    )
    assert unnamed == 0
    assert tab.page.evaluate("window.harm") is None
    assert tab.page.locator("img").count() == 0


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_it_fits_upright_windows(browser: Any, address: str, size: dict[str, int]) -> None:
    with opened(browser, address, size=size) as tab:
        page = tab.page
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"]
        slider = page.get_by_role("slider", name=MARKUP)
        assert slider.is_visible()
        box, stage = slider.bounding_box(), page.locator(".stage").bounding_box()
        assert box["y"] > stage["y"] + stage["height"] - 1 and stage["height"] > 200
        tab.until("window.sarrus.state().time > 0.05")
        for _ in range(6):  # all of its way is in sight, which was looked at ahead
            page.evaluate("window.sarrus.live.run(0.17)")
            places = page.evaluate(
                "Object.values(window.sarrus.state().joints).flatMap(({ parent, child }) =>"
                " [parent, child].map((p) => window.sarrus.pixel(p)))"
            )
            assert all(0 < p["x"] < stage["width"] for p in places)
            assert all(0 < p["y"] < stage["height"] for p in places)
