"""`sarrus report` and `sarrus rig`: pages, judged by the numbers that stand in them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from cli.conftest import Command
from sarrus import Study, gallery, open_run, ride
from sarrus.results.plots import at_times
from sarrus.viewer import write_report


class Tables(HTMLParser):
    """The cells of all tables of a page, and its pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.pictures: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.inside = True
        elif tag == "img":
            self.pictures.append(str(dict(attrs)["alt"]))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.tables[-1][-1][-1] += data

    def row(self, first: str) -> dict[str, str]:
        """Return the first row that begins so, by the names of its columns."""
        for table in self.tables:
            for row in table[1:]:
                if row[0] == first and len(row) > 2:
                    return dict(zip(_unlike(table[0]), row, strict=True))
        raise KeyError(first)


def _unlike(names: list[str]) -> list[str]:
    """Return names of columns, numbered where one is there twice."""
    return [n if n not in names[:k] else f"{n} {k}" for k, n in enumerate(names)]


def test_report_of_a_run_has_its_numbers_in_its_units(sarrus: Command) -> None:
    assert sarrus("new", "shaper").code == 0
    assert sarrus("run", "shaper.yaml", "--until", "0.6").code == 0
    done = sarrus("report", "shaper.sarrus", "--units", "mm,kN,rpm", "--no-view")
    assert done.code == 0 and done.out.startswith("shaper_report.html written")
    found = Tables(Path("shaper_report.html").read_text(encoding="utf-8"))
    run = open_run("shaper.sarrus")
    rate = np.asarray(run["crank.rate"]) * 30.0 / np.pi
    row = found.row("crank.rate")
    assert row["unit"] == "rpm"
    assert float(row["max"]) == pytest.approx(rate.max(), rel=1e-4)
    force = np.linalg.norm(np.asarray(run["slot.reaction.force"]), axis=1)
    row = found.row("slot")
    assert float(row["peak force [kN]"]) == pytest.approx(force.max() / 1e3, rel=1e-4)
    assert float(row["at [s]"]) == pytest.approx(run.t[np.argmax(force)], abs=1e-6)
    assert "moment" in row["not decided by the loops"]
    assert found.pictures[0] == "The mechanism at 4 times"
    assert {"crank.rate", "guide.displacement"} <= set(found.pictures)


def test_report_of_a_drive_has_efforts_and_the_model_runs_first(sarrus: Command) -> None:
    assert sarrus("new", "robot-arm").code == 0
    assert sarrus("report", "robot_arm.yaml", "-o", "arm.html", "--no-view").code == 0
    found = Tables(Path("arm.html").read_text(encoding="utf-8"))
    drive = Study.load("robot_arm.yaml").run()
    name = next(iter(drive.motions[0].efforts))  # type: ignore[union-attr]
    peak = np.asarray(drive[f"{name}.effort"])
    row = found.row(name)
    assert abs(float(row["peak effort"])) == pytest.approx(np.max(np.abs(peak)), rel=1e-4)


def test_report_follows_the_rules_of_files(sarrus: Command) -> None:
    assert sarrus("new", "pendulum").code == 0
    assert sarrus("report", "pendulum.yaml", "-o", "p.pdf").code == 2
    assert sarrus("report", "pendulum.yaml", "--no-view", "-o", "p.html").code == 0
    assert sarrus("report", "pendulum.yaml", "--no-view", "-o", "p.html").code == 5
    assert sarrus("report", "pendulum.yaml", "A.nonsense", "--no-view", "-o", "q.html").code == 3
    assert not Path("q.html").exists()


def test_report_holds_the_view_and_markup_is_text(tmp_path: Path) -> None:
    system = gallery.pendulum().compile()
    run = system.simulate(system.assemble(), until=0.1)
    path = write_report(run, tmp_path / "r.html", title="<script>alert(1)</script>")
    text = path.read_text(encoding="utf-8")
    assert text.count("<iframe srcdoc=") == 1 and "<script" not in text
    assert not re.search(r'(src|href)="https?:', text)


def test_poses_do_not_depend_on_the_units_shown() -> None:
    system = gallery.four_bar().compile()
    run = system.simulate(system.assemble({"A": 0.5}), until=0.05)
    plain, shown = (at_times(h, [0.05])[0] for h in (run.history, run.history.in_units("mm")))
    np.testing.assert_array_equal(plain.poses["coupler"][1], shown.poses["coupler"][1])


def test_comfort_and_loads_do_not_depend_on_the_units_shown() -> None:
    car = gallery.quarter_vehicle().compile()
    run = car.simulate(car.assemble(), until=1.0, every=0.005)
    shown = run.history.in_units("mm", "kN", "deg")
    felt, same = (ride.comfort(h, "body", directions=("z",)).total for h in (run.history, shown))
    assert felt == pytest.approx(same, rel=1e-12)
    loads = [ride.wheel_loads(h)["tyre"] for h in (run.history, shown)]
    np.testing.assert_allclose(loads[0], loads[1], rtol=1e-12)


# --- the rig --------------------------------------------------------------------------------------


def test_rig_prints_and_writes_what_the_library_computes(sarrus: Command) -> None:
    from sarrus.suspension import ContactLoad, Rig

    assert sarrus("new", "suspension").code == 0
    words = ("rig", "suspension.yaml", "--steer", "rack", "--axis", "lower_ball,upper_ball")
    words = (*words, "--travel=-40mm:40mm:3")
    found = sarrus(*words, "-o", "corner.html", "--json").data["sweeps"][0]["columns"]
    rig = Rig(
        Study.load("suspension.yaml").system,
        steer="rack",
        steering_axis=("lower_ball", "upper_ball"),
        seats={
            "lower_pivot": ("lower_front", "lower_rear"),
            "upper_pivot": ("upper_front", "upper_rear"),
        },
    )
    mine = rig.travel(-0.04, 0.04, 3, load=ContactLoad())
    assert set(found) == set(mine.names)
    np.testing.assert_allclose(found["camber"], mine["camber"], rtol=1e-9)
    text = Path("corner.html").read_text(encoding="utf-8")
    assert text.count("<iframe srcdoc=") == 1 and "The moving corner" in text
    page = Tables(text)
    assert float(page.row("camber")["value"]) == pytest.approx(-0.5)
    top = float(page.row("lower_ball.force.z")["max"])
    assert top == pytest.approx(float(np.max(mine["lower_ball.force.z"])), rel=1e-4)
    assert sarrus(*words, "-o", "corner.csv", "--units", "in,deg").code == 0
    head, *rows = Path("corner.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("travel [in],") and len(rows) == 3
    assert float(rows[0].split(",")[0]) == pytest.approx(-0.04 / 0.0254)
    axes = mine.in_units("mm", "deg").plot("camber", path="camber.png").axes[0]
    assert axes.get_xlabel() == "travel [mm]" and axes.get_ylabel() == "camber [deg]"
    np.testing.assert_allclose(axes.lines[0].get_ydata(), np.degrees(mine["camber"]))


def test_rig_without_matplotlib_says_why_there_are_no_curves(
    sarrus: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named '{name}'")

    monkeypatch.setattr("sarrus.results.plots.style.import_module", missing)
    assert sarrus("new", "suspension").code == 0
    words = ("rig", "suspension.yaml", "--steer", "rack", "--travel=-1mm:1mm:3")
    done = sarrus(*words, "-o", "corner.html")
    assert done.code == 0 and done.out.startswith("Wheel travel -1 to 1 mm, steer 0 mm")
    text = Path("corner.html").read_text(encoding="utf-8")
    assert "pip install matplotlib" in text and float(Tables(text).row("camber")["value"])


def test_suspension_of_the_template_is_that_of_the_gallery(sarrus: Command) -> None:
    """The same hard points give the same kinematics, whatever the masses are."""
    from sarrus.suspension import Rig

    assert sarrus("new", "suspension").code == 0
    rigs = [
        Rig(system, steer="rack", steering_axis=("lower_ball", "upper_ball"))
        for system in (Study.load("suspension.yaml").system, gallery.double_wishbone().compile())
    ]
    mine, other = (rig.travel(-0.06, 0.06, 5) for rig in rigs)
    for name in ("camber", "toe", "roll_center_height", "spring.motion_ratio", "trail"):
        np.testing.assert_allclose(mine[name], other[name], rtol=1e-6, atol=1e-9)


def test_rig_says_which_joint_steers(sarrus: Command) -> None:
    assert sarrus("new", "suspension").code == 0
    done = sarrus("rig", "suspension.yaml")
    assert done.code == 3 and "K04" in done.err and "--steer rack" in done.err
    assert sarrus("rig", "suspension.yaml", "--steer", "rack", "--travel=1:2").code == 2
    assert sarrus("rig", "suspension.yaml", "--steer", "rack", "-o", "x.doc").code == 2
