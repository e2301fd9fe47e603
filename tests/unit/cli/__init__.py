"""The command line as a user meets it: output, messages and exit codes."""
