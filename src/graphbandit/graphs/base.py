"""What every feedback graph can do."""

from abc import ABC, abstractmethod

from graphbandit.checks import Array


class Graph(ABC):
    """A feedback graph: g[i, j] = P(playing i reveals the loss of j). Rows are played, columns revealed."""

    @property
    @abstractmethod
    def actions(self) -> int:
        """The number of actions, K."""

    @abstractmethod
    def matrix(self) -> Array:
        """Return g, (K, K)."""

    @abstractmethod
    def observation(self, probabilities: Array) -> Array:
        """Return W, (K,): W[j] = Σ_i p[i] g[i, j], the probability that the loss of j is seen."""

    @abstractmethod
    def coverage(self, weights: Array) -> Array:
        """Return g @ weights, (K,): the weight of what each action reveals."""
