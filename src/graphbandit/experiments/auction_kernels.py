# mypy: disable-error-code="untyped-decorator,no-untyped-call,no-untyped-def"
"""The auction experiments of the paper, a whole run in one kernel: its oracles, its gradient steps, its rules.

The law of the least winning bid ŵ is a softmax of `prices` (d + 1, K); the value v̂ comes from a two-layer network of
weights `first` (d + 1, hidden) and `second` (hidden + 1,), biases in the last rows. Losses are predicted by

    f_i = (1 - 1{i >= ŵ} (v̂ - a_i))/2   with one ŵ drawn a round,   or   f_i = (1 - F_i (v̂ - a_i))/2   in expectation.

The law learns from all K edges of the played row, by log loss or by square loss; or from the played bid alone, whether
it won; or, once a round, from what was seen of the price itself: that it was at most the bid, or what it was.
"""

import numba
import numpy as np

from graphbandit.dec.working_kernels import narrowed

TWO_POINT, EXACT, INVERSE_GAP, GREEDY, INFORMED = range(5)  # rules; the last is the exact one, told the graph
LOG_EDGES, SQUARE_EDGES, PLAYED, PRICE, NOTHING = range(5)  # what the law learns from


@numba.njit(cache=True)
def chance(seed, stream, count):
    """Return the number in [0, 1) at this place of a stream; see `graphbandit.chance`."""
    state = mixed(mixed(mixed(np.uint64(seed)) ^ np.uint64(stream)) ^ np.uint64(count))
    return (state >> np.uint64(11)) * 2.0**-53


@numba.njit(cache=True)
def mixed(state):
    """Return one round of SplitMix64."""
    state += np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@numba.njit(cache=True)
def law_of(prices, context, law, win):
    """Write the softmax law (K,) and its sums `win`, P(ŵ <= i)."""
    K = law.size
    d = context.size
    for k in range(K):
        law[k] = prices[d, k]
    for i in range(d):
        for k in range(K):
            law[k] += context[i] * prices[i, k]
    largest = law.max()
    total = 0.0
    for k in range(K):
        law[k] = np.exp(law[k] - largest)
        total += law[k]
    below = 0.0
    for k in range(K):
        law[k] /= total
        below += law[k]
        win[k] = min(below, 1.0)
    win[K - 1] = 1.0


@numba.njit(cache=True)
def value_of(first, second, context, hidden):
    """Return the network's value, and write its rectified hidden layer."""
    d = context.size
    width = hidden.size
    for k in range(width):
        hidden[k] = first[d, k]
    for i in range(d):
        for k in range(width):
            hidden[k] += context[i] * first[i, k]
    value = second[width]
    for k in range(width):
        hidden[k] = max(hidden[k], 0.0)
        value += hidden[k] * second[k]
    return value


@numba.njit(cache=True)
def learn_value(first, second, context, hidden, derivative, rate):
    """Take a gradient step of the network against this derivative of the loss by its value."""
    d = context.size
    width = hidden.size
    step = rate * derivative
    for k in range(width):
        back = step * second[k] if hidden[k] > 0.0 else 0.0
        second[k] -= step * hidden[k]
        if back != 0.0:
            first[d, k] -= back
            for i in range(d):
                first[i, k] -= back * context[i]
    second[width] -= step


@numba.njit(cache=True)
def add(slopes, start, stop, amount):
    """Add to the differences that make up the gradient by the law, on [start, stop)."""
    slopes[start] += amount
    slopes[stop] -= amount


@numba.njit(cache=True)
def slope_of(likely, square):
    """Return the derivative of the edge's loss by the probability given to what was seen: -1/q, or -2(1 - q)."""
    return -2.0 * (1.0 - likely) if square else -1.0 / max(likely, 1e-12)


@numba.njit(cache=True)
def edge_slopes(win, played, price, square, slopes):
    """Write the gradient by the law (K,), in differences (K + 1,), of the mean loss of the played row's edges.

    A bid that wins has edges to itself and above, and none below; one that loses to `price` has edges to all below it
    and none above. E g(i, j) is 1 - F_i for j < i and 1 - (F_j - F_i) for j > i.
    """
    K = win.size
    slopes[:] = 0.0
    scale = 1.0 / K
    won = played >= price
    if played > 0:
        if won:
            add(slopes, 0, played + 1, played * scale * slope_of(win[played], square))
        else:
            add(slopes, played + 1, K, played * scale * slope_of(1.0 - win[played], square))
    for j in range(played + 1, K):
        between = win[j] - win[played]
        if won or j < price:
            amount = scale * slope_of(1.0 - between, square)
            add(slopes, 0, played + 1, amount)
            add(slopes, j + 1, K, amount)
        else:
            add(slopes, played + 1, j + 1, scale * slope_of(between, square))


@numba.njit(cache=True)
def price_slopes(law, win, played, price, lesson, slopes):
    """Write the gradient by the law (K,), in differences (K + 1,), of what this lesson descends."""
    if lesson in (LOG_EDGES, SQUARE_EDGES):
        edge_slopes(win, played, price, lesson == SQUARE_EDGES, slopes)
        return
    slopes[:] = 0.0
    if played >= price:
        add(slopes, 0, played + 1, slope_of(win[played], False))
    elif lesson == PRICE:
        add(slopes, price, price + 1, slope_of(law[price], False))
    else:
        add(slopes, played + 1, win.size, slope_of(1.0 - win[played], False))


@numba.njit(cache=True)
def learn_law(prices, context, law, slopes, rate):
    """Take a gradient step of the softmax's weights against this gradient by the law, in differences."""
    K = law.size
    d = context.size
    mean = 0.0
    running = 0.0
    for k in range(K):
        running += slopes[k]
        slopes[k] = running
        mean += law[k] * running
    for k in range(K):
        slopes[k] = rate * law[k] * (slopes[k] - mean)
        prices[d, k] -= slopes[k]
    for i in range(d):
        for k in range(K):
            prices[i, k] -= context[i] * slopes[k]


@numba.njit(cache=True)
def pick(p, u):
    """Return the action that u in [0, 1) picks from probabilities."""
    running = 0.0
    last = 0
    for k in range(p.size):
        if p[k] > 0.0:
            last = k
            running += p[k]
            if running > u:
                return k
    return last


@numba.njit(cache=True)
def allocate(rule, f, win, drawn, gamma, p):
    """Write the probabilities of a rule; return their value if it is the exact one."""
    K = f.size
    p[:] = 0.0
    if rule in (EXACT, INFORMED):
        F = gamma * (f - f.min())
        lost = 1.0 - win
        chain = (lost, win, lost, np.zeros(K))
        p[:], value, _, _ = narrowed(F, None, chain, 1e-6, 60)
        return value / gamma
    elif rule == TWO_POINT:
        gap = gamma * (f[0] - f[drawn])
        p[0] = 1.0 / (2.0 + gap) if gap >= 0.0 else 1.0 - 1.0 / (2.0 - gap)
        p[drawn] += 1.0 - p[0]
    elif rule == INVERSE_GAP:
        best = np.argmin(f)
        rest = 1.0
        for k in range(K):
            if k != best:
                p[k] = 1.0 / (K + gamma * (f[k] - f[best]))
                rest -= p[k]
        p[best] = rest
    else:
        p[np.argmin(f)] = 1.0
    return 0.0


@numba.njit(cache=True)
def value_slope(value, seen, bids, played, drawn, alone):
    """Return the derivative by v̂ of the mean square error of the predicted losses of the bids from `played` up.

    `value` is predicted, `seen` was seen. What lies below the `drawn` price is predicted to lose, whatever v̂ is.
    """
    last = played + 1 if alone else bids.size
    above = last - max(played, drawn)
    return 0.5 * (value - seen) * max(above, 0) / (last - played)


@numba.njit(cache=True)
def play(contexts, least, values, bids, form, gammas, rates, weights, seed, actions):
    """Play a whole run and write the action (T,) of every round.

    `least` (T,) is the index of the least winning bid, `values` (T,). `form`: the rule; what the law learns from;
    whether losses and graph are predicted from one drawn ŵ; whether the network learns the value itself, by its square
    loss, and not through the losses. `gammas` (2,): γ, and the regret with which it doubles once the values of an epoch
    sum to more than γ times it, 0 for never. `rates`: of the value, of the law.
    """
    rule, lesson, sampled, itself = form
    prices, first, second = weights
    gamma = gammas[0]
    spent = 0.0
    K = bids.size
    law, win, reach, f, p = np.empty(K), np.empty(K), np.empty(K), np.empty(K), np.empty(K)
    hidden, slopes = np.empty(first.shape[1]), np.empty(K + 1)
    for t in range(actions.size):
        context = contexts[t]
        price = least[t]
        law_of(prices, context, law, win)
        value = value_of(first, second, context, hidden)
        drawn = price if rule == INFORMED else pick(law, chance(seed, 1, t))
        for k in range(K):
            reach[k] = (1.0 if k >= drawn else 0.0) if sampled or rule == INFORMED else win[k]
            f[k] = min(max(0.5 * (1.0 - reach[k] * (value - bids[k])), 0.0), 1.0)
        spent += allocate(rule, f, reach, drawn, gamma, p)
        if gammas[1] > 0.0 and spent > gamma * gammas[1]:
            gamma *= 2.0
            spent = 0.0
        played = pick(p, chance(seed, 0, t))
        actions[t] = played
        if played >= price:
            if itself:
                derivative = 2.0 * (value - values[t])
            else:
                derivative = value_slope(value, values[t], bids, played, drawn if sampled else 0, lesson == PLAYED)
            learn_value(first, second, context, hidden, derivative, rates[0])
        if lesson != NOTHING:
            price_slopes(law, win, played, price, lesson, slopes)
            learn_law(prices, context, law, slopes, rates[1])
