"""Tests of people, permissions and the limits they set themselves."""
