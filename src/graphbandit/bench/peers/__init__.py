"""Other libraries: the decision program as they solve it, and whole bandits, to compare with in speed and in truth."""
