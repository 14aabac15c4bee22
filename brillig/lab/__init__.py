"""The laboratory: games by the hundred thousand, what they show, and tournaments between bots."""
