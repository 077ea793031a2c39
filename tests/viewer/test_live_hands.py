"""The live page by hand: driven joints, fingers, machines of any size, films of what happened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.viewer import live
from viewer.browser import SMALL, Tab, launched, opened, wait_in
from viewer.test_browser_films import decoded
from viewer.test_live import PHONE

TEMPLATES = Path(sarrus.__file__).parent / "cli" / "templates"
CANVAS = "document.querySelector('main.stage canvas').toDataURL()"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def crank_rocker(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page whose crank a motor turns."""
    path = tmp_path_factory.mktemp("hands") / "crank_rocker.html"
    return live(TEMPLATES / "crank_rocker.yaml").write(path).as_uri()


def standing(tab: Tab) -> Tab:
    tab.page.evaluate("window.sarrus.play(false)")
    tab.page.evaluate("window.sarrus.live.start()")
    return tab


def test_a_driven_joint_is_turned_by_hand(browser: Any, crank_rocker: str) -> None:
    """The crank follows the pointer, the angle is written beside it; then the motor goes on."""
    with opened(browser, crank_rocker, size=SMALL) as tab:
        page = standing(tab).page
        page.locator("body").press("2")  # from the front: the plane of the linkage
        tip, pin = page.evaluate(
            "() => { const box = document.querySelector('main.stage').getBoundingClientRect();"
            " const { A, B } = window.sarrus.state().joints;"
            " return [B.child, A.child].map((p) => { const { x, y } = window.sarrus.pixel(p);"
            " return [box.left + x, box.top + y]; }); }"
        )
        arm = np.subtract(tip, pin)
        taken = pin + 0.5 * arm
        page.mouse.move(*taken)
        page.mouse.down()
        aimed = pin + 0.9 * np.array([arm[1], -arm[0]])  # upwards: a quarter of a turn about y
        page.mouse.move(*aimed, steps=4)
        tab.until("Math.abs(window.sarrus.live.machine.coordinate('A.angle') + Math.PI / 2) < 0.05")
        assert page.locator(".pull").inner_text().endswith("°")
        page.mouse.up()
        (motor,) = page.evaluate("window.sarrus.live.machine.motors.map(({ rate }) => rate)")
        assert motor == pytest.approx(2 * np.pi)


def test_fingers_pull_and_two_of_them_do_not(browser: Any, crank_rocker: str) -> None:
    tab = Tab(browser, crank_rocker, size=PHONE, has_touch=True)
    page = standing(tab.open(crank_rocker)).page
    tools = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    x, y = page.evaluate("window.sarrus.live.screen('rocker')")
    touch("touchStart", (x, y))
    touch("touchMove", (x + 20, y + 5))
    touch("touchMove", (x + 40, y + 5))
    tab.until("window.sarrus.live.state().force !== null")
    touch("touchStart", (x + 40, y + 5), (x - 90, y + 60))
    tab.until("window.sarrus.live.state().force === null")
    touch("touchEnd")
    tab.check_quiet()
    tab.context.close()


SIZED = """\
sarrus: 1
name: sized
units: [{unit}]
constants: {{l: {size} m}}
bodies:
  rod: {{mass: {mass} kg, shapes: [{{type: rod, from: [0, 0, 0], to: [l, 0, 0], radius: l/20}}]}}
joints:
  A: {{type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}}
forces:
  S: {{type: spring_damper, a: ground, b: rod, at_a: [l, 0, l], at_b: [l, 0, 0], k: {k} N/m, c: 0,
      free_length: l}}
run: {{until: {until} s, every: {every} s}}
outputs: [A.angle, A.reaction.force]
sliders: [l]
"""


@pytest.mark.parametrize(("size", "unit"), [(3e-6, "um"), (3e3, "km")])
def test_machines_of_any_size_are_seen_and_pulled(
    browser: Any, size: float, unit: str, tmp_path: Path
) -> None:
    """Arrows have a length, the view is drawn again after the smallest shift, a drag pulls."""
    path = tmp_path / "sized.yaml"
    time = np.sqrt(size)
    numbers = {"mass": size**3, "k": 10 * size**2, "until": time, "every": time / 50}
    path.write_text(SIZED.format(unit=unit, size=size, **numbers), encoding="utf-8")
    address = live(path).write(tmp_path / "sized.html").as_uri()
    with opened(browser, address, size=SMALL) as tab:
        page = standing(tab).page
        page.evaluate(f"window.sarrus.live.run({time / 3})")
        arrow = tab.state()["arrows"]["joints"]["A"]["force"]
        assert 0.02 * size < arrow < 2 * size
        shown = f"{1.5 * size * (1e6 if unit == 'um' else 1e-3):.4g}"
        field = page.get_by_role("textbox", name="l [")
        field.fill(shown)
        field.press("Enter")
        assert field.input_value() == shown
        (found,) = page.evaluate("window.sarrus.live.machine.constants.map(({ value }) => value)")
        assert found == pytest.approx(1.5 * size)
        before = page.evaluate(CANVAS)
        stage = page.locator("main.stage").bounding_box()
        corner = (stage["x"] + 0.8 * stage["width"], stage["y"] + 0.8 * stage["height"])
        page.mouse.move(*corner)
        page.mouse.down(button="right")
        page.mouse.move(corner[0] - 12, corner[1] - 12, steps=2)
        page.mouse.up(button="right")
        page.wait_for_timeout(200)
        assert page.evaluate(CANVAS) != before
        x, y = page.evaluate("window.sarrus.live.screen('rod')")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y - 30, steps=3)
        tab.until("window.sarrus.live.state().force !== null")
        weight = numbers["mass"] * 9.81
        pull = np.linalg.norm(page.evaluate("window.sarrus.live.state().force"))
        assert 0.05 * weight < pull < 1e3 * weight
        page.mouse.up()
        assert page.evaluate("window.sarrus.live.state().message") == ""


def test_it_runs_as_the_last_line_of_a_cell(browser: Any, tmp_path: Path) -> None:
    """In the frame of a notebook, which may run scripts and nothing else."""
    system = sarrus.gallery.four_bar().compile(kernels=())
    page = sarrus.live(system, sliders=["crank.mass"])
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><body>{page._repr_html_()}", encoding="utf-8")
    tab = Tab(browser, path.as_uri(), size=SMALL)
    tab.page.goto(path.as_uri())
    frame = tab.page.frames[1]
    wait_in(frame, "window.sarrus?.ready && window.sarrus.state().time > 0.05")
    assert frame.get_by_role("slider", name="crank.mass").count() == 1
    tab.check_quiet()
    tab.context.close()


def test_a_film_of_what_happened(browser: Any, crank_rocker: str, tmp_path: Path) -> None:
    """The last of the motion, as it was kept; afterwards the machine goes on from its end."""
    with opened(browser, crank_rocker, size=SMALL) as tab:
        page = standing(tab).page
        page.evaluate("window.sarrus.live.run(0.5)")
        page.locator("button.more").click()
        page.get_by_role("button", name="Film").click()
        tab.until("document.querySelectorAll('.filming option[value=gif]').length === 1")
        assert "The last 0.5 s" in page.locator(".filming .hint").inner_text()
        for k, value in enumerate(("gif", "640x360", "10")):
            page.locator(".filming select").nth(k).select_option(value)
        with page.expect_download() as waiting:
            page.locator(".filming .go").click()
        assert waiting.value.suggested_filename == "crank_rocker.gif"
        path = tmp_path / "film.gif"
        waiting.value.save_as(path)
        pictures, rate = decoded(path)
        assert pictures.shape == (6, 360, 640, 3) and rate == pytest.approx(10.0)
        page.keyboard.press("Escape")
        assert tab.state()["time"] == pytest.approx(0.5)
        assert page.evaluate("window.sarrus.live.run(0.1)") == pytest.approx(0.6)
