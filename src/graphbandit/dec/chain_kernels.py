# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The Newton system of a chain graph, solved in O(K) as a linear-quadratic control problem.

Along the chain dW_j = U_j + m_j P_j + o_j dp_j with running sums P_j = P_{j-1} + dp_j from P_0 = 0, and U_j =
U_{j-1} + (up_j - down_j) dp_j from U_0 = β = Σ_i down_i dp_i; m is `shared`, o is `own`. With (P, U) as state
and dp_j as control the quadratic model is minimised by one backward sweep, which leaves for each j a feedback
on the state and on three scalars: τ (see the local models), ν (of Σ dp) and η (of β's definition); β itself
is free. Forward sweeps and a 3x3 system close it. What depends on the scalars is done once a step, the rest
once a right side.

A third state, D_j = D_{j-1} - down_j dp_j from D_0 = β, carries what is still missing from β's definition.
Its end is penalised as heavily as W is, for otherwise the sweep shoots: β and the first controls wander far
off together, and closing the system takes differences of huge numbers.
"""

import numba
import numpy as np


@numba.njit(cache=True, error_model="numpy")
def backward(blocks, k, down, up, shared, own, gains):
    """Sweep backward; return the curvature of β and its coefficients of τ, ν and η.

    The cost to go is kept as a triangular root R over (D, P, U), made by rotations, because its square would
    lose what is small beside what is huge. `gains` (8, K): feedback on D, P and U, one over the squared
    pivot, the control's coefficients of τ, ν and η, and a row left for `solve`.
    """
    R00 = R01 = R02 = R11 = R12 = R22 = 0.0
    for j in range(down.size):
        R00 += blocks[2, j] * blocks[2, j] + (blocks[0, j] * blocks[1, j]) ** 2
    R00 = np.sqrt(R00)
    D_tau = D_nu = D_eta = P_tau = P_nu = P_eta = U_tau = U_nu = U_eta = 0.0
    for j in range(down.size - 1, -1, -1):
        m = shared[j]
        a = up[j] - down[j]
        omega = m + a + own[j]
        lever = blocks[0, j] * blocks[1, j]
        # five rows over (dp, D, P, U): two of this action, three of what follows
        x0, x2, x3 = blocks[0, j] + lever * omega, lever * m, lever
        y2, y3 = blocks[2, j] * m, blocks[2, j]
        y0, z0, v0 = blocks[2, j] * omega, a * R22, R11 + a * R12
        z2, z3, v2, v3 = 0.0, R22, R11, R12
        head = R01 + a * R02 - down[j] * R00
        # the lengths of the growing column side by side: their roots need not wait for one another
        square = x0 * x0 + y0 * y0
        one = np.sqrt(square)
        square += z0 * z0
        two = np.sqrt(square)
        square += v0 * v0
        three = np.sqrt(square)
        square += head * head
        length = np.sqrt(square)
        x2, x3, y2, y3 = turned(x0, y0, one, x2, x3, y2, y3)
        x2, x3, z2, z3 = turned(one, z0, two, x2, x3, z2, z3)
        x2, x3, v2, v3 = turned(two, v0, three, x2, x3, v2, v3)
        inverse = 1.0 / length
        c = three * inverse
        s = head * inverse
        x1 = s * R00
        x2, R01 = c * x2 + s * R01, c * R01 - s * x2
        x3, R02 = c * x3 + s * R02, c * R02 - s * x3
        R00 = c * R00
        square = y2 * y2 + z2 * z2
        one = np.sqrt(square)
        square += v2 * v2
        R11 = np.sqrt(square)
        R12, _, z3, _ = turned(y2, z2, one, y3, 0.0, z3, 0.0)
        R12, _, v3, _ = turned(one, v2, R11, R12, 0.0, v3, 0.0)
        R22 = np.sqrt(z3 * z3 + v3 * v3)
        on_D = x1 * inverse
        on_P = x2 * inverse
        on_U = x3 * inverse
        pivot = inverse * inverse
        c_tau = k[j] + P_tau + a * U_tau - down[j] * D_tau
        c_nu = 1.0 + P_nu + a * U_nu - down[j] * D_nu
        c_eta = down[j] + P_eta + a * U_eta - down[j] * D_eta
        D_tau -= on_D * c_tau
        P_tau -= on_P * c_tau
        U_tau -= on_U * c_tau
        D_nu -= on_D * c_nu
        P_nu -= on_P * c_nu
        U_nu -= on_U * c_nu
        D_eta -= on_D * c_eta
        P_eta -= on_P * c_eta
        U_eta -= on_U * c_eta
        gains[0, j] = on_D
        gains[1, j] = on_P
        gains[2, j] = on_U
        gains[3, j] = pivot
        gains[4, j] = c_tau * pivot
        gains[5, j] = c_nu * pivot
        gains[6, j] = c_eta * pivot
    curvature = (R00 + R02) ** 2 + R12 * R12 + R22 * R22
    return curvature, D_tau + U_tau, D_nu + U_nu, D_eta + U_eta - 1.0


@numba.njit(cache=True, error_model="numpy", inline="always")
def turned(x0, y0, length, x1, x2, y1, y2):
    """Rotate the rows x and y so that y0 becomes 0 and x0 their `length`; return x1, x2, y1, y2."""
    inverse = 1.0 / length if length > 0.0 else 0.0
    c = x0 * inverse if length > 0.0 else 1.0
    s = y0 * inverse
    return c * x1 + s * y1, c * x2 + s * y2, c * y1 - s * x1, c * y2 - s * x2


@numba.njit(cache=True, error_model="numpy")
def forward(beta, offset, k, down, up, shared, own, gains, dp, dW):
    """Sweep forward from U_0 = β with these offsets (K,) of the control; return Σ dp, Σ down dp, k·dp."""
    P = 0.0
    U = beta
    D = beta
    total_down = 0.0
    total_tau = 0.0
    for j in range(down.size):
        d = -(gains[0, j] * D + gains[1, j] * P + gains[2, j] * U + offset[j])
        D -= down[j] * d
        P += d
        U += (up[j] - down[j]) * d
        w = shared[j] * P + U + own[j] * d
        dp[j] = d
        dW[j] = w
        total_down += down[j] * d
        total_tau += k[j] * d
    return P, total_down, total_tau


@numba.njit(cache=True, error_model="numpy")
def factor(blocks, k, curvature, weight, pull, chain, work):
    """Prepare a Newton system: write `work`: gains (8, K), responses (6, K) and closing (4, 4).

    The responses are dp and dW for a unit of each scalar. Row 0 of `closing` belongs to β, the rest is the
    system of the scalars; its rows are Σ dp, β and τ. What β leaves over is far below the rounding of its
    parts, so its row is filled from the other two, which symmetry allows.
    """
    down, up, shared, own = chain
    gains, responses, closing = work
    closing[0, 0], closing[0, 1], closing[0, 2], closing[0, 3] = backward(blocks, k, down, up, shared, own, gains)
    for t in range(3):
        beta = -closing[0, t + 1] / closing[0, 0]
        mass, total_down, total_tau = forward(
            beta, gains[4 + t], k, down, up, shared, own, gains, responses[2 * t], responses[2 * t + 1]
        )
        closing[1, t + 1] = mass
        closing[2, t + 1] = total_down - beta
        closing[3, t + 1] = total_tau
    closing[2, 1] = closing[3, 3]
    closing[2, 2] = closing[1, 3]
    closing[3, 1] += curvature


@numba.njit(cache=True, error_model="numpy")
def solve(k, curvature, g, mass, tau_side, chain, work, dp, dW):
    """Solve for one right side: write dp and dW; return τ and ν (NaN where the system is singular)."""
    down, up, shared, own = chain
    gains, responses, closing = work
    theta = np.empty(3)
    theta[0] = mass - inner(responses[2], g)
    theta[1] = -inner(responses[4], g)
    theta[2] = tau_side - inner(responses[0], g)
    close(closing, theta)
    tau, nu, eta = theta[0], theta[1], theta[2]
    N_D = N_P = N_U = 0.0
    offset = gains[7]
    for j in range(down.size - 1, -1, -1):
        a = up[j] - down[j]
        c = g[j] + tau * k[j] + nu + eta * down[j] + N_P + a * N_U - down[j] * N_D
        offset[j] = c * gains[3, j]
        N_D -= gains[0, j] * c
        N_P -= gains[1, j] * c
        N_U -= gains[2, j] * c
    beta = (eta - N_U - N_D) / closing[0, 0]
    total, _, total_tau = forward(beta, offset, k, down, up, shared, own, gains, dp, dW)
    theta[0] = mass - total
    theta[1] = 0.0
    theta[2] = tau_side - curvature * tau - total_tau
    close(closing, theta)
    for j in range(down.size):
        dp[j] += theta[0] * responses[0, j] + theta[1] * responses[2, j] + theta[2] * responses[4, j]
        dW[j] += theta[0] * responses[1, j] + theta[1] * responses[3, j] + theta[2] * responses[5, j]
    return theta[0] + tau, theta[1] + nu


@numba.njit(cache=True, error_model="numpy")
def inner(x, y):
    """Return Σ x y."""
    total = 0.0
    for j in range(x.size):
        total += x[j] * y[j]
    return total


@numba.njit(cache=True, error_model="numpy")
def close(closing, b):
    """Solve the lower right 3x3 of `closing` for b in place, by elimination with scaled row pivoting."""
    A = np.empty((3, 3))
    for i in range(3):
        largest = 0.0
        for j in range(3):
            largest = max(largest, abs(closing[i + 1, j + 1]))
        for j in range(3):
            A[i, j] = closing[i + 1, j + 1] / largest
        b[i] /= largest
    for i in range(3):
        best = i
        for k in range(i + 1, 3):
            if abs(A[k, i]) > abs(A[best, i]):
                best = k
        for j in range(3):
            A[i, j], A[best, j] = A[best, j], A[i, j]
        b[i], b[best] = b[best], b[i]
        for k in range(i + 1, 3):
            ratio = A[k, i] / A[i, i]
            for j in range(i, 3):
                A[k, j] -= ratio * A[i, j]
            b[k] -= ratio * b[i]
    for i in range(2, -1, -1):
        for j in range(i + 1, 3):
            b[i] -= A[i, j] * b[j]
        b[i] /= A[i, i]
