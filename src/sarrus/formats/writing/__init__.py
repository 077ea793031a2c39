"""Writers: a model as readable YAML, neutral JSON, a robot file or a Denavit-Hartenberg table."""

from sarrus.formats.writing.dh_table import DhTable, dh_table
from sarrus.formats.writing.mechanism_of import mechanism_of
from sarrus.formats.writing.neutral_writing import neutral_record
from sarrus.formats.writing.saving import convert, save
from sarrus.formats.writing.yaml_text import yaml_text

__all__ = [
    "DhTable",
    "convert",
    "dh_table",
    "mechanism_of",
    "neutral_record",
    "save",
    "yaml_text",
]
