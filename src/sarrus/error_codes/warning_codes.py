"""Codes of what is worth a look while the work goes on: W."""

from sarrus.error_codes.kind import NOTICE, WARNING, group

WARNINGS = group(
    "W: worth a look",
    [
        (
            "W05",
            WARNING,
            "A density, a radius of gyration or an angle is unlikely by orders of magnitude.",
            "Lengths in mm, masses in g, angles in degrees.",
            'Write the unit: "250 mm", "30 deg".',
        ),
        (
            "W21",
            (WARNING, NOTICE),
            "Limits leave out the position of the drawing, which is coordinate 0.",
            "The mechanism is drawn in a position that it cannot take.",
            "Start from another position, or move the drawing.",
        ),
        (
            "W30",
            WARNING,
            "A driven motion comes near a singular position.",
            "A dead point, or a link that is almost too short.",
            "Expect high accelerations and forces there; change the lengths.",
        ),
        (
            "W31",
            WARNING,
            "The loops passed singular positions, where another branch begins.",
            "Links of a loop came into line.",
            "Compare the energy error, and the motion after it, with what you expect.",
        ),
        (
            "W32",
            NOTICE,
            "A bouncing body came to rest, and the run ends there.",
            "Its rate fell below the `rest` of Bounce.",
            "Lock a joint at this event to go on.",
        ),
        (
            "W33",
            WARNING,
            "Accelerations could not be found at some states, which are NaN.",
            "A singular position that the velocities contradict, or a run that overflowed.",
            "Look at the states around these times.",
        ),
        (
            "W34",
            NOTICE,
            "A contact touched its ground at none of the states kept.",
            "The road is lower, or elsewhere, than the drawing supposes.",
            "Look at the start, the origin and directions of the ground, and the radius.",
        ),
        (
            "W40",
            WARNING,
            "A stiffness or ratio is negative.",
            "A sign; or it is meant so, as for a spring beyond its dead point.",
            "Check the sign.",
        ),
        (
            "W41",
            WARNING,
            "Numbers of dry friction contradict each other.",
            "Static friction below sliding friction, or a smoothing wider than the fade.",
            "Exchange the two numbers, or smooth less.",
        ),
        (
            "W50",
            WARNING,
            "A sequence of moves has a jump of velocity or acceleration between two steps.",
            "Moves that end or begin in motion.",
            "Let moves begin and end at rest, or blend them.",
        ),
    ],
)
