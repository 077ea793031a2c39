"""The page of the studio in parts: a document, its script and its style, with a policy of its own.

The editor makes its styles while it runs. They carry a nonce that is random for each studio, so
that no other style is taken; scripts are those of the package alone.
"""

from __future__ import annotations

import html
from collections.abc import Callable

from sarrus.viewer.html import asset
from sarrus.viewer.server.gate import Gate, Resource
from sarrus.viewer.server.page import DOOR, HTML

POLICY = (
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'nonce-{nonce}'",
    "img-src data: blob:",
    "connect-src 'self'",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="sarrus-exchange" content="{address}">
<meta name="sarrus-nonce" content="{nonce}">
<meta name="sarrus-pane" content="{pane}">
<link rel="icon" href="data:,">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
<link rel="stylesheet" href="{own}">
</head>
<body>
<div id="studio"></div>
<script src="{script}"></script>
</body>
</html>
"""


def register_studio(
    gate: Gate,
    title: str,
    exchange: Callable[[bytes], bytes],
    most: int,
    nonce: str,
    pane: str = "both",
) -> None:
    """Serve the page of the studio; most: bytes of a request; nonce: of the editor's styles.

    pane: what is seen first, "both", "text" or "scene".
    """
    script = Resource(asset("studio.js").encode(), "text/javascript; charset=utf-8", "script")
    style = Resource(asset("page.css").encode(), "text/css; charset=utf-8", "style")
    own = Resource(asset("studio.css").encode(), "text/css; charset=utf-8", "style")
    page = PAGE.format(
        title=html.escape(title),
        address=gate.register_exchange(exchange, most),
        nonce=nonce,
        pane=pane,
        style=gate.register(style),
        own=gate.register(own),
        script=gate.register(script),
    )
    address = gate.register(Resource(page.encode(), HTML, "document"), "page")
    gate.register_door(Resource(DOOR.format(page=address).encode(), HTML, "document"))
