"""What keeps the project itself: its Pythons and its lock. Nothing of it is installed."""
