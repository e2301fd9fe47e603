"""Tests of single packages, in folders by their names, and of the package as a whole."""
