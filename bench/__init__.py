"""Every figure that the README claims, measured in one run: `make bench`."""
