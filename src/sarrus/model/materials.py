"""Densities and moduli of common materials, by name: `density="steel"`."""

from __future__ import annotations

DENSITIES: dict[str, float] = {
    "steel": 7850.0,
    "stainless steel": 7900.0,
    "cast iron": 7200.0,
    "aluminium": 2700.0,
    "magnesium": 1740.0,
    "titanium": 4430.0,
    "copper": 8960.0,
    "brass": 8500.0,
    "bronze": 8800.0,
    "lead": 11340.0,
    "nylon": 1140.0,
    "acetal": 1410.0,
    "abs": 1050.0,
    "pla": 1240.0,
    "acrylic": 1190.0,
    "rubber": 1200.0,
    "carbon fibre": 1600.0,
    "oak": 700.0,
    "pine": 500.0,
    "plywood": 600.0,
    "concrete": 2400.0,
    "glass": 2500.0,
    "water": 1000.0,
}
"""In kg/m^3: round values of handbooks for common grades (aluminium and titanium of usual alloys,
wood dry along its grain); an alloy that matters is given by its number."""

ELASTIC: dict[str, tuple[float, float]] = {
    "steel": (210e9, 0.30),
    "stainless steel": (200e9, 0.30),
    "cast iron": (110e9, 0.26),
    "aluminium": (70e9, 0.33),
    "magnesium": (45e9, 0.29),
    "titanium": (114e9, 0.34),
    "copper": (120e9, 0.34),
    "brass": (105e9, 0.35),
    "bronze": (110e9, 0.34),
    "nylon": (2.8e9, 0.39),
    "acetal": (3.0e9, 0.35),
    "abs": (2.2e9, 0.37),
    "pla": (3.3e9, 0.36),
    "acrylic": (3.1e9, 0.37),
    "glass": (70e9, 0.22),
}
"""Modulus of elasticity [Pa] and Poisson's ratio of materials that are alike in all directions:
round values of handbooks, as the densities."""

OTHER_NAMES = {
    "aluminum": "aluminium",
    "iron": "cast iron",
    "stainless": "stainless steel",
    "pom": "acetal",
    "delrin": "acetal",
    "pmma": "acrylic",
    "polyamide": "nylon",
    "carbon fiber": "carbon fibre",
    "cfrp": "carbon fibre",
    "wood": "pine",
}
"""Words for the same."""


def material_density(name: str) -> float | None:
    """Return the density of a material [kg/m^3]; None where the name is none of the table."""
    return DENSITIES.get(_key(name))


def material_elasticity(name: str) -> tuple[float, float] | None:
    """Return modulus of elasticity [Pa] and Poisson's ratio; None where they are not known."""
    return ELASTIC.get(_key(name))


def _key(name: str) -> str:
    key = " ".join(name.replace("_", " ").replace("-", " ").lower().split())
    return OTHER_NAMES.get(key, key)
