"""Codes of sweeps: S20 to S29."""

from sarrus.error_codes.kind import COMMAND, ENVIRONMENT, MODEL, group

SWEEPS = group(
    "S: what is asked of a sweep",
    [
        (
            "S20",
            MODEL,
            "A plan or a distribution makes no sense, or the two do not go together.",
            "A range with its ends exchanged, lists of values with a plan that draws, or no plan.",
            "Give lists without a plan, or distributions with LatinHypercube or MonteCarlo.",
        ),
        (
            "S21",
            MODEL,
            "What is swept over, or how the sweep is made, cannot be.",
            "No values, values of another shape than the number, a misspelt keyword.",
            "Correct what the message names.",
        ),
        (
            "S22",
            MODEL,
            "A measure is not one number of a run.",
            "A misspelt word, a vector, or a function that returns something else.",
            'Write "max A.rate", for instance, or name a component such as "tip.position.x".',
        ),
        (
            "S23",
            MODEL,
            "The start does not fit all runs of a sweep.",
            "One state for models whose lengths differ, or rates beside a whole state.",
            "Give coordinates and rates by name, so that each run is assembled.",
        ),
        (
            "S24",
            COMMAND,
            "A run of a sweep was ended by an error in a function of the user, and is recorded.",
            "A mistake in a law or a measure; the message holds its error.",
            "Mend the function and sweep again, in another folder.",
        ),
        (
            "S25",
            MODEL,
            "A function cannot be sent to workers.",
            "Workers get plain data: models, formulas and words, never code.",
            "Write it as words or as an expression of a model file, or sweep with workers=0.",
        ),
        (
            "S26",
            MODEL,
            "The folder holds the ledger of another sweep.",
            "The model, the values, the measures or the version have changed since.",
            "Give another folder, or remove this one.",
        ),
        (
            "S27",
            COMMAND,
            "A run of a sweep has ended every worker that tried it, and is recorded as crashed.",
            "Too little memory, or a defect in code that it calls.",
            "Make this run alone with workers=0; report it if Sarrus itself crashes.",
        ),
        (
            "S28",
            COMMAND,
            "A run of a sweep took longer than its limit, and is recorded as a timeout.",
            "Steps that become ever smaller, or a function that does not return.",
            "Make this run alone, or give limit=... in seconds.",
        ),
        (
            "S29",
            (ENVIRONMENT, MODEL),
            "Workers cannot be had, or are not what they should be.",
            "A limit on processes, another version of Sarrus in their path, a damaged model.",
            "Sweep with workers=0, in this process.",
        ),
    ],
)
