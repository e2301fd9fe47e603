"""Tests of the tables of one process."""
