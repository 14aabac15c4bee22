"""Statistics: games added up, and the figures, ratings and tests that come of it."""
