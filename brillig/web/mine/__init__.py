"""Mine: what belongs to somebody rather than to a table: matches played, devices, whose turn it is in running ones."""
