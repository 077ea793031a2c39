"""Write docs/checks.md: every acceptance check of the five papers, and the tests that show it.

A test that shows check CHK-T01 is named `test_CHK_T01_...`. `--run` runs all these tests, which
takes minutes, and writes what each reaches, `--run CHK-O01 CHK-O02` those of two checks; other
figures of the page stay.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "checks.md"
GROUPS = {
    "T": "Topology, joints and input",
    "K": "Kinematics",
    "D": "Dynamics",
    "R": "Reactions",
    "I": "Integration in time",
    "J": "System Jacobian",
    "C": "Comparison of formulations",
    "X": "Cut joints and cut links",
    "L": "Robots: limits, motors, loads",
    "O": "Output and input of users",
    "F": "What the papers leave for the future",
}
CHECKS = {
    "CHK-T01": "distance matrix of the graph, with the weights of the joint types",
    "CHK-T02": "spanning tree by Dijkstra's method; cut joints are found",
    "CHK-T03": "path matrix; velocities by its sums are those of the recursion",
    "CHK-T04": "index sets of branched chains with cuts and end effectors",
    "CHK-T05": "fixed, free and prescribed base",
    "CHK-T06": "columns of every joint type against differences of the pose; their numbers",
    "CHK-T07": "rates of these columns, moving axes of universal and ball joints included",
    "CHK-T08": "tables of Denavit and Hartenberg, also extended by psi and c",
    "CHK-T09": "joints with several freedoms as chains of simple ones",
    "CHK-T10": "Euler parameters: unit length, A = E G^T, there and back",
    "CHK-K01": "position, velocity and acceleration of the slider-crank",
    "CHK-K02": "assembly from a rough guess, with quadratic convergence",
    "CHK-K03": "almost locked linkage goes round; a locked one is refused where it locks",
    "CHK-K04": "a design near a singular position gets a warning",
    "CHK-K05": "planar loops in space: redundancy is recognised; motion of the shaper",
    "CHK-K06": "passive spin of the RSSR's coupler",
    "CHK-K07": "forward and inverse kinematics of the PUMA, all branches",
    "CHK-K08": "drive transformation between two postures",
    "CHK-K09": "trapezoidal speed, tasks of several moves",
    "CHK-K10": "orientation along a path by a fraction of the drive angles",
    "CHK-D01": "equations in state vectors against Newton and Euler",
    "CHK-D02": "velocity transformation gives the same accelerations",
    "CHK-D03": "branched chains with forces at the ends: balance of power",
    "CHK-D04": "augmented equations: multipliers of the four-bar",
    "CHK-D05": "reduced equations by partitioning; those of papers 2 and 4 are the same",
    "CHK-D06": "free, locked and driven joints together: the RRC arm",
    "CHK-D07": "torques for a given motion: slider-crank, PUMA, RRC arm",
    "CHK-D08": "recursion of Luh, Walker and Paul in link frames",
    "CHK-D09": "motion of closed loops in time: RSSR, shaper, four-bar",
    "CHK-D10": "cutting force in a window: its work and the speed after a turn",
    "CHK-D11": "force elements: slopes of energies, losses, vehicles",
    "CHK-D12": "stiff spring instead of a loop; it tends to the loop",
    "CHK-D13": "energy is kept",
    "CHK-R01": "reaction at selected joints without recursion",
    "CHK-R02": "driving torque without recursion",
    "CHK-R03": "reactions in world, body and joint axes; action and reaction",
    "CHK-R04": "reactions in closed loops; those that are not unique say so",
    "CHK-R05": "operation counts of table 1 of paper 0, exactly",
    "CHK-R06": "time per joint, as a ratio: table 3 of paper 0",
    "CHK-R07": "history of a load as a file; its integral is the momentum",
    "CHK-I01": "Adams-Bashforth 3 has order 3",
    "CHK-I02": "predictor and corrector with projection: order 4, loops closed",
    "CHK-I03": "tolerance of the projection is kept; what does not converge is reported",
    "CHK-I04": "variable order Adams: errors follow the tolerance",
    "CHK-I05": "BDF with exact Jacobian: accurate, and few steps where it is stiff",
    "CHK-I06": "implicit integration keeps loops, their rates and the multipliers",
    "CHK-I07": "three methods give one motion of the four-bar",
    "CHK-J01": "system Jacobian from the model alone",
    "CHK-J02": "against the elements printed in appendix B of paper 4, corrected",
    "CHK-J03": "linear equations of the pendulum: eigenvalues",
    "CHK-C01": "independent solver in absolute coordinates agrees; counts of both",
    "CHK-C02": "relative coordinates take less work",
    "CHK-C03": "vehicle with five freedoms against equations by hand",
    "CHK-X05": "a cut joint and a cut link give the same motion",
    "CHK-L01": "ranges of the joints; a pose out of reach",
    "CHK-L02": "limits of the torques",
    "CHK-L03": "torque over speed, choice of a motor",
    "CHK-L04": "payload gripped and released",
    "CHK-L05": "several robots for one task",
    "CHK-O01": "every figure of the papers has a counterpart with axes and units",
    "CHK-O02": "pictures at given times show the joints where they are",
    "CHK-O03": "studies of parameters in one call",
    "CHK-O04": "acceleration of any point of a body",
    "CHK-O05": "pounds and inches move like SI",
    "CHK-O06": "all examples run from data files",
    "CHK-F01": "joints are independent of each other; speed against real time",
}
"""What each check asks for, in short."""
HEAD = """\
# The checks of the papers

The five papers were turned into {checks} acceptance checks with numbers. This table is written
by `python tools/write_check_table.py` from the names of the tests; `tests/docs` says when it is out
of step. {shown} checks are shown by {tests} tests.

*Reached* is the narrowest comparison of a test, over all its parameters, as it came out where this
page was written last: the error of what is allowed, the ratio above its bound, or how many values
are exactly the same. Tests without one look at messages, or compare inside functions that are not
watched.
"""
ELSEWHERE = {
    "CHK-R06": "[benchmarks/selected_joints.py](../benchmarks/selected_joints.py), inside a run "
    "[benchmarks/reactions_in_runs.py](../benchmarks/reactions_in_runs.py), in `make bench`",
    "CHK-F01": "[benchmarks/realtime.py](../benchmarks/realtime.py), in `make bench`",
}
"""Checks that a program shows, beside tests or without."""
TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
NUMBER = re.compile(r"CHK_([A-Z]\d\d)(?=_)")


def collected() -> dict[str, list[str]]:
    """Return the tests of each check as `folder/file.py::name`, from their sources."""
    found: dict[str, list[str]] = {check: [] for check in CHECKS}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        place = path.relative_to(ROOT / "tests").as_posix()
        for name in TEST.findall(path.read_text(encoding="utf-8")):
            for number in NUMBER.findall(name):
                found[f"CHK-{number}"].append(f"{place}::{name}")
    return found


def missing(tests: dict[str, list[str]]) -> list[str]:
    """Return the checks that neither a test nor another program shows."""
    return [check for check in CHECKS if not tests[check] and check not in ELSEWHERE]


def reached_now(tests: dict[str, list[str]]) -> dict[str, str]:
    """Run the tests and return the figure of each."""
    names = sorted({f"tests/{test}" for each in tests.values() for test in each})
    with tempfile.TemporaryDirectory() as folder:
        figures = Path(folder) / "figures.json"
        more = os.pathsep.join([str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")])
        # Assertions are compiled anew, so that they can be watched: another folder of bytecode.
        places = {"PYTHONPATH": more, "PYTHONPYCACHEPREFIX": folder}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "check_figures",
            "-p",
            "no:cacheprovider",
        ]
        command += ["-o", "enable_assertion_pass_hook=true", f"--figures={figures}", *names]
        subprocess.run(command, cwd=ROOT, env={**os.environ, **places}, check=False)
        found: dict[str, str] = json.loads(figures.read_text(encoding="utf-8"))
    return found


def reached_before() -> dict[str, str]:
    """Return what the page holds."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []:
        match = re.match(r"^\| .* \| `(\S+)` \| (.+) \|$", line)
        if match and match[2].strip():
            found[match[1]] = match[2].strip()
    return found


def page(reached: dict[str, str]) -> str:
    """Return the whole page."""
    tests = collected()
    without = missing(tests)
    shown = sum(bool(each) for each in tests.values())
    count = len({test for each in tests.values() for test in each})
    lines = [*HEAD.format(checks=len(CHECKS), shown=shown, tests=count).splitlines(), ""]
    lines += [f"Without a test: {', '.join(without)}.", ""] if without else []
    for letter, title in GROUPS.items():
        lines += [
            f"## {letter}: {title}",
            "",
            "| check | what | test | reached |",
            "|---|---|---|---|",
        ]
        for check in (c for c in CHECKS if c.startswith(f"CHK-{letter}")):
            rows = [(f"`{test}`", reached.get(test, "")) for test in tests[check]]
            rows += [(ELSEWHERE[check], "")] if check in ELSEWHERE else []
            for k, (test, value) in enumerate(rows or [("none", "")]):
                head = (check, CHECKS[check]) if k == 0 else ("", "")
                lines.append(f"| {head[0]} | {head[1]} | {test} | {value} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    known = reached_before()
    if "--run" in sys.argv[1:]:
        wanted = set(sys.argv[2:]) or set(CHECKS)
        known |= reached_now({c: t for c, t in collected().items() if c in wanted})
    PAGE.write_text(page(known), encoding="utf-8")
