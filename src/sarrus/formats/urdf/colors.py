"""Colors of materials, for drawing only: what cannot be read is a warning, never an error."""

from __future__ import annotations

from dataclasses import field

from sarrus.formats.xml.reading import Reading
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass


@dataclass
class Colors:
    """Colors such as "#4477aa" by the name of their material."""

    reading: Reading
    by_name: dict[str, str] = field(default_factory=dict)

    def learn(self, robot: Element) -> None:
        """Remember the materials of the whole robot."""
        for material in robot.all("material"):
            color = self._own(material)
            if color:
                self.by_name[material.attributes.get("name", "")] = color

    def of(self, visual: Element) -> str:
        """Return the color of a shape, or "" for none."""
        material = self.reading.single(visual, "material")
        if material is None:
            return ""
        color = self._own(material)
        name = material.attributes.get("name", "")
        if color and name:
            self.by_name.setdefault(name, color)
        return color or self.by_name.get(name, "")

    def _own(self, material: Element) -> str:
        self.reading.only(material, ("color",), ("name",), ("texture",))
        element = self.reading.single(material, "color")
        if element is None:
            return ""
        self.reading.only(element, attributes=("rgba",))
        return self.reading.color(element, "rgba")
