"""The search on a GPU: one tree for very many threads."""
