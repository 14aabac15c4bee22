"""Trickster: pattern cards, the overlap rule, and the race that its games share."""
