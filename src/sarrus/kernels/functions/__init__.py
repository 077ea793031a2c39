"""Elementary functions of our own, for one number and for vectors alike, as LLVM text."""
