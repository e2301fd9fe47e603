"""Aims beside the goal before ruin: a deadline, the longest play, what time and chance cost, growth."""
