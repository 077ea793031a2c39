"""Other runs beside the one that is shown: where they are, and what their channels say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.viewer import page_of, scene_of, write_html
from viewer.browser import SMALL, launched, opened, written
from viewer.machines import pendulum
from viewer.reading import arrays_of


@pytest.fixture(scope="module")
def runs() -> tuple[Any, Any]:
    return pendulum(), pendulum(rate=2.0, until=0.6)


def test_ghosts_move_as_their_own_run_does(runs: tuple[Any, Any]) -> None:
    shown, other = runs
    scene = scene_of(shown, channels=["A.angle", "tip.position"], ghost={"faster": other})
    arrays = arrays_of(scene)
    (ghost,) = scene.static["ghosts"]
    assert ghost["name"] == "faster"
    assert [body["name"] for body in ghost["bodies"]] == ["ground", "bob"]
    times, places = arrays["ghost0.times"], arrays["ghost0.positions"]
    assert times[-1] == pytest.approx(0.6)
    expected = other.history.at(times)["body:bob.position"] - np.array(scene.static["origin"])
    assert np.allclose(places[:, 1], expected, atol=2e-7 * scene.static["size"])


def test_channels_of_ghosts_are_at_the_times_of_the_run_that_is_shown(
    runs: tuple[Any, Any],
) -> None:
    shown, other = runs
    scene = scene_of(shown, channels=["A.angle"], ghost=other)
    arrays = arrays_of(scene)
    t, row = arrays["times"], arrays["ghost0.channels"][0]
    assert len(row) == len(t)
    inside = t <= 0.6
    assert np.allclose(row[inside], other.history.at(t[inside])["A.angle"], atol=1e-4)
    assert np.all(np.isnan(row[t > 0.6 + 1e-9]))


def test_the_room_holds_all_of_them(runs: tuple[Any, Any]) -> None:
    alone, both = scene_of(runs[0]).static, scene_of(runs[0], ghost=[runs[1], runs[1]]).static
    (low, high), (lower, higher) = np.array(alone["room"]), np.array(both["room"])
    assert np.all(lower <= low + 1e-12)
    assert np.all(higher >= high - 1e-12)
    assert [ghost["name"] for ghost in both["ghosts"]] == ["pendulum (2)", "pendulum (3)"]


def test_ghosts_are_results_and_few(runs: tuple[Any, Any], tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="shows a run"):
        write_html(runs[0], tmp_path / "x.html", ghost=3)
    with pytest.raises(ModelError, match="at most 4"):
        scene_of(runs[0], ghost=[runs[1]] * 5)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


def test_the_page_draws_ghosts_and_hides_them(
    browser: Any, runs: tuple[Any, Any], tmp_path: Path
) -> None:
    page = page_of(scene_of(runs[0], channels=["A.angle"], ghost={"faster": runs[1]}))
    with opened(browser, written(tmp_path, "ghost", page), size=SMALL) as tab:
        tab.page.evaluate("window.sarrus.showTime(0.5)")
        places = tab.state()["ghosts"]["faster"]
        expected = runs[1].history.at([0.5])["body:bob.position"][0]
        assert np.allclose(places[1], expected, atol=1e-5)
        assert tab.state()["ghostsVisible"]
        tab.page.locator("body").press("c")
        assert not tab.state()["ghostsVisible"]
        tab.check_quiet()
