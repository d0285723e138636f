"""A learner in a world, round after round."""

import time
from dataclasses import dataclass
from typing import Any, Protocol, final

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import SettingError
from graphbandit.feedback import Outcome
from graphbandit.graphs import Graph
from graphbandit.learner import Decision
from graphbandit.world import World

Counts = np.ndarray[Any, np.dtype[np.int64]]


class Decides(Protocol):
    """A learner, as far as a simulation needs one."""

    def decide(self, context: Any, graph: Graph | None = None) -> Decision:
        """Decide in a context."""

    def learn(self, decision: Decision | int, outcome: Outcome) -> None:
        """Learn what a decision revealed."""


@final
@dataclass(frozen=True, eq=False)
class History:
    """What happened, an entry a round (T,).

    `regret` is against the best action of each round in hindsight, on the realised losses; `mean_regret` against the
    action of least mean loss, on the means, and NaN where the world does not know them. `observed` counts the losses
    that were seen, `seconds` is the time of deciding and learning.
    """

    action: Counts
    loss: Array
    regret: Array
    mean_regret: Array
    observed: Counts
    value: Array
    bound: Array
    gamma: Array
    seconds: Array

    @property
    def rounds(self) -> int:
        """The number of rounds, T."""
        return self.action.size


def simulate(learner: Decides, world: World, rounds: int, *, delay: int = 0) -> History:
    """Play `rounds` rounds; outcomes arrive after `delay` further ones, and all before the end.

    >>> import graphbandit as gb
    >>> from graphbandit.beliefs import Informed, LinearLosses
    >>> world = gb.GraphWorld.random(actions=4, context_size=2, kind="strong", seed=0)
    >>> history = gb.simulate(gb.Learner(Informed(LinearLosses(4, 2)), gamma=10.0), world, rounds=50)
    >>> history.rounds, history.regret.shape
    (50, (50,))
    """
    for name, number, least in (("rounds", rounds, 1), ("delay", delay, 0)):
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or not number >= least:
            raise SettingError(name, f"must be an integer of at least {least}", number, "Count rounds from 1.")
    columns = {name: np.full(rounds, np.nan) for name in ("loss", "regret", "mean_regret", "value", "bound", "gamma")}
    seconds = np.zeros(rounds)
    action, observed = np.zeros(rounds, dtype=np.int64), np.zeros(rounds, dtype=np.int64)
    late: list[tuple[Decision, Outcome]] = []
    for t in range(rounds):
        drawn = world.draw()
        begun = time.perf_counter()
        decision = learner.decide(drawn.context, drawn.graph)
        seconds[t] = time.perf_counter() - begun
        played = decision.action
        outcome = world.reveal(drawn, played)
        late.append((decision, outcome))
        begun = time.perf_counter()
        if len(late) > delay:
            learner.learn(*late.pop(0))
        seconds[t] += time.perf_counter() - begun
        action[t], observed[t] = played, int(outcome.shown.observed.sum())
        columns["loss"][t] = drawn.losses[played]
        columns["regret"][t] = drawn.losses[played] - drawn.losses.min()
        if drawn.means is not None:
            columns["mean_regret"][t] = drawn.means[played] - drawn.means.min()
        columns["value"][t], columns["bound"][t], columns["gamma"][t] = decision.value, decision.bound, decision.gamma
    for decision, outcome in late:
        learner.learn(decision, outcome)
    return History(action=action, observed=observed, seconds=seconds, **columns)
