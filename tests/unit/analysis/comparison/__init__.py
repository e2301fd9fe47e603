"""Sessions side by side: rows, paired differences, sweeps."""
