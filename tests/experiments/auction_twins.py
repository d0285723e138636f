"""The paper's auction run once more, as its text reads: graphs as matrices, losses edge by edge, nothing shared."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

import graphbandit as gb
from graphbandit import chance
from graphbandit.checks import Array

LOSS_EPSILON = 1e-12  # below which a probability counts as this much under log loss


def paper_graph(price: int, K: int) -> Array:
    """G of the paper, with the index of the least winning bid."""
    i, j = np.arange(K)[:, None], np.arange(K)[None, :]
    return (((i >= price) & (j >= i)) | ((i < price) & (j < price))).astype(float)


def paper_losses(price: int, value: float, bids: Array) -> Array:
    return 0.5 * (1.0 - (np.arange(bids.size) >= price) * (value - bids))


def softmax(weights: Array, context: Array) -> Array:
    score = np.append(context, 1.0) @ weights
    law: Array = np.exp(score - score.max())
    return law / law.sum()


def network(first: Array, second: Array, context: Array) -> tuple[float, Array]:
    hidden = np.maximum(np.append(context, 1.0) @ first, 0.0)
    return float(np.append(hidden, 1.0) @ second), hidden


def edge_losses(law: Array, played: int, seen: Array, square: bool) -> Array:
    """Loss of every edge (K,) of the played row, with the graph's mean under the law."""
    K = law.size
    mean = sum(law[w] * paper_graph(w, K)[played] for w in range(K))
    likely = np.where(seen == 1.0, mean, 1.0 - mean)
    return (1.0 - likely) ** 2 if square else -np.log(np.maximum(likely, LOSS_EPSILON))


def edge_gradient(law: Array, played: int, seen: Array, square: bool) -> Array:
    """Gradient by the law (K,) of the sum of the edges' losses, w by w."""
    K = law.size
    rows = np.array([paper_graph(w, K)[played] for w in range(K)])  # (w, j)
    mean = law @ rows
    likely = np.where(seen == 1.0, mean, 1.0 - mean)
    slope = -2.0 * (1.0 - likely) if square else -1.0 / np.maximum(likely, LOSS_EPSILON)
    gradient: Array = rows @ (slope * np.where(seen == 1.0, 1.0, -1.0))
    return gradient


@final
@dataclass(eq=False)
class Played:
    """What a run did: regret (T,), actions (T,), whether they won, and γ at the end."""

    regret: list[float] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)
    gamma: float = 0.0


@final
@dataclass(frozen=True)
class Rule:
    """How a run decides and learns: its rule, what the law learns from, how it predicts, what the network learns."""

    name: str
    lesson: str = "log edges"
    sampled: bool = True
    itself: bool = False


def allocation(rule: str, f: Array, win: Array, drawn: int, gamma: float) -> tuple[Array, float]:
    K = f.size
    if rule in ("exact", "informed"):
        answer = gb.solve_dec(f, gb.AuctionGraph(win), gamma)
        return answer.probabilities, answer.value
    p = np.zeros(K)
    if rule == "two-point":
        other = f[drawn]
        p[0] = 1 / (2 + gamma * (f[0] - other)) if other <= f[0] else 1 - 1 / (2 + gamma * (other - f[0]))
        p[drawn] += 1.0 - p[0]
    elif rule == "inverse gap":
        best = int(np.argmin(f))
        p = 1.0 / (K + gamma * (f - f[best]))
        p[best] = 0.0
        p[best] = 1.0 - p.sum()
    else:
        p[np.argmin(f)] = 1.0
    return p, 0.0


def play_twin(
    rule: Rule, auctions: tuple[Array, Array, Array], bids: Array, weights: tuple[Array, Array, Array],
    numbers: tuple[float, float, float, float, int],
) -> Played:  # fmt: skip
    """Play, and move the weights; `numbers` are γ, the doubling's regret, the two rates and the seed."""
    contexts, least, values = auctions
    prices, first, second = weights
    gamma, doubling, value_rate, law_rate, seed = numbers
    K, spent, played = bids.size, 0.0, Played()
    for t, (context, price, value) in enumerate(zip(contexts, least, values, strict=True)):
        law = softmax(prices, context)
        believed, hidden = network(first, second, context)
        informed = rule.name == "informed"
        drawn = int(price) if informed else int(np.sum(np.cumsum(law) <= chance.uniform(seed, 1, t)))
        win = np.minimum(np.cumsum(law), 1.0)
        win[-1] = 1.0
        steps = (np.arange(K) >= drawn).astype(float)
        weight = steps if rule.sampled or informed else win
        f = np.clip(0.5 * (1.0 - weight * (believed - bids)), 0.0, 1.0)
        p, worth = allocation(rule.name, f, weight, drawn, gamma)
        spent += worth
        if doubling > 0.0 and spent > gamma * doubling:
            gamma, spent = 2.0 * gamma, 0.0
        action = int(np.sum(np.cumsum(p) <= chance.uniform(seed, 0, t)))
        losses, graph = paper_losses(price, value, bids), paper_graph(price, K)
        won = bool(action >= price)
        played.regret.append(float(losses[action] - losses.min()))
        played.action.append(action)
        played.won.append(won)
        if won:  # the square loss of the losses seen, by the value: (f - l)² has slope -w (f - l)
            seen = np.flatnonzero(graph[action])[: 1 if rule.lesson == "played" else None]
            inside = steps[seen] if rule.sampled else np.ones(seen.size)
            off = 0.5 * (1.0 - inside * (believed - bids[seen])) - losses[seen]
            derivative = 2.0 * (believed - value) if rule.itself else float(np.mean(-inside * off))
            back = derivative * second[:-1] * (hidden > 0.0)
            second -= value_rate * derivative * np.append(hidden, 1.0)
            first -= value_rate * np.outer(np.append(context, 1.0), back)
        if rule.lesson == "nothing":
            continue
        if rule.lesson in ("played", "price"):
            slope = slope_of_the_price(law, action, price, rule.lesson)
        else:
            slope = edge_gradient(law, action, graph[action], rule.lesson == "square edges") / K
        prices -= law_rate * np.outer(np.append(context, 1.0), law * (slope - law @ slope))
    played.gamma = gamma
    return played


def slope_of_the_price(law: Array, action: int, price: int, lesson: str) -> Array:
    """Gradient by the law (K,) of -log P(what was seen): that the bid won, that it lost, or the price it lost to."""
    at = np.arange(law.size)
    lost = at > action if lesson == "played" else at == price
    seen = (at <= action if action >= price else lost).astype(float)
    return -seen / max(float(law @ seen), LOSS_EPSILON)
