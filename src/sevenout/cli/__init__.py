"""The `sevenout` command: each subcommand a module with its arguments and its run, listed in `registry` and imported
when it is asked for, so that `sevenout --help` starts quickly.
"""
