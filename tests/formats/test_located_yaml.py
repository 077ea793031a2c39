"""YAML with places: what is accepted, what is refused, and where."""

from __future__ import annotations

import json
import math
import random

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sarrus.errors import ModelError
from sarrus.formats import located_json
from sarrus.formats.yaml import located_yaml
from sarrus.formats.yaml.located_yaml import HIDDEN, parse
from sarrus.formats.yaml.scope import Scope
from sarrus.model.quantity import QuantityError, quantity

TEXT = st.text(st.characters(codec="utf-8").filter(lambda c: not HIDDEN.match(c)))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)

SAMPLE = """\
# a comment
sarrus: 1
constants: {r: 100 mm, n: 4, omega: "2*pi [rad/s]"}
bodies:
  crank: {mass: 1 kg, com: [r/2, 0, 0], inertia: [1e-4, 1e-3, 1e-3]}
  link{i}:
    for: {i: 1..n}
    mass: 0.1
joints:
  A: {type: revolute, parent: ground, child: crank, axis: y}
events:
  - name: 'hit'
    when: 0.5
    do: [{bounce: {restitution: 0.5}}, stop]
  - when: slider.position
description: |
  Text of two
  lines: with a colon.
"""
BLOCKS = """\
---
gravity:
- 0
- 0
- -9.81
forces:
  S:
    type: spring_damper
    force: >-
      1e3*x
      + 2e4*x^3
    "quoted \\u00e9 key": "a \\"quoted\\" text"
    empty:
    list:
      - - 1
        - 2
      - {a: {b: [c, d]}}
...
"""


def problems_of(text: str | bytes) -> list[tuple[str, str]]:
    """Return (code, line:column) of every problem of a text."""
    with pytest.raises(ModelError) as caught:
        parse(text, "f.yaml")
    found = caught.value.problems
    assert all(p.location is not None and p.location.file == "f.yaml" for p in found)
    return [(p.code, f"{p.location.line}:{p.location.column}") for p in found]


def same(a, b) -> bool:
    """Return whether two values are equal and of equal types."""
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


@given(VALUES, st.sampled_from([None, 1, 2]))
def test_what_is_json_has_the_value_and_the_places_of_json(value, indent):
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    expected, there = located_json.parse(text, "f")
    found, marks = parse(text, "f")
    assert same(found, expected)
    assert set(marks) == set(there) and len(marks) == len(there)
    for path in there:
        assert str(marks[path]) == str(there[path])
        assert marks[path].text == ("" if "\n" in there[path].text else there[path].text)


def in_blocks(value, rng: random.Random, indent: str = "") -> str:
    """Return a value in block style, with plain text where that is possible."""
    if isinstance(value, dict) and value:
        rows = []
        for key, inner in value.items():
            written = in_blocks(inner, rng, indent + "  ")
            rows.append(f"{indent}{json.dumps(key, ensure_ascii=False)}:{written}")
        return "\n" + "\n".join(rows)
    if isinstance(value, list) and value:
        return "\n" + "\n".join(f"{indent}-{in_blocks(v, rng, indent + '  ')}" for v in value)
    if value is None and rng.random() < 0.5:
        return " "
    return " " + json.dumps(value, ensure_ascii=False)


@given(VALUES, st.integers(0, 2**32))
def test_blocks_have_the_value_they_were_written_from(value, seed):
    text = in_blocks(value, random.Random(seed))
    found, marks = parse(text, "f")
    assert same(found, value)
    lines = text.split("\n")

    def walk(node, path):
        place = marks[path]
        assert lines[place.line - 1][place.column - 1 :].startswith(place.text.removesuffix("..."))
        for key, entry in node.items() if isinstance(node, dict) else ():
            where = marks.key((*path, key))
            written = json.dumps(key, ensure_ascii=False)
            rest = lines[where.line - 1][where.column - 1 :]
            assert rest.startswith(written)
            walk(entry, (*path, key))
        for i, entry in enumerate(node if isinstance(node, list) else ()):
            walk(entry, (*path, i))

    walk(found, ())


def test_the_value_and_the_marks_of_a_model_file():
    value, marks = parse(SAMPLE, "f.yaml")
    assert value["bodies"]["crank"]["com"] == ["r/2", 0, 0]
    assert value["bodies"]["link{i}"] == {"for": {"i": "1..n"}, "mass": 0.1}
    assert value["events"][0]["do"] == [{"bounce": {"restitution": 0.5}}, "stop"]
    assert value["description"] == "Text of two\nlines: with a colon.\n"
    assert str(marks["bodies", "crank", "mass"]) == "f.yaml:5:17"
    assert marks["bodies", "crank", "mass"].text == "1 kg"
    assert marks["bodies", "crank", "com"].text == "[r/2, 0, 0]"
    assert marks["events", 0, "name"].text == "'hit'"
    assert str(marks.key(("bodies", "link{i}"))) == "f.yaml:6:3"
    assert str(marks.key(("events", 1))) == "f.yaml:15:5"  # an entry of a list has no key
    assert marks["description",].text == "" and str(marks["description",]) == "f.yaml:16:14"
    assert marks["bodies",].text == ""  # blocks are not repeated
    assert ("bodies", "nobody") not in marks and ("bodies", "crank", "com", 3) not in marks
    assert ("sarrus", 1) not in marks and marks.get(("nothing",)) is None
    with pytest.raises(KeyError):
        marks["nothing",]
    value, _ = parse(BLOCKS, "f.yaml")
    assert value["gravity"] == [0, 0, -9.81]
    assert value["forces"]["S"] == {
        "type": "spring_damper",
        "force": "1e3*x + 2e4*x^3",
        "quoted \N{LATIN SMALL LETTER E WITH ACUTE} key": 'a "quoted" text',
        "empty": None,
        "list": [[1, 2], {"a": {"b": ["c", "d"]}}],
    }


def test_an_empty_file_is_nothing():
    for text in ("", "# only a comment\n", "\n\n", "---\n", b"\xef\xbb\xbf"):
        value, marks = parse(text, "f")
        assert value is None and () in marks


def test_a_byte_order_mark_is_passed():
    assert parse("a: [1, x]".encode("utf-8-sig"), "f")[1]["a", 1].column == 8
    for text in ("a: [1, x]", "\ufeffa: [1, x]", b"a: [1, x]"):
        value, marks = parse(text, "f")
        assert value == {"a": [1, "x"]} and marks["a", 1].text == "x"
        assert marks["a", 1].column == text.find("x" if isinstance(text, str) else b"x") + 1


def test_columns_count_characters_not_bytes():
    _, marks = parse("\N{GREEK SMALL LETTER ALPHA}\N{GRINNING FACE}: {x: 7}", "f")
    assert marks["\N{GREEK SMALL LETTER ALPHA}\N{GRINNING FACE}", "x"].column == 9


def test_lines_may_end_as_on_windows():
    value, marks = parse("a: 1\r\nb:\r\n  - x\r\n", "f")
    assert value == {"a": 1, "b": ["x"]} and str(marks["b", 0]) == "f:3:5"


TRAPS = {
    "M25": [
        *("010", "-010", "0x10", "0o17", "0b11", "1_000", "12_000.5", "1:30", "12:30:45"),
        *("yes", "no", "on", "off", "Yes", "NO", "True", "FALSE", "~", "Null", "--1", "1.2.3"),
        *("\uff11\uff12", "1,5", "true", "false", "null", ""),
    ],
    "M04": [*("nan", "NaN", ".nan", ".inf", "-.inf", "inf", "-Infinity", "1e400", "1e-400")],
    "": [*("1e-3", "1E+3", "-0.5", "0", "5.", ".5", "+1", "12", "250 mm", "1e3 mm")],
}


@pytest.mark.parametrize(("code", "literal"), [(c, x) for c, xs in TRAPS.items() for x in xs])
def test_M25_a_number_means_the_same_in_all_formats(code: str, literal: str) -> None:
    """The verdict on a plain scalar of YAML is that of the builder on text, or on a JSON number."""

    def verdict(value) -> tuple[str, float]:
        try:
            return "", quantity(value, "m")
        except QuantityError as error:
            return error.code, 0.0

    plain = parse(f"mass: {literal}\n", "f")[0]["mass"]
    quoted = parse(f'mass: "{literal}"\n', "f")[0]["mass"]
    assert quoted == literal
    try:
        in_json = located_json.parse(f'{{"mass": {literal}}}', "f")[0]["mass"]
    except ModelError:
        in_json = literal  # can only be written as text
    found = {verdict(x) for x in (Scope().scalar(plain), Scope().scalar(quoted), in_json)}
    assert found == {verdict(literal)} and verdict(literal)[0] == code


def test_only_true_and_false_are_truths_and_quoted_text_is_text():
    value, _ = parse("[true, false, null, , 'true', \"1\", '', yes, ~]".replace(", ,", ","), "f")
    assert value == [True, False, None, "true", "1", "", "yes", "~"]
    assert parse("{1: a, true: b, null: c, 1.50: d, '': e}", "f")[0] == {
        **{"1": "a", "true": "b", "null": "c", "1.50": "d", "": "e"}
    }


def test_numbers_beyond_double_precision_keep_their_literal():
    value, marks = parse("[1e400, -1e400, 1e-400, 0e-999, 0.0, 123, 1e-3]", "f")
    assert value[0:2] == [math.inf, -math.inf]
    assert value[2] > 0 and value[3:] == [0.0, 0.0, 123, 0.001] and isinstance(value[5], int)
    assert marks[0,].text == "1e400" and marks[2,].text == "1e-400"
    assert problems_of("a: " + "9" * 1001) == [("F06", "1:4")]
    assert problems_of("a: " + "9" * 10**7) == [("F06", "1:4")]
    assert parse("a: " + "x9" * 10**4, "f")[0]["a"] == "x9" * 10**4


PAYLOADS = [
    ("a: !!python/object/apply:os.system ['touch CANARY']", "1:4"),
    ("a: !!python/object/new:subprocess.Popen [['touch', 'CANARY']]", "1:4"),
    ("!!python/name:os.system ''", "1:1"),
    ("a: !!python/module:os ''", "1:4"),
    ("a: !!str 5", "1:4"),
    ("a: !!binary aGVsbG8=", "1:4"),
    ("a: ! x", "1:4"),
    ("a: !local {b: 1}", "1:4"),
    ("a: !<tag:yaml.org,2002:python/tuple> [1]", "1:4"),
    ("? !!python/object/apply:os.system ['touch CANARY']\n: 1", "1:3"),
    ("a: &x [1]\nb: 2", "1:4"),
    ("a: *x", "1:4"),
    ("*x : 1", "1:1"),
    ("<<: {a: 1}", "1:1"),
    ("a: 1\n---\nb: 2", "2:1"),
    ("%YAML 1.1\n---\na: 1", "1:1"),
    ("%TAG ! tag:example.com,2000:\n---\na: 1", "1:1"),
    ("? [1, 2]\n: 3", "1:3"),
    ("? {a: 1}\n: 3", "1:3"),
    ("a: !undefined!x 1", "1:4"),
]


@pytest.mark.parametrize(("text", "place"), PAYLOADS)
def test_F05_more_than_text_lists_and_maps_is_refused(text, place, tmp_path):
    canary = tmp_path / "canary"
    assert ("F05", place) in problems_of(text.replace("CANARY", str(canary)))
    assert not canary.exists()


def test_F05_a_tower_of_aliases_is_not_built():
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    found = problems_of("\n".join(rows))
    assert {code for code, _ in found} == {"F05"} and len(found) == 10 + 81


def test_all_that_is_forbidden_is_reported_at_once():
    text = "a: &x 1\nb: *x\nc: !t 2\na: 3\n<<: 4\nd: [e\n"
    assert problems_of(text) == [
        *(("F05", "1:4"), ("F05", "2:4"), ("F05", "3:4"), ("F06", "4:1"), ("F05", "5:1")),
        ("F01", "7:1"),
    ]


def test_F06_a_key_given_twice_names_both_places():
    with pytest.raises(ModelError) as caught:
        parse("a: 1\nb: {c: 1, 'c': 2}\n\"a\": 3\n", "f")
    found = [(str(p.location), [str(x) for x in p.also]) for p in caught.value.problems]
    assert found == [("f:2:11", ["f:2:5"]), ("f:3:1", ["f:1:1"])]


def test_a_flood_of_problems_ends():
    assert len(problems_of("a: 1\n" * 5000)) == located_yaml.MOST_PROBLEMS
    assert len(problems_of("\x01" * 5000)) == located_yaml.MOST_PROBLEMS


BROKEN = [
    ("a: [1, 2", "1:9", "a comma or ']' is expected; the file ends here. See also f.yaml:1:4"),
    ("a: {b: 1\nc: 2", "2:2", "a comma or '}' is expected"),
    ("a: {b: 60 [rpm]*t}", "1:11", 'in quotes within {...} and [...]: {A: "60 [rpm]*t"}'),
    ("a:\n\t- 1", "2:1", "a tab is not allowed for indentation"),
    ("a: b: c", "1:5", "a colon is not allowed here"),
    ("a: 'text\nb: 1\n", "1:4", "the quoted text has no end"),
    ('a: "text', "1:4", "the quoted text has no end"),
    ("- 1\nb: 2", "2:1", "an entry of the list, with '-', is expected"),
    ("a: 1\n- b", "2:1", "a key of the map is expected"),
    ("a: @x", "1:4", "text must not start with '@'"),
    ("a: 1\n b: 2", "2:3", "a colon is not allowed here"),
    ("a: 1\nb\nc: 2", "3:1", "a colon after the key is expected"),
    ('a: "\\q"', "1:5", "is not an escape"),
    ("a: ]", "1:4", "a value is expected"),
    ("a: | x\n", "1:6", "not allowed after | or >"),
    ("[1] x", "1:5", "text follows the end"),
]


@pytest.mark.parametrize(("text", "place", "words"), BROKEN)
def test_F01_broken_syntax_is_located(text, place, words):
    with pytest.raises(ModelError) as caught:
        parse(text, "f.yaml")
    (problem,) = caught.value.problems
    assert problem.code == "F01" and str(problem.location) == f"f.yaml:{place}"
    assert words in str(problem)


@pytest.mark.parametrize("sample", [SAMPLE, BLOCKS])
def test_F01_every_prefix_is_read_or_refused_with_its_place(sample):
    whole = parse(sample, "f")[0]
    for end in range(len(sample)):
        for text in (sample[:end], sample[:end].encode()):
            try:
                value, marks = parse(text, "f")
            except ModelError as error:
                assert error.problems and all(p.location for p in error.problems)
                continue
            assert () in marks and (value is None or isinstance(value, (dict, list, str)))
            if isinstance(value, dict):  # nothing is there that the whole does not start with
                assert all(any(k.startswith(key) for k in whole) for key in value)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_F03_depth_is_limited(opening):
    closing = {"[": "]", "{a: ": "}", "- ": ""}[opening]
    assert parse(opening * 199 + "1" + closing * 199, "f")[0]
    assert parse(opening * 200 + "1" + closing * 200, "f")[0]
    place = f"1:{200 * len(opening) + 1}"
    for depth in (201, 1000, 10**6):
        assert problems_of(opening * depth + "1" + closing * depth) == [("F03", place)]
    assert problems_of("".join(f"{' ' * k}a:\n" for k in range(300)))[0][0] == "F03"


def test_deep_files_keep_their_places_without_long_paths():
    text = "[" * 199 + ", ".join(["1"] * 50) + "]" * 199
    _, marks = parse(text, "f")
    assert marks[(*[0] * 198, 49)].column == 199 + 49 * 3 + 1
    assert len(marks) == 199 + 50


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("a: 1".encode("utf-16"), "1:1"),
        ("a: 1".encode("utf-32"), "1:1"),
        (b"a: 1\nb: \xff", "2:4"),
        (b"a: 1\nb: \x00", "2:4"),
        ("a: 1\nb: \0", "2:4"),
        ("a: \x1b[31m", "1:4"),
        ("a: x\u202ey", "1:5"),
        ("# comment \u2066\na: 1", "1:11"),
        ("a\u200e: 1", "1:2"),
        ("a: 1\u2028b: 2", "1:5"),
        ("a: x\ufeff", "1:5"),
        ("a: \ud800", "1:4"),
        ("a: \x85", "1:4"),
        ('a: "\\u202e"', "1:4"),
        ('a: "\\0"', "1:4"),
        ('"\\e[0m": 1', "1:1"),
    ],
)
def test_F07_hidden_characters_and_other_encodings_are_refused(data, place):
    assert problems_of(data) == [("F07", place)]


@given(st.text(alphabet="ab1 :-[]{},'\"\n\t#&*!|>%@?.\\\u00e9", max_size=60))
def test_any_text_is_a_value_or_a_located_error(text):
    try:
        value, marks = parse(text, "f")
    except ModelError as error:
        assert all(p.location and p.location.line >= 1 for p in error.problems)
    else:
        assert () in marks and list(marks)
        json.dumps(value)


@given(st.binary(max_size=40))
def test_any_bytes_are_a_value_or_a_located_error(data):
    try:
        parse(data, "f")
    except ModelError as error:
        assert all(p.location for p in error.problems)


def test_the_parser_without_libyaml_gives_the_same(monkeypatch):
    texts = [SAMPLE, BLOCKS, *(text for text, _ in PAYLOADS), *(text for text, *_ in BROKEN)]

    def outcome(text: str):
        try:
            value, marks = parse(text, "f")
        except ModelError as error:
            return {p.code for p in error.problems}
        return value, {path: str(marks[path]) for path in marks}

    fast = [outcome(text) for text in texts]
    monkeypatch.setattr(located_yaml, "LOADER", yaml.SafeLoader)
    assert [outcome(text) for text in texts] == fast
