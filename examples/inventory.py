"""Bake bread for a year: what is left over at night is lost, and when all is sold, nobody counts who still comes."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import graphbandit as gb

draw, day, stocks = np.random.default_rng(0), np.arange(365), np.arange(0, 161, 4)
weekend, season = day % 7 >= 5, 2 * np.pi * day / 365
contexts = np.column_stack([weekend, np.sin(season), np.cos(season)])
mean = 50 * np.exp(0.4 * weekend - 0.3 * np.cos(season))  # more at weekends and in summer
demand, *many = draw.poisson(mean * draw.gamma(25, 1 / 25, (9999, 365)))  # one year, and what it might have been
holding, shortage = 1.0, 3.0  # € for a loaf left over, € for a customer sent away
true, fixed = (np.quantile(sample, shortage / (holding + shortage), axis=0) for sample in (many, demand))
stocker, stock, learnt = gb.Stocker(stocks, 3, holding, shortage), np.zeros(365), np.zeros(365)
for t in day:
    learnt[t] = stocks[stocker.learner.belief.predict(contexts[t]).losses.argmin()]
    order = stocker.decide(contexts[t])
    stock[t] = order.stock
    stocker.sold(order, units=min(order.stock, demand[t]))  # and no more is told
figure, panels = plt.subplot_mosaic("aa;bc", figsize=(11.5, 7), layout="constrained")
(top, left, right), sold_out = panels.values(), demand >= stock
top.step(day, stock, where="mid", color="#56B4E9", lw=1.2, label="stock")
top.plot(day[~sold_out], demand[~sold_out], "k.", label="demand, seen: something was left")
top.plot(day[sold_out], demand[sold_out], "o", mfc="none", color="#D55E00", label="demand, never seen: sold out")
for name, now, colour in (("weekdays", ~weekend, "#0072B2"), ("weekends", weekend, "#E69F00")):
    left.plot(day[now], true[now], "--", color=colour, label=f"{name}: true")
    left.plot(day[now], learnt[now], ".", color=colour, label=f"{name}: as learnt so far")
right.set_prop_cycle(color=["k", "#009E73", "#CC79A7"], ls=["--", "-", "-."])
for name, kept in {"knowing the law of demand": true, "learning": stock, f"always {fixed:.0f}": fixed}.items():
    cost = np.cumsum(holding * np.maximum(kept - demand, 0) + shortage * np.maximum(demand - kept, 0))
    right.plot(cost, lw=2, label=name)
    print(f"{name}: {cost[-1]:,.0f} €")
for panel, unit in zip(panels.values(), ("loaves", "newsvendor quantile (loaves)", "costs so far (€)"), strict=True):
    panel.set(xlabel="day", ylabel=unit, xlim=(-3, 367), ylim=(0, None))
    panel.legend(frameon=False)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "inventory.png", dpi=130)
