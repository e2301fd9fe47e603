"""Rulebooks with something wrong in them: each fault is reported with its line and a remedy."""
