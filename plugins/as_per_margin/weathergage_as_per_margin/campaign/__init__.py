"""Campaigns: squadrons on charts, and what brings them to the table and back."""
