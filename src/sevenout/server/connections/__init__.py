"""Connections to a table: rooms, what waits to be sent to each, chat, and reality checks."""
