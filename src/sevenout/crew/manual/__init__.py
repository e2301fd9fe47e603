"""A house's manual for its crew, as data: chapters of facts, each with clause, provenance and plain words; chapters
that a house has written itself; and whose act something is by the manual.
"""
