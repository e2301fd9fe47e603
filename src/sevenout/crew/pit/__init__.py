"""The pit around the game: posts and reliefs, the bank, money that is changed, layout checks, irregularities and
the rulings on them, and the routine between two rolls.
"""
