# mypy: disable-error-code="untyped-decorator"
"""How much lower the price is expected by one who has won than by one who bids."""

import numba
import numpy as np

from graphbandit.checks import Array


@numba.njit(cache=True)
def surprises(bids: Array, win: Array) -> Array:
    """Return s_i = E[price | price <= a_i] - E[price], (K,), for win_i = P(price <= a_i) at bids a.

    Within a cell prices are taken at its middle, at a_0 below it, and at a_K above it.
    """
    K = bids.size
    found = np.empty(K)
    total = bids[0] * win[0]
    for i in range(K):
        if i > 0:
            total += 0.5 * (bids[i - 1] + bids[i]) * (win[i] - win[i - 1])
        found[i] = total / win[i] if win[i] > 0.0 else bids[0]
    mean = total + (1.0 - win[K - 1]) * bids[K - 1]
    for i in range(K):
        found[i] = min(found[i] - mean, 0.0)
    return found
