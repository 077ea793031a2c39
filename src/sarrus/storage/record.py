"""Records: JSON-like values with arrays and bytes anywhere in them, to bytes and back.

    record   = length of the skeleton (8 bytes, little-endian), skeleton, contents
    skeleton = JSON in ASCII; every value that JSON lacks is an object with the one key "$"
    contents = arrays and bytes, in the order of the skeleton

    {"$": ["f8", [20, 3]]}                array of float64; also i8 (int64) and b1 (bool)
    {"$": ["bytes", 12]}                  bytes
    {"$": ["float", "7ff8000000000000"]}  a float that is not finite, by its bits

Keys that begin with "$" get one more. All numbers come back bit for bit; tuples come back as
lists, NumPy scalars as Python's. Nothing is compressed: zlib takes 4 % off the states of a smooth
motion (19 % if the bytes are sorted by place) at 27 MB/s, twenty times slower than the checksum.

Bytes that were not made by `encode` give a located error; what is made of them is in proportion to
their number.
"""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import numpy as np

from sarrus.errors import Location, ModelError, Problem

MOST_DEPTH = 100
MOST_SKELETON = 16 * 1024 * 1024
MOST_BITS = 4096
MOST_DIGITS = 1234  # of an integer of MOST_BITS
MOST_AXES = 32
DTYPES = {"f8": np.dtype("<f8"), "i8": np.dtype("<i8"), "b1": np.dtype("?")}


def encode(value: Any) -> bytes:
    """Return the bytes of a record; what a record cannot hold is a TypeError or a ValueError."""
    contents: list[bytes] = []
    plain = _plain(value, contents, "record", 0)
    skeleton = json.dumps(plain, separators=(",", ":"), allow_nan=False).encode("ascii")
    skeleton += b" " * (-len(skeleton) % 8)
    if len(skeleton) > MOST_SKELETON:
        raise ValueError(f"a record without its arrays has more than {MOST_SKELETON:,} bytes")
    return b"".join((len(skeleton).to_bytes(8, "little"), skeleton, *contents))


def decode(data: bytes, element: str = "record", location: Location | None = None) -> Any:
    """Return the value of a record, or raise ModelError (F13) that names the element."""
    try:
        return _Decoder(data).value()
    except (ValueError, RecursionError, OverflowError) as error:
        rule = f"does not hold a record: {error}"
        raise ModelError(Problem("F13", element, rule, location=location)) from None


def _plain(value: Any, contents: list[bytes], path: str, depth: int) -> Any:
    """Return the value as JSON has it; what JSON lacks goes to the contents."""
    if depth > MOST_DEPTH:
        raise ValueError(f"{path} is nested more than {MOST_DEPTH} levels deep")
    if isinstance(value, dict):
        return {
            _key(key, path): _plain(part, contents, f"{path} / {key}", depth + 1)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_plain(part, contents, f"{path} / {i}", depth + 1) for i, part in enumerate(value)]
    if type(value) is np.ndarray:
        return _array(value, contents, path)
    if isinstance(value, bytes):
        contents.append(value)
        return {"$": ["bytes", len(value)]}
    return _scalar(value, path)


def _key(key: Any, path: str) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{path} has the key {key!r}; keys are texts")
    return "$" + key if key.startswith("$") else key


def _array(value: np.ndarray, contents: list[bytes], path: str) -> dict[str, Any]:
    name = f"{value.dtype.kind}{value.dtype.itemsize}"
    if name not in DTYPES:
        raise TypeError(f"{path} is an array of {value.dtype}; records hold float64, int64, bool")
    contents.append(value.astype(DTYPES[name], copy=False).tobytes())
    return {"$": [name, list(value.shape)]}


def _scalar(value: Any, path: str) -> Any:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, int | np.integer):
        if int(value).bit_length() > MOST_BITS:
            raise ValueError(f"{path} is an integer of more than {MOST_BITS} bits")
        return int(value)
    if isinstance(value, float | np.floating):
        number = float(value)
        if math.isfinite(number):
            return number
        return {"$": ["float", struct.pack(">d", number).hex()]}
    raise TypeError(f"{path} is of type {type(value).__name__}, which a record does not hold")


class _Decoder:
    """The way from bytes to a value; whatever is wrong with them is a ValueError."""

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[:8], "little")
        if len(data) < 8 or size > min(len(data) - 8, MOST_SKELETON):
            raise ValueError("its skeleton is longer than it may be")
        self._skeleton = data[8 : 8 + size]
        self._contents = memoryview(data)[8 + size :]

    def value(self) -> Any:
        plain = json.loads(
            self._skeleton.decode("ascii"),
            parse_float=_finite,
            parse_int=_integer,
            parse_constant=_refuse,
            object_pairs_hook=_distinct,
        )
        value = self._value(plain, 0)
        if len(self._contents):
            raise ValueError(f"{len(self._contents):,} bytes of it belong to nothing")
        return value

    def _value(self, plain: Any, depth: int) -> Any:
        if depth > MOST_DEPTH:
            raise ValueError(f"it is nested more than {MOST_DEPTH} levels deep")
        if isinstance(plain, list):
            return [self._value(part, depth + 1) for part in plain]
        if not isinstance(plain, dict):
            return plain
        if "$" in plain:
            return self._value_of_tag(plain)
        return {key.removeprefix("$"): self._value(part, depth + 1) for key, part in plain.items()}

    def _value_of_tag(self, plain: dict[str, Any]) -> Any:
        match plain:
            case {"$": ["bytes", int(size)], **rest} if not rest:
                return bytes(self._take(size))
            case {"$": ["float", str(bits)], **rest} if not rest and len(bits) == 16:
                return struct.unpack(">d", bytes.fromhex(bits))[0]
            case {"$": [str(name), list(shape)], **rest} if not rest and name in DTYPES:
                return self._array(DTYPES[name], shape)
        raise ValueError("it holds an unknown type")

    def _array(self, dtype: np.dtype, shape: list[Any]) -> np.ndarray:
        if len(shape) > MOST_AXES or any(type(n) is not int or n < 0 for n in shape):
            raise ValueError("the shape of an array is wrong")
        data = self._take(math.prod(shape) * dtype.itemsize)
        if dtype.kind == "b" and bytes(data).strip(b"\0\1"):
            raise ValueError("a truth value is neither 0 nor 1")
        array = np.frombuffer(data, dtype) if len(data) else np.empty(0, dtype)
        return array.astype(dtype.newbyteorder("=")).reshape(shape)

    def _take(self, size: int) -> memoryview:
        if not 0 <= size <= len(self._contents):
            raise ValueError("bytes of an array are missing")
        taken, self._contents = self._contents[:size], self._contents[size:]
        return taken


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:40]} is too large")
    return number


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS + 1:
        raise ValueError("an integer is too long")
    return int(text)


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is not JSON")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found
