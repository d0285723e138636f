"""The decision program: how long this library and its peers take for it, and how close they come."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import final

import numpy as np
from rich.table import Table

from graphbandit.bench.contestants import PEERS, Contestant, Ours
from graphbandit.bench.programs import FAMILIES, BenchProgram, Family
from graphbandit.dec import dec_value, solve_dec
from graphbandit.dec.working_kernels import narrowed
from graphbandit.errors import MissingExtraError
from graphbandit.graphs import ChainGraph

SIZES = (10, 26, 51, 151, 301)
LARGE = (1_001, 10_001)
_PATIENCE = 10.0

Bare = Callable[[BenchProgram], Callable[[], object]]


@final
@dataclass(frozen=True, slots=True)
class Row:
    """The median `seconds` of a `solver` on programs of a `graph` family with so many `actions`.

    `ratio` is its time over this library's in the same run; `scaled_gap` is γ times how far the value of its
    probabilities is, at worst, from the certified lower bound.
    """

    graph: str
    actions: int
    solver: str
    seconds: float
    ratio: float
    scaled_gap: float
    repeats: int


def run(
    sizes: Sequence[int] = SIZES,
    repeats: int = 7,
    *,
    large: Sequence[int] = LARGE,
    gamma: float = 70.0,
) -> list[Row]:
    """Measure all on every family at `sizes`, this library alone on auctions at `large`, and its overhead.

    Each of `repeats` programs goes to one contestant after the other, so that a busy moment hits all alike.
    What `solve_dec` adds to its kernel at 51 actions is the overhead.
    """
    rows: list[Row] = []
    for family in FAMILIES:
        for actions in sizes:
            _say(f"{family.name}, {actions} actions")
            rows += _compare(_programs(family, actions, repeats, gamma), family.name, _present(actions))
    auctions = next(family for family in FAMILIES if family.name == "auction")
    for actions in large:
        _say(f"{auctions.name}, {actions} actions, this library alone")
        rows += _compare(_programs(auctions, actions, repeats, gamma), auctions.name, [])
    return rows + _overhead(_programs(auctions, 51, 20 * repeats, gamma), chain_kernel)


def table(rows: Sequence[Row]) -> Table:
    """Lay the rows out with a line for each family and size."""
    solvers = list(dict.fromkeys(row.solver for row in rows))
    shown = Table(title="One decision: median time, times slower than graphbandit, γ · gap at worst")
    shown.add_column("graph")
    shown.add_column("K", justify="right")
    for solver in solvers:
        shown.add_column(solver, justify="right")
    found = {(row.graph, row.actions, row.solver): row for row in rows}
    for graph, actions in dict.fromkeys((row.graph, row.actions) for row in rows):
        cells = [found.get((graph, actions, solver)) for solver in solvers]
        shown.add_row(graph, str(actions), *("" if cell is None else _cell(cell) for cell in cells))
    return shown


def to_json(rows: Sequence[Row]) -> str:
    """Write the rows as a JSON list."""
    return json.dumps([asdict(row) for row in rows], indent=2)


def _cell(row: Row) -> str:
    time = f"{1e6 * row.seconds:.0f} µs" if row.seconds < 1e-3 else f"{1e3 * row.seconds:.3g} ms"
    return f"{time}  x{row.ratio:.3g}  {row.scaled_gap:.0e}"


def _programs(family: Family, actions: int, repeats: int, gamma: float) -> Iterator[BenchProgram]:
    random = np.random.default_rng(actions)
    return (family.program(random, actions, gamma) for _ in range(repeats + 1))


def _present(actions: int) -> list[Contestant]:
    """Return the peers that take so many actions; `_compare` drops those that are not installed."""
    return [peer() for peer in PEERS if actions <= peer.largest]


def _compare(programs: Iterator[BenchProgram], graph: str, peers: list[Contestant]) -> list[Row]:
    """Time everybody on every program but the first, which warms them up."""
    contestants = [Ours(), *peers]
    times: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    gaps: dict[str, float] = {contestant.name: 0.0 for contestant in contestants}
    actions = 0
    for number, program in enumerate(programs):
        actions = program.losses.size
        bound = solve_dec(program.losses, program.graph, program.gamma).bound
        for contestant in list(contestants):
            if sum(times[contestant.name]) > _PATIENCE:
                continue
            try:
                contestant.prepare(program)
            except MissingExtraError as error:
                _say(f"  without {contestant.name}: {error}")
                contestants.remove(contestant)
                continue
            start = perf_counter()
            probabilities = contestant.solve()
            elapsed = perf_counter() - start
            if number == 0:
                continue
            times[contestant.name].append(elapsed)
            value = dec_value(probabilities, program.losses, program.graph, program.gamma)
            gaps[contestant.name] = max(gaps[contestant.name], program.gamma * (value - bound))
    ours = median(times[Ours.name])
    return [
        Row(graph, actions, name, median(taken), median(taken) / ours, gaps[name], len(taken))
        for name, taken in times.items()
        if taken
    ]


def chain_kernel(program: BenchProgram) -> Callable[[], object]:
    """Return a call of the chain kernel alone on this program, with everything it takes made ready."""
    graph = program.graph
    assert isinstance(graph, ChainGraph)
    scaled = program.gamma * (program.losses - program.losses.min())
    chain = (graph.down, graph.up, graph.shared, graph.own)
    return lambda: narrowed(scaled, None, chain, 1e-6, 40)


def _overhead(programs: Iterator[BenchProgram], kernel: Bare) -> list[Row]:
    """Time `solve_dec` beside its kernel alone, without checks and records."""
    whole: list[float] = []
    alone: list[float] = []
    actions, worst = 0, 0.0
    for number, program in enumerate(programs):
        call = kernel(program)
        start = perf_counter()
        answer = solve_dec(program.losses, program.graph, program.gamma)
        middle = perf_counter()
        call()
        end = perf_counter()
        if number > 0:
            whole.append(middle - start)
            alone.append(end - middle)
        actions, worst = program.losses.size, max(worst, program.gamma * (answer.value - answer.bound))
    ratio = median(alone) / median(whole)
    return [
        Row("overhead", actions, Ours.name, median(whole), 1.0, worst, len(whole)),
        Row("overhead", actions, "kernel", median(alone), ratio, worst, len(alone)),
    ]


def _say(text: str) -> None:
    print(text, file=sys.stderr)
