"""The sentences of the paper's results, and ours, as tests of the runs: ✓ or ✗, with the figures."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from graphbandit.experiments.paper import Figure
from graphbandit.experiments.variants import Findings, Row, row_of
from graphbandit.stats import Summary, ratio

FLAT = 1.25  # what counts as nearly flat in K: a quarter more from the fewest actions to the most
CLOSE = 0.8  # greedy is close to never bidding if it keeps at least this share of its regret
TARGET = 0.6  # what the exact variant has to bring the regret of the paper's own form to
RIVALS = {"never": "never", "greedy": "greedy", "squarecb": "SquareCB"}


@final
@dataclass(frozen=True)
class Claim:
    """One sentence, the figure it is about, what the runs say, and whether they bear it out."""

    claim: str
    figure: str
    evidence: str
    holds: bool


Test = Callable[[Figure, Row], Claim]


def shown(summary: Summary) -> str:
    """Write a mean with its interval."""
    return f"{summary.mean:.4f} [{summary.low:.4f}, {summary.high:.4f}]"


def times(summary: Summary) -> str:
    """Write a ratio with its interval."""
    return f"{summary.mean:.2f} [{summary.low:.2f}, {summary.high:.2f}]"


def claims_of(findings: Findings) -> list[Claim]:
    """Test every claim that this figure's data can bear; means decide, and intervals tell how surely.

    What hangs on the luck of a few seeds is tested on further seeds as well.
    """
    figure, row = findings.figure, row_of(findings.chosen)
    of_greedy = {"diverse": greedy_does_well, "poor": greedy_hardly_bids, "ebay": greedy_is_unstable}[figure.data]
    tests: list[Test] = [paper_form_is_best, paper_form_is_flat, squarecb_grows, of_greedy]
    if figure.synthetic:
        tests.append(exact_is_better)
    claims = [test(figure, row) for test in (*tests, exact_is_flat)]
    for test in (paper_form_is_best, of_greedy):
        claim = test(figure, findings.further)
        seeds = len(findings.further["ug", figure.actions[0]])
        claims.append(replace(claim, claim=f"{claim.claim}; {seeds} other seeds, settings as chosen"))
    return claims


def paper_form_is_best(figure: Figure, row: Row) -> Claim:
    """SquareCB.UG performs the best at every ε."""
    parts, holds = [], True
    for actions in figure.actions:
        own = row["ug", actions]
        means = {name: float(np.mean(row[name, actions])) for name in RIVALS}
        next_best = min(means, key=lambda name: means[name])
        less = Summary.of(np.array(row[next_best, actions]) - own)
        holds &= less.mean > 0.0
        rest = ", ".join(f"{title} {shown(Summary.of(row[name, actions]))}" for name, title in RIVALS.items())
        parts.append(f"K={actions}: UG {shown(Summary.of(own))}, {rest}; {RIVALS[next_best]} less UG {shown(less)}")
    sentence = "SquareCB.UG (the paper's form) performs best, at every ε"
    return Claim(sentence, figure.name, "; ".join(parts), holds)


def growth(figure: Figure, row: Row, algorithm: str) -> tuple[Summary, Summary]:
    """Return the regret at the most actions less that at the fewest, and over it."""
    fewest, most = row[algorithm, figure.actions[0]], row[algorithm, figure.actions[-1]]
    return Summary.of(np.array(most) - fewest), ratio(most, fewest)


def paper_form_is_flat(figure: Figure, row: Row) -> Claim:
    """UG's regret almost does not increase with K."""
    sentence = "The regret of SquareCB.UG (the paper's form) almost does not increase with the number of actions"
    return flat(figure, row, "ug", sentence)


def exact_is_flat(figure: Figure, row: Row) -> Claim:
    """Neither does that of the exact variant."""
    sentence = "The regret of SquareCB.UG, exact, almost does not increase with the number of actions"
    return flat(figure, row, "exact", sentence)


def flat(figure: Figure, row: Row, algorithm: str, sentence: str) -> Claim:
    """An algorithm's regret almost does not increase with K."""
    more, grown = growth(figure, row, algorithm)
    span = f"from K={figure.actions[0]} to K={figure.actions[-1]}"
    evidence = f"{span}: {times(grown)} times the regret, flat is at most {FLAT}; {shown(more)} more"
    return Claim(sentence, figure.name, evidence, grown.mean <= FLAT)


def squarecb_grows(figure: Figure, row: Row) -> Claim:
    """SquareCB's regret grows with K, and by more than UG's."""
    (more, grown), (own_more, own_grown) = (growth(figure, row, name) for name in ("squarecb", "ug"))
    span = f"from K={figure.actions[0]} to K={figure.actions[-1]}"
    evidence = (
        f"{span}: SquareCB {shown(more)} more, UG {shown(own_more)}; "
        f"as a multiple SquareCB {times(grown)}, UG {times(own_grown)}"
    )
    sentence = "The regret of SquareCB grows with the number of actions, by more than SquareCB.UG's"
    return Claim(sentence, figure.name, evidence, more.mean > max(0.0, own_more.mean))


def greedy_does_well(figure: Figure, row: Row) -> Claim:
    """Greedy performs quite well where contexts are diverse."""
    shares = {actions: ratio(row["greedy", actions], row["never", actions]) for actions in figure.actions}
    evidence = "; ".join(f"K={actions}: {times(share)} of never bidding" for actions, share in shares.items())
    sentence = f"Greedy performs quite well where contexts are diverse (below {CLOSE} of never bidding)"
    return Claim(sentence, figure.name, evidence, all(share.mean < CLOSE for share in shares.values()))


def greedy_hardly_bids(figure: Figure, row: Row) -> Claim:
    """Greedy performs almost the same as never bidding where contexts lack diversity."""
    parts, holds = [], True
    for actions in figure.actions:
        greedy, never = row["greedy", actions], row["never", actions]
        share = ratio(greedy, never)
        stuck = int(np.sum(np.array(greedy) > CLOSE * np.array(never)))
        parts.append(
            f"K={actions}: {times(share)} of never bidding, {stuck} of {len(greedy)} seeds stuck above {CLOSE}"
        )
        holds &= share.mean >= CLOSE
    sentence = (
        f"Greedy performs almost the same as never bidding where contexts lack diversity (at least {CLOSE} of it)"
    )
    return Claim(sentence, figure.name, "; ".join(parts), holds)


def greedy_is_unstable(figure: Figure, row: Row) -> Claim:
    """Greedy's performance has the larger variance on real data."""
    parts, holds = [], True
    for actions in figure.actions:
        greedy, own = (Summary.of(row[name, actions]).deviation for name in ("greedy", "ug"))
        parts.append(f"K={actions}: deviation {greedy:.4f}, UG's {own:.4f}")
        holds &= greedy > own
    sentence = "Greedy's performance is unstable on real data: its deviation between seeds is larger than SquareCB.UG's"
    return Claim(sentence, figure.name, "; ".join(parts), holds)


def exact_is_better(figure: Figure, row: Row) -> Claim:
    """The exact variant has at most .6 of the regret of the paper's form, at every ε."""
    shares = {actions: ratio(row["exact", actions], row["ug", actions]) for actions in figure.actions}
    told = {actions: ratio(row["informed", actions], row["ug", actions]) for actions in figure.actions}
    evidence = "; ".join(
        f"K={actions}: {times(share)} (told the graph: {times(told[actions])})" for actions, share in shares.items()
    )
    sentence = f"With the paper's oracles, SquareCB.UG, exact, has at most {TARGET} of the regret of the paper's form"
    return Claim(sentence, figure.name, evidence, all(share.mean <= TARGET for share in shares.values()))
