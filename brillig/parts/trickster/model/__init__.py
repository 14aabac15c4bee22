"""The rules of the box once more, from the specification alone, for tests: games are played beside them and compared."""
