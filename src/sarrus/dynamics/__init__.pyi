"""The equations of a tree of bodies; see `__init__.py`."""

from sarrus.dynamics.tree import (
    BaseMotion as BaseMotion,
)
from sarrus.dynamics.tree import (
    Link as Link,
)
from sarrus.dynamics.tree import (
    Tree as Tree,
)
