"""What the parser of YAML finds wrong, in words that say what to do."""

from __future__ import annotations

from typing import Any, NamedTuple

INDENT = "indent with spaces, entries of one map or list alike"
QUOTE = "put text that holds ': ' or starts with a sign in quotes"

FLOW = 'put text that holds [ or { in quotes within {...} and [...]: {A: "60 [rpm]*t"}'

PROBLEMS: tuple[tuple[str, str, str], ...] = (
    ("did not find expected ',' or ']'", "a comma or ']' is expected", ""),
    ("did not find expected ',' or '}'", "a comma or '}' is expected", ""),
    ("expected ',' or ']'", "a comma or ']' is expected", ""),
    ("expected ',' or '}'", "a comma or '}' is expected", ""),
    ("did not find expected key", "a key of the map is expected", INDENT),
    ("did not find expected '-' indicator", "an entry of the list, with '-', is expected", INDENT),
    (
        "expected <block end>",
        "a key or entry with the indentation of those before is expected",
        INDENT,
    ),
    ("mapping values are not allowed", "a colon is not allowed here", QUOTE),
    ("could not find expected ':'", "a colon after the key is expected", INDENT),
    ("block sequence entries are not allowed", "an entry with '-' is not allowed here", INDENT),
    ("sequence entries are not allowed", "an entry with '-' is not allowed here", INDENT),
    ("block mapping keys are not allowed", "a key with '?' is not allowed here", INDENT),
    ("mapping keys are not allowed", "a key with '?' is not allowed here", INDENT),
    ("unexpected end of stream", "the quoted text has no end", "close the quotes"),
    ("unexpected document indicator", "the quoted text has no end", "close the quotes"),
    ("unknown escape character", "this is not an escape in double quotes", "write \\\\ for \\"),
    ("did not find expected hexdecimal", "an escape with \\x or \\u needs hexadecimal digits", ""),
    ("expected escape sequence of", "an escape with \\x or \\u needs hexadecimal digits", ""),
    ("invalid Unicode character escape code", "this escape is not a character", ""),
    ("did not find the expected comment or line break", "text is not allowed after | or >", ""),
    ("did not find expected comment or line break", "text is not allowed after | or >", ""),
    ("found a tab character", "a tab is not allowed here", INDENT),
    ("leading", "the first lines of the text are indented more than the rest", INDENT),
    ("did not find expected node content", "a value is expected", QUOTE),
    ("expected the node content", "a value is expected", QUOTE),
    ("did not find expected <document start>", "text follows the end of the document", INDENT),
    ("expected '<document start>'", "text follows the end of the document", INDENT),
)
"""Part of what the parser says, what it means, and what to do."""

FORBIDDEN: tuple[tuple[str, str], ...] = (
    ("while scanning a directive", "a directive (%) is not allowed in model files"),
    ("while scanning a %", "a directive (%) is not allowed in model files"),
    ("directive", "a directive (%) is not allowed in model files"),
    ("incompatible YAML document", "a directive (%) is not allowed in model files"),
    ("while scanning an anchor", "an anchor (&) is not allowed in model files"),
    ("while scanning an alias", "an alias (*) is not allowed in model files"),
    ("tag", "a tag (!) is not allowed in model files"),
)


class SyntaxMistake(NamedTuple):
    """What is wrong, at which character; `opened` is that of the bracket which is concerned."""

    code: str
    at: int
    rule: str
    action: str
    opened: int | None = None
    at_end: bool = False


def syntax_mistake(error: Any, text: str) -> SyntaxMistake:
    """Return what an error of the parser means."""
    at, opened = (_index(error, which) for which in ("problem_mark", "context_mark"))
    context, problem = (str(getattr(error, which, "")) for which in ("context", "problem"))
    said = f"{context}: {problem}"
    at = opened if at is None else at
    at = min(at or 0, len(text))
    for part, rule in FORBIDDEN:
        if part in said:
            return SyntaxMistake("F05", at, rule, "put text that starts so in quotes")
    at_end = not text[at:].strip()
    if "cannot start any token" in said:
        return SyntaxMistake("F01", at, *_character(text[at : at + 1]))
    rule, action = next((w for part, *w in PROBLEMS if part in said), ("this is not YAML", QUOTE))
    if "quoted scalar" in context and opened is not None and at_end:
        return SyntaxMistake("F01", opened, rule, action)
    if not action and text[at : at + 1] in ("[", "{"):
        action = FLOW
    bracket = opened if "flow" in context and opened != at else None
    return SyntaxMistake("F01", at, rule, action, bracket, at_end)


def _index(error: Any, which: str) -> int | None:
    mark = getattr(error, which, None)
    return None if mark is None else int(mark.index)


def _character(found: str) -> tuple[str, str]:
    if found == "\t":
        return "a tab is not allowed for indentation", "indent with spaces"
    return f"text must not start with {found!r}", "put it in quotes"
