"""Who solves the programs: this library, and its peers as far as they are installed."""

from abc import ABC, abstractmethod
from typing import final

from graphbandit.bench.peers.answer import onto_simplex
from graphbandit.bench.peers.clarabel_model import ClarabelModel
from graphbandit.bench.peers.cvxpy_model import CvxpyModel
from graphbandit.bench.peers.vowpal_model import VowpalModel
from graphbandit.bench.programs import BenchProgram
from graphbandit.checks import Array
from graphbandit.dec import solve_dec


class Contestant(ABC):
    """Something that solves decision programs; only `solve` is timed."""

    name: str
    largest: int

    @abstractmethod
    def prepare(self, program: BenchProgram) -> None:
        """Do all that can be done before the clock starts."""

    @abstractmethod
    def solve(self) -> Array:
        """Return the probabilities, (K,)."""


@final
class Ours(Contestant):
    """`solve_dec`, checks included, with nothing prepared."""

    name = "graphbandit"
    largest = 1_000_000
    _program: BenchProgram

    def prepare(self, program: BenchProgram) -> None:
        """Keep the program."""
        self._program = program

    def solve(self) -> Array:
        """Return the probabilities, (K,)."""
        return solve_dec(self._program.losses, self._program.graph, self._program.gamma).probabilities


@final
class Clarabel(Contestant):
    """Clarabel on the compact model of 2K cones, set up anew for each program."""

    name = "clarabel"
    largest = 1_000
    _model: ClarabelModel

    def prepare(self, program: BenchProgram) -> None:
        """Lay out the cones and set the solver up."""
        self._model = ClarabelModel(program.losses, program.graph.matrix(), program.gamma)

    def solve(self) -> Array:
        """Return the probabilities, (K,)."""
        return onto_simplex(self._model.solve().probabilities)


@final
class Cvxpy(Contestant):
    """Clarabel through cvxpy, canonicalised once a size: losses, graph and γ are parameters."""

    name = "cvxpy"
    largest = 1_000
    _model: CvxpyModel
    _size = 0

    def prepare(self, program: BenchProgram) -> None:
        """Canonicalise if the size is new, and set the parameters."""
        matrix = program.graph.matrix()
        if self._size != program.losses.size:
            self._model = CvxpyModel(program.losses, matrix, program.gamma)
            self._size = program.losses.size
        self._model.change(program.losses, matrix, program.gamma)

    def solve(self) -> Array:
        """Return the probabilities, (K,)."""
        return onto_simplex(self._model.solve().probabilities)


@final
class Vowpal(Contestant):
    """Vowpal Wabbit's graph feedback, with the example parsed; beyond a dozen actions it takes seconds."""

    name = "vowpalwabbit"
    largest = 12
    _model: VowpalModel | None = None

    def prepare(self, program: BenchProgram) -> None:
        """Parse the example."""
        if self._model is not None:
            self._model.close()
        self._model = VowpalModel(program.losses, program.graph.matrix(), program.gamma)

    def solve(self) -> Array:
        """Return the probabilities, (K,)."""
        assert self._model is not None
        return onto_simplex(self._model.solve().probabilities)


PEERS: tuple[type[Contestant], ...] = (Clarabel, Cvxpy, Vowpal)
