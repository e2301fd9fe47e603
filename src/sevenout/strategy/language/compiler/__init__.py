"""Makes a strategy ready for one house: amounts, conditions and actions as functions of a window, the registers it
remembers in, and the plan that is played.
"""
