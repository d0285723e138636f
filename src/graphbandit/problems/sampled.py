"""The auction belief of the paper's experiments: one price is drawn, and taken for the truth."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, final

import numpy as np

from graphbandit.beliefs.base import Belief
from graphbandit.beliefs.graphs import SoftmaxAuction, SoftmaxAuctionSquare
from graphbandit.beliefs.settings import count
from graphbandit.beliefs.values import NetworkRegressor
from graphbandit.chance import uniform
from graphbandit.chance_kernels import drawn
from graphbandit.checks import Array
from graphbandit.errors import SettingError
from graphbandit.feedback import Outcome
from graphbandit.graphs import AuctionGraph
from graphbandit.prediction import Prediction
from graphbandit.problems.auction import Won, auction_losses, checked
from graphbandit.problems.base import grid, kept, matched


@final
@dataclass(frozen=True, eq=False)
class SampledAuctionBelief(Belief):
    """The paper's: draw a price ŵ from a softmax over the bids, predict its 0/1 graph and ½(1 - 1{a_i >= ŵ}(v̂ - a_i)).

    The price is a function of seed, context, and the number `learnt` of updates, so that to predict changes nothing and
    an update that comes in time sees the price of its decision again. The softmax descends the log loss of the played
    row's edges; the network that predicts v̂ descends, after a win, the mean square error of the predicted losses of all
    revealed bids. A loss whose bid is below ŵ doesn't depend on v̂ and teaches it nothing.

    >>> belief = SampledAuctionBelief(np.linspace(0, 1, 5), SoftmaxAuction(5, 1), NetworkRegressor(1), seed=1)
    >>> belief.predict(np.zeros(1)).graph.win
    array([0., 0., 0., 1., 1.])
    """

    bids: Array
    graph: SoftmaxAuction | SoftmaxAuctionSquare
    value: NetworkRegressor
    seed: int = 0
    learnt: np.ndarray[Any, np.dtype[np.int64]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check that the parts fit each other, and count from 0."""
        object.__setattr__(self, "bids", kept(grid(self.bids, "bids", top=1.0)))
        if not isinstance(self.graph, SoftmaxAuction | SoftmaxAuctionSquare):
            raise SettingError("graph", "must be a SoftmaxAuction or its square twin", self.graph, "Pass one.")
        if self.graph.actions != self.bids.size:
            remedy = "Build it for that many actions."
            raise SettingError("graph", f"must have {self.bids.size} actions, one a bid", self.graph.actions, remedy)
        matched(self.value, NetworkRegressor, "value", self.graph.context_size)
        object.__setattr__(self, "seed", count(self.seed, "seed", least=0))
        object.__setattr__(self, "learnt", np.zeros(1, dtype=np.int64))

    @property
    def actions(self) -> int:
        """The number of bids, K."""
        return self.bids.size

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.graph.context_size

    def winning(self, context: Array) -> int:
        """Draw the smallest bid that wins."""
        stream = int.from_bytes(blake2b(context.tobytes(), digest_size=8).digest(), "little")
        return drawn(self.graph.driver(context), uniform(self.seed, stream, int(self.learnt[0])))

    def predict(self, context: Array) -> Prediction:
        """Predict losses and graph as if the price drawn were the price."""
        win = (np.arange(self.bids.size) >= self.winning(context)).astype(np.float64)
        value = min(max(self.value.predict(context), 0.0), 1.0)
        return Prediction(auction_losses(self.bids, win, value), AuctionGraph(win))

    def check(self, action: int, outcome: Outcome) -> None:
        """Raise `FeedbackError` unless it is `Won` or `Lost` with this bid."""
        checked(self.bids, action, outcome)

    def update(self, context: Array, action: int, outcome: Outcome) -> None:
        """Learn the edges of the played row, and the value through the losses that a win reveals."""
        seen = outcome.shown
        if isinstance(outcome, Won):
            above = self.bids.size - max(action, self.winning(context))
            share = above / (self.bids.size - action)  # of the revealed losses, those that depend on v̂
            error = self.value.predict(context) - outcome.value
            self.value.step(context, 0.5 * share * error)
        whole = seen.edges.ndim == 2
        row, known = (seen.edges[action], seen.revealed[action]) if whole else (seen.edges, seen.revealed)
        self.graph.update(context, action, row, known)
        self.learnt[0] += 1
