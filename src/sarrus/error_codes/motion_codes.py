"""Codes of motion: D (drives and inputs), E-... (stops), N (tables)."""

from sarrus.error_codes.kind import COMMAND, ENVIRONMENT, MODEL, NOTICE, STOPPED, WARNING, group

DRIVES = group(
    "D: drives, inputs and friction",
    [
        (
            "D01",
            MODEL,
            "There are more drives than freedoms, so their efforts are not unique.",
            "The loops already prescribe the motion of one of them.",
            "Leave one out, or ask for the smallest efforts with share=True.",
        ),
        (
            "D02",
            MODEL,
            "Fewer coordinates are driven than the mechanism has freedoms.",
            "A freedom that was overlooked, such as a rod that turns about itself.",
            "Drive or lock the rest, or simulate instead.",
        ),
        (
            "D03",
            MODEL,
            "Drives contradict each other or the loops: no motion meets them all.",
            "More coordinates are driven than there are freedoms, with laws that do not agree.",
            "Drive fewer coordinates, or make their laws consistent.",
        ),
        (
            "D04",
            MODEL,
            "A drive is given by something that is no law.",
            "A list, or a function in a place that it does not belong.",
            "Give a number, a function of t, three functions, or a table (times, values).",
        ),
        (
            "D05",
            MODEL,
            "The law of a drive cannot be differentiated.",
            "It uses `math`, or an operation that has no derivative.",
            "Use NumPy's functions, or give (value, rate, acceleration).",
        ),
        (
            "D06",
            NOTICE,
            "Bodies can move by themselves without moving the drives; they are kept at rest.",
            "A rod between two ball joints turns about its own axis.",
            "Nothing; or lock that freedom by another type of joint.",
        ),
        (
            "D07",
            MODEL,
            "A driven motion cannot be followed from the time that is named.",
            "It leaves the reach of the mechanism: a dead point, or a link too short.",
            "Look at the motion up to this time; change the drive or the lengths.",
        ),
        (
            "D08",
            MODEL,
            "A law of effort, or a measure, cannot be traced or fails.",
            "It branches on a value, uses `math`, or asks for something that is not there.",
            "Use NumPy's functions, `select`, or Sampled(law, every) for a controller.",
        ),
        (
            "D09",
            MODEL,
            "What is to be driven or locked is not one angle or displacement.",
            "A rate, a joint with several coordinates, or a ball joint that closes a loop.",
            "Name one coordinate, such as A.angle, or cut the loop elsewhere.",
        ),
        (
            "D10",
            MODEL,
            "Sampled controllers do not fit the method or each other; or velocities to start from "
            "are those of no motion.",
            "Different periods, a method that needs smooth efforts, or a singular position.",
            "Use one period, a multiple of the step, with rk4, euler or auto; start elsewhere.",
        ),
        (
            "D11",
            MODEL,
            "The start, or an equilibrium, is not on the law of a drive.",
            "The state was assembled with another value of this coordinate.",
            "Start from assemble() with the coordinate and rate of the law.",
        ),
        (
            "D12",
            MODEL,
            "Friction that depends on a load cannot be had from positions and velocities alone.",
            "The load is a reaction, which needs accelerations.",
            "Ask for accelerations, reactions or a simulation, or use joint_friction.",
        ),
        (
            "D13",
            MODEL,
            "Friction needs a reaction that is not unique.",
            "Redundant equations of a loop allow stress that no motion tells.",
            "Make a joint of the loop spherical or cylindrical, or compile with planar=True.",
        ),
        (
            "D14",
            MODEL,
            "Friction raises the load that causes it by too much: no single solution exists.",
            "Self-locking or jamming.",
            "Use less friction, another geometry, or lagged friction.",
        ),
        (
            "D15",
            MODEL,
            "Parameters would move joints, while positions are found with those of the model.",
            "A drive asks for positions of a closed loop with other lengths.",
            "Build the model with these numbers, or take the sensitivities.",
        ),
        (
            "D16",
            MODEL,
            "Lagged friction cannot be used with this method, or switched off.",
            "It needs the load at the end of the last step, and equal steps.",
            "Use euler, rk4 or midpoint, or friction that is not lagged.",
        ),
    ],
)

STOPS = group(
    "E-...: what stops work, or accompanies its end",
    [
        (
            "E-BROWSER",
            ENVIRONMENT,
            "No browser is found, or it does not start; stills of the viewer need one.",
            "Neither Chromium nor Chrome is installed.",
            "Install one, or write the page and open it yourself.",
        ),
        (
            "E-DISK",
            ENVIRONMENT,
            "The disk does not take or give the bytes; the message says what is safe.",
            "A full disk, a quota, a fault of the disk, or too many open files.",
            "Make room, then try again or resume from the file.",
        ),
        (
            "E-ENERGY",
            WARNING,
            "The energy of a run does not add up with work, losses and impacts.",
            "Steps too large, a wrong branch at a singular position, or an element of the user "
            "whose energy is not that of its force.",
            "Repeat with a smaller rtol or step and compare.",
        ),
        (
            "E-EXISTS",
            ENVIRONMENT,
            "The file exists already and is kept.",
            "The same work was done before.",
            "Choose another name, or ask for it to be overwritten.",
        ),
        (
            "E-FILE",
            ENVIRONMENT,
            "The page of the viewer exists already and is kept.",
            "The same page was written before.",
            "Choose another name, or give overwrite=True.",
        ),
        (
            "E-INTERNAL",
            COMMAND,
            "Sarrus met a defect of its own; the model is not to blame.",
            "A case that we did not think of.",
            "Send us the file that the message names.",
        ),
        (
            "E-INTERRUPT",
            NOTICE,
            "The run was interrupted; all states up to there are kept.",
            "Ctrl-C, or a signal to end.",
            "Go on from run.final, or by `sarrus.resume` with its file.",
        ),
        (
            "E-LIBRARY",
            ENVIRONMENT,
            "A library for stills of the viewer is not installed.",
            "It is optional.",
            'Install it: pip install "sarrus[stills]".',
        ),
        (
            "E-MEM",
            COMMAND,
            "The memory is used up.",
            "More states are kept than fit, or other programs hold it.",
            "Keep fewer states (every=), write them to a file, or close other programs.",
        ),
        (
            "E-NEWTON",
            STOPPED,
            "An equilibrium, or a state on the loops, is not found.",
            "There is none near the guess, or the loops cannot be closed there.",
            "Give another guess or nearer values, or lock what can move freely.",
        ),
        (
            "E-NONFINITE",
            STOPPED,
            "A step has no finite result.",
            "The step is too large for a stiff force, or the mechanism is at a dead point.",
            'Use a smaller step, or method="auto" with error control.',
        ),
        (
            "E-PORT",
            ENVIRONMENT,
            "The viewer finds no free port of this machine to listen at.",
            "Other programs listen at all of them, or a firewall forbids it.",
            "Choose another port, or write the page as a file.",
        ),
        (
            "E-SINGULAR",
            STOPPED,
            "The loops become singular, and no way through is found.",
            "Links come into line, and the state does not decide between the branches.",
            "Go on from run.final with another rtol, or perturb the state to choose a branch.",
        ),
        (
            "E-SOURCE",
            ENVIRONMENT,
            "A benchmark is not part of the installed package.",
            "It needs the source tree.",
            "Run it there, or take the one that is built in.",
        ),
        (
            "E-STEP",
            STOPPED,
            "The step size fell to nothing; the coordinates with the largest errors are named.",
            "A discontinuous or singular force, or a singular position of the loops.",
            "Look at these coordinates before this time; smooth the force, or loosen rtol.",
        ),
        (
            "E-USAGE",
            COMMAND,
            "The command line is not understood.",
            "A misspelt option, or a missing argument.",
            "See `sarrus --help`, or `sarrus VERB --help` for an example.",
        ),
        (
            "E-ZENO",
            STOPPED,
            "Events happen without end in no time.",
            "A bouncing body comes to rest, or two actions undo each other.",
            "Give Bounce(..., rest=...) a rate below which it rests, or stop at the event.",
        ),
    ],
)

TABLES = group(
    "N: tables of numbers",
    [
        (
            "N14",
            MODEL,
            "A table or a list of samples is not usable: too few rows, x that does not rise, "
            "values that are not finite, uneven spacing, or times that it does not cover.",
            "Two rows exchanged, a gap in the data, or a run longer than the table.",
            "Mend the row that is named, or extend the table; nothing is extrapolated unless "
            "asked for.",
        ),
    ],
)
