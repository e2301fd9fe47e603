"""`sevenout dice`: rolls that were recorded, tested and played through a strategy."""
