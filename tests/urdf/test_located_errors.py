"""Every mistake is reported with its line, its element, its value and what to do."""

from __future__ import annotations

import random
import re

import networkx
import pytest

from sarrus import ModelError, load_urdf
from urdf.own_robots import NAMES, text_of
from urdf.snippets import ARM, changed, problems_of

MISTAKES = [
    ('<mass value="2"/>', '<mass value="-2"/>', "M04", "body 'upper' / mass", "below 0"),
    ('<mass value="2"/>', "", "M09", "link 'upper' / inertial", "<mass> is missing"),
    ('<mass value="2"/>', '<mass valve="2"/>', "M09", "mass / value", "did you mean 'valve'"),
    ('ixx="0.1"', 'ixx="-0.1"', "M03", "body 'upper' / inertia", "negative"),
    ('size="0.1 0.1 0.2"', 'size="0.1 0.1"', "M25", "box / size", "3 numbers, not 2"),
    ('size="0.1 0.1 0.2"', 'size="0,1 0,1 0,2"', "M25", "box / size[0]", "comma"),
    ('xyz="0 0 0.3"', 'xyz="0 0 300mm"', "M05", "shoulder' / origin / xyz[2]", "no units"),
    ('xyz="0 0 0.3"', 'xyz="0 0 1e40"', "M24", "shoulder' / origin / xyz[2]", "too large"),
    ('lower="-1" upper="1"', 'lower="1" upper="-1"', "M21", "'shoulder' / limits", "reversed"),
    ('upper="1" effort="10"', 'upper="1" effort="-3"', "M04", "effort_limit", "below 0"),
    ('damping="0.1"', 'damping="-0.1"', "M04", "dynamics / damping", "energy"),
    ('<parent link="base"/>', '<parent link="basis"/>', "M09", "parent / link", "mean 'base'"),
    ('<child link="forearm"/>', '<child link="forarm"/>', "M09", "child / link", "'forearm'"),
    ('<child link="forearm"/>', "", "M09", "joint 'elbow'", "<child> is missing"),
    ('<child link="forearm"/>', '<child link="upper"/>', "M08", "joint 'elbow'", "itself"),
    ('mimic joint="shoulder"', 'mimic joint="sholder"', "M09", "mimic / joint", "'shoulder'"),
    ('mimic joint="shoulder"', 'mimic joint="elbow"', "M22", "elbow' / mimic", "circle"),
    ('name="shoulder" type="revolute"', 'name="shoulder" type="hinge"', "M09", "/ type", "not a"),
    ('name="shoulder" type="revolute"', 'name="shoulder"', "M09", "'shoulder' / type", "missing"),
    ('<link name="forearm">', '<link name="upper">', "M07", "body 'upper' / name", "two bodies"),
    ('<link name="forearm">', '<link name="Upper">', "M07", "body 'Upper' / name", "case"),
    ('<link name="forearm">', '<link name="">', "M09", "link '' / name", "empty"),
    ('<link name="forearm">', '<link name="a\u202eb">', "M07", "name", "cannot be seen"),
    ('<link name="base"/>', '<link name="base">', "F01", "", "mismatched"),
    ('<link name="base"/>', "<link name='base' name='x'/>", "F01", "robot", "duplicate attribute"),
    ('<link name="base"/>', '<link name="&base;"/>', "F04", "robot", "undefined entity"),
    ('<link name="base"/>', '<xacro:macro name="x"/>', "F17", "robot", "rename"),
    ('xyz="0 0 0.3"', 'xyz="0 0 ${h}"', "F17", "joint 'shoulder'", "rename"),
]


@pytest.mark.parametrize(("old", "new", "code", "element", "words"), MISTAKES)
def test_mistake(old: str, new: str, code: str, element: str, words: str) -> None:
    text, line = changed(old, new)
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    found = [p for p in caught.value.problems if p.code == code and p.severity == "error"]
    assert found, str(caught.value)
    problem = found[0]
    assert problem.location is not None and problem.location.file == "text"
    if code != "F01" and new != "":
        assert problem.location.line == line, str(problem)
    assert element in problem.element and words.lower() in str(problem).lower(), str(problem)


def test_axis_without_length() -> None:
    text = ARM.replace('<axis xyz="0 1 0"/>', '<axis xyz="0 0 0"/>', 1)
    problem = problems_of(text)[0]
    assert (problem.code, problem.location.line) == ("M19", 26)
    assert "'shoulder' / axis / xyz" in problem.element and "length 0" in str(problem)


def test_two_parents_name_both_lines() -> None:
    text, line = changed('<child link="forearm"/>', '<child link="forearm"/>')
    extra = '  <joint name="x" type="fixed"><parent link="base"/><child link="forearm"/></joint>\n'
    text = text.replace("</robot>", extra + "</robot>")
    problem = next(p for p in problems_of(text) if p.code == "M08")
    assert [place.line for place in problem.also] == [line]
    assert problem.location.line == text[: text.index(extra)].count("\n") + 1
    assert "two parents" in str(problem) and "<loop_joint>" in str(problem)


def test_same_name_twice_names_both_lines() -> None:
    text, line = changed('<joint name="elbow" type', '<joint name="shoulder" type')
    problem = next(p for p in problems_of(text) if p.code == "M07")
    assert problem.location.line == line and problem.also[0].line < line


def test_several_roots_are_listed() -> None:
    text, line = changed('<link name="base"/>', '<link name="base"/><link name="spare"/>')
    problem = next(p for p in problems_of(text) if p.code == "M06")
    assert problem.location.line == line
    assert "'base'" in str(problem) and "'spare'" in str(problem)


def test_all_problems_at_once_sorted_by_line() -> None:
    text = ARM.replace('value="2"', 'value="two"').replace('value="1"', 'value="nan"')
    text = text.replace('link="base"', 'link="bsae"')
    errors = [p for p in problems_of(text) if p.severity == "error"]
    assert [p.code for p in errors] == ["M25", "M04", "M09"]
    assert [p.location.line for p in errors] == [7, 18, 24]


# Every number and every hostile literal ------------------------------------------------------

HOSTILE = (
    *("nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400", "1e308", "1e-320"),
    *("0x10", "010", "1_000", "1:30", "1,5", "１２", "abc", "--1", "1e", "1e+", ".", "5 kg"),
    *("250mm", "true"),
)
NUMERIC = re.compile(r"[-+0-9.e ]+")


def numeric_attributes() -> list[tuple[str, str, int, int]]:
    """Return (robot, attribute, start, end) of one value for every element and attribute."""
    found: dict[tuple[str, str], tuple[str, str, int, int]] = {}
    for name in NAMES:
        text = text_of(name)
        for tag in re.finditer(r"<(\w+)((?:\s+\w+=\"[^\"]*\")+)\s*/?>", text):
            for pair in re.finditer(r"(\w+)=\"([^\"]*)\"", tag[2]):
                if tag[1] != "color" and NUMERIC.fullmatch(pair[2]):
                    start = tag.start(2) + pair.start(2)
                    end = start + len(pair[2])
                    found.setdefault((tag[1], pair[1]), (name, pair[1], start, end))
    return list(found.values())


def test_M04_every_number_refuses_hostile_literals() -> None:
    places = numeric_attributes()
    assert len(places) >= 24 and len(HOSTILE) == 24
    wrong = []
    for name, attribute, start, end in places:
        text = text_of(name)
        line = text[:start].count("\n") + 1
        words = text[start:end].split()
        for literal in HOSTILE:
            value = " ".join([*words[:-1], literal])
            problems = problems_of(text[:start] + value + text[end:])
            errors = [p for p in problems if p.severity == "error"]
            if not errors or errors[0].location.line != line or attribute not in errors[0].element:
                wrong.append((name, attribute, literal, [str(p) for p in errors[:1]]))
    assert not wrong, wrong[:5]


# References and trees ------------------------------------------------------------------------


def test_M09_the_right_name_is_suggested() -> None:
    """300 single-letter typos of link names: the right one is suggested."""
    text, rng, right = text_of("gripper"), random.Random(9), 0
    references = list(re.finditer(r'<(?:parent|child) link="(\w+)"', text))
    for _ in range(300):
        found = rng.choice(references)
        name, at = found[1], rng.randrange(len(found[1]))
        letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
        typo = rng.choice(
            (name[:at] + name[at + 1 :], name[:at] + letter + name[at:], name[:at] + letter)
            if at == len(name) - 1
            else (name[:at] + name[at + 1 :], name[:at] + letter + name[at + 1 :])
        )
        damaged = text[: found.start(1)] + typo + text[found.end(1) :]
        messages = [str(p) for p in problems_of(damaged) if p.code == "M09"]
        right += typo == name or any(f"did you mean '{name}'" in m.lower() for m in messages)
    assert right >= 285


def graph_text(edges: list[tuple[int, int]], n: int) -> str:
    links = "".join(f'<link name="n{i}"/>\n' for i in range(n))
    joints = "".join(
        f'<joint name="j{k}" type="fixed"><parent link="n{a}"/><child link="n{b}"/></joint>\n'
        for k, (a, b) in enumerate(edges)
    )
    return f'<robot name="g">\n{links}{joints}</robot>\n'


def test_M08_random_graphs() -> None:
    """Accepted exactly if the graph is a tree with arrows away from its root; circles are paths."""
    rng = random.Random(8)
    seen = {True: 0, False: 0}
    for _ in range(150):
        n = rng.randrange(1, 30)
        edges = [(rng.randrange(i), i) for i in range(1, n)]
        for _ in range(rng.choice((0, 0, 1, 2))):
            edges.append((rng.randrange(n), rng.randrange(n)))
        if edges and rng.random() < 0.4:
            edges[rng.randrange(len(edges))] = (rng.randrange(n), rng.randrange(n))
        rng.shuffle(edges)
        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(range(n))
        graph.add_edges_from(edges)
        tree = networkx.is_arborescence(graph)
        seen[tree] += 1
        found = problems_of(graph_text(edges, n))
        errors = [p for p in found if p.severity == "error"]
        assert bool(errors) != tree, (edges, [str(p) for p in errors])
        assert {p.code for p in errors} <= {"M06", "M08"}
        for problem in errors:
            path = re.findall(r"'n(\d+)' -j(\d+)-> ", problem.value)
            for a, k in path:
                assert edges[int(k)][0] == int(a)
    assert min(seen.values()) > 30


def test_M26_long_chain() -> None:
    """No recursion: 3,000 links in a row are read, and merged into one."""
    n = 3000
    text = graph_text([(i, i + 1) for i in range(n - 1)], n)
    assert len(load_urdf(text, merge_fixed=True).bodies) == 1
