"""The search on a graphics card: one tree for very many threads."""
