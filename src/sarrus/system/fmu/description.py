"""The model description of an FMU, modelDescription.xml, of FMI 2.0 and 3.0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from sarrus.formats.fmi.names import NONE
from sarrus.late_dataclass import dataclass
from sarrus.system.fmu.sources import MAIN, OPTIONS
from sarrus.system.fmu.units import base_unit
from sarrus.system.fmu.variables import Variable, Variables

LANGUAGE = OPTIONS[0].removeprefix("-std=").upper()
CATEGORIES = {
    "logStatusError": "Errors",
    "logAll": "All messages",
}


@dataclass(frozen=True)
class Description:
    """What a model description says.

    identifier: of the files of the code; token: GUID of FMI 2, instantiation token of FMI 3;
    method, step: of Co-Simulation [s]; stop: end of the default experiment [s].
    """

    name: str
    identifier: str
    token: str
    text: str
    generator: str
    variables: Variables
    step: float
    stop: float

    def xml(self, version: str) -> str:
        """Return the file for a version of FMI."""
        return self._fmi2() if version.startswith("2") else self._fmi3()

    # --- FMI 2.0 --------------------------------------------------------------------------------

    def _fmi2(self) -> str:
        common = {
            "modelIdentifier": self.identifier,
            "canNotUseMemoryManagementFunctions": True,
            "canGetAndSetFMUstate": True,
            "canSerializeFMUstate": True,
            "providesDirectionalDerivative": True,
        }
        stepping = {"canHandleVariableCommunicationStepSize": True}
        sources = [_tag("SourceFiles", {}, [_tag("File", {"name": MAIN})])]
        order = {v.reference: k + 1 for k, v in enumerate(self.variables.every)}
        return _document(
            "fmiModelDescription",
            {
                "fmiVersion": "2.0",
                "modelName": self.name,
                "guid": self.token,
                "description": self.text,
                "generationTool": self.generator,
                "variableNamingConvention": "flat",
                "numberOfEventIndicators": len(self.variables.indicators),
            },
            [
                _tag("ModelExchange", common, sources),
                _tag("CoSimulation", {**common, **stepping}, sources),
                *self._units(),
                self._categories(),
                self._experiment(),
                _tag("ModelVariables", {}, [self._scalar(v, order) for v in self._listed]),
                self._structure2(order),
            ],
        )

    @property
    def _listed(self) -> Sequence[Variable]:
        return self.variables.every

    def _scalar(self, v: Variable, order: Mapping[int, int]) -> str:
        attributes = {
            "name": v.name,
            "valueReference": v.reference,
            "description": v.text or None,
            "causality": v.causality,
            "variability": v.variability,
            "initial": v.initial,
        }
        real = {
            "unit": None if v.unit in NONE else v.unit,
            "nominal": v.nominal,
            "start": v.start,
            "derivative": None if v.of is None else order[v.of],
        }
        return _tag("ScalarVariable", attributes, [_tag("Real", real)])

    def _structure2(self, order: Mapping[int, int]) -> str:
        known = self.variables
        by = {v.reference: v for v in known.every}

        def unknown(v: Variable) -> str:
            depends = None if v.depends is None else " ".join(str(order[r]) for r in v.depends)
            return _tag("Unknown", {"index": order[v.reference], "dependencies": depends})

        parts = {
            "Outputs": known.outputs,
            "Derivatives": [by[r] for r in known.rates],
            "InitialUnknowns": sorted(known.initial_unknowns(), key=lambda v: order[v.reference]),
        }
        listed = [
            # what starts with a state follows from all that assembly follows from
            _tag(name, {}, [
                _tag("Unknown", {"index": order[v.reference]}) if name == "InitialUnknowns"
                else unknown(v)
                for v in some
            ])
            for name, some in parts.items()
            if some
        ]  # fmt: skip
        return _tag("ModelStructure", {}, listed)

    # --- FMI 3.0 --------------------------------------------------------------------------------

    def _fmi3(self) -> str:
        common = {
            "modelIdentifier": self.identifier,
            "canGetAndSetFMUState": True,
            "canSerializeFMUState": True,
            "providesDirectionalDerivatives": True,
            "providesAdjointDerivatives": True,
        }
        stepping = {
            "canHandleVariableCommunicationStepSize": True,
            "fixedInternalStepSize": self.step,
        }
        return _document(
            "fmiModelDescription",
            {
                "fmiVersion": "3.0",
                "modelName": self.name,
                "instantiationToken": self.token,
                "description": self.text,
                "generationTool": self.generator,
                "variableNamingConvention": "flat",
            },
            [
                _tag("ModelExchange", common),
                _tag("CoSimulation", {**common, **stepping}),
                *self._units(),
                self._categories(),
                self._experiment(),
                _tag("ModelVariables", {}, [_float64(v) for v in self._listed]),
                self._structure3(),
            ],
        )

    def _structure3(self) -> str:
        known = self.variables
        by = {v.reference: v for v in known.every}

        def unknown(tag: str, v: Variable, whole: bool = True) -> str:
            depends = None
            if v.depends is not None and whole:
                depends = " ".join(map(str, v.depends))
            return _tag(tag, {"valueReference": v.reference, "dependencies": depends})

        return _tag(
            "ModelStructure",
            {},
            [
                *(unknown("Output", v) for v in known.outputs),
                *(unknown("ContinuousStateDerivative", by[r]) for r in known.rates),
                *(unknown("InitialUnknown", v, False) for v in known.initial_unknowns()),
                *(unknown("EventIndicator", by[r], False) for r in known.indicators),
            ],
        )

    # --- both -----------------------------------------------------------------------------------

    def _units(self) -> list[str]:
        units = sorted({v.unit for v in self.variables.every if v.unit not in NONE})
        listed = []
        for unit in units:
            base = base_unit(unit)
            inside = [] if base is None else [_tag("BaseUnit", base)]
            listed.append(_tag("Unit", {"name": unit}, inside))
        return [_tag("UnitDefinitions", {}, listed)] if listed else []

    def _categories(self) -> str:
        listed = [_tag("Category", {"name": k, "description": x}) for k, x in CATEGORIES.items()]
        return _tag("LogCategories", {}, listed)

    def _experiment(self) -> str:
        values = {"startTime": 0.0, "stopTime": self.stop, "stepSize": self.step}
        return _tag("DefaultExperiment", values)


def build_description(identifier: str) -> str:
    """Return sources/buildDescription.xml of FMI 3.0."""
    options = " ".join(x for x in OPTIONS if x not in ("-fPIC", "-shared"))
    files = _tag("SourceFileSet", {"language": LANGUAGE, "compilerOptions": options}, [
        _tag("SourceFile", {"name": MAIN}),
    ])  # fmt: skip
    library = _tag("Library", {"name": "m"})
    configuration = _tag("BuildConfiguration", {"modelIdentifier": identifier}, [files, library])
    return _document("fmiBuildDescription", {"fmiVersion": "3.0"}, [configuration])


def _float64(v: Variable) -> str:
    return _tag(
        "Float64",
        {
            "name": v.name,
            "valueReference": v.reference,
            "description": v.text or None,
            "causality": v.causality,
            "variability": v.variability,
            "initial": v.initial,
            "unit": None if v.unit in NONE else v.unit,
            "nominal": v.nominal,
            "derivative": v.of,
            "start": v.start,
        },
    )


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def _tag(name: str, attributes: Mapping[str, Any], inside: Sequence[str] = ()) -> str:
    texts = [f" {k}={quoteattr(_value(x))}" for k, x in attributes.items() if x is not None]
    head = f"<{name}{''.join(texts)}"
    if not inside:
        return f"{head}/>"
    lines = [f"  {line}" for part in inside for line in part.split("\n")]
    return "\n".join([f"{head}>", *lines, f"</{name}>"])


def _document(name: str, attributes: Mapping[str, Any], inside: Sequence[str]) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_tag(name, attributes, inside)}\n'
