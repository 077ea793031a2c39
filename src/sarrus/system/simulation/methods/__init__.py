"""One leg of a simulation, by each kind of integrator."""
