"""The PTX target: programs and native functions as code of NVIDIA's GPUs, one thread a state."""
