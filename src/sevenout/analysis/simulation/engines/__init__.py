"""The ways to play many sessions at once: with the compiled kernel, with NumPy, by independent parts; and the rows of a
traced strategy that all of them walk over.
"""
