"""Films: what is written can be decoded, has the pictures asked for, and they move."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.viewer import films, stills
from sarrus.viewer.camera_path import camera_path
from viewer.browser import launched, opened, written
from viewer.machines import four_bar, pendulum

WIDTH, HEIGHT = 192, 128
KEYS = [{"t": 0, "view": "top"}, {"t": 0.5, "eye": (2, -2, 1), "target": (0, 0, 0)}]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture
def shared(browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Films by the browser of the module."""

    @contextmanager
    def ours() -> Iterator[Any]:
        yield browser

    monkeypatch.setattr(stills, "_browser", ours)


@pytest.fixture(scope="module")
def run() -> Any:
    return pendulum(until=0.5)


def decoded(path: Path) -> tuple[np.ndarray, float]:
    """Return the pictures of a film, and how many of them a second has."""
    if path.suffix == ".gif":
        pictures, lengths = [], []
        with pytest.importorskip("PIL.Image").open(path) as image:
            for k in range(image.n_frames):
                image.seek(k)
                lengths.append(image.info["duration"])
                pictures.append(np.asarray(image.convert("RGB")))
        return np.array(pictures, dtype=float), 1e3 / float(np.mean(lengths))
    program = pytest.importorskip("imageio_ffmpeg").get_ffmpeg_exe()
    command = [program, "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    said = done.stderr.decode()
    size = re.search(r"Video: .*?, (\d+)x(\d+)", said)
    rate = re.search(r"([\d.]+) fps", said)
    assert size is not None and rate is not None, said
    shape = (-1, int(size[2]), int(size[1]), 3)
    return np.frombuffer(done.stdout, np.uint8).reshape(shape).astype(float), float(rate[1])


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("a.mp4", {"camera": {"orbit": "90deg", "follow": "bob"}, "labels": True}),
        ("a.webm", {"camera": "front", "theme": "dark"}),
        ("a.gif", {"camera": {"keys": KEYS}}),
    ],
)  # fmt: skip
def test_film_is_decoded(
    name: str, how: dict[str, Any], run: Any, shared: None, tmp_path: Path
) -> None:
    told: list[float] = []
    path = run.film(
        tmp_path / name, fps=10, size=(WIDTH, HEIGHT), clock=False, progress=told.append, **how
    )
    pictures, rate = decoded(path)
    assert pictures.shape == (6, HEIGHT, WIDTH, 3)  # 0.0, 0.1, ... 0.5 s
    assert rate == pytest.approx(10.0)
    assert told[-1] == 1.0
    steps = np.abs(np.diff(pictures, axis=0)).mean(axis=(1, 2, 3))
    assert np.all(steps > 0.1), steps
    corner = pictures[:, 4, 4].mean()
    assert corner < 60.0 if how.get("theme") == "dark" else corner > 200.0


def test_plots_move_beside_the_mechanism(run: Any, shared: None, tmp_path: Path) -> None:
    """The mark goes on from picture to picture, beside the scene, or below where it is upright."""
    for size, upright in (((320, 200), False), ((200, 320), True)):
        how = {"size": size, "times": [0.0, 0.2, 0.4], "clock": False, "plots": ["A.angle"]}
        path = run.film(tmp_path / f"{upright}.gif", fps=10, **how)
        pictures, _ = decoded(path)
        own = (
            pictures[:, int(0.62 * size[1]) :] if upright else pictures[:, :, int(0.6 * size[0]) :]
        )
        marks = []
        for before, now in pairwise(own):
            changed = np.abs(now - before).sum(axis=(0, 2))
            assert changed.max() > 300.0
            marks.append(np.flatnonzero(changed > 0.3 * changed.max()).max())
        assert marks[1] > marks[0] + 10


def test_film_by_ffmpeg(run: Any, shared: None, tmp_path: Path) -> None:
    """It writes what the browser does not encode."""
    pytest.importorskip("imageio_ffmpeg")
    how = {"size": (WIDTH, HEIGHT), "times": [0.0, 0.3]}
    pictures, _ = decoded(run.history.film(tmp_path / "b.mp4", encoder="ffmpeg", **how))
    assert pictures.shape == (2, HEIGHT, WIDTH, 3)
    assert np.abs(pictures[1] - pictures[0]).mean() > 0.1


def _missing(name: str) -> None:
    raise ImportError(name)


def test_missing_encoder_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "find_program", lambda name: None)
    monkeypatch.setattr(films, "import_module", _missing)
    with pytest.raises(EnvironmentProblem, match=r"pip install imageio-ffmpeg.*\.webm"):
        films.find_ffmpeg("mp4")


def test_mistakes_are_told_at_once(run: Any, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        run.film(tmp_path / "a.avi", fps=0, size=(101, 80), speed=-1, theme="blue", encoder="x")
    assert len(caught.value.problems) == 6
    with pytest.raises(ModelError, match=r"0 to 0\.5 s"):
        run.film(tmp_path / "a.mp4", times=[0.0, 3.0])
    with pytest.raises(ModelError, match="at most 20000"):
        run.film(tmp_path / "a.mp4", speed=1e-5)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        ("below", "none of iso"),
        (3.0, "must be one of"),
        ({"folow": "bob"}, "follow"),
        ({"follow": "bobb"}, "bob"),
        ({"orbit": "3 kg"}, "rad"),
        ({"zoom": 0}, "between"),
        ({"keys": [{"t": 1}, {"t": 0}]}, "increasing"),
        ({"keys": [{"view": "front"}]}, "with t"),
        ({"keys": [{"t": 0, "eye": (0, 0, 1)}]}, "three numbers"),
        ({"keys": [{"t": 0, "eye": (0, 0, 1), "target": (0, 0, 1)}]}, "looks from where"),
    ],
)
def test_mistakes_of_camera_paths(run: Any, camera: Any, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        camera_path(run.system.model, camera)


@pytest.mark.slow
def test_film_by_the_button(browser: Any, tmp_path: Path) -> None:
    """The page offers what the browser encodes, and the file bears the name of the model."""
    from sarrus.viewer import page_of, scene_of

    drive = four_bar(name="my <four> bar")
    with opened(browser, written(tmp_path, "page", page_of(scene_of(drive)))) as tab:
        page = tab.page
        before = tab.state()
        page.locator("button", has_text="Film").first.click()
        tab.until("document.querySelectorAll('.filming option[value=gif]').length === 1")
        page.locator(".filming select").nth(0).select_option("webm")
        page.locator(".filming select").nth(1).select_option("640x360")
        page.locator(".filming select").nth(2).select_option("10")
        with page.expect_download() as waiting:
            page.locator(".filming .go").click()
        assert waiting.value.suggested_filename == "my_four_bar.webm"
        path = tmp_path / "film.webm"
        waiting.value.save_as(path)
        pictures, rate = decoded(path)
        assert pictures.shape == (11, 360, 640, 3) and rate == pytest.approx(10.0)
        page.keyboard.press("Escape")
        after = tab.state()
        assert after["time"] == before["time"] and after["camera"] == before["camera"]


def test_picture_bears_the_name_of_the_model(browser: Any, tmp_path: Path) -> None:
    from sarrus.viewer import page_of, scene_of

    page_text = page_of(scene_of(pendulum(until=0.1)))
    with opened(browser, written(tmp_path, "page", page_text)) as tab:
        with tab.page.expect_download() as waiting:
            tab.page.locator("button", has_text="Picture").first.click()
        assert waiting.value.suggested_filename == "pendulum-0.0000s.png"
