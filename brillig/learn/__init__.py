"""For learners: every game as an environment of Gymnasium, PettingZoo and OpenSpiel."""
