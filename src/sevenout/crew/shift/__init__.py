"""The report of a shift: what was bet, won and held, and what the floor did, in sections for a terminal, a file or a
page.
"""
