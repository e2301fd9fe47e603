"""Whole sessions, exactly: money and layout as one distribution, carried on roll by roll until a session ends."""
