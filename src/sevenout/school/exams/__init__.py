"""Exams and papers: the questions of a stage from a seed, the paper that comes of the answers, and worksheets with a
key.
"""
