"""Live machines in node: the engine of the page, asked from Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sarrus.system.live import LiveMachine

ENGINE = Path(__file__).parents[2] / "viewer" / "src" / "live" / "engine.js"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no node to run the engine in")

DRIVER = """
import { readFileSync } from "node:fs";
const { createMachine } = await import(process.argv[1]);
const plain = (x) => (ArrayBuffer.isView(x) ? Array.from(x, plain)
  : Array.isArray(x) ? x.map(plain)
  : typeof x === "number" && !Number.isFinite(x) ? String(x)
  : x && typeof x === "object"
    ? Object.fromEntries(Object.entries(x).map(([k, v]) => [k, plain(v)])) : x);
const found = [];
for (const { module, manifest, asked } of JSON.parse(readFileSync(0, "utf8"))) {
  const machine = await createMachine(Buffer.from(module, "base64"), manifest);
  found.push(asked.map(([name, ...given]) => {
    const what = given.map((x) => (x === "NaN" ? NaN : x === "Infinity" ? Infinity : x));
    const value = typeof machine[name] === "function" ? machine[name](...what) : machine[name];
    return plain(value === undefined ? null : value);
  }));
}
console.log(JSON.stringify(found));
"""


def answers(*pairs: tuple[LiveMachine, Sequence[Sequence[Any]]]) -> list[list[Any]]:
    """Return what machines answer: for each, calls (name, arguments...) and properties (name,)."""
    import base64

    given = [
        {
            "module": base64.b64encode(machine.module).decode(),
            "manifest": machine.manifest,
            "asked": [list(call) for call in asked],
        }
        for machine, asked in pairs
    ]
    assert NODE is not None
    command = [NODE, "--input-type=module", "-e", DRIVER, "--", ENGINE.as_uri()]
    done = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def ask(machine: LiveMachine, *asked: Sequence[Any]) -> list[Any]:
    """Return what one machine answers."""
    return answers((machine, asked))[0]
