"""`python -P -m sarrus.cli`, for machines where the script is not on the path.

Without -P, Python looks for modules in the current folder first, and executes what it finds there.
"""

from sarrus.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
