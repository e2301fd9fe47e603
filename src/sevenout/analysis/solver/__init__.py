"""The best play for an aim in any house, with bounds that are proved in whole numbers and a certificate of them."""
