"""The games, compiled."""
