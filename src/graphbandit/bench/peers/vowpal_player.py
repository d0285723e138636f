"""Vowpal Wabbit as a bidder: SquareCB, and its feedback graphs that are told beforehand."""

from typing import Any, final

import numpy as np

from graphbandit.bench.peers.optional import peer
from graphbandit.bench.peers.player import Player
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.world import Round

SQUARECB = "--cb_explore_adf --squarecb -q ca"
TUNED = f"{SQUARECB} --gamma_scale 10000 -l 2"  # the best of 25 settings, on seeds that the table does not use
GRAPH = "--cb_explore_adf --graph_feedback -q ca"


@final
class VowpalPlayer(Player):
    """A workspace, asked and taught by lines of text: one that all actions share, and one for each action.

    With `numbers` a bid is told as a number and its square as well as by its name. With a `graph` the shared line
    holds the true expected graph, as triplets revealed,played,probability, and every loss that is revealed has its
    label; without, the played one alone.
    """

    def __init__(self, flags: str, bids: Array, seed: int, *, numbers: bool = False, graph: bool = False) -> None:
        """Start a workspace with these flags."""
        self._workspace: Any = peer("vowpalwabbit").Workspace(f"{flags} --quiet")
        self._names = [
            f"|a bid{place} |b b:{bid:.6g} bb:{bid * bid:.6g}" if numbers else f"|a bid{place}"
            for place, bid in enumerate(bids)
        ]
        self._graph = graph
        self._random = np.random.default_rng(seed)
        self._shared = ""
        self._lines: list[str] = []
        self._chances: Array = np.ones(1)

    def see(self, drawn: Round) -> None:
        """Write the lines of the question."""
        features = " ".join(f"{place}:{value:.6g}" for place, value in enumerate(drawn.context))
        edges = ""
        if self._graph:
            assert drawn.truth is not None
            matrix = drawn.truth.matrix()
            edges = "graph " + " ".join(f"{j},{i},{matrix[i, j]:.6g}" for i, j in np.argwhere(matrix > 0.0)) + " "
        self._shared = f"shared {edges}|c {features}"
        self._lines = [self._shared, *self._names]

    def decide(self) -> int:
        """Draw the bid from the probabilities that it predicts; evenly where its optimiser ends in NaN."""
        p = np.asarray(self._workspace.predict(self._lines))
        self._chances = p / p.sum() if np.isfinite(p).all() else np.full(p.size, 1.0 / p.size)
        return int(self._random.choice(p.size, p=self._chances))

    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Write labels before the lines: the played action, the loss, and the chance that it was played."""
        chance = f"{self._chances[action]:.6g}"
        told = {action: float(drawn.losses[action])}
        if self._graph:
            told |= {int(place): float(outcome.shown.losses[place]) for place in np.flatnonzero(outcome.shown.observed)}
        mark = action if self._graph else 0
        labels = {place: f"{mark}:{loss:.6g}:{chance} " for place, loss in told.items()}
        self._lines = [self._shared, *(labels.get(place, "") + name for place, name in enumerate(self._names))]

    def learn(self) -> None:
        """Learn the labels."""
        self._workspace.learn(self._lines)
