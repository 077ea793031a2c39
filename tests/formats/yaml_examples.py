"""Elements written in YAML, and the same calls of the builder in Python."""

from __future__ import annotations

from formats.yaml_examples_bodies import BODIES, JOINTS, joint_text, two
from formats.yaml_examples_contacts import CONTACTS
from formats.yaml_examples_curves import CURVES
from formats.yaml_examples_driveline import DRIVELINE
from formats.yaml_examples_head import HEAD, Build, head
from formats.yaml_examples_lines import LINES
from formats.yaml_examples_others import OTHERS

EXAMPLES = {**LINES, **OTHERS, **DRIVELINE, **CURVES, **CONTACTS}
"""What follows the head of a file, and the calls that follow those of `head`."""


def documents() -> dict[str, str]:
    """Return all examples as whole documents."""
    short = "sarrus: 1\nname: machine\nconstants: {r: 100 mm}\n"
    found = {name: HEAD + text for name, (text, _) in EXAMPLES.items()}
    found |= {f"body {name}": short + text for name, (text, _) in BODIES.items()}
    return found | {f"joint {name}": short + joint_text(name) for name in JOINTS}


def built() -> dict[str, Build]:
    """Return the calls of the builder for all examples, each on a mechanism of its own."""

    def after_head(build: Build) -> Build:
        return lambda m: (m.__dict__.update(vars(head())), build(m))

    def after_two(build: Build) -> Build:
        return lambda m: (two(m), build(m))

    found: dict[str, Build] = {n: after_head(build) for n, (_, build) in EXAMPLES.items()}
    found |= {f"body {n}": build for n, (_, build) in BODIES.items()}
    return found | {f"joint {n}": after_two(build) for n, (_, build) in JOINTS.items()}
