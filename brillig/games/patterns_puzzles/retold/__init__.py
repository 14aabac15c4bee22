"""The puzzles once more, from the specification alone, for tests: the game is played beside them and compared."""
