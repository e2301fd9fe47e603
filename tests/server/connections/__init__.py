"""Tests of connections to a table."""
