"""How judgement.py comes to know what the pieces of a board are worth: from nothing but games against itself."""
