"""Live machines in one thread of node (the engine of Chromium): steps, slider changes, sizes.

A step of RK4 at 1 kHz against its millisecond: the ratio is how many times real time it runs. A
change of a length with the assembly that follows, and one turn of the drive with the data of its
plots, against what an animation leaves for it. The least of many repeats counts.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import timing
import titles
from live_pages import page_rows, studio_rows
from rows import Group, Row, Time

from sarrus import gallery
from sarrus.system.live import LiveMachine, live_machine

ENGINE = Path(__file__).parents[1] / "viewer" / "src" / "live" / "engine.js"
PERIOD = Time(1e-3, 1e-3)
PEER = "a step at 1 kHz"
SCRIPT = """
import { readFileSync } from "node:fs";
const { createMachine } = await import(process.argv[1]);
const least = (repeats, work) => {
  const found = [];
  for (let k = 0; k < repeats; k += 1) {
    const begin = performance.now();
    work(k);
    found.push((performance.now() - begin) / 1000);
  }
  found.sort((a, b) => a - b);
  return [found[Math.floor(repeats / 2)], found[0]];
};
const { module, manifest, slider, repeats } = JSON.parse(readFileSync(0, "utf8"));
const bytes = Buffer.from(module, "base64");
const begin = performance.now();
const machine = await createMachine(bytes, manifest);
const ready = (performance.now() - begin) / 1000;
const start = machine.state();
const count = Math.round(0.2 / machine.step);
for (let k = 0; k < 20; k += 1) { machine.restore(start); machine.advance(0.2); }
let ok = true;
const step = least(repeats, () => {
  machine.restore(start);
  ok = machine.advance(0.2).ok && ok;
}).map((x) => x / 0.2 * 1e-3);
machine.restore(start);
let changed = null;
if (slider) {
  const value = machine.constants.find((c) => c.name === slider).value;
  changed = least(repeats, (k) => {
    ok = machine.setConstant(slider, value * (k % 2 ? 1 : 1.01)).ok && ok;
    ok = machine.turn({ count: 181, from: 0, to: manifest.span }).ok && ok;
  });
}
console.log(JSON.stringify({ ready, step, changed, ok, count }));
"""


@dataclass(frozen=True)
class Case:
    """A machine, the slider that is moved, and how long its change and one turn may take [s].

    span: how far the drive goes [rad].
    """

    name: str
    machine: LiveMachine
    slider: str = ""
    frame: float = 0.016
    span: float = 6.283185307179586

    def measured(self, repeats: int) -> dict[str, Any]:
        """Return what node has measured."""
        node = shutil.which("node")
        if node is None:
            return {}
        given = {
            "module": base64.b64encode(self.machine.module).decode(),
            "manifest": {**self.machine.manifest, "span": self.span},
            "slider": self.slider,
            "repeats": repeats,
        }
        command = [node, "--input-type=module", "-e", SCRIPT, "--", ENGINE.as_uri()]
        done = subprocess.run(
            command, input=json.dumps(given), capture_output=True, text=True, check=True
        )
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def cases(quick: bool) -> list[Case]:
    point = "joint:B.child_point"
    four_bar = gallery.four_bar().compile(kernels=(), parameters=[point])
    found = [Case("four-bar", live_machine(four_bar), f"{point}.x")]
    if not quick:
        found.append(Case("Bricard", live_machine(gallery.bricard().compile(kernels=()))))
        arm = "joint:U0a.child_point"
        delta = gallery.delta_robot().compile(kernels=(), parameters=[arm])
        machine = live_machine(delta, turns=["M0.angle"])
        entry = max(machine.manifest["constants"], key=lambda c: abs(c["value"]))["name"]
        found.append(Case("delta robot", machine, entry, 0.050, 0.5))
        vehicle = gallery.tracked_vehicle().compile(kernels=())
        found.append(Case("tracked vehicle", live_machine(vehicle)))
    return found


def measured(quick: bool = False) -> Group:
    """Return steps against real time, slider changes against a frame, and sizes of modules."""
    note = (
        "Modules of WebAssembly in one thread of node, least of the repeats beside the median; "
        "ratios of steps are times real time, those of slider changes what is left of a frame of "
        "16 ms (four-bar) or of 50 ms (delta robot). Pages are measured in Chromium without a "
        "graphics card too, and the studio from the message with a text to the answer with poses."
    )
    group = Group("live", "Live machines in a browser's engine", notes=[note])
    for case in cases(quick):
        found = case.measured(5 if quick else 60)
        n = len(case.machine.manifest["bodies"])
        if not found:
            group.rows.append(Row(titles.LIVE_STEP, "step", case.name, n, missing="no node"))
            continue
        step = Time(*found["step"])
        row = Row(titles.LIVE_STEP, "step", case.name, n, step, peer=PEER, theirs=PERIOD)
        group.rows.append(row)
        if found["changed"]:
            frame = Time(case.frame, case.frame)
            what = "assembly and one turn of 181 positions"
            row = Row(titles.LIVE_CHANGE, what, case.name, n, Time(*found["changed"]),
                      peer="what it may take", theirs=frame)  # fmt: skip
            group.rows.append(row)
        size = len(case.machine.module) / 1000.0
        group.rows.append(
            Row(titles.LIVE_SIZE, "module", case.name, n, Time(size, size), unit="kB")
        )
        ready = Time(found["ready"], found["ready"])
        group.rows.append(Row(titles.LIVE_SIZE, "ready to run", case.name, n, ready))
    group.rows += [*page_rows(quick), *studio_rows(quick)]
    return group


def main() -> None:
    print(timing.heading("Live machines"))
    rows = [["", "", "least", "median", "ratio"]]
    for row in measured("--quick" in sys.argv).rows:
        if row.ours is None:
            rows.append([row.case, row.missing, "", "", ""])
            continue
        unit, factor = ("us", 1e6) if row.unit == "s" else (row.unit, 1.0)
        best = None if row.theirs is None else row.theirs.least / row.ours.least
        rows.append([
            row.case, row.what, f"{factor * row.ours.least:.4g} {unit}",
            f"{factor * row.ours.median:.4g} {unit}", "" if best is None else f"{best:.4g}",
        ])  # fmt: skip
    print(timing.table("\nIn node", rows))


if __name__ == "__main__":
    main()
