"""Xacro, the macros of robot files: expanded here, without ROS and without running code."""
