"""Solved policies as strategy files: what is done with every amount of cash, written, read and played at a table."""
