"""Answers at one state: assembly, accelerations, reactions, mobility."""
