"""Where ships are: hexes in exact integers, free measurement in exact small units."""
