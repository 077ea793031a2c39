"""How wrenches through the joints of a tree may be found."""

RECURSIVE, STATE_VECTOR, ARTICULATED = "recursive", "state_vector", "articulated"
"""Where the wrenches of the tree come from: the recursion over all links beyond a joint, (28) of
paper 0; its (30), from terms of the equations of motion; or, where the accelerations of a tree come
from articulated bodies, K A + p of these."""
