"""What Sarrus lacks, it says: wherever it is asked for, with the nearest thing that there is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sarrus
from docs.pages import DOCS
from project_program import project_program
from sarrus import Mechanism
from sarrus.cli.verbs import OWN
from sarrus.formats.known_formats import FORMATS
from sarrus.formats.yaml.elements import elements
from sarrus.formats.yaml.model_file import SECTIONS
from sarrus.gallery import EXAMPLES
from sarrus.limits import Limit, limit_of, limit_of_ending, limits
from sarrus.model.building.references import nearest_feature
from sarrus.model.shapes import TYPES as SHAPES
from sarrus.results.export import WRITERS
from sarrus.road import TYPES as ROADS

HEAD = "sarrus: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
JOINT = "joints: {J: {type: revolute, parent: ground, child: a, axis: z}}\n"


def words() -> list[tuple[Limit, str]]:
    return [(limit, word) for limit in limits() for word in limit.words]


def test_no_row_is_about_what_there_is() -> None:
    """Whoever adds a thing removes its row."""
    there = {kind for types in elements().values() for kind in types if kind}
    there |= {*SHAPES, *ROADS, *OWN, *SECTIONS, *EXAMPLES, *sarrus.__all__}
    there |= {name for name in dir(Mechanism) if not name.startswith("_")}
    there |= {name for name in dir(sarrus.System) if not name.startswith("_")}
    assert [word for _, word in words() if word in there] == []
    endings = {*FORMATS, *WRITERS, ".html", ".png", ".svg", ".pdf", ".sarrus"}
    assert [end for limit in limits() for end in limit.endings if end in endings] == []


def test_rows_are_distinct_and_their_pages_are_there() -> None:
    named = [word for _, word in words()]
    assert len(set(named)) == len(named)
    assert all(limit_of(word) is limit for limit, word in words())
    for limit in limits():
        assert (DOCS / limit.page).exists()
        assert all(end.startswith(".") and limit_of_ending(f"a{end}") is limit
                   for end in limit.endings)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "limit"),
    [("load_tyre", "Structural tyre models"), ("rigid_ring", "Structural tyre models"),
     ("exportFMU", "FMU and co-simulation"), ("FMUExport", "FMU and co-simulation"),
     ("tyreless", None), ("", None), ("spring", None)],
)  # fmt: skip
def test_names_that_ask_for_it(name: str, limit: str | None) -> None:
    found = limit_of(name)
    assert (None if found is None else found.name) == limit


def test_a_slip_of_the_fingers_is_a_slip_of_the_fingers() -> None:
    assert nearest_feature("poit_contact", ["point_contact"]) == "did you mean 'point_contact'?"
    found = nearest_feature("collide_all", ["point_contact"])
    assert "docs/limits.md#piles-of-parts-contact-of-hollow-meshes" in found


def message(act: Callable[[], Any]) -> str:
    with pytest.raises((sarrus.ModelError, AttributeError)) as caught:
        act()
    return str(caught.value)


def load(text: str, folder: Path) -> Any:
    path = folder / "m.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return sarrus.load(path)


FILES = {
    "a type of force": ("forces: {F: {type: ftire, body: a}}", "structural-tyre-models"),
    "a type of joint": (
        "joints: {J: {type: geodesic, parent: ground, child: a}}",
        "belts-and-ropes-in-space",
    ),
    "a shape": (JOINT + "ground: {shapes: [{type: step_file}]}", "cad-geometry"),
    "a section": (JOINT + "collisions: {}", "piles-of-parts-contact-of-hollow-meshes"),
    "a key": ("frames: {F: {body: a, flexible: true}}", "flexible-bodies"),
}


@pytest.mark.parametrize("case", FILES)
def test_in_model_files(case: str, tmp_path: Path) -> None:
    text, anchor = FILES[case]
    assert f"docs/limits.md#{anchor}" in message(lambda: load(text, tmp_path))


def in_python() -> dict[str, tuple[Callable[[], Any], str]]:
    model = EXAMPLES["pendulum"].model()
    system = model.compile(kernels=())
    contact, fmu = "piles-of-parts-contact-of-hollow-meshes", "fmu-and-co-simulation"

    def joint() -> None:
        m = Mechanism()
        m.joint("geodesic", "J", m.ground, m.body("a", 1, inertia=(1, 1, 1)))
        m.build()

    return {
        "method of the builder": (lambda: Mechanism().ftire, "structural-tyre-models"),
        "option of the builder": (lambda: Mechanism().body("a", collision=1), contact),
        "type of joint": (joint, "belts-and-ropes-in-space"),
        "model": (lambda: model.to_fmu, fmu),
        "system": (lambda: system.to_fmu, fmu),
        "state": (lambda: system.assemble().animate, "films"),
        "module": (lambda: sarrus.load_usd, "usd-and-other-descriptions-of-robots"),
        "package": (lambda: sarrus.robotics.plan_path, "paths-around-obstacles"),
        "export": (lambda: sarrus.export.load_fmu, fmu),
        "viewer": (lambda: sarrus.viewer.write_gif, "films"),
        "reading": (lambda: sarrus.load("a.usd"), "usd-and-other-descriptions-of-robots"),
        "writing": (lambda: sarrus.save(model, "a.fmu"), fmu),
    }


def test_in_python() -> None:
    for case, (act, anchor) in in_python().items():
        assert f"docs/limits.md#{anchor}" in message(act), case


def test_properties_that_fail_keep_their_own_error() -> None:
    from sarrus.public_names import with_limits

    @with_limits
    class Thing:
        @property
        def tyre(self) -> Any:
            return None.pressure  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'pressure'"):
        _ = Thing().tyre
    with pytest.raises(AttributeError, match=r"^'Thing' object has no attribute 'colour'$"):
        _ = Thing().colour  # type: ignore[attr-defined]


def test_the_page_is_current() -> None:
    tool = project_program("tools/write_limits_page.py")
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(), "run tools/write_limits_page.py"


@pytest.mark.parametrize(
    ("package", "name", "anchor"),
    [
        ("sarrus", "load_usd", "usd-and-other-descriptions-of-robots"),
        ("sarrus.viewer", "load_usd", "usd-and-other-descriptions-of-robots"),
        ("sarrus.robotics", "load_usd", "usd-and-other-descriptions-of-robots"),
    ],
)
def test_import_of_a_name_says_the_nearest_thing(package: str, name: str, anchor: str) -> None:
    with pytest.raises(ImportError) as caught:
        exec(f"from {package} import {name}")
    assert anchor in str(caught.value) and "nearest:" in str(caught.value)
    with pytest.raises(ImportError, match="cannot import name") as plain:
        exec(f"from {package} import no_such_thing")
    assert "nearest:" not in str(plain.value)
    module = sys.modules[package]
    assert not hasattr(module, name)
