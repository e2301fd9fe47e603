"""How a command ends: the exit codes of the contract."""

DONE = 0
SAID_NO = 1
"""All is well written, and the game said no."""
MALFORMED = 2
INTERRUPTED = 130
