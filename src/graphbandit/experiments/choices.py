"""What the paper leaves open: the choices made, why, and what else might have been chosen; and what is taken away."""

from dataclasses import dataclass, field
from typing import Any, final

Changes = dict[str, Any]
BOTH, SYNTHETIC, REAL = ("diverse", "poor", "ebay"), ("diverse", "poor"), ("ebay",)


@final
@dataclass(frozen=True)
class Choice:
    """One choice: what it is about, what was chosen and why, and by name what else it might have been."""

    what: str
    chosen: str
    why: str
    others: dict[str, Changes] = field(default_factory=dict)
    data: tuple[str, ...] = BOTH


CHOICES = (
    Choice(
        "Scaling of prices and values", "together: one least and one greatest value for both",
        "It keeps v >= w, as the paper's construction says. Each by its own, not bidding wins.",
        {"prices and values scaled each by its own": {"scaling": "separate"},
         "prices fill [0, 1], values above are cut": {"scaling": "cut"}},
        SYNTHETIC,
    ),
    Choice(
        "Scaling of dollars", "both are divided by the upper limit of the values",
        "It keeps v >= w and 0 at 0, and looks at nothing that a bidder would not know.",
        {"dollars scaled together, least to greatest": {"scaling": "joint"},
         "dollars scaled each by its own": {"scaling": "separate"}},
        REAL,
    ),
    Choice(
        "Noise of the price, N(0, .05)", ".05 is the variance", "The usual meaning of the second argument.",
        {".05 is the deviation": {"noise": "deviation"}}, SYNTHETIC,
    ),
    Choice(
        "First weights of the network", "as PyTorch draws them: uniform, up to 1/√inputs",
        "They are what a plain implementation has.", {"the network starts small, N(0, .01²)": {"value_start": "small"}},
    ),
    Choice(
        "First weights of the softmax", "0", "A uniform law at the start favours no price.",
        {"the softmax starts as PyTorch draws it": {"law_start": "torch"}},
    ),
    Choice(
        "Data sets", "one for all seeds, drawn with seed 0; seeds are of first weights and of what the learner draws",
        "The paper speaks of two data sets, and of running each algorithm 4 times on them. Of the first 200 draws of "
        "poor diversity, 45 leave less than .01 to win, sets 1 and 3 among them: the sum of θ₂ over the constant "
        "coordinates is low, and v = w.",
        {f"data set {world}": {"world": world} for world in (1, 2, 3)}, SYNTHETIC,
    ),
    Choice(
        "Rates and c", "searched over what the paper searches, no further", "They are given.",
        {"the price's rate .5, ten times the highest searched": {"law_rate": 0.5},
         "c = 4, twice the highest searched": {"c": 4.0}},
    ),
    Choice(
        "Selection of rates and c", "least mean regret over the seeds shown, for all algorithms alike",
        "The paper does not say. It favours algorithms with more settings; every run is stored for another rule.",
    ),
    Choice(
        "Regret", "realised losses against the best bid of each round in hindsight, per round",
        "It can be had on real data too. Losses are the paper's, half of one minus the reward, so a regret of .01 is "
        ".02 of reward.",
    ),
    Choice(
        "Order of real auctions", "shuffled by the seed", "The file is in no order of time.", data=REAL,
    ),
    Choice(
        "Predictions of SquareCB and greedy", "from one drawn price, as SquareCB.UG's own in the paper's form",
        "The paper defines the predictor once, and it draws.",
    ),
    Choice(
        "What SquareCB learns from", "the played bid alone: whether it won, and then the value",
        "It ignores the feedback graph. All others learn from every edge and loss that is revealed.",
    ),
    Choice(
        "What the exact variant learns from", "what drives the auction, once a round: the softmax by log loss from the "
        "price after a loss, and from its being at most the bid after a win; the network by square loss from the value",
        "Edges and losses of a round are functions of these two. Summed over up to K of them, the same surprise counts "
        "up to K times, and losses that are seen only after a win are biased. The ablations take both back.",
    ),
)  # fmt: skip


@final
@dataclass(frozen=True)
class Ablation:
    """What is changed, in which algorithm, and against which algorithm as it is."""

    name: str
    algorithm: str
    changes: Changes
    against: str


ABLATIONS = (
    Ablation("two points on one drawn price, oracles as exact", "ug", {"lesson": "price", "value": "itself"}, "exact"),
    Ablation("exact rule on one drawn price's graph and losses", "exact", {"graph": "sampled"}, "exact"),
    Ablation("exact, its law learns from edges, log loss", "exact", {"lesson": "log edges"}, "exact"),
    Ablation("exact, its law learns from edges, square loss", "exact", {"lesson": "square edges"}, "exact"),
    Ablation("exact, its network learns through the losses", "exact", {"value": "losses"}, "exact"),
    Ablation("exact, both learn as in the paper's form", "exact", {"lesson": "log edges", "value": "losses"}, "exact"),
    Ablation("exact, γ doubling from c√T on", "exact", {"gamma": "doubling"}, "exact"),
    Ablation("the paper's form, square loss on edges", "ug", {"lesson": "square edges"}, "ug"),
)
