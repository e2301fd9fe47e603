"""Tests of books: compiled, explained, and written wrongly."""
