"""What breaks under a house, done to it on purpose."""
