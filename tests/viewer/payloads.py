"""Names that try to be more than names."""

from __future__ import annotations

from typing import Any

import sarrus

CALLS = [
    "<script>CALL</script>",
    "</script><script>CALL</script>",
    "<img src=x onerror=CALL>",
    "<img src=x onerror='CALL'>",
    '"><img src=x onerror=CALL>',
    "'><svg onload=CALL>",
    "<svg/onload=CALL>",
    "<svg><script>CALL</script></svg>",
    "<svg><animate onbegin=CALL attributeName=x>",
    "<body onload=CALL>",
    "<iframe src=javascript:CALL>",
    "<iframe srcdoc='<script>CALL</script>'>",
    "<a href=javascript:CALL>name</a>",
    "<details open ontoggle=CALL>",
    "<input autofocus onfocus=CALL>",
    "<video><source onerror=CALL></video>",
    "<math><mtext><img src=x onerror=CALL></mtext></math>",
    "<style>@import 'http://evil.example/'</style>",
    "<link rel=stylesheet href=http://evil.example/>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
    "<base href=http://evil.example/>",
    "<form action=http://evil.example/><button>name</button></form>",
    "<object data=http://evil.example/>",
    "<embed src=http://evil.example/>",
    "<img src=http://evil.example/pixel.gif>",
    "-->CALL<!--",
    "<!--<script>CALL",
    "]]><script>CALL</script>",
    "&lt;script&gt;CALL&lt;/script&gt;",
    "&#60;script&#62;CALL&#60;/script&#62;",
    "\\u003cscript\\u003eCALL\\u003c/script\\u003e",
    "\\x3cscript\\x3eCALL\\x3c/script\\x3e",
    "${CALL}",
    "{{constructor.constructor('CALL')()}}",
    "{{script}}",
    "`;CALL;`",
    "';CALL;//",
    '";CALL;//',
    "');CALL;//",
    "javascript:CALL",
    "data:text/html,<script>CALL</script>",
    "__proto__",
    "constructor",
    "toString",
]


def names() -> list[str]:
    """Return all names, each of which would open a dialog if it were run."""
    return [text.replace("CALL", f"alert({k})") for k, text in enumerate(CALLS)]


def chain_of(words: list[str]) -> Any:
    """Return the run of a chain whose bodies, joints, frames and forces all have such names."""
    m = sarrus.Mechanism(words[1])
    parent: Any = m.ground
    for k, word in enumerate(words):
        body = m.body(word, mass=1.0, com=(0.1 * k + 0.05, 0, 0), inertia=(1e-3,) * 3)
        m.revolute(word, parent, body, at=(0.1 * k, 0, 0), axis="y")
        if k % 4 == 0:
            m.frame(f"{word} f", body, at=(0.1 * k + 0.1, 0, 0))
            ends = {"at_a": (0.1 * k, 0, 1), "at_b": (0.1 * k + 0.1, 0, 0)}
            m.spring_damper(f"{word} s", m.ground, body, k=10.0, c=0.1, **ends)
        parent = body if k % 8 else m.ground
    system = m.build().compile()
    return system.simulate(system.assemble(), until=0.1, every=0.01)
