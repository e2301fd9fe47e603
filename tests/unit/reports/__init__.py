"""Tests of results as readers get them."""
