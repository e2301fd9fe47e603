"""`sevenout solve` and `sevenout verify`: the best play for an aim, and the stakes that favour the player."""
