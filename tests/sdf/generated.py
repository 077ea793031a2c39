"""Random SDF files: file i is a function of its number alone."""

from __future__ import annotations

import random

KINDS = ("revolute", "continuous", "prismatic", "universal", "screw", "fixed")


def generated(i: int, ball: bool = False) -> str:
    """Return a tree of links with poses in all frames, nested models and joints of all types."""
    rng = random.Random(f"sdf {i}")
    writer = _Writer(rng, ball)
    count = rng.randint(2, 7)
    nested = rng.random() < 0.6
    own, inner = writer.model("", count), ""
    if nested:
        writer.enter("inner")
        content = writer.model("inner::", rng.randint(1, 3))
        placement = rng.choice(("", ' placement_frame="f0"'))
        inner = f'<model name="inner"{placement}>{writer.pose("__model__", outer=True)}{content}'
        first = writer.links["inner::"][0]
        inner += "</model>" + writer.joint("bridge", writer.links[""][-1], f"inner::{first}", "")
    text = f'<sdf version="1.11"><world name="w"><gravity>{writer.numbers(3)}</gravity>'
    text += f'<model name="m">{writer.pose("")}{own}{inner}</model></world></sdf>'
    return text


class _Writer:
    def __init__(self, rng: random.Random, ball: bool) -> None:
        self.rng = rng
        self.kinds = (*KINDS, "ball") if ball else KINDS
        self.links: dict[str, list[str]] = {"": []}
        self.frames: dict[str, list[str]] = {"": []}

    def enter(self, name: str) -> None:
        self.links[f"{name}::"], self.frames[f"{name}::"] = [], []

    def numbers(self, count: int, size: float = 1.0) -> str:
        return " ".join(f"{self.rng.uniform(-size, size):.6g}" for _ in range(count))

    def pose(self, relative_to: str, outer: bool = False) -> str:
        place = self.numbers(3, 0.5)
        base = f' relative_to="{relative_to}"' if relative_to and not outer else ""
        if outer:
            base = f' relative_to="{self.links[""][0]}"'
        way = self.rng.randrange(3)
        if way == 0:
            return f'<pose{base} degrees="true">{place} {self.numbers(3, 170)}</pose>'
        if way == 1:
            q = [self.rng.gauss(0, 1) for _ in range(4)]
            size = sum(x * x for x in q) ** 0.5
            four = " ".join(repr(x / size) for x in q)
            return f'<pose{base} rotation_format="quat_xyzw">{place} {four}</pose>'
        return f"<pose{base}>{place} {self.numbers(3, 3)}</pose>"

    def inertial(self) -> str:
        a, b, c = (self.rng.uniform(0.5, 1.0) for _ in range(3))
        d = [self.rng.uniform(-0.02, 0.02) for _ in range(3)]
        return (
            f"<inertial>{self.pose('')}<mass>{self.rng.uniform(0.5, 4):.5g}</mass><inertia>"
            f"<ixx>{0.1 * (b + c)}</ixx><iyy>{0.1 * (a + c)}</iyy><izz>{0.1 * (a + b)}</izz>"
            f"<ixy>{0.1 * d[0]}</ixy><ixz>{0.1 * d[1]}</ixz><iyz>{0.1 * d[2]}</iyz>"
            "</inertia></inertial>"
        )

    def model(self, home: str, count: int) -> str:
        """Return links, frames and joints of one model."""
        text = ""
        for k in range(count):
            name = f"l{k}"
            known = [*self.links[home], *self.frames[home], "__model__"]
            text += (
                f'<link name="{name}">{self.pose(self.rng.choice(known))}{self.inertial()}</link>'
            )
            if home == "" and k == 0:
                text += self.joint("root", "world", name, home)
            elif k:
                text += self.joint(f"j{k}", self.rng.choice(self.links[home]), name, home)
                known.append(f"j{k}")
            self.links[home].append(name)
            base = self.rng.choice([*known, name])
            frame = f"f{k}"
            carrier = self.rng.choice([*self.links[home], *self.frames[home]])
            text += f'<frame name="{frame}" attached_to="{carrier}">{self.pose(base)}</frame>'
            self.frames[home].append(frame)
        return text

    def joint(self, name: str, parent: str, child: str, home: str) -> str:
        kind = self.rng.choice(self.kinds)
        text = f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child>'
        if self.rng.random() < 0.7:
            text += self.pose(self.rng.choice(["", "__model__"]))
        if kind == "screw":
            text += f"<screw_thread_pitch>{self.rng.uniform(0.1, 0.5):.4g}</screw_thread_pitch>"
        where = self.rng.choice(["", ' expressed_in="__model__"', f' expressed_in="{child}"'])
        if kind not in ("fixed", "ball", "universal"):
            text += f"<axis><xyz{where}>{self.numbers(3)}</xyz></axis>"
        if kind == "universal":
            text += f"<axis><xyz{where}>0 0.6 0.8</xyz></axis>"
            text += f"<axis2><xyz{where}>0 0.8 -0.6</xyz></axis2>"
        return text + "</joint>"
