"""Codes of robots (R) and suspensions (K)."""

from sarrus.error_codes.kind import MODEL, STOPPED, group

ROBOTS = group(
    "R: robots",
    [
        (
            "R20",
            MODEL,
            "A number or word of a trajectory is not what it must be.",
            "A duration of 0, a number that is not finite, or a text with a unit.",
            "Give a number in the range that is named.",
        ),
        (
            "R21",
            MODEL,
            "Rows or lists of a trajectory have the wrong shape, order or values.",
            "Points of different lengths, times that do not rise, or a matrix that is no pose.",
            "Mend the row that is named.",
        ),
        (
            "R22",
            MODEL,
            "Limits of a trajectory are missing or cannot be kept.",
            "A duration shorter than the limits allow, or a law with jumps under a limit of jerk.",
            "Give more time or wider limits, or a smoother law.",
        ),
        (
            "R23",
            MODEL,
            "Steps of a sequence do not fit together.",
            "A move that starts elsewhere than the one before ends, or a grip without release.",
            "Let each move begin where the last one ends.",
        ),
        (
            "R30",
            MODEL,
            "The arm is not of a kind that this inverse kinematics solves.",
            "Loops, joints that do not turn, or axes without the meetings that closed forms need.",
            "Fix a joint, or use the numerical solver.",
        ),
        (
            "R31",
            MODEL,
            "A target of inverse kinematics asks for nothing or contradicts itself.",
            "No position and no direction, or a matrix that is no rotation.",
            "Give a position, a rotation, or an axis with a direction.",
        ),
        (
            "R40",
            MODEL,
            "A table of links for the Newton-Euler recursion is wrong.",
            "As many links as rows are needed, with masses and inertias of bodies.",
            "Mend the rows that are named; all are listed together.",
        ),
        (
            "R41",
            MODEL,
            "A robot cannot be placed, or a place on it does not exist; or a payload is no body.",
            "A base that is no pose, a misspelt frame, or a negative mass.",
            "Give a pose, an existing frame, or a mass with a centre and an inertia.",
        ),
        (
            "R42",
            MODEL,
            "The robot does not fit the moves of its task.",
            "Another number of joints, joints without a single turn or slide, or loops without "
            "driven=.",
            "Name the joints of the moves, and the drives of a robot with loops.",
        ),
        (
            "R43",
            (MODEL, STOPPED),
            "Poses of a task cannot be reached; time and place are named.",
            "They are outside the arm's reach, beyond its limits, or in a singular position.",
            "Move the base or the poses.",
        ),
        (
            "R45",
            MODEL,
            "A motor, gear or catalogue is wrong.",
            "Numbers that contradict each other, or a name that is not in the catalogue.",
            "Correct the entry that is named.",
        ),
        (
            "R46",
            MODEL,
            "Limits to check a task with make no sense.",
            "Reversed or negative numbers.",
            "Give (lower, upper) for positions, and positive numbers for the rest.",
        ),
        (
            "R47",
            MODEL,
            "A task exceeds a limit of a joint.",
            "Too fast, too heavy, or too far.",
            "Give the task more time, or the joint a stronger drive.",
        ),
        (
            "R48",
            MODEL,
            "A controller has lost the robot: a joint is more than 10 rad or m from its task.",
            "Gains that are too high for the inertia of a joint and the rate of the controller.",
            "Take smaller gains, a higher rate, or computed torque.",
        ),
    ],
)

SUSPENSIONS = group(
    "K: the rig for suspensions",
    [
        (
            "K01",
            MODEL,
            "The wheel of a corner is not fully known: hub, centre, spin axis or radius.",
            "The body that is named is not on a hub, or it has no round shape.",
            "Name the body on the hub, or give centre=, spin_axis= and radius=.",
        ),
        (
            "K02",
            MODEL,
            "The steering axis is not two points of the carrier, one above the other.",
            "A joint that does not belong to the carrier.",
            "Give two joints of the carrier, or two points.",
        ),
        (
            "K03",
            MODEL,
            "The seats of a bearing are not two frames on the axis of its joint.",
            "A frame of the other arm.",
            "Name two frames on the axis.",
        ),
        (
            "K04",
            MODEL,
            "The joint that steers is missing or has several coordinates.",
            "A ball joint of the tie rod instead of the rack.",
            "Name the rack: steer=.",
        ),
        (
            "K05",
            MODEL,
            "A vertical load cannot be carried: there is no spring.",
            "The model has links only.",
            "Add a spring, or give the load without its vertical part.",
        ),
        (
            "K06",
            MODEL,
            "A spring has no lever, or the wheel no lift, in this position.",
            "A dead point.",
            "Change the hard points of the spring, or the travel.",
        ),
        (
            "K07",
            STOPPED,
            "A travel or steer is out of reach; the loops that stop it are named.",
            "A stretched or folded pair of links, or a wrong hard point.",
            "Sweep less far, or change the hard points; the rows so far are kept.",
        ),
        (
            "K08",
            MODEL,
            "The span or the number of steps of a sweep makes no sense.",
            "Lower and upper exchanged, or fewer than two steps.",
            "Give a lower and an upper number, and 2 steps or more.",
        ),
    ],
)
