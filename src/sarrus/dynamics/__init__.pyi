from sarrus.dynamics.tree import (
    BaseMotion as BaseMotion,
)
from sarrus.dynamics.tree import (
    Link as Link,
)
from sarrus.dynamics.tree import (
    Tree as Tree,
)
