"""Sweeps of runs, and the experiments of the paper."""
