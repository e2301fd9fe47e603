"""The tables of one process: the lobby, tables as they are created, loaded, kept up and let go, their bots, idle seats,
and the clock of their bonus.
"""
