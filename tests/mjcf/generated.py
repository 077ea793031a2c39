"""Random model files of MuJoCo: file i is a function of its number alone."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

SEQUENCES = ("xyz", "zyx", "XYZ", "zXy", "YzX")


def generated(i: int) -> str:
    """Return the text of model i."""
    return _Generator(random.Random(f"model {i}")).text()


class _Generator:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0
        self.scalars: list[str] = []
        self.sites: list[str] = []
        self.degrees = rng.random() < 0.6
        self.sequence = rng.choice(SEQUENCES)

    def text(self) -> str:
        rng = self.rng
        root = ET.Element("mujoco", model="generated")
        compiler = ET.SubElement(root, "compiler", eulerseq=self.sequence)
        if not self.degrees:
            compiler.set("angle", "radian")
        if rng.random() < 0.15:
            compiler.set("inertiafromgeom", "true")
        if rng.random() < 0.1:
            compiler.set("boundmass", "0.5")
            compiler.set("boundinertia", "0.02")
        if rng.random() < 0.1:
            compiler.set("settotalmass", "12.5")
        ET.SubElement(root, "option", gravity=self.numbers(3, 9.81))
        self.defaults(root)
        world = ET.SubElement(root, "worldbody")
        ET.SubElement(world, "geom", type="plane", size="1 1 1")
        for _ in range(rng.choice((1, 1, 2))):
            self.body(world, 0)
        if rng.random() < 0.3:
            self.replicas(world)
        self.tendons(root)
        self.drives(root)
        return ET.tostring(root, encoding="unicode")

    def number(self, size: float = 1.0) -> str:
        return repr(round(self.rng.uniform(-size, size), 4))

    def positive(self, low: float, high: float) -> str:
        return repr(round(self.rng.uniform(low, high), 4))

    def numbers(self, n: int, size: float = 1.0) -> str:
        return " ".join(self.number(size) for _ in range(n))

    def angle(self, size: float = 1.5) -> str:
        return self.number(size * (57.0 if self.degrees else 1.0))

    def defaults(self, root: ET.Element) -> None:
        main = ET.SubElement(root, "default")
        ET.SubElement(main, "joint", damping=self.positive(0.0, 0.3))
        ET.SubElement(main, "geom", density=self.positive(300.0, 1500.0))
        heavy = ET.SubElement(main, "default", {"class": "heavy"})
        ET.SubElement(heavy, "geom", density="2500")
        ET.SubElement(heavy, "joint", armature="0.05", axis="0 1 0")
        soft = ET.SubElement(heavy, "default", {"class": "soft"})
        ET.SubElement(soft, "joint", stiffness="3.5", damping="0.2")
        ET.SubElement(soft, "position", kp="12", ctrlrange="-0.4 0.7")

    def pose(self, element: ET.Element, position: bool = True) -> None:
        rng = self.rng
        if position:
            element.set("pos", self.numbers(3, 0.4))
        kind = rng.choice(("", "quat", "axisangle", "euler", "xyaxes", "zaxis"))
        if kind == "quat":
            element.set("quat", self.numbers(4))
        elif kind == "axisangle":
            element.set("axisangle", f"{self.numbers(3)} {self.angle()}")
        elif kind == "euler":
            element.set("euler", " ".join(self.angle() for _ in range(3)))
        elif kind == "xyaxes":
            element.set("xyaxes", self.numbers(6))
        elif kind == "zaxis":
            element.set("zaxis", self.numbers(3))

    def body(self, parent: ET.Element, level: int) -> None:
        rng = self.rng
        self.count += 1
        own = self.count
        if rng.random() < 0.15:
            parent = ET.SubElement(parent, "frame")
            self.pose(parent)
        body = ET.SubElement(parent, "body", name=f"b{own}")
        self.pose(body)
        if rng.random() < 0.3:
            body.set("childclass", rng.choice(("heavy", "soft")))
        if rng.random() < 0.15:
            body.set("gravcomp", "0.75")
        self.joints(body, own, level)
        for k in range(rng.choice((1, 1, 2))):
            self.geom(body, f"g{own}_{k}")
        if rng.random() < 0.35:
            self.inertial(body)
        if rng.random() < 0.6:
            site = ET.SubElement(body, "site", name=f"s{own}")
            self.pose(site)
            self.sites.append(f"s{own}")
        if level < 4 and self.count < 9:
            for _ in range(rng.choice((0, 1, 1, 2))):
                self.body(body, level + 1)

    def joints(self, body: ET.Element, own: int, level: int) -> None:
        rng = self.rng
        draw = rng.random()
        if level == 0 and draw < 0.3:
            ET.SubElement(body, "freejoint", name=f"j{own}")
        elif draw < 0.1:
            return
        elif draw < 0.2:
            ball = ET.SubElement(
                body, "joint", type="ball", name=f"j{own}", pos=self.numbers(3, 0.2)
            )
            ball.set("armature", "0")
            ball.set("stiffness", "0")
        else:
            for k in range(rng.choice((1, 1, 1, 2, 3))):
                joint = ET.SubElement(body, "joint", name=f"j{own}_{k}")
                slides = rng.random() < 0.3
                if slides:
                    joint.set("type", "slide")
                self.scalars.append(joint.get("name", ""))
                if rng.random() < 0.8:
                    joint.set("axis", self.numbers(3))
                joint.set("pos", self.numbers(3, 0.2))
                angle = self.number(0.4) if slides else self.angle(0.4)
                if rng.random() < 0.3:
                    joint.set("ref", angle)
                if rng.random() < 0.3:
                    joint.set("stiffness", self.positive(0.1, 20.0))
                    joint.set("springref", angle)
                if rng.random() < 0.3:
                    joint.set("armature", self.positive(0.001, 0.3))
                if rng.random() < 0.4:
                    low = -abs(float(self.number(0.5) if slides else self.angle(0.5))) - 0.01
                    joint.set("range", f"{low} {-2.0 * low}")
                if rng.random() < 0.1:
                    joint.set("springdamper", "0.2 0.7")

    def geom(self, body: ET.Element, name: str) -> None:
        rng = self.rng
        kind = rng.choice(("sphere", "capsule", "ellipsoid", "cylinder", "box"))
        geom = ET.SubElement(body, "geom", name=name, type=kind)
        count = {"sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3)
        geom.set("size", " ".join(self.positive(0.03, 0.2) for _ in range(count)))
        if kind != "sphere" and rng.random() < 0.4:
            geom.set("fromto", self.numbers(6, 0.5))
        else:
            self.pose(geom)
        if rng.random() < 0.3:
            geom.set("mass", self.positive(0.1, 3.0))
        if rng.random() < 0.2:
            geom.set("class", "heavy")

    def inertial(self, body: ET.Element) -> None:
        rng = self.rng
        inertial = ET.SubElement(body, "inertial", mass=self.positive(0.2, 4.0))
        if rng.random() < 0.5:
            inertial.set("pos", self.numbers(3, 0.2))
            inertial.set("fullinertia", f"0.11 0.13 0.12 {self.numbers(3, 0.01)}")
        else:
            self.pose(inertial)
            inertial.set("diaginertia", "0.02 0.03 0.035")

    def replicas(self, world: ET.Element) -> None:
        ring = ET.SubElement(world, "replicate", count="3", sep="-", offset=self.numbers(3, 0.5))
        ring.set("euler", " ".join(self.angle() for _ in range(3)))
        spoke = ET.SubElement(ring, "body", name="spoke", pos=self.numbers(3))
        ET.SubElement(spoke, "joint", name="spoke_joint", axis=self.numbers(3))
        ET.SubElement(spoke, "geom", type="box", size="0.1 0.05 0.2", pos=self.numbers(3, 0.1))

    def tendons(self, root: ET.Element) -> None:
        rng = self.rng
        tendon = ET.SubElement(root, "tendon")
        if len(self.scalars) > 1 and rng.random() < 0.5:
            fixed = ET.SubElement(
                tendon, "fixed", name="sum", stiffness="4", damping="0.3", springlength="0.2 0.4"
            )
            for name in rng.sample(self.scalars, 2):
                ET.SubElement(fixed, "joint", joint=name, coef=self.number(2.0))
        for n, name in ((2, "line"), (3, "path")):
            if len(self.sites) >= n and rng.random() < 0.5:
                spatial = ET.SubElement(tendon, "spatial", name=name, stiffness="30", damping="0.5")
                if rng.random() < 0.5:
                    spatial.set("springlength", rng.choice(("0.3", "0 0.3", "0.1 0.3")))
                for site in rng.sample(self.sites, n):
                    ET.SubElement(spatial, "site", site=site)

    def drives(self, root: ET.Element) -> None:
        rng = self.rng
        section = ET.SubElement(root, "actuator")
        for name in self.scalars:
            kind = rng.choice(
                ("", "motor", "position", "velocity", "general", "intvelocity", "damper")
            )
            if not kind:
                continue
            drive = ET.SubElement(section, kind, name=f"drive_{name}", joint=name)
            drive.set("gear", self.positive(0.5, 3.0))
            if kind == "position":
                if rng.random() < 0.4:
                    drive.set("class", "soft")
                else:
                    drive.set("kp", self.positive(1.0, 20.0))
                if rng.random() < 0.3:
                    drive.set("dampratio", "0.8")
                if rng.random() < 0.4:
                    drive.set("forcerange", "-2 1.5")
            elif kind in ("velocity", "damper"):
                drive.set("kv", self.positive(0.1, 2.0))
                drive.set("ctrlrange", "0.2 0.5")
            elif kind == "general":
                drive.set("gaintype", rng.choice(("fixed", "affine")))
                drive.set("gainprm", self.numbers(3))
                drive.set("biastype", rng.choice(("none", "affine")))
                drive.set(
                    "biasprm", f"{self.number()} -{self.positive(0, 3)} -{self.positive(0, 1)}"
                )
                drive.set("ctrlrange", "0.1 0.3")
            elif kind == "intvelocity":
                drive.set("kp", "3")
                drive.set("actrange", "-1 1")
