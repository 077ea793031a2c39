"""The page in parts: a document that holds the scene as data, its script and its style beside it.

So the policy needs no inline script. The first document only leads on to the page: the browser
then asks by itself, and sends the cookie, also where the address was a link of another page.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import replace

from sarrus.viewer.html import asset
from sarrus.viewer.scene import Scene
from sarrus.viewer.server.gate import Gate, Resource

HTML = "text/html; charset=utf-8"

DOOR = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={page}">
<link rel="icon" href="data:,">
<title>Sarrus</title>
</head>
<body></body>
</html>
"""

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
</head>
<body>
<div id="app"></div>
<script type="application/json" id="scene">{scene}</script>
<script src="{script}"></script>
</body>
</html>
"""


def register_page(
    gate: Gate, scene: Scene, exchange: Callable[[bytes], bytes] | None = None
) -> None:
    """Serve the page of a scene, and what it consists of.

    exchange: answers to what the page of a scene that is `live` sends.
    """
    if exchange is not None:
        live = {**scene.static["live"], "address": gate.register_exchange(exchange)}
        scene = replace(scene, static={**scene.static, "live": live})
    gate.runs = "machine" in scene.static
    script = Resource(asset("page.js").encode(), "text/javascript; charset=utf-8", "script")
    style = Resource(asset("page.css").encode(), "text/css; charset=utf-8", "style")
    page = PAGE.format(
        title=html.escape(scene.title),
        style=gate.register(style),
        script=gate.register(script),
        scene=scene.text(),
    )
    address = gate.register(Resource(page.encode(), HTML, "document"), "page")
    door = DOOR.format(page=address)
    gate.register_door(Resource(door.encode(), HTML, "document"))
