"""A seat that listens: what is understood, what is done once more, and what is kept."""
