"""Tests of a server that runs: settings, commands, load."""
