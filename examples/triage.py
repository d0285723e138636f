"""Review insurance claims: a review costs €1 and finds out; a fraud that passes costs €10 and is never found out."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import graphbandit as gb

draw, T, cost, harm = np.random.default_rng(0), 5000, 1.0, 10.0  # €
contexts = draw.normal(size=(T, 3))
chance = 1 / (1 + np.exp(3 - contexts @ [1.5, 1.0, 0.0]))  # of fraud
fraud = draw.random(T) < chance
triager, reviewed = gb.Triager(context_size=3, cost=cost / harm, harm=1.0), np.zeros(T, dtype=bool)

figure, (left, middle, right) = plt.subplots(1, 3, figsize=(11.5, 3.8), layout="constrained")
right.set_prop_cycle(color=["#CC79A7", "#56B4E9", "#0072B2"], marker=["x", "s", "o"])
for t in range(T):
    claim = triager.decide(contexts[t])
    reviewed[t] = claim.review
    triager.reviewed(claim, guilty=fraud[t]) if claim.review else triager.passed(claim)
    if t + 1 in (100, 1000, T):
        learnt = [triager.learner.belief.predict(x).losses[1] for x in contexts[-300:]]
        right.plot(chance[-300:], learnt, ls="", ms=4, label=f"after {t + 1:,} claims")
left.set_prop_cycle(color=["#0072B2", "k", "#D55E00"], ls=["-", "--", "-"])
for name, what in {"reviewed": reviewed, "fraud": fraud, "fraud not reviewed": fraud & ~reviewed}.items():
    left.plot(np.arange(250, T + 1), 100 * np.convolve(what, np.ones(250) / 250, "valid"), label=name)
middle.set_prop_cycle(color=["k", "#E69F00", "#0072B2", "k"], ls=[":", "-.", "-", "--"])
for name, what in {"nothing": 0, "all": 1, "as learnt": reviewed, "as is best": chance > cost / harm}.items():
    paid = np.cumsum(np.where(what, cost, harm * fraud))
    middle.plot(paid, lw=2, label=name)
    print(f"reviewing {name}: {paid[-1]:,.0f} €")
right.axline((0, 0), slope=1, color="k", lw=1)
left.set(title="reviews and frauds", xlabel="claim", ylabel="% of the last 250 claims", ylim=(0, 60))
middle.set(title="cost of reviewing …", xlabel="claim", ylabel="cost so far (€)", ylim=(0, 8000))
right.set(title="chance of fraud, 300 claims", xlabel="true", ylabel="learnt")
for panel in figure.axes:
    panel.legend(frameon=False)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "triage.png", dpi=150)
