"""Codes of the description of a mechanism: M."""

from sarrus.error_codes.kind import MODEL, NOTICE, WARNING, group

MODELS = group(
    "M: the description of a mechanism",
    [
        (
            "M01",
            (WARNING, MODEL),
            "A joint can move without moving any mass, so its acceleration is not defined.",
            "A body at the end of a chain has neither mass nor inertia about the joint's axis.",
            "Give the body mass and inertia, weld the joint, or lock or drive its coordinate. "
            "Positions and velocities can be had all the same.",
        ),
        (
            "M03",
            (MODEL, WARNING),
            "An inertia is not that of any body: it is not symmetric, a principal moment is "
            "negative, or (a warning) one is greater than the sum of the other two.",
            "The inertia is about the joint instead of the centre of mass, or a product of inertia "
            "has the wrong sign.",
            "Correct the inertia: about the centre of mass, in the axes of the body.",
        ),
        (
            "M04",
            (MODEL, WARNING),
            "A number is outside its range: a mass below 0, a length of 0, a radius, stiffness or "
            "damping that makes no sense, or it is not finite.",
            "A sign or a decimal point, or a quantity that was left at 0.",
            "Give a number in the range that the message names.",
        ),
        (
            "M05",
            MODEL,
            "A unit is not known, or it belongs to another quantity (kg where a length is due).",
            "A misspelt unit, or values in the wrong order.",
            "Write the unit that the message names, or a plain number in SI units.",
        ),
        (
            "M06",
            (NOTICE, MODEL),
            "Bodies are not connected to ground. In a robot file, several links have no parent.",
            "A joint is missing; or the bodies are meant to float.",
            "Nothing if they are meant to float: each island gets a free joint, which is named. "
            "Else add the joint.",
        ),
        (
            "M07",
            (MODEL, WARNING, NOTICE),
            "A name is missing, cannot be used, or is given twice; names that differ in case or "
            "in the encoding of accents only count as the same.",
            "A copied element that kept its name, or a reserved name such as `ground`.",
            "Rename one of the two elements.",
        ),
        (
            "M08",
            MODEL,
            "A body is connected with itself, joints of a robot file form a circle or give a link "
            "two parents, or a measure has the name of something else.",
            "A wrong parent or child. Tree formats cannot hold loops.",
            "Give two different bodies; write a loop as a cut joint, as the message shows; or "
            "choose another name.",
        ),
        (
            "M09",
            (MODEL, WARNING, NOTICE),
            "A name is not known: of a body, joint, frame, coordinate, channel, parameter, key or "
            "option. Parts that a format has and Sarrus does not use are named with it too.",
            "A misspelling; the message suggests the nearest name.",
            "Use a name that exists; lists of them are `history.channels()` and `system.report()`.",
        ),
        (
            "M12",
            MODEL,
            "A loop cannot be closed: the message has the joint that stays open and its gap.",
            "A link that is too short or too long, a wrong point or axis, or a guess too far off.",
            "Check the lengths along the loop that is named, or give a guess nearer to a closed "
            "position.",
        ),
        (
            "M13",
            MODEL,
            "Positions or velocities to start from contradict the loops.",
            "They were given one by one, and the loops leave fewer of them free.",
            "Use `assemble()`, which returns a consistent state, and give fewer rates.",
        ),
        (
            "M14",
            MODEL,
            "The assembly that is asked for by number does not exist, or a guess is given with it.",
            "The mechanism closes in fewer ways than the number says.",
            "Give a smaller number, or a guess instead of a number.",
        ),
        (
            "M19",
            (MODEL, NOTICE),
            "A direction has length 0, is not three numbers, or is parallel to another that it "
            "must cross. An axis of another length than 1 is normalised and noted.",
            "Two equal points, or a letter that is none of x, y, z.",
            'Give a direction, for instance axis="z" or axis=(0, 0, 1).',
        ),
        (
            "M20",
            (MODEL, NOTICE),
            "A rotation is none: the matrix is not orthonormal, the quaternion is 0, or two "
            "descriptions are given.",
            "Rounded or transposed numbers, w in the wrong place of a quaternion.",
            "Give one of rotation, quaternion, rpy or axis and angle, with all digits.",
        ),
        (
            "M21",
            (MODEL, WARNING, NOTICE),
            "Limits of a joint are reversed, of the wrong number, or missing where a format wants "
            "them.",
            "Lower and upper exchanged, or one pair for a joint with several coordinates.",
            "Give (lower, upper) for each velocity coordinate.",
        ),
        (
            "M22",
            (MODEL, WARNING, NOTICE),
            "Joints of a robot file that follow each other (mimic) form a circle, or follow "
            "something that cannot lead.",
            "A joint that follows itself, or a chain of them that comes back.",
            "Let one of the joints be free.",
        ),
        (
            "M23",
            (WARNING, NOTICE),
            "The file of a mesh is not found.",
            "A package whose folder is not given, or a file that was not copied along.",
            "Give packages={name: folder}, or copy the file; dynamics do not need it.",
        ),
        (
            "M24",
            MODEL,
            "A number is so large or a size so small that nothing can be computed with it.",
            "A wrong unit or exponent.",
            "Correct the number.",
        ),
        (
            "M25",
            (MODEL, WARNING),
            "Something is not a number, or not as many of them as needed. Numbers are decimal, as "
            "in JSON: 010, 1_000, 0x10, 1:30, a decimal comma and NaN are refused.",
            "A habit of another format, or a value of another kind.",
            "Write it as the message shows, for instance 0.001 or 1e-3.",
        ),
        (
            "M27",
            MODEL,
            "The two axes of a universal joint are not perpendicular.",
            "Axes taken from a drawing in two different frames.",
            "Give axis2 perpendicular to axis.",
        ),
        (
            "M28",
            MODEL,
            "Keywords contradict each other, or one of a pair is missing.",
            "A place given both in the drawing and on the body, or two laws for one force.",
            "Give one of them, as the message says.",
        ),
        (
            "M29",
            MODEL,
            "A function of the user cannot be turned into machine code, or a stored energy depends "
            "on velocities or time.",
            "It branches on a value (`if x > 0`), or uses `math` or another library.",
            "Use NumPy's functions, and `select` of sarrus.spatial.arrays instead of `if`.",
        ),
        (
            "M30",
            MODEL,
            "Energy or dissipation of a user's force contradicts its loads.",
            "A sign, a missing part, or loads that bring in power.",
            "Correct it, or leave energy and dissipation out: the power then counts as supply.",
        ),
        (
            "M31",
            MODEL,
            "An argument of a call is not of the kind that it must be: a name, a state, a list of "
            "names, values by name, a path, a function.",
            "Arguments in the wrong order, or something that was not made, such as None.",
            "Give what the message names.",
        ),
        (
            "M32",
            MODEL,
            "A type of joint or force of your own is not complete, has the name of another, or "
            "contradicts itself.",
            "A missing member, a sign, or a derivative that was not written again after a change.",
            "Correct the class; `sarrus.model.joints.contradictions(kind)` lists what disagrees.",
        ),
    ],
)
