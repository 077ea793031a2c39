"""Write `data/documents.json` anew: small model files, and how each is judged.

    python tests/golden/write_documents.py [--judge]

With --judge the documents stay and only the judgements are written again.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import yaml

from formats.test_yaml_mistakes import GOOD, MISTAKES
from formats.yaml_examples import documents
from golden.documents import FILE, judged, stored

WRONG: tuple[Any, ...] = (-1.0, 0.0, "two words", [], {}, [1, 2], None, True, "3 kg", 1e400)
SEED, MUTANTS = 18, 100


def made() -> dict[str, str]:
    """Return the documents by name: examples of all elements, typical mistakes, and mutants."""
    found = {f"example {name}": text for name, text in documents().items()}
    found |= {f"mistake {name}": GOOD.replace(m[0], m[1], 1) for name, m in MISTAKES.items()}
    source = random.Random(SEED)
    wholes = [value for value in map(plain, [GOOD, *documents().values()]) if value]
    for k in range(MUTANTS):
        value = json.loads(json.dumps(source.choice(wholes)))
        found[f"mutant {k}"] = yaml.safe_dump(mutated(value, source), sort_keys=False)
    return found


def plain(text: str) -> Any:
    """Return the value of a document, None where YAML alone does not read it."""
    try:
        return json.loads(json.dumps(yaml.safe_load(text)))
    except (yaml.YAMLError, TypeError):
        return None


def mutated(value: Any, source: random.Random) -> Any:
    """Return a value with one entry dropped, renamed or replaced."""
    parts = [value]
    for part in parts:
        inner = part.values() if isinstance(part, dict) else part
        parts += [x for x in inner if isinstance(x, (dict, list)) and x]
    part = source.choice(parts)
    key = source.choice(list(part) if isinstance(part, dict) else range(len(part)))
    how = source.choice(("drop", "rename", "replace", "replace"))
    if how == "drop" or (how == "rename" and isinstance(part, list)):
        del part[key]
    elif how == "rename":
        part[f"{key}s"] = part.pop(key)
    else:
        part[key] = source.choice(WRONG)
    return value


if __name__ == "__main__":
    texts = {n: d["text"] for n, d in stored().items()} if "--judge" in sys.argv else made()
    content = {name: {"text": text, **judged(text)} for name, text in texts.items()}
    FILE.write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")
    right = sum(not entry["codes"] for entry in content.values())
    valid = sum(entry["valid"] for entry in content.values())
    total = len(content)
    sys.stdout.write(f"{total} documents, {right} are read, {valid} fit the schema\n")
