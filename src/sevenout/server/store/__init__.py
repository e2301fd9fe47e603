"""Where a server keeps what happened: a log for each table, answers by key, people's records. `interface` is what a
store is, `factory` opens one by its address, SQLite and PostgreSQL implement it.
"""
