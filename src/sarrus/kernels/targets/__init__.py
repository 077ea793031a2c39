"""Code targets: what turns programs and native functions into code, behind one protocol."""
