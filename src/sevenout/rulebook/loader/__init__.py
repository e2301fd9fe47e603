"""Reads the tables of a rulebook file into the model: wagers, the grounds for no roll, the Shootout, the regions of the
layout. Every fault is kept with its line instead of stopping at the first.
"""
