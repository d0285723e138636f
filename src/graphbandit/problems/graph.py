"""Random worlds in which everything is known: what each action costs on average, and what reveals what."""

from dataclasses import dataclass
from typing import Literal, Self, final

import numpy as np

from graphbandit.beliefs.experts import Experts, LinearExperts, LogisticGraphExperts
from graphbandit.beliefs.settings import count, switch
from graphbandit.checks import Array, Mask
from graphbandit.errors import SettingError
from graphbandit.feedback import Feedback
from graphbandit.graphs import DenseGraph
from graphbandit.world import Round, World

Kind = Literal["strong", "others", "weak", "informed"]
KINDS: tuple[Kind, ...] = ("strong", "others", "weak", "informed")
CERTAIN = 80.0  # a logit whose logistic is 1 in double precision, and 0 with a minus
NOT_ONE = "Pass experts with a single member, the truth."


@final
@dataclass(frozen=True, eq=False, slots=True)
class Settings:
    """How a graph world draws and shows its rounds.

    Losses are "bernoulli" or "beta", of mean f*(x). With `full`, the whole realised graph is revealed after each
    round, else the played row. With `informed` it is shown with the context.
    """

    seed: int = 0
    noise: Literal["bernoulli", "beta"] = "bernoulli"
    full: bool = False
    informed: bool = False

    def __post_init__(self) -> None:
        """Check the settings."""
        count(self.seed, "seed", least=0)
        switch(self.full, "full")
        switch(self.informed, "informed")
        if self.noise not in ("bernoulli", "beta"):
            raise SettingError("noise", 'must be "bernoulli" or "beta"', self.noise, "Beta losses vary less.")


@final
class GraphWorld(World):
    """A realisable world: mean losses f*(x) and edge probabilities g*(x) are given, all else is drawn.

    Contexts are uniform on [-1, 1]^d / √d. Given one, losses and edges are independent of each other, as the analysis
    assumes.

    >>> world = GraphWorld.random(actions=3, context_size=2, kind="strong", seed=1)
    >>> drawn = world.draw()
    >>> drawn.losses, drawn.means.round(2)
    (array([1., 1., 0.]), array([0.61, 0.41, 0.47]))
    >>> world.reveal(drawn, 2).observed
    array([ True,  True,  True])
    """

    def __init__(self, losses: Experts, graph: Experts, settings: Settings | None = None) -> None:
        """Take the truth: `losses` of shape (1, K) and `graph` of shape (1, K, K)."""
        if losses.shape[:1] + graph.shape[:1] != (1, 1) or graph.shape[1:] != 2 * losses.shape[1:]:
            shapes = (losses.shape, graph.shape)
            raise SettingError("losses", "and graph must have shapes (1, K) and (1, K, K)", shapes, NOT_ONE)
        if losses.context_size != graph.context_size:
            sizes = (losses.context_size, graph.context_size)
            raise SettingError("graph", "must agree with losses in context_size", sizes, "Use one.")
        self.losses = losses
        self.graph = graph
        self.settings = Settings() if settings is None else settings
        self._random = np.random.default_rng((self.settings.seed, 1))

    @classmethod
    def random(
        cls, actions: int, context_size: int, kind: Kind = "strong", seed: int = 0, *, full: bool = False
    ) -> Self:
        """Draw a world of a kind.

        "strong": every action reveals itself, and others by chance. "others": every action reveals all but itself.
        "weak": the first ones reveal all and cost much, the rest nothing. "informed": as "strong", and the graph is
        shown beforehand.
        """
        size, features = count(actions, "actions", least=2), count(context_size, "context_size")
        if kind not in KINDS:
            raise SettingError("kind", f"must be one of {', '.join(KINDS)}", kind, 'The default is "strong".')
        settings = Settings(seed, full=full, informed=kind == "informed")
        draw = np.random.default_rng((seed, 0))
        return cls(*_experts(draw, 1, size, features, kind), settings)

    @property
    def actions(self) -> int:
        """The number of actions, K."""
        return self.losses.shape[1]

    @property
    def context_size(self) -> int:
        """The length of a context, d."""
        return self.losses.context_size

    def draw(self) -> Round:
        """Draw context, losses and edges."""
        random, size, d = self._random, self.actions, self.context_size
        context = random.uniform(-1.0, 1.0, d) / np.sqrt(d)
        means, edges = self.losses.values(context)[0], self.graph.values(context)[0]
        if self.settings.noise == "beta":
            losses = random.beta(np.maximum(4.0 * means, 1e-6), np.maximum(4.0 * (1.0 - means), 1e-6))
        else:
            losses = (random.random(size) < means).astype(np.float64)
        exists = (random.random((size, size)) < edges).astype(np.float64)
        shown = DenseGraph(exists) if self.settings.informed else None
        return Round(context, losses, means, shown, DenseGraph(edges), exists)

    def reveal(self, drawn: Round, action: int) -> Feedback:
        """Reveal the losses that `action` leads to, and the edges of its row, or of the whole graph."""
        assert drawn.state is not None
        row = drawn.state[action]
        edges = drawn.state if self.settings.full or self.settings.informed else row
        return Feedback(losses=drawn.losses, observed=row > 0.5, edges=edges)

    def experts(self, number: int, kind: Kind = "strong", seed: int = 0) -> tuple[LinearExperts, LogisticGraphExperts]:
        """Return finite classes of losses and graphs that hold the truth, at a random place, among others of a kind.

        >>> world = GraphWorld.random(actions=3, context_size=2, seed=1)
        >>> losses, graphs = world.experts(5)
        >>> losses.shape, graphs.shape
        ((5, 3), (5, 3, 3))
        """
        truth, edges = self.losses, self.graph
        if not (isinstance(truth, LinearExperts) and isinstance(edges, LogisticGraphExperts)):
            raise SettingError("losses", "must be linear and the graph logistic", type(truth).__name__, NOT_ONE)
        draw = np.random.default_rng((seed, 2))
        others, graphs = _experts(draw, count(number, "number"), self.actions, self.context_size, kind)
        place = int(draw.integers(number))
        others.weights[place], others.offsets[place] = truth.weights[0], truth.offsets[0]
        graphs.weights[place], graphs.offsets[place] = edges.weights[0], edges.offsets[0]
        if edges.self_loops:
            graphs.offsets[place][np.diag_indices(self.actions)] = CERTAIN
            graphs.weights[place][np.diag_indices(self.actions)] = 0.0
        return others, graphs


def _experts(
    draw: np.random.Generator, number: int, size: int, features: int, kind: Kind
) -> tuple[LinearExperts, LogisticGraphExperts]:
    """Draw losses linear in the context, within [.05, .95], and edges logistic in it, within logits of ±4."""
    directions = _directions(draw, (number, size), features)
    offsets = draw.uniform(0.35, 0.65, (number, size))
    slopes = 2.0 * _directions(draw, (number, size, size), features)
    logits = draw.uniform(-2.0, 2.0, (number, size, size))
    own = np.eye(size, dtype=np.bool_)
    if kind == "weak":
        revealers = max(1, size // 8)
        offsets[:, revealers:] = draw.uniform(0.35, 0.55, (number, size - revealers))
        offsets[:, :revealers] = draw.uniform(0.9, 0.93, (number, revealers))  # revealing costs, in every context
        directions[:, :revealers] /= 30.0
        _fix(logits, slopes, np.arange(size) >= revealers, -CERTAIN)
        logits[:, :revealers] = np.abs(logits[:, :revealers]) + 1.0
    elif kind == "others":
        _fix(logits, slopes, np.ones(size, dtype=np.bool_), CERTAIN)
        logits[:, own] = -CERTAIN
    else:
        logits[:, own], slopes[:, own] = CERTAIN, 0.0
    return LinearExperts(0.3 * directions, offsets), LogisticGraphExperts(slopes, logits)


def _fix(logits: Array, slopes: Array, rows: Mask, value: float) -> None:
    logits[:, rows], slopes[:, rows] = value, 0.0


def _directions(draw: np.random.Generator, shape: tuple[int, ...], features: int) -> Array:
    """Draw vectors (*shape, d) of length 1."""
    vectors = draw.normal(size=(*shape, features))
    unit: Array = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit
