"""Whole turns: what a seat can make of all the choices it has before somebody else, or chance, comes in."""
