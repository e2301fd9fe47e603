"""Commands of whoever runs a server: serve, house and verify."""
