"""One self-contained page: pictures, claims, tables, and every choice that was made."""

import base64
import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import final

from graphbandit.experiments.choices import CHOICES
from graphbandit.experiments.claims import Claim, shown, times
from graphbandit.experiments.paper import ALGORITHMS, OWN, TITLES, Figure, regrets
from graphbandit.experiments.store import Run
from graphbandit.experiments.variants import Findings, Row, ends
from graphbandit.stats import Summary, ratio

ALTERNATIVES = (
    "How the results change with each choice, at the fewest and the most bids. The paper's algorithms are searched "
    "again over all rates and c; the exact variant stays at the settings chosen above. Mean regret and half its 95 % "
    "interval."
)
ABLATED = "One thing taken away at a time, at the middle number of bids; c and the law's rate are searched again."
BEYOND = "Many more bids, two seeds each, at the settings chosen for the middle number of bids."


@final
@dataclass(frozen=True, eq=False)
class Section:
    """What the page says of one figure."""

    findings: Findings
    picture: Path


def write_claims(path: Path, claims: Sequence[Claim]) -> None:
    """Write the claims as JSON."""
    path.write_text(json.dumps([asdict(claim) for claim in claims], indent=2, ensure_ascii=False) + "\n", "utf-8")


def write_report(
    path: Path, sections: Sequence[Section], claims: Sequence[Claim], notes: Sequence[str], runs: Sequence[Run]
) -> None:
    """Write the page."""
    parts = [HEAD, "<h1>SquareCB.UG: the paper's experiments, run again</h1>"]
    parts += [f"<p>{html.escape(note)}</p>" for note in notes]
    parts += ["<h2>Claims</h2>", claim_table(claims)]
    for section in sections:
        image = base64.b64encode(section.picture.read_bytes()).decode()
        title = html.escape(section.findings.figure.title)
        parts += [f"<h2>{title}</h2>", f'<img alt="{title}" src="data:image/png;base64,{image}">']
        parts += tables(section.findings)
    parts += ["<h2>Choices that the paper leaves open</h2>"]
    parts += [table(("what", "chosen", "why"), ((choice.what, choice.chosen, choice.why) for choice in CHOICES))]
    parts += ["<h2>How it was made</h2>", made_table(runs), "</body></html>"]
    path.write_text("\n".join(parts), encoding="utf-8")


def tables(findings: Findings) -> list[str]:
    """Return what a section shows beside its picture."""
    parts = [result_table(findings), f"<h3>Other choices</h3><p>{ALTERNATIVES}</p>", alternative_table(findings)]
    if findings.ablations:
        parts += [f"<h3>Ablations</h3><p>{ABLATED}</p>", ablation_table(findings)]
    if findings.many:
        parts += [f"<h3>Many bids</h3><p>{BEYOND}</p>", many_table(findings)]
    return parts


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of plain text."""
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def claim_table(claims: Sequence[Claim]) -> str:
    """Return the claims as a table."""
    rows = [
        f"<tr><td class={'yes' if claim.holds else 'no'}>{'✓' if claim.holds else '✗'}</td>"
        f"<td>{html.escape(claim.figure)}</td><td>{html.escape(claim.claim)}</td>"
        f"<td>{'<br>'.join(html.escape(part) for part in claim.evidence.split('; '))}</td></tr>"
        for claim in claims
    ]
    return f"<table><tr><th></th><th>figure</th><th>claim</th><th>evidence</th></tr>{''.join(rows)}</table>"


def result_table(findings: Findings) -> str:
    """Return the final regrets with intervals, and the settings that were chosen."""
    rows = []
    for algorithm in ALGORITHMS:
        for actions in findings.figure.actions:
            runs = findings.chosen[algorithm, actions]
            settings, values = runs[0].settings, regrets(runs)
            searched = {"never": "", "greedy": f"{settings['value_rate']}, {settings['law_rate']}"}
            picked = searched.get(algorithm, f"{settings['value_rate']}, {settings['law_rate']}, {settings['c']:g}")
            share = times(ratio(values, regrets(findings.chosen["ug", actions])))
            rows.append(
                (TITLES[algorithm], str(actions), shown(Summary.of(values)), share, picked, f"{seconds(runs):.3f}")
            )
    head = (
        "algorithm",
        "K",
        "regret per round [95 %]",
        "times the paper's form",
        "rates of value and law, c",
        "s a run",
    )
    return table(head, rows)


def seconds(runs: Sequence[Run]) -> float:
    """Return the seconds of computing that a run took, on average."""
    return float(Summary.of([run.made["cpu_seconds"] for run in runs]).mean)


def alternative_table(findings: Findings) -> str:
    """Return how the results change with every choice."""
    figure = ends(findings.figure)
    span = "K={}, then K={}".format(*figure.actions)
    head = (span, *(TITLES[name] for name in OWN), TITLES["exact"], "exact / paper's form", "best of the paper's four")
    return table(head, ((name, *alternative_cells(figure, row)) for name, row in findings.alternatives.items()))


def alternative_cells(figure: Figure, row: Row) -> list[str]:
    """Return one row of it."""

    cells = ["\n".join(spread(row[name, actions]) for actions in figure.actions) for name in (*OWN, "exact")]
    cells.append(
        "\n".join(f"{ratio(row['exact', actions], row['ug', actions]).mean:.2f}" for actions in figure.actions)
    )
    best = (min(OWN, key=lambda name: sum(row[name, actions])) for actions in figure.actions)
    return [*cells, "\n".join({"ug": "SquareCB.UG", "squarecb": "SquareCB"}.get(name, TITLES[name]) for name in best)]


def spread(values: Sequence[float]) -> str:
    """Write a mean and half its interval."""
    summary = Summary.of(values)
    return f"{summary.mean:.4f}\u00a0±\u00a0{summary.high - summary.mean:.4f}"


def ablation_table(findings: Findings) -> str:
    """Return what each part is worth."""
    rows = [
        (name, shown(Summary.of(values)), times(ratio(values, base)))
        for name, (values, base) in findings.ablations.items()
    ]
    return table(("changed", "regret per round [95 %]", "times that without the change"), rows)


def many_table(findings: Findings) -> str:
    """Return regret and time with many more actions."""
    rows = [
        (TITLES[algorithm], f"{actions:,}", spread(regrets(runs)), f"{seconds(runs):.2f}")
        for (algorithm, actions), runs in findings.many.items()
    ]
    return table(("algorithm", "K", "regret per round", "s a run"), rows)


def made_table(runs: Sequence[Run]) -> str:
    """Return with which versions how many runs were made, and how long they took together."""
    groups: dict[str, list[float]] = {}
    for run in runs:
        versions = ", ".join(f"{name} {value}" for name, value in run.made.items() if "seconds" not in name)
        groups.setdefault(versions, []).append(run.made["cpu_seconds"])
    rows = ((versions, f"{len(spent):,}", f"{sum(spent):,.0f}") for versions, spent in groups.items())
    return table(("versions", "runs", "seconds of computing in all"), rows)


HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SquareCB.UG</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
img { max-width: 100%; height: auto }
table { border-collapse: collapse; margin: 1rem 0; font-size: .85rem; font-variant-numeric: tabular-nums }
td, th { border-bottom: 1px solid #ddd; padding: .3rem .6rem; text-align: left; vertical-align: top }
td { white-space: pre-line }
td.yes { color: #00734f; font-weight: bold } td.no { color: #b3400a; font-weight: bold }
</style></head><body>"""
