"""What houses call their wagers and what their words mean: names from the books, terms from `HOUSE.toml` beside
this.
"""
