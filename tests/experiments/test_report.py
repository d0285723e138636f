"""Claims hold and fail as the figures do; the page holds everything and asks for nothing."""

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from graphbandit.experiments import paper
from graphbandit.experiments.claims import Chosen, Claim, claims_of
from graphbandit.experiments.report import CHOICES, Section, write_claims, write_report
from graphbandit.experiments.reproduce import draw, named
from graphbandit.experiments.store import Run

EBAY = paper.ebay_figure("0" * 16, 10.0, 100.0)
GOOD = {"never": 0.1, "greedy": 0.07, "squarecb": 0.06, "ug": 0.04, "exact": 0.02, "informed": 0.01}
POOR = GOOD | {"greedy": 0.099}
GROWTH = {"squarecb": 1.4}


def chosen_of(figure: paper.Figure, means: Mapping[str, float], growth: Mapping[str, float] = GROWTH) -> Chosen:
    """Make runs with these means, with the regret of some growing with K, and a spread that is greedy's most."""
    made: Chosen = {}
    for (name, mean), (step, count) in ((item, place) for item in means.items() for place in enumerate(figure.actions)):
        spread = 0.2 if name == "greedy" else 0.02
        level = mean * growth.get(name, 1.0) ** step
        made[name, count] = [
            Run(
                paper.settings_of(figure, name, count, seed),
                list(np.linspace(0.0, 1.0, 100) * level * 5000),
                {"regret": level * (1.0 + spread * (-1) ** seed), "rounds": 5000.0, "seconds": 0.1},
                {},
            )
            for seed in range(figure.seeds)
        ]
    return made


CASES = [
    (paper.DIVERSE, "performs best", {"ug": 0.061}, {}),
    (paper.DIVERSE, "performs best", {"greedy": 0.03}, {}),
    (paper.DIVERSE, "almost does not increase", {}, {"ug": 1.2}),
    (paper.DIVERSE, "SquareCB grows", {}, {"squarecb": 1.0}),
    (paper.DIVERSE, "SquareCB grows", {"ug": 0.01}, {"squarecb": 1.2, "ug": 1.3}),
    (paper.DIVERSE, "Greedy performs quite well", {"greedy": 0.09}, {}),
    (paper.POOR, "almost the same as never", {"greedy": 0.07}, {}),
    (paper.POOR, "exact rule", {"exact": 0.025}, {}),
    (EBAY, "Greedy's performance is unstable", {"greedy": 0.003}, {}),
]


@pytest.mark.parametrize("figure", [paper.DIVERSE, paper.POOR, EBAY])
def test_every_claim_can_hold(figure: paper.Figure) -> None:
    claims = claims_of(figure, chosen_of(figure, POOR if figure is paper.POOR else GOOD))
    assert len(claims) == (4 if figure is EBAY else 5)
    assert all(claim.holds for claim in claims), [claim for claim in claims if not claim.holds]
    assert all(claim.figure == figure.name and claim.evidence for claim in claims)


@pytest.mark.parametrize(("figure", "words", "means", "growth"), CASES)
def test_a_claim_fails_with_the_figures_it_is_about(
    figure: paper.Figure, words: str, means: dict[str, float], growth: dict[str, float]
) -> None:
    base = POOR if figure is paper.POOR else GOOD
    claims = claims_of(figure, chosen_of(figure, base | means, GROWTH | growth))
    (claim,) = [claim for claim in claims if words in claim.claim]
    assert not claim.holds


def test_the_evidence_of_the_best_names_every_rival_at_every_number_of_actions() -> None:
    evidence = claims_of(paper.DIVERSE, chosen_of(paper.DIVERSE, GOOD))[0].evidence
    for count in paper.DIVERSE.actions:
        assert f"K={count}:" in evidence
    for name in ("UG", "never", "greedy", "squarecb"):
        assert evidence.count(name) == 3


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
    chosen = chosen_of(paper.DIVERSE, GOOD)
    picture = tmp_path / "figure.png"
    draw(picture, paper.DIVERSE, chosen)
    variant = [Run(dict(one.settings) | {"edges": "square"}, one.curve, one.figures, {}) for one in chosen["exact", 51]]
    variants = named(paper.DIVERSE, chosen, variant)
    assert [name for name, _ in variants] == ["SquareCB.UG, exact: edges square"]
    claims = [*claims_of(paper.DIVERSE, chosen), Claim("a < b & c", "diverse", "<none>", False)]
    write_report(tmp_path / "report.html", [Section(paper.DIVERSE, picture, chosen, variants)], claims, ["a <note>"])
    page = Page((tmp_path / "report.html").read_text("utf-8"))
    text = " ".join(page.words)
    assert page.open == []
    assert len(page.references) == 1
    assert page.references[0].startswith("data:image/png;base64,iVBORw0KGgo")
    for claim in claims:
        assert claim.claim in text
        assert claim.evidence in text
    assert (text.count("✓"), text.count("✗")) == (5, 1)
    for words in ("a <note>", "edges square", *paper.TITLES.values(), *(choice[0] for choice in CHOICES)):
        assert words in text
    assert not re.search(r"https?://|<script|@import|url\(", (tmp_path / "report.html").read_text("utf-8"))


def test_claims_are_json_with_four_names(tmp_path: Path) -> None:
    claims = claims_of(paper.DIVERSE, chosen_of(paper.DIVERSE, GOOD))
    write_claims(tmp_path / "claims.json", claims)
    entries = json.loads((tmp_path / "claims.json").read_text("utf-8"))
    assert [Claim(**entry) for entry in entries] == claims
    assert list(entries[0]) == ["claim", "figure", "evidence", "holds"]
