"""Whole nights at the table, house by house, with the result that each must have."""
