"""Studies: many games, and what they come to."""
