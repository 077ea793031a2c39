"""The statements of a dataset and their arguments, as the manual of Adams Solver lists them.

Words may be shortened as long as they tell what is meant, and may be in small letters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

FORCES_OF_TIME = ("FX", "FY", "FZ", "TX", "TY", "TZ")
COLUMNS = tuple(f"F{k}" for k in range(1, 9))
PLACE = ("QP", "REULER", "ZP", "XP", "USEXP")
BODY = ("QG", "REULER", "ZG", "XG", "VX", "VY", "VZ", "WX", "WY", "WZ", "VM", "WM", "EXACT")
SECTION = ("AREA", "IXX", "IYY", "IZZ", "ASY", "ASZ", "EMODULUS", "GMODULUS")
SHAPES = (
    *("ARC", "BOX", "CIRCLE", "CYLINDER", "ELLIPSOID", "EXTERNAL", "FORCE", "FRUSTUM", "OUTLINE"),
    *("PLATE", "POINT", "SPDP", "SPRINGDAMPER", "TORUS", "REVOLUTION", "EXTRUSION", "CURVE"),
)
SIZES = (
    *("CM", "CORNER", "CENTER", "X", "Y", "Z", "LENGTH", "RADIUS", "ANGLE", "SIDES", "TOP"),
    *("BOTTOM", "XSCALE", "YSCALE", "ZSCALE", "SEG", "RM", "I", "J", "A", "B", "C", "D", "MAJOR"),
    *("MINOR", "NAME", "FILE", "ELEMENT", "TYPE", "ETYPE", "EID", "EMARKER", "FMAG", "RDIAM"),
    *("LDIAM", "COIL", "DAMPER", "SDIAM", "CRATIO", "COLOR", "LINE_TYPE", "CRM", "PLENGTH"),
    *("FACETING_TOLERANCE", "CID"),
)

STATEMENTS: Mapping[str, tuple[str, ...]] = {
    "ACCGRAV": ("IGRAV", "JGRAV", "KGRAV"),
    "ARRAY": ("IC", "U", "X", "Y", "SIZE", "NUMBERS", "VARIABLES"),
    "BEAM": ("I", "J", "LENGTH", *SECTION, "CRATIO", "CMATRIX", "FORMULATION", "LINEAR"),
    "BUSHING": ("I", "J", "K", "C", "KT", "CT", "FORCE", "TORQUE", "FORMULATION"),
    "CONTACT": (),
    "COUPLER": ("JOINTS", "SCALES", "TYPE", "FUNCTION", "ROUTINE"),
    "CURVE": (),
    "CVCV": (),
    "DEBUG": (),
    "DIFF": ("IC", "FUNCTION", "IMPLICIT", "STATIC_HOLD", "ROUTINE"),
    "END": (),
    "EQUILIBRIUM": (),
    "EXTERNAL_SYSTEM": (),
    "FE_LOAD": (),
    "FE_NODE": (),
    "FE_PART": (),
    "FIELD": (
        *("I", "J", "CMATRIX", "CRATIO", "KMATRIX", "FORCE", "LENGTH", "FUNCTION", "ROUTINE"),
        "FORMULATION",
    ),
    "FLEX_BODY": (),
    "FRICTION": (
        *("JOINT", "MU_STATIC", "MU_DYNAMIC", "STICTION_TRANSITION_VELOCITY", "TRANSITION"),
        *("MAX_STICTION_DEFORMATION", "EFFECT", "INACTIVE", "INPUTS", "PRELOAD", "PIN_RADIUS"),
        *("FRICTION_ARM", "BENDING_REACTION_ARM", "FRICTION_FORCE_PRELOAD", "REACTION_ARM"),
        *("FRICTION_TORQUE_PRELOAD", "INITIAL_OVERLAP", "OVERLAP_DELTA", "FORMULATION"),
        *("BALL_RADIUS", "YOKE", "SMOOTH", "TORQUE_PRELOAD", "FORCE_PRELOAD"),
    ),
    "GCON": ("FUNCTION", "ROUTINE", "I"),
    "GEAR": ("JOINTS", "CV"),
    "GFORCE": ("I", "JFLOAT", "RM", *FORCES_OF_TIME, "FUNCTION", "ROUTINE"),
    "GRAPHICS": (*SHAPES, *SIZES),
    "GSE": (),
    "IC": (),
    "INTEGRATOR": (),
    "JOINT": (
        *("I", "J", "CONVEL", "CYLINDRICAL", "FIXED", "HOOKE", "PLANAR", "RACKPIN", "REVOLUTE"),
        *("SCREW", "SPHERICAL", "TRANSLATIONAL", "UNIVERSAL", "PITCH", "PD", "ICROT", "ICTRAN"),
        *("DELTA_V", "INNER_RADIUS", "MAXDEF", "MUDYN", "MUSTAT", "OUTER_RADIUS", "PRELOAD_RADIAL"),
        *("PRELOAD_AXIAL", "HEIGHT", "WIDTH", "PRELOAD_X", "PRELOAD_Y", "FRICTION"),
    ),
    "JPRIM": (
        *("I", "J", "ATPOINT", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES"),
        "PERPENDICULAR",
    ),
    "KINEMATICS": (),
    "LIST": (),
    "LSE": (),
    "LSOLVER": (),
    "LUNITS": (),
    "MARKER": (
        *("PART", "POINT_MASS", "FLEX_BODY", *PLACE, "FLOATING", "NODE_ID", "CURVE", "VELOCITY"),
        *("TANGENT", "NORMAL", "FUNCTION", "ROUTINE", "SURFACE"),
    ),
    "MATERIAL": (),
    "MATRIX": (),
    "MFORCE": (),
    "MODE": (),
    "MOTION": (
        *("JOINT", "I", "J", "ROTATION", "TRANSLATION", "X", "Y", "Z", "B1", "B2", "B3"),
        *("DISPLACEMENT", "VELOCITY", "ACCELERATION", "FUNCTION", "ICDISP", "ICVEL", "ROUTINE"),
    ),
    "NFORCE": (),
    "OUTPUT": (),
    "PART": ("GROUND", "MASS", "CM", "IM", "IP", *BODY),
    "PINPUT": (),
    "POINT_MASS": ("MASS", "CM", *BODY),
    "POUTPUT": (),
    "PREFERENCES": (),
    "PTCV": (),
    "PTSF": (),
    "REQUEST": (
        *("DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE", "I", "J", "RM", *COLUMNS),
        *("FUNCTION", "ROUTINE", "COMMENT", "TITLE", "VARIABLES", "CNAMES", "CUNITS", "CLABELS"),
        *("RESULTS_NAME", "INFO"),
    ),
    "RESULTS": (),
    "SENSOR": (
        *("FUNCTION", "ROUTINE", "EVALUATE", "VALUE", "ERROR", "EQ", "GE", "LE", "ANGULAR"),
        *("BISECTION", "CODGEN", "DT", "HALT", "PRINT", "RESTART", "RETURN", "STEPSIZE"),
        *("TIME_ERROR", "YYDUMP", "REPEAT"),
    ),
    "SFORCE": (*("I", "J", "TRANSLATION", "ROTATION", "ACTIONONLY", "FUNCTION", "ROUTINE"),),
    "SPLINE": (
        *("X", "Y", "FILE", "BLOCK", "CHANNEL", "LINEAR_EXTRAPOLATE", "FUNCTION", "ROUTINE"),
    ),
    "SPRINGDAMPER": (
        *("I", "J", "TRANSLATION", "ROTATION", "K", "C", "KT", "CT", "FORCE", "TORQUE"),
        *("LENGTH", "ANGLE"),
    ),
    "STRING": ("STRING",),
    "SURFACE": (),
    "TFSISO": (),
    "TIRE": (),
    "TITLE": (),
    "UCON": (),
    "UNITS": ("FORCE", "MASS", "LENGTH", "TIME", "SYSTEM", "UCF"),
    "VARIABLE": ("FUNCTION", "IC", "ROUTINE", "EXACT"),
    "VFORCE": ("I", "JFLOAT", "RM", "FX", "FY", "FZ", "FUNCTION", "ROUTINE"),
    "VTORQUE": ("I", "JFLOAT", "RM", "TX", "TY", "TZ", "FUNCTION", "ROUTINE"),
    "XFORM": (),
}
"""Every statement with the arguments that are known; none where it is not looked into."""

EXPRESSIONS = frozenset({"FUNCTION", "EVALUATE", *FORCES_OF_TIME, *COLUMNS})
"""The arguments that hold a function expression, which goes on over commas at new lines."""

WITHOUT_NUMBER = frozenset({
    *("ACCGRAV", "DEBUG", "END", "EQUILIBRIUM", "IC", "INTEGRATOR", "KINEMATICS", "LIST"),
    *("LSOLVER", "LUNITS", "OUTPUT", "PREFERENCES", "RESULTS", "TITLE", "UNITS"),
})  # fmt: skip
"""The statements of which a dataset has one, without a number."""

SETTINGS = "settings of Adams for its solution and its output"
NOT_MODELED: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("DEBUG", "EQUILIBRIUM", "IC", "INTEGRATOR", "KINEMATICS", "LIST", "LSOLVER"),
            *("OUTPUT", "PREFERENCES", "RESULTS", "LUNITS"),
        ),
        SETTINGS,
    ),
    **dict.fromkeys(("CONTACT", "PTSF"), "contacts are not read"),
    **dict.fromkeys(("CURVE", "CVCV", "PTCV", "SURFACE"), "joints along curves are not modelled"),
    **dict.fromkeys(
        (*("FLEX_BODY", "FE_LOAD", "FE_NODE", "FE_PART", "MFORCE", "NFORCE", "MODE"),),
        "bodies that bend are not modelled",
    ),
    **dict.fromkeys(
        ("GSE", "LSE", "TFSISO", "PINPUT", "POUTPUT", "MATRIX", "EXTERNAL_SYSTEM", "XFORM"),
        "control systems and what they are made of are not read",
    ),
    "UCON": "constraints by programs of users are not run",
    "TIRE": "tyres of Adams are not read",
    "MATERIAL": "materials; masses stand with the parts",
    "STRING": "texts for programs of users",
}
"""What is left out, by statement: the words of the notice."""


def known_word(written: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the known words that a written one may mean: itself, or those that start with it.

    Words may be longer, too: ROTATIONAL is ROTATION.
    """
    word = written.upper()
    if word in known:
        return (word,)
    found = tuple(k for k in known if k.startswith(word))
    return found or tuple(k for k in known if word.startswith(k) and len(k) >= LONG)


LONG = 8
"""Letters of a word that may go on, as TRANSLATION and ROTATION do."""
