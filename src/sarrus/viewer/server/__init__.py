"""A local server for the page: this machine only, one secret address, nothing but the page.

with Server(run) as server:
    print(server.url)
    server.wait()
"""

from sarrus.viewer.server.server import Server

__all__ = ["Server"]
