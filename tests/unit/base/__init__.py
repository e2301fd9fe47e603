"""Tests of money, dice, files, errors and HTML."""
