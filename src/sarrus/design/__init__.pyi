"""Public names, listed here only; `public_names.py` imports each when it is first used."""
