"""Exact probability from the compiled rows: no sampling, no floating point."""
