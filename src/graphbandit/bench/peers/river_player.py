"""River as a bidder: LinUCB with a Bayesian linear regression for each bid."""

from typing import Any, final

from graphbandit.bench.peers.optional import peer
from graphbandit.bench.peers.player import Player, reward, with_one
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.world import Round

PRECISION = 1e4  # of rewards: the best of 1, 10, 100, 1000 and this, on seeds that the table does not use


@final
class RiverPlayer(Player):
    """`bandit.LinUCBDisjoint`."""

    def __init__(self, bids: Array, features: int, seed: int) -> None:
        """Set it up for bids (K,)."""
        self._policy: Any = peer("river.bandit").LinUCBDisjoint(beta=PRECISION, seed=seed)
        self._places = list(range(bids.size))
        self._context: dict[int, float] = {}
        self._news = (0, 0.0)

    def see(self, drawn: Round) -> None:
        """Take the context as a dictionary, with an intercept."""
        self._context = dict(enumerate(with_one(drawn.context).tolist()))

    def decide(self) -> int:
        """Name the bid."""
        return int(self._policy.pull(self._places, context=self._context))

    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Take the reward."""
        self._news = action, reward(drawn, action)

    def learn(self) -> None:
        """Learn it."""
        action, gained = self._news
        self._policy.update(action, self._context, gained)
