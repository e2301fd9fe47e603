"""Pages of one HTML file each, with their plots: a house's edges, exact and simulated sessions, a session's statistics,
the posted notice.
"""
