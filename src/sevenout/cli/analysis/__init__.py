"""Commands about strategies and their sessions: exact, simulate and strategy."""
