"""What strangers try with the local server: other names, other pages, other paths."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from itertools import product

import pytest

from sarrus.viewer import scene_of
from sarrus.viewer.server import Server
from sarrus.viewer.server.gate import is_ours
from viewer.asking import Guest, Lines, Reply, asked, let_in, sent, target_of, written
from viewer.machines import pendulum


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(scene_of(pendulum(until=0.05))) as found:
        yield found


@pytest.fixture(scope="module")
def guest(server: Server) -> Guest:
    return let_in(server)


# --- names (DNS rebinding) ----------------------------------------------------------------------

OURS = [
    "127.0.0.1:PORT",
    "localhost:PORT",
    "LOCALHOST:PORT",
    "127.0.0.2:PORT",
    "127.255.255.254:PORT",
    "[::1]:PORT",
    "[0:0:0:0:0:0:0:1]:PORT",
]

FOREIGN = [
    "",
    " ",
    "127.0.0.1",
    "localhost",
    "[::1]",
    "127.0.0.1:",
    "127.0.0.1:1",
    "127.0.0.1:0PORT",
    "127.0.0.1:+PORT",
    "127.0.0.1:PORT:PORT",
    "127.0.0.1:PORT/",
    "127.0.0.1:PORT, localhost:PORT",
    "127.0.0.1:PORT evil.example",
    "user@127.0.0.1:PORT",
    "http://127.0.0.1:PORT",
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1.evil.example",
    "127.0.0.1.evil.example:PORT",
    "127.0.0.1.nip.io:PORT",
    "localhost.evil.example:PORT",
    "evil.example.localhost:PORT",
    "evillocalhost:PORT",
    "localhost.:PORT",
    "127.0.0.1.:PORT",
    "localhost.localdomain:PORT",
    "127.1:PORT",
    "127.0.1:PORT",
    "2130706433:PORT",
    "0x7f000001:PORT",
    "0x7f.0.0.1:PORT",
    "0177.0.0.1:PORT",
    "127.0.0.01:PORT",
    "127.0.0.256:PORT",
    "128.0.0.1:PORT",
    "0.0.0.0:PORT",
    "0:PORT",
    "192.168.0.1:PORT",
    "169.254.169.254:PORT",
    "::1:PORT",
    "[::]:PORT",
    "[::2]:PORT",
    "[::1%lo]:PORT",
    "[::1%25lo]:PORT",
    "[::ffff:127.0.0.1]:PORT",
    "[::127.0.0.1]:PORT",
    "[64:ff9b::7f00:1]:PORT",
    "[127.0.0.1]:PORT",
    "[localhost]:PORT",
    "[::1]]:PORT",
    "ｌｏｃａｌｈｏｓｔ:PORT",
    "loca\u017fhost:PORT",  # a long s
    "１２７.0.0.1:PORT",
    "127。0。0。1:PORT",
    "127.0.0.1:\u0661\u0662",  # digits of another script
    "localhost\u00a0:PORT",
    "xn--localhost:PORT",
    "local%68ost:PORT",
    "localhost\t:PORT",
    "localhost;:PORT",
]


def under_name(server: Server, guest: Guest, name: str) -> Reply:
    host = name.replace("PORT", str(server.port))
    return sent(server, written(guest.page, [("Host", host), guest.cookie]))


@pytest.mark.parametrize("name", OURS)
def test_own_names_are_served(server: Server, guest: Guest, name: str) -> None:
    assert under_name(server, guest, name).status == 200


@pytest.mark.parametrize("name", FOREIGN)
def test_V02_foreign_names_are_refused(server: Server, guest: Guest, name: str) -> None:
    """With the right cookie and address: the name alone is wrong. The address stays unused."""
    assert under_name(server, guest, name).status in (400, 403)
    opening = target_of(server)
    host = name.replace("PORT", str(server.port))
    assert sent(server, written(opening, [("Host", host)])).status in (400, 403)
    assert target_of(server) == opening


def test_V02_missing_and_repeated_names_are_refused(server: Server, guest: Guest) -> None:
    own, other = ("Host", f"127.0.0.1:{server.port}"), ("host", "evil.example")
    for lines in ([], [own, other], [other, own], [own, own]):
        headers: Lines = [*lines, guest.cookie]
        assert sent(server, written(guest.page, headers)).status in (400, 403)
    assert len(FOREIGN) + 4 >= 40


def test_V02_names_with_the_port_of_the_scheme() -> None:
    assert not is_ours("localhost", 8000) and not is_ours("localhost:80", 8000)
    assert is_ours("localhost:8000", 8000)


def test_other_family_is_served(server: Server, guest: Guest) -> None:
    try:
        socket.create_connection(("::1", server.port), timeout=5).close()
    except OSError:
        pytest.skip("no IPv6")
    lines: Lines = [("Host", f"[::1]:{server.port}"), guest.cookie]
    assert sent(server, written(guest.page, lines), "::1").status == 200


# --- pages of others, and secrets ---------------------------------------------------------------

ORIGINS = [
    "null",
    "",
    "http://evil.example",
    "https://127.0.0.1:PORT",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1:PORT/",
    "http://127.0.0.1:PORT.evil.example",
    "http://127.0.0.1:PORT@evil.example",
    "http://localhost:PORT",
    "http://[::1]:PORT",
    "http://127.0.0.2:PORT",
    "http://127.0.0.1.evil.example:PORT",
    "http://evil.example http://127.0.0.1:PORT",
    "http://127.0.0.1:PORT http://evil.example",
    "http://127.0.0.1:PORT, http://evil.example",
    "127.0.0.1:PORT",
    "//127.0.0.1:PORT",
    "ws://127.0.0.1:PORT",
    "file://",
    "chrome-extension://abcdefgh",
    "http://127.0.0.1:0PORT",
]

SAID = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "SAME-ORIGIN"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "none, same-origin"},
    {"Sec-Fetch-Mode": "websocket"},
    {"Sec-Fetch-Mode": "nested-navigate"},
    {"Sec-Fetch-Dest": "iframe"},
    {"Sec-Fetch-Dest": "image"},
    {"Sec-Fetch-Dest": "empty"},
    {"Sec-Fetch-Dest": "object"},
    {"Sec-Fetch-Dest": "embed"},
    {"Sec-Fetch-Dest": "worker"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"},
    {"Sec-Purpose": "prefetch"},
    {"Purpose": "prefetch"},
    {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"},
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_V03_other_origins_are_refused(server: Server, guest: Guest, origin: str) -> None:
    header = ("Origin", origin.replace("PORT", str(server.port)))
    for target in (guest.page, *guest.parts, target_of(server)):
        assert asked(server, target, guest.cookie, header).status == 403
    own = ("Origin", f"http://127.0.0.1:{server.port}")
    assert asked(server, guest.page, guest.cookie, own, header).status == 400


@pytest.mark.parametrize("said", SAID, ids=str)
def test_V03_other_uses_are_refused(server: Server, guest: Guest, said: dict[str, str]) -> None:
    for target in (guest.page, *guest.parts):
        assert asked(server, target, guest.cookie, *said.items()).status in (400, 403, 503)
    assert len(ORIGINS) + len(SAID) >= 40


def test_browsers_words_for_the_own_page_are_taken(server: Server, guest: Guest) -> None:
    uses = [("document", "navigate"), ("style", "no-cors"), ("script", "no-cors")]
    for target, (use, mode) in zip((guest.page, *guest.parts), uses, strict=True):
        said = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", mode)]
        said += [("Sec-Fetch-Dest", use), ("Origin", f"http://127.0.0.1:{server.port}")]
        assert asked(server, target, guest.cookie, *said).status == 200


def test_V03_wrong_secrets_are_refused(server: Server, guest: Guest) -> None:
    """Tokens and cookies that are not quite those, with everything else right."""
    opening = target_of(server)
    token = opening.partition("=")[2]
    tokens = ["", "x", token[:-1], token + "x", token.swapcase(), f"{token}%00", f" {token}"]
    tokens += [token[::-1], f"{token}&a=1", f"{token}#", f"%{ord(token[0]):x}{token[1:]}"]
    targets = [f"/?token={one}" for one in tokens]
    targets += [
        f"/?Token={token}",
        f"/?a=1&token={token}",
        f"//?token={token}",
        f"/;?token={token}",
    ]
    for target in targets:
        assert asked(server, target).status in (400, 403), target
    name, value = guest.cookie[1].split("=")
    cookies = ["", "=", name, f"{name}=", value, f"{name}={value[:-1]}", f"{name}={value}x"]
    cookies += [f"{name}={token}", f"{name}={value.swapcase()}", f"x{name}={value}"]
    cookies += [f'{name}="{value}"', f"{name} ={value}", f"{name}= {value}"]
    cookies += [f"{name}={value}; {name}={value}", f"{name}={value}; {name}=x", f"{name}={value},"]
    cookies += [f"sarrus_1={value}", f"{name.upper()}={value}", f"{name}={value}\u00e9"]
    for cookie in cookies:
        for target in (guest.page, *guest.parts):
            assert asked(server, target, ("Cookie", cookie)).status in (400, 403), cookie
    assert len(targets) + len(cookies) + 1 >= 34
    assert target_of(server) == opening, "wrong tokens do not use it up"
    assert asked(server, guest.page, ("Cookie", f"a=b; {name}={value}; c=d")).status == 200


def test_nothing_is_served_without_the_cookie(server: Server, guest: Guest) -> None:
    for target in ("/", guest.page, *guest.parts):
        assert asked(server, target).status == 403


# --- paths --------------------------------------------------------------------------------------

UP = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "%c0%ae%c0%ae", "..;", "%u002e%u002e", "...."]
SLASHES = ["/", "%2f", "%5c", "\\", "//", "%252f", "%c0%af", "/./"]
FILES = ["etc/passwd", "page.js", "__init__.py", "pyproject.toml", "C:/Windows/win.ini"]


def traversals() -> list[str]:
    found = []
    for up, slash, name in product(UP, SLASHES, FILES):
        found.append("/" + slash.join([up] * 6 + name.split("/")))
    found += ["/etc/passwd", "//etc/passwd", "/file:///etc/passwd", "/./page.js", "/assets/page.js"]
    found += [
        "/page.js",
        "/page.html",
        "/asset/1",
        "/asset/17",
        "/.git/config",
        "/proc/self/environ",
    ]
    return found


def test_V04_no_path_is_served(server: Server, guest: Guest) -> None:
    """From the root, from the place of the page, and behind what is served."""
    place = guest.page.rpartition("/")[0]
    tried = traversals()
    assert len(tried) >= 200
    for k, target in enumerate(tried):
        before = ("", place, guest.page, guest.parts[1])[k % 4]
        answer = asked(server, before + target, guest.cookie)
        assert answer.status in (400, 404), target


def test_V04_addresses_are_taken_letter_by_letter(server: Server, guest: Guest) -> None:
    """No decoding, no cleaning: what is equivalent to a path of ours is not it."""
    place, _, name = guest.page.rpartition("/")
    own = f"{place[1:]}/{name}"
    others = [
        place,
        f"{place}/",
        f"{guest.page}/",
        f"{guest.page}?",
        f"{guest.page}?a=1",
        f"//{own}",
    ]
    others += [f"{place}//{name}", f"{place}/./{name}", f"/x/..{guest.page}", f"{place}/%70age"]
    others += [
        guest.page.upper(),
        f"{guest.page}%00",
        f"{guest.page};a",
        f"{guest.page}#",
        f"/{own}.",
    ]
    others += [f"{place}\\{name}", guest.page.replace("/", "%2f")]
    for target in others:
        assert asked(server, target, guest.cookie).status in (400, 404), target
