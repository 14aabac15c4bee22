"""Endings played perfectly, where a game is simple enough for that."""
