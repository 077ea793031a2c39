"""Files that an SDF file names: models that it includes, and meshes."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import field

from sarrus.errors import ModelError
from sarrus.file_access import read_bytes
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.sdf.values import VALUE, SdfReading
from sarrus.formats.source_text import SourceText
from sarrus.formats.xml.source import TEXT
from sarrus.formats.xml.tree import Element, parse_xml
from sarrus.late_dataclass import dataclass

MOST_FILES = 200
LONGEST = 4_000_000
"""Characters of a text: vertices and tables of plugins may stand in one."""

_MODEL = re.compile(r"(?:model|package)://([^/]+)(?:/|$)")


@dataclass
class FileFinder:
    """Finds files, never outside the folders that the user allows.

    packages: folder by name; folders: that hold folders of models by their names; home: that of
    the file that is being read.
    """

    reading: SdfReading
    packages: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[str, ...] = ()
    home: str = ""
    count: int = 0
    parsed: dict[str, Element] = field(default_factory=dict)

    def paths(self, element: Element, uri: str) -> MeshPaths:
        """Return where the files that an element names may be: beside its own file, too."""
        file = element.source.file
        own = self.home if file == TEXT else os.path.dirname(os.path.abspath(file))
        packages = {**{f"folder {i}": path for i, path in enumerate(self.folders)}, **self.packages}
        if self.home:
            packages["folder of the file"] = self.home
        match = _MODEL.match(uri)
        if match and match[1] not in packages:
            name = match[1]
            if own and os.path.basename(own) == name:
                packages[name] = own
            for folder in (*self.folders, self.home):
                if folder and name not in packages and os.path.isdir(os.path.join(folder, name)):
                    packages[name] = os.path.join(folder, name)
        return MeshPaths(packages, own)

    def mesh(self, uri: Element, written: str) -> tuple[str | None, str]:
        """Return the path of a mesh, or the name of the model whose folder is not known."""
        try:
            found = self.paths(uri, written).path_of(written)
        except MeshRefusedError as refusal:
            action = "name its folder with packages={...}, or load with meshes=False"
            self.reading.report(
                uri, "F08", f"{refusal}; it is not used", attribute=VALUE,
                value=f"'{written[:200]}'", action=action, severity="warning",
            )  # fmt: skip
            return None, ""
        if found is None:
            match = _MODEL.match(written)
            return None, match[1] if match else written
        if not os.path.isfile(found):
            rule = f"is not a file here (looked for '{found}')"
            self.reading.report(
                uri, "M23", rule, attribute=VALUE, value=f"'{written[:200]}'", severity="warning"
            )
        return found, ""

    def root_of_include(self, uri: Element, written: str) -> Element | None:
        """Return the outermost element of a file that is included; None after a problem."""
        value = f"'{written[:200]}'"
        try:
            path = self.paths(uri, written).path_of(written)
        except MeshRefusedError as refusal:
            action = "copy the model beside the file, and name its folder: folders=[...]"
            self.reading.report(
                uri, "F08", str(refusal), attribute=VALUE, value=value, action=action
            )
            return None
        if path is not None and os.path.isdir(path):
            path = self._model_file(path)
        if path is None or not os.path.isfile(path):
            rule = "is not a model here" + (f" (looked for '{path}')" if path else "")
            action = "name the folder that holds the model's folder: folders=[...]"
            self.reading.report(uri, "M23", rule, attribute=VALUE, value=value, action=action)
            return None
        self.count += 1
        if self.count > MOST_FILES:
            rule = f"is one more than the {MOST_FILES} files that are included at most"
            self.reading.report(uri, "F02", rule, attribute=VALUE, value=value)
            raise ModelError(self.reading.problems)
        if path not in self.parsed:
            try:
                self.parsed[path] = parse_xml(SourceText.of_bytes(read_bytes(path), path), LONGEST)
            except ModelError as error:
                self.reading.problems += error.problems
                return None
        return self.parsed[path]

    def root_before_include(self, uri: Element) -> Element | None:
        """Return what a file holds that will be included, without a word about problems."""
        problems, count = len(self.reading.problems), self.count
        root = self.root_of_include(uri, uri.text.strip())
        del self.reading.problems[problems:]
        self.count = count
        return root

    def _model_file(self, folder: str) -> str:
        """Return the file of a folder: the newest that model.config names, else model.sdf."""
        usual = os.path.join(folder, "model.sdf")
        config = os.path.join(folder, "model.config")
        if not os.path.isfile(config):
            return usual
        try:
            root = parse_xml(SourceText.of_bytes(read_bytes(config), config))
        except ModelError as error:
            self.reading.problems += error.problems
            return usual
        listed = [
            (version_of(element.attributes.get("version", "")) or (0, 0), element.text.strip())
            for element in root.all("sdf")
            if element.text.strip()
        ]
        if not listed:
            return usual
        root_path = os.path.realpath(folder)
        found = os.path.realpath(os.path.join(folder, max(listed)[1]))
        inside = os.path.commonpath([found, root_path]) == root_path
        return found if inside else usual


def version_of(text: str) -> tuple[int, int] | None:
    """Return the numbers of a version such as "1.6"; None if it is none."""
    match = re.fullmatch(r"\s*(\d{1,4})\.(\d{1,4})(?:\.\d+)?\s*", text)
    return (int(match[1]), int(match[2])) if match else None
