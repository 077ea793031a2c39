"""Accidents to the raw bytes of a model file."""

from __future__ import annotations

import random
import re


def cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def lose_bytes(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 1, 2, 5, 20)) :]


def flip_bit(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def put_bytes(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(BITS) + data[at:]


def lines(rng: random.Random, data: bytes) -> bytes:
    """Lose, repeat, exchange or move a line to the side."""
    rows = data.split(b"\n")
    i, j = rng.randrange(len(rows)), rng.randrange(len(rows))
    ways = (
        rows[:i] + rows[i + 1 :],
        [*rows[:i], rows[j], *rows[i:]],
        [rows[j] if k == i else rows[i] if k == j else row for k, row in enumerate(rows)],
        [b" " + row if k == i else row for k, row in enumerate(rows)],
        [row[1:] if k == i else row for k, row in enumerate(rows)],
        [b"\t" + row if k == i else row for k, row in enumerate(rows)],
    )
    return b"\n".join(rng.choice(ways))


def put_mark(rng: random.Random, data: bytes) -> bytes:
    """Put a tag, an anchor or an alias before a value."""
    ends = [found.end() for found in re.finditer(rb": |\[|, |- ", data)] or [0]
    at = rng.choice(ends)
    return data[:at] + rng.choice(MARKS) + data[at:]


def other_encoding(rng: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    if rng.random() < 0.5:
        return text.encode(rng.choice(("utf-16", "utf-32", "utf-8-sig", "utf-7", "utf-16-le")))
    return text.replace("\n", rng.choice(("\r\n", "\r", "\u2028", "\x85", "\n\n"))).encode()


def other_digits(rng: random.Random, data: bytes) -> bytes:
    """Write one number otherwise."""
    found = list(re.finditer(rb"\d[\d.e+-]*", data))
    if not found:
        return data
    number = rng.choice(found)
    return data[: number.start()] + rng.choice(DIGITS) + data[number.end() :]


BITS = (
    *(bytes([c]) for c in b"{}[],: \n'\"#-1ek\t>|%@`()^?&*!\r\0\x7f\x1b"),
    *(
        b"  ",
        b"&a ",
        b"*a",
        b"!x ",
        b"|\n",
        b"{i}",
        b"..",
        b"0x1",
        b"null",
        b"\xff",
        b"\xc3",
        b"\n---\n",
    ),
    *("\u202e\u00e9\u2028\ufeff\u00a0".encode()[i : i + 3] for i in (0, 3, 5, 8, 11)),
    *(b"\n...\n", b"? ", b"<<: ", b"%YAML 1.2\n", b"\n\n", b"\xed\xa0\x80"),
)
MARKS = (
    *(
        b"!!python/object/apply:os.system ",
        b"!x ",
        b"&a ",
        b"*a ",
        b"!!binary ",
        b"!!set ",
        b"<<: ",
    ),
    *(b"!!float ", b"| ", b"> ", b"? ", b"!<tag:x> ", b"&a *a "),
)
DIGITS = (
    *(
        b"1e400",
        b"-1e400",
        b"1e-400",
        b"9" * 300,
        b"9" * 5000,
        b"0" * 50,
        b"1.",
        b".5",
        b"1e5",
        b"+1",
    ),
    *(b"-0", b"1.2.3", b"1e+-5", b"0b1", b"0o17", b"1e308", b"12:30:45", b"2024-01-01", b"1_0"),
)
BREAKS = (cut, lose_bytes, flip_bit, put_bytes, put_bytes, lines, lines, put_mark, other_encoding)
BREAKS += (other_digits, other_digits)
