"""Model files in YAML give the models of the same calls of the builder."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from formats.yaml_examples import built, documents
from sarrus import Mechanism, load
from sarrus.fem import beam_structure, craig_bampton
from sarrus.formats.model_record import model_record
from sarrus.formats.plain import comparable
from sarrus.formats.yaml.elements import NOT_WRITTEN, elements
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document, read_file
from sarrus.formats.yaml.sections import READERS
from system.outside_fmus import DOCUMENT


def read(text: str, **options: Any):
    value, marks = parse(text, "machine.yaml")
    return read_document(value, marks, "machine.yaml", **options).model()


@pytest.mark.parametrize("example", documents())
def test_a_file_gives_the_model_of_the_builder(example: str):
    mechanism = Mechanism("machine")
    built()[example](mechanism)
    expected = mechanism.build()
    found = read(documents()[example])
    assert comparable(model_record(found)) == comparable(model_record(expected))
    assert found.content_hash == expected.content_hash
    assert found == expected


MODAL_DOCUMENT = """\
modal_bodies:
  a: {modes: a.json, at: [0, 0, 1], rotation: [1, 0, 0, 0], damping_ratio: 0.01}
  b: {modes: a.json, quaternion_wxyz: [1, 0, 0, 0], damping_time: 1 ms}
  c: {modes: a.json, rpy: [0, 0, 90 deg], damping_rate: 2 1/s}
"""
MODES_DOCUMENT = """\
bodies: {tip: {mass: 1, inertia: [1, 1, 1]}}
joints:
  S: {type: mode_shape, parent: ground, child: tip, at: [0, 0, 0], shape: [[0, 0, 1, 0, 2, 0]]}
forces:
  e: {type: modal_elasticity, joint: S, stiffness: [[2e4]], damping: [[3]], places: [root]
    , stresses: [[1e8]], surface: [[0, 0, 0], [1, 0, 0], [0, 0, 1]], triangles: [[0, 1, 2]]
    , surface_shapes: [[0, 0, 0], [0, 0, 1], [0, 0, 0]], surface_stresses: [[1e8], [0], [0]]}
"""


def used_keys() -> dict[tuple[str, str], set[str]]:
    """Return the keys of every type of element that the examples write."""
    found: dict[tuple[str, str], set[str]] = {}
    # those of an FMU and of modes are read with their files
    for text in (*documents().values(), DOCUMENT, MODAL_DOCUMENT, MODES_DOCUMENT):
        document, _ = parse(text, "")
        for section in elements():
            for record in document.get(section, {}).values():
                found.setdefault((section, record.get("type", "")), set()).update(record)
    return found


def test_modes_by_hand_are_those_of_the_builder():
    m = Mechanism("modes")
    m.body("tip", 1, None, (1, 1, 1))
    m.mode_shape("S", "ground", "tip", at=(0, 0, 0), shape=[[0, 0, 1, 0, 2, 0]])
    m.modal_elasticity(
        "e", "S", stiffness=[[2e4]], damping=[[3]], places=["root"], stresses=[[1e8]],
        surface=[[0, 0, 0], [1, 0, 0], [0, 0, 1]], triangles=[[0, 1, 2]],
        surface_shapes=[[0, 0, 0], [0, 0, 1], [0, 0, 0]], surface_stresses=[[1e8], [0], [0]],
    )  # fmt: skip
    assert read("sarrus: 1\nname: modes\n" + MODES_DOCUMENT) == m.build()


def test_modal_bodies_of_a_file_are_those_of_the_builder(tmp_path):
    beam = beam_structure(
        (0, 0, 0), (0.5, 0, 0), elements=4, section="round", diameter=0.01, material="steel"
    )
    modes = craig_bampton(beam, {"root": 0, "tip": 4}, modes=0, reference="root", keep=2)
    modes.save(tmp_path / "a.json")
    (tmp_path / "three.yaml").write_text("sarrus: 1\nname: three\n" + MODAL_DOCUMENT)
    m = Mechanism("three")
    m.modal_body("a", modes, at=(0, 0, 1), rotation=(1, 0, 0, 0), damping_ratio=0.01)
    m.modal_body("b", modes, quaternion_wxyz=(1, 0, 0, 0), damping_time="1 ms")
    m.modal_body("c", modes, rpy=(0, 0, "90 deg"), damping_rate="2 1/s")
    assert load(tmp_path / "three.yaml") == m.build()


def test_every_key_of_every_element_is_in_an_example():
    used = used_keys()
    for section, types in elements().items():
        for kind, element in types.items():
            keys = set(element.attributes)
            if section == "joints" and kind != "distance":
                keys -= {*elements()["joints"]["weld"].attributes, "armature"}
            assert keys <= used[section, kind], (section, kind)
    of_joints = set().union(*(keys for (section, _), keys in used.items() if section == "joints"))
    assert set(elements()["joints"]["revolute"].attributes) <= of_joints


def test_everything_the_builder_can_do_is_in_the_tables():
    methods = {
        name
        for name, _ in inspect.getmembers(Mechanism, inspect.isfunction)
        if not name.startswith("_")
    }
    written = {e.method for types in elements().values() for e in types.values()}
    assert methods == written | set(NOT_WRITTEN)
    assert not written & set(NOT_WRITTEN)
    for types in elements().values():
        for element in types.values():
            parameters = inspect.signature(getattr(Mechanism, element.method)).parameters
            if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values()):
                continue
            keywords = {attribute.keyword for attribute in element.attributes.values()}
            assert keywords | {"self", "name", "source", "body"} >= set(parameters)


def test_every_kind_has_a_reader_and_no_reader_is_idle():
    kinds = {
        a.kind.name
        for types in elements().values()
        for e in types.values()
        for a in e.attributes.values()
    }
    assert kinds == set(READERS)


CHAIN = """\
sarrus: 1
constants: {n: 7, l: 200 mm}
bodies:
  link{i}:
    {for: {i: 1..n}, mass: 0.1*i, com: [l/2, 0, 0], inertia: [1e-4, 1e-3, 1e-3], at: [i*l-l, 0, 0]}
joints:
  J1: {type: revolute, parent: ground, child: link1, at: [0, 0, 0], axis: y}
  J{i}:
    for: {i: 2..n}
    type: revolute
    parent: link{i-1}
    child: link{i}
    at: [(i-1)*l, 0, 0]
    axis: y
forces:
  S{i}: {for: {i: [1, 3, n]}, type: joint_spring, joint: "J{i}", k: 10*i}
couplers:
  G{i}: {for: {i: 2..n-1}, type: couple, terms: {"J{i}.angle": 1, "J{i+1}": -i}}
"""


def test_a_chain_by_repetition_is_that_of_a_loop():
    n, l = 7, 0.2
    m = Mechanism("mechanism")
    for i in range(1, n + 1):
        m.body(f"link{i}", 0.1 * i, (l / 2, 0, 0), (1e-4, 1e-3, 1e-3), at=(i * l - l, 0, 0))
    m.revolute("J1", "ground", "link1", at=(0, 0, 0), axis="y")
    for i in range(2, n + 1):
        m.revolute(f"J{i}", f"link{i - 1}", f"link{i}", at=((i - 1) * l, 0, 0), axis="y")
    for i in (1, 3, n):
        m.joint_spring(f"S{i}", f"J{i}", 10 * i)
    for i in range(2, n):
        m.couple(f"G{i}", {f"J{i}.angle": 1, f"J{i + 1}": -i})
    assert comparable(model_record(read(CHAIN))) == comparable(model_record(m.build()))
    assert read(CHAIN).content_hash == m.build().content_hash


def test_several_indices_make_all_combinations_and_may_use_each_other():
    text = """\
sarrus: 1
bodies:
  b{i}_{j}: {for: {i: 1..3, j: i..3}, mass: 10*i + j, inertia: [1, 1, 1]}
"""
    found = {body.name: body.mass for body in read(text).bodies}
    assert found == {f"b{i}_{j}": 10 * i + j for i in (1, 2, 3) for j in (1, 2, 3) if j >= i}
    assert list(found) == ["b1_1", "b1_2", "b1_3", "b2_2", "b2_3", "b3_3"]


def test_an_empty_range_makes_nothing():
    text = CHAIN.replace("n: 7", "n: 1").replace("[1, 3, n]", "[1]")
    assert [joint.name for joint in read(text).joints] == ["J1"]


def test_options_of_load(tmp_path):
    path = tmp_path / "chain.yaml"
    path.write_text(CHAIN, encoding="utf-8")
    assert load(path).name == "chain" and len(load(path).bodies) == 7
    assert load(path, name="x").name == "x"
    assert len(load(path, constants={"n": 9}).bodies) == 9
    assert load(path, constants={"l": "1 m"}).joint("J3").on_parent.position == (1.0, 0.0, 0.0)
    path.rename(tmp_path / "chain.yml")
    assert load(tmp_path / "chain.yml", constants={"l": 0.2}) == load(tmp_path / "chain.yml")


def test_a_model_without_a_name_has_that_of_its_file(tmp_path):
    path = tmp_path / "swing.yaml"
    path.write_text("sarrus: 1\nbodies:\n  rod: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}\n"
                    "joints:\n  A: {type: free, parent: ground, child: rod}\n")  # fmt: skip
    assert read_file(path).mechanism.name == "swing"
    assert read_file(path, name="left").mechanism.name == "left"


def test_sections_of_the_study_are_kept_with_their_places():
    text = CHAIN + "run: {until: 5 s}\noutputs: [J1.angle]\nlocked: []\n"
    value, marks = parse(text, "chain.yaml")
    file = read_document(value, marks, "chain.yaml")
    assert file.sections == {"run": {"until": "5 s"}, "outputs": ["J1.angle"], "locked": []}
    line = text.splitlines().index("run: {until: 5 s}") + 1
    assert str(file.marks[("run", "until")]) == f"chain.yaml:{line}:14"
    assert file.scope["n"].number == 7


def test_a_document_may_be_changed_before_it_is_read():
    value, marks = parse(CHAIN, "chain.yaml")
    value["constants"]["n"] = 4
    assert len(read_document(value, marks, "chain.yaml").model().bodies) == 4


def test_plain_data_need_no_marks():
    value, _ = parse(CHAIN, "chain.yaml")
    assert read_document(value).model() == read(CHAIN)


def test_equal_function_roads_are_equal():
    text = """\
sarrus: 1
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
forces:
  W: {type: wheel_contact, body: b, at: [0, 0, 1], radius: 0.4, k: 1e5, follows: point,
      road: {type: FunctionRoad, kinks_at: [0], finest: 2 cm,
             function: "0.1*sin(x)^2 + if(x < 0, 0, 1e-3*x)"}}
"""
    one, other = read(text), read(text)
    assert one.content_hash == other.content_hash
    road = one.forces[0].road
    assert road.height(2.0) == pytest.approx(0.1 * 0.8268218104318059 + 2e-3, rel=1e-14)
    assert road.kinks == (0.0,) and road.finest == 0.02
    assert read(text.replace("0.1*sin", "0.2*sin")).content_hash != one.content_hash
