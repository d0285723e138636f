# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""Weights on i* that prove the closed forms optimal, and the test for which matrix has one."""

import numba
import numpy as np

NONE, LOOPS, COMPLETE, APPLE = 0, 1, 2, 3


@numba.njit(cache=True)
def kind(matrix):
    """Tell whether a matrix (K, K) is all self-loops, all ones, or apple tasting; it stops at the first no."""
    K = matrix.shape[0]
    if K == 2 and matrix[0, 0] == 1.0 and matrix[0, 1] == 1.0 and matrix[1, 0] == 0.0 and matrix[1, 1] == 0.0:
        return APPLE
    loops = True
    ones = True
    for i in range(K):
        for j in range(K):
            entry = matrix[i, j]
            ones &= entry == 1.0
            loops &= entry > 0.0 if i == j else entry == 0.0
            if not (ones or loops):
                return NONE
    return LOOPS if loops else COMPLETE


@numba.njit(cache=True, error_model="numpy")
def loop_weights(p, loops):
    """Return q_i = p_i - p_i² + c loops_i p_i², Σ q = 1: Σ q_i h_i is stationary in p for self-loops alone."""
    square = p * p
    return p - square + loops * square * (square.sum() / (loops * square).sum())


@numba.njit(cache=True, error_model="numpy")
def complete_weights(p):
    """Return the uniform distribution on the actions that are played: stationarity where W = 1."""
    played = (p > 0.0).astype(np.float64)
    return played / played.sum()


@numba.njit(cache=True, error_model="numpy")
def apple_weights(p, lead):
    """Return q with q_1 - q_0 = 1 - p_0² (2 + lead), lead = γ (f_0 - f_1); all on 0 where only it is played."""
    tilt = 1.0 - p[0] * p[0] * (2.0 + lead) if lead > -2.0 else -1.0
    return np.array([0.5 - 0.5 * tilt, 0.5 + 0.5 * tilt])
