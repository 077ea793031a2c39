"""Modes that move: shapes, amplitudes and phases of the page against the linearization."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.viewer import page_view, write_html
from sarrus.viewer.modes import PHASES, _closed_coordinates, _cycle, mode_scene
from sarrus.viewer.positions import poses_at
from viewer.machines import sprung_four_bar
from viewer.reading import arrays_of


@pytest.fixture(scope="module")
def linear() -> Any:
    system = sprung_four_bar()
    return system.linearize(system.equilibrium(), inputs=["A"], outputs=["A.angle", "P.rate"])


@pytest.fixture(scope="module")
def scene(linear: Any) -> Any:
    return mode_scene(linear)


def test_list_holds_frequencies_and_damping(linear: Any, scene: Any) -> None:
    listed = scene.static["modes"]["list"]
    assert len(listed) == len(linear.vibrations) == 2
    for about, vibration in zip(listed, linear.vibrations, strict=True):
        assert about["frequency"] == pytest.approx(vibration.frequency, rel=1e-12)
        assert about["damping"] == pytest.approx(vibration.damping, rel=1e-9)
        largest = about["parts"][0]
        assert largest["size"] == pytest.approx(1.0)
        assert abs(vibration[largest["name"].split(".")[0]]) == pytest.approx(1.0)


def test_loops_are_closed_in_every_position(linear: Any) -> None:
    """Both bodies of the cut joint are at one point, though the amplitude is not small."""
    system = linear.state.system
    for vibration in linear.vibrations:
        cycle = _cycle(vibration, 0.5, None)
        assert cycle.closed
        gaps = [np.max(np.abs(system.compiled.loops.closure(q)[0])) for q in cycle.q]
        assert max(gaps) < 1e-9
        straight = vibration.displaced_coordinates(cycle.amplitude, 0.0)
        assert np.max(np.abs(system.compiled.loops.closure(straight)[0])) > 1e-6


def test_small_amplitudes_follow_the_shape(linear: Any) -> None:
    """To first order a projected position is that of the shape, with its phases."""
    system, state = linear.state.system, linear.state
    for vibration in linear.vibrations:
        for phase in (0.0, 1.0, 2.5):
            small = 1e-5
            q = _closed_coordinates(vibration, small, phase)
            assert q is not None
            wanted = small * np.real(vibration.shape * np.exp(1j * phase))
            moved = system.compiled.layout.difference(q, state.q)
            np.testing.assert_allclose(moved, wanted, atol=1e-8)


def miss(linear: Any, amplitude: float) -> float:
    """Return how far half of an amplitude in the page is from positions closed there, relative."""
    system = linear.state.system
    shifts = arrays_of(mode_scene(linear, amplitude=amplitude))["modes.shifts"]
    assert shifts.shape == (2, PHASES, 1 + len(system.model.bodies), 3)
    rest = poses_at(system, linear.state.q[None])[0][:, :, 3]
    found = []
    for k, vibration in enumerate(linear.vibrations):
        for phase in (0, 5, 11):
            there, back = shifts[k, phase], shifts[k, (phase + PHASES // 2) % PHASES]
            half = 0.5 * (there - back) / 2 + 0.25 * (there + back) / 2
            q = _closed_coordinates(vibration, 0.5 * amplitude, 2 * np.pi * phase / PHASES)
            assert q is not None
            exact = poses_at(system, q[None])[0][:, :, 3] - rest
            found.append(np.max(np.abs(half - exact)) / np.max(np.abs(exact)))
    return float(max(found))


def test_page_scales_to_second_order(linear: Any) -> None:
    """Of a quarter of the amplitude, a sixteenth of the relative error is left."""
    assert miss(linear, 0.2) < 0.05
    assert miss(linear, 0.2) / miss(linear, 0.05) == pytest.approx(16.0, rel=0.3)


def test_response_is_that_of_the_linearization(linear: Any, scene: Any) -> None:
    arrays = arrays_of(scene)
    frequencies = arrays["response.frequencies"]
    values = arrays["response.real"] + 1j * arrays["response.imaginary"]
    assert scene.static["modes"]["response"]["pairs"] == [["A.angle", "A"], ["P.rate", "A"]]
    wanted = linear.response(2 * np.pi * frequencies)
    # the frequency is rounded twice on its way, and a peak of damping 1.4e-4 magnifies that
    np.testing.assert_allclose(values, np.moveaxis(wanted[:, :, 0], 0, 1), rtol=1e-10)


def test_open_chains_and_single_modes(tmp_path: Path) -> None:
    m = sarrus.Mechanism("pendulum")
    bob = m.body("bob", mass=1.0, com=(0, 0, -0.5), inertia=(1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, bob, at=(0, 0, 0), axis="y")
    system = m.build().compile()
    rest = system.equilibrium()
    mode = system.linearize(rest).vibrations[0]
    path = write_html(mode, tmp_path / "mode.html")
    assert b"vibrations" in path.read_bytes()[:3000]
    with pytest.raises(EnvironmentProblem, match="exists"):
        mode.write_html(path)
    assert mode.write_html(path, amplitude=0.3, overwrite=True) == path
    (about,) = mode_scene(rest, amplitude=0.3).static["modes"]["list"]
    assert about["amplitude"] == 0.3 and about["closed"]


def test_nothing_that_moves_is_told() -> None:
    m = sarrus.Mechanism("rest")
    m.weld("A", m.ground, m.body("a", mass=1.0, inertia=(1, 1, 1)), at=(0, 0, 0))
    system = m.build().compile()
    with pytest.raises(ModelError, match="nothing can move"):
        system.linearize(system.assemble()).show()


def test_show_opens_the_browser_or_is_the_value_of_a_cell(
    linear: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address))
    shown = linear.show()
    assert shown.path is not None and opened == [shown.path.as_uri()]
    shown.path.unlink()
    monkeypatch.setattr(page_view, "in_notebook", lambda: True)
    quiet = linear.vibrations[1].show()
    assert quiet.path is None and len(opened) == 1
    assert quiet._repr_html_().startswith("<iframe srcdoc=")
