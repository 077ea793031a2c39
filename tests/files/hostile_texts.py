"""Files that mean harm: what each holds, and the codes that may refuse it."""

from __future__ import annotations

GOOD = """\
sarrus: 1
bodies:
  arm: {mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.001]}
joints:
  A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}
"""
LAUGHS = "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9) if i else 'ha'}]\n" for i in range(9)
)
RUN = "touch CANARY"


def with_mass(text: str) -> str:
    return GOOD.replace("mass: 1", f"mass: {text}")


def with_name(text: str) -> str:
    return GOOD.replace("arm", text)


REFUSED: dict[str, tuple[str | bytes, str]] = {
    "object": (with_mass(f"!!python/object/apply:os.system ['{RUN}']"), "F05"),
    "new object": (f"!!python/object/new:os.system ['{RUN}']", "F05"),
    "module": (with_mass("!!python/module:os"), "F05"),
    "function": (with_mass("!!python/name:os.system"), "F05"),
    "own tag": (with_mass("!x 1"), "F05"),
    "long tag": (with_mass("!<tag:yaml.org,2002:float> 1"), "F05"),
    "float tag": (with_mass("!!float 1"), "F05"),
    "binary": (with_mass("!!binary aGVsbG8="), "F05"),
    "anchor": (with_mass("&a 1"), "F05"),
    "alias": (with_mass("*a"), "F05"),
    "circle": ("a: &a [*a]\n" + GOOD, "F05"),
    "laughs": (LAUGHS + GOOD, "F05"),
    "merge": (GOOD.replace("{mass", "{<<: {mass: 2}, mass"), "F05"),
    "two documents": (GOOD + "---\n" + GOOD, "F05"),
    "directive": ("%YAML 1.1\n---\n" + GOOD, "F05"),
    "list as key": ("? [a, b]\n: 1\n" + GOOD, "F05"),
    "deep list": (GOOD + "run: " + "[" * 100_000, "F03"),
    "deep map": (GOOD + "run: " + "{a: " * 50_000, "F03"),
    "deep blocks": ("".join(f"{' ' * i}a:\n" for i in range(1000)), "F03"),
    "many digits": (with_mass("9" * 5_000_000), "F06"),
    "many zeros": (with_mass("0." + "0" * 1_000_000 + "1"), "F06"),
    "huge": (with_mass("1e999999999"), "M04"),
    "power": (with_mass("9^9^9^9"), "F22"),
    "long power": (with_mass("2^(10^9)"), "F22"),
    "long expression": (with_mass("1" + "+1" * 500_000), "F22"),
    "deep expression": (with_mass("(" * 4000 + "1" + ")" * 4000), "F22"),
    "signs": (with_mass("-" * 9000 + "1"), "M25"),
    "import": (with_mass(f"__import__('os').system('{RUN}')"), "F22"),
    "evaluation": (with_mass(f"eval('{RUN}')"), "F22"),
    "class": (with_mass("().__class__.__bases__"), "F22"),
    "attribute": (with_mass("pi.real"), "F22"),
    "subscript": (with_mass("'pi[0]'"), "M25"),
    "lambda": (with_mass("'(lambda: 1)()'"), "F22"),
    "format": (with_name('"{arm.__class__}"'), "F22"),
    "hole": (with_name('"{9^9^9}"'), "F22"),
    "range": (GOOD.replace("{mass", "{for: {i: 1..1e15}, mass").replace("arm:", "arm{i}:"), "F02"),
    "empty ranges": (GOOD.replace("{mass", "{for: {i: 1..1e15, j: 1..0}, mass"), "F02"),
    "ranges in ranges": (
        GOOD.replace("{mass", "{for: {i: 1..1e5, j: 1..i, k: 1..j}, mass").replace("arm:", "a{i}:"),
        "F02",
    ),
    "UTF-16": (GOOD.encode("utf-16"), "F07"),
    "UTF-16 without a mark": (GOOD.encode("utf-16-le"), "F07"),
    "UTF-32": (GOOD.encode("utf-32"), "F07"),
    "Latin": (with_name("\u00e9t\u00e9").encode("latin-1"), "F07"),
    "surrogate": (GOOD.encode().replace(b"arm", b"\xed\xa0\x80"), "F07"),
    "overlong": (GOOD.encode().replace(b"arm", b"\xc0\xaf"), "F07"),
    "NUL": (GOOD.encode().replace(b"arm", b"a\0m"), "F07"),
    "escape sequence": (with_name("\x1b[31m"), "F07"),
    "escaped escape": (with_name('"\\e[2J"'), "F07"),
    "direction": (with_name("\u202emra"), "F07"),
    "escaped direction": (with_name('"\\u202emra"'), "F07"),
    "next line": (with_name("a\x85b"), "F07"),
    "long name": (with_name("a" * 1_000_000), "F01"),
    "twice": (GOOD + "bodies: {}\n", "F06"),
    "empty": ("", "M09"),
    "only a comment": ("#" * 1_000_000, "M09"),
    "spaces": (" " * 3_000_000, "M09"),
    "quotes": ('"' * 1_000_001, "F01"),
    "keys": ("sarrus: 1\n" + "".join(f"k{i}: 1\n" for i in range(100_000)), "M09"),
    "pickle": (b"\x80\x04\x95cos\nsystem\n(S'touch CANARY'\ntR.", "F07"),
}

NAMES = (
    *("'; rm -rf .; '", "$(touch CANARY)", "`touch CANARY`", "| touch CANARY", "&& touch CANARY"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{7*7}}", "%s%n%x", "${HOME}"),
    *("../../etc/passwd", "C:\\Windows", "//host/share", "file:///etc/passwd", "/dev/zero", "~"),
    *("__import__('os')", "*/ int main", "#include <x>", 'a";system("x', "a\\", "a'b", 'a"b', "@x"),
    *("define i32 @f()", "!dbg", "null", "true", "1e5", "-", "\u00fc\u6587", "a" * 1000, "a b"),
)
PATHS = ("../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "http://localhost:9/x.stl")
PATHS += ("package://p/../../etc/passwd", "/dev/zero", "\\\\host\\share", "a\\..\\b", "%2e%2e/x")
