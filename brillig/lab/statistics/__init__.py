"""Statistics: the figures, ratings and tests that come of games that were added up."""
