"""Tests of the HTTP API, the socket and the page."""
