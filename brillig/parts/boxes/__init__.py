"""What is in the boxes: cards, tiles, cubes and gems, once for all the games of a box."""
