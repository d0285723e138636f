"""Buy visits to a shop in first-price auctions: rivals bid most in the evening, visitors who return spend more."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import graphbandit as gb

draw, T, bids = np.random.default_rng(0), 4000, np.linspace(0, 1, 51)  # bids in €
hour, returns = draw.uniform(0, 24, T), draw.integers(2, size=T)
contexts = np.column_stack([np.sin(np.pi * hour / 12), np.cos(np.pi * hour / 12), returns])
level, worth = 0.4 + 0.2 * np.cos(np.pi * (hour - 20) / 12), 0.5 + 0.2 * returns
price = level + 0.04 * draw.gumbel(size=T)  # the highest bid of the rivals
value = np.clip(worth + 0.1 * draw.normal(size=T), 0, 1)  # what the visitor brings in

bidder, bid = gb.Bidder(bids, context_size=3), np.zeros(T)
for t in range(T):
    decision = bidder.decide(contexts[t])
    bid[t] = decision.bid  # a winner sees the value and never the price, a loser the price and never the value
    bidder.won(decision, value=value[t]) if bid[t] >= price[t] else bidder.lost(decision, price=price[t])
win = np.exp(-np.exp((level[:, None] - bids) / 0.04))  # how likely each bid wins: nobody tells the bidder
ideal = bids[(win * (worth[:, None] - bids)).argmax(axis=1)]
fixed = max(bids, key=lambda one: (value - one)[one >= price].sum())  # in hindsight
figure, (left, *panels) = plt.subplots(1, 3, figsize=(11.5, 3.8), layout="constrained")
left.set_prop_cycle(color=["k", "#0072B2", "#E69F00", "k"], ls=["--", "-", "-.", ":"])
for name, played in {"knowing the odds": ideal, "learning": bid, f"always {fixed:.2f} €": fixed, "never": -1}.items():
    earned = np.cumsum((value - played) * (played >= price))
    left.plot(earned, lw=2, label=name)
    print(f"{name}: {earned[-1]:.0f} €")
left.set(title="earned from all visitors", xlabel="auction", ylabel="€ so far", ylim=(-20, 800))
for panel, now, name in zip(panels, (returns == 0, returns == 1), ("new visitors", "returning visitors"), strict=True):
    panel.plot(hour[now][-900:], price[now][-900:], ".", color="#BBBBBB", label="price to beat")
    panel.plot(hour[now][-900:], bid[now][-900:], ".", color="#0072B2", label="bid")
    panel.axhline(worth[now][0], color="#D55E00", ls="--", label="mean value")
    panel.set(title=f"{name}, last 900", xlabel="hour", ylabel="€ a visit", ylim=(0, 1.1), xticks=range(0, 25, 6))
for panel in figure.axes:
    panel.legend(loc="upper left", frameon=False)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "auction.png", dpi=150)
