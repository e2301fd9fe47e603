"""The command line: thin, and quick to start; heavy modules are imported where they are used."""
