"""Codes of files: F."""

from sarrus.error_codes.kind import ENVIRONMENT, MODEL, NOTICE, WARNING, group

FILES = group(
    "F: files",
    [
        (
            "F01",
            MODEL,
            "The text does not follow the grammar of its format; line and column tell where.",
            "A missing bracket, comma or quotation mark, or a file that was cut.",
            "Mend the place, or one before it where something was opened and not closed.",
        ),
        (
            "F02",
            MODEL,
            "The file, or the number of elements in it, exceeds the limit.",
            "It is no model, or it holds meshes or tables that belong elsewhere.",
            "Split it, or move the data out of it.",
        ),
        (
            "F03",
            MODEL,
            "Elements are nested too deeply.",
            "A file that was written by a program in error, or to do harm.",
            "Flatten it; models need few levels.",
        ),
        (
            "F04",
            MODEL,
            "An XML file declares a document type or entities, or has a text that is too long.",
            "Entities can make small files huge and read other files; none are allowed.",
            "Remove the <!DOCTYPE ...> declaration and write the values out.",
        ),
        (
            "F05",
            MODEL,
            "A YAML file has a tag, an anchor, an alias, a merge key, a second document or a key "
            "that is no text.",
            "These can build objects or make small files huge; model files hold plain values.",
            "Write the values out; for repetition use constants and `for`. Put text that begins "
            "with !, & or * in quotes.",
        ),
        (
            "F06",
            MODEL,
            "A key is given twice, or a value is not one that the format knows.",
            "A block that was copied and not renamed, or NaN, True or a comment in JSON.",
            "Keep one of the two places that are named, or write the value as the message shows.",
        ),
        (
            "F07",
            MODEL,
            "The bytes are not UTF-8, or there are control characters in the text.",
            "A file saved as UTF-16 or in an old code page.",
            "Save the file as UTF-8.",
        ),
        (
            "F08",
            WARNING,
            "The path of a mesh is refused: it leaves the allowed folders or names another host.",
            "A path of the machine that wrote the file, or one made to read other files.",
            "Copy the mesh beside the model, or name its folder with packages={name: folder}.",
        ),
        (
            "F09",
            (MODEL, ENVIRONMENT),
            "The path is not a regular file that can be read, or no file can be created there.",
            "A misspelt name, a folder, a device, or missing rights.",
            "Check the path and its rights.",
        ),
        (
            "F10",
            (MODEL, WARNING),
            "A mesh cannot be read: its bytes are not those of the format, or it is too large.",
            "A file that was cut, or of another format than its ending says.",
            "Export the mesh again, as binary STL for instance.",
        ),
        (
            "F13",
            (MODEL, ENVIRONMENT, WARNING),
            "A result file is damaged, cut, of a newer version, or no result file at all. What "
            "is intact is read.",
            "A fault of the disk, a copy that was cut, or a change by another program.",
            "Use a whole copy if there is one; else what is read is right, and `sarrus.resume` "
            "can go on from it.",
        ),
        (
            "F17",
            MODEL,
            "The file is xacro, a program that writes URDF.",
            "Running it would run code from the file.",
            "Expand it yourself first: xacro robot.xacro > robot.urdf.",
        ),
        (
            "F19",
            MODEL,
            "A result file cannot hold a function or an element of the user's own, and it was not "
            "given again, or something else was given.",
            "Files hold data, never code.",
            "Give it again by the keyword that is named (inputs=, model=, ...), unchanged.",
        ),
        (
            "F20",
            MODEL,
            "The ending of a file name is not known, or a run made again from its file differs.",
            "Another format; or another version or processor than the one that wrote the run.",
            "Use one of the endings that are listed; compare the versions in the head of the run.",
        ),
        (
            "F21",
            (MODEL, NOTICE),
            "Part of the model cannot be written in this format.",
            "URDF has neither loops nor forces, and fewer types of joints.",
            "Leave it out knowingly, with the option that the message names, or write another "
            "format.",
        ),
        (
            "F22",
            MODEL,
            "An expression of a model file cannot be read or has no value; the place is given.",
            "A name that is no constant, a missing operator or bracket, or a unit that does not "
            "fit.",
            "Use + - * / ^, brackets, the functions of the documentation, and names that stand "
            "under `constants`.",
        ),
    ],
)
