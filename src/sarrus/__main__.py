"""`python -m sarrus`: the command line."""

from sarrus.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
