"""The couplers of the builder: linear relations between joint coordinates, and gears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.model.building.drafts import CouplerDraft
from sarrus.model.building.entry import Source


class CouplerMethods:
    """Methods of `Mechanism` that add couplers.

    A coordinate is named "joint.coordinate", such as "A.angle", or by the joint alone where it
    has one coordinate. Couplers hold no body; they connect nothing in the graph.
    """

    couplers: list[CouplerDraft]

    def couple(
        self,
        name: str,
        terms: Mapping[str, Any],
        *,
        offset: Any = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add sum factor_k q_k = offset; terms: {coordinate: factor}.

        The row has the unit of the first coordinate, [rad] or [m]; so has the offset, and a
        factor has that unit per unit of its coordinate. Rack and pinion of radius 20 mm:
        {"rack.displacement": 1, "pinion.angle": "-20 mm/rad"}.
        """
        self.couplers.append(CouplerDraft("couple", name, {"terms": terms}, offset, source or {}))

    def gear(
        self,
        name: str,
        driver: str,
        driven: str,
        ratio: Any,
        *,
        offset: Any = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add q_driven = ratio q_driver + offset, of two coordinates.

        ratio: negative for two external gears, which turn against each other; offset [rad or
        m], in the unit of the driven coordinate.
        """
        options = {"driver": driver, "driven": driven, "ratio": ratio}
        self.couplers.append(CouplerDraft("gear", name, options, offset, source or {}))
