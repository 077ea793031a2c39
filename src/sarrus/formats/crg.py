"""Road files of OpenCRG (`.crg`): a curved regular grid, in text or binary numbers.

A header of sections `$NAME ... $` with lines NAME = value, the channels of the data, and the data:
rows along the reference line u, each with heading, slope, banking and the heights of the long
sections v. (ASAM OpenCRG 1.2, chapter "OpenCRG data format".)
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from difflib import get_close_matches
from typing import Any

import numpy as np

from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.late_dataclass import dataclass
from sarrus.road import CurvedRoad, GridRoad, Road
from sarrus.road.curved import stations_of_points

MOST_BYTES = 512 * 2**20
LINE = 72
"""Characters of a line of the header that count."""
_LINE_OF = ("X", "Y", "PHI", "Z", "S", "B", "U", "LON", "LAT", "ALT")
KEYS: Mapping[str, frozenset[str]] = {
    "ROAD_CRG": frozenset(
        {f"REFERENCE_LINE_{end}_{name}" for end in ("START", "END") for name in _LINE_OF}
        | {f"REFERENCE_LINE_OFFSET_{name}" for name in ("X", "Y", "Z", "PHI")}
        | {"REFERENCE_LINE_INCREMENT"}
        | {f"LONG_SECTION_V_{name}" for name in ("RIGHT", "LEFT", "INCREMENT")}
    ),
    "ROAD_CRG_OPTS": frozenset((
        "BORDER_MODE_U", "BORDER_MODE_V", "BORDER_OFFSET_U", "BORDER_OFFSET_V",
        "BORDER_SMOOTH_UBEG", "BORDER_SMOOTH_UEND", "REFLINE_CONTINUATION", "REFLINE_SEARCH_FAR",
        "REFLINE_SEARCH_CLOSE", "REFLINE_CLOSE", "REFLINE_FAR", "WARN_MSGS", "WARN_CURV_LOCAL",
        "WARN_CURV_GLOBAL", "LOG_MSGS", "LOG_EVAL", "LOG_EVAL_FREQ", "LOG_STAT", "LOG_STAT_FREQ",
        "LOG_HIST", "LOG_HIST_FREQ", "CHECK_EPS", "CHECK_INC", "CHECK_TOL",
    )),
    "ROAD_CRG_MODS": frozenset((
        "SCALE_Z_GRID", "SCALE_SLOPE", "SCALE_BANKING", "SCALE_LENGTH", "SCALE_WIDTH",
        "SCALE_CURVATURE", "GRID_NAN_MODE", "GRID_NAN_OFFSET", "REFLINE_ROTCENTER_X",
        "REFLINE_ROTCENTER_Y", "REFLINE_OFFSET_PHI", "REFLINE_OFFSET_X", "REFLINE_OFFSET_Y",
        "REFLINE_OFFSET_Z", "REFPOINT_U", "REFPOINT_V", "REFPOINT_U_FRACTION",
        "REFPOINT_V_FRACTION",
        "REFPOINT_U_OFFSET", "REFPOINT_V_OFFSET", "REFPOINT_X", "REFPOINT_Y", "REFPOINT_Z",
        "REFPOINT_PHI",
    )),
}  # fmt: skip
"""Names that a section may have."""
NOT_USED = {
    "BORDER_MODE_U": 2.0, "BORDER_MODE_V": 2.0, "BORDER_OFFSET_U": 0.0, "BORDER_OFFSET_V": 0.0,
    "BORDER_SMOOTH_UBEG": 0.0, "BORDER_SMOOTH_UEND": 0.0,
}  # fmt: skip
"""Options that change heights, with the values at which they say what is done here."""
FORMS: Mapping[str, int] = {"LRFI": 10, "LDFI": 20, "KRBI": 4, "KDBI": 8}
"""Forms of the numbers, with their characters or bytes."""
SECTION = re.compile(r"long section(?:\s+at\s+v\s*=\s*([-+0-9.eEdD]+)|\s+(\d+))\s*,\s*m\s*$", re.I)
CHANNELS = {"reference line phi": "rad", "reference line slope": "m/m",
            "reference line banking": "m/m"}  # fmt: skip
HOLES = ("refuse", "hold")
DEEPEST = 4
"""Files that may refer to each other in a row."""
CLOSURE = 0.01
"""Part of the length by which the end of the line may differ from what the header says."""


@dataclass(frozen=True)
class Value:
    """What stands behind a name, and where."""

    number: float
    place: Location


@dataclass
class Content:
    """What a file says, and the problems found in it."""

    file: str
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    form: str = "KRBI"
    channels: list[tuple[str, Location]] = field(default_factory=list)
    data: np.ndarray | None = None
    places: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def report(self, code: str, element: str, rule: str, line: int, **more: Any) -> None:
        """Add a problem of a line."""
        place = Location(self.file, line, 1)
        self.problems.append(Problem(code, element, rule, location=place, **more))

    def get(self, section: str, name: str, default: float) -> float:
        """Return a number of the header."""
        found = self.values.get(section, {}).get(name)
        return default if found is None else found.number

    def has(self, section: str, name: str) -> bool:
        """Whether the header has a name."""
        return name in self.values.get(section, {})


def read_crg(path: str | os.PathLike[str], holes: str = "refuse") -> Road:
    """Return the road of an OpenCRG file; raises ModelError with every problem found.

    A `GridRoad` over u and v, counted from the start of the reference line, that a `CurvedRoad`
    bends, raises and banks where the file says so. Between the points of the grid heights are
    bicubic, not bilinear, and the reference line is a spline through the corners of the file's;
    beyond the grid they are held. holes: "refuse", or "hold", what lies at the border is filled
    with the last height of its row (as GRID_NAN_MODE = 2 of the file says); holes inside are
    refused.
    """
    if holes not in HOLES:
        rule = f"must be {' or '.join(map(repr, HOLES))}"
        raise ModelError(Problem("N14", "read_road / holes", rule, repr(holes)[:80]))
    content = content_of(os.fspath(path))
    if not any(problem.severity == "error" for problem in content.problems):
        road = _road(content, holes)
        if road is not None and not content.problems:
            return road
    raise ModelError(content.problems)


# --- the text of the file -------------------------------------------------------------------------


def content_of(file: str, depth: int = 0) -> Content:
    """Return what a file says, with what the files say that it refers to."""
    raw = read_bytes(file, MOST_BYTES)
    found = Content(file)
    header, start = [], 0
    at, number, marked = 0, 0, False
    while at < len(raw) and not marked:
        end = raw.find(b"\n", at)
        end = len(raw) if end < 0 else end
        number += 1
        text = raw[at:end].decode("latin-1").rstrip("\r")
        at = end + 1
        marked = text.startswith("$$")
        if not marked:
            header.append((number, text[:LINE].rstrip()))
    start = at
    if not any(text.startswith("$") for _, text in header):
        rule = "has no section $ROAD_CRG: it is not an OpenCRG file"
        found.report("F01", "file", rule, 1, action="give a .crg file")
        return found
    _sections(found, header, depth)
    if marked and found.channels:
        _data(found, raw[start:], number)
    elif found.data is None and not found.problems and depth == 0:
        rule = "ends without data; behind the header a line $$$$ and the rows are expected"
        found.report("F01", "data", rule, number)
    return found


def _sections(found: Content, header: list[tuple[int, str]], depth: int) -> None:
    section, first = "", 0
    reference: list[str] = []
    for number, text in header:
        if text.startswith("*"):
            continue
        if text.startswith("$"):
            name = re.split(r"[ !]", text[1:], maxsplit=1)[0].upper()
            if section == "ROAD_CRG_FILE" and not name:
                _refer(found, "".join(reference), first, depth)
            section, first = name, number
            if name.startswith("ROAD_CRG") and name not in (
                *KEYS,
                "ROAD_CRG_FILE",
                "ROAD_CRG_MPRO",
            ):
                near = get_close_matches(name, KEYS, n=1)
                action = f"did you mean ${near[0]}?" if near else ""
                found.report("M09", f"${name}", "is not a section", number, action=action)
            continue
        bare = text.partition("!")[0].strip()
        if not bare:
            continue
        if section in KEYS:
            _value(found, section, number, bare)
        elif section == "KD_DEFINITION":
            _channel(found, number, bare)
        elif section == "ROAD_CRG_FILE":
            reference.append(bare)


def _value(found: Content, section: str, number: int, text: str) -> None:
    name, equals, raw = (part.strip() for part in text.partition("="))
    name = name.upper()
    element = f"${section} / {name[:40]}"
    if not equals:
        found.report("F01", element, "is not a line NAME = value", number)
        return
    if name not in KEYS[section]:
        near = get_close_matches(name, KEYS[section], n=1, cutoff=0.7)
        action = f"did you mean {near[0]}?" if near else ""
        found.report("M09", element, "is not a name of this section", number, action=action)
        return
    try:
        value = float(re.sub("[dD]", "e", raw))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        found.report("M25", element, "is not a number", number, value=f"'{raw[:40]}'")
        return
    known = found.values.setdefault(section, {})
    twice = name in known and known[name].place.file == found.file
    if twice and known[name].number != value:
        also = (known[name].place,)
        found.report("F06", element, "is given twice, with other numbers", number, also=also)
        return
    known[name] = Value(value, Location(found.file, number, 1))


def _channel(found: Content, number: int, text: str) -> None:
    mark, rest = text[:2].upper(), text[2:].strip()
    if mark == "#:":
        if rest.upper() not in FORMS:
            rule = f"is not a form of numbers; they are {', '.join(FORMS)}"
            found.report("M09", "$KD_DEFINITION / #", rule, number, value=f"'{rest[:40]}'")
        else:
            found.form = rest.upper()
    elif mark == "D:":
        found.channels.append((rest, Location(found.file, number, 1)))
    elif mark != "U:":
        rule = "is neither #: form, U: virtual channel nor D: channel"
        found.report("F01", "$KD_DEFINITION", rule, number, value=f"'{text[:40]}'")


def _refer(found: Content, name: str, number: int, depth: int) -> None:
    """Take what another file says; what this file says itself counts more."""
    element = "$ROAD_CRG_FILE"
    if not name or "$" in name:
        rule = "must be the name of a file; variables of the environment are not followed"
        found.report("F09", element, rule, number, value=f"'{name[:60]}'")
        return
    if depth >= DEEPEST:
        found.report("F09", element, f"is the {DEEPEST}th file in a row", number)
        return
    other = content_of(os.path.join(os.path.dirname(found.file), name), depth + 1)
    found.problems += other.problems
    for section, values in other.values.items():
        found.values[section] = {**values, **found.values.get(section, {})}
    if other.data is not None:
        found.form, found.channels = other.form, other.channels
        found.data, found.places = other.data, other.places


# --- the data -------------------------------------------------------------------------------------


def _data(found: Content, raw: bytes, lines: int) -> None:
    columns = len(found.channels)
    if found.form in ("KRBI", "KDBI"):
        size = FORMS[found.form]
        whole = raw[: len(raw) // size * size]
        with np.errstate(invalid="ignore"):  # NaN of other programs
            numbers = np.frombuffer(whole, dtype=f">f{size}").astype(float)
        rows = len(numbers) // columns
        left = numbers[rows * columns :]
        if len(whole) != len(raw) or not np.all(np.isnan(left)):
            rule = f"has {len(raw)} bytes, which are not rows of {columns} numbers of {size} bytes"
            cause = "a binary file that was copied as text, or channels that are missing"
            found.report("F01", "data", rule, lines + 1, cause=cause)
            return
        blocks = numbers[: rows * columns].reshape(rows, columns)
        while len(blocks) and np.all(np.isnan(blocks[-1])):
            blocks = blocks[:-1]  # what fills the last block
        found.data, found.places = blocks, []
        return
    width = FORMS[found.form]
    across, each = 80 // width, -(-columns // (80 // width))
    texts = raw.decode("latin-1").splitlines()
    while texts and not texts[-1].strip():
        texts.pop()
    table: list[list[float]] = []
    wrong = 0
    for first in range(0, len(texts), each):
        row: list[float] = []
        for k, text in enumerate(texts[first : first + each]):
            count = min(across, columns - across * k)
            for j in range(count):
                word = text[j * width : (j + 1) * width].strip()
                value = _number(word)
                if value is None and wrong < 8:
                    wrong += 1
                    where = f"data, row {len(table)}, channel {across * k + j + 1}"
                    line = lines + 1 + first + k
                    found.report("F01", where, "is not a number", line, value=f"'{word[:40]}'")
                row.append(math.nan if value is None else value)
        found.places.append(lines + 1 + first)
        table.append(row + [math.nan] * (columns - len(row)))
    if len(texts) % each:
        rule = f"ends within a row: {columns} channels are {each} lines each"
        found.report("F01", "data", rule, lines + len(texts))
    found.data = np.array(table, dtype=float).reshape(-1, columns)


def _number(word: str) -> float | None:
    if word.startswith("*") or word.lower() == "nan":
        return math.nan
    try:
        return float(re.sub("[dD]", "e", word))
    except ValueError:
        return None


# --- the road -------------------------------------------------------------------------------------


def _road(content: Content, holes: str) -> Road | None:
    data = content.data
    if data is None or len(data) < 2:
        content.report("F01", "data", "has less than two rows", 1)
        return None
    for name, usual in NOT_USED.items():
        value = content.values.get("ROAD_CRG_OPTS", {}).get(name)
        if value is not None and value.number != usual:
            rule = f"is not {usual:g}: beyond the grid heights are held here, unchanged"
            content.problems.append(
                Problem("M09", f"$ROAD_CRG_OPTS / {name}", rule, f"{value.number:g}",
                        action="take the option out, and give a longer road", location=value.place)
            )  # fmt: skip
    v, columns, reference = _sections_of(content)
    step = content.get("ROAD_CRG", "REFERENCE_LINE_INCREMENT", 0.0)
    if step <= 0.0:
        rule = "must be given, above 0"
        content.report("M28", "$ROAD_CRG / REFERENCE_LINE_INCREMENT", rule, 1)
    if content.problems:
        return None
    mods = "ROAD_CRG_MODS"
    u = step * np.arange(len(data)) * content.get(mods, "SCALE_LENGTH", 1.0)
    z = _without_holes(content, data[:, columns], u, v, holes)
    _check_ends(content, u / content.get(mods, "SCALE_LENGTH", 1.0))
    if content.problems:
        return None
    grid = GridRoad(
        u, v * content.get(mods, "SCALE_WIDTH", 1.0), z * content.get(mods, "SCALE_Z_GRID", 1.0)
    )
    return _bent(content, grid, data, reference, u)


def _sections_of(content: Content) -> tuple[np.ndarray, np.ndarray, dict[str, int]]:
    """Return the places v in order, the columns of their heights, and those of the line."""
    reference: dict[str, int] = {}
    places: list[tuple[float, int]] = []
    numbered: list[tuple[int, int]] = []
    for k, (text, place) in enumerate(content.channels):
        name, _, unit = (part.strip() for part in text.partition(","))
        section = SECTION.match(text)
        if name.lower() in CHANNELS:
            if unit.lower() != CHANNELS[name.lower()]:
                rule = f"must be in {CHANNELS[name.lower()]}"
                content.problems.append(Problem("M05", name, rule, f"'{unit}'", location=place))
            reference[name.lower()] = k
        elif section is None:
            rule = "is not a channel: a reference line or a long section in m"
            content.problems.append(
                Problem("M09", "$KD_DEFINITION / D", rule, f"'{text[:60]}'", location=place)
            )
        elif section[1] is not None:
            places.append((float(section[1]), k))
        else:
            numbered.append((int(section[2]), k))
    head = "ROAD_CRG"
    if numbered and not places:
        right = content.get(head, "LONG_SECTION_V_RIGHT", math.nan)
        left = content.get(head, "LONG_SECTION_V_LEFT", math.nan)
        step = content.get(
            head, "LONG_SECTION_V_INCREMENT", (left - right) / max(len(numbered) - 1, 1)
        )
        if math.isnan(right):
            wide = step * (len(numbered) - 1)
            right = left - wide if math.isfinite(left) else -0.5 * wide  # about the line
        if not math.isfinite(right) or not step > 0.0:
            rule = (
                "and _LEFT, or LONG_SECTION_V_INCREMENT, must be given: the sections are numbered"
            )
            content.report("M28", "$ROAD_CRG / LONG_SECTION_V_RIGHT", rule, 1)
            return np.zeros(0), np.zeros(0, dtype=int), reference
        places = [(right + step * (n - 1), k) for n, k in numbered]
        if math.isfinite(left) and abs(max(places)[0] - left) > 1e-6 + 1e-4 * abs(step):
            rule = f"is {left:g} m, but the sections end at {max(places)[0]:g} m"
            content.report("M04", "$ROAD_CRG / LONG_SECTION_V_LEFT", rule, 1)
    elif numbered:
        rule = "has sections by number and by place; give all of one kind"
        content.report("M28", "$KD_DEFINITION", rule, 1)
    if len(places) < 2 and not content.problems:
        content.report("M28", "$KD_DEFINITION", "needs two long sections or more", 1)
    places.sort()
    return np.array([x for x, _ in places]), np.array([k for _, k in places], dtype=int), reference


def _without_holes(
    content: Content, z: np.ndarray, u: np.ndarray, v: np.ndarray, holes: str
) -> np.ndarray:
    """Return heights without holes; those at the border are filled where that is wanted."""
    bad = ~np.isfinite(z)
    if not bad.any():
        return z
    mode = content.get("ROAD_CRG_MODS", "GRID_NAN_MODE", 2.0 if holes == "hold" else 0.0)
    z = z.copy()
    if mode in (1.0, 2.0):
        offset = content.get("ROAD_CRG_MODS", "GRID_NAN_OFFSET", 0.0)
        for i in np.flatnonzero(bad.any(axis=1)):
            good = np.flatnonzero(~bad[i])
            if not len(good):
                continue
            ends = (slice(None, good[0]), good[0]), (slice(good[-1] + 1, None), good[-1])
            for part, last in ends:
                z[i, part] = (z[i, last] if mode == 2.0 else 0.0) + offset
        bad = ~np.isfinite(z)
        if not bad.any():
            return z
    i, j = np.argwhere(bad)[0]
    count = int(np.count_nonzero(bad))
    inside = "inside the road " if mode else ""
    rule = (
        f"has {count} hole{'s' if count > 1 else ''} {inside}(no height), the first in row {i}: "
        f"u = {u[i]:g} m, v = {v[j]:g} m"
    )
    action = "fill it from the heights around"
    if not mode:
        action = "give GRID_NAN_MODE = 2 in $ROAD_CRG_MODS, or holes='hold', or fill it"
    line = content.places[i] if content.places else 1
    content.report("M38", "data", rule, line, action=action)
    return z


def _check_ends(content: Content, u: np.ndarray) -> None:
    head = "ROAD_CRG"
    if content.has(head, "REFERENCE_LINE_END_U"):
        start = content.get(head, "REFERENCE_LINE_START_U", 0.0)
        end = content.values[head]["REFERENCE_LINE_END_U"]
        step = u[1] - u[0]
        if abs(end.number - start - u[-1]) > 0.5 * step:
            rule = f"is not where the {len(u)} rows end, u = {start + u[-1]:g} m"
            content.problems.append(
                Problem("M04", "$ROAD_CRG / REFERENCE_LINE_END_U", rule, f"{end.number:g}",
                        cause="rows are missing, or the increment is wrong", location=end.place)
            )  # fmt: skip


def _bent(
    content: Content, grid: GridRoad, data: np.ndarray, reference: dict[str, int], u: np.ndarray
) -> Road | None:
    """Return the grid along its reference line."""
    head, mods = "ROAD_CRG", "ROAD_CRG_MODS"

    def of_line(name: str, default: float = 0.0) -> float:
        return content.get(head, f"REFERENCE_LINE_{name}", default)

    x, y = of_line("START_X"), of_line("START_Y")
    place, turned = _line(content, data, reference, u, (x, y))
    elevation = _elevation(content, data, reference, u)
    banking = _banking(content, data, reference, u)
    if content.problems:
        return None
    place, rise = _line_of_modifiers(content, place, turned, elevation, u, grid)
    shift = np.array([of_line("OFFSET_X"), of_line("OFFSET_Y")])
    angle = of_line("OFFSET_PHI")
    place = _turned_line(place, place[0], angle) + shift
    elevation = elevation + rise + of_line("OFFSET_Z")
    straight = np.allclose(place, np.column_stack([u, 0.0 * u]), rtol=0.0, atol=1e-12)
    if straight and not np.any(elevation) and not np.any(banking):
        return grid
    width = 2.0 * float(max(abs(grid.y[0]), abs(grid.y[-1])))
    closed = bool(content.get("ROAD_CRG_OPTS", "REFLINE_CONTINUATION", 0.0) == 1.0)
    step = u[1] - u[0]
    if closed and float(np.hypot(*(place[-1] - place[0]))) > 0.5 * step:
        closed = False  # as the format says: treated as closed if that is possible
    line: dict[str, Any] = {"points": place}
    along = stations_of_points(place, closed=closed)
    if np.allclose(turned, turned[0], rtol=0.0, atol=1e-12) and content.get(
        mods, "SCALE_CURVATURE", 1.0
    ):
        line = {"segments": [[u[-1], 0.0, 0.0]], "start": tuple(place[0]),
                "heading": float(np.arctan2(*(place[-1] - place[0])[::-1]))}  # fmt: skip
        along = u
    elif np.max(np.abs(along[: len(u)] - u)) > 1e-9 * u[-1]:
        grid = GridRoad(along[: len(u)], grid.y, grid.z)  # the spline is longer than its chords
    rows = np.column_stack([along[: len(u)], elevation]) if np.any(elevation) else ()
    banked = np.column_stack([along[: len(u)], banking]) if np.any(banking) else ()
    try:
        return CurvedRoad(grid, elevation=rows, banking=banked, width=width, closed=closed, **line)
    except ModelError as error:
        for problem in error.problems:
            content.report(problem.code, problem.element, problem.rule, 1, action=problem.action)
        return None


def _line(
    content: Content, data: np.ndarray, reference: dict[str, int], u: np.ndarray,
    start: tuple[float, float],
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Return the places of the rows, and the headings between them."""
    head = "ROAD_CRG"
    keys = content.values.get(head, {})
    end = [keys.get(f"REFERENCE_LINE_END_{name}") for name in ("X", "Y")]
    if "reference line phi" in reference:
        phi = data[1:, reference["reference line phi"]]
        if not np.all(np.isfinite(phi)):
            k = int(np.argmin(np.isfinite(phi))) + 1
            line = content.places[k] if content.places else 1
            content.report("M38", "reference line phi", f"has no number in row {k}", line)
            phi = np.zeros(len(u) - 1)
    else:
        phi = np.full(len(u) - 1, content.get(head, "REFERENCE_LINE_START_PHI", 0.0))
        if "REFERENCE_LINE_START_PHI" not in keys and None not in end:
            way = [value.number - a for value, a in zip(end, start, strict=True) if value]
            phi[:] = math.atan2(way[1], way[0])
    factor = content.get("ROAD_CRG_MODS", "SCALE_CURVATURE", 1.0)
    phi = phi[0] + factor * (np.unwrap(phi) - phi[0])
    step = np.diff(u)
    place = np.zeros((len(u), 2)) + start
    place[1:] += np.cumsum(step[:, None] * np.column_stack([np.cos(phi), np.sin(phi)]), axis=0)
    scaled = factor != 1.0 or content.get("ROAD_CRG_MODS", "SCALE_LENGTH", 1.0) != 1.0
    if None not in end and not scaled:
        there = np.array([value.number for value in end if value])
        away = float(np.hypot(*(place[-1] - there)))
        if away > CLOSURE * u[-1]:
            rule = f"and END_Y are {away:.4g} m from where the headings lead, {place[-1]}"
            name = "$ROAD_CRG / REFERENCE_LINE_END_X"
            content.problems.append(
                Problem(
                    "M04", name, rule, f"{there}", location=None if end[0] is None else end[0].place
                )
            )
        # what rounding of the headings adds up to is spread over the line
        place += (there - place[-1]) * (u / u[-1])[:, None]
    return place, phi


def _elevation(
    content: Content, data: np.ndarray, reference: dict[str, int], u: np.ndarray
) -> np.ndarray:
    """Return the heights of the reference line, by its slope from row to row."""
    head = "ROAD_CRG"
    start = content.get(head, "REFERENCE_LINE_START_Z", 0.0)
    slope = np.full(len(u) - 1, content.get(head, "REFERENCE_LINE_START_S", 0.0))
    if "reference line slope" in reference:
        slope = data[1:, reference["reference line slope"]]
        if not np.all(np.isfinite(slope)):
            k = int(np.argmin(np.isfinite(slope))) + 1
            line = content.places[k] if content.places else 1
            content.report("M38", "reference line slope", f"has no number in row {k}", line)
    elif content.has(head, "REFERENCE_LINE_END_Z") and not content.has(
        head, "REFERENCE_LINE_START_S"
    ):
        slope[:] = (content.get(head, "REFERENCE_LINE_END_Z", 0.0) - start) / u[-1]
    slope = slope * content.get("ROAD_CRG_MODS", "SCALE_SLOPE", 1.0)
    return start + np.concatenate([[0.0], np.cumsum(slope * np.diff(u))])


def _banking(
    content: Content, data: np.ndarray, reference: dict[str, int], u: np.ndarray
) -> np.ndarray:
    head = "ROAD_CRG"
    if "reference line banking" in reference:
        found = data[:, reference["reference line banking"]]
        if not np.all(np.isfinite(found)):
            k = int(np.argmin(np.isfinite(found)))
            line = content.places[k] if content.places else 1
            content.report("M38", "reference line banking", f"has no number in row {k}", line)
    else:
        first = content.get(head, "REFERENCE_LINE_START_B", 0.0)
        found = np.linspace(first, content.get(head, "REFERENCE_LINE_END_B", first), len(u))
    return found * content.get("ROAD_CRG_MODS", "SCALE_BANKING", 1.0)


def _line_of_modifiers(
    content: Content, place: np.ndarray, phi: np.ndarray, elevation: np.ndarray, u: np.ndarray,
    grid: GridRoad,
) -> tuple[np.ndarray, float]:  # fmt: skip
    """Return the line where the modifiers of the file put it, and by how much it is raised."""
    mods = "ROAD_CRG_MODS"
    values = content.values.get(mods, {})
    rise = content.get(mods, "REFLINE_OFFSET_Z", 0.0)
    center = np.array([
        content.get(mods, f"REFLINE_ROTCENTER_{name}", float(place[0, k]))
        for k, name in enumerate("XY")
    ])  # fmt: skip
    place = _turned_line(place, center, content.get(mods, "REFLINE_OFFSET_PHI", 0.0))
    place = place + [content.get(mods, f"REFLINE_OFFSET_{name}", 0.0) for name in "XY"]
    if not any(name.startswith("REFPOINT") for name in values):
        return place, rise
    at = content.get(mods, "REFPOINT_U", content.get(mods, "REFPOINT_U_FRACTION", 0.0) * u[-1])
    at += content.get(mods, "REFPOINT_U_OFFSET", 0.0)
    if "REFPOINT_U" in values:
        at -= content.get("ROAD_CRG", "REFERENCE_LINE_START_U", 0.0)
    share = content.get(mods, "REFPOINT_V_FRACTION", 0.0)
    aside = share * grid.y[-1] + (1.0 - share) * grid.y[0] if share else 0.0
    aside = content.get(mods, "REFPOINT_V", aside) + content.get(mods, "REFPOINT_V_OFFSET", 0.0)
    k = int(np.clip(np.searchsorted(u, at) - 1, 0, len(phi) - 1))
    way = place[k + 1] - place[k]
    heading = float(np.arctan2(way[1], way[0]))
    here = place[k] + way * ((at - u[k]) / (u[k + 1] - u[k]))
    here = here + aside * np.array([-np.sin(heading), np.cos(heading)])
    place = _turned_line(place, here, content.get(mods, "REFPOINT_PHI", 0.0) - heading) - here
    place = place + [content.get(mods, f"REFPOINT_{name}", 0.0) for name in "XY"]
    height = float(np.interp(at, u, elevation)) + float(grid.height(at, aside))
    return place, rise + content.get(mods, "REFPOINT_Z", 0.0) - height


def _turned_line(place: np.ndarray, center: np.ndarray, angle: float) -> np.ndarray:
    if angle == 0.0:
        return place
    c, s = np.cos(angle), np.sin(angle)
    return (place - center) @ np.array([[c, s], [-s, c]]) + center


# --- writing --------------------------------------------------------------------------------------


def crg_bytes(
    road: Road, step: float | None = None, v: Any = None, form: str = "LDFI", title: str = ""
) -> bytes:
    """Return the content of an OpenCRG file: heights of a road at stations u and places v.

    step: distance of the rows [m], v: places across [m]; without them the lines of a `GridRoad`.
    Heading, elevation and banking of a `CurvedRoad` are those of its line. form: "LRFI" or "LDFI",
    text; "KRBI" or "KDBI", binary numbers of 4 or 8 bytes.
    """
    if form not in FORMS:
        rule = f"must be one of {', '.join(FORMS)}"
        raise ModelError(Problem("N14", "write_road / form", rule, repr(form)[:80]))
    curved = road if isinstance(road, CurvedRoad) else None
    inner: Road = road if curved is None else curved.road
    u, places = _stations(road, inner, step, v)
    rows = [f"D:long section at v = {place!r},m" for place in places.tolist()]
    start = u[0]
    head = {
        "REFERENCE_LINE_START_U": 0.0 if curved is not None else start,
        "REFERENCE_LINE_END_U": u[-1],
        "REFERENCE_LINE_INCREMENT": u[1] - u[0],
        "LONG_SECTION_V_RIGHT": places[0],
        "LONG_SECTION_V_LEFT": places[-1],
    }
    columns = []
    if curved is not None:
        line = np.column_stack([curved.line.X(u), curved.line.Y(u)])
        way = np.diff(line, axis=0)
        elevation, banking = (
            np.zeros(len(u)) if curve is None else np.asarray(curve(u)) for curve in curved._curves
        )
        head |= {
            "REFERENCE_LINE_START_X": line[0, 0], "REFERENCE_LINE_START_Y": line[0, 1],
            "REFERENCE_LINE_END_X": line[-1, 0], "REFERENCE_LINE_END_Y": line[-1, 1],
            "REFERENCE_LINE_START_Z": elevation[0], "REFERENCE_LINE_END_Z": elevation[-1],
        }  # fmt: skip
        phi = np.append(np.nan, np.unwrap(np.arctan2(way[:, 1], way[:, 0])))
        slope = np.append(np.nan, np.diff(elevation) / np.diff(u))
        columns = [phi, slope, banking]
        names = ("phi,rad", "slope,m/m", "banking,m/m")
        rows = [*(f"D:reference line {name}" for name in names), *rows]
    elif start != 0.0:
        head["REFERENCE_LINE_START_X"] = start
        head["REFERENCE_LINE_END_X"] = u[-1]
        head["REFERENCE_LINE_START_Y"] = head["REFERENCE_LINE_END_Y"] = 0.0
    z = np.asarray(inner.height(u[:, None], places[None, :]), dtype=float)
    if (
        isinstance(inner, GridRoad)
        and np.array_equal(inner.x, u)
        and np.array_equal(inner.y, places)
    ):
        z = inner.z  # to the bit
    table = np.column_stack([*columns, z]) if columns else z
    lines = ["$CT", *(title or "road").splitlines(), "$", "$ROAD_CRG"]
    lines += [f"{name:<25}= {float(value)!r}" for name, value in head.items()]
    lines += ["$", "$KD_DEFINITION", f"#:{form}", *rows, "$", "$" * 80]
    text = "\n".join(lines) + "\n"
    return text.encode("latin-1", errors="replace") + _numbers(table, form)


def _stations(road: Road, inner: Road, step: float | None, v: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows and places across that are written."""
    grid = inner if isinstance(inner, GridRoad) else None
    if grid is not None and step is None:
        gaps = np.diff(grid.x)
        if np.ptp(gaps) <= 1e-9 * gaps[0]:
            return np.array(grid.x), np.array(grid.y) if v is None else _places(v)
    first, last = road.course if isinstance(road, CurvedRoad) else inner.course
    if isinstance(road, CurvedRoad) and road.closed:
        first, last = 0.0, road.length
    if step is None or not (np.isfinite(step) and step > 0.0) or not np.isfinite(last - first):
        rule = "must be given, above 0, for a road with two ends: the distance of the rows"
        raise ModelError(Problem("N14", "write_road / step", rule, repr(step)[:80]))
    if v is None and grid is None:
        rule = "must be given: the places across"
        raise ModelError(Problem("N14", "write_road / v", rule))
    count = max(1, round((last - first) / step))
    places = np.array(grid.y) if v is None and grid is not None else _places(v)
    return np.linspace(first, last, count + 1), places


def _places(v: Any) -> np.ndarray:
    try:
        found = np.array(v, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 1 or len(found) < 2 or not np.all(np.diff(found) > 0.0):
        rule = "must be two or more increasing places across"
        raise ModelError(Problem("N14", "write_road / v", rule, repr(v)[:80]))
    return found


def _numbers(table: np.ndarray, form: str) -> bytes:
    size = FORMS[form]
    if form in ("KRBI", "KDBI"):
        flat = table.ravel()
        block = 80 // size
        filled = np.append(flat, np.full(-len(flat) % block, np.nan))
        return filled.astype(f">f{size}").tobytes()
    return "".join(_text_rows(table, size)).encode()


def _text_rows(table: np.ndarray, width: int) -> Iterator[str]:
    across = 80 // width
    for row in table:
        words = [_word(x, width) for x in row]
        for k in range(0, len(words), across):
            yield "".join(words[k : k + across]) + "\n"


def _word(x: float, width: int) -> str:
    """Return a number with as many digits as its place takes."""
    if math.isnan(x):
        return "**unused**".ljust(width, "*")
    for digits in range(width, 0, -1):
        found = f"{x: .{digits}g}"
        if len(found) <= width:
            return found.rjust(width)
    return f"{x: .0e}".rjust(width)
