"""Let hotel rooms: business travellers would pay more than tourists, but nobody says how much. They book, or do not."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import graphbandit as gb

draw, T, prices = np.random.default_rng(0), 3000, np.arange(30, 231, 5)  # € a night
kind = draw.integers(2, size=T)  # 0: tourist, 1: business traveller
worth = np.where(kind, draw.gamma(9, 16, T), draw.gamma(20, 4, T))  # what the room is worth to each guest
demand = np.array([[np.mean(worth[kind == who] >= one) for one in prices] for who in (0, 1)])
best = prices[(prices * demand).argmax(axis=1)]  # for each kind, in hindsight
fixed = max(prices, key=lambda one: one * np.mean(worth >= one))  # for all alike, in hindsight
pricer, price = gb.Pricer(prices, context_size=1), np.zeros(T)
for t in range(T):
    offer = pricer.decide([kind[t]])
    price[t] = offer.price
    pricer.sold(offer) if worth[t] >= offer.price else pricer.unsold(offer)

figure, (left, middle, right) = plt.subplots(1, 3, figsize=(11.5, 3.8), layout="constrained")
for who, name, colour in ((0, "tourists", "#E69F00"), (1, "business travellers", "#0072B2")):
    left.plot(np.flatnonzero(kind == who), price[kind == who], ".", ms=4, color=colour, label=name)
    left.axhline(best[who], color=colour, ls="--")
    learnt, often = pricer.learner.belief.predict(np.array([float(who)])).graph.sale, price[kind == who, None] == prices
    middle.plot(prices, demand[who], "--", color=colour)
    middle.plot(prices, learnt, color=colour)
    middle.scatter(prices, learnt, often.sum(axis=0) / 8, color=colour, label=name)
left.set(title="posted (dashed: best in hindsight)", xlabel="guest", ylabel="€ a night", ylim=(45, 150))
middle.set(title="learnt where posted (dashed: truth)", xlabel="€ a night", ylabel="share of guests who book")
right.set_prop_cycle(color=["k", "#009E73", "#CC79A7"], ls=["--", "-", "-."])
for name, asked in (("best for each", best[kind]), ("learning", price), (f"always {fixed} €", fixed)):
    right.plot(earned := np.cumsum(asked * (worth >= asked)) / np.arange(1, T + 1), lw=2, label=name)
    print(f"{name}: {earned[-1]:.2f} € a guest")
right.set(title="earned so far", xlabel="guest", ylabel="€ a guest", xlim=(50, T), ylim=(45, 78))
for panel in figure.axes:
    panel.legend(frameon=False, loc="upper right")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "pricing.png", dpi=150)
