"""How a server runs: its settings, its log and metrics, and how its work is shared out and bounded under load."""
