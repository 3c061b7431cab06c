"""What the games are played with: rules and their options, cards and their text, deals, matches."""
