"""Sense: what no level of a bot may choose, however weak it is, and how often one does."""
