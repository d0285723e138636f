"""The paper's own form of SquareCB.UG in plain PyTorch, beside this library's, on the same auctions.

python benchmarks/torch_paper.py                       # 3 seeds, 5,000 rounds, 51 bids
python benchmarks/torch_paper.py --rounds 500 --json

The PyTorch side is written as its text reads: a linear softmax classifier for the competing price, two layers with 32
hidden units for the value, a price drawn each round, the two-point allocation, torch.optim.SGD a round at a time. Both
have the same auctions and settings, those that the search over rates and c chooses, and draw first weights and prices
on their own, so that regrets agree as two seeds do. PyTorch is timed with one thread and with as many as it takes by
default, and the quicker counts; this library has one, and is timed after its first call, which compiles once for an
installation. What PyTorch loads first is not timed either. On a busy machine the clock is hard on the longer run, so
that computing time, of one thread each, is compared as well.
"""

import argparse
import json
import math
import statistics
import time

import numpy as np
import torch
from torch import nn

from graphbandit.experiments.data import Auctions, synthetic
from graphbandit.experiments.paper import DIVERSE, POOR, settings_of
from graphbandit.experiments.runs import auctions_of, run

LEAST_PROBABILITY = 1e-12
SETTINGS = {"c": 2.0, "value_rate": 0.02, "law_rate": 0.05}  # the best of those searched, on both sets


def torch_regret(auctions: Auctions, bids: np.ndarray, gamma: float, rates: tuple[float, float], seed: int) -> float:
    """Return the regret per round of a run in PyTorch."""
    torch.manual_seed(seed)
    contexts = torch.tensor(auctions.contexts, dtype=torch.float32)
    grid = torch.tensor(bids, dtype=torch.float32)
    least = np.searchsorted(bids, auctions.prices - 1e-12)
    features, K = contexts.shape[1], bids.size
    value_model = nn.Sequential(nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 1))
    price_model = nn.Linear(features, K)
    nn.init.zeros_(price_model.weight)  # as this library starts
    nn.init.zeros_(price_model.bias)
    value_steps = torch.optim.SGD(value_model.parameters(), lr=rates[0])
    price_steps = torch.optim.SGD(price_model.parameters(), lr=rates[1])
    index = torch.arange(K)
    total = 0.0
    for context, price, value in zip(contexts, least, auctions.values, strict=True):
        law = torch.softmax(price_model(context), dim=0)
        believed = value_model(context).squeeze()
        drawn = int(torch.multinomial(law.detach(), 1))
        f = 0.5 * (1.0 - (index >= drawn) * (believed - grid))

        other = float(f[drawn].detach())
        first = 1.0 / (2.0 + gamma * (0.5 - other)) if other <= 0.5 else 1.0 - 1.0 / (2.0 + gamma * (other - 0.5))
        action = 0 if torch.rand(()).item() < first else drawn
        won = action >= price
        rewards = np.where(np.arange(K) >= price, value - bids, 0.0)
        total += 0.5 * (rewards.max() - rewards[action])

        # the edges of the played row, and their expectation under the law: 1 - F_i below, 1 - (F_j - F_i) above
        below = torch.cumsum(law, dim=0)
        mean = torch.where(index < action, 1.0 - below[action], 1.0 - (below - below[action]))
        seen = (index >= action) if won else (index < price)
        likely = torch.where(seen, mean, 1.0 - mean)
        price_loss = -torch.log(likely.clamp(LEAST_PROBABILITY, 1.0)).mean()
        price_steps.zero_grad()
        price_loss.backward()
        price_steps.step()
        if won:
            losses = 0.5 * (1.0 - (float(value) - grid[action:]))
            value_loss = ((f[action:] - losses) ** 2).mean()
            value_steps.zero_grad()
            value_loss.backward()
            value_steps.step()
    return total / len(least)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--actions", type=int, default=51)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--poor", action="store_true", help="Contexts of poor diversity.")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    threads = torch.get_num_threads()
    figure, rows = POOR if options.poor else DIVERSE, []
    start = synthetic(diverse=True, seed=0, rounds=50)
    torch_regret(start, np.linspace(0.0, 1.0, 3), 1.0, (0.01, 0.01), 0)  # what PyTorch loads at its first call
    for seed in range(options.seeds):
        settings = settings_of(figure, "ug", options.actions, seed, rounds=options.rounds, **SETTINGS)
        gamma = settings["c"] * math.sqrt(options.rounds)
        rates = settings["value_rate"], settings["law_rate"]
        auctions, bids = auctions_of(settings, None), np.linspace(0.0, 1.0, options.actions)
        ours = run(settings)
        row = {"seed": seed, "regret": ours.figures["regret"], "seconds": ours.made["seconds"]}
        for name, count in (("default", threads), ("one", 1)):
            torch.set_num_threads(count)
            begun, worked = time.perf_counter(), time.process_time()
            row["torch_regret"] = torch_regret(auctions, bids, gamma, rates, seed)
            row[f"torch_seconds_{name}"] = time.perf_counter() - begun
        row["cpu_ratio"] = (time.process_time() - worked) / ours.made["cpu_seconds"]
        row["ratio"] = min(row["torch_seconds_one"], row["torch_seconds_default"]) / row["seconds"]
        rows.append(row)
        if not options.json:
            print(
                f"seed {seed}: regret {row['regret']:.4f}, torch {row['torch_regret']:.4f}; "
                f"seconds {row['seconds']:.3f}, torch {row['torch_seconds_one']:.2f} with 1 thread, "
                f"{row['torch_seconds_default']:.2f} with {threads}"
            )
    clock, computing = (statistics.median(row[name] for row in rows) for name in ("ratio", "cpu_ratio"))
    if options.json:
        print(json.dumps({"rows": rows, "threads": threads, "ratio": clock, "cpu_ratio": computing}, indent=2))
    else:
        print(f"PyTorch takes {clock:.0f} times as long, and {computing:.0f} times the computing (median over seeds)")


if __name__ == "__main__":
    main()
