"""How the networks of judgement.py come to know the game: from nothing but games against themselves."""
