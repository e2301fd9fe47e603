"""Tests of what goes over the wire."""
