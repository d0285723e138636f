"""What an outcome hides, changed; and reports that must be refused."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from tests.bandits import DRIVERS, GRID, Setup, size_of

import graphbandit as gb
from graphbandit.feedback import Outcome

JUNK = (0.0, 1.0, np.nan, np.inf, -np.inf, -7.0, 1e300)


def hidden_twins(setup: Setup, world: gb.World, drawn: gb.Round, action: int, turn: int) -> tuple[Outcome, Outcome]:
    """Return two outcomes of an action that differ only in what it hides."""
    outcome = world.reveal(drawn, action)
    if not isinstance(outcome, gb.Feedback):
        return outcome, world.reveal(elsewise(setup.world, drawn, action), action)
    revealed = np.random.default_rng(turn).random(outcome.edges.shape) < 0.7
    junk = JUNK[turn % len(JUNK)]
    losses = np.where(outcome.observed, drawn.losses, junk)
    edges = np.where(revealed, outcome.edges, junk)
    told = gb.Feedback(drawn.losses, outcome.observed, outcome.edges, revealed)
    return told, gb.Feedback(losses, outcome.observed, edges, revealed)


def elsewise(world: str, drawn: gb.Round, action: int) -> gb.Round:
    """Return a round of another driver, which this action cannot tell from the one drawn."""
    assert drawn.state is not None
    state = drawn.state.copy()
    place = float(GRID[action])
    if world == "auction":
        won = place >= state[0]
        state = np.array([place / 3.0, state[1]] if won else [state[0], 1.0 - state[1]])
    elif world == "pricing":
        state = np.array([place + 2.0 if state[0] >= place else place - 2.0])
    elif world == "inventory":
        state = np.array([place + 9.0]) if state[0] >= place else state
    elif action == 1:  # a case that was let pass
        state = 1.0 - state
    return replace(drawn, state=state)


def wrong_reports(setup: Setup, world: gb.World, drawn: gb.Round, action: int) -> Iterator[Callable[[], Outcome]]:
    """Yield reports of an action's outcome that cannot be true, each built as it is called."""
    size = size_of(setup.world)
    fine, seen = np.full(size, 0.5), np.ones(size, dtype=bool)
    for losses, observed, edges, revealed in (
        (fine * np.nan, seen, None, None),
        (fine * np.inf, seen, None, None),
        (fine + 0.6, seen, None, None),
        (fine - 0.6, seen, None, None),
        (fine, seen[:-1], None, None),
        (fine, seen * 2, None, None),
        (fine, np.full(size, np.nan), None, None),
        (fine, None, None, None),
        (None, seen, None, None),
        (fine, seen, fine, None),
        (fine, seen, fine * np.nan, None),
        (fine, seen, np.ones((size, size + 1)), None),
        (fine, seen, np.ones((size, size)), np.ones(size)),
        ("losses", seen, None, None),
        (fine[:-1], seen[:-1], None, None),
        (np.append(fine, 0.5), np.append(seen, True), None, None),
        (fine, seen, np.zeros(size), None),
        (fine, seen, np.zeros((size, size)), None),
    ):
        yield lambda given=(losses, observed, edges, revealed): gb.Feedback(*given)  # type: ignore[misc]
    for report in (None, 0.5, "won", {"losses": fine}, (fine, seen), drawn, gb.Feedback):
        yield lambda report=report: report  # type: ignore[misc, return-value]
    if setup.belief in DRIVERS:
        yield lambda: gb.Feedback(fine, seen)
    if setup.world in ("auction", "pricing", "inventory"):
        yield lambda: world.reveal(drawn, (action + 1) % size)
    if setup.belief == "guilt":
        yield lambda: world.reveal(drawn, 1 - action)
