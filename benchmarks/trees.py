"""The trees of the scaling benchmarks: chains and branched trees of revolute joints."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from random_trees import random_tree
from sarrus.model import Model

KINDS = ("chain", "branched tree")
SIZES = (1, 3, 10, 30, 100, 300, 1000)


def model(kind: str, n: int) -> Model:
    """Return n bodies with random axes, points and full inertias.

    A branched tree hangs each body on any of those before it, so that it is about log(n) deep.
    """
    return random_tree(1, n, ["revolute"], chain=kind == "chain", reversals=False)
