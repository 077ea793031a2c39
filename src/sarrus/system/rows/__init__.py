"""Rows of states: motion, loads and self-stress of many at once; one state is a row of one."""
