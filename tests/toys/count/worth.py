WORTH = (5, 0)
