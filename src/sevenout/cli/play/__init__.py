"""The command `sevenout play`: a seat at a table in the terminal, as a layout on the screen or in sentences for a
screen reader.
"""
