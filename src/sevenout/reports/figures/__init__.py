"""Figures made ready to read: percentages and fractions, wagers of equal figures together, distributions in bars, pay
tables, ranges of stakes.
"""
