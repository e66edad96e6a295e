"""Landing parties: troops ashore, from their rallies to their melees (landing rules I to XI)."""
