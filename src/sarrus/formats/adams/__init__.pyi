"""Datasets of Adams (`.adm`), the language of Adams Solver: reading."""

from sarrus.formats.adams.loading import load_adams as load_adams
