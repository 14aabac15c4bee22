"""Paper: what a game is made of, laid out on sheets to cut, and its rules in brief. The web room draws it."""
