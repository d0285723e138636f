# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The Newton system of any graph: one K x K positive definite matrix, factored once a step.

With dW = gᵀdp a block's two squares become columns, root1 (e_j + slope g_j) and root2 g_j, and M is the
product of these (K, 2K) with their transpose: formed from roots it loses no more than its factor does. The
scalars τ and ν (which belongs to Σ dp) border it.
"""

import numba
import numpy as np


@numba.njit(cache=True, error_model="numpy")
def factor(blocks, k, curvature, weight, pull, matrix, work):
    """Prepare a Newton system: write `work`, M's lower Cholesky factor, M⁻¹k and M⁻¹1, and the roots."""
    K = matrix.shape[0]
    M, border, roots = work
    for i in range(K):
        for j in range(K):
            roots[i, j] = matrix[i, j] * (blocks[0, j] * blocks[1, j])
            roots[i, K + j] = matrix[i, j] * blocks[2, j]
        roots[i, i] = blocks[0, i] * (1.0 + matrix[i, i] * blocks[1, i])
    gram(roots, M)
    if weight > 0.0:
        for i in range(K):
            for j in range(i + 1):
                M[i, j] -= weight * pull[i] * pull[j] + k[i] * pull[j] + pull[i] * k[j]
    cholesky(M)
    for i in range(K):
        border[0, i] = k[i]
        border[1, i] = 1.0
    substitute(M, border[0])
    substitute(M, border[1])


@numba.njit(cache=True, error_model="numpy")
def solve(k, curvature, g, mass, tau_side, matrix, work, dp, dW):
    """Solve for one right side: write dp and dW; return τ and ν."""
    K = matrix.shape[0]
    M, border, _ = work
    for i in range(K):
        dp[i] = -g[i]
    substitute(M, dp)
    # dp = base - τ M⁻¹k - ν M⁻¹1, closed by k·dp + curvature τ = tau_side and 1·dp = mass
    a00 = curvature
    a01 = a10 = a11 = b0 = b1 = 0.0
    for i in range(K):
        a00 -= k[i] * border[0, i]
        a01 -= k[i] * border[1, i]
        a10 -= border[0, i]
        a11 -= border[1, i]
        b0 += k[i] * dp[i]
        b1 += dp[i]
    b0 = tau_side - b0
    b1 = mass - b1
    determinant = a00 * a11 - a01 * a10
    tau = (b0 * a11 - b1 * a01) / determinant
    nu = (a00 * b1 - a10 * b0) / determinant
    for i in range(K):
        dp[i] -= tau * border[0, i] + nu * border[1, i]
    seen = observed(dp, matrix)
    for i in range(K):
        dW[i] = seen[i]
    return tau, nu


@numba.njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract"})
def observed(p, matrix):
    """Return gᵀp."""
    W = np.zeros(p.size)
    for i in range(p.size):
        for j in range(p.size):
            W[j] += p[i] * matrix[i, j]
    return W


@numba.njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract"})
def covered(weights, matrix):
    """Return g @ weights."""
    total = np.empty(weights.size)
    for i in range(weights.size):
        row = 0.0
        for j in range(weights.size):
            row += matrix[i, j] * weights[j]
        total[i] = row
    return total


@numba.njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract"})
def gram(A, M):
    """Write the lower triangle of A Aᵀ to M, two by two rows at a time.

    A library would be quicker on large matrices, but it brings threads, and with them answers that vary in
    the last bit.
    """
    K, width = A.shape
    for i in range(0, K - 1, 2):
        for j in range(0, i + 1, 2):
            a00 = a01 = a10 = a11 = 0.0
            for k in range(width):
                x, y, u, v = A[i, k], A[i + 1, k], A[j, k], A[j + 1, k]
                a00 += x * u
                a01 += x * v
                a10 += y * u
                a11 += y * v
            M[i, j], M[i, j + 1], M[i + 1, j], M[i + 1, j + 1] = a00, a01, a10, a11
    if K % 2:
        for j in range(K):
            total = 0.0
            for k in range(width):
                total += A[K - 1, k] * A[j, k]
            M[K - 1, j] = total


@numba.njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract"})
def cholesky(M):
    """Replace the lower triangle of M by its Cholesky factor; a pivot lost to rounding is made huge.

    A huge pivot freezes its variable for one step, which is what an interior point wants of a direction it
    cannot see.
    """
    K = M.shape[0]
    for i in range(K):
        for j in range(i):
            total = M[i, j]
            for k in range(j):
                total -= M[i, k] * M[j, k]
            M[i, j] = total / M[j, j]
        diagonal = M[i, i]
        total = diagonal
        for k in range(i):
            total -= M[i, k] * M[i, k]
        M[i, i] = np.sqrt(total) if total > 1e-14 * diagonal else 1e64
    return M


@numba.njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract"})
def substitute(M, b):
    """Solve L Lᵀ x = b in place, L the lower triangle of M."""
    K = M.shape[0]
    for i in range(K):
        total = b[i]
        for k in range(i):
            total -= M[i, k] * b[k]
        b[i] = total / M[i, i]
    for i in range(K - 1, -1, -1):
        b[i] /= M[i, i]
        for k in range(i):
            b[k] -= M[i, k] * b[i]


@numba.njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract"})
def eliminate(system, right):
    """Return the solution (n,) of a square system, by elimination with row pivots after scaling the rows."""
    n = right.size
    A = system.copy()
    x = right.copy()
    for i in range(n):
        largest = 0.0
        for j in range(n):
            largest = max(largest, abs(A[i, j]))
        for j in range(n):
            A[i, j] /= largest
        x[i] /= largest
    for i in range(n):
        best = i
        for k in range(i + 1, n):
            if abs(A[k, i]) > abs(A[best, i]):
                best = k
        if best != i:
            for j in range(n):
                A[i, j], A[best, j] = A[best, j], A[i, j]
            x[i], x[best] = x[best], x[i]
        for k in range(i + 1, n):
            ratio = A[k, i] / A[i, i]
            if ratio != 0.0:
                for j in range(i + 1, n):
                    A[k, j] -= ratio * A[i, j]
                x[k] -= ratio * x[i]
    for i in range(n - 1, -1, -1):
        total = x[i]
        for j in range(i + 1, n):
            total -= A[i, j] * x[j]
        x[i] = total / A[i, i]
    return x
