# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 1 · How mixed is a set?
#
# A decision tree asks questions. Before it can ask a good one it must know what "good" means, and that is
# the whole of this week: a number that says how mixed a set of labels is, and how much a question would
# sort it out.
#
# Read with a pencil. Where a cell says `my_answer = None`, put your own number in the place of `None`
# before you run the next cell. Nothing breaks if you don't; you only learn less.

# %%
from functools import partial
from math import log, log2
from timeit import repeat

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

import dtlib
from dtlib.datasets import load_movies12, load_penguins, load_play_tennis, load_weather_wind
from dtlib.style import BLACK, BLUE, CLASS_COLOURS, GREY, VERMILLION, use_course_style

use_course_style()


def compare(my_answer, answer, unit="bits"):
    """Show a number, beside the reader's own if there is one."""
    if my_answer is None:
        print(f"{answer:.4f} {unit}. (You left your answer at None.)")
    elif abs(my_answer - answer) < 0.006:
        print(f"{answer:.4f} {unit}. You have it.")
    else:
        print(
            f"{answer:.4f} {unit}; you wrote {my_answer}. Find the step where you part ways before you read on."
        )


# %% [markdown]
# ## 1. A question that hurts
#
# Ten days. On five of them our friends went to the park, on five they did not. Tomorrow you may ask **one**
# question before you guess: what is the weather, or how strong is the wind?

# %%
days = load_weather_wind().frame
days.set_axis(range(1, 11))

# %% [markdown]
# The natural way to choose: ask, then guess whatever was commonest among the days with that answer, and
# count how often the guess is wrong. The better question makes fewer errors.


# %%
def errors_after(column):
    """How many of the ten days the best guess gets wrong, once the column is known."""
    counts = pd.crosstab(days[column], days["park"])
    return counts.assign(errors=counts.sum(axis=1) - counts.max(axis=1))


errors_after("weather")

# %%
errors_after("wind")

# %%
assert errors_after("weather")["errors"].sum() == errors_after("wind")["errors"].sum() == 2

# %% [markdown]
# Two errors here, two errors there. By this count the questions are equally good. Now look at them.


# %%
def draw_branches(ax, column):
    """One bar for each branch: its width is its share of the days, its colours are its labels."""
    inside = pd.crosstab(days[column], days["park"], normalize="index")
    width = days[column].value_counts(normalize=True).loc[inside.index]
    left = width.cumsum() - width
    ax.bar(left, inside["yes"], width, align="edge", color=CLASS_COLOURS[1], edgecolor="white", label="yes")
    ax.bar(
        left,
        inside["no"],
        width,
        inside["yes"],
        align="edge",
        color=CLASS_COLOURS[0],
        edgecolor="white",
        label="no",
    )
    ax.set_xticks(left + width / 2, inside.index)
    ax.tick_params(axis="x", length=0)
    ax.set_title(f"after asking for the {column}")
    ax.grid(visible=False)


figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.2), sharey=True)
draw_branches(left, "weather")
draw_branches(right, "wind")
left.set_ylabel("share of days inside the branch")
right.legend(title="park", bbox_to_anchor=(1, 1))
plt.show()

# %% [markdown]
# They are not equal at all. The weather settles three days of ten for good: when it is overcast, they go.
# The wind settles nothing; each of its branches keeps a doubt. Someone who may go on asking, and a tree
# may, would rather have the weather. Counting errors cannot see this. We need a measure that can.
#
# ## 2. Surprise, in bits
#
# Start with one event. How surprising is it to learn that something of probability $p$ has happened? Not at
# all if $p = 1$; more, the smaller $p$ is; and two independent surprises should add up, although their
# probabilities multiply. Only a logarithm does that:
#
# $$\text{surprise}(p) = -\log_2 p \quad\text{bits}.$$
#
# One **bit** is the surprise of a fair coin. An event of probability 1/8 carries three bits: to single out
# one of eight equally likely things you need three yes-or-no questions, each of which halves what is left.

# %%
for p in (1, 1 / 2, 1 / 4, 1 / 8):
    print(f"probability {p:5.3f}   surprise {log2(1 / p):.0f} bits")

# %%
p = np.linspace(0.004, 1, 400)
plt.plot(p, -np.log2(p))
plt.plot([1 / 2, 1 / 4, 1 / 8], [1, 2, 3], "o", color=VERMILLION)
plt.xlabel("probability p of what happened")
plt.ylabel("surprise (bits)")
plt.title("Halve the probability, and the surprise grows by one bit")
plt.show()

# %% [markdown]
# ## 3. Entropy is the average surprise
#
# A set holds several classes. Draw a label: class $k$ comes with probability $p_k$ and then surprises us by
# $-\log_2 p_k$. On average that is
#
# $$H = -\sum_{k} p_k \log_2 p_k .$$
#
# Shannon called it **entropy**. It is large when we do not know what is coming, and 0 when we do.
#
# **By hand.** Our ten days hold five times "yes" and five times "no". What is their entropy? And what would
# it be for nine "yes" and one "no", given that $\log_2 0.9 \approx -0.152$ and $\log_2 0.1 \approx -3.322$?

# %%
my_answer_five_and_five = None
my_answer_nine_and_one = None

# %%
compare(my_answer_five_and_five, dtlib.entropy(days["park"]))
compare(my_answer_nine_and_one, dtlib.entropy(["yes"] * 9 + ["no"]))

# %% [markdown]
# The same once more, with every term on the table. The single "no" is a great surprise, 3.3 bits, but a
# rare one: it adds less to the average than its size suggests.

# %%
nine_and_one = pd.DataFrame({"p": [0.9, 0.1]}, index=["yes", "no"])
nine_and_one["surprise (bits)"] = -np.log2(nine_and_one["p"])
nine_and_one["p × surprise"] = nine_and_one["p"] * nine_and_one["surprise (bits)"]
print(nine_and_one.round(4).to_string())
print(f"\nsum of the last column: {nine_and_one['p × surprise'].sum():.4f} bits")

# %% [markdown]
# ### Why 0 · log 0 counts as 0
#
# If nobody ever says "maybe", its share is 0 and the formula asks for $0 \cdot \log_2 0$. The logarithm
# alone does not exist. The *product* has a limit, and the limit is 0: as the event gets rarer its surprise
# grows, but slowly, and the rarity wins. A class that never occurs adds nothing, which is what common sense
# wants too.

# %%
for p in (0.1, 0.01, 0.001, 1e-6, 1e-12):
    print(f"p = {p:<7g} surprise {-log2(p):6.2f} bits    p × surprise {-p * log2(p):.12f}")

# %% [markdown]
# In code you need no rule for it. Sum over the classes that *occur*, and the question never comes up.
#
# ### How large can it get?
#
# With $K$ classes entropy is largest when all are equally common. Then every surprise is $\log_2 K$, and so
# is the average: **the maximum is $\log_2 K$ bits**, 1 bit for two classes. Each dot below is the entropy
# of a set whose shares were drawn at random.

# %%
rng = np.random.default_rng(1)
classes = np.arange(2, 11)
for k in classes:
    shares = rng.dirichlet(np.ones(k), size=200)
    plt.plot(np.full(200, k), dtlib.measures.entropy_of(shares), ".", color=GREY, alpha=0.3, markersize=4)
plt.plot(classes, np.log2(classes), "o-", color=BLUE)
plt.annotate("log2 K: all classes equally common", (6, log2(6)), (3.1, 3.0), color=BLUE)
plt.xlabel("number of classes K")
plt.ylabel("entropy (bits)")
plt.title("Two hundred random sets for each K: none gets above log2 K")
plt.show()

# %%
for k in (2, 3, 4, 8):
    print(f"K = {k}   entropy of one of each: {dtlib.entropy(range(k)):.4f} bits   log2 K = {log2(k):.4f}")

# %% [markdown]
# ## 4. What is left once you know: conditional entropy
#
# Now ask for the weather. Each answer opens a branch, and each branch has an entropy of its own. What is
# left of our doubt is their average, each branch weighted by its share of the days:
#
# $$H(Y \mid X) = \sum_{v} \frac{|D_v|}{|D|}\, H(D_v) .$$
#
# **By hand.** The three sunny days are "no", "yes", "no". What is the entropy of that branch?
# ($\log_2 \tfrac13 \approx -1.585$, $\log_2 \tfrac23 \approx -0.585$.) And what is left after asking for
# the weather, if the four rainy days have an entropy of 0.8113 bits?

# %%
my_answer_sunny = None
my_answer_left_after_weather = None

# %%
sunny = days.loc[days["weather"] == "sunny", "park"]
compare(my_answer_sunny, dtlib.entropy(sunny))
compare(my_answer_left_after_weather, dtlib.conditional_entropy(days["weather"], days["park"]))


# %% [markdown]
# Step by step, so that you can find the line where you went another way:


# %%
def branch_table(column):
    """The branches of a column: size, share of the days, labels and entropy."""
    branches = days.groupby(column)["park"]
    table = pd.DataFrame(
        {
            "days": branches.size(),
            "yes": branches.apply(lambda park: (park == "yes").sum()),
            "share": branches.size() / len(days),
            "entropy (bits)": branches.apply(dtlib.entropy),
        }
    )
    return table.assign(product=table["share"] * table["entropy (bits)"])


by_weather, by_wind = branch_table("weather"), branch_table("wind")
print(by_weather.round(4).to_string())
print(f"\nleft after asking for the weather: {by_weather['product'].sum():.4f} bits\n")
print(by_wind.round(4).to_string())
print(f"\nleft after asking for the wind:    {by_wind['product'].sum():.4f} bits")

# %%
assert np.isclose(dtlib.entropy(days.loc[days["weather"] == "rain", "park"]), 0.8113, atol=5e-5)
assert np.isclose(by_weather["product"].sum(), dtlib.conditional_entropy(days["weather"], days["park"]))

# %% [markdown]
# ### The weights are not a detail
#
# Leave them out, and a tiny pure branch buys a good average. Here one question splits off a single day and
# knows nothing about the other nine. The other question is the wind, which is right on four days of five
# either way. The plain average prefers the wrong one.

# %%
one_day_apart = ["alone"] + ["rest"] * 9
labels_one_day_apart = ["yes"] + ["yes"] * 4 + ["no"] * 5

for name, values, labels in (
    ("one day apart", one_day_apart, labels_one_day_apart),
    ("wind", days["wind"], days["park"]),
):
    branches = pd.Series(list(labels)).groupby(list(values)).apply(dtlib.entropy)
    weighted = dtlib.conditional_entropy(values, labels)
    print(f"{name:14} plain average {branches.mean():.3f}   weighted average {weighted:.3f} bits left")

# %% [markdown]
# ## 5. Information gain
#
# The doubt before, less the doubt after:
#
# $$\mathrm{gain}(X) = H(Y) - H(Y \mid X) .$$
#
# This is the number by which ID3, next week's algorithm, chooses its questions. It is never negative: on
# average, knowing more cannot confuse us. And it is never more than $H(Y)$: one can't take away more doubt
# than there is.
#
# **By hand.** You have all the parts. What is the gain of the weather?

# %%
my_answer_gain = None

# %%
compare(my_answer_gain, dtlib.information_gain(days["weather"], days["park"]))

# %%
before = dtlib.entropy(days["park"])
names = ["wind", "weather"]
gains = [dtlib.information_gain(days[name], days["park"]) for name in names]

figure, ax = plt.subplots(figsize=(6.4, 2.2))
ax.barh(names, gains, color=BLUE)
ax.barh(names, [before - gain for gain in gains], left=gains, color="#DDDDDD")
for row, gain in enumerate(gains):
    ax.text(gain / 2, row, f"gained {gain:.4f}", ha="center", va="center", color="white")
    ax.text((gain + before) / 2, row, f"left {before - gain:.4f}", ha="center", va="center")
ax.set_xlabel("entropy of the ten labels (bits)")
ax.grid(visible=False)
plt.show()

# %% [markdown]
# The picture of section 1 now has a number. Weather 0.4, wind 0.2781: ask for the weather.
#
# ### 0.4000 or 0.4002?
#
# You will find this example in print with a gain of 0.4002. Do the sum without a calculator, with
# $a = \log_2 3$. The sunny branch has $a - \tfrac23$ bits, the rainy one $2 - \tfrac34 a$. Weighted, that
# is $0.3a - 0.2 + 0.8 - 0.3a$: the logarithms cancel, exactly 0.6 is left, and the gain is exactly 0.4. The
# rest is rounding, done too early. The small gain of section 7, whether a film that won an award is worth
# seeing, suffers more: printed as 0.042, it should round to 0.043.

# %%
a = log2(3)
exact = 1 - (0.3 * (a - 2 / 3) + 0.4 * (2 - 3 / 4 * a))
rounded_early = 1 - (0.3 * 0.918 + 0.4 * 0.811)
print(f"weather: exact {exact:.6f}   from rounded entropies {rounded_early:.6f}")

gain_of_award = dtlib.information_gain(load_movies12().frame["award"], load_movies12().frame["worth_seeing"])
print(f"award:   exact {gain_of_award:.6f}   from rounded entropies {0.918 - 0.876:.6f}")

# %% [markdown]
# ### It works both ways
#
# How much does the park tell about the weather? As much as the weather tells about the park. That is why
# the gain is also called **mutual information**. The two doubts that are *left* are quite different,
# though.

# %%
there = dtlib.information_gain(days["weather"], days["park"])
back = dtlib.information_gain(days["park"], days["weather"])
print(f"gain: {there:.4f} and {back:.4f} bits")
print(
    f"left: {dtlib.conditional_entropy(days['weather'], days['park']):.4f} about the park, "
    f"{dtlib.conditional_entropy(days['park'], days['weather']):.4f} about the weather"
)
assert np.isclose(there, back)

# %% [markdown]
# ## 6. Gini: how often do two draws differ?
#
# Here is another way to say "mixed", without logarithms. Draw a label, **put it back**, draw again. In a
# pure set the two never differ. In a mixed set they do with probability
#
# $$G = \sum_k p_k (1 - p_k) = 1 - \sum_k p_k^2 .$$
#
# This is the Gini impurity, the measure of CART. Twelve films, eight of them worth seeing: what is $G$?

# %%
my_answer_gini = None

# %%
films = load_movies12().frame
compare(my_answer_gini, dtlib.gini(films["worth_seeing"]), unit="(a probability)")

# %% [markdown]
# A definition by chance can be tried out. Two hundred thousand pairs of draws, with the first film put
# back; and the same number with the first film kept out, which is a different question with a different
# answer.

# %%
rng = np.random.default_rng(7)
labels = films["worth_seeing"].to_numpy()
n = len(labels)
first = rng.integers(n, size=200_000)
with_replacement = rng.integers(n, size=200_000)
another_film = (first + rng.integers(1, n, size=200_000)) % n
print(f"put back: {np.mean(labels[first] != labels[with_replacement]):.4f}   4/9       = {4 / 9:.4f}")
print(f"kept out: {np.mean(labels[first] != labels[another_film]):.4f}   4/9 x 12/11 = {4 / 9 * 12 / 11:.4f}")

# %% [markdown]
# With $K$ equally common classes two draws agree with probability $1/K$, so **the maximum is $1 - 1/K$**:
# one half for two classes, and never quite 1.

# %%
for k in (2, 3, 4, 10, 100):
    print(f"K = {k:3}   Gini of one of each: {dtlib.gini(range(k)):.4f}   1 - 1/K = {1 - 1 / k:.4f}")

# %% [markdown]
# After a split the branches are averaged as before, each weighted by its share. The smaller this **Gini
# index**, the better; what it fell by is the gain in Gini.

# %%
for column in ("weather", "wind"):
    after = dtlib.gini_index(days[column], days["park"])
    print(f"{column:8} Gini index {after:.4f}   gain in Gini {after.gini_gain:.4f}")

# %% [markdown]
# ## 7. Three curves
#
# Two classes, one with the share $p$. Then all three measures are functions of $p$ alone:
#
# | | formula | at the middle |
# |---|---|---|
# | entropy | $-p \log_2 p - (1-p) \log_2 (1-p)$ | 1 bit |
# | Gini | $2p(1-p)$ | 1/2 |
# | misclassification | $1 - \max(p, 1-p)$ | 1/2 |
#
# You will write them yourself in the assignment.

# %%
p = np.linspace(0, 1, 401)
both = np.column_stack([p, 1 - p])
curves = {
    "entropy (bits)": dtlib.measures.entropy_of(both),
    "Gini": dtlib.measures.gini_of(both),
    "misclassification": 1 - both.max(axis=1),
}
plt.figure(figsize=(8.4, 3.8))
for name, curve in curves.items():
    plt.plot(p, curve, label=name)
plt.plot(p, curves["entropy (bits)"] / 2, color=BLUE, linewidth=0.8, label="entropy halved, as books draw it")
plt.xlabel("share p of one of the two classes")
plt.ylabel("impurity")
plt.legend(bbox_to_anchor=(1, 1))
plt.show()

# %% [markdown]
# Entropy and Gini are bent, and the error rate is made of two straight lines. That is the whole difference,
# and now we can say what went wrong in section 1.
#
# Take the twelve films and split them by whether they won an award. The parent has $p = 8/12$, the branches
# 4/5 and 4/7. The average of the two branches lies on the straight line that joins them, right below (or
# on!) the parent. **The drop from the curve to the line is the gain.** A bent curve always leaves room
# above the line. On a straight one there is none: both branches would still guess "worth seeing", so the
# error rate sees no gain at all.

# %%
award = pd.crosstab(films["award"], films["worth_seeing"])
print(award.to_string())
share = award["yes"] / award.sum(axis=1)
weight = award.sum(axis=1) / len(films)
parent = (share * weight).sum()


# %%
def entropy_at(p):
    return dtlib.measures.entropy_of(np.column_stack([p, 1 - p]))


def gini_at(p):
    return dtlib.measures.gini_of(np.column_stack([p, 1 - p]))


def error_at(p):
    return np.minimum(p, 1 - p)


def draw_gain(ax, impurity):
    """The curve, the two branches, the line between them, and the drop from the parent to that line."""
    zoom = np.linspace(0.5, 0.87, 200)
    at_parent = impurity(np.array([parent]))[0]
    average = (impurity(share) * weight).sum()
    ax.plot(zoom, impurity(zoom))
    ax.plot(share, impurity(share), "o-", color=BLACK, linewidth=1, label="branches")
    ax.plot(parent, at_parent, "o", color=VERMILLION, label="parent")
    ax.vlines(parent, average, at_parent, color=VERMILLION, linewidth=3, label="gain")
    ax.set_xlabel("share worth seeing")
    return at_parent - average


figure, axes = plt.subplots(1, 3, figsize=(9, 3.2))
for ax, name, impurity in zip(
    axes, ("entropy (bits)", "Gini", "misclassification"), (entropy_at, gini_at, error_at), strict=True
):
    drop = draw_gain(ax, impurity)
    ax.set_title(f"{name}\ngain {abs(drop):.4f}")
axes[0].set_ylabel("impurity")
axes[0].legend(loc="lower left")
plt.show()

# %% [markdown]
# A curve on which every chord stays below is called *strictly concave*. Entropy and Gini are, the error
# rate is not. This is why trees are grown by entropy or Gini, even by someone who in the end counts errors.
# To judge a finished tree, the error rate is fine.
#
# Notice also where the bent curves are steepest: at the two ends. The last step to purity earns the most
# there, and on a straight line it earns no more than any other. That is all you need to explain the tie of
# section 1, and the last question of the assignment asks you to.

# %%
comparison = pd.DataFrame(
    {
        "errors": [errors_after(name)["errors"].sum() for name in ("weather", "wind")],
        "Gini index": [float(dtlib.gini_index(days[name], days["park"])) for name in ("weather", "wind")],
        "bits left": [dtlib.conditional_entropy(days[name], days["park"]) for name in ("weather", "wind")],
    },
    index=["weather", "wind"],
)
comparison.round(4)

# %% [markdown]
# ### Where Gini and entropy meet
#
# Measure entropy in **nats** for a moment, with the natural logarithm: $H = \sum_k p_k \cdot (-\ln p_k)$.
# Near $p = 1$ the surprise $-\ln p$ is almost $1 - p$: that is the first-order Taylor polynomial, the
# tangent at $p = 1$. Put it in the place of the surprise, term by term, and what remains is Gini,
# $\sum_k p_k (1 - p_k)$.

# %%
p = np.linspace(0.02, 1, 300)
figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.2))
left.plot(p, -np.log(p), label="−ln p")
left.plot(p, 1 - p, label="1 − p, its tangent at 1")
left.set_ylabel("surprise (nats)")
right.plot(p, -p * np.log(p), label="p (−ln p): a term of entropy")
right.plot(p, p * (1 - p), label="p (1 − p): a term of Gini")
right.set_ylabel("one term of the sum (nats)")
right.set_ylim(0, 0.56)
for ax in (left, right):
    ax.set_xlabel("share p of the class")
    ax.legend()
plt.show()

# %% [markdown]
# ## 8. Numerical care
#
# Five lines of code, four traps. Each of them has cost somebody an afternoon.
#
# **Minus zero.** One class alone: the sum is $-1 \cdot \log_2 1$, and floating point keeps the sign. It is
# equal to 0, but it prints badly. Writing each term as $p \log_2 (1/p)$ avoids it.

# %%
print("-p log2 p  gives", -1.0 * log2(1.0), "     p log2 (1/p)  gives", 1.0 * log2(1 / 1.0))
print("equal to zero all the same:", -0.0 == 0.0)

# %% [markdown]
# **Zero times minus infinity.** NumPy does not stop at $\log_2 0$. It warns, and hands on `nan`, which then
# spoils every sum that it enters. So keep only counts above 0.

# %%
with np.errstate(divide="ignore", invalid="ignore"):
    shares = np.array([0.5, 0.5, 0.0])
    spoiled = -(shares * np.log2(shares)).sum()
present = shares[shares > 0]
print("all shares:", spoiled, "   shares above 0:", -(present * np.log2(present)).sum())

# %% [markdown]
# **Empty sets and sets of one.** A set of one is pure: its entropy and Gini are 0. An empty set is pure by
# convention, and here the two forms of Gini part. The sum of $p(1-p)$ over no classes is 0, as it should
# be; one minus the sum of squares is 1, and needs a special case.

# %%
print(f"one label:  entropy {dtlib.entropy(['yes'])}, Gini {dtlib.gini(['yes'])}")
print(f"no labels:  entropy {dtlib.entropy([])}, Gini {dtlib.gini([])}")

no_shares = []
print(f"no labels, as the sum of p(1 - p): {sum(p * (1 - p) for p in no_shares)}")
print(f"no labels, as 1 - the sum of p²:   {1 - sum(p * p for p in no_shares)}")

# %% [markdown]
# **Dust.** An attribute that says nothing has gain 0. In floating point it may have $10^{-16}$, of either
# sign. A program that asks `gain > 0` then splits on dust. Compare with a small tolerance instead.


# %%
def plain_entropy(labels):
    """The formula, typed as it stands."""
    return -sum(p * log2(p) for p in pd.Series(labels).value_counts(normalize=True))


def plain_gain(values, labels):
    """Before minus after, typed as it stands."""
    branches = pd.Series(labels).groupby(values)
    return plain_entropy(labels) - sum(len(y) / len(labels) * plain_entropy(y) for _, y in branches)


for yes, no, copies in ((3, 2, 3), (4, 3, 5), (3, 7, 5)):
    labels = (["yes"] * yes + ["no"] * no) * copies
    useless = np.repeat(np.arange(copies), yes + no)
    print(f"{copies} equal branches of {yes} yes and {no} no: gain {plain_gain(useless, labels):.3g}")

# %% [markdown]
# ## 9. Real data
#
# **Penguins.** Three species on three islands near the Antarctic Peninsula. Which tells more about the
# species: the island, or the sex of the bird? Guess before you run.

# %%
penguins = load_penguins().frame[["island", "sex", "species"]].dropna()
print(f"{len(penguins)} birds, entropy of the species {dtlib.entropy(penguins['species']):.4f} bits")
for column in ("island", "sex"):
    print(f"{column:7} gain {dtlib.information_gain(penguins[column], penguins['species']):.4f} bits")
pd.crosstab(penguins["island"], penguins["species"])

# %% [markdown]
# The island answers about half of the question. The sex answers nothing, as it should. But look at its last
# digit: the gain is not 0. The sexes are not divided *quite* alike in the three samples, and any difference
# counts as gain. On a sample even a useless attribute gains a little. Remember that when we ask, in week 3,
# how to prune.
#
# **Tumours.** 569 tumours, 30 measurements each; benign or malignant? A measurement is a number, so make a
# question of it: is it above its median? (Week 3 finds better places to cut.)

# %%
cancer = load_breast_cancer(as_frame=True)
above = cancer.data > cancer.data.median()
gain = above.apply(dtlib.information_gain, y=cancer.target).sort_values()
doubt = dtlib.entropy(cancer.target)

figure, ax = plt.subplots(figsize=(6.4, 3.8))
top = gain.tail(10)
ax.barh(top.index, top)
ax.axvline(doubt, color=VERMILLION, linestyle="--")
ax.text(doubt - 0.01, 0, "all there is to know", color=VERMILLION, ha="right")
ax.set_xlabel("information gain of “above its median?” (bits)")
ax.grid(axis="y", visible=False)
plt.show()

# %% [markdown]
# A single question about the size of the largest cell nuclei removes almost half of the doubt.

# %%
print(f"{gain.idxmax()}: {gain.max():.4f} of {doubt:.4f} bits, a share of {gain.max() / doubt:.2f}")
assert 0.4 < gain.max() / doubt < 0.5

# %% [markdown]
# Look at the two lowest bars. The mean radius and the mean area gain exactly the same, though one is a
# length and the other a surface. The question "above the median?" depends only on the *order* of the
# tumours, and here both put the same ones in the upper half. Take logarithms, change the unit, stretch the
# scale: as long as the order stays, so does the gain. Trees need no scaling of their features.

# %%
radius = cancer.data["mean radius"]
for name, column in {
    "radius": radius,
    "its logarithm": np.log(radius),
    "another unit": radius / 25.4,
}.items():
    print(f"{name:14} {dtlib.information_gain(column > column.median(), cancer.target):.6f} bits")
assert gain["mean radius"] == gain["mean area"]

# %% [markdown]
# ## 10. Is it true?
#
# Sentences from popular articles, each put to the test.
#
# ### "Gini is 15 to 20 % faster than entropy, because it needs no logarithm."
#
# The formula alone first, on a hundred thousand nodes of three classes; then what anybody cares about, the
# time to fit a whole tree. Your machine's own numbers:

# %%
shares = np.random.default_rng(0).dirichlet(np.ones(3), size=100_000)


def fastest(work, times):
    """The shortest of several runs, in milliseconds: the one that was least disturbed."""
    return 1000 * min(repeat(work, number=1, repeat=times))


formula = {
    "entropy": fastest(lambda: dtlib.measures.entropy_of(shares), 15),
    "gini": fastest(lambda: dtlib.measures.gini_of(shares), 15),
}
print("time saved by Gini")
print(f"  in the formula alone: {1 - formula['gini'] / formula['entropy']:.0%}")

rng = np.random.default_rng(0)
measured = rng.normal(size=(3000, 10))
y = (measured[:, :3].sum(axis=1) + rng.normal(size=3000) > 0).astype(int)
for name, X in (("measurements", measured), ("the same, rounded to whole numbers", measured.round())):
    trees = {c: DecisionTreeClassifier(criterion=c, random_state=0) for c in ("entropy", "gini")}
    time = {c: fastest(partial(tree.fit, X, y), 7) for c, tree in trees.items()}
    nodes = ", ".join(f"{c} {tree.tree_.node_count} nodes" for c, tree in trees.items())
    print(f"  in fitting {name}: {1 - time['gini'] / time['entropy']:.0%}   ({nodes})")

# %% [markdown]
# A logarithm does cost more than a product, and the first line shows it. How much of that is left when a
# tree is fitted depends on everything else that a fit does: on the data, on the two trees, which are not
# the same tree, and on the machine. So the sentence has a true core and a false precision. It is a fact
# about one program on one table. Measure yours.
#
# ### "After splitting on the wind the Gini impurities are 4/9 and …"
#
# Each branch of the wind has four days of one kind and one of the other. That makes
# $1 - 0.8^2 - 0.2^2 = 0.32$ in **both**; 4/9 belongs to a branch of two and one.

# %%
for strength, branch in days.groupby("wind")["park"]:
    print(f"wind {strength}: {branch.value_counts().to_dict()}, Gini {dtlib.gini(branch):.4f}")
print(f"two of one kind, one of the other: {dtlib.gini(['yes', 'yes', 'no']):.4f}")

# %% [markdown]
# ### "Gini is the first-order Taylor expansion of entropy near p = 1."
#
# Almost. Of entropy in *nats*; and of its logarithm, *term by term*, with the factor $p$ left as it is. At
# $p = 1/2$ the two are far apart, and in bits they are further still.

# %%
for p in (0.99, 0.9, 0.5):
    nats, bits, gini_term = -p * log(p), -p * log2(p), p * (1 - p)
    print(f"p = {p:4}   -p ln p = {nats:.4f}   p(1 - p) = {gini_term:.4f}   -p log2 p = {bits:.4f}")
print(f"two equal classes: entropy {log(2):.4f} nats, Gini {dtlib.gini(['yes', 'no']):.4f}")

# %% [markdown]
# ### "Add a small eps inside the logarithm, and zeros do no harm."
#
# It avoids the crash and makes every answer slightly wrong, including those that were right. How wrong
# depends on the eps. Dropping the zero counts is exact and no longer to write.


# %%
def entropy_with_eps(labels, eps):
    """The popular shortcut."""
    shares = pd.Series(labels).value_counts(normalize=True)
    return -(shares * np.log2(shares + eps)).sum()


play = load_play_tennis().frame["play"]
for eps in (1e-2, 1e-4, 1e-9):
    error = entropy_with_eps(play, eps) - dtlib.entropy(play)
    pure = entropy_with_eps(["yes"] * 5, eps)
    print(f"eps {eps:g}: play_tennis is off by {error:+.1e} bits; one class alone gives {pure:+.1e}")

# %% [markdown]
# A pure set gets a *negative* entropy, which no amount of doubt can be.
#
# ### "Entropy and Gini choose different trees."
#
# Sometimes. Two random attributes on twelve random labels, again and again: how often does one measure
# prefer the first and the other the second?

# %%
rng = np.random.default_rng(3)
tables, disagree = 1500, 0
for _ in range(tables):
    y, one, other = rng.integers(2, size=12), rng.integers(3, size=12), rng.integers(3, size=12)
    by_entropy = dtlib.information_gain(one, y) - dtlib.information_gain(other, y)
    by_gini = dtlib.gini_gain(one, y) - dtlib.gini_gain(other, y)
    disagree += by_entropy * by_gini < -1e-12
print(f"{disagree} of {tables} tables: {disagree / tables:.1%}")

# %% [markdown]
# Rarely, even on tables as small and noisy as these. The choice between the two is seldom what makes a tree
# good.
#
# ## 11. In an interview
#
# Answer aloud, in two or three sentences, before you open.
#
# <details><summary>What is entropy, in words, to someone who does not like formulas?</summary>
#
# The average surprise when a label is drawn from the set; or, about the number of yes-or-no questions that
# it takes to find out the label, if one asks cleverly. It is 0 when only one label is possible.
# </details>
#
# <details><summary>What is the largest entropy of K classes, and the largest Gini impurity?</summary>
#
# log2 K bits and 1 − 1/K, both when all classes are equally common.
# </details>
#
# <details><summary>Why does a tree not simply minimise its error rate when it chooses a split?</summary>
#
# The error rate of two classes is made of straight lines. Where all branches would still guess the same
# class, the average of the branches lies on the line, so a useful split shows no gain. Entropy and Gini are
# strictly concave and reward any difference between the branches, above all pure ones, which help the
# questions that come after.
# </details>
#
# <details><summary>A node has 400 cases of each class. Split A gives (300, 100) and (100, 300), split B gives
# (200, 400) and (200, 0). Compare them.</summary>
#
# Both misclassify a quarter. Gini: A 0.375, B 1/3. Entropy left: A 0.811, B 0.689 bits. The strictly
# concave measures prefer B for its pure branch. (The cell below computes it.)
# </details>
#
# <details><summary>Can information gain be negative? Can a single branch be more mixed than its parent?</summary>
#
# The gain cannot, as the weighted average of a concave function is never above the function of the average.
# A single branch can: 8 yes and 1 no may split off a branch of 1 yes and 1 no.
# </details>
#
# <details><summary>What does the gain become for an attribute with another value in every row? Is that good?</summary>
#
# All of H(Y), the largest possible, since every branch is pure. It is worthless: a new row has a new value.
# Weeks 2 and 3 are about this.
# </details>
#
# <details><summary>Somebody's entropies are all 0.693 times yours. Who is right?</summary>
#
# Both, in different units: 0.693 is ln 2, so theirs are in nats. No choice of split changes, as all are
# scaled alike.
# </details>
#
# <details><summary>Gini with or without replacement: does it matter?</summary>
#
# With replacement it depends on the shares alone. Without, it is larger by n/(n − 1), so small branches
# would be charged extra.
# </details>

# %%
split_a = np.repeat(["left", "right"], [400, 400]), np.repeat(["+", "-", "+", "-"], [300, 100, 100, 300])
split_b = np.repeat(["left", "right"], [600, 200]), np.repeat(["+", "-", "+"], [200, 400, 200])
for name, (values, labels) in {"A": split_a, "B": split_b}.items():
    left_over = dtlib.conditional_entropy(values, labels)
    print(f"{name}: Gini index {dtlib.gini_index(values, labels):.3f}, {left_over:.3f} bits left")
print(f"8 yes and 1 no: {dtlib.entropy(['yes'] * 8 + ['no']):.3f} bits")
print(f"1 yes and 1 no: {dtlib.entropy(['yes', 'no']):.3f} bits")

# %% [markdown]
# ## 12. Three exercises
#
# 1. **With pencil and paper.** The twelve films by rating: six films above 8, all worth seeing; six at 8 or
#    below, two of them worth seeing. Find the entropy that is left, the gain, and the Gini index. Check
#    yourself with `dtlib.information_gain(films["rating"], films["worth_seeing"])`.
# 2. **In the assignment.** Write `information_gain` and let `check` tell you what it thinks. Then rank the
#    four attributes of `load_play_tennis()`; Quinlan found the outlook first and the temperature last.
# 3. **Beyond it.** Section 10 counted tables on which entropy and Gini disagree. Find the smallest one you
#    can: two attributes, as few rows as possible. Which of the two measures prefers the attribute with the
#    purer branch?
#
# <details><summary>What we found for the third</summary>
#
# With two classes seven rows are enough, and six are not. Two "yes" and five "no": one attribute splits off
# a single "no", the other makes a branch of one "yes" and one "no". Entropy prefers the pure branch, Gini
# the other; the cell below shows by how little.
# </details>

# %%
labels = ["yes", "yes", "no", "no", "no", "no", "no"]
attributes = {"one apart": list("aaaaaab"), "two apart": list("abaaaab")}
for name, values in attributes.items():
    left_over = dtlib.conditional_entropy(values, labels)
    print(f"{name}: {left_over:.4f} bits left, Gini index {dtlib.gini_index(values, labels):.4f}")

# %% [markdown]
# ## What to take home
#
# - Entropy is the average surprise: $-\sum p \log_2 p$ bits, over the classes that occur, at most
#   $\log_2 K$.
# - Gini is the chance that two draws with replacement differ: $1 - \sum p^2$, at most $1 - 1/K$.
# - Branches are averaged **by their share of the rows**. Gain is before minus after.
# - Trees are grown by a strictly concave measure because straight lines reward nothing but fewer errors
#   now.
# - Don't round inside a calculation, don't add eps, and don't ask whether a float is greater than 0.
