"""The ledger of regret: what was lost, and the three accounts that the analysis says must cover it."""

from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.checks import Array
from graphbandit.errors import SettingError
from graphbandit.feedback import Feedback
from graphbandit.learner import Learner
from graphbandit.prediction import Prediction
from graphbandit.world import Round, World

TINY = 1e-300


@final
@dataclass(frozen=True, eq=False)
class Ledger:
    """What each round added, an entry a round (T,).

    `regret` is that of the action played, on the means. `value` is the decision-estimation coefficient of the
    probabilities. `square` and `log` are how much worse the predictions made at the round's start did than the truth,
    in square loss summed over the losses observed and in log loss summed over the edges revealed. The `expected_` twins
    are what each is on average over the action, the losses and the edges, given the context.
    """

    gamma: Array
    regret: Array
    value: Array
    square: Array
    log: Array
    expected_regret: Array
    expected_square: Array
    expected_log: Array

    @property
    def bound(self) -> Array:
        """What the analysis allows, dec + ¾ γ RegSq + ½ γ RegLog: (T,)."""
        return self.value + self.gamma * (0.75 * self.square + 0.5 * self.log)

    @property
    def expected_bound(self) -> Array:
        """What it allows on average: never less than `expected_regret`, in any round."""
        return self.value + self.gamma * (0.75 * self.expected_square + 0.5 * self.expected_log)

    @property
    def accounts(self) -> dict[str, Array]:
        """The three accounts on average, by the name they have in a picture: each (T,)."""
        return {
            "Σ dec": self.value,
            "¾ γ RegSq": 0.75 * self.gamma * self.expected_square,
            "½ γ RegLog": 0.5 * self.gamma * self.expected_log,
        }

    @property
    def holds(self) -> bool:
        """Whether the regret stayed within the bound over the whole run."""
        return bool(self.regret.sum() <= self.bound.sum())


def run_ledger(learner: Learner, world: World, rounds: int) -> Ledger:
    """Play rounds in a world that knows its means and its graph, and keep the books.

    >>> import graphbandit as gb
    >>> from graphbandit.beliefs import FiniteGraphs, FiniteLosses, Oracles
    >>> world = gb.GraphWorld.random(actions=4, context_size=2, seed=0)
    >>> losses, graphs = world.experts(4)
    >>> belief = Oracles(FiniteLosses(losses), FiniteGraphs(graphs))
    >>> run_ledger(gb.Learner(belief, gamma=20.0), world, 50).holds
    True
    """
    if isinstance(rounds, bool) or not isinstance(rounds, int | np.integer) or not rounds >= 1:
        raise SettingError("rounds", "must be an integer of at least 1", rounds, "Count rounds from 1.")
    entries = [_round(learner, world) for _ in range(rounds)]
    return Ledger(*np.array(entries).T)


def _round(learner: Learner, world: World) -> tuple[float, ...]:
    drawn = world.draw()
    if drawn.means is None or drawn.truth is None:
        remedy = "Use GraphWorld.random(...), for instance."
        raise SettingError("world", "must know its means and its graph", type(world).__name__, remedy)
    prediction = learner.belief.predict(drawn.context)
    if drawn.graph is not None:
        prediction = Prediction(prediction.losses, drawn.graph)
    decision = learner.decide(drawn.context, drawn.graph)
    outcome = world.reveal(drawn, decision.action)
    learner.learn(decision, outcome)
    seen, p = outcome.shown, decision.probabilities
    gaps = drawn.means - drawn.means.min()
    realised = (gaps[decision.action], decision.value, *_realised(drawn, prediction, decision.action, seen))
    expected = (p @ gaps, *_expected(drawn, prediction, p, full=seen.edges.ndim == 2))
    return (decision.gamma, *realised, *expected)


def _realised(drawn: Round, prediction: Prediction, action: int, seen: Feedback) -> tuple[float, float]:
    assert drawn.means is not None
    assert drawn.truth is not None
    missed = np.square(prediction.losses - seen.losses) - np.square(drawn.means - seen.losses)
    square = float(missed[seen.observed].sum())
    if drawn.graph is not None:
        return square, 0.0
    said, true = prediction.graph.matrix(), drawn.truth.matrix()
    if seen.edges.ndim == 1:
        said, true = said[action], true[action]
    exists = seen.edges > 0.5
    surprise = _logs(np.where(exists, true, 1.0 - true)) - _logs(np.where(exists, said, 1.0 - said))
    return square, float(surprise[seen.revealed].sum())


def _expected(drawn: Round, prediction: Prediction, p: Array, full: bool) -> tuple[float, float]:
    assert drawn.means is not None
    assert drawn.truth is not None
    missed = np.square(prediction.losses - drawn.means)
    if drawn.graph is not None:
        return float(drawn.graph.observation(p) @ missed), 0.0
    said, true = prediction.graph.matrix(), drawn.truth.matrix()
    apart = true * (_logs(true) - _logs(said)) + (1.0 - true) * (_logs(1.0 - true) - _logs(1.0 - said))
    return float(drawn.truth.observation(p) @ missed), float(apart.sum() if full else p @ apart.sum(axis=1))


def _logs(chances: Array) -> Array:
    logs: Array = np.log(np.maximum(chances, TINY))
    return logs
