"""Records come back as they were, bit for bit; bytes that are no record are refused."""

from __future__ import annotations

import random
import struct
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest

from sarrus.errors import Location, ModelError
from sarrus.storage import decode, encode


def same(a: Any, b: Any) -> bool:
    """Return whether two values are of the same types and have the same bits."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, float):
        return struct.pack("<d", a) == struct.pack("<d", b)
    return a == b


ODD_FLOATS = [0.0, -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1]
NOT_FINITE = [float("inf"), -float("inf"), float("nan"), -float("nan")]
SIGNALLING = struct.unpack("<d", bytes.fromhex("0100000000b0f47f"))[0]


@pytest.mark.parametrize("number", [*ODD_FLOATS, *NOT_FINITE, SIGNALLING], ids=repr)
def test_floats_come_back_bit_for_bit(number: float) -> None:
    back = decode(encode({"x": number, "a": np.full((2, 3), number)}))
    assert same(back["x"], number)
    assert back["a"].tobytes() == np.full((2, 3), number).tobytes()


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**63),
        2**4096 - 1,
        "",
        'a"\\\n\x00é\ud800\U0001f600',
        b"",
        b"\x00\xff" * 9,
        [],
        {},
        {"": [], "$": 1, "$$": {"$": "x"}, "$f8": [[]]},
        np.zeros(()),
        np.zeros((0, 5)),
        np.array([[True, False]]),
        np.array([-(2**63), 2**63 - 1]),
    ],
    ids=lambda v: repr(v)[:20],
)
def test_values_come_back(value: Any) -> None:
    assert same(decode(encode(value)), value)
    assert same(decode(encode({"x": [value, value]})), {"x": [value, value]})


def test_arrays_in_any_order_of_memory_come_back() -> None:
    array = np.arange(24.0).reshape(2, 3, 4)
    for view in (array.T, array[:, ::-1], array.astype(">f8"), np.asfortranarray(array)):
        back = decode(encode(view))
        assert np.array_equal(back, view)
        assert back.dtype == np.float64
        assert back.flags.writeable


def test_tuples_and_numpy_scalars_become_plain() -> None:
    value = (np.float64(0.1), np.int64(3), np.bool_(True), np.float32(0.5))
    assert same(decode(encode(value)), [0.1, 3, True, 0.5])


def random_value(source: random.Random, depth: int = 0) -> Any:
    kind = source.randrange(9 if depth < 5 else 7)
    if kind == 0:
        return source.choice([None, True, False])
    if kind == 1:
        return source.randrange(-(2**70), 2**70)
    if kind == 2:
        return struct.unpack("<d", source.randbytes(8))[0]
    if kind == 3:
        return "".join(chr(source.randrange(0x300)) for _ in range(source.randrange(6)))
    if kind == 4:
        return source.randbytes(source.randrange(20))
    if kind in (5, 6):
        dtype = source.choice(["<f8", "<i8"])
        shape = [source.randrange(4) for _ in range(source.randrange(4))]
        data = source.randbytes(8 * int(np.prod(shape)))
        return np.frombuffer(bytearray(data), dtype).reshape(shape)
    if kind == 7:
        return [random_value(source, depth + 1) for _ in range(source.randrange(5))]
    keys = [source.choice(["$", "", "a", "b$"]) + str(i) for i in range(source.randrange(5))]
    return {key: random_value(source, depth + 1) for key in keys}


def test_random_values_come_back() -> None:
    source = random.Random(1)
    for _ in range(3000):
        value = random_value(source)
        data = encode(value)
        assert same(decode(data), value)
        assert encode(decode(data)) == data


def test_mutated_records_are_read_or_refused() -> None:
    """The checksum is not asked here: whatever the bytes are, the answer is a value or F13."""
    source = random.Random(2)
    value = {"a": np.arange(6.0), "b": [b"xyz", float("nan"), {"$": [1, None]}], "t": True}
    data = encode(value)
    refused = 0
    for _ in range(20_000):
        changed = bytearray(data)
        for _ in range(source.choice((1, 1, 2, 8))):
            changed[source.randrange(len(changed))] = source.choice(
                (source.randrange(256), *b'0123456789[]{}",:$-.eE')
            )
        if source.random() < 0.2:
            del changed[source.randrange(len(changed)) :]
        try:
            decode(bytes(changed))
        except ModelError as error:
            refused += 1
            assert error.problems[0].code == "F13"
    assert refused > 5000


def packed(skeleton: str | bytes, contents: bytes = b"") -> bytes:
    text = skeleton if isinstance(skeleton, bytes) else skeleton.encode()
    return len(text).to_bytes(8, "little") + text + contents


HOSTILE = {
    "nothing": b"",
    "cut length": b"\x01\x00",
    "length beyond the data": (2**63).to_bytes(8, "little") + b"{}",
    "not JSON": packed("{"),
    "not ASCII": packed('"é"'),
    "UTF-16": packed('{"a":1}'.encode("utf-16")),
    "NaN": packed("NaN"),
    "infinite literal": packed("1e999"),
    "long integer": packed("9" * 100_000),
    "same key twice": packed('{"a":1,"a":2}'),
    "deep lists": packed("[" * 200 + "]" * 200),
    "very deep lists": packed("[" * 1_000_000),
    "very deep objects": packed('{"a":' * 100_000 + "1" + "}" * 100_000),
    "huge array": packed('{"$":["f8",[1000000000000]]}'),
    "huge empty array": packed('{"$":["f8",[0,9223372036854775807,9223372036854775807]]}'),
    "product too large": packed('{"$":["f8",[4294967296,4294967296,4294967296]]}'),
    "long shape": packed('{"$":["f8",[' + ",".join(["1"] * 1000) + "]]}", bytes(8)),
    "negative shape": packed('{"$":["f8",[-1]]}', bytes(8)),
    "shape of floats": packed('{"$":["f8",[1.0]]}', bytes(8)),
    "shape of truths": packed('{"$":["f8",[true]]}', bytes(8)),
    "array of objects": packed('{"$":["O8",[1]]}', bytes(8)),
    "unknown type": packed('{"$":["pickle",3]}', b"cos"),
    "tag and more": packed('{"$":["bytes",1],"a":1}', b"x"),
    "tag of nothing": packed('{"$":null}'),
    "half a truth": packed('{"$":["b1",[3]]}', b"\x01\x02\x00"),
    "float of few bits": packed('{"$":["float","7ff8"]}'),
    "float of no bits": packed('{"$":["float","xxxxxxxxxxxxxxxx"]}'),
    "more bytes than announced": packed("{}", b"x"),
    "pickle": b"\x80\x04cbuiltins\neval\n(V1/0\ntR.",
    "negative bytes": packed('{"$":["bytes",-1]}', b"x"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_record_is_refused_at_once(name: str) -> None:
    where = Location("run.sarrus", 1, 4711)
    tracemalloc.start()
    begin = time.perf_counter()
    try:
        with pytest.raises(ModelError, match=r"run\.sarrus:1:4711: error F13 \[block 3\]"):
            decode(HOSTILE[name], "block 3", where)
        assert time.perf_counter() - begin < 2
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "value",
    [object(), {1: 2}, np.array([None]), np.array(["a"]), np.zeros(2, np.float32), {1, 2}, 1j],
    ids=lambda v: repr(v)[:20],
)
def test_what_a_record_cannot_hold_is_said_with_its_path(value: Any) -> None:
    with pytest.raises(TypeError, match="record / settings"):
        encode({"settings": value})


def test_limits_hold_for_writing_as_well() -> None:
    deep: Any = 1
    for _ in range(101):
        deep = [deep]
    with pytest.raises(ValueError, match="100 levels"):
        encode(deep)
    with pytest.raises(ValueError, match="4096 bits"):
        encode(2**4096)
    with pytest.raises(ValueError, match="more than 16,777,216 bytes"):
        encode("x" * 2**24)
    assert decode(encode(deep[0])) == deep[0]
