"""Names: what there is, what is meant, and what is answered to names that do not exist."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sarrus import Mechanism, ModelError
from sarrus.system import Run
from sarrus.system.history import Channel, History


def test_every_listed_channel_can_be_read_and_says_what_it_is(
    histories: dict[str, History],
) -> None:
    for history in histories.values():
        listing = history.channels()
        assert len(set(listing.names)) == len(listing)
        for entry in listing:
            channel = history[entry.name]
            assert channel.shape == (len(history), *entry.shape)
            assert channel.unit == entry.unit and channel.description == entry.description
            assert entry.description and entry.name.endswith(channel.name)
            pure = entry.name.endswith((".rotation", ".quat_wxyz")) or ".quat_" in entry.name
            assert bool(channel.unit) is not pure, entry.name
            np.testing.assert_array_equal(channel.t, history.t)


def test_listing_can_be_searched(swing: Run) -> None:
    history = History(swing)
    assert history.channels("shoulder.r*").names == [
        "shoulder.rate",
        "shoulder.reaction.force",
        "shoulder.reaction.moment",
    ]
    assert history.channels("*.com").names == ["column.com", "upper.com", "fore.com", "hand.com"]
    assert "spring.dissipation" in history.channels("turned into heat").names
    assert not history.channels("banana")
    text = str(history.channels("shoulder.angle"))
    assert "shoulder.angle [rad]: angle of revolute joint 'shoulder'" in text


def test_what_a_run_answered_before_stays(turn: Run) -> None:
    """Coordinates and velocities under the names that runs, states and motions know."""
    history = History(turn)
    for name in turn.system.compiled.names():
        if turn.system.compiled.locate(name) is None:
            continue
        expected = np.array([turn.state(k)[name] for k in range(len(turn))])
        found = np.asarray(history[name])
        off = found - expected
        if found.ndim == 1 and history[name].unit == "rad":
            off = off - 2.0 * np.pi * np.round(off / (2.0 * np.pi))
        assert found.shape == expected.shape and np.max(np.abs(off)) <= 1e-14, name


def test_other_names_for_the_same(swing: Run) -> None:
    history = History(swing)
    for a, b in (
        ("shoulder", "shoulder.angle"),
        ("shoulder.rate", "shoulder.angle_rate"),
        ("shoulder.acceleration", "shoulder.angle_acceleration"),
        ("shoulder.rate_dot", "joint:shoulder.angle_acceleration"),
        ("slide.effort", "slide.displacement.effort"),
        ("hand.x", "body:hand.position.x"),
        ("hand.quaternion", "hand.quat_wxyz"),
        ("energy", "energy.total"),
        ("work", "energy.work"),
        ("friction.effort", "friction.shoulder.rate.effort"),
    ):
        np.testing.assert_array_equal(history[a], history[b])
    np.testing.assert_array_equal(history["wrist.effort.omega_z"], history["wrist.omega_z.effort"])
    length = np.linalg.norm(history["hand.velocity"], axis=1)
    np.testing.assert_array_equal(history["hand.velocity.norm"], length)
    assert history["hand.rotation.xy"].shape == (len(history),)
    assert history["wrist"].shape == (len(history), 4)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("shoulder.agnle", "Did you mean 'shoulder.angle'"),
        ("hand.positon", "Did you mean 'hand.position'"),
        ("hand.position.q", "Did you mean 'hand.position"),
        ("slide.reaction", "It has 'slide.reaction.force', 'slide.reaction.moment'"),
        ("spring.forces", "Did you mean 'spring.force'"),
    ],
)
def test_unknown_names_are_answered_with_the_nearest(swing: Run, wrong: str, right: str) -> None:
    with pytest.raises(ModelError, match=right) as caught:
        History(swing)[wrong]
    assert caught.value.problems[0].code == "M09"


def test_all_unknown_names_are_told_together(swing: Run) -> None:
    with pytest.raises(ModelError) as caught:
        History(swing).read("shoulder.agnle", "hand.position", "hand.positon")
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("wrong", [3, None, ["A"], b"A"])
def test_read_refuses_what_is_no_name(swing: Run, wrong: object) -> None:
    with pytest.raises(ModelError, match="M31"):
        swing.history.read("A.angle", wrong)  # type: ignore[arg-type]


def test_keys_that_are_no_names(swing: Run) -> None:
    for key in (3, ("a", "b"), slice(0.0, 1.0, 0.1)):
        with pytest.raises(ModelError, match="name of a channel"):
            History(swing)[key]
    assert "hand.x" in History(swing) and "hand.q" not in History(swing) and 3 not in History(swing)


def test_elements_may_share_their_names() -> None:
    m = Mechanism("names")
    m.body("A", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "A", at=(0, 0, 0), axis="y")
    m.joint_damper("A", "A", 0.1)
    m.body("B", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
    m.free("B", m.ground, "B")
    m.frame("B", "A", (0.1, 0, 0))
    system = m.build().compile(kernels=())
    history = History(system.simulate(system.assemble({"A": 0.2}), until=0.1, every=0.05))
    assert history["A.angle"].unit == "rad"  # only a joint has an angle
    assert history["joint:A.power"][1] == 0.0 > history["force:A.power"][1]
    with pytest.raises(ModelError, match=r"'joint:A\.power' and 'force:A\.power'"):
        history["A.power"]
    with pytest.raises(ModelError, match=r"'body:B\.position' and 'frame:B\.position'"):
        history["B.position"]
    assert {"body:B.position", "frame:B.position"} <= set(history.channels("B.position").names)
    # the coordinate of a free joint comes before the short name of its body's position
    assert "joint 'B'" in history["B.x"].description
    np.testing.assert_allclose(history["B.x"], history["body:B.position.x"], atol=1e-15)


def test_elements_may_be_called_like_name_spaces() -> None:
    m = Mechanism("kinds")
    m.body("system", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("joint", m.ground, "system", at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    history = History(system.simulate(system.assemble({"joint": 0.2}), until=0.1, every=0.05))
    np.testing.assert_array_equal(history["joint"], history["joint:joint.angle"])
    np.testing.assert_array_equal(history["system.x"], history["body:system.position.x"])
    assert history.distance("system", "joint")[0] == 0.0


def test_a_channel_is_an_array_with_a_unit(swing: Run) -> None:
    history = History(swing)
    angle = history["shoulder.angle"]
    assert isinstance(angle, Channel) and isinstance(angle, np.ndarray)
    assert (angle.name, angle.unit, angle.label) == (
        "shoulder.angle",
        "rad",
        "shoulder.angle [rad]",
    )
    for computed in (2.0 * angle, angle - angle[0], np.abs(angle), np.degrees(angle), angle[3:5]):
        assert type(computed) is np.ndarray
    assert type(angle[3]) is np.float64 and isinstance(angle.max(), float)
    assert type(np.mean(history["hand.position"], axis=0)) is np.ndarray
    assert np.all(angle == angle) and len(angle) == 101
    np.testing.assert_allclose(np.gradient(angle, angle.t)[5], history["shoulder.rate"][5], 1e-2)
    with pytest.raises(ValueError, match="read-only"):
        angle[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        angle -= 1.0
    again = pickle.loads(pickle.dumps(angle))
    assert again.unit == "rad" and again.label == angle.label
    np.testing.assert_array_equal(again.t, angle.t)
    assert "shoulder.angle [rad]: 101 states" in repr(angle)


def test_channels_can_be_plotted(swing: Run, tmp_path: object) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    history = History(swing)
    figure, axes = pyplot.subplots()
    x = history["hand.position"]
    axes.plot(x.t, x)
    axes.fill_between(x.t, history["hand.x"], 1.0)
    assert len(axes.get_lines()) == 3
    np.testing.assert_array_equal(axes.get_lines()[2].get_ydata(), history["hand.z"])
    pyplot.close(figure)


def test_channels_are_computed_once(swing: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from sarrus.system.history import channels

    history = History(swing)
    first = history["shoulder.reaction.force"]
    assert history["shoulder.reaction.force"] is first
    monkeypatch.setattr(channels, "KEPT", 10_000)
    small = History(swing)
    for name in ("shoulder.angle", "hand.position", "hand.velocity", "hand.rotation"):
        np.testing.assert_array_equal(small[name], history[name])
        assert sum(c.nbytes for c in small._kept.values()) <= 10_000
