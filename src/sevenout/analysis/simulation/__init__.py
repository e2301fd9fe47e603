"""Plays a strategy for millions of sessions with dice that a seed decides, and says what came of them: runs, the jobs
they are split into, results that add up whoever counted which part, and how far a sample can be trusted.
"""
