"""What each difference from the paper's own form is worth: one at a time, on the paper's three data sets.

python benchmarks/differences.py --data TestSubset.csv    # the tables of docs/differences.md, about twenty minutes
python benchmarks/differences.py --rounds 500 --seeds 2   # a try; without --data only the synthetic sets

Regret per round against each round's hindsight, over T = 5000, mean and 95 % interval over 8 seeds. The paper's form
is shown at the best of the settings that the paper searches, chosen for each row anew by its mean over these very
seeds; `Bidder` with its defaults, the same everywhere. Runs are kept in --out and never made twice.
"""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

import graphbandit as gb
from graphbandit.beliefs import SoftmaxAuction
from graphbandit.beliefs.laws import LocationScale, SoftmaxLaw, robust_law
from graphbandit.beliefs.values import LinearRegressor, NetworkRegressor, robust_value
from graphbandit.checks import Array
from graphbandit.experiments import runs
from graphbandit.experiments.data import Auctions, ebay, fingerprint, read
from graphbandit.experiments.paper import DIVERSE, POOR, RANGES, Figure, best, ebay_figure, grid, settings_of
from graphbandit.experiments.store import Run, Settings, Store
from graphbandit.experiments.sweep import sweep
from graphbandit.exploration import Anytime, ByDoubt, RootT
from graphbandit.learner import Learner
from graphbandit.problems import AuctionBelief, AuctionWorld, Bidder, SampledAuctionBelief
from graphbandit.rules import Greedy, TwoPoint
from graphbandit.stats import Summary, ratio

VERSION = 1
FOLDS = 5
SAME_ORACLES = {"lesson": "log edges", "value": "losses"}  # of the exact rule: learning as in the paper's form
HEADS = (
    "ε", "never bidding", "the paper's form, best settings", "its oracles, exact rule, best settings",
    "greedy, our beliefs", "`Bidder`, defaults", "offline trees", "`Bidder` / paper", "above offline",
)  # fmt: skip
Build = Callable[[Array, int, int, int], Learner]


def network(d: int, seed: int) -> NetworkRegressor:
    return NetworkRegressor(d, rate=0.02, seed=seed)


def whole(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, seed=seed).learner


def greedy(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Learner(whole(bids, d, rounds, seed).belief, rule=Greedy(), seed=seed)


def sampled(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    """The paper's belief and rule with our γ."""
    belief = SampledAuctionBelief(bids, SoftmaxAuction(bids.size, d, rate=0.05 / bids.size), network(d, seed), seed)
    return Learner(belief, rule=TwoPoint(), gamma=Anytime(16.0), seed=seed)


def softmax_law(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, law=SoftmaxLaw(bids, d, breadth=0.0), seed=seed).learner


def one_law(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, law=LocationScale(bids, d), seed=seed).learner


def paper_value(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, value=network(d, seed), seed=seed).learner


def one_value(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, value=LinearRegressor(d, center=0.5), seed=seed).learner


def no_selection(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Learner(AuctionBelief(bids, robust_law(bids, d), robust_value(d)), gamma=ByDoubt(), seed=seed)


def paper_gamma(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, gamma=RootT(1.0, rounds), seed=seed).learner


def root_gamma(bids: Array, d: int, rounds: int, seed: int) -> Learner:
    return Bidder(bids, d, gamma=Anytime(16.0), seed=seed).learner


VARIANTS: dict[str, tuple[str, Build]] = {
    "whole": ("`Bidder`, defaults", whole),
    "greedy": ("greedy on the same beliefs", greedy),
    "sampled": ("one price drawn and taken for the truth, the two-point rule, the paper's oracles; our γ", sampled),
    "law": ("a linear softmax for the price, as the paper's, no mixture", softmax_law),
    "one law": ("one censored normal law for the price, no mixture", one_law),
    "value": ("the paper's network by gradient descent for the value", paper_value),
    "selection": ("no allowance for what winning says of the value", no_selection),
    "one value": ("one linear regression for the value, no mixture", one_value),
    "gamma": ("γ = √T, the middle of the paper's three", paper_gamma),
    "root gamma": ("γ = 16 √t", root_gamma),
}


def job(settings: Settings, *, path: str | None = None) -> Run:
    """Play one run: of the paper's form in the fused kernel, of a variant through the public Learner."""
    if "variant" not in settings:
        return runs.run(settings, path=path)
    auctions = runs.auctions_of(settings, path)
    bids = np.linspace(0.0, 1.0, settings["actions"])
    if settings["variant"] == "offline":
        regret = offline(settings, path, auctions, bids)
        return Run(settings, [], {"regret": regret, "milliseconds": 0.0}, {})
    world = AuctionWorld.from_arrays(auctions.contexts, auctions.prices, auctions.values, bids=bids)
    learner = VARIANTS[settings["variant"]][1](bids, world.context_size, world.rounds, settings["seed"])
    history = gb.simulate(learner, world, world.rounds)
    figures = {"regret": float(history.regret.mean()), "milliseconds": 1e3 * float(np.median(history.seconds))}
    return Run(settings, [], figures, {})


def offline(settings: Settings, path: str | None, auctions: Auctions, bids: Array) -> float:
    """Bid (v̂ - b) F̂(b) after boosted trees that saw the prices and values of the other folds, uncensored."""
    value, law = crossed(auctions.contexts, auctions.prices, auctions.values, bids, settings["seed"])
    chosen = ((value[:, None] - bids) * law).argmax(axis=1)
    gains = np.where(bids >= auctions.prices[:, None] - 1e-12, auctions.values[:, None] - bids, 0.0)
    return float(0.5 * (gains.max(axis=1) - gains[np.arange(chosen.size), chosen]).mean())


def crossed(contexts: Array, prices: Array, values: Array, bids: Array, seed: int) -> tuple[Array, Array]:
    """Return the predicted values (T,), and the law of the price at each bid (T, K), across folds."""
    from sklearn.ensemble import HistGradientBoostingRegressor as Trees
    from sklearn.model_selection import KFold, cross_val_predict

    folds = KFold(FOLDS, shuffle=True, random_state=seed)
    trees = Trees(max_iter=200, learning_rate=0.06, early_stopping=False, random_state=seed)
    price, value = (cross_val_predict(trees, contexts, target, cv=folds) for target in (prices, values))
    law = np.empty((prices.size, bids.size))
    for train, test in folds.split(contexts):  # residuals are of predictions from other folds, in five groups of price
        edges = np.quantile(price[train], [0.2, 0.4, 0.6, 0.8])
        groups = np.digitize(price[train], edges)
        for group in range(5):
            missed = np.sort((prices - price)[train][groups == group])
            mine = test[np.digitize(price[test], edges) == group]
            law[mine] = np.searchsorted(missed, bids[None, :] - price[mine, None], side="right") / missed.size
    return value, law


def wanted(figure: Figure, seeds: int, rounds: int) -> list[Settings]:
    """Return every run of a data set: all at each ε, the single differences at the middle one."""
    figure = replace(figure, seeds=seeds)
    settings = [one | {"rounds": rounds} for one in grid(figure, ("ug", "never"))]
    settings += [one | SAME_ORACLES | {"rounds": rounds} for one in grid(figure, ("exact",))]
    for actions in figure.actions:
        names = list(VARIANTS) if actions == figure.actions[1] else ["whole", "greedy"]
        for name in (*names, "offline"):
            for seed in range(seeds):
                plain = settings_of(figure, "exact", actions, seed, rounds=rounds)
                settings.append(plain | {"variant": name, "differences": VERSION})
    return [one | {"world": one["seed"]} if figure.synthetic else one for one in settings]  # a data set a seed


def of(all_runs: list[Run], actions: int, variant: str) -> list[float]:
    """Return the regrets of a variant by seed."""
    mine = [run for run in all_runs if run.settings.get("variant") == variant and run.settings["actions"] == actions]
    return [run.figures["regret"] for run in sorted(mine, key=lambda run: int(run.settings["seed"]))]


def shown(values: list[float]) -> str:
    summary = Summary.of(values)
    return f"{summary.mean:.4f} ± {summary.high - summary.mean:.4f}"


def over(first: list[float], second: list[float]) -> str:
    share = ratio(first, second)
    return f"{share.mean:.2f} ({share.low:.2f} to {share.high:.2f})"


def above(values: list[float], reference: list[float]) -> list[float]:
    return [value - least for value, least in zip(values, reference, strict=True)]


def print_tables(figure: Figure, all_runs: list[Run], seeds: int) -> None:
    """Print the two tables of a data set in Markdown."""
    figure = replace(figure, seeds=seeds)
    paper = best(figure, [run for run in all_runs if "variant" not in run.settings])
    print(f"\n## {figure.title[0].upper()}{figure.title[1:]}\n")
    print("| " + " | ".join(HEADS) + " |\n" + "|---" * len(HEADS) + "|")
    for actions in figure.actions:
        own = of(all_runs, actions, "whole")
        never, ug, exact = (regrets(paper[one, actions]) for one in ("never", "ug", "exact"))
        reference = of(all_runs, actions, "offline")
        cells = [shown(each) for each in (never, ug, exact, of(all_runs, actions, "greedy"), own, reference)]
        shares = [over(own, ug), over(above(own, reference), above(ug, reference))]
        print(f"| 1/{actions - 1} | " + " | ".join(cells + shares) + " |")
    middle = figure.actions[1]
    own, reference = of(all_runs, middle, "whole"), of(all_runs, middle, "offline")
    print(f"\nOne thing changed, at ε = 1/{middle - 1}:\n")
    print("| bidder | regret | times `Bidder`'s | above offline, times `Bidder`'s | ms a round |")
    print("|---|---|---|---|---|")
    for name, (title, _) in VARIANTS.items():
        mine = of(all_runs, middle, name)
        spent = np.median([run.figures["milliseconds"] for run in all_runs if run.settings.get("variant") == name])
        cells = (shown(mine), over(mine, own), over(above(mine, reference), above(own, reference)), f"{spent:.2f}")
        print(f"| {title} | " + " | ".join(cells) + " |")


def regrets(group: list[Run]) -> list[float]:
    return [run.figures["regret"] for run in group]


@cache
def bar(name: str) -> Callable[[int, int], None]:
    return lambda done, total: print(f"\r{name}: {done} of {total}", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", help="CSV file of eBay auctions")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--out", type=Path, default=Path("out/differences"))
    arguments = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"  # the trees' threads wait for one another where processes fill the cores
    figures = [DIVERSE, POOR]
    if arguments.data:
        mark = fingerprint(read(arguments.data))
        ebay(arguments.data, mark, *RANGES[0])
        figures.append(ebay_figure(mark, *RANGES[0]))
    made = partial(job, path=arguments.data)
    for figure in figures:
        settings = wanted(figure, arguments.seeds, arguments.rounds)
        swept = sweep(made, settings, Store(arguments.out), prepare=runs.prepare, progress=bar(figure.name))
        for failure in swept.failures[:1]:
            sys.exit(f"failed: {failure.settings}\n{failure.message}")
        print_tables(figure, swept.runs, arguments.seeds)


if __name__ == "__main__":
    main()
