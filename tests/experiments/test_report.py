"""Claims hold and fail as the figures do; the page holds everything and asks for nothing."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from graphbandit.experiments import paper
from graphbandit.experiments.choices import ABLATIONS, CHOICES
from graphbandit.experiments.claims import Claim, claims_of
from graphbandit.experiments.report import Section, write_claims, write_report
from graphbandit.experiments.reproduce import draw
from graphbandit.experiments.store import Run, Settings
from graphbandit.experiments.variants import BY_MEANS, BY_OTHERS, Findings, findings_of, plan_of

EBAY = paper.ebay_figure("0" * 16, 10.0, 100.0)
GOOD = {"never": 0.1, "greedy": 0.07, "squarecb": 0.06, "ug": 0.04, "exact": 0.02, "informed": 0.01}
POOR = GOOD | {"greedy": 0.099}
GROWTH = {"squarecb": 1.4}


def made(settings: Settings, level: float) -> Run:
    """Make a run of this regret, with a spread between seeds that is greedy's most."""
    spread = 0.2 if settings["algorithm"] == "greedy" else 0.02
    regret = level * (1.0 + spread * (-1) ** settings["seed"])
    figures = {"regret": regret, "expected_regret": 0.5 * regret, "rounds": 5000.0}
    curve = list(np.linspace(0.0, 1.0, 100) * level * 5000)
    return Run(settings, curve, figures, {"numpy": "2", "seconds": 0.2, "cpu_seconds": 0.1})


def findings(figure: paper.Figure, means: Mapping[str, float], growth: Mapping[str, float] = GROWTH) -> Findings:
    """Make runs with these means, with the regret of some growing with K."""

    def one(settings: Settings) -> Run:
        name, count = settings["algorithm"], settings["actions"]
        step = figure.actions.index(count) if count in figure.actions else 3
        return made(settings, means[name] * growth.get(name, 1.0) ** step)

    runs = [one(settings) for settings in paper.grid(figure)]
    chosen = paper.best(figure, runs)
    plan = plan_of(figure, chosen, quick=False)
    return findings_of(figure, runs, chosen, plan, {key: one(settings) for key, settings in plan.all().items()})


CASES = [
    (paper.DIVERSE, "performs best", {"ug": 0.061}, {}),
    (paper.DIVERSE, "performs best", {"greedy": 0.03}, {}),
    (paper.DIVERSE, "form) almost does not increase", {}, {"ug": 1.2}),
    (paper.DIVERSE, "exact, almost does not increase", {}, {"exact": 1.2}),
    (paper.DIVERSE, "SquareCB grows", {}, {"squarecb": 0.9}),
    (paper.DIVERSE, "SquareCB grows", {"ug": 0.05}, {"squarecb": 1.05, "ug": 1.3}),
    (paper.DIVERSE, "Greedy performs quite well", {"greedy": 0.09}, {}),
    (paper.POOR, "almost the same as never", {"greedy": 0.07}, {}),
    (paper.POOR, "With the paper's oracles", {"exact": 0.025}, {}),
    (paper.POOR, "With the paper's oracles", {"exact": 0.02}, {"exact": 1.15}),
    (EBAY, "Greedy's performance is unstable", {"greedy": 0.003}, {}),
]


@pytest.mark.parametrize("figure", [paper.DIVERSE, paper.POOR, EBAY])
def test_every_claim_can_hold(figure: paper.Figure) -> None:
    claims = claims_of(findings(figure, POOR if figure is paper.POOR else GOOD))
    assert len(claims) == (7 if figure is EBAY else 8)
    assert all(claim.holds for claim in claims), [claim for claim in claims if not claim.holds]
    assert all(claim.figure == figure.name and claim.evidence for claim in claims)
    assert sum("32 other seeds" in claim.claim for claim in claims) == 2


@pytest.mark.parametrize(("figure", "words", "means", "growth"), CASES)
def test_a_claim_fails_with_the_figures_it_is_about(
    figure: paper.Figure, words: str, means: dict[str, float], growth: dict[str, float]
) -> None:
    base = POOR if figure is paper.POOR else GOOD
    claims = claims_of(findings(figure, base | means, GROWTH | growth))
    found = [claim for claim in claims if words in claim.claim]
    assert found
    assert not any(claim.holds for claim in found)


def test_a_claim_on_further_seeds_is_about_these_alone() -> None:
    known = findings(paper.DIVERSE, GOOD)
    worse = {place: [0.09] * len(values) if place[0] == "ug" else values for place, values in known.further.items()}
    best = [claim for claim in claims_of(replace(known, further=worse)) if "performs best" in claim.claim]
    assert [claim.holds for claim in best] == [True, False]


def test_the_evidence_of_the_best_names_every_rival_at_every_number_of_actions() -> None:
    evidence = claims_of(findings(paper.DIVERSE, GOOD))[0].evidence
    for count in paper.DIVERSE.actions:
        assert f"K={count}:" in evidence
    for name in (": UG 0", "never 0", "greedy 0", "SquareCB 0", " less UG "):
        assert evidence.count(name) == 3


def test_findings_have_every_choice_and_ablation_and_leave_out_what_lacks_runs() -> None:
    known = findings(paper.DIVERSE, GOOD)
    names = [name for choice in CHOICES if "diverse" in choice.data for name in choice.others]
    assert list(known.alternatives) == ["as chosen", BY_OTHERS, BY_MEANS, *names]
    assert list(known.ablations) == [ablation.name for ablation in ABLATIONS]
    assert known.alternatives[BY_MEANS]["ug", 26] == [
        0.5 * value for value in known.alternatives["as chosen"]["ug", 26]
    ]
    runs = [run for runs in known.chosen.values() for run in runs]
    plan = plan_of(paper.DIVERSE, known.chosen, quick=True)
    bare = findings_of(paper.DIVERSE, [made(one, 0.1) for one in paper.grid(paper.DIVERSE)], known.chosen, plan, {})
    assert list(bare.alternatives) == ["as chosen", BY_OTHERS, BY_MEANS]
    assert (bare.ablations, bare.further, bare.many, len(runs)) == ({}, {}, {}, 72)


class Page(HTMLParser):
    """What a page refers to, what it shows, and whether its tags close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.references: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.references += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img", "br", "!doctype"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_whole_and_refers_to_nothing_outside(tmp_path: Path) -> None:
    known = findings(paper.DIVERSE, GOOD)
    claims = [*claims_of(known), Claim("a < b & c", "diverse", "<none>", False)]
    runs = [run for runs in known.chosen.values() for run in runs]
    draw(tmp_path / "figure.png", known.figure, known.chosen)
    sections = [Section(known, tmp_path / "figure.png")]
    write_report(tmp_path / "report.html", sections, claims, ["a <note>"], runs)
    page = Page((tmp_path / "report.html").read_text("utf-8"))
    text = " ".join(page.words)
    assert page.open == []
    assert len(page.references) == 1
    assert page.references[0].startswith("data:image/png;base64,iVBORw0KGgo")
    for claim in claims:
        assert claim.claim in text
        assert all(part in text for part in claim.evidence.split("; "))
    assert (text.count("✓"), text.count("✗")) == (8, 1)
    for words in ("a <note>", "numpy 2", *paper.TITLES.values(), *known.alternatives, *known.ablations):
        assert words in text
    for choice in CHOICES:
        assert choice.why in text
    assert not re.search(r"https?://|<script|@import|url\(", (tmp_path / "report.html").read_text("utf-8"))


def test_claims_are_json_with_four_names(tmp_path: Path) -> None:
    claims = claims_of(findings(paper.DIVERSE, GOOD))
    write_claims(tmp_path / "claims.json", claims)
    entries = json.loads((tmp_path / "claims.json").read_text("utf-8"))
    assert [Claim(**entry) for entry in entries] == claims
    assert list(entries[0]) == ["claim", "figure", "evidence", "holds"]
