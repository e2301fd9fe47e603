"""The house: store, fair dice, people, live tables and the wire, with a real PostgreSQL and real sockets."""
