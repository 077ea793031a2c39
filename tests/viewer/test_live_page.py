"""What live pages are made of: laws that follow constants, notebooks, the command, refusals."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import sarrus
from sarrus.viewer.html import page_of
from sarrus.viewer.live import live
from viewer.machines import pendulum

ROTOR = """\
sarrus: 1
constants: {n: 60 rpm, J: 2 kg*m^2, T: 3 N*m, w: 2 rad/s, k: 0.1 N*m*s}
bodies: {rotor: {mass: 1 kg, com: [0, 0, 0], inertia: [J, J, J]},
         wheel: {mass: 1 kg, com: [0, 0, 0], inertia: [J, J, J]}}
joints:
  A: {type: revolute, parent: ground, child: rotor, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: ground, child: wheel, at: [1, 0, 0], axis: z}
drives: {A: 2*n*t}
assembly: {rates: {B: "w^2/(2 [rad/s])"}}
run: {until: 0.1 s, every: 10 ms}
sliders:
  n: [30 rpm, 120 rpm]
  w: [1 rad/s, 4 rad/s]
"""


def test_rates_and_starts_follow_their_constants(tmp_path: Path) -> None:
    """The machine gets them from the constants: 2 n t is a motor, w^2 / 2 a start."""
    path = tmp_path / "rotor.yaml"
    path.write_text(ROTOR, encoding="utf-8")
    machine = live(path).scene.static["machine"]
    assert [row["name"] for row in machine["sliders"]] == ["n", "w"]
    followed = machine["manifest"]["followed"]
    assert followed["motors"] == [[0, 1]] and followed["rates"] == [[1, 0]]
    given = live(path, drives={"A": 3.0}).scene.static["machine"]["manifest"]
    assert not given["followed"]["motors"] and given["motors"][0]["rate"] == 3.0


def test_what_the_page_cannot_follow_keeps_its_constants_off_it(tmp_path: Path) -> None:
    """Velocities of bodies at the start; an exponent of a law is followed."""
    path = tmp_path / "rotor.yaml"
    text = ROTOR.partition("drives:")[0].replace("w: 2 rad/s", "w: 2 rad/s, e: 3.0")
    text = text.replace("at: [1, 0, 0]", "at: [0, 0, 0]")
    path.write_text(
        text + 'drives: {A: "(t/(1 [s]))^e"}\n'
        "start: {wheel: {angular_velocity: [0, 0, w]}}\nsliders: [e, J, w]\n",
        encoding="utf-8",
    )
    page = live(path)
    assert [row["name"] for row in page.scene.static["machine"]["sliders"]] == ["e", "J"]
    said = " ".join(page.scene.static["notices"])
    assert "Slider 'e'" not in said
    assert "Slider 'w' is left out: the start of 'wheel'" in said


def test_a_run_goes_on_and_shows_itself_in_a_notebook(tmp_path: Path) -> None:
    run = pendulum(until=0.05)
    page = live(run, {"bob.mass": ("0.5 kg", "2 kg")})
    frame = page._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and "allow-same-origin" not in frame
    text = page_of(page.scene)
    assert "'wasm-unsafe-eval'" in text and "'unsafe-eval'" not in text
    path = run.write_html(tmp_path / "a.html", live=True, sliders=["bob.mass"])
    assert path.stat().st_size < 1_500_000
    with pytest.raises(sarrus.ModelError, match="cannot be shown on a page that runs"):
        run.write_html(tmp_path / "b.html", live=True, ghost=run)
    with pytest.raises(sarrus.ModelError, match=r"bob\.mas"):
        live(run, ["bob.mas"])


def test_large_pages_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    page = sarrus.live(pendulum(until=0.02))
    assert page.size_note == ""
    monkeypatch.setattr(sys.modules["sarrus.viewer.live"], "LARGEST", 100_000)
    assert "MB are equations" in page.size_note and "channels" in page.size_note


def test_recorded_pages_may_run_no_machine() -> None:
    assert (
        "wasm" not in page_of(sarrus.viewer.scene_of(pendulum(until=0.02))).partition("<style>")[0]
    )
