"""The book of puzzles: all of them with ticks, one of them to play, the puzzle of the day, and links to share."""
