"""The motion as a first-order equation, its derivatives, and one step of each method."""
