"""The tables of docs/fast.md, from the JSON that two benchmarks print.

graphbandit bench dec --json | python benchmarks/speed.py
graphbandit bench run --json | python benchmarks/speed.py
"""

import json
import sys
from collections.abc import Sequence
from typing import Any

NAMES = {"clarabel": "Clarabel", "vowpalwabbit": "Vowpal Wabbit"}
Rows = Sequence[dict[str, Any]]


def brief(number: float) -> str:
    """Return a number with two digits below 100, and with three from there on."""
    digits = 2 if number < 100.0 else 3
    return f"{float(f'{number:.{digits}g}'):,.10g}"


def duration(seconds: float) -> str:
    return f"{brief(1e6 * seconds)} µs" if seconds < 1e-3 else f"{brief(1e3 * seconds)} ms"


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def decisions(rows: Rows) -> list[str]:
    """A line for each graph and solver: this library's times, and how many times as long the others take."""
    rows = [row for row in rows if row["graph"] != "overhead"]
    sizes = sorted({row["actions"] for row in rows})
    made = [line("graph", "solver", *(f"K = {size:,}" for size in sizes), "γ · gap at worst")]
    made.append("|---|---|" + "---:|" * (len(sizes) + 1))
    for graph, solver in dict.fromkeys((row["graph"], row["solver"]) for row in rows):
        own = {row["actions"]: row for row in rows if (row["graph"], row["solver"]) == (graph, solver)}
        ours = solver == "graphbandit"
        told = [
            "" if size not in own else duration(own[size]["seconds"]) if ours else f"×{brief(own[size]['ratio'])}"
            for size in sizes
        ]
        worst = max(row["scaled_gap"] for row in own.values())
        made.append(line(graph if ours else "", NAMES.get(solver, solver), *told, f"{worst:.0e}"))
    return made


def rounds(rows: Rows) -> list[str]:
    """A line for each contestant."""
    made = [line("contestant", "µs a round", "rounds a second", "times Vowpal Wabbit's speed"), "|---|---:|---:|---:|"]
    for row in rows:
        against = "" if row["against_vowpal"] is None else brief(row["against_vowpal"])
        speed, each = brief(row["rounds_per_second"]), brief(row["microseconds"])
        made.append(line(row["contestant"], each, speed, against))
    return made


def tables(rows: Rows) -> list[str]:
    return decisions(rows) if "solver" in rows[0] else rounds(rows)


if __name__ == "__main__":
    print("\n".join(tables(json.load(sys.stdin))))
