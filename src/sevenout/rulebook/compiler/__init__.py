"""Turns a rulebook into tables, so that what a roll does to a wager is one lookup: the puck's machine, the transitions
of every wager, the compiled book, and the check that every state can be reached and left.
"""
