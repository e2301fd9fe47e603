"""The strategy language, the named strategies, and how they are played."""
