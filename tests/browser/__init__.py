"""The table in a browser: a real house, a real Chromium, and nobody but this machine asked for anything."""
