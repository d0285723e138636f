"""The decision program as other libraries solve it: to compare with, in speed and in truth."""
