"""Vowpal Wabbit as a bidder: it predicts, plays what it drew, and learns from the played loss alone."""

import time
from typing import TYPE_CHECKING, Any, final

import numpy as np

from graphbandit.errors import MissingExtraError

if TYPE_CHECKING:
    from graphbandit.problems import AuctionWorld


@final
class VowpalRounds:
    """One workspace, driven as its documentation shows: a line of text to predict, another with the cost to learn."""

    def __init__(self, actions: int, flags: str) -> None:
        """Start a workspace with these flags."""
        try:
            import vowpalwabbit
        except ImportError:
            raise MissingExtraError("vowpalwabbit", "peers") from None
        self.actions = actions
        self.listed = "_adf" in flags
        self.workspace: Any = vowpalwabbit.Workspace(flags)
        self.draw = np.random.default_rng(0)

    def play(self, world: "AuctionWorld", rounds: int) -> list[float]:
        """Play a block and return the seconds of each round; text is written before the clock starts."""
        spent = []
        for _ in range(rounds):
            drawn = world.draw()
            features = " ".join(f"{i}:{x:.6g}" for i, x in enumerate(drawn.context))
            asked = self.lines(features, None)
            begun = time.perf_counter()
            p = np.asarray(self.workspace.predict(asked))
            decided = time.perf_counter() - begun
            action = int(self.draw.choice(self.actions, p=p / p.sum()))
            told = self.lines(features, (action, float(drawn.losses[action]), float(p[action])))
            begun = time.perf_counter()
            self.workspace.learn(told)
            spent.append(decided + time.perf_counter() - begun)
        return spent

    def lines(self, features: str, played: tuple[int, float, float] | None) -> str:
        """Return the example: one line, or with action features a shared line and one for each action."""
        if not self.listed:
            label = "" if played is None else f"{played[0] + 1}:{played[1]:.6g}:{played[2]:.6g} "
            return f"{label}| {features}"
        made = [f"shared |c {features}"]
        for action in range(self.actions):
            label = ""
            if played is not None and action == played[0]:
                label = f"0:{played[1]:.6g}:{played[2]:.6g} "
            made.append(f"{label}|a bid{action}")
        return "\n".join(made)
