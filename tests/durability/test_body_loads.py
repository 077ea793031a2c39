"""Loads on bodies: in balance, at their points, worst cases, files, and CalculiX's reactions."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import EnvironmentProblem, Mechanism, ModelError, gallery
from sarrus.durability import BodyLoads, loads, write_loads
from sarrus.durability.load_files import nastran_number

LENGTH, SIDE, DENSITY, LINES = 0.5, 0.02, 7800.0, 20
MASS = DENSITY * LENGTH * SIDE**2


def swinging_bars(size: float = 1.0, file: str | None = None) -> Any:
    """Two square bars one behind the other, from a turned start; size: of all lengths."""
    L, b = size * LENGTH, size * SIDE
    mass = DENSITY * L * b**2
    k = 2.0 * mass * 9.81 / L
    J = (mass * b**2 / 6, mass * (L**2 + b**2) / 12, mass * (L**2 + b**2) / 12)
    m = Mechanism("bars")
    first = m.body("first", mass=mass, com=(L / 2, 0, 0), inertia=J)
    second = m.body("second", mass=mass, com=(1.5 * L, 0, 0), inertia=J)
    m.revolute("A", m.ground, first, at=(0, 0, 0), axis="y")
    m.revolute("B", first, second, at=(L, 0, 0), axis="y")
    m.spring_damper(
        "S", m.ground, first, at_a=(0, 0, L), at_b=(0.5 * L, 0, 0), k=k, free_length=0.6 * L
    )
    system = m.build().compile()
    start = system.assemble({"A": 0.3, "B": 0.8}, rates={"A": 3.0, "B": -2.0})
    return system.simulate(start, until=0.3, every=0.01, file=file)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e3])
def test_loads_balance_inertia(size: float) -> None:
    run = swinging_bars(size)
    for body in ("first", "second"):
        found = loads(run, body)
        assert found.imbalance < 1e-11 and not found.notices
        case = found.worst("force")
        assert case.imbalance < 1e-11
        assert (
            np.linalg.norm(case["B"].force)
            == pytest.approx(float(np.max(np.linalg.norm(found["B"].force, axis=1))))
            or case["A"].force.any()
        )
    first = loads(run, "first")
    assert np.allclose(first["B"].at, (size * LENGTH, 0, 0))
    assert np.allclose(first["S"].at, (0.5 * size * LENGTH, 0, 0))
    assert np.allclose(first["S"].moment, 0.0, atol=1e-12 * float(np.max(abs(first["S"].force))))


def test_action_and_reaction() -> None:
    """What B does to the first bar, it does to the second the other way round, in world axes."""
    run = swinging_bars()
    one, two = loads(run, "first")["B"], loads(run, "second")["B"]
    R1, R2 = (np.asarray(run[f"{body}.rotation"]) for body in ("first", "second"))
    forces = [np.einsum("kij,kj->ki", R, x.force) for R, x in ((R1, one), (R2, two))]
    assert np.allclose(forces[0], -forces[1], atol=1e-10)


def test_newton_and_euler_from_positions() -> None:
    """The sum of forces is m (a - g) with a by differences of the positions: another way."""
    run = swinging_bars()
    h = 1e-4
    t = 0.15
    near = run.history.at([t - h, t, t + h])
    com = np.asarray(near["first.com"])
    a = (com[0] - 2 * com[1] + com[2]) / h**2
    found = loads(run, "first", times=t)
    R = np.asarray(near["first.rotation"])[1]
    total = np.sum([x.force[0] for x in found.loads], axis=0)
    assert np.allclose(R @ total, MASS * (a + np.array([0, 0, 9.81])), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(
    "name",
    [
        "quarter_vehicle",
        "governor",
        pytest.param("double_wishbone", marks=pytest.mark.slow),
        pytest.param("delta_robot", marks=pytest.mark.slow),
        pytest.param("stewart_platform", marks=pytest.mark.slow),
        pytest.param("simple_car", marks=pytest.mark.slow),
    ],
)
def test_gallery_is_in_balance(name: str) -> None:
    system = getattr(gallery, name)().compile()
    run = system.simulate(system.assemble(), until=0.01, every=0.005)
    for body in system.model.bodies:
        assert loads(run, body.name).imbalance < 1e-11


def test_loads_that_are_open_are_told() -> None:
    system = gallery.four_bar().compile()
    run = system.drive({"A": lambda t: 6.0 * t}, until=0.5, every=0.05)
    found = loads(run, "rocker")
    assert [notice.code for notice in found.notices] == ["W67", "W67"]
    assert "smallest norm" in found.notices[0].rule and "force.z" in found.notices[0].rule
    assert found["C"].unique_force == (True, True, False)
    assert found.imbalance < 1e-12


def test_worst_cases() -> None:
    run = swinging_bars()
    found = loads(run, "first")
    k = int(np.argmax(abs(np.asarray(run["B.reaction.force.x"]))))
    assert found.worst("B.reaction.force.x").t == run.t[k]
    assert found.worst(lambda x: -x.t).t == run.t[-1]
    cases = found.cases("force", 0.1, "B.reaction.force")
    assert len(cases) <= 3 and cases[-1].t <= 0.3 and any(case.t == 0.1 for case in cases)
    assert len(found.cases()) <= 3
    with pytest.raises(ModelError, match=r"S57.*for each of 31 states"):
        found.worst(lambda x: 1.0)
    with pytest.raises(ModelError, match=r"S57.*Did you mean 'first'"):
        loads(run, "firts")
    with pytest.raises(ModelError, match=r"S57.*not in balance"):
        loads(run, "ground")
    with pytest.raises(ModelError, match=r"S57.*no load"):
        found["C"]


# --- files ---------------------------------------------------------------------------------------


def cards(text: str, fields: str) -> list[list[str]]:
    """Return the entries of bulk data, continued lines joined."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("$"):
            continue
        if fields == "free":
            words = line.split(",")
        else:
            width = 16 if fields == "large" else 8
            rest = [line[8:][k : k + width].strip() for k in range(0, len(line) - 8, width)]
            words = [line[:8].strip(), *rest]
        most = 4 if fields == "large" else 8
        if words[0] in ("+", "*", ""):
            found[-1] += words[1:] + [""] * (most - len(words[1:]))
        else:
            found.append([words[0].rstrip("*"), *words[1:], *[""] * (most - len(words[1:]))])
    return found


def value(text: str) -> float:
    return float(re.sub(r"(?<=[\d.])([+-])", r"e\1", text)) if text else 0.0


@pytest.mark.parametrize("fields", ["small", "large", "free"])
@pytest.mark.parametrize("units", ["m", "mm"])
def test_nastran_adds_up_to_nothing(tmp_path: Path, fields: str, units: str) -> None:
    """All entries of the file, read back and applied to the bar: they are in balance."""
    found = loads(swinging_bars(), "first")
    case = found.worst("force")
    path = write_loads(tmp_path / "a.bdf", case, units=units, fields=fields, nodes={"A": 7})
    entries = cards(path.read_text(), fields)
    factor = 1e3 if units == "mm" else 1.0
    mass = MASS / factor  # in t where lengths are mm
    com, J = factor * case.inertia.com, factor**2 * case.inertia.inertia * (mass / MASS)
    grids = {e[1]: np.array([value(x) for x in e[3:6]]) for e in entries if e[0] == "GRID"}
    grids["7"] = factor * case["A"].at
    force, moment = np.zeros(3), np.zeros(3)
    for e in entries:
        if e[0] in ("FORCE", "MOMENT"):
            f = value(e[4]) * np.array([value(x) for x in e[5:8]])
            force += f if e[0] == "FORCE" else 0.0
            moment += np.cross(grids[e[2]] - com, f) if e[0] == "FORCE" else f
        elif e[0] == "GRAV":
            force += mass * value(e[3]) * np.array([value(x) for x in e[4:7]])
        elif e[0] == "RFORCE":
            turn = 2 * np.pi * np.array([value(x) for x in e[5:8]])
            w, alpha = value(e[4]) * turn, value(e[9] if len(e) > 9 else "") * turn
            force += mass * (-np.cross(w, np.cross(w, com)) + np.cross(alpha, com))
            moment += J @ alpha - np.cross(w, J @ w)
    size = float(np.linalg.norm(case["B"].force))
    tolerance = 1e-5 if fields == "small" else 1e-11
    assert np.linalg.norm(force) < 3 * tolerance * size
    assert np.linalg.norm(moment) < 3 * tolerance * size * factor * LENGTH
    sums = next(e for e in entries if e[0] == "LOAD")
    sets = {e[1] for e in entries if e[0] in ("FORCE", "GRAV", "RFORCE")}
    assert {x for x in sums[4::2] if x} == sets and {value(x) for x in sums[3::2] if x} == {1.0}


@pytest.mark.parametrize("number", [0.3, 1.0, -1.0, 1e-12, -123456.789, 9.99999999e9, 1 / 3, -2e-5])
def test_numbers_of_eight_letters(number: float) -> None:
    text = nastran_number(number)
    assert len(text) <= 8 and "." in text and "e" not in text.lower()
    assert value(text) == pytest.approx(number, rel=2e-4)
    assert nastran_number(0.3) == ".3" and nastran_number(1.0) == "1."
    assert value(nastran_number(number, 16)) == pytest.approx(number, rel=1e-9)


def test_tables_and_wrong_wishes(tmp_path: Path) -> None:
    found = loads(swinging_bars(), "first")
    case = found.worst("force")
    path = write_loads(tmp_path / "a.csv", found, units="mm")
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * len(found)
    total = sum(float(row["force x [N]"]) for row in rows[:4])
    assert abs(total) < 1e-11 and float(rows[1]["x [mm]"]) == pytest.approx(1e3 * LENGTH)
    with pytest.raises(EnvironmentProblem, match="E-EXISTS"):
        write_loads(path, case)
    with pytest.raises(ModelError, match=r"S57.*needs the mesh"):
        write_loads(tmp_path / "a.inp", case)
    with pytest.raises(ModelError) as refused:
        write_loads(tmp_path / "a.xyz", case, units="inch", fields="wide", without=("C",))
    assert len(refused.value.problems) == 4
    with pytest.raises(ModelError, match=r"S57.*they would add up|S57.*add up"):
        write_loads(tmp_path / "b.inp", found.cases(0.0, 0.1), format="abaqus", steps=False)
    with pytest.raises(ModelError, match=r"S57.*number of a grid point"):
        write_loads(tmp_path / "b.bdf", case, nodes={"A": "ROOT"})
    (tmp_path / "mesh.inp").write_text("*NODE\n1, 0., 0., zero\n")
    with pytest.raises(ModelError, match=r"mesh\.inp:2"):
        write_loads(tmp_path / "c.inp", case, mesh=tmp_path / "mesh.inp")


def test_abaqus_file(tmp_path: Path) -> None:
    case = loads(swinging_bars(), "first").worst("force")
    path = write_loads(tmp_path / "a.inp", case, format="abaqus", nodes={"B": 12}, without=["A"])
    text = path.read_text()
    rows = {line.split(",")[1].strip(): line for line in text.splitlines() if "EALL," in line}
    assert rows.keys() == {"GRAV", "CENTRIF", "ROTA"}
    alpha = case.inertia.angular_acceleration
    numbers = [float(x) for x in rows["ROTA"].split(",")[2:]]
    assert np.allclose(numbers[0] * np.array(numbers[4:]), alpha)
    assert f"12, 1, {case['B'].force[0]:.12G}" in text and "N_S, " in text and "N_A" not in text
    assert "LEFT OUT" in text


# --- CalculiX ------------------------------------------------------------------------------------


def bar_mesh(n: int) -> tuple[str, dict[int, np.ndarray]]:
    """A bar of 2 x 2 x n bricks of 20 nodes, with sets ROOT, N_B and N_S: text and nodes.

    A thin layer at the root bears next to no body load of its own, which CalculiX does not count
    among the forces of held nodes.
    """
    borders = np.concatenate([[0.0, 1e-5 * LENGTH], np.linspace(0.0, LENGTH, n + 1)[1:]])
    along = np.interp(np.arange(2 * n + 3) / 2, np.arange(n + 2), borders)
    nodes: dict[tuple[int, int, int], int] = {}

    def node(i: int, j: int, k: int) -> int:
        return nodes.setdefault((i, j, k), len(nodes) + 1)

    corners = [
        (0, 0, 0),
        (2, 0, 0),
        (2, 2, 0),
        (0, 2, 0),
        (0, 0, 2),
        (2, 0, 2),
        (2, 2, 2),
        (0, 2, 2),
    ]
    sides = [(1, 0, 0), (2, 1, 0), (1, 2, 0), (0, 1, 0), (1, 0, 2), (2, 1, 2), (1, 2, 2), (0, 1, 2),
             (0, 0, 1), (2, 0, 1), (2, 2, 1), (0, 2, 1)]  # fmt: skip
    rows = []
    for i in range(n + 1):
        for j in range(2):
            for k in range(2):
                at = [node(2 * i + a, 2 * j + b, 2 * k + c) for a, b, c in corners + sides]
                rows.append(at)
    where = {
        number: np.array([along[i], (j - 2) * SIDE / 4, (k - 2) * SIDE / 4])
        for (i, j, k), number in nodes.items()
    }
    lines = ["*NODE, NSET=NALL"]
    lines += [f"{k}, {', '.join(f'{x:.9g}' for x in r)}" for k, r in where.items()]
    lines.append("*ELEMENT, TYPE=C3D20R, ELSET=EALL")
    for number, at in enumerate(rows, 1):
        lines += [f"{number}, {', '.join(map(str, at[:15]))},", ", ".join(map(str, at[15:]))]
    sets = {
        "ROOT": [k for k, r in where.items() if r[0] == 0.0],
        "N_B": [nodes[2 * n + 2, 2, 2]],
        "N_S": [nodes[n + 2, 2, 2]],
    }
    for name, some in sets.items():
        lines += [f"*NSET, NSET={name}", *(f"{k}," for k in some)]
    return "\n".join([*lines, ""]), where


MATERIAL = f"""*MATERIAL, NAME=STEEL
*ELASTIC
2.1E11, 0.3
*DENSITY
{DENSITY}
*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL
*BOUNDARY
ROOT, 1, 3
"""


def calculix(folder: Path, found: BodyLoads, n: int) -> tuple[np.ndarray, np.ndarray, str]:
    """Run CalculiX on the bar held at A; return force and moment of its support about A."""
    mesh, where = bar_mesh(n)
    (folder / "mesh.inp").write_text(mesh)
    case = found.worst("force")
    write_loads(
        folder / "loads.inp", case, without=("A",), mesh=folder / "mesh.inp", overwrite=True
    )
    text = (folder / "loads.inp").read_text()
    text = text.replace("*NODE FILE", "*NODE PRINT, NSET=ROOT\nRF\n*NODE FILE")
    (folder / "loads.inp").write_text(text)
    (folder / "job.inp").write_text(
        f"*INCLUDE, INPUT=mesh.inp\n{MATERIAL}*INCLUDE, INPUT=loads.inp\n"
    )
    done = subprocess.run(["ccx", "job"], cwd=folder, capture_output=True, text=True, timeout=120,
                          check=False)  # fmt: skip
    assert "Job finished" in done.stdout, done.stdout[-2000:]
    rows = [line.split() for line in (folder / "job.dat").read_text().splitlines()]
    forces = {
        int(r[0]): np.array(r[1:], dtype=float) for r in rows if len(r) == 4 and r[0].isdigit()
    }
    force = np.sum(list(forces.values()), axis=0)
    moment = np.sum([np.cross(where[k], f) for k, f in forces.items()], axis=0)
    return force, moment, (folder / "job.frd").read_text()


needs_calculix = pytest.mark.skipif(shutil.which("ccx") is None, reason="CalculiX is not here")


@needs_calculix
def test_reactions_and_stress_of_calculix(tmp_path: Path) -> None:
    """The support in CalculiX bears what joint A does, and the stress is that by hand."""
    found = loads(swinging_bars(), "first")
    case = found.worst("force")
    off = []
    for n in (10, 20):
        force, moment, frd = calculix(tmp_path, found, n)
        size = np.linalg.norm(case["A"].force)
        assert np.linalg.norm(force - case["A"].force) < 1e-5 * size
        off.append(float(np.linalg.norm(moment - case["A"].moment)))
    assert off[1] < 2e-4 * size * LENGTH
    assert 3.0 < off[0] / off[1] < 5.0  # a quarter with half the length of the elements
    # stress by hand at x = 0.75 L: loads and inertia beyond it, normal and bending
    x, (i, h) = 0.75 * LENGTH, (case.inertia, SIDE / 2)
    r = np.linspace(x, LENGTH, 2001)
    line = DENSITY * SIDE**2 * (i.gravity - np.array([i.acceleration_at((s, 0, 0)) for s in r]))
    axial = case["B"].force[0] + np.trapezoid(line[:, 0], r)
    bending = case["B"].force[2] * (LENGTH - x) + np.trapezoid(line[:, 2] * (r - x), r)
    bending -= case["B"].moment[1]
    by_hand = axial / SIDE**2 + bending * h / (SIDE**4 / 12)  # at z = -h
    block = frd.split("-4  STRESS")[1].split("\n -3")[0]
    _, where = bar_mesh(20)
    at = next(k for k, p in where.items() if np.allclose(p, (x, 0, -h)))
    row = next(r for r in block.splitlines() if r.startswith(f" -1{at:10d}"))
    assert abs(bending * h / (SIDE**4 / 12)) > abs(axial / SIDE**2)
    assert float(row[13:25]) == pytest.approx(by_hand, rel=0.01)
