"""The double wishbone on the rig, against a geometry of distances that shares no code with it."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import ModelError, analysis
from sarrus.gallery import double_wishbone
from sarrus.suspension import Rig
from vehicles.wishbone_geometry import Wishbone
from vehicles.wishbones import (
    CAMBER,
    CORNERS,
    MODULE,
    OTHER,
    RADIUS,
    TOE,
    differences,
    geometry_of,
    rig_of,
)


@pytest.fixture(scope="module", params=CORNERS)
def corner(request) -> tuple[Rig, Wishbone]:
    return rig_of(*CORNERS[request.param]), geometry_of(*CORNERS[request.param])


def test_travel_sweep_is_that_of_the_distances(corner):
    rig, geometry = corner
    drawn = geometry.at_travel(0.0, 0.0)
    sweep = rig.travel(-0.08, 0.08, 17)
    assert sweep["travel"] == pytest.approx(np.linspace(-0.08, 0.08, 17), abs=1e-15)
    for k, z in enumerate(sweep["travel"]):
        for name, value in geometry.at_travel(z, 0.0).measures(drawn).items():
            assert abs(sweep[name][k] - value) <= 1e-9, (name, z)


def test_steer_sweep_is_that_of_the_distances(corner):
    rig, geometry = corner
    drawn = geometry.at_travel(0.0, 0.0)
    for travel in (0.0, 0.05):
        sweep = rig.steer(-0.06, 0.06, 9, travel=travel)
        for k, s in enumerate(sweep["steer"]):
            for name, value in geometry.at_travel(travel, s).measures(drawn).items():
                assert abs(sweep[name][k] - value) <= 1e-9, (name, s)


def test_grid_is_that_of_the_distances(corner):
    rig, geometry = corner
    drawn = geometry.at_travel(0.0, 0.0)
    sweep = rig.grid((-0.07, 0.06, 5), (-0.05, 0.04, 4))
    assert sweep.grid("toe").shape == (5, 4)
    for i, z in enumerate(np.linspace(-0.07, 0.06, 5)):
        for j, s in enumerate(np.linspace(-0.05, 0.04, 4)):
            for name, value in geometry.at_travel(z, s).measures(drawn).items():
                assert abs(sweep.grid(name)[i, j] - value) <= 1e-9, (name, z, s)


@pytest.mark.parametrize(("travel", "rack"), [(0.0, 0.0), (0.05, 0.02), (-0.06, -0.03)])
def test_gradients_are_those_of_differences(corner, travel: float, rack: float):
    """Motion ratios, bump steer, instant centres and roll centre from small steps."""
    rig, geometry = corner
    at = rig.grid((travel, travel + 0.01, 2), (rack, rack + 0.01, 2))
    drawn = geometry.at_travel(0.0, 0.0)

    def by_travel(what):
        return differences(lambda z: what(geometry.at_travel(z, rack)), travel, 1e-3)

    def value(name: str):
        return lambda pose: pose.measures(drawn)[name]

    here = geometry.at_travel(travel, rack)
    assert at["camber_gradient"][0] == pytest.approx(by_travel(value("camber")), abs=1e-9)
    assert at["toe_gradient"][0] == pytest.approx(by_travel(value("toe")), abs=1e-9)
    ratio = by_travel(value("spring.length"))
    assert at["spring.motion_ratio"][0] == pytest.approx(ratio, abs=1e-9)
    steer = differences(
        lambda s: geometry.at_travel(travel, s).measures(drawn)["steer_angle"], rack, 1e-3
    )
    assert at["steer_gradient"][0] == pytest.approx(steer, abs=1e-8)

    def carried(point):
        """Return the velocity of a point of the upright that is now at `point`."""
        drawn_point = geometry.at["lower_ball"] + here.turn.T @ (point - here.low)
        return by_travel(lambda pose: pose.on_upright(drawn_point))

    center = np.array([0.0, at["front_center.y"][0], at["front_center.z"][0]])
    center[0] = here.center[0]
    assert np.abs(carried(center)[1:]).max() <= 1e-7 * (1 + np.abs(center).max())
    center = np.array([at["side_center.x"][0], here.center[1], at["side_center.z"][0]])
    assert np.abs(carried(center)[[0, 2]]).max() <= 1e-7 * (1 + np.abs(center).max())
    way, p = carried(here.patch), here.patch
    # the line across the way of the patch, in front view, where it meets the middle plane
    roll = np.array([-p[1], at["roll_center_height"][0]])
    assert abs(roll @ way[1:]) <= 1e-8


def test_damper_has_its_own_points():
    rig, geometry = rig_of(points=OTHER), geometry_of(points=OTHER)

    def length(z: float) -> float:
        low = geometry.at_travel(z, 0.0).on_lower(geometry.at["damper_bottom"])
        return float(np.linalg.norm(low - geometry.at["spring_top"]))

    sweep = rig.travel(-0.05, 0.05, 3)
    expected = [differences(length, z, 1e-3) for z in sweep["travel"]]
    assert sweep["damper.motion_ratio"] == pytest.approx(expected, abs=1e-9)
    assert not np.allclose(sweep["damper.motion_ratio"], sweep["spring.motion_ratio"], atol=1e-3)


def test_right_corner_is_the_mirror_image():
    left, right = rig_of("left").travel(-0.05, 0.05, 3), rig_of("right").travel(-0.05, 0.05, 3)
    odd = {"steer_angle", "front_center.y", "center.y", "patch.y"}
    for name in left.names:
        # the rack moves to the left on both sides, and steers both wheels alike
        sign = -1.0 if name in odd else 1.0
        assert right[name] == pytest.approx(sign * left[name], abs=1e-9), name


def test_locked_steering_is_a_rack_that_stays():
    model = double_wishbone(camber=CAMBER, toe=TOE, radius=RADIUS, steering="locked")
    locked = Rig(model.compile(), steering_axis=("lower_ball", "upper_ball"))
    free = rig_of()
    one, other = locked.travel(-0.06, 0.06, 5), free.travel(-0.06, 0.06, 5)
    assert "steer" not in one and "steer_gradient" not in one
    for name in one.names:
        assert one[name] == pytest.approx(other[name], abs=1e-9), name
    with pytest.raises(ModelError, match="steer="):
        locked.steer(-0.01, 0.01)


def test_reach_ends_where_the_distances_end():
    """The wheel falls no lower than the lowest point of its curve."""
    rig, geometry = rig_of(), geometry_of()
    angles = np.linspace(0.0, 0.8, 400)
    heights = {}
    for sign in (1.0, -1.0):
        for angle in sign * angles:
            try:
                heights[angle] = geometry.posed(angle, 0.0).center[2]
            except ValueError:
                break
    lowest = min(heights.values()) - geometry.at["wheel_center"][2]
    with pytest.raises(Exception, match="stops at travel") as caught:
        rig.travel(-0.25, 0.05, 31)
    problem, sweep = caught.value.problems[0], caught.value.sweep
    assert "loop of joint 'upper_ball'" in str(problem) and problem.code == "K07"
    stop = float(str(problem).split("stops at travel ")[1].split(" m")[0])
    assert abs(stop - lowest) <= 1e-5
    # the rows up to there are kept, on both sides of the design position
    expected = np.linspace(-0.25, 0.05, 31)
    assert sweep["travel"] == pytest.approx(expected[expected > stop], abs=1e-12)
    drawn = geometry.at_travel(0.0, 0.0)
    assert sweep["camber"][-1] == pytest.approx(
        geometry.at_travel(0.05, 0.0).measures(drawn)["camber"], abs=1e-9
    )


def shifted(parameter: str, by: np.ndarray) -> dict[str, np.ndarray]:
    """Return the hard points after a change of a parameter."""
    at = {name: np.array(p) for name, p in MODULE.POINTS.items()}
    moved = {"lower_pivot.point": ("lower_front", "lower_rear")}
    if parameter == "lower_pivot.axis":
        d = at["lower_rear"] - at["lower_front"]
        at["lower_rear"] = at["lower_front"] + d / np.linalg.norm(d) + by
        return at
    for name in moved.get(parameter, (parameter.removesuffix(".point"),)):
        at[name] = at[name] + by
    return at


@pytest.mark.slow
def test_hard_points_are_parameters_of_sensitivities():
    """The wheel centre by hard points, with the lower arm and the rack where they are."""
    system = double_wishbone(camber=CAMBER, toe=TOE, radius=RADIUS).compile()
    angle, rack = 0.15, 0.02
    state = system.assemble({"lower_pivot": angle, "rack": rack, "hub": 0.0})
    outputs = [f"wheel.position.{axis}" for axis in "xyz"]
    names = ["upper_ball.point", "lower_ball.point", "tie_inner.point", "tie_outer.point"]
    names += ["lower_pivot.point", "lower_pivot.axis"]
    stay = ["lower_pivot.rate", "rack.speed", "hub.rate"]
    found = analysis.sensitivities(system, state, outputs, names, independent=stay)
    for name in names:
        slopes = np.array([found[output, name] for output in outputs])
        for k, e in enumerate(np.eye(3)):
            expected = differences(
                lambda x, n=name, e=e: (
                    geometry_of(points=shifted(n, x * e)).posed(angle, rack).center
                ),
                0.0,
                1e-3,
            )
            assert np.abs(slopes[:, k] - expected).max() <= 1e-8, (name, k)
