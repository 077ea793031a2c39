"""What a study says of itself and of its runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from study.models import FOUR_BAR, example, study


def test_description_of_a_loop(tmp_path: Path) -> None:
    text = study(tmp_path, FOUR_BAR, "inputs: {A: 1}\nlocked: []\n").describe()
    assert "3 bodies, 4 joints, 1 loop" in text
    assert "mobility 1" in text and "redundant constraints 3 of 5" in text
    assert "cut at '" in text and "gravity (0, 0, -9.81) m/s^2" in text
    assert "method auto, rtol 1e-06, atol 1e-08, until 1 s" in text
    assert "efforts on A" in text


def test_description_of_a_passive_freedom() -> None:
    assert "mobility 2 (coupler can move alone)" in example("rssr").describe()


def test_summary_of_a_run(tmp_path: Path) -> None:
    made = example("rssr", run__until=0.1)
    run = made.run(tmp_path / "rssr.sarrus")
    text = made.summary(run)
    assert text.startswith(run.report())
    assert f"result in {tmp_path / 'rssr.sarrus'}" in text
    assert f"steps {run.account.steps}" in text and "energy error" in text
    assert "max. loop-closure error" in text


def test_summary_of_a_drive() -> None:
    made = example("slider_crank", constants__L=0.24)
    text = made.summary(made.run())
    assert "251 positions driven" in text and "W30" in text


def test_summary_tells_events(tmp_path: Path) -> None:
    events = "events:\n  - {name: halfway, when: 0.5, do: stop}\n"
    made = study(tmp_path, FOUR_BAR, events)
    assert "t = 0.5 s: halfway: stopped" in made.summary(made.run())


@pytest.mark.parametrize("name", ["rssr", "slider_crank"])
def test_outputs_are_channels_of_the_run(name: str) -> None:
    made = example(name, run__until=0.1)
    run = made.run()
    assert made.outputs and all(channel in run.history for channel in made.outputs)
