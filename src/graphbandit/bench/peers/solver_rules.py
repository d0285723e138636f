"""SquareCB.UG with its decision program solved by somebody else."""

from dataclasses import dataclass, field
from typing import final

from graphbandit.bench.peers.answer import onto_simplex
from graphbandit.bench.peers.clarabel_again import ClarabelAgain
from graphbandit.bench.peers.cvxpy_model import CvxpyModel
from graphbandit.bench.peers.optional import peer
from graphbandit.dec import Allocation
from graphbandit.dec.appraise import appraised
from graphbandit.prediction import Prediction
from graphbandit.rules import Rule


@final
@dataclass(frozen=True)
class ClarabelDec(Rule):
    """The decision program as Clarabel solves it, to its own tolerances: set up once, with other numbers each time."""

    models: dict[int, ClarabelAgain] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Ask for the library before anything is played."""
        peer("clarabel")

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Solve the program."""
        losses = prediction.losses
        if losses.size not in self.models:
            self.models[losses.size] = ClarabelAgain(losses.size)
        answer = self.models[losses.size].solve(losses, prediction.graph.matrix(), gamma)
        return appraised(onto_simplex(answer), losses, prediction.graph, gamma)


@final
@dataclass(frozen=True)
class CvxpyDec(Rule):
    """The decision program as cvxpy has it solved: canonicalised once, with losses and graph as parameters."""

    models: dict[int, CvxpyModel] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Ask for the library before anything is played."""
        peer("cvxpy")

    def __call__(self, prediction: Prediction, gamma: float) -> Allocation:
        """Solve the program."""
        losses, matrix = prediction.losses, prediction.graph.matrix()
        if losses.size not in self.models:
            self.models[losses.size] = CvxpyModel(losses, matrix, gamma)
        model = self.models[losses.size]
        model.change(losses, matrix, gamma)
        return appraised(onto_simplex(model.solve().probabilities), losses, prediction.graph, gamma)
