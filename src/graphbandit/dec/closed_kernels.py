# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The test for which matrix has a closed form."""

import numba

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
