"""Mistakes in model files: each is told once, with its place, element and code."""

from __future__ import annotations

import pytest

from formats.yaml_examples import documents
from sarrus import ModelError
from sarrus.errors import Problem
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document

GOOD = """\
sarrus: 1
name: machine
constants:
  r: 100 mm
  n: 3
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 1 kg, com: [r/2, 0, 0], inertia: [0.01, 0.01, 0.01]}
  rod:
    mass: 2
    com: [0, 0, 0]
    inertia: [0.1, 0.1, 0.1]
    shapes: [{type: box, size: [r, 20 mm, 20 mm], at: [0, 0, 0], color: red}]
  link{i}: {for: {i: 1..n}, mass: i, inertia: [1, 1, 1]}
frames:
  tip: {body: crank, at: [r, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: y}
  B: {type: prismatic, parent: crank, child: rod, at: [0, 0, 0], axis: [1, 0, 0], limits: [-1, 1]}
  J1: {type: revolute, parent: rod, child: link1, at: [0, 0, 0], axis: y}
  J{i}: {for: {i: 2..n}, type: revolute, parent: "link{i-1}", child: "link{i}",
    at: [i*r, 0, 0], axis: y}
couplers:
  G: {type: gear, driver: A, driven: J1, ratio: 2}
forces:
  S: {type: spring_damper, a: ground, b: crank, at_a: [0, 0, 1], on_b: tip, k: 100, c: 5 N*s/m}
  P: {type: point_force, body: crank, force: ["10*sin(3*t)", 0, 0], at: [r, 0, 0]}
  T: {type: joint_spring, joint: A, k: [[-1, -5], [0, 0], [1, 5]]}
  W: {type: wheel_contact, body: rod, at: [0, 0, 1], radius: 0.4, k: 1e5,
    road: {type: SineRoad, amplitude: 0.1, wavelength: 5}}
  U: {type: user_force, points: {toe: {body: rod, at: [0, 0, 0]}}, parameters: {k: 10 N/m},
    loads: [{force: toe, value: ["-k*position(toe, x)", 0, 0]}]}
start: {crank: {velocity: [0, 0, 0]}}
"""

# what is replaced, by what, where the mistake then stands (the text at that place), element, code
MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    "section": ("gravity:", "gravty:", "gravty", "file", "M09"),
    "version": ("sarrus: 1", "sarrus: 2", "2\nname", "file / sarrus", "F20"),
    "name": ("name: machine", "name: 12", "12", "model / name", "M25"),
    "base": ("gravity", "base: fixd\ngravity", "fixd", "model / base", "M09"),
    "constant": ("n: 3", "n: 3*", "\ngravity", "constant 'n'", "F22"),
    "constant unit": ("r: 100 mm", "r: 100 mmm", "100 mmm", "constant 'r'", "M05"),
    "constant name": ("n: 3", "n: 3\n  sin: 3", "3\ngravity", "constant 'sin'", "F22"),
    "gravity": ("-9.81]", "-9.81 s]", "-9.81 s", "model 'machine' / gravity[2]", "M05"),
    "gravity numbers": (
        "[0, 0, -9.81]",
        "[0, -9.81]",
        "[0, -9.81]",
        "model 'machine' / gravity",
        "M25",
    ),
    "key": ("{mass: 1 kg", "{mas: 1 kg, mass: 1", "mas: 1", "body 'crank'", "M09"),
    "mass": ("mass: 1 kg", "mass: -1 kg", "-1 kg", "body 'crank' / mass", "M04"),
    "unit": ("mass: 1 kg", "mass: 1 N", "1 N", "body 'crank' / mass", "M05"),
    "dimension": ("mass: 2", "mass: 2*r", "2*r", "body 'rod' / mass", "M05"),
    "octal": ("mass: 2", "mass: 010", "010", "body 'rod' / mass", "M25"),
    "underscore": ("mass: 2", "mass: 1_000", "1_000", "body 'rod' / mass", "M25"),
    "hexadecimal": ("mass: 2", "mass: 0x10", "0x10", "body 'rod' / mass", "M25"),
    "sexagesimal": ("mass: 2", "mass: 1:30", "1:30", "body 'rod' / mass", "M25"),
    "not a number": ("mass: 2", "mass: .nan", ".nan", "body 'rod' / mass", "M04"),
    "yes": ("mass: 2", "mass: yes", "yes", "body 'rod' / mass", "M25"),
    "true": ("mass: 2", "mass: true", "true", "body 'rod' / mass", "M25"),
    "huge": ("mass: 2", "mass: 1e400", "1e400", "body 'rod' / mass", "M04"),
    "nothing": ("mass: 2", "mass:", "\n    com", "body 'rod' / mass", "M25"),
    "a map": ("mass: 2", "mass: {a: 1}", "{a: 1}", "body 'rod' / mass", "M25"),
    "com": ("com: [r/2, 0, 0]", "com: [r/2, 0 kg, 0]", "0 kg", "body 'crank' / com[1]", "M05"),
    "com of two": ("com: [r/2, 0, 0]", "com: [r/2, 0]", "[r/2, 0]", "body 'crank' / com", "M25"),
    "expression": ("r/2, 0", "r/2 +, 0", ", 0, 0], inertia", "body 'crank' / com", "F22"),
    "unknown name": ("r/2, 0", "2*q, 0", "q, 0", "body 'crank' / com", "F22"),
    "zero": ("r/2, 0", "1/(n-3), 0", "/(n-3)", "body 'crank' / com", "F22"),
    "inertia": (
        "[0.01, 0.01, 0.01]",
        "[[1, 0, 0], [0, x, 0], [0, 0, 1]]",
        "x, 0",
        "body 'crank' / inertia",
        "F22",
    ),
    "triangle": (
        "[0.01, 0.01, 0.01]",
        "[0.01, 0.01, -0.01]",
        "[0.01, 0.01, -",
        "body 'crank' / inertia",
        "M03",
    ),
    "shape": ("type: box", "type: bax", "bax", "body 'rod' / shape / type", "M09"),
    "shape size": (
        "[r, 20 mm, 20 mm]",
        "[r, 20 mm, 0]",
        "0], at",
        "body 'rod' / shape / size",
        "M04",
    ),
    "shape key": ("color: red", "colour: red", "colour", "body 'rod' / shape", "M09"),
    "shape at": (
        "at: [0, 0, 0], color",
        "at: [0, 0], color",
        "[0, 0], color",
        "body 'rod' / shape / at",
        "M25",
    ),
    "record": ("{body: crank, at: [r, 0, 0]}", "5", "5\njoints", "frame 'tip'", "M25"),
    "frame body": (
        "{body: crank, at: [r",
        "{body: crnk, at: [r",
        "crnk",
        "frame 'tip' / body",
        "M09",
    ),
    "range": ("i: 1..n", "i: 1..m", "m}", "body 'link{i}' / for", "F22"),
    "no range": ("i: 1..n", "i: 5", "5}", "body 'link{i}' / for", "M25"),
    "hole": ("link{i}:", "link{j}:", "j}:", "body 'link{j}'", "F22"),
    "instance": ("mass: i,", "mass: i - 2,", "i - 2", "body 'link1' / mass", "M04"),
    "instance name": (
        'parent: "link{i-1}"',
        'parent: "link{i-2}"',
        '"link{i-2}"',
        "joint 'J2' / parent",
        "M09",
    ),
    "twice the same": ("  J{i}:", "  K:", "K: {for", "joint 'K' / name", "M07"),
    "type": (
        "type: revolute, parent: ground",
        "type: revolut, parent: ground",
        "revolut,",
        "joint 'A' / type",
        "M09",
    ),
    "no type": (
        "{type: revolute, parent: ground",
        "{parent: ground",
        "A: {parent",
        "joint 'A'",
        "M09",
    ),
    "missing key": ("parent: crank, child: rod, ", "child: rod, ", "B: {", "joint 'B'", "M09"),
    "body name": ("child: rod", "child: rood", "rood", "joint 'B' / child", "M09"),
    "axis": ("axis: [1, 0, 0]", "axis: [0, 0, 0]", "[0, 0, 0], limits", "joint 'B' / axis", "M19"),
    "axis letter": ("axis: [1, 0, 0]", "axis: w", "w, limits", "joint 'B' / axis", "M19"),
    "limits": ("limits: [-1, 1]", "limits: [1, -1]", "[1, -1]", "joint 'B' / limits", "M21"),
    "self": ("child: link1", "child: rod", "J1: {type", "joint 'J1'", "M08"),
    "coordinate": ("driver: A", "driver: Q", "Q, driven", "coupler 'G' / driver", "M09"),
    "ratio": ("ratio: 2", "ratio: 0", "0}\nforces", "coupler 'G' / ratio", "M04"),
    "frame": ("on_b: tip", "on_b: top", "top,", "force 'S' / on_b", "M09"),
    "stiffness": ("k: 100, c", "k: 100 kg, c", "100 kg", "force 'S' / k", "M05"),
    "both points": (
        "on_b: tip",
        "on_b: tip, at_b: [0, 0, 0]",
        "[0, 0, 0], k",
        "force 'S' / at_b",
        "M28",
    ),
    "law": ("10*sin(3*t)", "10*sin(3*s)", "s)", "force 'P' / force", "F22"),
    "function": ("10*sin(3*t)", "10*sine(3*t)", "sine", "force 'P' / force", "F22"),
    "comma": ('"10*sin(3*t)"', "max(1, t)", "(1, t", "force 'P' / force", "F22"),
    "law key": (
        '"10*sin(3*t)"',
        "{times: [0, 1], value: [0, 1]}",
        "value:",
        "force 'P' / force",
        "M09",
    ),
    "row": ("[1, 5]]", "[-2, 5]]", "[-2, 5]", "force 'T' / k row 2", "N14"),
    "row unit": ("[1, 5]]", "[1, 5 kg]]", "[1, 5 kg]", "force 'T' / k row 2", "M05"),
    "joint name": ("joint: A", "joint: AA", "AA", "force 'T' / joint", "M09"),
    "road": ("type: SineRoad", "type: Sineroad", "Sineroad", "force 'W' / road / type", "M09"),
    "road field": ("wavelength: 5", "wavelength: -5", "-5", "force 'W' / road / wavelength", "M04"),
    "road key": ("wavelength: 5", "wavelength: 5, widht: 1", "widht", "force 'W' / road", "M09"),
    "road unit": ("amplitude: 0.1", "amplitude: 1 s", "1 s", "force 'W' / road / amplitude", "M05"),
    "required": ("radius: 0.4, ", "", "W: {type", "force 'W'", "M09"),
    "word": ("radius: 0.4", "radius: 0.4, follows: dics", "dics", "force 'W' / follows", "M25"),
    "point": ("position(toe, x)", "position(te, x)", "position(te", "force 'U' / loads", "M09"),
    "component": (
        "position(toe, x)",
        "position(toe, u)",
        "position(toe, u",
        "force 'U' / loads",
        "F22",
    ),
    "parameter": ("-k*pos", "-kk*pos", "kk*pos", "force 'U' / loads", "M09"),
    "target": ("force: toe", "force: to", "to, value", "force 'U' / loads", "M09"),
    "load key": ("value: [", "vale: [", "vale", "force 'U' / loads", "M09"),
    "start": ("{crank: {vel", "{crunk: {vel", "crunk", "start of body 'crunk' / body", "M09"),
    "start value": (
        "velocity: [0, 0, 0]",
        "velocity: [0, 0, 1 m]",
        "1 m]",
        "start of body 'crank' / velocity[2]",
        "M05",
    ),
}


def problems_of(text: str) -> list[Problem]:
    value, marks = parse(text, "machine.yaml")
    try:
        read_document(value, marks, "machine.yaml").model()
    except ModelError as error:
        return [p for p in error.problems if p.severity == "error"]
    return []


def place_of(text: str, part: str, old: str) -> tuple[int, int]:
    """Return line and column of a part of a text, the first one from where it was changed."""
    from_ = next(i for i, (a, b) in enumerate(zip(text, GOOD, strict=False)) if a != b)
    line_start = text.rfind("\n", 0, from_) + 1
    at = text.index(part, line_start)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def test_the_file_without_mistakes_has_none():
    assert problems_of(GOOD) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_once_with_its_place(mistake: str):
    old, new, part, element, code = MISTAKES[mistake]
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    found = problems_of(text)
    assert [(p.code, p.element) for p in found] == [(code, element)], found
    place = found[0].location
    assert place is not None and place.file == "machine.yaml"
    assert (place.line, place.column) == place_of(text, part, old), found


def test_all_mistakes_of_a_file_are_told_at_once():
    chosen = ["section", "mass", "com", "shape", "frame body", "coordinate", "stiffness", "law"]
    chosen += ["row", "road field", "point", "start value", "expression", "type"]
    text = GOOD
    for mistake in chosen:
        if mistake == "com":
            continue  # the same place as "expression"
        old, new, *_ = MISTAKES[mistake]
        assert old in text, mistake
        text = text.replace(old, new, 1)
    found = {(p.code, p.element) for p in problems_of(text)}
    hidden = {("N14", "force 'T' / k row 2"), ("M09", "coupler 'G' / driver")}
    wanted = {(MISTAKES[m][4], MISTAKES[m][3]) for m in chosen if m != "com"}
    assert wanted - hidden <= found
    assert len(problems_of(text)) == len(found)


def test_did_you_mean():
    text = GOOD.replace("inertia: [0.1", "inertai: [0.1").replace("axis: y}", "axes: y}", 1)
    assert [p.action for p in problems_of(text) if "key" in p.rule] == [
        "did you mean 'inertia'?",
        "did you mean 'axis'?",
    ]


@pytest.mark.parametrize("section", ["constants", "points", "bodies", "joints", "forces"])
def test_a_misspelt_section_is_one_mistake(section):
    """What refers to it is none, and what is wrong in it is another."""
    text = """sarrus: 1
constants: {r: 1}
points: {P: [r, 0, 0]}
bodies: {arm: {mass: r, com: P, inertia: [1, 1, 1]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: P, axis: z}}
forces: {S: {type: joint_spring, joint: A, k: r}}
"""
    wrong = text.replace(f"\n{section}:", f"\n{section[:-2]}{section[-1]}{section[-2]}:")
    (problem,) = problems_of(wrong)
    assert problem.action == f"did you mean '{section}'?" and problem.location.line > 1
    two = problems_of(wrong.replace("joint: A", "joint: B"))
    assert [p.element for p in two] == ["file", "force 'S' / joint"]


def test_a_type_that_is_none_is_told_with_what_it_should_be_of():
    (problem,) = problems_of(GOOD.replace("type: prismatic", "type: prismtic"))
    assert problem.rule == "is not a type of joint" and "'prismatic'" in problem.action


@pytest.mark.parametrize(
    ("curve", "line"),
    [("{curve: [[-1, -5],\n [0, 0],\n [0, 5]]}", 3), ("{x: [-1, 0, 0], y: [-5, 0, 5]}", 1)],
)
def test_rows_of_a_curve_that_go_back_are_told_where_they_are(curve: str, line: int):
    text = GOOD.replace("k: [[-1, -5], [0, 0], [1, 5]]", f"k: {curve}")
    first = text[: text.index(curve)].count("\n") + 1
    (problem,) = problems_of(text)
    assert problem.element.startswith("force 'T' / k") and problem.location.line == first + line - 1


def test_the_value_of_an_expression_is_told():
    (problem,) = problems_of(GOOD.replace("mass: 2", "mass: 2 - n"))
    assert "2 - n = -1 is below 0 kg" in str(problem)


def test_a_mistake_in_a_template_is_told_once_for_all_instances():
    (problem,) = problems_of(GOOD.replace("mass: i,", "mass: -i,"))
    assert problem.element == "body 'link1' / mass" and "2 more of this repetition" in problem.rule


def test_the_limit_of_repetition_is_told():
    text = "sarrus: 1\nbodies:\n  b{i}_{j}: {for: {i: 1..1000, j: 1..1000}, mass: 1}\n"
    found = problems_of(text)
    assert [p.code for p in found] == ["F02"] and "100,000" in found[0].rule
    assert found[0].location is not None and found[0].location.line == 3


@pytest.mark.parametrize("text", ["", "5", "[1, 2]", "just text"])
def test_what_is_no_map_holds_no_model(text: str):
    value, marks = parse(text, "machine.yaml")
    with pytest.raises(ModelError, match=r"machine.yaml:1:1: .* holds no model"):
        read_document(value, marks, "machine.yaml")


def test_constants_given_from_outside_must_exist():
    value, marks = parse(GOOD, "machine.yaml")
    file = read_document(value, marks, "machine.yaml", constants={"m": 1, "r": "1 m"})
    with pytest.raises(ModelError, match="'m' is not a constant of the file"):
        file.model()


@pytest.mark.parametrize("place", ["[]", "[1, 2]", "[.inf, 0, 0]"])
def test_a_place_on_a_wheels_body_that_is_none_has_its_line(place: str) -> None:
    text = documents()["track"].replace("on: tip", f"on: {place}")
    with pytest.raises(ModelError) as caught:
        read_document(*parse(text, "f.yaml"), "f.yaml").model()
    (problem,) = caught.value.problems
    assert problem.location is not None and problem.location.line == 21
    assert problem.element == "force 'F1' / wheels" and "number" in problem.rule
