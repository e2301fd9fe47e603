"""What is counted over simulated sessions: tallies that add up, intervals, and quantile bands by roll."""
