"""Positions to look at: reached by random play, or told in a few lines and played out."""
