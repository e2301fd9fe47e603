"""A house's layout as a picture: where every wager lies, worked out from its data, and drawn with crew, chips
and puck.
"""
