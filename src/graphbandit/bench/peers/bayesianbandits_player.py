"""bayesianbandits as a bidder: Thompson sampling on one Bayesian regression over context and bid."""

from collections.abc import Sequence
from typing import Any, final

import numpy as np

from graphbandit.bench.peers.optional import peer
from graphbandit.bench.peers.player import Player, powers, reward, with_one
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.world import Round

# The best of agents with and without a shared regression at a dozen settings, on seeds that the table does not use.
DEGREE, PRIOR, PRECISION = 3, 10.0, 1000.0


@final
class BayesianbanditsPlayer(Player):
    """`LipschitzContextualAgent`: the context crossed with 1, the bid, its square and its cube."""

    def __init__(self, bids: Array, features: int, seed: int) -> None:
        """Set it up for bids (K,)."""
        library, featurizers = peer("bayesianbandits"), peer("bayesianbandits.featurizers")
        terms = np.concatenate([np.ones((1, bids.size)), powers(bids, DEGREE).T])

        def crossed(contexts: Any, places: Sequence[int]) -> Array:
            product: Array = contexts[:, :, None, None] * terms[None, None, :, list(places)]
            return product.reshape(len(contexts), -1, len(places))

        self._agent: Any = library.LipschitzContextualAgent(
            [library.Arm(place) for place in range(bids.size)],
            library.ThompsonSampling(),
            featurizers.FunctionArmFeaturizer(crossed),
            library.NormalRegressor(alpha=PRIOR, beta=PRECISION),
            random_seed=seed,
        )
        self._context: Any = None
        self._news: Any = None

    def see(self, drawn: Round) -> None:
        """Take the context as a row, with an intercept."""
        self._context = with_one(drawn.context)[None]

    def decide(self) -> int:
        """Name the bid."""
        return int(self._agent.pull(self._context)[0])

    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Take the reward."""
        self._news = np.array([reward(drawn, action)])

    def learn(self) -> None:
        """Learn it, for the bid that was named last."""
        self._agent.update(self._context, self._news)
