"""Pages about houses: the edges of one, several side by side, what other rules cost, and several bets as one."""
