"""Dice that are not fair, and dice that were thrown: models read from a file, recorded rolls, and what can be told from
them with stated certainty.
"""
