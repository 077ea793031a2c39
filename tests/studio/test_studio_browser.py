"""The studio in a browser: typing, dragging, saving, and what others save meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sarrus
from studio.desk import FOUR_BAR, Desk, at_desk
from viewer.browser import launched


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


def test_a_session(browser: Any, tmp_path: Path) -> None:
    """One page, as one sits at it: a mistake, a number, a point, undo, and the file on disk."""
    path = tmp_path / "four_bar.yaml"
    with at_desk(browser, path) as desk:
        see_mistake(desk)
        change_number(desk)
        drag_point(desk)
        save_and_conflict(desk)
        complete(desk)


def see_mistake(desk: Desk) -> None:
    """What is wrong is underlined, told below, and the last good picture stays."""
    desk.type("parent: crank", "parent: crnk")
    desk.settle()
    assert desk.page.locator(".cm-lintRange-error").all_inner_texts() == ["crnk"]
    assert "crank" in desk.page.locator(".problem.error").first.inner_text()
    assert desk.page.locator("#app.outdated").count() == 1
    desk.press("Undo")
    desk.settle()
    assert desk.text == FOUR_BAR
    assert desk.page.locator(".cm-lintRange-error, .problem.error").count() == 0
    assert desk.page.locator("#app.outdated").count() == 0


def change_number(desk: Desk) -> None:
    """A longer crank is seen at once, where the library has it."""
    before = desk.tab.state()["joints"]["B"]["child"]
    desk.type("100 mm", "80 mm")
    desk.settle()
    after = desk.tab.state()["joints"]["B"]["child"]
    assert before == pytest.approx([0.1, 0, 0], abs=1e-6)
    assert after == pytest.approx([0.08, 0, 0], abs=1e-6)
    # the run of the page is that of the library
    last = desk.tab.show(0.2)["joints"]["C"]["child"]
    text = FOUR_BAR.replace("100 mm", "80 mm")
    (desk.path.parent / "other.yaml").write_text(text, encoding="utf-8")
    run = sarrus.Study.load(desk.path.parent / "other.yaml").run()
    own = run.history["C.position"][-1] if "C.position" in run.history else None
    if own is not None:
        assert last == pytest.approx(list(own), abs=1e-5)
    desk.tab.show(0.0)
    desk.press("Undo")
    desk.settle()


def drag_point(desk: Desk) -> None:
    """Literal numbers follow a drag, comments stay; expressions stay and are told."""
    desk.press("Show the mechanism as it is drawn")
    desk.settle()
    assert desk.page.locator(".handle").count() == 4
    desk.drag((0.1, 0, 0), (0.12, 0, 0.05))
    line = next(line for line in desk.text.split("\n") if line.startswith("  B:"))
    x, y, z = (word.strip() for word in line.split("[")[1].rstrip("]").split(","))
    assert x.endswith(" mm") and float(x.split()[0]) == pytest.approx(120, abs=2)
    assert y == "0" and z.endswith(" mm")
    assert float(z.split()[0]) == pytest.approx(50, abs=2)
    assert "  A: [0, 0, 0]       # crank" in desk.text
    desk.drag((0.3, 0, 0.2), (0.33, 0, 0.25))
    assert "x of C is the expression 'd'" in desk.page.locator(".state").inner_text()
    assert "  C: [d, 0, 0.25" in desk.text
    # each drag is undone by itself
    desk.press("Undo")
    desk.press("Undo")
    desk.settle()
    assert desk.text == FOUR_BAR
    desk.press("Show the mechanism as it is drawn")
    desk.settle()


def save_and_conflict(desk: Desk) -> None:
    """Saved is what is seen; what others save comes in; of two versions the user chooses."""
    desk.type("# A four-bar", "# My four-bar")
    desk.page.keyboard.press("Control+s")
    desk.tab.until("!sarrus.studio.file.unsaved")
    assert desk.path.read_text("utf-8") == FOUR_BAR.replace("# A four-bar", "# My four-bar")
    desk.path.write_text(FOUR_BAR.replace("100 mm", "90 mm"), encoding="utf-8")
    desk.tab.until("sarrus.studio.editor.text.includes('90 mm')")
    desk.settle()
    assert desk.tab.state()["joints"]["B"]["child"] == pytest.approx([0.09, 0, 0], abs=1e-6)
    # both have changed
    desk.type("90 mm", "95 mm")
    theirs = FOUR_BAR.replace("100 mm", "70 mm")
    desk.path.write_text(theirs, encoding="utf-8")
    desk.tab.until("sarrus.studio.file.news !== null")
    desk.press("Save the file")
    dialog = desk.page.locator("dialog.conflict")
    assert "95 mm" in dialog.inner_text() and "70 mm" in dialog.inner_text()
    assert desk.path.read_text("utf-8") == theirs
    dialog.get_by_text("Keep mine").click()
    desk.tab.until("!sarrus.studio.file.unsaved")
    assert "95 mm" in desk.path.read_text("utf-8")
    desk.settle()


def complete(desk: Desk) -> None:
    """Keys and names of the file are proposed."""
    desk.type("outputs: [A.angle, D.angle]", "outputs: [C.rea")
    desk.page.locator(".cm-tooltip-autocomplete").wait_for()
    assert "C.reaction.force" in desk.page.locator(".cm-tooltip-autocomplete").inner_text()
    desk.page.keyboard.press("Escape")


@pytest.mark.slow
def test_six_bar_from_a_drawing(browser: Any, tmp_path: Path) -> None:
    """Watt's linkage, drawn with the mouse from an empty file, and driven by two lines of text."""
    path = tmp_path / "six_bar.yaml"
    with at_desk(browser, path, None) as desk:
        build_six_bar(desk)
        assert desk.page.locator(".problem.error").count() == 0
        desk.page.keyboard.press("Control+s")
        desk.tab.until("!sarrus.studio.file.unsaved")
    model = sarrus.load(path)
    assert len(model.bodies) == 5 and len(model.joints) == 7
    system = model.compile()
    assert system.mobility().freedom == 1


PLACES = {
    "A": (0.0, 0, 0.0),
    "B": (0.0, 0, 0.1),
    "C": (0.3, 0, 0.25),
    "D": (0.4, 0, 0.0),
    "E": (0.5, 0, 0.3),
    "F": (0.8, 0, 0.35),
    "G": (0.7, 0, 0.0),
}
LINKS = ["AB", "BC", "CDE", "EF", "FG"]
"""Crank, coupler, a rocker with three points, and a second loop."""


def build_six_bar(desk: Desk) -> None:
    drawn: set[str] = set()
    desk.press("New body")
    desk.settle()
    typed = desk.page.get_by_label("Coordinates of a point in mm")
    for link in LINKS:
        for name in link:
            if name in drawn:
                desk.page.locator(".handle", has_text=name).click()
            else:
                typed.fill(", ".join(f"{1000 * x:g}" for x in PLACES[name]))
                typed.press("Enter")
                drawn.add(name)
        desk.page.locator('.adding button[type="submit"]').click()
        desk.settle()
    desk.press("New revolute")
    for name in PLACES:  # without waiting for the picture: the key goes where the click was
        desk.page.locator(".handle", has_text=name).click()
        desk.page.keyboard.press("Enter")
    desk.settle()
    desk.press("Show the mechanism as it is drawn")
    desk.settle()


def test_small_windows(browser: Any, tmp_path: Path) -> None:
    """Text and mechanism are both there, nothing sticks out, and one can be had alone."""
    with at_desk(browser, tmp_path / "four_bar.yaml", size=PHONE) as desk:
        see_panes(desk)
        desk.page.set_viewport_size(TABLET)
        see_panes(desk)


def test_mechanism_alone_for_other_editors(browser: Any, tmp_path: Path) -> None:
    """`sarrus studio --watch`: no text is seen, and what another editor saves is."""
    path = tmp_path / "four_bar.yaml"
    with at_desk(browser, path, watch=True) as desk:
        assert desk.page.locator(".stage").is_visible()
        assert not desk.page.locator(".text").is_visible()
        path.write_text(FOUR_BAR.replace("100 mm", "90 mm"), encoding="utf-8")
        desk.tab.until("sarrus.studio.editor.text.includes('90 mm')")
        desk.settle()
        found = desk.tab.state()["joints"]["B"]["child"]
        assert found == pytest.approx([0.09, 0, 0], abs=1e-6)


PHONE: Any = {"width": 390, "height": 844}
TABLET: Any = {"width": 768, "height": 1024}


def see_panes(desk: Desk) -> None:
    page = desk.page
    wide = "document.documentElement.scrollWidth <= window.innerWidth"
    desk.tab.until(wide)  # the toolbar folds in the frame after
    boxes = [page.locator(name).bounding_box() for name in (".text", ".stage")]
    assert all(box and box["width"] > 300 and box["height"] > 150 for box in boxes)
    desk.press("Show: text")
    assert not page.locator(".stage").is_visible() and page.locator(".text").is_visible()
    desk.press("Show: mechanism")
    assert page.locator(".stage").is_visible() and not page.locator(".text").is_visible()
    desk.tab.until(wide)
    desk.press("Show: both")
