"""Plays a strategy for millions of sessions with dice that a seed decides, and says what came of them."""

from sevenout.extras import need

need("numpy", "a strategy's session")
