"""Matches in the terminal: played, told again, and checked."""
