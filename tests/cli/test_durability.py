"""`sarrus loads` and `sarrus rainflow`."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Command
from durability.test_body_loads import swinging_bars
from sarrus import durability


def test_loads_and_cycles_of_a_result(sarrus: Command) -> None:
    run = swinging_bars(file="bars.sarrus")
    told = sarrus("loads", "bars.sarrus", "--body", "first", "--json").data
    assert told["cases"][0]["imbalance"] < 1e-11
    done = sarrus(
        "loads", "bars.sarrus", "-b", "first", "--at", "0.1", "-o", "a.csv", "-o", "a.png"
    )
    assert done.code == 0 and len(Path("a.csv").read_text().splitlines()) == 5
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert "gravity, inertia" in sarrus("loads", "bars.sarrus", "-b", "first").out
    assert sarrus("loads", "bars.sarrus", "-b", "thirst", "--json").codes == ["S57"]
    done = sarrus("rainflow", "bars.sarrus", "B.reaction.force.x", "--json", "--slope", "5",
                   "--amplitude", "1e8", "--scale", "1e6", "-o", "c.png")  # fmt: skip
    expected = durability.rainflow(run, "B.reaction.force.x")
    line = durability.SNLine(1e8, 2e6, 5.0)
    assert done.data["count"] == expected.count.sum()
    assert done.data["damage"] == durability.damage(expected, line, scale=1e6).total
    assert sarrus("rainflow", "bars.sarrus", "B.reaction.force.x", "--slope", "5").code == 2
    assert "cycles" in sarrus("rainflow", "bars.sarrus", "B.reaction.force.x", "-o", "c.csv").out
