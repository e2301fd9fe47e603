"""Reads a strategy file: the file line by line, its actions, conditions and phrases, each from a line word by word. A
line with a mistake is noted and the next is read, so that all are told at once.
"""
