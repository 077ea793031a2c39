"""All solutions of polynomial systems, by continuation in complex numbers; knows no mechanics.

`polynomials.py` holds the systems, `start_systems.py` systems with known solutions that bound the
count, `tracking.py` leads all paths at once, `endgame.py` finds where those end that end in
singular points or at infinity, `certification.py` proves what was found, `solutions.py` is what
users of the package call; `families.py` leads solutions through systems with parameters. Theory:
docs/theory/assemblies.md.
"""
