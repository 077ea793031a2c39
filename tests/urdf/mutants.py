"""Damaged robot files: mutant i is a function of its number alone.

Each starts from one of our own robot files and suffers one to three accidents, to its elements
and attributes or to its raw text.
"""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Callable

from urdf.own_robots import NAMES, text_of

Damage = Callable[[random.Random, ET.Element], None]

WEIGHTS = (4, 4, 4, 3, 1)
"""The last robot is large, and slow to read ten thousand times."""
LITERALS = (
    *("nan", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e308", "1e300", "1e31", "1e29"),
    *("1e-320", "1e-300", "1e-40", "", " ", "abc", "0x10", "010", "1_000", "1:30", "1,5"),
    *("0", "-0", "-1", "1e9", "1e-9", "5 kg", "250mm", "30deg", "1 2", "1 2 3 4", "1 2 3"),
    *("0 0 0", "nan 0 0", "1e308 1e308 1e308", "１２", "--1", "1e", "+-1", "${x}", "$(find p)"),
    *("true", "None", "1;2;3", "0.1 0.2 0,3", "'", "../../x", "package://p/../../q", "\u202e1"),
)
TAGS = ("link", "joint", "mimic", "limit", "inertia", "mass", "origin", "axis", "loop_joint")
TYPES = (
    *("revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"),
    *("Revolute", "hinge", "", "universal", "ball"),
)


def mutant(i: int) -> bytes:
    """Return the bytes of mutant i."""
    rng = random.Random(i)
    root = ET.fromstring(text_of(rng.choices(NAMES, WEIGHTS)[0]))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(DAMAGES)(rng, root)
    text = ET.tostring(root, encoding="unicode")
    data = text.encode("utf-8", "surrogatepass")
    return rng.choice(BREAKS)(rng, data) if rng.random() < 0.2 else data


def elements(root: ET.Element) -> list[tuple[ET.Element, ET.Element]]:
    """Return every element but the root, with its parent."""
    return [(parent, child) for parent in root.iter() for child in parent]


def _any(rng: random.Random, root: ET.Element) -> tuple[ET.Element, ET.Element]:
    found = elements(root)
    if not found:
        child = ET.SubElement(root, "link")
        return root, child
    return rng.choice(found)


def _with_attributes(rng: random.Random, root: ET.Element) -> tuple[ET.Element, str]:
    found = [(element, key) for element in root.iter() for key in element.attrib]
    if not found:
        root.set("name", "x")
        return root, "name"
    return rng.choice(found)


def delete(rng: random.Random, root: ET.Element) -> None:
    parent, child = _any(rng, root)
    parent.remove(child)


def duplicate(rng: random.Random, root: ET.Element) -> None:
    parent, child = _any(rng, root)
    parent.append(ET.fromstring(ET.tostring(child)))


def exchange(rng: random.Random, root: ET.Element) -> None:
    parent, child = _any(rng, root)
    i, j = list(parent).index(child), rng.randrange(len(parent))
    parent[i], parent[j] = parent[j], parent[i]


def reorder(rng: random.Random, root: ET.Element) -> None:
    parent, _ = _any(rng, root)
    children = list(parent)
    rng.shuffle(children)
    parent[:] = children


def move(rng: random.Random, root: ET.Element) -> None:
    parent, child = _any(rng, root)
    inside = set(child.iter())
    homes = [element for element in root.iter() if element not in inside]
    parent.remove(child)
    rng.choice(homes).append(child)


def rename_element(rng: random.Random, root: ET.Element) -> None:
    _, child = _any(rng, root)
    child.tag = rng.choice((*TAGS, child.tag + "x", child.tag[:-1] or "y", child.tag.upper()))


def drop_attribute(rng: random.Random, root: ET.Element) -> None:
    element, key = _with_attributes(rng, root)
    del element.attrib[key]


def rename_attribute(rng: random.Random, root: ET.Element) -> None:
    element, key = _with_attributes(rng, root)
    element.set(
        rng.choice((key + "s", key[1:] or "z", key.upper(), "name")), element.attrib.pop(key)
    )


def hostile_value(rng: random.Random, root: ET.Element) -> None:
    element, key = _with_attributes(rng, root)
    element.set(key, rng.choice(LITERALS))


def hostile_word(rng: random.Random, root: ET.Element) -> None:
    element, key = _with_attributes(rng, root)
    words = element.attrib[key].split() or [""]
    words[rng.randrange(len(words))] = rng.choice(LITERALS)
    element.set(key, " ".join(words))


def scale(rng: random.Random, root: ET.Element) -> None:
    element, key = _with_attributes(rng, root)
    factor = rng.choice((-1.0, 0.0, 1e3, 1e-3, 1e12, 1e-12, 1e25, 1e-25, 57.3))
    try:
        words = [repr(factor * float(word)) for word in element.attrib[key].split()]
    except ValueError:
        return
    element.set(key, " ".join(words))


def wrong_reference(rng: random.Random, root: ET.Element) -> None:
    found = [e for e in root.iter() if "link" in e.attrib or "joint" in e.attrib]
    if not found:
        return
    element = rng.choice(found)
    key = "link" if "link" in element.attrib else "joint"
    names = [e.attrib["name"] for e in root.iter(key) if e.attrib.get("name")] or ["a"]
    name = element.attrib[key]
    element.set(key, rng.choice((rng.choice(names), name[:-1], name + "_", name.upper(), "ground")))


def same_name(rng: random.Random, root: ET.Element) -> None:
    found = [e for e in root.iter() if "name" in e.attrib]
    if found:
        name = rng.choice(found).attrib["name"]
        other = rng.choice((name, name.upper(), name + "\u200b", "ground", "\u202e" + name))
        rng.choice(found).set("name", other)


def other_type(rng: random.Random, root: ET.Element) -> None:
    found = [e for e in root.iter() if "type" in e.attrib]
    if found:
        rng.choice(found).set("type", rng.choice(TYPES))


def new_mimic(rng: random.Random, root: ET.Element) -> None:
    joints = [e for e in root.iter("joint") if "name" in e.attrib]
    if joints:
        leader = rng.choice(joints).attrib["name"]
        given = {"joint": leader, "multiplier": rng.choice(("1", "-2", "0", "1e20", "nan"))}
        ET.SubElement(rng.choice(joints), "mimic", given)


def new_loop(rng: random.Random, root: ET.Element) -> None:
    links = [e.attrib["name"] for e in root.iter("link") if e.attrib.get("name")]
    if links:
        given = {"name": "extra", "type": rng.choice((*TYPES, "cylindrical"))}
        loop = ET.SubElement(root, "loop_joint", given)
        for tag in ("link1", "link2"):
            ET.SubElement(loop, tag, {"link": rng.choice(links), "xyz": "0.1 0 0.2"})


def nest(rng: random.Random, root: ET.Element) -> None:
    _, child = _any(rng, root)
    for _ in range(rng.choice((3, 50, 250))):
        child = ET.SubElement(child, rng.choice(("a", "link", "origin")))


def cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def lose_byte(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data[at + 1 :]


def put_byte(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    piece = rng.choice((b"<", b">", b"&", b'"', b"\0", b"\xff", b"\xc3", b"]]>", b"<!--", b"\r"))
    return data[:at] + piece + data[at:]


def put_entity(rng: random.Random, data: bytes) -> bytes:
    bomb = b'<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    outside = b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    choice = rng.choice((bomb, outside, b"<!DOCTYPE robot>", b'<!DOCTYPE r SYSTEM "r.dtd">'))
    return rng.choice((choice + data, data.replace(b'="0', b'="&x;0', 1)))


def put_text(rng: random.Random, data: bytes) -> bytes:
    pieces = (b"<!-- c -->", b"<![CDATA[<link/>]]>", b"<?go on?>", b"words", b"&#x41;", b"&lt;")
    ends = [i for i in range(len(data)) if data[i : i + 1] == b">"] or [0]
    at = rng.choice(ends) + 1
    return data[:at] + rng.choice(pieces) + data[at:]


def other_encoding(rng: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    names = ("utf-16", "utf-32", "utf-8-sig", "utf-7")
    declared = b'<?xml version="1.0" encoding="ISO-8859-1"?>'
    return rng.choice((text.encode(rng.choice(names)), declared + data, b"\n" + data))


DAMAGES: tuple[Damage, ...] = (
    *(delete, duplicate, exchange, reorder, move, rename_element, drop_attribute),
    *(rename_attribute, hostile_value, hostile_value, hostile_word, hostile_word, scale, scale),
    *(wrong_reference, wrong_reference, same_name, other_type, other_type, new_mimic, new_loop),
    nest,
)
BREAKS = (cut, lose_byte, put_byte, put_entity, put_text, other_encoding)
