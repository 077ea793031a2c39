"""Instruction lists as code: LLVM text for one state or for lanes of them, and C."""
