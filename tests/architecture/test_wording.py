"""Plain technical English: phrases and names over which readers stumbled stay out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from architecture.source import ROOT, Source, every_file, sources

FILES = sorted(
    path
    for folder, endings in (
        ("src/sarrus", {".py", ".pyi", ".toml", ".yaml"}),
        ("docs", {".md"}),
        ("examples", {".py", ".yaml"}),
        ("viewer/src", {".js", ".html"}),
        ("viewer/studio", {".js", ".html"}),
    )
    for path in (ROOT / folder).rglob("*")
    if path.suffix in endings and not {"_build", "out", "node_modules"} & set(path.parts)
)
TEXTS = [*FILES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
STORED = {"src/sarrus/system/simulation/events/zeno.py"}
"""Files that name a key of result files, which keep their first words."""
PHRASES = [
    r"warnings for errors",
    r"\bgo on with a run\b",
    r"\bwho mends\b|\bmends?\b|\bmended\b",
    r"\bcures?\b",
    r"tell what a code",
    r"without a wish|\bwish(?:es|ed)?\b",
    r"\b(?:cannot|can|could not|could) be had\b",
    r"\bis no channel\b",
    r"\bbooked\b|\benergy ledger\b|\bledger of energy\b",
    r"\bchoose nothing\b",
    r"\bof what is drawn at random\b|\bseed: of what is drawn\b",
    r"\bin the browser, moving\b",
    r"\bthat pass of\b",
    r"\bnearest to its limit\b",
    r"\bone of both\b",
    r"\blets? (?:\w+ )?go from\b|\bis let go\b",
    r"\bpassed from child\b|\bpassed backwards\b",
    r"\bwanted to run\b",
    r"\bdefect of sarrus\b",
    r"\baddress was used\b",
    r"\ba word where\b",
    r"\bremarks?\b \(\d",
    r"\bloops open by\b",
    r"\ball the same\b",
    r"\buser's words\b",
    r"\b1 (?:meshes|states|bodies|joints|runs)\b",
    r"\b(?:lineari|optimi|minimi|maximi)s(?:e|es|ed|ing|ation|ations)\b|\bcolours?\b(?!\")",
    r"\bjammed\b|\bnursery\b|\brubbing_|\battempting\b|\bstorms?\b",
]
PHRASE = re.compile("|".join(f"(?:{phrase})" for phrase in PHRASES), re.IGNORECASE)
NAMES = {
    "told", "noted", "brought", "here", "placed", "seen", "found", "ordered", "jammed", "storm",
    "nursery", "attempting",
}  # fmt: skip
"""Participles and adverbs that name neither a value nor an action."""


def stumbles(text: str) -> list[tuple[int, str]]:
    """Return lines and words of a text that should be said otherwise."""
    return [(text.count("\n", 0, m.start()) + 1, m[0]) for m in PHRASE.finditer(text)]


@pytest.mark.parametrize("folder", ["src", "docs", "examples", "viewer", ""])
def test_no_phrase_over_which_readers_stumbled(folder: str) -> None:
    wrong = []
    for path in TEXTS:
        name = path.relative_to(ROOT).as_posix()
        if (name.partition("/")[0] if "/" in name else "") != folder or name in STORED:
            continue
        found = stumbles(path.read_text(encoding="utf-8"))
        wrong += [f"{name}:{line}: {words!r}" for line, words in found]
    assert not wrong, "\n".join(wrong)


def test_phrases_are_found() -> None:
    text = "fine\nit can be had all the same\n3 Wishes\nthe energy is booked"
    assert [line for line, _ in stumbles(text)] == [2, 2, 3, 4]
    assert not stumbles("at the same time, 21 states, a double wishbone, bookedness of curess")


@every_file
def test_functions_and_classes_are_named_by_what_they_are(source: Source) -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    wrong = [
        f"{source.place(node)} {node.name}"
        for node in ast.walk(source.tree)
        if isinstance(node, kinds) and node.name.strip("_").lower() in NAMES
    ]
    assert not wrong, f"name the quantity or the action: {', '.join(wrong)}"


IRREGULAR = {
    "told", "seen", "found", "given", "brought", "kept", "made", "held", "taken", "written",
    "drawn", "known", "shown", "sent", "built", "gone", "begun", "chosen", "done", "grown", "lost",
    "met", "shot", "spent", "led", "laid", "felt", "got", "heard", "meant",
}  # fmt: skip
NOUNS = {"speed", "seed", "feed", "need", "bed", "embed"}


def is_participle(name: str) -> bool:
    """Return whether a name ends with a participle, so that it says neither quantity nor action."""
    last = name.strip("_").rpartition("_")[2].lower()
    return (last.endswith("ed") and last not in NOUNS) or last in IRREGULAR


def test_functions_are_not_named_by_participles() -> None:
    """Questions with a yes or a no, and properties, may be: `is_closed`, `run.stopped`."""
    found = []
    for source in sources():
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.FunctionDef) or not is_participle(node.name):
                continue
            first = node.name.strip("_").partition("_")[0]
            decorators = " ".join(ast.unparse(one) for one in node.decorator_list)
            asks = node.returns is not None and ast.unparse(node.returns) == "bool"
            verb = first in {"check", "refuse", "with", "without", "note", "put", "stop", "solve"}
            if not asks and "property" not in decorators and not verb:
                found.append(f"{source.place(node)} {node.name}")
    assert not found, "name what is returned or done:\n" + "\n".join(found)


def test_participles_are_found() -> None:
    assert is_participle("_moved") and is_participle("given") and is_participle("not_reached")
    assert not is_participle("speed") and not is_participle("moved_pose")


BRITISH = re.compile(
    r"centre|colour|neighbour|metres?(?![a-z])|behaviour|favour|"
    r"(linear|optim|normal|general|initial|synthes|real|rational|final|minim|maxim|summar)is(e|ing|ation)|"
    r"analys(e|ing)(?![a-z])",
    re.I,
)


def test_names_are_spelled_one_way() -> None:
    """That of the ecosystem; but tyre and manoeuvre have that of ISO 8855 and 3888."""
    found = set()
    for source in sources():
        for node in ast.walk(source.tree):
            names = [getattr(node, kind, None) for kind in ("id", "attr", "arg", "name")]
            wrong = [n for n in names if isinstance(n, str) and BRITISH.search(n)]
            found |= {f"{source.place(node)} {name}" for name in wrong if name not in OF_OTHERS}
    assert not found, "spell it as the ecosystem does:\n" + "\n".join(sorted(found))


OF_OTHERS = {"CentreOfMass"}
"""A name of OpenCASCADE."""


def test_no_page_is_left_out() -> None:
    assert len(TEXTS) > 900
    assert Path(ROOT / "docs" / "index.md") in TEXTS
