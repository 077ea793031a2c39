"""`sarrus workspace`: pages, pictures and tables of where a robot can work."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Command

ARM = """
sarrus: 1
name: arm
bodies:
  upper: {mass: 1, com: [0.25, 0, 0], inertia: [0.01, 0.01, 0.01]}
  fore: {mass: 1, com: [0.65, 0, 0], inertia: [0.01, 0.01, 0.01]}
joints:
  A: {type: revolute, parent: ground, child: upper, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: upper, child: fore, at: [0.5, 0, 0], axis: z}
frames: {tip: {body: fore, at: [0.8, 0, 0]}}
"""

SPARE = """
sarrus: 1
name: spare
bodies:
  zero: {mass: 1, com: [0, 0, 0], inertia: [0.01, 0.01, 0.01]}
  one: {mass: 1, com: [0.2, 0, 0], inertia: [0.01, 0.01, 0.01]}
  two: {mass: 1, com: [0.5, 0.0, 0], inertia: [0.01, 0.01, 0.01]}
  three: {mass: 1, com: [0.8, 0, 0], inertia: [0.01, 0.01, 0.01]}
joints:
  base: {type: revolute, parent: ground, child: zero, at: [0, 0, 0], axis: z}
  A: {type: revolute, parent: zero, child: one, at: [0, 0, 0], axis: y}
  B: {type: revolute, parent: one, child: two, at: [0.4, 0, 0], axis: y}
  C: {type: revolute, parent: two, child: three, at: [0.7, 0, 0], axis: y}
frames: {tip: {body: three, at: [1.0, 0, 0]}}
"""


def test_the_command_writes_pages_pictures_and_tables(sarrus: Command) -> None:
    Path("arm.yaml").write_text(ARM)
    done = sarrus("workspace", "arm.yaml", "--frame", "tip", "--x", "-90cm:90cm:7", "--y", "0",
                  "--z", "0", "--limit", "speed=1rad/s", "--quantity", "speed", "-o", "map.html",
                  "-o", "map.csv", "-o", "map.png", "--json")  # fmt: skip
    assert done.code == 0, done.err
    assert (done.data["places"], done.data["reached"]) == (7, 4)
    rows = Path("map.csv").read_text().split("\n")
    assert rows[0].startswith("x [m],y [m],z [m],reached,dexterity") and len(rows) == 9
    assert Path("map.png").read_bytes().startswith(b"\x89PNG")
    assert "map.places" in Path("map.html").read_text()
    wrong = sarrus("workspace", "arm.yaml", "--x", "0:1", "--y", "0", "--z", "0")
    assert wrong.code == 2 and "0.2:0.8:7" in wrong.err


def test_joints_to_spare_keep_away_from_singular_positions(sarrus: Command) -> None:
    Path("spare.yaml").write_text(SPARE)
    asked = ("workspace", "spare.yaml", "--frame", "tip", "--x", "0.2:0.6:3", "--y", "0.1",
             "--z", "0.2")  # fmt: skip
    reached = []
    for goal in ((), ("--goal", "singularities=1")):
        done = sarrus(*asked, *goal, "-o", "map.csv", "--force", "--json")
        assert done.code == 0 and done.data["reached"] == 3, done.err
        rows = Path("map.csv").read_text().split()[-3:]
        reached.append([float(row.split(",")[5]) for row in rows])  # manipulability
    free, kept = reached
    assert all(b > a + 1e-3 for a, b in zip(free, kept, strict=True))
    for wrong in ("singularities", "beauty=1"):
        refused = sarrus(*asked, "--goal", wrong)
        assert refused.code == 2 and "singularities=1" in refused.err
