"""Simulations: the dice, the engines against each other and the table, and the figures against the exact ones."""
