"""Proves that a strategy falls into parts that have nothing to do with each other but the rack: what each line depends
on, what it does to the rack, and the parts that follow from it.
"""
