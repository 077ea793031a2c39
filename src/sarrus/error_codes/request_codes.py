"""Codes of what is asked for: S (systems and histories), T (topology), V (events)."""

from sarrus.error_codes.kind import MODEL, STOPPED, group

SYSTEMS = group(
    "S: what is asked of a system or a history",
    [
        (
            "S01",
            MODEL,
            "This quantity exists for trees only, and the model has closed loops.",
            "With loops, their forces take part in the balance.",
            "Use accelerations(state, driven=...), drive(), wrenches or reactions.",
        ),
        (
            "S02",
            MODEL,
            "A parameter is not an input of this system, or its value has the wrong shape.",
            "Parameters that are not named at compilation are folded into the code.",
            "Compile with parameters=[..., name].",
        ),
        (
            "S03",
            MODEL,
            "A choice is none of those that exist, or times are out of order.",
            "A misspelt word, or an index in the place of a name.",
            "Take one of the words that the message lists.",
        ),
        (
            "S04",
            MODEL,
            "A motion of the base is given, and the base is fixed.",
            "The model was built without prescribe_base().",
            "Call prescribe_base() before build().",
        ),
        (
            "S05",
            MODEL,
            "A place in a vector of coordinates belongs to no joint.",
            "A number beyond the end, or coordinates of two joints together.",
            "Ask by the name of the coordinate.",
        ),
        (
            "S06",
            MODEL,
            "An independent coordinate was chosen that the equations do not have.",
            "Its joint is cut to open a loop.",
            "Compile with another cut, or keep the joint with weights={name: 0.1}.",
        ),
        (
            "S07",
            MODEL,
            "Independent coordinates do not determine the motion, or an equilibrium has no "
            "derivative.",
            "A singular choice, a freedom without force, or other loads than those of the "
            "equilibrium.",
            "Choose others or leave the choice to pivoting; give the same loads again.",
        ),
        (
            "S08",
            MODEL,
            "Times, steps or other settings of a request make no sense together.",
            "An end before the start, a step that does not divide the span, a number below 0.",
            "Correct the setting that is named.",
        ),
        (
            "S09",
            MODEL,
            "The system Jacobian does not know loads that are given from outside.",
            "It is the derivative of the model alone.",
            "Describe the load as a force element.",
        ),
        (
            "S10",
            STOPPED,
            "The check in absolute coordinates finds a direction without inertia under a force.",
            "A massless body, or a thin rod about its axis, is free to move under a load.",
            "Give the body mass and inertia, or hold it by a joint.",
        ),
        (
            "S11",
            (MODEL, STOPPED),
            "The check in absolute coordinates cannot close the joints.",
            "Poses too far from a closed position, or a singular position on the way.",
            "Start from nearer poses, or use the explicit method.",
        ),
        (
            "S12",
            STOPPED,
            "The check in absolute coordinates cannot integrate further.",
            "A singular position, or forces that change too fast for the tolerances.",
            "Loosen rtol and atol, or use the implicit method.",
        ),
        (
            "S13",
            MODEL,
            "The check in absolute coordinates does not know a moving base, or a joint type of "
            "your own whose coordinates contain a quaternion.",
            "It knows a fixed ground, and quaternions of spherical and free joints.",
            "Check another model, or leave the check out.",
        ),
        (
            "S14",
            MODEL,
            "A run has no states.",
            "It was interrupted before its first block was written.",
            "Make it again, or resume it with its file.",
        ),
        (
            "S15",
            MODEL,
            "Many runs cannot be simulated side by side as asked.",
            "A method without equal steps, events, or starts and parameters of different numbers "
            "of runs.",
            'Use "rk4" or another method with a step, or simulate them one by one.',
        ),
        (
            "S16",
            MODEL,
            "A system cannot be written as C code as asked.",
            "A prefix that is no name in C, or a method whose step is an iteration.",
            "Give a short prefix of letters and digits, and one of the methods that are listed.",
        ),
    ],
)

TOPOLOGY = group(
    "T: tree and loops",
    [
        (
            "T01",
            MODEL,
            "A body has no path of joints to ground.",
            "The joints that hold it have no coordinates (distances), or are to be cut.",
            "Add a joint, or cut another one.",
        ),
        (
            "T02",
            MODEL,
            "A weight for the choice of cut joints is no positive number.",
            "0 or a negative number to keep a joint.",
            "Give a positive number; smaller ones keep a joint in the tree.",
        ),
        (
            "T03",
            MODEL,
            "Numbers do not describe a branched chain.",
            "A parent with a higher number than its child, or unequal lists of cuts.",
            "Number the links from the base outwards.",
        ),
        (
            "T04",
            MODEL,
            "A distance has no coordinates, and so no pose.",
            "It is asked for like a joint of the tree.",
            "Ask for the poses of its two bodies.",
        ),
        (
            "T05",
            MODEL,
            "A model is to be compiled as planar, and a joint leaves the plane.",
            "Axes that are not parallel, or no revolute joint that defines the plane.",
            "Leave out planar=True, or correct the axis.",
        ),
    ],
)

EVENTS = group(
    "V: events",
    [
        (
            "V01",
            (MODEL, STOPPED),
            "An event or action has a number or word that makes no sense, or is none at all.",
            "A misspelt direction, a restitution above 1, a text in the place of an action.",
            "Correct what the message names.",
        ),
        (
            "V03",
            MODEL,
            "The function of an event, or of an output, cannot be traced or returns no number.",
            "It branches on a value, uses `math`, or returns a vector.",
            "Use NumPy's functions and what `state` offers; return one number.",
        ),
        (
            "V04",
            STOPPED,
            "The function that chooses the actions of an event fails.",
            "A mistake in it; the message holds its error and the time.",
            "Mend the function.",
        ),
        (
            "V05",
            MODEL,
            "An event with Bounce depends on velocities.",
            "What is thrown back must be a function of positions.",
            "Watch a distance or a coordinate.",
        ),
    ],
)
