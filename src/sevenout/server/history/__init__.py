"""What was played, read from the store: rolls, hands and results by query, transcripts and logs, one seat's session and
memory, and the story of a wager.
"""
