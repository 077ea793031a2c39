"""Positions that are no history: the corner of a suspension in its page and in its report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.gallery import double_wishbone
from sarrus.suspension import Rig
from sarrus.suspension.corner_scene import corner_scene, corner_view
from viewer.reading import arrays_of


@pytest.fixture(scope="module")
def rig() -> Any:
    axis = ("lower_ball", "upper_ball")
    return Rig(double_wishbone().compile(), wheel="wheel", steering_axis=axis, steer="rack")


@pytest.fixture(scope="module")
def sweep(rig: Any) -> Any:
    return rig.travel(-0.04, 0.06, 6)


def test_corner_is_where_the_rig_has_it(sweep: Any) -> None:
    scene = corner_scene(sweep)
    arrays, static = arrays_of(scene), scene.static
    np.testing.assert_allclose(arrays["times"], sweep["travel"])
    assert static["pace"] | {"seconds": 0} == {
        "name": "Travel", "unit": "mm", "seconds": 0, "factor": 1e3, "swings": True,
    }  # fmt: skip
    names = [body["name"] for body in static["bodies"]]
    for name in ("wheel", "upper_arm"):
        places = arrays["positions"][:, names.index(name)] + np.array(static["origin"])
        wanted = [position.bodies[name].position for position in sweep.positions]
        np.testing.assert_allclose(places, wanted, atol=1e-6)
    camber = next(c for c in static["channels"] if c["name"] == "camber")
    assert camber["unit"] == "deg"
    np.testing.assert_allclose(
        arrays["channels"][camber["line"]], np.degrees(sweep["camber"]), rtol=1e-6
    )


def test_page_and_element_hold_the_moving_corner(sweep: Any, tmp_path: Path) -> None:
    path = sweep.write_html(tmp_path / "corner.html")
    assert b'"pace"' in path.read_bytes()
    with pytest.raises(EnvironmentProblem, match="exists"):
        sweep.write_html(path)
    view = corner_view(sweep)
    assert view.startswith("<iframe srcdoc=") and "The moving corner" in view
    assert 'sandbox="allow-scripts allow-downloads"' in view


def test_rows_of_a_grid_and_load_cases(rig: Any) -> None:
    scene = corner_scene(rig.grid((-0.01, 0.01, 2), (-0.01, 0.01, 2)))
    assert list(arrays_of(scene)["times"]) == [0.0, 1.0, 2.0, 3.0]
    assert scene.static["pace"]["name"] == "Row"


def test_sweep_without_positions_is_told(sweep: Any) -> None:
    with pytest.raises(ModelError, match="has no positions"):
        corner_scene(replace(sweep, positions=()))
