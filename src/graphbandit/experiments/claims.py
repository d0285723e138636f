"""The sentences of the paper's results, and ours, as tests of the runs: ✓ or ✗, with the figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from graphbandit.experiments.paper import Figure
from graphbandit.experiments.store import Run
from graphbandit.stats import Summary, ratio

Chosen = dict[tuple[str, int], list[Run]]
FLAT = 1.25  # what counts as nearly flat in K: a quarter more from the fewest actions to the most
CLOSE = 0.8  # greedy is close to never bidding if it keeps at least this share of its regret
TARGET = 0.6  # what the exact rule has to bring the regret of the paper's own form to


@final
@dataclass(frozen=True)
class Claim:
    """One sentence, the figure it is about, what the runs say, and whether they bear it out."""

    claim: str
    figure: str
    evidence: str
    holds: bool


def regrets(runs: Sequence[Run]) -> list[float]:
    """Return the regret per round of each seed."""
    return [run.figures["regret"] for run in runs]


def shown(summary: Summary) -> str:
    """Write a mean with its interval."""
    return f"{summary.mean:.4f} [{summary.low:.4f}, {summary.high:.4f}]"


def claims_of(figure: Figure, chosen: Chosen) -> list[Claim]:
    """Test every claim that this figure's data can bear."""
    tests: list[Callable[[Figure, Chosen], Claim]] = [paper_form_is_best, paper_form_is_flat, squarecb_grows]
    if figure.data == "diverse":
        tests.append(greedy_does_well)
    if figure.data == "poor":
        tests.append(greedy_hardly_bids)
    if figure.data == "ebay":
        tests.append(greedy_is_unstable)
    if figure.data != "ebay":
        tests.append(exact_is_better)
    return [test(figure, chosen) for test in tests]


def paper_form_is_best(figure: Figure, chosen: Chosen) -> Claim:
    """SquareCB.UG performs the best at every ε."""
    parts, holds = [], True
    for actions in figure.actions:
        own = Summary.of(regrets(chosen["ug", actions]))
        others = {name: Summary.of(regrets(chosen[name, actions])) for name in ("never", "greedy", "squarecb")}
        holds &= all(own.mean < other.mean for other in others.values())
        rest = ", ".join(f"{name} {shown(other)}" for name, other in others.items())
        parts.append(f"K={actions}: UG {shown(own)}, {rest}")
    sentence = "SquareCB.UG (the paper's form) performs best, at every ε"
    return Claim(sentence, figure.name, "; ".join(parts), holds)


def growth(figure: Figure, chosen: Chosen, algorithm: str) -> Summary:
    """Return the regret at the most actions over that at the fewest."""
    return ratio(regrets(chosen[algorithm, figure.actions[-1]]), regrets(chosen[algorithm, figure.actions[0]]))


def paper_form_is_flat(figure: Figure, chosen: Chosen) -> Claim:
    """UG's regret almost does not increase with K."""
    grown = growth(figure, chosen, "ug")
    evidence = f"regret at K={figure.actions[-1]} over K={figure.actions[0]}: {shown(grown)}, flat is at most {FLAT}"
    sentence = "The regret of SquareCB.UG (the paper's form) almost does not increase with the number of actions"
    return Claim(sentence, figure.name, evidence, grown.mean <= FLAT)


def squarecb_grows(figure: Figure, chosen: Chosen) -> Claim:
    """SquareCB's regret grows with K, and more than UG's."""
    grown, own = growth(figure, chosen, "squarecb"), growth(figure, chosen, "ug")
    evidence = f"regret at K={figure.actions[-1]} over K={figure.actions[0]}: {shown(grown)}, UG's {shown(own)}"
    sentence = "The regret of SquareCB grows with the number of actions, and more than SquareCB.UG's"
    return Claim(sentence, figure.name, evidence, grown.mean > max(1.05, own.mean))


def greedy_does_well(figure: Figure, chosen: Chosen) -> Claim:
    """Greedy performs quite well where contexts are diverse."""
    shares = {
        actions: ratio(regrets(chosen["greedy", actions]), regrets(chosen["never", actions])).mean
        for actions in figure.actions
    }
    listed = ", ".join(f"K={actions}: {share:.2f}" for actions, share in shares.items())
    evidence = f"greedy over never bidding: {listed}"
    sentence = "Greedy performs quite well where contexts are diverse (below .8 of never bidding)"
    return Claim(sentence, figure.name, evidence, max(shares.values()) < CLOSE)


def greedy_hardly_bids(figure: Figure, chosen: Chosen) -> Claim:
    """Greedy performs almost the same as never bidding where contexts lack diversity."""
    parts, holds = [], True
    for actions in figure.actions:
        greedy, never = regrets(chosen["greedy", actions]), regrets(chosen["never", actions])
        share = ratio(greedy, never)
        stuck = int(np.sum(np.array(greedy) > CLOSE * np.array(never)))
        parts.append(f"K={actions}: {shown(share)} of never bidding, {stuck} of {len(greedy)} seeds stuck")
        holds &= share.mean >= CLOSE
    sentence = "Greedy performs almost the same as never bidding where contexts lack diversity"
    return Claim(sentence, figure.name, "; ".join(parts), holds)


def greedy_is_unstable(figure: Figure, chosen: Chosen) -> Claim:
    """Greedy's performance has the larger variance on real data."""
    parts, holds = [], True
    for actions in figure.actions:
        greedy = Summary.of(regrets(chosen["greedy", actions])).deviation
        own = Summary.of(regrets(chosen["ug", actions])).deviation
        parts.append(f"K={actions}: deviation {greedy:.4f}, UG's {own:.4f}")
        holds &= greedy > own
    sentence = "Greedy's performance is unstable on real data: its deviation between seeds is larger than SquareCB.UG's"
    return Claim(sentence, figure.name, "; ".join(parts), holds)


def exact_is_better(figure: Figure, chosen: Chosen) -> Claim:
    """The exact rule on the expected graph has at most .6 of the regret of the paper's form."""
    shares = {
        actions: ratio(regrets(chosen["exact", actions]), regrets(chosen["ug", actions])) for actions in figure.actions
    }
    evidence = "; ".join(f"K={actions}: {shown(share)}" for actions, share in shares.items())
    sentence = f"With the same oracles, the exact rule on the expected graph has at most {TARGET} of the regret"
    return Claim(sentence, figure.name, evidence, all(share.mean <= TARGET for share in shares.values()))
