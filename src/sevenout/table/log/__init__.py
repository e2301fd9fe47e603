"""The log of a table: entries chained by their hashes, written and read back with every check, the entries that still
count after rulings, and the JSON schema of all of it.
"""
