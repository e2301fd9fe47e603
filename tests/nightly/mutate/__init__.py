"""Alters every value of every rulebook and of the crew manuals in turn; a test which names its clause must go red."""
