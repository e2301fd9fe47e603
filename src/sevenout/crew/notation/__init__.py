"""The lines of the notation that the crew speaks: read word by word, role by role, and written back the same."""
