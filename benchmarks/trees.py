"""The trees of the scaling benchmarks: chains and branched trees of revolute joints."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from plain_trees import PlainTree

from random_trees import random_tree
from sarrus.model import Model

KINDS = ("chain", "branched tree")
SIZES = (1, 3, 10, 30, 100, 300, 1000)
SHARED = 7
"""Links from which on all chains here use code that links share."""


def model(kind: str, n: int, seed: int = 1) -> Model:
    """Return n bodies with random axes, points and full inertias.

    A branched tree hangs each body on any of those before it, so that it is about log(n) deep.
    """
    return random_tree(seed, n, ["revolute"], chain=kind == "chain", reversals=False)


def save_trees(kind: str, n: int, folder: Path) -> None:
    """Save a tree as arrays for `fresh_process.py`, with the one that is built before it.

    That one is small too where the tree is: its code is then made in the same way.
    """
    PlainTree.of(model(kind, n)).save(folder)
    PlainTree.of(model(kind, 9 if n >= SHARED else 2, seed=2)).save(folder, "other")
