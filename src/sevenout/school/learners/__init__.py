"""Learners: the memory of each, the syllabus and their progress in it, and a class side by side."""
