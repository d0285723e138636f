"""MABWiser as a bidder: Thompson sampling on a ridge regression for each bid."""

from typing import Any, final

import numpy as np

from graphbandit.bench.peers.optional import peer
from graphbandit.bench.peers.player import Player, reward, with_one
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.world import Round

ALPHA = 0.01  # the best of LinUCB, LinTS and LinGreedy at seven settings, on seeds that the table does not use


@final
class MabwiserPlayer(Player):
    """`MAB` with `LearningPolicy.LinTS`: fitted on a first bid at random, then partially on every other."""

    def __init__(self, bids: Array, features: int, seed: int) -> None:
        """Set it up for bids (K,)."""
        mab = peer("mabwiser.mab")
        self._model: Any = mab.MAB(list(range(bids.size)), mab.LearningPolicy.LinTS(alpha=ALPHA), seed=seed)
        self._first: int | None = int(np.random.default_rng(seed).integers(bids.size))
        self._context: Any = None
        self._news: tuple[list[int], list[float]] = ([], [])

    def see(self, drawn: Round) -> None:
        """Take the context as a row, with an intercept."""
        self._context = with_one(drawn.context)[None]

    def decide(self) -> int:
        """Name the bid."""
        return self._first if self._first is not None else int(self._model.predict(self._context))

    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Take the reward."""
        self._news = [action], [reward(drawn, action)]

    def learn(self) -> None:
        """Learn it."""
        learn = self._model.fit if self._first is not None else self._model.partial_fit
        learn(*self._news, self._context)
        self._first = None
