"""Surfaces of modal bodies in the page: modal coordinates from the poses of bodies alone."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus.fem import beam_structure, craig_bampton
from sarrus.viewer import page_of
from sarrus.viewer.modal_surfaces import bodies_under_surfaces, surfaces_of
from sarrus.viewer.scene import scene_of
from viewer.browser import SMALL, launched, opened, written

LENGTH = 0.5


def strip(*, second_order=False, outline=True, keep=2):
    from dataclasses import replace

    beam = beam_structure((0, 0, 0), (LENGTH, 0, 0), elements=6, section="rectangle", width=0.02,
                          height=0.005, material="aluminium")  # fmt: skip
    found = craig_bampton(
        beam, {"root": 0, "tip": 6}, modes=3, keep=keep, reference="root", stresses={"root": 0},
        second_order=second_order,
    )  # fmt: skip
    return found if outline else replace(found, outline=None)


def arm(modes, **part):
    m = sarrus.Mechanism("arm", gravity=(0, 0, 0))
    body = m.modal_body("arm", modes, at=(0.1, 0.2, 0.3), rpy=(0.2, 0.4, -0.3))
    m.revolute("A", m.ground, body.frame, at=(0.1, 0.2, 0.3), axis="y")
    if not part:
        return m.build().compile(kernels=())
    host = sarrus.Mechanism("host", gravity=(0, 0, 0))
    host.add("left", m, **part)
    return host.build().compile(kernels=())


def drawn(system, state):
    """What the page makes of the poses of a state: modal coordinates, points, stresses."""
    about = surfaces_of(system.model)[0]
    names = ["ground", *(body.name for body in system.model.bodies)]
    poses = system.poses(state.q)
    frame = poses[names[about["body"]]]
    R, p = np.array(frame.rotation), np.array(frame.position)
    shifts = []
    for reader in about["readers"]:
        pose = poses[names[reader["body"]]]
        at = np.array(pose.position) + np.array(pose.rotation) @ reader["at"]
        shifts.append(R.T @ (at - p) - reader["rest"])
    q = np.array(about["modes"]) @ np.concatenate(shifts)
    rest = np.reshape(about["positions"], (-1, 3))
    shapes = np.array(about["shapes"]).reshape(len(rest), -1, 3)
    points = rest + np.einsum("pki,k->pi", shapes, q)
    return q, points @ R.T + p, np.array(about["stresses"]) @ q


def bent(system, prefix="arm"):
    names = [name for name in system.coordinates if name.startswith(f"{prefix}.modes.mode_")]
    values = 1e-3 * np.arange(1.0, len(names) + 1)
    joint = prefix.removesuffix("arm") + "A"
    return system.assemble({**dict(zip(names, values, strict=True)), joint: 0.7}), values


@pytest.mark.parametrize("second_order", [False, True])
def test_modal_coordinates_follow_from_poses(second_order):
    system = arm(strip(second_order=second_order))
    state, values = bent(system)
    q, points, stresses = drawn(system, state)
    assert q == pytest.approx(values, abs=1e-9)
    pose = system.poses(state.q)["arm.tip"]
    # the end of the surface is around the frame at the tip
    gaps = np.linalg.norm(points - pose.position, axis=1)
    assert np.sort(gaps)[:4] == pytest.approx(np.full(4, np.hypot(0.01, 0.0025)), abs=5e-5)
    channel = system.simulate(state, until=1e-7)["arm.elasticity.stress_root"][0]
    assert np.min(np.abs(np.abs(stresses) - abs(channel))) < 1e-6 * abs(channel)


@pytest.mark.parametrize("second_order", [False, True])
def test_mirror_images_are_drawn_where_they_are(second_order):
    # the image of the arm across x z has y of the other sign
    modes = strip(second_order=second_order)
    own, image = arm(modes), arm(modes, mirror="y")
    found, tips = [], []
    for system, prefix in ((own, "arm"), (image, "left.arm")):
        state, values = bent(system, prefix)
        q, points, _ = drawn(system, state)
        assert q == pytest.approx(values, abs=1e-9)
        found.append(points)
        tips.append(system.poses(state.q)[f"{prefix}.tip"].position)
    assert tips[1] == pytest.approx(tips[0] * (1.0, -1.0, 1.0), abs=1e-12)
    flipped = found[0] * (1.0, -1.0, 1.0)
    gaps = np.linalg.norm(found[1][:, None] - flipped[None], axis=2)
    assert np.max(np.min(gaps, axis=1)) < 1e-9


def test_scenes_of_runs_have_surfaces_with_the_largest_stress():
    system = arm(strip())
    state, _ = bent(system)
    run = system.simulate(state, until=2e-3, every=1e-3)
    scene = scene_of(run).static
    surface = scene["surfaces"][0]
    values = np.array([run[f"arm.modes.mode_{k + 1}"] for k in range(2)]).reshape(2, -1)
    assert surface["peak"] >= 0.99 * np.max(np.abs(np.array(surface["stresses"]) @ values))
    assert surface["name"] == "arm"
    under = {b["name"] for b in scene["bodies"] if any("bent" in s for s in b["shapes"])}
    assert under == bodies_under_surfaces(system.model)
    room = np.array(scene["room"])
    assert np.linalg.norm(room[1] - room[0]) > 0.9 * LENGTH


def test_bodies_without_an_outline_are_drawn_as_links():
    system = arm(strip(outline=False))
    assert surfaces_of(system.model) == []
    assert bodies_under_surfaces(system.model) == set()


@pytest.mark.slow
def test_page_draws_the_surface_where_its_modes_are(tmp_path):
    system = arm(strip())
    state, _ = bent(system)
    run = system.simulate(state, until=0.02, every=0.01)
    with launched() as browser:
        page = page_of(scene_of(run, times=[0.01]))
        with opened(browser, written(tmp_path, "arm", page), size=SMALL) as tab:
            tab.show(0.01)
            found = tab.page.evaluate("window.sarrus.surface('arm')")
    at = int(np.argmin(np.abs(run.t - 0.01)))
    _, points, stresses = drawn(system, run.state(at))
    assert np.array(found["corners"]) == pytest.approx(points, abs=2e-6)
    # the warmest corner is that of the largest stress
    colors = np.reshape(found["colors"], (-1, 3))
    assert np.abs(stresses[np.argmax(colors[:, 0] - colors[:, 2])]) > 0.9 * np.max(np.abs(stresses))


BAD = {
    "surface_shapes": {"surface_shapes": [[0, 0, 1]]},
    "surface_stresses": {"surface_stresses": [[1.0]]},
    "triangles": {"triangles": [[0, 1, 3]]},
}


@pytest.mark.parametrize("attribute", BAD)
def test_surfaces_that_do_not_fit_are_named(attribute):
    m = sarrus.Mechanism("bad")
    m.body("tip", 1.0, (0, 0, 0), (1, 1, 1))
    m.mode_shape("S", m.ground, "tip", at=(0, 0, 0), shape=[[0, 0, 1, 0, 0, 0]])
    good = {
        "surface": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]],
        "surface_shapes": [[0, 0, 0], [0, 0, 1], [0, 0, 0]],
    }  # fmt: skip
    m.modal_elasticity("e", "S", stiffness=[[5.0]], **{**good, **BAD[attribute]})
    with pytest.raises(sarrus.ModelError) as caught:
        m.build()
    assert [p.code for p in caught.value.problems] == ["S94"]
    assert attribute in caught.value.problems[0].element
