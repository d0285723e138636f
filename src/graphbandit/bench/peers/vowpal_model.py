"""The decision program as Vowpal Wabbit's `--graph_feedback` solves it."""

from typing import Any, final

import numpy as np

from graphbandit.bench.peers.answer import PeerAnswer
from graphbandit.bench.peers.optional import peer
from graphbandit.checks import Array


@final
class VowpalModel:
    """A workspace that predicts the given losses, with one example parsed in advance.

    Every action has the one feature `f` with its loss as the value, and the weight of `f` is set to 1. The
    graph stands in the shared line as triplets revealed,played,probability: the transpose of ours. All is in
    float32.
    """

    def __init__(self, losses: Array, matrix: Array, gamma: float) -> None:
        """Prepare the workspace for `losses` (K,), the graph's `matrix` (K, K) and γ."""
        vowpalwabbit = peer("vowpalwabbit")
        options = "--cb_explore_adf --graph_feedback --cb_type mtr --noconstant --quiet"
        self._workspace: Any = vowpalwabbit.Workspace(f"{options} --gamma_scale {gamma:.9g} --gamma_exponent 0")
        self._workspace.set_weight(self._workspace.hash_feature("f", self._workspace.hash_space(" ")), 0, 1.0)
        edges = " ".join(f"{j},{i},{matrix[i, j]:.9g}" for i, j in np.argwhere(matrix > 0))
        lines = [f"shared graph {edges} | "] + [f"| f:{loss:.9g}" for loss in losses]
        self._example: Any = self._workspace.parse(lines)

    def solve(self) -> PeerAnswer:
        """Predict the probabilities of the example."""
        probabilities = np.array(self._workspace.predict(self._example))
        return PeerAnswer(probabilities, value=np.nan, status="predicted", iterations=0)

    def close(self) -> None:
        """Give the example and the workspace back."""
        self._workspace.finish_example(self._example)
        self._workspace.finish()
