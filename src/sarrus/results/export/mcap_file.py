"""MCAP files: records of messages with their schemas and an index, as the format's text has them.

A file is a magic number, records (one byte for the kind, eight for the length, content) and the
magic number again. Messages stand in chunks, without compression; behind them are schemas and
channels once more, the index of the chunks, counts, and where all this begins. All numbers are
little-endian. Source: the MCAP specification, version 0 (https://mcap.dev/spec).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import BinaryIO

from sarrus.late_dataclass import dataclass

MAGIC = b"\x89MCAP0\r\n"
HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
MESSAGE_INDEX, CHUNK_INDEX, STATISTICS, METADATA = 0x07, 0x08, 0x0B, 0x0C
METADATA_INDEX, SUMMARY_OFFSET, DATA_END = 0x0D, 0x0E, 0x0F
CHUNK_SIZE = 1 << 20
"""Bytes of messages after which a chunk ends."""


@dataclass
class _OpenChunk:
    """Messages that are not written yet, and where they begin, by channel."""

    content: bytearray = field(default_factory=bytearray)
    places: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    first: int = 0
    last: int = 0


class McapWriter:
    """Writes one file; `close` completes it."""

    def __init__(self, stream: BinaryIO, library: str) -> None:
        self.stream, self.at = stream, 0
        self.schemas: list[bytes] = []
        self.channels: list[bytes] = []
        self.counts: dict[int, int] = {}
        self.chunk = _OpenChunk()
        self.chunks: list[bytes] = []
        self.metadata: list[bytes] = []
        self.span: tuple[int, int] | None = None
        self._write(MAGIC)
        self._record(HEADER, _text("") + _text(library))

    def schema(self, name: str, text: str) -> int:
        """Add a JSON schema; return its number."""
        number = len(self.schemas) + 1
        data = text.encode()
        content = struct.pack("<H", number) + _text(name) + _text("jsonschema")
        self.schemas.append(content + struct.pack("<I", len(data)) + data)
        self._record(SCHEMA, self.schemas[-1])
        return number

    def channel(self, topic: str, schema: int, about: Mapping[str, str] | None = None) -> int:
        """Add a topic of JSON messages; return its number."""
        number = len(self.channels) + 1
        content = struct.pack("<HH", number, schema) + _text(topic) + _text("json")
        self.channels.append(content + _table(about or {}))
        self._record(CHANNEL, self.channels[-1])
        self.counts[number] = 0
        return number

    def message(self, channel: int, time: int, data: bytes) -> None:
        """Add a message of a time [ns]."""
        chunk = self.chunk
        if not chunk.content:
            chunk.first = chunk.last = time
        chunk.first, chunk.last = min(chunk.first, time), max(chunk.last, time)
        chunk.places.setdefault(channel, []).append((time, len(chunk.content)))
        head = struct.pack("<HIQQ", channel, self.counts[channel], time, time)
        chunk.content += _record_bytes(MESSAGE, head + data)
        self.counts[channel] += 1
        known = self.span or (time, time)
        self.span = min(known[0], time), max(known[1], time)
        if len(chunk.content) >= CHUNK_SIZE:
            self._end_chunk()

    def note(self, name: str, values: Mapping[str, str]) -> None:
        """Add texts by name, which belong to the whole file."""
        self._end_chunk()
        first = self.at
        self._record(METADATA, _text(name) + _table(values))
        self.metadata.append(struct.pack("<QQ", first, self.at - first) + _text(name))

    def close(self) -> None:
        """Write the index and the end of the file."""
        self._end_chunk()
        self._record(DATA_END, struct.pack("<I", 0))
        start, groups = self.at, []
        for kind, listed in (
            (SCHEMA, self.schemas), (CHANNEL, self.channels), (STATISTICS, [self._statistics()]),
            (CHUNK_INDEX, self.chunks), (METADATA_INDEX, self.metadata),
        ):  # fmt: skip
            first = self.at
            for content in listed:
                self._record(kind, content)
            if listed:
                groups.append(struct.pack("<BQQ", kind, first, self.at - first))
        offsets = self.at
        for content in groups:
            self._record(SUMMARY_OFFSET, content)
        self._record(FOOTER, struct.pack("<QQI", start, offsets, 0))
        self._write(MAGIC)

    def _end_chunk(self) -> None:
        chunk, self.chunk = self.chunk, _OpenChunk()
        if not chunk.content:
            return
        content = bytes(chunk.content)
        span = struct.pack("<QQ", chunk.first, chunk.last)
        size, checksum = len(content), zlib.crc32(content)
        first = self.at
        head = span + struct.pack("<QI", size, checksum) + _text("") + struct.pack("<Q", size)
        self._record(CHUNK, head + content)
        length, places = self.at - first, b""
        for channel, found in chunk.places.items():
            places += struct.pack("<HQ", channel, self.at)
            rows = b"".join(struct.pack("<QQ", *row) for row in found)
            self._record(MESSAGE_INDEX, struct.pack("<HI", channel, len(rows)) + rows)
        self.chunks.append(
            span + struct.pack("<QQI", first, length, len(places)) + places
            + struct.pack("<Q", self.at - first - length) + _text("")
            + struct.pack("<QQ", size, size)
        )  # fmt: skip

    def _statistics(self) -> bytes:
        counts = b"".join(struct.pack("<HQ", *item) for item in self.counts.items())
        total = sum(self.counts.values())
        head = struct.pack(
            "<QHIIII", total, len(self.schemas), len(self.channels), 0, len(self.metadata),
            len(self.chunks),
        )  # fmt: skip
        return head + struct.pack("<QQI", *(self.span or (0, 0)), len(counts)) + counts

    def _record(self, kind: int, content: bytes) -> None:
        self._write(_record_bytes(kind, content))

    def _write(self, data: bytes) -> None:
        self.stream.write(data)
        self.at += len(data)


def _record_bytes(kind: int, content: bytes) -> bytes:
    return struct.pack("<BQ", kind, len(content)) + content


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _table(values: Mapping[str, str]) -> bytes:
    data = b"".join(_text(key) + _text(value) for key, value in values.items())
    return struct.pack("<I", len(data)) + data


# --- reading -------------------------------------------------------------------------------------


class McapError(Exception):
    """What is wrong with a file."""


def read_messages(content: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Go through the messages of a file: time [ns], topic, data. Chunks may not be compressed."""
    if not content.startswith(MAGIC):
        raise McapError("it does not begin as MCAP does")
    topics: dict[int, str] = {}
    yield from _messages(content[len(MAGIC) :], topics)


def _messages(content: bytes, topics: dict[int, str]) -> Iterator[tuple[int, str, bytes]]:
    at = 0
    while at + 9 <= len(content):
        kind, length = struct.unpack_from("<BQ", content, at)
        body = content[at + 9 : at + 9 + length]
        if len(body) < length:
            if content[at:] == MAGIC:
                return
            raise McapError("it ends within a record")
        at += 9 + length
        if kind == CHANNEL:
            number, _ = struct.unpack_from("<HH", body)
            topics[number] = _text_at(body, 4)
        elif kind == MESSAGE:
            number, _, time, _ = struct.unpack_from("<HIQQ", body)
            yield time, topics.get(number, ""), body[22:]
        elif kind == CHUNK:
            size = struct.unpack_from("<I", body, 28)[0]
            compression = _text_at(body, 28)
            if compression:
                raise McapError(f"its chunks are compressed ({compression}); write them without")
            yield from _messages(body[28 + 4 + size + 8 :], topics)
        elif kind in (DATA_END, FOOTER):
            return


def _text_at(body: bytes, at: int) -> str:
    size = struct.unpack_from("<I", body, at)[0]
    return body[at + 4 : at + 4 + size].decode("utf-8", "replace")
