"""Calls: where somebody says how they want to be told that it is their turn."""
