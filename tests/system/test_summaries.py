"""Results show themselves in about ten lines, and as tables and pictures in notebooks."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import analysis
from sarrus.gallery import EXAMPLES
from sarrus.summaries import MOST, WIDTH, html_table, short, summary

TALL, LONG = MOST + 2, 1500


class Cells(HTMLParser):
    """The cells of a table, and whether all that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.cells.append(data)


def cells(thing: Any) -> list[str]:
    reader = Cells()
    reader.feed(thing._repr_html_())
    assert not reader.open
    return reader.cells


@pytest.fixture(scope="module")
def things() -> dict[str, Any]:
    """Everything that a session looks at: a chain of twelve bodies, and a four-bar."""
    m = sarrus.Mechanism("chain")
    before: Any = m.ground
    for k in range(12):
        link = m.body(f"link{k}", 1.0, (0.5 + k, 0, 0), (0.01, 0.1, 0.1))
        m.revolute(f"J{k}", before, link, at=(k, 0, 0), axis="y")
        m.joint_spring(f"S{k}", f"J{k}", 500.0, 1.0)
        before = link
    model = m.build()
    chain = model.compile(kernels=())
    q, v = chain.neutral(), np.zeros(chain.nv)
    rest = chain.equilibrium()
    bar = EXAMPLES["four_bar"]
    study = sarrus.Study.of(bar.model(), bar.study_sections(), "four_bar")
    state, run = study.start(), study.run()
    system = study.system
    return {
        "mechanism": m,
        "model": model,
        "system": chain,
        "topology": chain.topology,
        "channels": chain.channels(),
        "state": chain.state(q, v),
        "equilibrium": rest,
        "linearization": chain.linearize(rest),
        "gradients": analysis.sensitivities(
            chain, rest, ["J0.angle", "J11.angle"], ["link1.mass", "S0.k"]
        ),
        "inverse derivatives": analysis.inverse_derivatives(chain, q, v, v),
        "forward derivatives": analysis.forward_derivatives(chain, q, v, v),
        "poses": chain.poses(q),
        "kinematics": chain.kinematics(q, v, v),
        "momentum": chain.momentum(q, v),
        "study": study,
        "run": run,
        "history": run.history,
        "channel": run.history["C.reaction.force"],
        "accelerations": system.accelerations(state),
        "reactions": system.reactions(state),
        "drive": system.drive({"A": "2*t"}, until=0.1),
        "reduced": analysis.reduced_equations(system, state),
    }


def test_about_ten_lines(things: dict[str, Any]) -> None:
    for name, thing in things.items():
        text = repr(thing)
        assert text.count("\n") < TALL and len(text) < LONG, (name, text)
        assert text.strip() and "object at 0x" not in text, (name, text)


def test_all_of_a_listing_is_printed(things: dict[str, Any]) -> None:
    listing = things["channels"]
    assert str(listing).count("\n") + 1 == len(listing) > 100
    assert f"... {len(listing) - MOST + 1} more" in repr(listing)
    assert "\n" not in repr(listing[:1])


def test_names_and_numbers_are_there(things: dict[str, Any]) -> None:
    assert "joints   12: J0, J1, J2" in repr(things["model"])
    assert "dtau_dq  array 12 x 12" in repr(things["inverse derivatives"])
    assert "cut   1: C" in repr(EXAMPLES["four_bar"].model().compile(kernels=()).topology)
    assert "driven: A" in repr(things["drive"])


TABLES = ("model", "system", "channels", "state", "linearization", "gradients", "poses",
          "inverse derivatives", "reactions", "momentum")  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_tables_in_notebooks(name: str, things: dict[str, Any]) -> None:
    assert len(cells(things[name])) > 5


def test_tables_hold_what_they_are_about(things: dict[str, Any]) -> None:
    assert {"link3", "J11", "revolute", "S5"} <= set(cells(things["model"]))
    assert "C.reaction.force" not in cells(things["channels"])
    assert {"output", "J0.angle", "link1.mass"} <= set(cells(things["gradients"]))


def test_pictures_in_notebooks(things: dict[str, Any]) -> None:
    channel = things["channel"]
    assert channel._repr_png_()[:8] == b"\x89PNG\r\n\x1a\n"
    assert (channel + 1.0).__class__ is np.ndarray


def test_sweep(tmp_path: Any) -> None:
    path = tmp_path / "swing.yaml"
    path.write_text(
        "sarrus: 1\nbodies: {a: {mass: 1, com: [0.1, 0, 0], inertia: [1, 1, 1]}}\n"
        "joints: {A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: y}}\n"
        "run: {until: 0.01, certify: false}\n"
    )
    masses = [1.0 + 0.1 * k for k in range(15)]
    found = sarrus.sweep(str(path), {"a.mass": masses}, measure=["max A.rate"], workers=0)
    lines = repr(found).split("\n")
    assert len(lines) == MOST and "more rows" in lines[-2] and lines[-1].startswith("15 runs")
    assert {"a.mass", "max A.rate", "2.4"} <= set(cells(found))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.array([1.0, 2.5e-17, 3.0]), "[1, 2.5e-17, 3]"),
        (np.eye(2), "[[1, 0], [0, 1]]"),
        (np.arange(12.0).reshape(3, 4), "array 3 x 4, 0 to 11"),
        (np.full((5, 5), np.nan), "array 5 x 5, none finite"),
        (np.zeros((0, 3)), "no numbers (0 x 3)"),
        (np.array([1 + 2j]), "[1+2j]"),
        (np.array([["a"] * 10]), "array 1 x 10"),
        ({"a": 1, "b": 2}, "2: a, b"),
        ((), "none"),
        ((1, 2), "[1, 2]"),
        (1 / 3, "0.333333"),
        ("x" * 200, "x" * (WIDTH - 4) + " ..."),
        ([object()] * 3, "3 x object"),
    ],
)
def test_values_in_one_line(value: Any, text: str) -> None:
    assert short(value) == text


def test_more_parts_than_lines_are_counted() -> None:
    text = summary("Many", {f"part{k}": k for k in range(30)})
    assert text.count("\n") == MOST and text.endswith("... 21 more")
    assert summary("Nothing", {}) == "<Nothing>"
    table = html_table("<b>", ("a",), [("<i>",)] * 50, most=3)
    assert "&lt;b&gt;" in table and "<i>" not in table and "... 47 more" in table
