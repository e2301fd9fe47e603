"""The names of wagers and the meanings of words in each house: names from the books, terms from `HOUSE.toml` beside
this.
"""
