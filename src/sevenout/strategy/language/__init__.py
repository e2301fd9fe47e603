"""The strategy language: a text file that says what a player does before each roll, in the words of the notation."""
