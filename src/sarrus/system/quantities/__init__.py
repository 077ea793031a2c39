"""What a system can compute: equations as functions of named inputs, and their kernels."""
