"""How a player plays: what is seen before a roll, what is done about it, and the words to write it down in."""
