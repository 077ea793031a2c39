"""LLVM: machine code for this processor, for one state or for lanes of them."""
