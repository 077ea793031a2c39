"""Damage files for every reader, guided by what code they reach: `make fuzz`.

    python tools/fuzz.py [--seconds 60 | --tries 1000] [--seed 1] [--keep] [TARGET ...]

Readers, with what they start from, stand in tests/fuzzing/targets.py. A file that reaches a line
which none before it reached is a start for further ones; with `--keep` it goes to
tests/fuzzing/corpus, which `make test` reads again. A defect (an error that is none of ours, or
more than two seconds of a processor) is written to fuzz-defects, and the exit status is 1. With
`--tries` the files depend on the seed alone.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from fuzzing.targets import CORPUS, TARGETS, Target  # noqa: E402

PACKAGE = ROOT / "src" / "sarrus"
DEFECTS = ROOT / "fuzz-defects"
LONGEST = 2.0
"""Seconds of one processor for one file, whatever else the machine does."""
FUNCTION = 2
"""The flag of code that is a function, and no body of a module or class."""
LARGEST = 60_000
"""Bytes of the largest file that is tried."""
KEPT_BYTES, KEPT = 4_000, 25
"""Bytes of the largest file that is kept, and how many of each target."""

NUMBERS = (
    *(b"nan", b"-inf", b"1e400", b"1e308", b"-1e308", b"1e-320", b"0", b"-0", b"-1", b"1e30"),
    *(b"65536", b"4294967295", b"-2147483648", b"9" * 400, b"0x10", b"010", b"1_000", b"1,5"),
    *(b"1e", b"--1", b"", b"1..2", b"\xef\xbc\x91", b"1e9", b"1e-9", b"3.5.1", b"0.1"),
)
PIECES = (
    *(b"<", b">", b"&", b"</", b"]]>", b"<!--", b'"', b"'", b"{", b"}", b"[", b"]", b"(", b")"),
    *(
        b":",
        b": ",
        b"- ",
        b"\n",
        b"\r",
        b"\t",
        b" ",
        b"#",
        b"!!python/name:os.system",
        b"*a",
        b"&a",
    ),
    *(
        b"\0",
        b"\xff",
        b"\xc3",
        b"\xef\xbb\xbf",
        b"${x}",
        b"${",
        b"$(",
        b"../../x",
        b"\\u202e",
        b"%",
    ),
    *(b"<!DOCTYPE r [<!ENTITY a 'b'>]>", b"=", b",", b",,", b";", b"/", b"//", b"\\", b"$", b"@"),
)
NUMBER = re.compile(rb"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")
WORD = re.compile(rb"[A-Za-z_][\w.-]*")

Damage = Callable[[random.Random, bytes, "Words"], bytes]


@dataclass
class Words:
    """Words and lines of all files that there are to start from."""

    words: list[bytes] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)

    def learn(self, data: bytes) -> None:
        """Add those of a file."""
        known = set(self.words)
        self.words += sorted(set(WORD.findall(data[:LARGEST])) - known)[:2000]
        self.lines += [line for line in data.split(b"\n")[:400] if 0 < len(line) < 400]


def _instead(rng: random.Random, data: bytes, pattern: re.Pattern[bytes], by: bytes) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data + by
    place = rng.choice(found)
    return data[: place.start()] + by + data[place.end() :]


def other_number(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a hostile number in the place of one."""
    return _instead(rng, data, NUMBER, rng.choice(NUMBERS))


def other_word(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a word of another file in the place of one."""
    return _instead(rng, data, WORD, rng.choice(words.words or [b"x"]))


def spoilt_word(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a misspelt word in the place of one."""
    word = rng.choice(words.words or [b"x"])
    return _instead(rng, data, WORD, rng.choice((word[:-1], word + b"x", word.upper(), word * 50)))


def put_piece(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a sign of some grammar anywhere."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(PIECES) + data[at:]


def put_word(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a word of another file anywhere."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + b" " + rng.choice(words.words or [b"x"]) + b" " + data[at:]


def put_line(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a line of another file anywhere."""
    lines = data.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(words.lines or [b""]))
    return b"\n".join(lines)


def move_line(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Take a line out, or put it elsewhere, or twice."""
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.choice((0, 1, 2))):
        lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def lose_piece(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Leave out some bytes."""
    at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 8, 64, 512))
    return data[:at] + data[at + size :]


def repeat_piece(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Repeat some bytes."""
    at, size = rng.randrange(len(data) + 1), rng.choice((1, 8, 64, 512))
    return data[:at] + data[at : at + size] * rng.choice((2, 3, 20)) + data[at + size :]


def flip_bits(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Flip some bits."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 4))):
        if found:
            found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def other_count(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Put a hostile 32-bit or 64-bit number anywhere, as lengths of binary files are."""
    number = rng.choice((0, 1, 2**31 - 1, 2**32 - 1, 2**63 - 1, 255, 65535))
    size = rng.choice((1, 2, 4, 8))
    raw = (number % 2 ** (8 * size)).to_bytes(size, rng.choice(("little", "big")))  # type: ignore[arg-type]
    at = rng.randrange(max(1, len(data) - size))
    return data[:at] + raw + data[at + size :]


def cut(rng: random.Random, data: bytes, words: Words) -> bytes:
    """Cut the end off."""
    return data[: rng.randrange(len(data) + 1)]


TEXT: tuple[Damage, ...] = (
    *(other_number, other_number, other_word, other_word, spoilt_word, put_piece, put_word),
    *(put_line, move_line, lose_piece, repeat_piece),
)
BINARY: tuple[Damage, ...] = (flip_bits, flip_bits, other_count, lose_piece, repeat_piece, cut)


class Lines:
    """The lines of some modules that calls reach: `with lines: ...`, then `lines.new`."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._starts = tuple(str(PACKAGE / module) for module in modules)
        self._ours: dict[CodeType, bool] = {}
        self.all: set[tuple[str, int]] = set()
        self.new: set[tuple[str, int]] = set()

    def __enter__(self) -> None:
        self.new = set()
        sys.settrace(self._call)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        self.new -= self.all
        self.all |= self.new

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        ours = self._ours.get(code)
        if ours is None:
            inside = code.co_flags & FUNCTION and code.co_filename.startswith(self._starts)
            ours = self._ours[code] = bool(inside)
        return self._line if ours else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.new.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def total(self) -> int:
        """Return how many lines inside functions these modules have."""
        files = [path for path in PACKAGE.rglob("*.py") if str(path).startswith(self._starts)]
        return sum(_lines_inside(path) for path in files)


def _lines_inside(path: Path) -> int:
    found: set[int] = set()
    left = [compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)]
    while left:
        inner = [constant for constant in left.pop().co_consts if isinstance(constant, CodeType)]
        left += inner
        for code in inner:
            if code.co_flags & FUNCTION:
                lines = {line for *_, line in code.co_lines() if line}
                found |= lines - {code.co_firstlineno}
    return len(found)


@dataclass
class Outcome:
    """What was tried for a target."""

    target: Target
    tries: int = 0
    lines: int = 0
    of: int = 0
    verdicts: set[str] = field(default_factory=set)
    kept: list[bytes] = field(default_factory=list)
    defects: list[tuple[bytes, str]] = field(default_factory=list)

    def row(self) -> str:
        """Return a line of the table."""
        part = f"{self.lines} of {self.of} ({self.lines / max(self.of, 1):.0%})"
        told = len(self.verdicts)
        return (
            f"{self.target.name:16} {self.tries:>8,} {part:>22} {told:>8} "
            f"{len(self.kept):>6} {len(self.defects):>8}"
        )


HEADING = (
    f"{'reader':16} {'files':>8} {'lines reached':>22} {'verdicts':>8} {'new':>6} {'defects':>8}"
)


def damaged(rng: random.Random, starts: Sequence[bytes], words: Words) -> bytes:
    """Return a file after one to six accidents, now and then with the end of another file."""
    data = rng.choice(starts)
    is_text = b"\0" not in data[:2000]
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        kind = TEXT if is_text and rng.random() < 0.9 else BINARY
        data = rng.choice(kind)(rng, data, words)
    if rng.random() < 0.05:
        other = rng.choice(starts)
        data = data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]
    return data[:LARGEST]


def try_target(target: Target, seed: int, goes_on: Callable[[int], bool]) -> Outcome:
    """Try files for one target as long as it goes on."""
    rng = random.Random(f"{target.name} {seed}")
    lines, words, found = Lines(target.modules), Words(), Outcome(target)
    seeds = target.seeds()
    starts = [*seeds, *(path.read_bytes() for path in target.corpus)]
    for data in starts:
        words.learn(data)
    found.of = lines.total()
    with tempfile.TemporaryDirectory() as folder:
        for data in starts:
            _try(target, data, Path(folder), lines, found)
        fresh: list[bytes] = []
        while goes_on(found.tries):
            # What was found last leads on more often than what is known for long.
            pool = fresh[-20:] if fresh and rng.random() < 0.4 else [*starts, *fresh]
            data = damaged(rng, pool, words)
            found.tries += 1
            broken = len(found.defects)
            if _try(target, data, Path(folder), lines, found) and len(found.defects) == broken:
                fresh.append(data)
    found.lines = len(lines.all)
    found.kept = fresh
    return found


def _try(target: Target, data: bytes, folder: Path, lines: Lines, found: Outcome) -> bool:
    """Try one file and tell whether it reached what none did before."""
    begun = time.process_time()
    try:
        with warnings.catch_warnings(), lines:
            warnings.simplefilter("ignore")
            found.verdicts.add(target.verdict(data, folder))
    except Exception as error:
        found.defects.append((data, f"{type(error).__name__}: {str(error)[:300]}"))
    spent = time.process_time() - begun
    if spent > LONGEST:
        # Being traced takes several times as long: what counts is the time without.
        begun = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                target.verdict(data, folder)
            except Exception:
                return False
        spent = time.process_time() - begun
        if spent > LONGEST:
            found.defects.append((data, f"takes {spent:.1f} s"))
    return bool(lines.new)


def smaller(target: Target, data: bytes, modules: Sequence[str], folder: Path) -> bytes:
    """Return a part of a file that reaches the same lines, as small as a few halvings find it."""

    def reached(part: bytes) -> set[tuple[str, int]]:
        lines = Lines(modules)
        with warnings.catch_warnings(), lines:
            warnings.simplefilter("ignore")
            target.verdict(part, folder)
        return lines.all

    wanted, size = reached(data), max(1, len(data) // 4)
    deadline = time.monotonic() + 3.0
    while size >= 16 and time.monotonic() < deadline:
        at = 0
        while at < len(data) and time.monotonic() < deadline:
            part = data[:at] + data[at + size :]
            try:
                same = part and reached(part) >= wanted
            except Exception:
                same = False
            if same:
                data = part
            else:
                at += size
        size //= 2
    return data


def keep(found: Outcome) -> int:
    """Write files that reached something new to the corpus; return how many."""
    target = found.target
    folder = CORPUS / target.name
    written = 0
    with tempfile.TemporaryDirectory() as place:
        lines = Lines(target.modules)
        for data in [*target.seeds(), *(path.read_bytes() for path in target.corpus)]:
            with warnings.catch_warnings(), lines:
                warnings.simplefilter("ignore")
                target.verdict(data, Path(place))
        for data in found.kept:
            if len(target.corpus) >= KEPT:
                break
            part = smaller(target, data, target.modules, Path(place))
            with warnings.catch_warnings(), lines:
                warnings.simplefilter("ignore")
                target.verdict(part, Path(place))
            if lines.new and len(part) <= KEPT_BYTES:
                folder.mkdir(parents=True, exist_ok=True)
                name = hashlib.sha256(part).hexdigest()[:12]
                (folder / f"{name}{target.ending}").write_bytes(part)
                written += 1
    return written


def write_defects(found: Outcome) -> Iterator[str]:
    """Write what broke a reader, and go through what to say of it."""
    folder = DEFECTS / found.target.name
    told: set[str] = set()
    for data, words in found.defects:
        kind = words.partition("\n")[0][:80]
        if kind in told:
            continue
        told.add(kind)
        folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(data).hexdigest()[:12]
        path = folder / f"{name}{found.target.ending}"
        path.write_bytes(data)
        yield f"  {path.relative_to(ROOT)}: {words}"


def pace(tries: int | None, seconds: float) -> Callable[[int], bool]:
    """Return what tells whether to go on: so many files, or so many seconds from now."""
    end = time.monotonic() + seconds
    if tries is not None:
        return lambda done: done < tries
    return lambda done: time.monotonic() < end


def main(words: Sequence[str] | None = None) -> int:
    """Try the targets that are named, or all, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for all targets together")
    parser.add_argument("--tries", type=int, help="files for each target, instead of a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="add to tests/fuzzing/corpus")
    said = parser.parse_args(words)
    unknown = set(said.targets) - set(TARGETS)
    if unknown:
        parser.error(f"no reader is named {', '.join(sorted(unknown))}")
    chosen = [TARGETS[name] for name in said.targets or TARGETS]
    print(HEADING)
    broken = 0
    for target in chosen:
        found = try_target(target, said.seed, pace(said.tries, said.seconds / len(chosen)))
        print(found.row(), flush=True)
        for line in write_defects(found):
            print(line)
        broken += len(found.defects)
        if said.keep:
            keep(found)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
