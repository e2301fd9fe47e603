"""Alters every value of every rulebook in turn and demands that a test which names its clause goes red."""
