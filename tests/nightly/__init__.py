"""What is tried in full at night, and in a small form with every other test."""
