"""Sessions side by side on the same dice: the difference of two, and sweeps over strategies, houses and settings."""
