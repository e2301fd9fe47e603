"""Tests of many seats around one puck."""
