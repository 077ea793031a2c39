"""Commands and names that Sarrus does not have: the nearest thing, and the page of limits."""

from __future__ import annotations

import pytest

from cli.conftest import Command
from sarrus.limits import limits


@pytest.mark.parametrize(
    ("typed", "anchor"),
    [("import-fmu a.fmu", "fmu-and-co-simulation"),
     ("topology-optimization a.yaml", "shapes-of-parts"),
     ("new ftire", "structural-tyre-models"), ("gallery movie", "films")],
)  # fmt: skip
def test_on_the_command_line(typed: str, anchor: str, sarrus: Command) -> None:
    done = sarrus(*typed.split())
    assert done.code == 2
    assert f"docs/limits.md#{anchor}" in "".join((done.out, done.err)).replace("\n", "")


def test_explain_says_it(sarrus: Command) -> None:
    assert sarrus("explain", "ftire").out.startswith("Structural tyre models\n  There is no tyre")
    listed = sarrus("explain", "limits").out
    assert all(f"{limit.name}\n" in listed for limit in limits())
