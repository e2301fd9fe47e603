"""What goes over the wire and into a live log, typed: socket messages, HTTP answers, server events, join codes, keys
that were refused, and the picture that a client keeps.
"""
