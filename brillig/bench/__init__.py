"""Benchmarks: how fast the games are and how strong the bots, beside the same games elsewhere."""
