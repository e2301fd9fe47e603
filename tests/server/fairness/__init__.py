"""Tests of fair dice and signed checkpoints."""
