"""The people who run the game: what they do, say, mark and check, by the house's manual.

Nothing here decides a wager: the table has done that, and the crew carries it out.
"""
