"""The command line: `meri-ai`, one file a command."""
