"""The handlers of the HTTP API and of a table's socket, by what they are about."""
