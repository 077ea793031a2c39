"""Convex meshes of hundreds of faces: what the loops find, distances, motion; prisms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from forces.convex_meshes import box_mesh, mesh_of, random_mesh
from forces.solid_pairs import distance_by_mujoco, pose
from sarrus import Box, Capsule, Cylinder, Mechanism, ModelError, Sphere, System, analysis, export
from sarrus.kernels.functions.features import FEATURES
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.native import compile_function
from sarrus.kernels.table import FINDERS
from sarrus.kernels.trace import trace
from sarrus.model.convex_hull import Prism, convex_hull
from sarrus.model.forces.contact_sites import gap_of, sites_of
from sarrus.model.forces.feature_table import FeatureTable, features_of
from sarrus.model.shapes import Mesh, Shape
from sarrus.spatial import Transform
from sarrus.spatial.arrays import vector

G, HERE = 9.81, Transform.identity()
SINGLE = 1e-7
"""Of corners of meshes [m], which MuJoCo keeps in single precision."""


def ball_mesh(count: int, radius: float = 0.1) -> Mesh:
    """A mesh with corners spread evenly over a sphere (Fibonacci), about twice as many faces."""
    k = np.arange(count) + 0.5
    z, phi = 1.0 - 2.0 * k / count, np.pi * (1.0 + np.sqrt(5.0)) * k
    r = np.sqrt(1.0 - z * z)
    return mesh_of(radius * np.column_stack([r * np.cos(phi), r * np.sin(phi), z]))


def numbers_of(X: Transform) -> list[float]:
    return [*map(float, X.matrix.ravel()), *map(float, X.position)]


def test_every_finder_takes_what_it_says() -> None:
    for op, count in FINDERS.items():
        code = FEATURES[op].__code__
        assert code.co_varnames[0] == "table" and code.co_argcount == 1 + count


@pytest.mark.parametrize("count", [8, 30, 120])
def test_loops_find_what_arrays_find(count: int) -> None:
    """Machine code and arrays of NumPy, written apart, find features of one depth."""
    rng = np.random.default_rng(count)
    native = {op: compile_function(function) for op, function in FEATURES.items()}
    same = total = 0
    for _ in range(8):
        A, B = (convex_hull(random_mesh(rng, count)) for _ in range(2))
        table = features_of(A, B)
        X, _ = pose(rng, 0.2, 0.8)
        where, numbers = numbers_of(X), table_numbers(table)

        def ask(op: str, *operands: float, table: FeatureTable = table, at: Any = numbers) -> float:
            nonlocal same, total
            found = native[op](at.ctypes.data, *map(float, operands))
            wanted = float(table.find(op, *map(float, operands)))
            same, total = same + (found == wanted), total + 1
            return wanted

        corner = edge = near = -1.0
        for _ in range(8):
            corner = ask("corner_after", corner, *where)
            ask("corner_face", corner, *where)
            edge = ask("exit_after", edge, *where)
            ask("exit_other", edge, ask("exit_face", edge, *where), *where)
            near = ask("edge_after", near, *X.position, *X.matrix[:, 2], 0.2)
        ask("closest", *where)
        ask("nearest_feature", *X.position)
    # edges that end in one corner may be as deep as each other, and either may be first
    assert same >= 0.98 * total


@pytest.mark.parametrize("pair", ["mesh-mesh", "mesh-box", "sphere-mesh", "capsule-mesh", "plane"])
def test_distances_of_fine_meshes_are_those_of_mujoco(pair: str) -> None:
    rng = np.random.default_rng(11)
    makers: dict[str, Callable[[], Shape | None]] = {
        "mesh": lambda: random_mesh(rng, 150),
        "box": lambda: Box((0.4, 0.5, 0.6)),
        "sphere": lambda: Sphere(0.2),
        "capsule": lambda: Capsule(0.1, 0.6),
        "plane": lambda: None,
    }
    first, _, second = pair.partition("-") if "-" in pair else ("mesh", "", pair)
    apart = 0
    for _ in range(12):
        a, b = makers[first](), makers[second]()
        X, turn = pose(rng, 0.6, 1.5)
        if second == "plane":
            X.position[2] = abs(X.position[2])
        wanted = distance_by_mujoco(a, X, turn, b)
        if wanted > -0.01:
            assert float(gap_of(a, X, b, HERE)) == pytest.approx(wanted, abs=SINGLE)
            apart += wanted > 0.0
    assert apart >= 5


def test_traced_sites_are_those_in_numbers() -> None:
    """The same pair by symbols, interpreted, and by numbers; the code does not grow with meshes."""
    rng = np.random.default_rng(2)
    sizes = []
    for count in (12, 48):
        a, b = random_mesh(rng, count), random_mesh(rng, count)

        def values(R: Any, p: Any, a: Shape = a, b: Shape = b) -> dict[str, Any]:
            X = Transform.of(R, p)
            sites = sites_of(a, X, b, HERE)
            return {
                "depths": vector(*(site.depth for site in sites)),
                "pushes": vector(*(x for site in sites for x in site.push)),
                "gap": vector(gap_of(a, X, b, HERE)),
            }

        program = trace(values, {"R": (3, 3), "p": (3,)})
        sizes.append(program.operations)
        for _ in range(3):
            X, _ = pose(rng, 0.4, 0.6)
            depths, pushes, least = interpret(program, [X.matrix, X.position])
            wanted = values(X.matrix, X.position)
            here = np.asarray(wanted["depths"], dtype=float) > 0.0  # others may be any
            assert np.array_equal(depths > 0.0, here)
            assert depths[here] == pytest.approx(np.asarray(wanted["depths"])[here], abs=1e-12)
            there = np.asarray(wanted["pushes"], dtype=float).reshape(-1, 3)[here]
            assert pushes.reshape(-1, 3)[here] == pytest.approx(there, abs=1e-9)
            assert float(least[0]) == pytest.approx(float(wanted["gap"][0]), abs=1e-12)
    assert sizes[1] < 1.01 * sizes[0]


def rolling_ball(mesh: Mesh) -> System:
    m = Mechanism("stone", gravity=(0, 0, -G))
    body = m.body("stone", 1.0, inertia=(4e-3, 4e-3, 4e-3), at=(0, 0, 0.16))
    m.free("F", m.ground, body)
    m.contact("touch", body, shape=mesh, base_shape=box_mesh((1.0, 1.0, 0.1)), k=1e5, a=0.5,
              mu=0.3, smoothing=0.01)  # fmt: skip
    return m.build().compile()


def test_a_fine_ball_falls_on_a_slab_and_loses_energy() -> None:
    """It falls 0.0115 m and stops bouncing soon; the mean of its push is m g."""
    system = rolling_ball(ball_mesh(150))
    run = system.simulate(system.assemble(), until=0.3, every=2e-3)
    assert np.max(run["touch.depth"]) > 1e-4
    assert np.max(np.diff(run.energy)) < 1e-6
    assert run.energy_error < 1e-5
    assert np.mean(run["touch.normal_force"]) == pytest.approx(G, rel=0.15)


def test_many_runs_touch_as_one_does() -> None:
    """Batches find features for several states side by side."""
    system = rolling_ball(ball_mesh(60))
    starts = [system.assemble(rates={"F": [x, 0, 0, 0, 0, 0]}) for x in (0.0, 0.5, 1.0, -1.0, 2.0)]
    how: dict[str, Any] = {"until": 0.06, "method": "rk4", "step": 1e-3, "every": 4e-3}
    runs = system.simulate(starts, **how)
    for k, start in enumerate(starts):
        alone = system.simulate(start, **how)
        for name in ("stone.position", "touch.normal_force", "touch.points", "touch.gap"):
            assert np.asarray(runs[name])[k] == pytest.approx(alone[name], abs=1e-9)
    assert np.max(np.asarray(runs["touch.points"])) >= 1.0


def test_what_has_no_loops_says_so() -> None:
    system = rolling_ball(ball_mesh(12))
    with pytest.raises(ModelError, match=r"S18.*found by loops, not by formulas"):
        analysis.equations(system, limit=10**7)
    pytest.importorskip("casadi")
    with pytest.raises(ModelError, match=r"S16.*loops that CasADi has not.*c_code"):
        export.casadi(system, "forward_dynamics")


def two_cans(sides: int, a: float = 1.0, **where: Any) -> Mechanism:
    m = Mechanism("cans", gravity=(0, 0, -G))
    body = m.body("can", 1.0, inertia=(4e-3, 4e-3, 2e-3), **where)
    m.free("F", m.ground, body)
    m.contact("touch", body, shape=Cylinder(0.05, 0.2), k=1e5, a=a, mu=0.3, sides=sides,
              base_shape=Cylinder(0.06, 0.3))  # fmt: skip
    return m


@pytest.mark.parametrize("turn", ["stacked", "crossed", "parallel"])
def test_cylinders_as_prisms_are_off_by_no_more_than_they_say(turn: str) -> None:
    """Closed forms of distance; a corner stands out by tan(pi/48)^2 = 0.0043 of the radius."""
    a, b = Prism(0.05, 0.2, 24), Prism(0.06, 0.3, 24)
    upright = np.eye(3)
    lying = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    off = 0.0043 * 0.11
    R, place, wanted = {
        "stacked": (upright, (0.01, 0.02, 0.26), 0.01),
        "crossed": (lying, (0.02, 0.13, 0.01), 0.02),
        "parallel": (upright, (0.09, 0.12, 0.05), 0.04),
    }[turn]
    X = Transform.of(R, np.array(place))
    near = 1e-12 if turn == "stacked" else off
    assert float(gap_of(a, X, b, HERE)) == pytest.approx(wanted, abs=near)


def test_a_can_stands_on_a_can() -> None:
    """On many points, all of whose pushes are upright, and which set it up where it leans."""
    a, b = Prism(0.05, 0.2, 24), Prism(0.06, 0.3, 24)
    moments = []
    for lean in (0.0, 1e-5, -1e-5):
        turn = np.array([[1.0, 0.0, lean], [0.0, 1.0, 0.0], [-lean, 0.0, 1.0]])
        X = Transform.of(turn, np.array([0.01, 0.0, 0.25 - 1e-5]))
        touching = [site for site in sites_of(a, X, b, HERE) if float(site.depth) > 0.0]
        assert len(touching) >= 20
        assert np.array([site.push for site in touching])[:, 2] == pytest.approx(1.0, abs=1e-9)
        arms = [float(site.place[0]) for site in touching]
        moments.append(sum(-x * float(s.depth) for x, s in zip(arms, touching, strict=True)))
    # the points are not about one middle: what counts is what leaning changes
    assert moments[1] < moments[0] < moments[2]


@pytest.mark.parametrize("sides", [8, pytest.param(24, marks=pytest.mark.slow)])
def test_a_can_falls_on_a_can_and_stays(sides: int) -> None:
    """It comes to rest on as many springs as there are points; its energy never grows."""
    system = two_cans(sides, a=30.0, at=(0.005, 0.0, 0.2501)).build().compile()
    run = system.simulate(system.assemble(), until=0.1, every=1e-3, method="bdf")
    assert np.max(np.diff(run.energy)) < 1e-6
    points = float(run["touch.points"][-1])
    assert points == sides
    assert run["touch.normal_force"][-1] == pytest.approx(G, rel=1e-2)
    assert run["touch.gap"][-1] == pytest.approx(-G / (1e5 * points), rel=2e-2)
    assert run["can.position"][-1][:2] == pytest.approx([0.005, 0.0], abs=1e-6)


def test_prisms_must_be_asked_for() -> None:
    with pytest.raises(ModelError, match=r"S82.*cylinder and cylinder.*sides=24.*0.0043"):
        two_cans(0).build()
    with pytest.raises(ModelError, match=r"S82.*sides.*7.*whole number from 8 to 48"):
        two_cans(7).build()
    with pytest.raises(ModelError, match=r"S82.*36 and 36 corners: 144 places"):
        two_cans(36).build()
