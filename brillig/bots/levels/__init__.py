"""The levels easy, normal, hard and expert: what they are, and how they are measured."""
