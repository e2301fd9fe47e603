"""Tests of what was played, read back from the store."""
