"""Fair dice by commitment: seeds bound by a chain, the dice of each turn, the server's keys, and signed checkpoints of
logs.
"""
