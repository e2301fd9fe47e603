"""A table with its dice and its crew: takes the table's commands and the crew's, lets neither run ahead, keeps one log,
and tells in words what happened.
"""
