"""The puzzles of Trickster: the book, the solver that proves it, and the maker of more."""
