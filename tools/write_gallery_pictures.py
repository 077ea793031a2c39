"""Draw the pictures of the gallery's cards and the moving picture of the first page.

    python tools/write_gallery_pictures.py               # all that are missing
    python tools/write_gallery_pictures.py four_bar ...  # these again
    python tools/write_gallery_pictures.py --moving      # the moving picture again

Needs chromium and playwright: the pages of the viewer are drawn without a window. What is written
is committed, so that `make docs` needs no browser.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from sarrus.gallery import EXAMPLES
from sarrus.study import Study
from sarrus.viewer import write_still

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CARDS = PICTURES / "gallery"
MOVING = PICTURES / "moving.webp"
SIZE = (720, 480)
CARD = (360, 240)
PLANAR = {
    "pendulum", "double_pendulum", "four_bar", "slider_crank", "quick_return", "quick_return_b",
    "andrews_squeezer", "peaucellier", "jansen_leg", "planar_3rrr", "flexible_slider_crank",
    "whip", "leaf_spring", "elastic_arm", "scotch_yoke", "geneva", "loose_slider_crank",
    "cam_follower", "stick_slip_brake", "gripper", "latch",
}  # fmt: skip
"""Mechanisms that are seen best from the front."""
LEVEL = {"compliant_gripper"}
"""Those in the plane of x and y, which are seen best from above."""
MOMENT = {"bricard": 0.3, "pendulum": 0.45, "sarrus_linkage": 0.1}
"""Part of the run at which a picture is taken, where it is not the middle."""
CROP = {"bicycle": (0.25, 0.33, 0.22), "rolling_coin": (0.52, 0.4, 0.35)}
"""Middle and width, as parts of the picture, where the ground is much larger than what moves."""
UNDECIDED = {"link_track_vehicle"}
"""Whose single pins shake beyond what a second run confirms; the picture says nothing of it."""
SUBJECT, FRAMES, PERIOD = "jansen_leg", 48, 60
"""What moves on the first page, in how many pictures, of how many milliseconds each."""


def example_run(name: str, **changes: object) -> object:
    """Return the run of an example of the gallery."""
    example = EXAMPLES[name]
    sections = example.study_sections()
    sections["run"] |= changes
    return Study.of(example.model(), sections, name).run()


def stills(
    times: Sequence[float], run: object, camera: str, size: tuple[int, int] = SIZE
) -> list[Image.Image]:
    """Return pictures of a run at some times."""
    with TemporaryDirectory() as folder:
        paths = write_still(run, Path(folder) / "still.png", times, size=size, camera=camera)
        return [Image.open(path).convert("RGB") for path in paths]


def write_card(name: str) -> Path:
    """Write the picture of a card."""
    example = EXAMPLES[name]
    run = example_run(name, **({"certify": False} if name in UNDECIDED else {}))
    moment = MOMENT.get(name, 0.5) * example.until
    x, y, part = CROP.get(name, (0.5, 0.5, 1.0))
    width, height = round(SIZE[0] / part), round(SIZE[1] / part)
    camera = "top" if name in LEVEL else "front" if name in PLANAR else "iso"
    (picture,) = stills([moment], run, camera, (width, height))
    left, top = round(x * width - SIZE[0] / 2), round(y * height - SIZE[1] / 2)
    picture = picture.crop((left, top, left + SIZE[0], top + SIZE[1]))
    path = CARDS / f"{name}.webp"
    picture.resize(CARD, Image.Resampling.LANCZOS).save(path, quality=82, method=6)
    return path


def write_moving() -> Path:
    """Write one period of a mechanism as a moving picture that repeats."""
    example = EXAMPLES[SUBJECT]
    run = example_run(SUBJECT)
    times = [example.until * k / FRAMES for k in range(FRAMES)]
    first, *rest = [p.resize((540, 360), Image.Resampling.LANCZOS)
                    for p in stills(times, run, "iso")]  # fmt: skip
    first.save(MOVING, save_all=True, append_images=rest, duration=PERIOD, loop=0, quality=70,
               method=6)  # fmt: skip
    return MOVING


def main(words: Sequence[str]) -> None:
    """Write what the words name, or all that is missing."""
    CARDS.mkdir(parents=True, exist_ok=True)
    missing = [name for name in EXAMPLES if not (CARDS / f"{name}.webp").exists()]
    names = [word for word in words if word != "--moving"] or ([] if words else missing)
    for name in names:
        path = write_card(name)
        print(f"{path.name}: {path.stat().st_size} bytes", flush=True)
    if "--moving" in words or not MOVING.exists():
        path = write_moving()
        print(f"{path.name}: {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
