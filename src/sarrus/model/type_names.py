"""Names of types of elements, by those of their classes."""


def snake_case(name: str) -> str:
    """Return the name of a type, such as "spring_damper", of that of a class."""
    found, before = "", ""
    for sign in name:
        found += f"_{sign}" if sign.isupper() and (before.islower() or before.isdigit()) else sign
        before = sign
    return found.lower()
