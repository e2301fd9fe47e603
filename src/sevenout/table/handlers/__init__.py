"""Judges the commands of a table, kind by kind: bets, dice, rulings, the Shootout. Each becomes one event that says
everything, with the state after it, or a refusal; `dispatch` finds who judges what.
"""
