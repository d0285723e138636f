"""Who plays in the benchmark of peers, what each is told, and how it is set up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from graphbandit.beliefs import LinearLosses, Oracles, SoftmaxAuction
from graphbandit.bench.peers.bayesianbandits_player import BayesianbanditsPlayer
from graphbandit.bench.peers.coba_player import CobaPlayer
from graphbandit.bench.peers.mabwiser_player import MabwiserPlayer
from graphbandit.bench.peers.player import Player, Seat
from graphbandit.bench.peers.river_player import RiverPlayer
from graphbandit.bench.peers.solver_rules import ClarabelDec, CvxpyDec
from graphbandit.bench.peers.vowpal_player import GRAPH, SQUARECB, TUNED, VowpalPlayer
from graphbandit.checks import Array
from graphbandit.feedback import Outcome
from graphbandit.learner import Decision, Learner
from graphbandit.problems import Bidder
from graphbandit.rules import Dec, Greedy, Rule
from graphbandit.world import Round

REVEALED = "what the bid reveals"
PLAYED = "the bid's loss alone"
FEWEST = 0.01  # of the rounds, for those that take a second or so for one


@final
class LearnerPlayer(Player):
    """A learner of this library: it takes contexts and outcomes as they come."""

    def __init__(self, learner: Learner) -> None:
        """Let this learner play."""
        self._learner = learner
        self._drawn: Round
        self._decision: Decision
        self._outcome: Outcome

    def see(self, drawn: Round) -> None:
        """Take the auction; the learner is given its context only."""
        self._drawn = drawn

    def decide(self) -> int:
        """Decide."""
        self._decision = self._learner.decide(self._drawn.context)
        return self._decision.action

    def hear(self, drawn: Round, action: int, outcome: Outcome) -> None:
        """Take the outcome."""
        self._outcome = outcome

    def learn(self) -> None:
        """Learn it."""
        self._learner.learn(self._decision, self._outcome)


def bidder(bids: Array, features: int, seed: int) -> Player:
    """Return what a user gets who chooses nothing."""
    return LearnerPlayer(Bidder(bids, features, seed=seed).learner)


def greedy_bidder(bids: Array, features: int, seed: int) -> Player:
    """Return the same belief, with the bid of least predicted loss played always."""
    return LearnerPlayer(Learner(Bidder(bids, features).learner.belief, rule=Greedy(), seed=seed))


@final
@dataclass(frozen=True)
class WithOracles:
    """A learner with linear oracles, the γ that is the default, and this rule."""

    rule: Callable[[], Rule]

    def __call__(self, bids: Array, features: int, seed: int) -> Player:
        """Set it up."""
        oracles = Oracles(LinearLosses(bids.size, features), SoftmaxAuction(bids.size, features))
        return LearnerPlayer(Learner(oracles, rule=self.rule(), seed=seed))


def squarecb(bids: Array, features: int, seed: int) -> Player:
    """Return Vowpal Wabbit's SquareCB as its documentation has it."""
    return VowpalPlayer(SQUARECB, bids, seed)


def tuned_squarecb(bids: Array, features: int, seed: int) -> Player:
    """Return Vowpal Wabbit's SquareCB with more told of the bids, and the best settings found."""
    return VowpalPlayer(TUNED, bids, seed, numbers=True)


def told_graph(bids: Array, features: int, seed: int) -> Player:
    """Return Vowpal Wabbit's graph feedback."""
    return VowpalPlayer(GRAPH, bids, seed, graph=True)


UG = "SquareCB.UG, linear oracles"
SEATS = (
    Seat("graphbandit Bidder", f"{REVEALED}; defaults", bidder, guest=False),
    Seat("graphbandit Bidder's belief, greedy", f"{REVEALED}; defaults", greedy_bidder, guest=False),
    Seat(f"graphbandit {UG}", f"{REVEALED}; defaults", WithOracles(Dec), guest=False),
    Seat("graphbandit greedy, linear oracles", f"{REVEALED}; defaults", WithOracles(Greedy), guest=False),
    Seat(f"Clarabel in {UG}", f"{REVEALED}; programs solved by Clarabel", WithOracles(ClarabelDec)),
    Seat(f"cvxpy in {UG}", f"{REVEALED}; programs solved by cvxpy", WithOracles(CvxpyDec), share=0.1),
    Seat("Vowpal Wabbit SquareCB", f"{PLAYED}; as documented", squarecb),
    Seat("Vowpal Wabbit SquareCB, tuned", f"{PLAYED}; bids as numbers; best of 25 settings", tuned_squarecb),
    Seat(
        "Vowpal Wabbit graph feedback",
        f"{REVEALED}, and the true graph beforehand",
        told_graph,
        share=FEWEST,
        largest=12,
    ),
    Seat("MABWiser LinTS", f"{PLAYED}; best of 7 settings", MabwiserPlayer),
    Seat("coba LinTS", f"{PLAYED}; bids as numbers; best of 9 settings", CobaPlayer),
    Seat("bayesianbandits Thompson", f"{PLAYED}; bids as numbers; best of 14 settings", BayesianbanditsPlayer),
    Seat("river LinUCB", f"{PLAYED}; best of 5 settings", RiverPlayer),
)
