"""A house: live tables that lose nothing, the people at them, and everything that can be checked afterwards."""
