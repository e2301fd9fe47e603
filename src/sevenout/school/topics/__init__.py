"""The topics that are drilled, one module each: what it asks, at which levels, and why the answer is the answer."""
