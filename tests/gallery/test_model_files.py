"""Files of the papers' examples and functions of the gallery describe the same mechanisms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

from gallery.model_files import GALLERY, like_the_file
from sarrus import Model, load
from sarrus.cli.new import templates
from sarrus.gallery import EXAMPLES, quarter_vehicle
from sarrus.road import CosineBump
from study.models import MODELS, example

SHORT = {"tracked_vehicle": 0.05, "tracked_vehicle_bare": 0.05, "rrc_swing": 1.0, "rrc_spring": 0.1}
"""End times [s] of runs that would take long; 0.3 s for the others."""
ONE_STATE = {"quick_return": "the file is drawn at another angle of the crank"}
DRIVEN = ("slider_crank", "quick_return_driven", "rrc_locked")


def test_every_file_has_a_function() -> None:
    assert {path.stem for path in MODELS.glob("*.yaml")} == set(GALLERY)


@pytest.mark.parametrize("name", GALLERY)
def test_masses_and_joints_are_the_same(name: str) -> None:
    ours, theirs = example(name).model, EXAMPLES[GALLERY[name]].model()
    np.testing.assert_allclose(ours.gravity, theirs.gravity, rtol=1e-14)
    for a, b in zip(ours.bodies, theirs.bodies, strict=True):
        assert a.mass == pytest.approx(b.mass, rel=1e-14)
        assert np.linalg.eigvalsh(matrix(a.inertia)) == pytest.approx(
            np.linalg.eigvalsh(matrix(b.inertia)), rel=1e-12, abs=1e-12
        )
    pairs = [(j.name, j.type.type_name) for j in ours.joints]
    assert pairs == [(j.name, j.type.type_name) for j in theirs.joints]


@pytest.mark.parametrize("name", sorted(set(GALLERY) - {*ONE_STATE, *DRIVEN}))
def test_they_move_the_same(name: str) -> None:
    until = SHORT.get(name, 0.3)
    ours = example(name, run__until=until).run()
    theirs = like_the_file(name, until=until).run()
    angles = [c for c in ours.system.coordinates if not c.endswith((".w", ".x", ".y", ".z"))]
    np.testing.assert_allclose(ours.t, theirs.t, rtol=0, atol=1e-15)
    for channel in angles:
        np.testing.assert_allclose(
            ours[f"joint:{channel}"], theirs[f"joint:{channel}"], rtol=0, atol=1e-8, err_msg=channel
        )


def mechanics(model: Model) -> Model:
    """A model but for how it is drawn and called."""
    bodies = tuple(replace(body, shapes=()) for body in model.bodies)
    return replace(model, name="", bodies=bodies, ground_shapes=(), notices=())


def test_the_template_of_a_vehicle_is_that_of_the_gallery() -> None:
    """Number by number, but for how they are drawn and called."""
    road = CosineBump(0.05, 1.0, at=5.0)
    found = mechanics(load(templates()["vehicle"]))
    assert found == mechanics(quarter_vehicle(road=road, speed=10.0))
    assert found != mechanics(quarter_vehicle(road=road, speed=11.0))


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Everything that data hold, with its place in them; numbers are not yet compared."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from leaves(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, (tuple, list)):
        yield f"{path} has", len(value)
        for k, entry in enumerate(value):
            yield from leaves(entry, f"{path}[{k}]")
    else:
        yield path, value


TEMPLATES = sorted({name.replace("-", "_") for name in templates()} & set(EXAMPLES))


def test_templates_with_names_of_the_gallery() -> None:
    assert TEMPLATES == ["double_pendulum", "four_bar", "pendulum", "slider_crank"]


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_of_that_name_is_the_mechanism_of_the_gallery(name: str) -> None:
    """Numbers agree to their rounding: the file computes them from lengths and solids."""
    found = dict(leaves(mechanics(load(templates()[name.replace("_", "-")]))))
    wanted = dict(leaves(mechanics(EXAMPLES[name].model())))
    assert len(found) > 50 and found.keys() == wanted.keys()
    for path, value in wanted.items():
        if isinstance(value, (float, np.ndarray)):
            np.testing.assert_allclose(found[path], value, rtol=1e-12, atol=1e-15, err_msg=path)
        else:
            assert found[path] == value, path


def matrix(inertia: tuple[float, ...]) -> np.ndarray:
    """Return the tensor of an inertia: xx, yy, zz, xy, yz, xz or 3 x 3."""
    entries = np.asarray(inertia, dtype=float)
    if entries.shape == (3, 3):
        return entries
    if entries.size == 3:
        return np.diag(entries)
    xx, yy, zz, xy, yz, xz = entries
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
