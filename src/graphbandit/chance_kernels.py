# mypy: disable-error-code="untyped-decorator"
"""Drawing from a distribution."""

import numba

from graphbandit.checks import Array


@numba.njit(cache=True)
def drawn(probabilities: Array, chance: float) -> int:
    """Return the first action i with Σ_{k<=i} p_k > u Σ p, for probabilities p (K,) and a `chance` u in [0, 1).

    Its probability is positive, whatever rounding does to the sums.
    """
    total = 0.0
    for p in probabilities:
        total += p
    summed = 0.0
    last = 0
    for i in range(probabilities.size):
        if probabilities[i] > 0.0:
            summed += probabilities[i]
            last = i
            if summed > chance * total:
                return i
    return last
