"""Checks of what a server has published or kept: a log, a whole store, a shooter's turn, keys, dice, and what is looked
at before anybody is let in.
"""
