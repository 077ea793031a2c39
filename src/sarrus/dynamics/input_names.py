"""Names of inputs of kernels that stand for what a tree is given."""

TURNED = "turned"
"""The value that tells what the angles `Tree.wrapped` are near to."""
STATES = "z"
"""The value that holds the states of force elements, in the order of `Tree.states`."""
