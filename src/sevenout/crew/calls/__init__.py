"""The crew's calls beside the roll's own: bets as they are booked, payoffs, announcements, and which of it
belongs to an event.
"""
