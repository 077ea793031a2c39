"""What live pages are made of: laws that follow constants, notebooks, the command, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

import sarrus
from sarrus.viewer.html import page_of
from sarrus.viewer.live import live
from sarrus.viewer.live_laws import followers_of
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
    """2 n t has the rate 2 n, along a line; w^2 / 2 is a table."""
    path = tmp_path / "rotor.yaml"
    path.write_text(ROTOR, encoding="utf-8")
    study = sarrus.Study.load(path)
    speed, start = (followers_of(study, slider) for slider in study.sliders)
    ((name, base, ends),) = speed.drives
    assert name == "A" and base == pytest.approx(2 * study.sliders[0].value, rel=1e-12)
    low, high = study.sliders[0].low, study.sliders[0].high
    assert ends == pytest.approx((2 * low, 2 * high), rel=1e-9)
    ((name, base, table),) = start.rates
    assert name == "B" and base == pytest.approx(2.0)
    assert (table[0], table[-1]) == pytest.approx((0.5, 8.0)) and len(table) == 33
    assert not speed.other and not start.other
    scene = live(study).scene.static
    assert [row[0] for row in scene["machine"]["sliders"][0]["motors"]] == ["A.angle"]
    assert [row[0] for row in scene["machine"]["sliders"][1]["starts"]] == ["B.rate"]


def test_a_law_of_the_state_keeps_its_constants_off_the_page(tmp_path: Path) -> None:
    path = tmp_path / "rotor.yaml"
    text = ROTOR.partition("drives:")[0]
    path.write_text(text + 'inputs: {A: "-k*A.rate"}\nsliders: [k, J]\n', encoding="utf-8")
    page = live(path)
    assert [row["name"] for row in page.scene.static["machine"]["sliders"]] == ["J"]
    assert "Slider 'k' is left out" in " ".join(page.scene.static["notices"])


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


def test_recorded_pages_may_run_no_machine() -> None:
    assert (
        "wasm" not in page_of(sarrus.viewer.scene_of(pendulum(until=0.02))).partition("<style>")[0]
    )
