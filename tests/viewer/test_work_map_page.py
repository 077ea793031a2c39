"""Maps of work as pages: what the scene holds, and what a browser shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System, robotics
from sarrus.viewer import write_html
from sarrus.viewer.work_maps import map_scene
from viewer.browser import launched, opened

L1, L2 = 0.5, 0.3


@pytest.fixture(scope="module")
def arm() -> System:
    m = Mechanism("arm")
    m.body("upper", 1.0, com=(L1 / 2, 0, 0), inertia=(0.01,) * 3)
    m.body("fore", 1.0, com=(L1 + L2 / 2, 0, 0), inertia=(0.01,) * 3)
    m.revolute("A", "ground", "upper", at=(0, 0, 0), axis="z")
    m.revolute("B", "upper", "fore", at=(L1, 0, 0), axis="z")
    m.frame("tip", "fore", at=(L1 + L2, 0, 0))
    return m.build().compile(kernels=())


@pytest.fixture(scope="module")
def found(arm: System) -> robotics.WorkMap:
    work = robotics.Workplace(arm, frame="tip")
    limits = {name: robotics.JointLimits(torque=5.0, speed=1.0) for name in "AB"}
    grid = np.linspace(-0.9, 0.9, 7)
    return robotics.work_map(work, grid, grid, 0.0, limits=limits)


def test_the_scene_has_the_places_that_are_reached(found: robotics.WorkMap) -> None:
    scene = map_scene(found, quantity="speed").static
    radius = np.hypot(*np.meshgrid(found.axes[0], found.axes[1]))
    inside = int(np.sum((radius >= L1 - L2) & (radius <= L1 + L2)))
    assert scene["arrays"]["map.places"]["shape"] == [inside, 3]
    names = [one["name"] for one in scene["map"]["quantities"]]
    assert names == list(found.values) and names[scene["map"]["chosen"]] == "speed"
    assert scene["arrays"]["map.values"]["shape"] == [len(names), inside]
    assert scene["arrays"]["times"]["shape"] == [inside]
    speeds = found["speed"][found["reached"] > 0.0]
    one = scene["map"]["quantities"][names.index("speed")]
    assert (one["low"], one["high"]) == (speeds.min(), speeds.max())
    with pytest.raises(ModelError, match="no place that the robot reaches"):
        map_scene(robotics.work_map(found.work, 2.0, 0.0, 0.0))
    with pytest.raises(ModelError, match="not a quantity"):
        map_scene(found, quantity="color")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as tab:
        yield tab


def test_the_page_lets_quantities_be_chosen(
    found: robotics.WorkMap, browser: Any, tmp_path: Path
) -> None:
    write_html(found, tmp_path / "map.html")
    with opened(browser, (tmp_path / "map.html").as_uri()) as tab:
        page = tab.page
        assert page.inner_text(".map").split("\n")[-2:] == ["1.00", "1.00"]
        page.select_option(".map select", "speed")
        speeds = found["speed"][found["reached"] > 0.0]
        shown = [float(x) for x in page.inner_text(".map").split("\n")[-1].split()[:1]]
        assert shown[0] == pytest.approx(speeds.max(), rel=5e-3)
        page.select_option(".map select", "hide the map")
        assert page.inner_text(".map").split("\n")[-1] == "hide the map"
