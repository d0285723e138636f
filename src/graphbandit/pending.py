"""Decisions that may still be learnt from, and what has been learnt of each already."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from graphbandit.checks import Array, Mask
from graphbandit.errors import FeedbackError, RepeatedFeedbackError
from graphbandit.feedback import Feedback

Known = NDArray[np.int8]
UNKNOWN = -1


@final
@dataclass(eq=False, slots=True)
class Pending:
    """A decision: its context (d,), the action, and what was learnt of it so far.

    `observed` (K,): the losses. `edges`, (K,) or (K, K): 1 where an edge exists, 0 where it does not, -1 where that is
    not known. Both None: nothing yet. `done`: nothing more can come.
    """

    context: Array
    action: int
    observed: Mask | None = None
    edges: Known | None = None
    done: bool = False

    @property
    def untouched(self) -> bool:
        """Whether nothing has been learnt of it yet."""
        return self.observed is None and not self.done

    def close(self) -> None:
        """Take no more."""
        self.observed = self.edges = None
        self.done = True

    def new_in(self, outcome: Feedback, number: int) -> Feedback:
        """Return the part of feedback that is new; raise if it repeats or contradicts what was learnt."""
        if self.done:
            raise RepeatedFeedbackError(f"decision {number}: all of its outcome has been learnt. Report each once.")
        if self.observed is None or outcome.observed.size != self.observed.size:
            return outcome
        if bool((outcome.observed & self.observed).any()):
            raise RepeatedFeedbackError(f"decision {number}: a loss in it has been learnt. Report each loss once.")
        known = self._known(outcome)
        row = known if known.ndim == 1 else known[self.action]
        remedy = "Where an edge is not known yet, set `revealed` to False in the first piece."
        absent = np.flatnonzero(outcome.observed & (row == 0))
        if absent.size:
            rule = f"must not be of action {absent[0]}, which an earlier piece said is not revealed"
            raise FeedbackError("losses", rule, outcome.losses, remedy)
        if bool((outcome.revealed & (known >= 0) & (outcome.edges != known)).any()):
            raise FeedbackError("edges", "must not contradict an earlier piece", outcome.edges, remedy)
        revealed = outcome.revealed & (known < 0)
        if not (outcome.observed.any() or revealed.any()):
            raise RepeatedFeedbackError(f"decision {number}: nothing in it is new. Report each outcome once.")
        return replace(outcome, revealed=revealed)

    def remember(self, outcome: Feedback) -> None:
        """Note what has been learnt."""
        said = outcome.edges.astype(np.int8)
        if self.edges is not None and self.edges.ndim > said.ndim:
            row = self.edges[self.action]
            row[outcome.revealed] = said[outcome.revealed]
        else:
            self.edges = np.where(outcome.revealed, said, self._known(outcome))
        self.observed = outcome.observed | (False if self.observed is None else self.observed)
        if self.edges.ndim == 2 and bool((self.edges >= 0).all() and (self.observed == self.edges[self.action]).all()):
            self.close()

    def _known(self, outcome: Feedback) -> Known:
        """Return the edges known, in the shape of this feedback's edges."""
        shape = outcome.edges.shape
        if self.edges is not None and self.edges.ndim == len(shape):
            return self.edges
        if self.edges is not None and self.edges.ndim == 2:
            row: Known = self.edges[self.action]
            return row
        known = np.full(shape, UNKNOWN, dtype=np.int8)
        if self.edges is not None:
            known[self.action] = self.edges
        return known


Table = OrderedDict[int, Pending]
Arrays = dict[str, np.ndarray[Any, Any]]


def keep(table: Table, number: int, pending: Pending, capacity: int) -> None:
    """Put a decision last and forget the first where there are too many."""
    table[number] = pending
    if len(table) > capacity:
        table.popitem(last=False)


def pack(table: Table, arrays: Arrays, place: str) -> dict[str, Any]:
    """Put decisions into a few arrays, and return what is left to write of them."""
    entries = list(table.values())
    if entries:
        arrays[f"{place}/contexts"] = np.stack([pending.context for pending in entries])
        arrays[f"{place}/actions"] = np.array([pending.action for pending in entries], dtype=np.int64)
    tree: dict[str, Any] = {"ids": list(table), "done": [i for i, pending in enumerate(entries) if pending.done]}
    for name, field, wanted in (("observed", "observed", 1), ("row", "edges", 1), ("full", "edges", 2)):
        found = [(i, getattr(pending, field)) for i, pending in enumerate(entries)]
        chosen = [(i, array) for i, array in found if array is not None and array.ndim == wanted]
        tree[name] = [i for i, _ in chosen]
        if chosen:
            arrays[f"{place}/{name}"] = np.stack([array for _, array in chosen])
    return tree


def unpack(tree: dict[str, Any], arrays: Arrays, place: str) -> Table:
    """Return what `pack` packed."""
    table: Table = OrderedDict()
    for i, number in enumerate(tree["ids"]):
        context = np.array(arrays[f"{place}/contexts"][i])
        table[number] = Pending(context, int(arrays[f"{place}/actions"][i]))
    entries = list(table.values())
    for i in tree["done"]:
        entries[i].done = True
    for name, field in (("observed", "observed"), ("row", "edges"), ("full", "edges")):
        for position, i in enumerate(tree[name]):
            setattr(entries[i], field, np.array(arrays[f"{place}/{name}"][position]))
    return table
