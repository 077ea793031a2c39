"""What a system prints about itself."""

from __future__ import annotations

from sarrus.system import System
from system.machines import crane, four_bar, pointer


def test_report_names_everything() -> None:
    system = System(crane(), parameters=["boom.mass", "strut.k"])
    text = str(system)
    for name in ("crane", "turret", "boom", "hook", "load", "waist", "hinge", "hoist", "swivel"):
        assert name in text
    for word in ("revolute", "prismatic", "spherical", "displacement", "quat_w"):
        assert word in text
    assert "6 degrees of freedom" in text
    assert "gravity (0, 0, -9.81) m/s^2" in text
    assert "3 force elements" in text
    assert "body:boom.mass" in text and "force:strut.k" in text


def test_report_counts_the_work() -> None:
    system = System(crane())
    text = str(system)
    for name in ("inverse_dynamics", "forward_dynamics"):
        assert f"{system.compiled.kernel(name).operations:,} operations" in text
    assert "mass_matrix" not in text
    system.mass_matrix(system.neutral())
    assert "mass_matrix" in str(system)


def test_report_says_where_kernels_came_from(tmp_path: object) -> None:
    assert "2 built, 0 from the cache, of which 2 interpreted at first" in str(
        System(crane(), cache=str(tmp_path))
    )
    assert "2 compiled, 0 from the cache" in str(System(crane(), cache=str(tmp_path), wait=True))
    assert "0 compiled, 2 from the cache" in str(System(crane(), cache=str(tmp_path)))
    assert "none yet" in str(System(crane(), kernels=()))


def test_report_of_a_closed_mechanism_shows_its_loop() -> None:
    text = str(System(four_bar()))
    assert "1 loop" in text and "C (revolute, 5 equations) between coupler and rocker" in text
    assert "none yet" in text


def test_report_holds_the_remarks_of_validation() -> None:
    text = str(System(pointer()))
    assert "M01" in text and "'wrist'" in text


def test_short_form() -> None:
    assert repr(System(crane(), kernels=())) == (
        "<System 'crane': 4 bodies, 6 velocity coordinates>"
    )
