"""What a round reveals."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

import numpy as np

from graphbandit.checks import Array, Mask, numbers
from graphbandit.errors import FeedbackError, ShapeError


class Outcome(ABC):
    """Whatever the world shows after a decision; beliefs learn from it.

    An outcome that says of which `action` it is, is refused for a decision of another.
    """

    @abstractmethod
    def feedback(self) -> "Feedback":
        """Say what the outcome reveals of losses and graph."""

    @cached_property
    def shown(self) -> "Feedback":
        """What `feedback` says, worked out once."""
        return self.feedback()


@final
@dataclass(frozen=True, eq=False)
class Feedback(Outcome):
    """The losses of the actions that the played one revealed, and the edges of the graph that were seen.

    `losses` (K,) and `observed` (K,): the loss of j counts only where observed[j]; what stands elsewhere is
    ignored. `edges`: (K,) for the row of the played action, or (K, K) for the graph; 1 where an edge exists.
    Left out, the row is `observed` itself: what was revealed are the edges. `revealed`: which edges were seen
    at all; left out, all.

    >>> seen = Feedback(losses=[0.2, 0.9, 0.0], observed=[True, True, False])
    >>> seen.edges
    array([1., 1., 0.])
    >>> seen.losses  # what is hidden is kept out at the door
    array([0.2, 0.9, 0. ])
    """

    losses: Array
    observed: Mask
    edges: Array = None  # type: ignore[assignment]  # __post_init__ fills it in
    revealed: Mask = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        """Check everything once, and blank what is hidden so that nothing can learn from it."""
        losses = numbers(self.losses, "losses", (None,))
        actions = losses.size
        observed = mask(self.observed, "observed", (actions,))
        losses = np.where(observed, losses, 0.0)
        if not (losses.min() >= 0.0 and losses.max() <= 1.0):
            remedy = "Scale losses to [0, 1]; mark what was not seen as not observed."
            raise FeedbackError("losses", "observed losses must lie in [0, 1]", losses, remedy)
        edges, revealed = self._edges(observed)
        for name, value in (
            ("losses", losses),
            ("observed", observed),
            ("edges", edges),
            ("revealed", revealed),
        ):
            object.__setattr__(self, name, value)

    def _edges(self, observed: Mask) -> tuple[Array, Mask]:
        actions = observed.size
        if self.edges is None:
            edges = observed.astype(np.float64)
        else:
            full = np.ndim(self.edges) == 2
            edges = numbers(self.edges, "edges", (actions, actions) if full else (actions,))
        revealed = (
            np.ones(edges.shape, dtype=np.bool_)
            if self.revealed is None
            else mask(self.revealed, "revealed", edges.shape)
        )
        edges = np.where(revealed, edges, 0.0)
        if not np.all((edges == 0.0) | (edges == 1.0)):
            remedy = "Pass 1 where the edge exists and 0 where it does not; hide the rest with `revealed`."
            raise FeedbackError("edges", "revealed edges must be 0 or 1", edges, remedy)
        return edges, revealed

    @classmethod
    def unchecked(cls, losses: Array, observed: Mask, edges: Array | None = None) -> "Feedback":
        """Return feedback of arrays that cannot be wrong, such as an outcome that was checked makes: all is revealed.

        Losses (K,) that are hidden are blanked here too; `edges` left out are the row that `observed` says.
        """
        edges = observed.astype(np.float64) if edges is None else edges
        made = cls.__new__(cls)
        object.__setattr__(made, "losses", np.where(observed, losses, 0.0))
        object.__setattr__(made, "observed", observed)
        object.__setattr__(made, "edges", edges)
        object.__setattr__(made, "revealed", np.ones(edges.shape, dtype=np.bool_))
        return made

    def feedback(self) -> "Feedback":
        """Return itself."""
        return self


def mask(value: Any, argument: str, shape: tuple[int, ...]) -> Mask:
    """Return `value` as a boolean array of this shape; 0 and 1 pass as booleans."""
    array = np.asarray(value)
    if array.dtype != np.bool_:
        if array.dtype.kind not in "iuf" or not np.all((array == 0) | (array == 1)):
            raise ShapeError(argument, "must be a mask of booleans", value, "Pass True where seen, False elsewhere.")
        array = array.astype(np.bool_)
    if array.shape != shape:
        raise ShapeError(argument, f"must have shape {shape}", array.shape, "Pass one entry for each action.")
    return array
