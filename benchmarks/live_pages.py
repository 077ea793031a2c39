"""Live pages in Chromium itself, and edits in the studio: steps, sliders to frames, texts to poses.

Pages are opened as files in the browser of the system, without a window and without a graphics
card; the studio is asked as its page asks it: from the message with a text to the answer with
poses.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import titles
from rows import Row, Time

from sarrus import gallery
from sarrus.errors import EnvironmentProblem
from sarrus.studio import Studio
from sarrus.viewer import stills
from sarrus.viewer.live import LivePage, live

LESSON = Path(__file__).parents[1] / "docs" / "lessons" / "four_bar.yaml"
BUMP = LESSON.with_name("quarter_vehicle.yaml")
PERIOD = Time(1e-3, 1e-3)
PEER = "a step at 1 kHz"
ALLOWED = "what it may take"
DRAWN, EDITED, BUILT = 0.060, 0.100, 1.0
"""Most seconds from a slider to the drawn frame, and from an edit of a number, and of a body."""
MEASURE = """
async ({ constant, slider, span, repeats }) => {
  const { live } = window.sarrus, { machine } = live;
  window.sarrus.play(false);
  const of = (work) => {
    const found = [];
    for (let k = 0; k < repeats; k += 1) {
      const begin = performance.now();
      work(k);
      found.push((performance.now() - begin) / 1000);
    }
    return found;
  };
  const start = machine.state();
  let ok = true;
  // Long enough for the clock of a browser, which has few digits.
  const seconds = 2;
  const run = () => { machine.restore(start); ok = machine.advance(seconds).ok && ok; };
  for (let k = 0; k < 3; k += 1) run();
  const steps = of(run).map((x) => x / seconds * 1e-3);
  machine.restore(start);
  let changed = [];
  const known = machine.constants.find((c) => c.name === constant);
  if (known) {
    const { value } = known;
    changed = of((k) => {
      ok = machine.setConstant(constant, value * (k % 2 ? 1 : 1.01)).ok && ok;
      ok = machine.turn({ count: 181, from: 0, to: span }).ok && ok;
    });
    machine.setConstant(constant, value);
  }
  const drawn = [];
  if (slider) {
    const { value } = live.state().sliders[slider];
    for (let k = 0; k < repeats; k += 1) {
      const begin = performance.now();
      ok = live.set(slider, value * (k % 2 ? 1 : 1.01)).ok && ok;
      // the frame that shows it has been drawn when the next one begins
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      drawn.push((performance.now() - begin) / 1000);
    }
  }
  return { steps, changed, drawn, ok };
}
"""


@dataclass(frozen=True)
class PageCase:
    """A page, the constant and the slider that are moved, and how long that may take [s].

    span: how far the drive goes [rad].
    """

    name: str
    page: LivePage
    constant: str = ""
    slider: str = ""
    frame: float = 0.016
    span: float = 6.283185307179586


def page_cases(quick: bool) -> list[PageCase]:
    """Return the pages that are measured."""
    found = [PageCase("four-bar", live(LESSON), "a", "a")]
    if quick:
        return found
    found.append(PageCase("Bricard", live(gallery.bricard().compile(kernels=()))))
    arm = "joint:U0a.child_point"
    delta = gallery.delta_robot().compile(kernels=(), parameters=[arm])
    page = live(delta, turns=["M0.angle"])
    constants = page.scene.static["machine"]["manifest"]["constants"]
    entry = max(constants, key=lambda c: abs(c["value"]))["name"]
    found.append(PageCase("delta robot", page, entry, "", 0.050, 0.5))
    vehicle = gallery.tracked_vehicle().compile(kernels=())
    found.append(PageCase("tracked vehicle", live(vehicle, channels=[])))
    return found


def page_rows(quick: bool = False) -> list[Row]:
    """Return steps, slider changes and drawn frames of pages in Chromium."""
    found: list[Row] = []
    try:
        with tempfile.TemporaryDirectory() as folder, stills._browser() as browser:
            for case in page_cases(quick):
                path = case.page.write(Path(folder) / f"{case.name}.html".replace(" ", "_"))
                found += _rows(case, _measured(browser, path, case, 5 if quick else 20))
    except EnvironmentProblem as problem:
        missing = str(problem.problems[0].rule)
        found.append(Row(titles.LIVE_PAGE, "step", "all", 0, missing=missing))
    return found


def _measured(browser: Any, path: Path, case: PageCase, repeats: int) -> dict[str, Any]:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.set_default_timeout(stills.WAIT)
    tab.goto(path.as_uri())
    tab.wait_for_function("() => window.sarrus && window.sarrus.ready", timeout=stills.WAIT)
    asked = {"constant": case.constant, "slider": case.slider, "span": case.span}
    found: dict[str, Any] = tab.evaluate(MEASURE, {**asked, "repeats": repeats})
    tab.close()
    return found


def _rows(case: PageCase, found: dict[str, Any]) -> list[Row]:
    n = len(case.page.scene.static["machine"]["manifest"]["bodies"])
    step = Time.of(found["steps"])
    rows = [Row(titles.LIVE_PAGE, "step", case.name, n, step, peer=PEER, theirs=PERIOD)]
    whats = (
        ("changed", "slider to the data of the plots, one turn of 181 positions", case.frame),
        ("drawn", "slider to the drawn frame, software rendering", DRAWN),
    )
    for key, what, most in whats:
        if found[key]:
            allowed = Time(most, most)
            row = Row(titles.LIVE_PAGE, what, case.name, n, Time.of(found[key]),
                      peer=ALLOWED, theirs=allowed)  # fmt: skip
            rows.append(row)
    return rows


def studio_rows(quick: bool = False) -> list[Row]:
    """Return the times from texts to poses: another length, law or bump, a body more."""
    text, bump = (path.read_text(encoding="utf-8") for path in (LESSON, BUMP))
    edits = {
        ("a number of the model", "four-bar", 3): [
            _replaced(text, "100 mm", f"{x} mm") for x in (101, 102, 103)
        ],
        ("a number of a law", "four-bar", 3): [_with_law(text, x) for x in (61, 62, 63)],
        ("a number of a road", "quarter vehicle", 2): [
            _replaced(bump, "top: 50 mm", f"top: {x} mm") for x in (51, 52, 53)
        ],
    }
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "four_bar.yaml"
        path.write_text(text, encoding="utf-8")
        with Studio(path) as studio:
            for (what, case, n), texts in edits.items():
                times = _edits(studio, texts, 2 if quick else 6)
                found.append(_studio_row(what, case, n, times, EDITED))
            _shown(studio, _chain(18))
            studio.session.jobs.systems.wait()
            many = [_shown(studio, _chain(k)) for k in (19, 20, 21)]
            found.append(_studio_row("a body more", "chain of 20 bodies", 20, many, BUILT))
    return found


def _edits(studio: Studio, texts: Sequence[str], rounds: int) -> list[float]:
    """Return the seconds from message to answer, once the kernels of such texts are there."""
    _shown(studio, texts[0])
    studio.session.jobs.systems.wait()
    _shown(studio, texts[-1])
    return [_shown(studio, text) for _ in range(rounds) for text in texts]


def _shown(studio: Studio, text: str) -> float:
    """Return the seconds from a text to its first poses; its run ends before the next."""
    begin = time.perf_counter()
    answer = _answer(studio, {"do": "show", "text": text})
    took = time.perf_counter() - begin
    if answer["scene"] is None:
        raise ValueError(f"the text has no picture: {answer['problems']}")
    while answer["stage"] == "going":
        answer = _answer(studio, {"do": "more", "number": answer["number"], "seconds": 20})
    return took


def _answer(studio: Studio, message: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(studio.session.exchange(json.dumps(message).encode()))
    return found


def _studio_row(what: str, case: str, n: int, times: Sequence[float], most: float) -> Row:
    found = Time(statistics.median(times), min(times))
    return Row(titles.STUDIO, what, case, n, found, peer=ALLOWED, theirs=Time(most, most))


def _replaced(text: str, old: str, new: str) -> str:
    if old not in text:
        raise ValueError(f"{LESSON.name} has no {old!r}")
    return text.replace(old, new, 1)


def _with_law(text: str, speed: int) -> str:
    lines = [line for line in text.splitlines() if not line.startswith("drives:")]
    return "\n".join([*lines, f'drives: {{A: "{speed} [rpm]*t"}}', ""])


def _chain(bodies: int) -> str:
    """Return a chain of links that hangs, as a text."""
    lines = ["sarrus: 1", "bodies:"]
    lines += [
        f"  b{k}: {{mass: 1 kg, com: [{k + 0.5}, 0, 0], inertia: [0.01, 0.1, 0.1]}}"
        for k in range(bodies)
    ]
    lines.append("joints:")
    for k in range(bodies):
        parent = f"b{k - 1}" if k else "ground"
        lines.append(
            f"  j{k}: {{type: revolute, parent: {parent}, child: b{k}, at: [{k}, 0, 0], axis: y}}"
        )
    return "\n".join([*lines, "run: {until: 0.2 s, every: 20 ms}", ""])
