"""`python -m sarrus.cli`, for machines where the script is not on the path."""

from sarrus.cli import main

if __name__ == "__main__":
    main()
