"""Parts of histories and other times: interpolated states are states like any other."""

from __future__ import annotations

import numpy as np
import pytest

from history import machines
from loops import mechanisms
from sarrus import ModelError
from sarrus.system import Run
from sarrus.system.history import History

KINDS = ["shoulder.angle", "hand.position", "hand.acceleration", "slide.reaction.force", "energy"]
CLOSED = ["fork.angle_1", "rod.position", "rod.acceleration", "guide.reaction.force", "energy"]


def test_parts_keep_values_and_times(turn: Run) -> None:
    history = History(turn)
    part = history[0.25:0.5]
    assert len(part) == 26 and part.t[0] == 0.25 and part.t[-1] == 0.5
    for name in [*CLOSED, "work", "ball.effort", "crank_pivot.effort"]:
        whole = np.asarray(history[name])
        np.testing.assert_allclose(part[name], whole[25:51], rtol=1e-12, atol=1e-12)
        np.testing.assert_array_equal(part[name].t, history.t[25:51])
    assert len(history.between()) == len(history) and len(history.between(0.9)) == 11
    assert len(history.between(0.503, 0.507)) == 0
    inner = part[0.3:0.4]
    np.testing.assert_allclose(inner["rod.x"], history["rod.x"][30:41], rtol=0, atol=1e-14)
    assert repr(part) == "<History of 'slider_crank': 26 states, 0.25 to 0.5 s>"


@pytest.mark.parametrize("machine", ["swing", "turn"])
def test_states_between_states_are_those_of_the_motion(
    histories: dict[str, History], machine: str
) -> None:
    """Against a run with states at just these times."""
    system = histories[machine].system
    simulate = {"swing": machines.swing, "turn": machines.turn}[machine]
    fine = History(simulate(system, every=0.003, until=0.9))
    coarse = histories[machine].at(fine.t)
    names = KINDS if machine == "swing" else CLOSED
    for name in names:
        scale = np.max(np.abs(fine[name]))
        order = {"acceleration": 2, "force": 2, "energy": 1}.get(name.rpartition(".")[2], 0)
        bound = (2e-6, 2e-5, 2e-4)[order]  # an order of the time step is lost with each rate
        assert np.max(np.abs(coarse[name] - fine[name])) <= bound * scale, name
    ledger = np.max(np.abs(fine["work"]))
    assert np.max(np.abs(coarse["work"] - fine["work"])) <= 1e-4 * ledger
    # sharper where states are nearer: the error falls with the sixth power
    near = History(simulate(system, every=0.005, until=0.9)).at(fine.t)
    first = {"swing": "shoulder.angle", "turn": "crank_pivot.angle"}[machine]
    errors = [np.max(np.abs(h[first] - fine[first])) for h in (coarse, near)]
    assert errors[1] <= errors[0] / 16.0


def test_interpolated_states_are_on_the_loops(turn: Run) -> None:
    part = History(turn).at(np.linspace(0.0, 1.0, 777))
    loops = turn.system.compiled.loops
    for chunk in part.part.chunks():
        for k in range(0, len(chunk), 50):
            phi, Phi, _, _ = loops.closure(chunk.q[k])
            assert np.max(np.abs(loops.row_scale * phi)) <= 1e-12
            assert np.max(np.abs(loops.row_scale * (Phi @ chunk.v[k]))) <= 1e-10
    np.testing.assert_allclose(np.linalg.norm(part["ball"], axis=1), 1.0, rtol=0, atol=1e-14)


def test_states_that_were_kept_come_back_as_they_are(swing: Run) -> None:
    history = History(swing)
    again = history.at(history.t)
    for name in KINDS:
        np.testing.assert_array_equal(again[name], history[name])
    one = history.at(0.5)
    assert len(one) == 1
    np.testing.assert_array_equal(one["hand.position"][0], history["hand.position"][50])


def test_angles_of_cut_joints_go_on_turning() -> None:
    system = mechanisms.four_bar().compile(cut=["A"], kernels=())
    run = system.simulate(system.assemble({"A": 0.1}, {"A": 9.0}), until=2.0, every=0.02)
    history = History(run)
    whole = np.asarray(history["A.angle"])
    assert np.ptp(whole) > 2.0 * np.pi
    np.testing.assert_allclose(whole, run["A.angle"], rtol=0, atol=1e-12)
    times = np.array([0.005, 0.5, 1.234, 1.999])
    expected = np.interp(times, run.t, whole)
    np.testing.assert_allclose(history.at(times)["A.angle"], expected, rtol=0, atol=1e-2)
    np.testing.assert_array_equal(History(run).between(1.5)["A.angle"], whole[75:])


def test_driven_coordinates_follow_their_law_between_states(histories: dict[str, History]) -> None:
    system = histories["swing"].system
    law = lambda t: 0.3 * np.sin(5.0 * t)  # noqa: E731
    start = system.state(
        system.coordinates_of({"slide": 0.05}), system.velocities_of({"shoulder": 1.5})
    )
    run = system.simulate(start, until=1.0, every=0.1, driven={"shoulder": law}, locked=["waist"])
    history = History(run).at(np.linspace(0.0, 1.0, 51))
    np.testing.assert_allclose(history["shoulder"], law(history.t), rtol=0, atol=1e-15)
    np.testing.assert_allclose(
        history["shoulder.angle_acceleration"], -25.0 * law(history.t), rtol=0, atol=1e-9
    )
    np.testing.assert_array_equal(history["waist.rate"], 0.0)


@pytest.mark.parametrize(
    ("times", "rule"),
    [
        ([0.5, 1.5], "lie outside of 0 to 1 s"),
        ([-0.1], "lie outside"),
        ([0.5, 0.4], "do not decrease"),
        ([np.nan], "do not decrease"),
    ],
)
def test_times_that_cannot_be(swing: Run, times: list[float], rule: str) -> None:
    with pytest.raises(ModelError, match=rule):
        History(swing).at(times)
