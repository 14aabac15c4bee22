"""Strength beside others: other programs at our tables, and what the best answer to our bots would win."""
