"""One self-contained page: pictures, claims, tables, and every choice that was made."""

import base64
import html
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import final

from graphbandit.experiments.claims import Claim, regrets, shown
from graphbandit.experiments.paper import ALGORITHMS, TITLES, Figure
from graphbandit.experiments.store import Run
from graphbandit.stats import Summary

CHOICES = (
    ("Scaling of prices and values", "joint: one least and one greatest value for both",
     "It keeps v >= w, as the paper's construction says. Each by its own makes bids of 0 win."),
    ("Noise of the price, N(0, .05)", ".05 is the variance", "The usual meaning of the second argument."),
    ("First weights", "the network's as PyTorch draws them; the softmax starts at 0",
     "PyTorch's are what a plain implementation has. A uniform law at the start favours no price."),
    ("Selection of rates and c", "least mean regret over the seeds shown, for all algorithms alike",
     "The paper does not say. It favours algorithms with more settings; every run is stored for another rule."),
    ("Regret", "realised losses against the best bid of each round in hindsight, per round",
     "Losses are the paper's, half of one minus the reward, so a regret of .01 is .02 of reward."),
    ("Predictions of SquareCB and greedy", "from one drawn price, as SquareCB.UG's own in the paper's form",
     "The paper defines the predictor once, and it draws."),
    ("What SquareCB learns from", "the played bid alone: whether it won, and then the value",
     "It ignores the feedback graph. All others learn from every edge and loss that is revealed."),
    ("The exact rule's value network", "learns the value itself when it won",
     "Fitted through (1 - F (v - a))/2 it would make up for F, since a win is seen only when the price was low."),
)  # fmt: skip


@final
@dataclass(frozen=True, eq=False)
class Section:
    """What the page says of one figure."""

    figure: Figure
    picture: Path
    chosen: dict[tuple[str, int], list[Run]]
    variants: Sequence[tuple[str, list[Run]]]


def write_claims(path: Path, claims: Sequence[Claim]) -> None:
    """Write the claims as JSON."""
    path.write_text(json.dumps([asdict(claim) for claim in claims], indent=2, ensure_ascii=False) + "\n", "utf-8")


def write_report(path: Path, sections: Sequence[Section], claims: Sequence[Claim], notes: Sequence[str]) -> None:
    """Write the page."""
    parts = [HEAD, "<h1>SquareCB.UG: the paper's experiments, run again</h1>"]
    parts += [f"<p>{html.escape(note)}</p>" for note in notes]
    parts += ["<h2>Claims</h2>", claim_table(claims)]
    for section in sections:
        image = base64.b64encode(section.picture.read_bytes()).decode()
        title = html.escape(section.figure.title)
        parts += [f"<h2>{title}</h2>", f'<img alt="{title}" src="data:image/png;base64,{image}">']
        parts += [result_table(section)]
        if section.variants:
            parts += ["<h3>One thing changed at a time, at the settings chosen above</h3>", variant_table(section)]
    rows = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in CHOICES)
    parts += ["<h2>Choices that the paper leaves open</h2>"]
    parts += [f"<table><tr><th>what</th><th>chosen</th><th>why</th></tr>{rows}</table></body></html>"]
    path.write_text("\n".join(parts), encoding="utf-8")


def claim_table(claims: Sequence[Claim]) -> str:
    """Return the claims as a table."""
    rows = [
        f"<tr><td class={'yes' if claim.holds else 'no'}>{'✓' if claim.holds else '✗'}</td>"
        f"<td>{html.escape(claim.figure)}</td><td>{html.escape(claim.claim)}</td><td>{html.escape(claim.evidence)}</td></tr>"
        for claim in claims
    ]
    return f"<table><tr><th></th><th>figure</th><th>claim</th><th>evidence</th></tr>{''.join(rows)}</table>"


def result_table(section: Section) -> str:
    """Return the final regrets with intervals, and the settings that were chosen."""
    rows = []
    for algorithm in ALGORITHMS:
        for actions in section.figure.actions:
            runs = section.chosen.get((algorithm, actions))
            if not runs:
                continue
            settings = runs[0].settings
            picked = f"c {settings['c']}, rates {settings['value_rate']} and {settings['law_rate']}"
            seconds = Summary.of([run.figures["seconds"] for run in runs]).mean
            cells = (TITLES[algorithm], str(actions), shown(Summary.of(regrets(runs))), picked, f"{seconds:.3f}")
            rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
    head = "<th>algorithm</th><th>K</th><th>regret per round [95 %]</th><th>settings</th><th>seconds a run</th>"
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def variant_table(section: Section) -> str:
    """Return what each change is worth."""
    rows = [
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(shown(Summary.of(regrets(runs))))}</td></tr>"
        for name, runs in section.variants
    ]
    return f"<table><tr><th>changed</th><th>regret per round [95 %]</th></tr>{''.join(rows)}</table>"


HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SquareCB.UG</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
img { max-width: 100%; height: auto }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem }
td, th { border-bottom: 1px solid #ddd; padding: .3rem .7rem; text-align: left; vertical-align: top }
td.yes { color: #00734f; font-weight: bold } td.no { color: #b3400a; font-weight: bold }
</style></head><body>"""
