"""Who somebody is and what they may do: guests and accounts, passwords and login throttling, names that cannot be
mistaken, permissions at tables, the operator, and the limits people set themselves.
"""
