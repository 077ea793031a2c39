"""The layout of a log file: the file's head, and the header of a block.

    file   = head (512 bytes), block, block, ...
    head   = label, owner (see `lock`), label once more
    label  = magic (16), version (4), zeros (4), file id (16), zeros (16), digest (8)
    block  = header (88), payload
    header = marker (8), file id (16), number (8), kind (8), first (8), count (8),
             length of the payload (8), digest of the block (16), digest of the header (8)

Integers are little-endian. The digests are BLAKE2b: that of a label or a header covers the bytes
before it; that of a block covers the first 64 bytes of its header, and the payload. The file id is
random, so that a block of another file, or of the file that lay here before, is never taken for
one of this file. The number counts blocks from 0 and only grows, so that a missing block shows.
`first` and `count` belong to the kind of block (see `run_writer`); they stand in the header so
that an index can be made without reading payloads.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

VERSION = 1
MAGIC = b"\x89sarrus log \r\n\x1a\n"
MARKER = b"\xf5\x9bBLK\xe7\x0c\xd1"

HEAD_SIZE = 512
LABEL_SIZE = 64
OWNER_AT, OWNER_SIZE = LABEL_SIZE, HEAD_SIZE - 2 * LABEL_SIZE
SECOND_LABEL_AT = HEAD_SIZE - LABEL_SIZE

HEADER_SIZE = 88
DIGESTED = 64  # bytes of the header that the digest of the block covers
KIND_SIZE = 8
ID_SIZE = 16
MOST_PAYLOAD = 256 * 1024 * 1024
MOST_NUMBER = 2**62

_LABEL = struct.Struct("<16sI4x16s16x")
_HEADER = struct.Struct("<8s16sQ8sQQQ")


class Label(NamedTuple):
    """What the head of a file says about it."""

    version: int
    file_id: bytes


@dataclass(frozen=True, slots=True)
class Block:
    """One block: what its header says, and where it begins in the file."""

    number: int
    kind: str
    first: int
    count: int
    length: int
    offset: int
    digest: bytes

    @property
    def end(self) -> int:
        """The place behind the block."""
        return self.offset + HEADER_SIZE + self.length


def digest_of(*parts: bytes | memoryview, size: int) -> bytes:
    """Return the digest of the parts, one after the other."""
    return digest_of_all(parts, size)


def digest_of_all(parts: Iterable[bytes | memoryview], size: int) -> bytes:
    """Return the digest of parts that come one by one."""
    state = hashlib.blake2b(digest_size=size)
    for part in parts:
        state.update(part)
    return state.digest()


def packed_head(file_id: bytes, owner: bytes) -> bytes:
    """Return the first bytes of a file; the owner is filled up with zeros."""
    body = _LABEL.pack(MAGIC, VERSION, file_id)
    label = body + digest_of(body, size=8)
    return label + owner.ljust(OWNER_SIZE, b"\0") + label


def unpacked_label(data: bytes) -> Label | None:
    """Return what a label says, or None if these bytes are not a whole label."""
    if len(data) != LABEL_SIZE or not data.startswith(MAGIC):
        return None
    if digest_of(data[:-8], size=8) != data[-8:]:
        return None
    _, version, file_id = _LABEL.unpack(data[:-8])
    return Label(version, file_id)


def packed_block(
    file_id: bytes, number: int, kind: str, payload: bytes, first: int, count: int
) -> bytes:
    """Return a block as it stands in the file."""
    name = kind.encode("ascii")
    if not 0 < len(name) <= KIND_SIZE or b"\0" in name:
        raise ValueError(f"a kind has 1 to {KIND_SIZE} letters, unlike {kind!r}")
    if not 0 <= first <= MOST_NUMBER or not 0 <= count <= MOST_NUMBER:
        raise ValueError(f"the numbers {first} and {count} do not fit in a header")
    if len(payload) > MOST_PAYLOAD:
        raise ValueError(f"a block of {len(payload):,} bytes exceeds the limit {MOST_PAYLOAD:,}")
    fields = _HEADER.pack(MARKER, file_id, number, name, first, count, len(payload))
    body = fields + digest_of(fields, payload, size=16)
    return b"".join((body, digest_of(body, size=8), payload))


def unpacked_header(data: bytes, file_id: bytes, offset: int) -> Block | None:
    """Return the block that a header announces, or None if it is none of this file's."""
    if len(data) != HEADER_SIZE or not data.startswith(MARKER):
        return None
    if digest_of(data[:-8], size=8) != data[-8:]:
        return None
    _, owner, number, name, first, count, length = _HEADER.unpack(data[:DIGESTED])
    kind = name.rstrip(b"\0")
    if owner != file_id or not kind or not kind.isascii() or b"\0" in kind:
        return None
    if length > MOST_PAYLOAD or max(number, first, count) > MOST_NUMBER:
        return None
    return Block(number, kind.decode("ascii"), first, count, length, offset, data[DIGESTED:-8])
