"""Coba as a bidder: Thompson sampling on one linear model of context, bid, and their products."""

from typing import Any, final

from graphbandit.bench.peers.optional import peer
from graphbandit.bench.peers.player import Player, powers, reward
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.world import Round

# The best of LinUCB and LinTS at nine settings, on seeds that the table does not use.
DEGREE, VARIANCE = 3, 0.001


@final
class CobaPlayer(Player):
    """`LinTSLearner` with the bid, its square and its cube as the features of an action."""

    def __init__(self, bids: Array, features: int, seed: int) -> None:
        """Set it up for bids (K,)."""
        self._actions = [tuple(row) for row in powers(bids, DEGREE).tolist()]
        self._model: Any = peer("coba").LinTSLearner(v=VARIANCE, features=[1, "a", "x", "ax"], seed=seed)
        self._context: list[float] = []
        self._chance = 1.0
        self._news: tuple[tuple[float, ...], float] = ((), 0.0)

    def see(self, drawn: Round) -> None:
        """Take the context as a list."""
        self._context = drawn.context.tolist()

    def decide(self) -> int:
        """Name the bid."""
        action, self._chance = self._model.predict(self._context, self._actions)
        return self._actions.index(action)

    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Take the reward."""
        self._news = self._actions[action], reward(drawn, action)

    def learn(self) -> None:
        """Learn it."""
        self._model.learn(self._context, *self._news, self._chance)
