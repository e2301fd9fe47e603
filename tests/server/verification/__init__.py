"""Tests of what anybody can check."""
