"""The compiled core and the few plain classes that it shares with everything above it."""
