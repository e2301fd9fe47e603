"""What the crew says beside the roll's own call: bets as they are booked, payoffs, announcements, and which of it
belongs to an event.
"""
