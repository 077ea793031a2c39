"""How Sphinx builds these pages: `make docs`, without network."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "extensions"), str(HERE.parent / "src")]

import sarrus  # noqa: E402

project = "Sarrus"
author = "The Sarrus developers"
version = release = sarrus.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "mathml",
    "plain_docstrings",
    "own_members",
    "paper_pictures",
    "gallery_cards",
    "lesson_pages",
]
exclude_patterns = ["_build", "papers/out"]
source_suffix = {".md": "myst-nb"}
# Signatures have short names of types, of which two packages may have one each (`Sweep`).
suppress_warnings = ["config.cache", "ref.python"]

# Every reference inside the pages must lead somewhere; names in signatures need not.
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]
myst_heading_anchors = 4

# Mathematics between dollars; a dollar behind a digit or a space is money or a prompt.
myst_enable_extensions = ["dollarmath", "attrs_block"]
myst_dmath_allow_space = False
html_math_renderer = "mathml"

# Cells of tutorials and papers run once for each version of their text; a failing one is an error.
nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE / "_build" / "cells")
nb_execution_in_temp = True  # what cells write is not left beside the pages
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_execution_timeout = 600
nb_merge_streams = True
logging.getLogger("traitlets").setLevel(logging.WARNING)  # not a line for every page that runs
os.environ["PYTHONPATH"] = os.pathsep.join(
    [
        *(str(HERE.parent / name) for name in ("src", "docs/papers", "benchmarks", "tests")),
        os.environ.get("PYTHONPATH", ""),
    ]
)

# A figure on the last line of a cell is shown, and kernels are quiet.
PROFILE = HERE / "_build" / "ipython" / "profile_default"
PROFILE.mkdir(parents=True, exist_ok=True)
(PROFILE / "ipython_kernel_config.py").write_text(
    'c.InteractiveShellApp.matplotlib = "inline"\nc.IPKernelApp.log_level = 40\n', encoding="utf-8"
)
os.environ["IPYTHONDIR"] = str(PROFILE.parent)

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Sarrus {version}"
html_static_path = ["_static", "pictures/gallery"]
html_css_files = ["pages.css"]
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
