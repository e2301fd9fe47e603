"""Exercises for the hands: a seed makes one again anywhere, and the crew's own manual judges what was done in it."""
