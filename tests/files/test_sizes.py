"""The work for a file grows as its number of elements: counted in calls and lines, not seconds."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import sarrus
from sarrus import ModelError
from sarrus.formats import sizes
from sarrus.formats.sizes import MOST, VARIABLE, most_elements
from sarrus.formats.source_text import SourceText
from sarrus.study import Study

FEW, MANY = 100, 400
BODY = "{mass: 1 kg, com: [0.1, 0, 0], inertia: [1, 1, 1]}"


def yaml(n: int, parent: Callable[[int], str], kind: str = "revolute", body: str = BODY) -> str:
    """Return a model file of n bodies, each on the one that is named."""
    lines = ["sarrus: 1", "bodies:", *(f"  b{i}: {body}" for i in range(n)), "joints:"]
    for i in range(n):
        at, axis = f"[{i % 7}, {i // 7}, 0]", ", axis: z" if kind == "revolute" else ""
        lines.append(f"  J{i}: {{type: {kind}, parent: {parent(i)}, child: b{i}, at: {at}{axis}}}")
    return "\n".join(lines) + "\n"


def on_ground(i: int) -> str:
    return "ground"


def on_the_last(i: int) -> str:
    return f"b{i - 1}" if i else "ground"


def on_the_first(i: int) -> str:
    return "b0" if i else "ground"


def repeated(n: int) -> str:
    return (
        f"sarrus: 1\nbodies:\n  b{{i}}: {{for: {{i: 1..{n}}}, mass: 1, inertia: [1, 1, 1]}}\n"
        f"joints:\n  J{{i}}: {{for: {{i: 1..{n}}}, type: revolute, parent: ground, "
        "child: 'b{i}', at: [i, 0, 0], axis: z}\n"
    )


def urdf(n: int) -> str:
    inertia = '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    links = [
        f'<link name="l{i}"><inertial><mass value="1"/>{inertia}</inertial></link>'
        for i in range(n + 1)
    ]
    joints = [
        f'<joint name="J{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/>'
        '<origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint>'
        for i in range(n)
    ]
    return '<robot name="chain">' + "\n".join(links + joints) + "</robot>"


def mjcf(n: int) -> str:
    bodies = [
        f'<body name="b{i}" pos="{i} 0 0"><joint name="J{i}" axis="0 0 1"/>'
        '<inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/></body>'
        for i in range(n)
    ]
    return "<mujoco><worldbody>" + "\n".join(bodies) + "</worldbody></mujoco>"


def sdf(n: int) -> str:
    inertia = "<ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>"
    links = [
        f'<link name="l{i}"><pose>0 0 {i} 0 0 0</pose><inertial><mass>1</mass>'
        f"<inertia>{inertia}</inertia></inertial></link>"
        for i in range(n)
    ]
    joints = [
        f'<joint name="J{i}" type="revolute"><parent>{f"l{i - 1}" if i else "world"}</parent>'
        f"<child>l{i}</child><axis><xyz>0 0 1</xyz></axis></joint>"
        for i in range(n)
    ]
    parts = "\n".join(links + joints)
    return f'<sdf version="1.9"><model name="chain">{parts}</model></sdf>'


def adams(n: int) -> str:
    lines = ["A chain", "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND"]
    lines += ["ACCGRAV/KGRAV=-9.80665", "PART/1, GROUND", "MARKER/1, PART=1"]
    for i in range(2, n + 2):
        lines += [
            f"PART/{i}, QG={i},0,0, MASS=1, CM={10 * i}, IP=1,1,1",
            f"MARKER/{10 * i}, PART={i}",
            f"MARKER/{10 * i + 1}, PART={i}, QP=1,0,0",
            f"JOINT/{i}, REVOLUTE, I={10 * i}, J={10 * i - 9 if i > 2 else 1}",
        ]
    return "\n".join([*lines, "END", ""])


def as_json(n: int) -> str:
    unit = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    shared = {"mass": 1, "com": [0.1, 0, 0], "R": unit, "inertia_com_body": unit}
    bodies = [{"name": f"b{i}", **shared} for i in range(n)]
    joints = [
        {"name": f"J{i}", "type": "revolute", "a": on_the_last(i), "b": f"b{i}",
         "point": [i % 7, i // 7, 0], "axis": [0, 0, 1]}
        for i in range(n)
    ]  # fmt: skip
    parts = {"bodies": bodies, "joints": joints, "loads": []}
    return json.dumps({"name": "chain", "gravity": [0, 0, -9.81], **parts})


HINTED = "names that are missing"
"""The first fifty are compared with names that there are, which is most of the work."""
TEXTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "on ground": (".yaml", lambda n: yaml(n, on_ground)),
    "in a chain": (".yaml", lambda n: yaml(n, on_the_last)),
    "on one body": (".yaml", lambda n: yaml(n, on_the_first)),
    "welded together": (".yaml", lambda n: yaml(n, on_the_first, "weld")),
    "all wrong": (".yaml", lambda n: yaml(n, on_ground, body="{mass: -1 kg}")),
    HINTED: (".yaml", lambda n: yaml(n, lambda i: f"c{i}")),
    "a shape without mass": (
        ".yaml",
        lambda n: yaml(n, on_the_last, "weld", "{shapes: [{type: sphere, radius: 0.1}]}"),
    ),
    "repeated": (".yaml", repeated),
    "urdf": (".urdf", urdf),
    "mjcf": (".xml", mjcf),
    "sdf": (".sdf", sdf),
    "adams": (".adm", adams),
    "json": (".json", as_json),
}


def work(path: Path) -> int:
    """Return how many lines and calls of Python the reading of a file takes, right or wrong."""
    count = 0

    def lines(frame: FrameType, event: str, given: Any) -> Any:
        nonlocal count
        count += 1
        return lines

    def calls(frame: FrameType, event: str, given: Any) -> None:
        nonlocal count
        count += 1

    read = Study.load if path.suffix == ".yaml" else sarrus.load
    before = sys.gettrace(), sys.getprofile()
    sys.setprofile(calls)
    sys.settrace(lines)
    try:
        read(path)
    except ModelError:
        pass
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Import and remember what is needed once."""
    folder = tmp_path_factory.mktemp("warm")
    for k, (ending, text) in enumerate(TEXTS.values()):
        work_on(folder / f"{k}{ending}", text(3))
    return


def work_on(path: Path, text: str) -> int:
    path.write_text(text, encoding="utf-8")
    return work(path)


@pytest.mark.parametrize("name", [name for name in TEXTS if name != HINTED])
def test_work_is_linear_in_the_number_of_elements(name: str, tmp_path: Path) -> None:
    ending, text = TEXTS[name]
    few, many = (work_on(tmp_path / f"{n}{ending}", text(n)) for n in (FEW, MANY))
    # beyond what every file costs, no element costs more among many than among few
    assert many - few < 1.15 * (MANY - FEW) / FEW * few, (few, many)
    assert many / MANY < 8_000


@pytest.mark.parametrize("name", ["in a chain", "repeated"])
def test_there_is_a_bound_that_can_be_raised(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written or repeated, bodies and joints together; the first that is too many is named."""
    path = tmp_path / "many.yaml"
    path.write_text(TEXTS[name][1](60), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, "119")
    with pytest.raises(ModelError) as caught:
        Study.load(path)
    found = [problem for problem in caught.value.problems if problem.code == "F02"]
    assert len(found) == 1 and "more than 119 elements" in found[0].rule
    assert VARIABLE in found[0].action and found[0].location
    monkeypatch.setenv(VARIABLE, "120")
    assert len(Study.load(path).model.bodies) == 60


@pytest.mark.parametrize("name", ["urdf", "mjcf", "sdf", "adams"])
def test_other_formats_have_a_bound_that_can_be_raised(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In parts of XML, or statements, of which several make one element."""
    ending, text = TEXTS[name]
    path = tmp_path / f"many{ending}"
    path.write_text(text(20), encoding="utf-8")
    monkeypatch.setattr(sizes, "MOST_PARTS", 30)
    monkeypatch.setenv(VARIABLE, "29")
    with pytest.raises(ModelError) as caught:
        sarrus.load(path)
    (problem,) = [p for p in caught.value.problems if p.code == "F02"]
    assert "more than 30" in str(problem) and VARIABLE in problem.action and problem.location
    monkeypatch.setenv(VARIABLE, "1000")
    assert len(sarrus.load(path).bodies) in (20, 21)


@pytest.mark.parametrize("name", ["in a chain", "urdf", "mjcf", "sdf", "adams", "json"])
def test_places_are_found_when_they_are_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines and columns of elements with which nothing is wrong are not looked for."""
    asked = 0
    place = SourceText.place

    def counted(self: SourceText, *span: Any) -> Any:
        nonlocal asked
        asked += 1
        return place(self, *span)

    monkeypatch.setattr(SourceText, "place", counted)
    ending, text = TEXTS[name]
    path = tmp_path / f"many{ending}"
    path.write_text(text(60), encoding="utf-8")
    Study.load(path) if ending == ".yaml" else sarrus.load(path)
    assert asked < 20


@pytest.mark.parametrize("text", ["", "many", "-1", "1e9", "\u0663", "9" * 40, "0x10", " 5"])
def test_a_bound_that_is_no_number_is_the_usual_one(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, text)
    assert most_elements() == MOST


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_ten_thousand_bodies(name: str, tmp_path: Path) -> None:
    ending, text = TEXTS[name]
    path = tmp_path / f"many{ending}"
    path.write_text(text(10_000), encoding="utf-8")
    try:
        model = Study.load(path).model if ending == ".yaml" else sarrus.load(path)
    except ModelError as error:
        assert name in ("all wrong", HINTED)
        assert len(error.problems) <= 1_100 and "more" in str(error)
    else:
        assert len(model.bodies) == 10_000 + (name == "urdf")
