"""Strict JSON with places: what is accepted, what is refused, and where."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarrus.errors import ModelError
from sarrus.formats import located_json
from sarrus.formats.located_json import parse
from sarrus.formats.source_text import SourceText

SURROGATE = "\\ud800"
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(st.characters(codec="ascii", min_codepoint=32)), inner)
    ),
    max_leaves=20,
)


def problems_of(text: str | bytes) -> list[tuple[str, str]]:
    """Return (code, line:column) of every problem of a text."""
    with pytest.raises(ModelError) as caught:
        parse(text, "f.json")
    found = caught.value.problems
    assert all(p.location is not None and p.location.file == "f.json" for p in found)
    return [(p.code, f"{p.location.line}:{p.location.column}") for p in found]


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_agrees_with_the_standard_reader(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert parse(text, "")[0] == value
    assert parse(text.encode(), "")[0] == value


@given(VALUES)
def test_every_value_has_a_mark_with_its_literal(value):
    text = json.dumps(value, indent=1)
    parsed, marks = parse(text, "f")

    def walk(node, path):
        place = marks[path]
        line = text.split("\n")[place.line - 1]
        assert line[place.column - 1 :].startswith(place.text.split("\n")[0].removesuffix("..."))
        if isinstance(node, dict):
            for key, entry in node.items():
                walk(entry, (*path, key))
        if isinstance(node, list):
            for i, entry in enumerate(node):
                walk(entry, (*path, i))

    walk(parsed, ())


def test_marks_of_a_small_file():
    _, marks = parse('{\n  "mass": 1e-3,\n  "com": [0, 0.50, 0]\n}', "f.json")
    assert str(marks["mass",]) == "f.json:2:11" and marks["mass",].text == "1e-3"
    assert marks["com", 1].text == "0.50" and marks["com",].text == "[0, 0.50, 0]"
    assert str(marks[()]) == "f.json:1:1"


def test_numbers_beyond_double_precision_keep_their_literal():
    value, marks = parse("[1e400, -1e400, 1e-400, 0e-999, 0.0, 123]", "")
    assert value[0:2] == [math.inf, -math.inf]
    assert value[2] > 0 and value[3:] == [0.0, 0.0, 123] and isinstance(value[5], int)
    assert marks[0,].text == "1e400" and marks[2,].text == "1e-400"
    assert parse("9" * 400, "")[0] == math.inf


@pytest.mark.parametrize(
    "literal",
    [
        *("NaN", "Infinity", "-Infinity", "nan", "inf", "+1", "010", ".5", "5.", "1_000", "0x10"),
        *("1e", "１２", "True", "None", "no", "1a", "'a'", "-", "1.e3", "9" * 1_000_000),
    ],
)
def test_F06_numbers_and_words_that_are_not_json(literal: str):
    assert problems_of(f'{{"a":\n {literal}}}') == [("F06", "2:2")]


def test_F06_advice_says_how_to_write_it():
    with pytest.raises(ModelError, match=r"Write 0\.5"):
        parse("[.5]", "")
    with pytest.raises(ModelError, match="Write a finite number"):
        parse("[NaN]", "")


def test_F06_duplicate_keys_name_both_places_and_reading_goes_on():
    with pytest.raises(ModelError) as caught:
        parse('{"a": 1,\n "b": {"a": 2},\n "a": 3, "c": NaN}', "f.json")
    first, second = caught.value.problems
    assert (first.location.line, first.also[0].line, first.also[0].column) == (3, 1, 2)
    assert second.location.column == 15 and second.code == "F06"


@pytest.mark.parametrize(
    "body",
    [SURROGATE, "\\udc00", f"{SURROGATE}x", f"{SURROGATE}{SURROGATE}", "\\u0000", "\\x", "\\u12"],
)
def test_F06_strings(body: str):
    assert problems_of(f'["{body}"]')[0][0] == "F06"


def test_surrogate_pairs_and_escapes():
    assert parse(r'"\ud83d\ude00\n\t\"\\\/\u00e9"', "")[0] == '\N{GRINNING FACE}\n\t"\\/\u00e9'


@pytest.mark.parametrize("text", ['"a\tb"', '"a\nb"', '"a\x01b"'])
def test_F07_control_characters(text: str):
    assert problems_of(text)[0][0] == "F07"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ('{"a": 1}'.encode("utf-16"), "1:1"),
        ('{"a": 1}'.encode("utf-32"), "1:1"),
        (b'{"a":\n "\xff"}', "2:3"),
        (b'{"a":\n "\xc3', "2:3"),
        (b'{"a"\0: 1}', "1:5"),
        ('{"a": 1}'.encode("utf-16-le"), "1:2"),
    ],
)
def test_F07_encodings(data: bytes, place: str):
    assert problems_of(data) == [("F07", place)]


def test_byte_order_mark_and_line_ends_are_tolerated():
    value, marks = parse(b'\xef\xbb\xbf{"a":\r\n 1}', "")
    assert value == {"a": 1} and marks["a",].line == 2 and marks["a",].column == 2
    assert parse("\ufeff[1]", "")[0] == [1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "[1,]",
        "[1 2]",
        '{"a" 1}',
        '{"a": 1,}',
        "{1: 2}",
        "[1]]",
        "[1] x",
        "[,]",
        '"',
        "{a: 1}",
        "]",
        '["a',
    ],
)
def test_F01_broken(text: str):
    assert problems_of(text)[0][0] == "F01"


def test_F01_every_prefix_is_refused():
    text = json.dumps({"a": [1.5, {"b": "c\\d"}], "e": True}, indent=1)
    for end in range(len(text)):
        codes = [code for code, _ in problems_of(text[:end])]
        assert codes and set(codes) <= {"F01", "F06", "F07"}


@pytest.mark.parametrize(
    ("depth", "accepted"),
    [(199, True), (200, True), (201, False), (1000, False), (1_000_000, False)],
)
def test_F03_depth(depth: int, accepted: bool):
    text = "[" * depth + "]" * depth
    if accepted:
        parse(text, "")
    else:
        assert problems_of(text) == [("F03", "1:201")]


ODD = (
    '{"a": 1, "a": 2}', "[1e999]", "[1e-999]", "[0e5]", "[-0]", "[-0.0]", "[NaN]", "[Infinity]",
    '["\\ud800"]', '["\\u0000"]', '["\\u00e9"]', "[01]", "[1.]", "[.5]", "[+1]", "[1,]", "{,}",
    "[" * 201 + "]" * 201, "[" * 200 + "]" * 200, "[" * 100_000, "9" * 400, "[" + "9" * 1001 + "]",
    "null", "true", " 3 ", "", "  ", "[1] 2", '"a\tb"', '{"a": {"b": [1, 2, {"c": null}]}}',
    "[1e22, 12345678901234567890, 0.1, -1E-5]", '{"a" : "x\\n\\"y"}', "[\v1]", "[1\u00a0]",
)  # fmt: skip
"""Texts that readers of JSON take differently."""


@pytest.mark.parametrize("text", ODD)
def test_the_quick_reader_takes_nothing_otherwise(text: str) -> None:
    """It gives the value of the strict parser, to the last bit, or leaves the text to that."""
    source = SourceText(text, "x.json")
    quick = located_json._without_places(source)
    if quick is located_json.DOUBTFUL:
        return
    strict = located_json._parser_of(source).result
    assert repr(quick) == repr(strict)


def test_usual_texts_are_read_quickly_and_places_found_when_asked() -> None:
    text = '{"bodies": [{"mass": 1.5}, {"mass": -2}], "name": "x"}'
    source = SourceText(text, "x.json")
    assert located_json._without_places(source) is not located_json.DOUBTFUL
    value, marks = parse(text, "x.json")
    assert "spans" not in vars(marks) and bool(marks)
    place = marks[("bodies", 1, "mass")]
    assert (place.line, place.column, place.text) == (1, text.index("-2") + 1, "-2")
    assert value["bodies"][1]["mass"] == -2
