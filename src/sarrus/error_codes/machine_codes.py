"""Codes of the machine that Sarrus runs on: E, X."""

from sarrus.error_codes.kind import ENVIRONMENT, MODEL, WARNING, group

MACHINE = group(
    "E and X: files that are written, libraries",
    [
        (
            "E01",
            ENVIRONMENT,
            "A file or report cannot be written.",
            "The folder does not exist or may not be written, or the disk is full.",
            "Choose another folder, or make room.",
        ),
        (
            "E02",
            WARNING,
            "A result file ends before its run did; what it holds is intact.",
            "The program was killed, or still writes.",
            "Go on from it with `sarrus.resume`.",
        ),
        (
            "E17",
            ENVIRONMENT,
            "A result file is written by another process, which is named, or cannot be locked.",
            "Two runs with one file name, or a file system without locks.",
            "Wait for it to end, or write to another file.",
        ),
        (
            "X05",
            ENVIRONMENT,
            "An optional library is not installed.",
            "Tables, plots and some formats need one.",
            "Install it as the message says, or write CSV.",
        ),
        (
            "X06",
            ENVIRONMENT,
            "A table or plot cannot be written.",
            "The folder does not exist or may not be written.",
            "Choose a folder that exists and may be written.",
        ),
        (
            "X07",
            MODEL,
            "The channels are too many for a MAT file, which holds 2 GB.",
            "A long history with many channels.",
            "Choose fewer channels or times, or write .nc, .h5 or .parquet.",
        ),
    ],
)
