"""The studio: a model file in an editor, the mechanism and its plots beside it, in a browser.

with Studio("four_bar.yaml") as studio:
    print(studio.url)
    studio.wait()
"""

from sarrus.studio.studio import Studio

__all__ = ["Studio"]
