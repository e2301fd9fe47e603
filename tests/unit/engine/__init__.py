"""Tests of one seat's bets: offers, commission, descriptions, the Shootout's reckoning."""
