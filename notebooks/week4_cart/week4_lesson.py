# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 4 · CART: two branches, and the price of a leaf
#
# CART is the oldest of our three algorithms: the book by Breiman, Friedman, Olshen and Stone is of 1984,
# two years before the paper on ID3. It is also the one that you meet everywhere, since scikit-learn, R's
# `rpart`, and the trees inside forests and boosting all descend from it. It always makes two branches. It
# predicts numbers as well as classes. It has its own answer to missing values. And it has the best
# founded way to prune.
#
# Read with a pencil. Where a cell says `my_answer = None`, put your own number in the place of `None`
# before you run the next cell.

# %%
from time import process_time
from timeit import repeat

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.tree import DecisionTreeClassifier
from sklearn.tree import plot_tree as sklearn_plot_tree

import dtlib
from dtlib.datasets import (
    load_car_test_frame,
    load_cu_summary,
    load_kyphosis,
    load_penguins,
    load_play_tennis,
    load_watermelon20,
    load_weather_wind,
)
from dtlib.export import export_text, to_dict
from dtlib.model_selection import cp_table
from dtlib.plot import plot_tree
from dtlib.pruning import cost_complexity_path, prune_to_alpha, reduced_error_prune
from dtlib.pruning.cost_complexity import node_risk, weakest_links
from dtlib.style import BLACK, BLUE, CLASS_COLOURS, GREEN, GREY, VERMILLION, use_course_style
from dtlib.teaching import cart
from dtlib.teaching.levels import build_cart_by_levels
from dtlib.teaching.thresholds import brute_force, build_cart, incremental

use_course_style()


def compare(my_answer, answer, unit=""):
    """Show a number, beside the reader's own if there is one."""
    number = f"{answer:.4g} {unit}".strip()
    if my_answer is None:
        print(f"{number}. (You left your answer at None.)")
    elif abs(my_answer - answer) < 0.006:
        print(f"{number}. You have it.")
    else:
        print(f"{number}; you wrote {my_answer}. Find the step where you part ways before you read on.")


# %% [markdown]
# ## 1. A question that hurts
#
# The ten days again. ID3 asks for the weather and opens three branches. One of them, `sunny`, holds three
# days; one more question, and it is down to two days and one. Every answer of a many-valued question
# takes its share of the rows, and a tree that divides its rows too fast has none left to learn from.
#
# So let a question have two answers only. "Is it overcast?" "Is it raining?" "Is it sunny?" Which of the
# three is the best first question?

# %%
days = load_weather_wind().frame
pd.crosstab(days["weather"], days["park"])

# %% [markdown]
# CART measures by Gini. A split sends $n_L$ rows to the left and $n_R$ to the right, and what is left of
# the impurity is
#
# $$\frac{n_L}{n} G(L) + \frac{n_R}{n} G(R), \qquad G = 1 - \sum_k p_k^2 .$$
#
# **By hand.** "Is it overcast?" sends three days to the left, all "yes", and seven to the right, two
# "yes" and five "no". What is left? And what after "Is it raining?", with one "yes" in four, against four
# in six?

# %%
my_answer_overcast = None
my_answer_rain = None

# %%
left_over = {
    value: cart.gini_split(
        days.loc[days["weather"] == value, "park"].tolist(),
        days.loc[days["weather"] != value, "park"].tolist(),
    )
    for value in ("overcast", "rain", "sunny")
}
compare(my_answer_overcast, left_over["overcast"])
compare(my_answer_rain, left_over["rain"])
print(f"{left_over['sunny']:.4f} after asking whether it is sunny")

# %% [markdown]
# The same in a picture. Each bar is a branch, as wide as its share of the days.


# %%
def draw_question(ax, value):
    """Two bars, the days with this weather and the others, coloured by what happened."""
    start = 0.0
    for name, branch in ((value, days["weather"] == value), ("rest", days["weather"] != value)):
        share, yes = branch.mean(), (days.loc[branch, "park"] == "yes").mean()
        ax.bar(start, yes, share, align="edge", color=CLASS_COLOURS[1], edgecolor="white")
        ax.bar(start, 1 - yes, share, yes, align="edge", color=CLASS_COLOURS[0], edgecolor="white")
        ax.text(start + share / 2, -0.08, name, ha="center", va="top")
        start += share
    ax.set_xticks([])
    ax.set_title(f"Gini after the split: {left_over[value]:.4f}")
    ax.grid(visible=False)


figure, axes = plt.subplots(1, 3, figsize=(9, 2.8), sharey=True)
for ax, value in zip(axes, left_over, strict=True):
    draw_question(ax, value)
axes[0].set_ylabel("share of days (blue: yes)")
plt.show()

# %% [markdown]
# Overcast against the rest it is. The rest is not lost: a later node may ask for the weather again, and
# here one does. In ID3 an attribute is used up once it has been asked. In CART it is not.

# %%
park = dtlib.CARTClassifier().fit(days[["weather", "wind"]], days["park"])
plot_tree(park)
plt.show()

# %% [markdown]
# ## 2. In how many ways?
#
# Three values make three questions. In general $k$ values can be divided into two groups, neither of them
# empty, in
#
# $$2^{k-1} - 1$$
#
# ways. Each value goes left or right: $2^k$ ways. Left and right may change places: half of them. And
# everything on one side is no split: one less.
#
# **By hand.** How many for four values? For ten?

# %%
my_answer_four = None
my_answer_ten = None

# %%
compare(my_answer_four, len(list(cart.groupings("abcd"))), "groupings")
compare(my_answer_ten, len(list(cart.groupings(range(10)))), "groupings")
print(f"and for 50 values {2**49 - 1:,}")

# %% [markdown]
# ### Breiman's shortcut
#
# With **two classes** nobody has to try them all. Sort the values by their share of one class. Breiman
# and his co-authors proved (theorem 4.5 of the book) that some best grouping is a *cut* of that list.
# That makes $k - 1$ candidates instead of $2^{k-1} - 1$. The reason can be said in one sentence: if a
# value with a larger share sat on the side with the smaller ones, exchanging it would make the two sides
# differ more, and a concave impurity rewards every difference.
#
# Cars from ten countries, half of them dear and half of them cheap.

# %%
cars = load_cu_summary().frame
dear = pd.Series(np.where(cars["Price"] > cars["Price"].median(), "dear", "cheap"), name="price")
share = (dear == "dear").groupby(cars["Country"]).mean().sort_values(kind="stable")
size = cars["Country"].value_counts()[share.index]


def gini_of_cut(position):
    """Gini after the split when the first countries of the list go left."""
    goes_left = cars["Country"].isin(share.index[:position])
    return float(dtlib.gini_index(goes_left, dear))


cuts = range(1, len(share))
scores = [gini_of_cut(position) for position in cuts]
best = int(np.argmin(scores)) + 1

figure, (top, bottom) = plt.subplots(2, 1, figsize=(8, 4.4), sharex=True, height_ratios=[3, 2])
colours = [BLUE if place < best else VERMILLION for place in range(len(share))]
top.vlines(range(len(share)), 0, share, color=colours)
top.scatter(range(len(share)), share, s=20 + 6 * size, color=colours, zorder=3)
for place, (number, height) in enumerate(zip(size, share, strict=True)):
    top.text(place, height + 0.13, f"{number}", ha="center")
top.axvline(best - 0.5, color=BLACK, linestyle="--", linewidth=1)
top.set_ylim(-0.1, 1.3)
top.set_ylabel("share of dear cars")
top.set_title("Sorted by share, cut once (numbers: cars from that country)")
bottom.plot([position - 0.5 for position in cuts], scores, "o-", color=BLACK)
bottom.axvline(best - 0.5, color=BLACK, linestyle="--", linewidth=1)
bottom.set_ylabel("Gini after the cut")
bottom.set_xticks(range(len(share)), share.index, rotation=40, ha="right")
plt.show()

# %% [markdown]
# Nine cuts. Do they really find what all 511 groupings would?

# %%
left, right, smallest = cart.best_subset_split(cars["Country"].tolist(), dear.tolist())
print(f"best of {2 ** (len(share) - 1) - 1} groupings: {smallest:.6f}")
print(f"best of {len(share) - 1} cuts:        {min(scores):.6f}")
print("on one side:", ", ".join(left))
assert np.isclose(smallest, min(scores))

# %% [markdown]
# One table proves nothing, so here are two hundred random ones: six values, two classes, then three.


# %%
def best_of_the_cuts(values, labels):
    """The shortcut: sort the values by their share of the first class, and cut."""
    first = sorted(set(labels))[0]
    share = (labels == first).groupby(values).mean().sort_values(kind="stable")
    return min(
        float(dtlib.gini_index(values.isin(share.index[:cut]), labels)) for cut in range(1, len(share))
    )


rng = np.random.default_rng(4)
for classes in ("ab", "abc"):
    missed = 0
    for _ in range(100):
        values, labels = pd.Series(rng.integers(6, size=40)), pd.Series(rng.choice(list(classes), 40))
        best_of_all = cart.best_subset_split(values.tolist(), labels.tolist())[2]
        missed += best_of_the_cuts(values, labels) > best_of_all + 1e-9
    print(f"{len(classes)} classes: the shortcut missed the best grouping in {missed} of 100 tables")

# %% [markdown]
# With two classes it never fails. With three there is no single order to sort by, and it often does.
# There `dtlib` tries all groupings for up to ten values, and beyond that uses a rule of thumb that may
# miss the best.
#
# ### Is it true? "Code the category as 0, 1, 2, ... and use any tree."
#
# A threshold can only cut the codes where they are neighbours. Somebody numbered four shops in the order
# of the alphabet. Here is how their customers like them.

# %%
shops = pd.DataFrame({"shop": list("abcd") * 10})
shops["happy"] = np.where(shops["shop"].isin(["a", "c"]), "no", "yes")
shops.loc[[0, 1], "happy"] = ["yes", "no"]
codes = shops["shop"].map({"a": 0, "b": 1, "c": 2, "d": 3}).rename("code").to_frame()

by_subset = dtlib.CARTClassifier(max_depth=1).fit(shops[["shop"]], shops["happy"])
by_code = dtlib.CARTClassifier(max_depth=1).fit(codes, shops["happy"])
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 2.2))
plot_tree(by_subset, ax=left)
plot_tree(by_code, ax=right)
left.set_title("subset split")
right.set_title("threshold on the codes")
plt.show()
print(f"errors in 40: {(by_subset.predict(shops[['shop']]) != shops['happy']).sum()} by subset,", end=" ")
print(f"{(by_code.predict(codes) != shops['happy']).sum()} by code")

# %% [markdown]
# One question for the subset split. The codes need three cuts to say the same thing, and the first of
# them alone gains far less: against another column it would lose. scikit-learn's trees know thresholds
# only, so this is what they do to a category that has been coded.

# %%
three_cuts = dtlib.CARTClassifier().fit(codes, shops["happy"])
assert three_cuts.get_n_leaves() == 4
print(export_text(three_cuts))

# %% [markdown]
# ## 3. Where to cut a number
#
# For a number the candidates are the midpoints between neighbouring values. Children after an operation
# on the spine, 81 of them: at which vertebra did the surgery start, and was the deformity (kyphosis)
# present afterwards? (These are the data of `rpart`'s own manual.)


# %%
children = load_kyphosis()
start, kyphosis = children.X["Start"], children.y
thresholds = (np.unique(start)[1:] + np.unique(start)[:-1]) / 2
gini_after = [float(dtlib.gini_index(start <= t, kyphosis)) for t in thresholds]


def draw_threshold(threshold):
    """The children on either side of a cut, and the impurity that every cut leaves."""
    _, (top, bottom) = plt.subplots(2, 1, figsize=(7, 3.8), sharex=True, height_ratios=[1, 2])
    jitter = np.random.default_rng(0).uniform(-0.25, 0.25, len(start))
    for row, (label, colour) in enumerate(zip(["absent", "present"], CLASS_COLOURS, strict=False)):
        here = kyphosis == label
        top.plot(start[here], row + jitter[here], "o", color=colour, markersize=4, alpha=0.7)
    top.set_yticks([0, 1], ["absent", "present"])
    bottom.plot(thresholds, gini_after, "o-", color=GREY, markersize=4)
    after = float(dtlib.gini_index(start <= threshold, kyphosis))
    bottom.plot(threshold, after, "o", color=VERMILLION, markersize=9)
    for ax in (top, bottom):
        ax.axvline(threshold, color=VERMILLION, linestyle="--", linewidth=1.5)
    left, right = kyphosis[start <= threshold], kyphosis[start > threshold]
    top.set_title(
        f"left {len(left)} children, Gini {dtlib.gini(left):.3f};  "
        f"right {len(right)}, Gini {dtlib.gini(right):.3f};  weighted {after:.4f}"
    )
    bottom.set_xlabel("first vertebra operated on (1 is the topmost)")
    bottom.set_ylabel("Gini after the cut")
    plt.show()


draw_threshold(8.5)

# %% [markdown]
# In a live notebook the next cell has a slider: move the cut and watch the two sides. On a web page it
# shows nothing, and the picture above is the whole story at its best cut.

# %%
_ = widgets.interact(
    draw_threshold,
    threshold=widgets.FloatSlider(8.5, min=1.5, max=17.5, step=0.5, continuous_update=False),
)
# %%
cut = dtlib.best_threshold(start, kyphosis, criterion="gini")
print(cut)
print(f"Gini before {dtlib.gini(kyphosis):.4f}, after {dtlib.gini(kyphosis) - cut.score:.4f}")
assert cut.value == 8.5

# %% [markdown]
# ### Is it true? "Scale the features first, or the large ones will dominate."
#
# The question "is Start at most 8.5?" divides the rows in a certain way. Take logarithms, square, change
# the unit: the order of the rows stays, so the same divisions are on offer, with the same impurities.
# Only the number printed in the node changes. (With a midpoint between two values a *new* row may fall on
# the other side of it; the rows of the training set do not.)

# %%
plain = dtlib.CARTClassifier(min_samples_leaf=7).fit(children.X, kyphosis)
stretched = dtlib.CARTClassifier(min_samples_leaf=7).fit(np.log(children.X), kyphosis)
same = (plain.apply(children.X) == stretched.apply(np.log(children.X))).all()
print("every child in the same node:", bool(same))
print(export_text(plain, max_depth=1))
print()
print(export_text(stretched, max_depth=1))
assert same

# %% [markdown]
# ## 4. Two branches make deeper trees
#
# ### Is it true? "CART came after C4.5, and its trees are wide rather than deep."
#
# CART 1984, ID3 1986 (the paper), C4.5 1993. And a question with three answers takes CART two questions,
# one below the other. Its trees have fewer branches at a node and are *deeper*. Quinlan's fourteen days:

# %%
tennis = load_play_tennis()
for name, tree in {"ID3": dtlib.ID3Classifier(), "CART": dtlib.CARTClassifier()}.items():
    tree.fit(tennis.X, tennis.y)
    widest = np.bincount(tree.tree_.depth).max()
    print(
        f"{name:4}  depth {tree.get_depth()}, {tree.get_n_leaves()} leaves, at most {widest} nodes on a level"
    )
plot_tree(tree)
plt.show()

# %% [markdown]
# ## 5. Numbers to predict: regression trees
#
# Nothing in the search asks what the labels are. Give it another measure of disorder, and the same tree
# predicts numbers. Each leaf predicts the mean of its rows; its disorder is the sum of the squared
# distances from that mean,
#
# $$\mathrm{SS} = \sum_i (y_i - \bar y)^2 = n \cdot \text{variance} ,$$
#
# and a split is good if the sum of the two sides is small. Squares add up, so the weights are built in:
# $\mathrm{SS}_L + \mathrm{SS}_R = n_L \operatorname{var}_L + n_R \operatorname{var}_R$.
#
# **By hand.** Values 1, 2, 3, 4, 5 with targets 10, 12, 11, 20, 22. What is left in squares after a cut
# at 3.5? And what was there before, given the mean 15?

# %%
my_answer_after_cut = None
my_answer_before = None

# %%
compare(my_answer_after_cut, cart.best_regression_split([1, 2, 3, 4, 5], [10, 12, 11, 20, 22])[1])
compare(my_answer_before, cart.squared_error([10, 12, 11, 20, 22]))

# %% [markdown]
# Sixty cars of 1990: how far does a gallon go, given the weight of the car? Three cuts. The two steps are
# the two means, the thin lines the distances that will be squared.

# %%
garage = load_car_test_frame().frame
weight, mileage = garage["Weight"], garage["Mileage"]


def draw_step(ax, threshold):
    """The two means on either side of a cut, and every car's distance from its own."""
    left = weight <= threshold
    predicted = np.where(left, mileage[left].mean(), mileage[~left].mean())
    ax.vlines(weight, mileage, predicted, color="#BBBBBB", linewidth=0.8)
    ax.plot(weight, mileage, "o", color=BLUE, markersize=3)
    for side in (left, ~left):
        ax.plot(
            [weight[side].min(), weight[side].max()],
            [mileage[side].mean()] * 2,
            color=VERMILLION,
            linestyle="-",
            lw=3,
        )
    ax.axvline(threshold, color=GREY, linestyle="--", linewidth=1)
    ax.set_title(f"cut at {threshold:g}: squares {((mileage - predicted) ** 2).sum():.0f}")
    ax.set_xlabel("weight (pounds)")


best_weight = dtlib.best_threshold(weight, mileage, criterion="squared_error").value
figure, axes = plt.subplots(1, 3, figsize=(9.5, 3), sharey=True)
for ax, threshold in zip(axes, (2200, best_weight, 3300), strict=True):
    draw_step(ax, threshold)
axes[0].set_ylabel("miles per gallon")
plt.show()

# %% [markdown]
# In a live notebook the next cell lets you move the cut yourself. On a web page it shows nothing; the curve
# below it tells for every cut what the three pictures above tell for theirs.


# %%
def draw_one_step(threshold):
    """The two means at any cut."""
    _, ax = plt.subplots(figsize=(5, 3))
    draw_step(ax, threshold)
    ax.set_ylabel("miles per gallon")
    plt.show()


_ = widgets.interact(
    draw_one_step,
    threshold=widgets.IntSlider(2200, min=1900, max=3800, step=50, continuous_update=False),
)
# %%
candidates = (np.unique(weight)[1:] + np.unique(weight)[:-1]) / 2
squares = [
    cart.squared_error(mileage[weight <= t].tolist()) + cart.squared_error(mileage[weight > t].tolist())
    for t in candidates
]
plt.figure(figsize=(6.4, 2.6))
plt.plot(candidates, squares, "o-", markersize=3)
plt.axvline(best_weight, color=VERMILLION, linestyle="--")
plt.xlabel("threshold on the weight (pounds)")
plt.ylabel("squares after the cut (mpg²)")
plt.title(f"Best cut: {best_weight:g} pounds")
plt.show()
found, squares_after = cart.best_regression_split(weight.tolist(), mileage.tolist())
assert found == best_weight
assert np.isclose(squares_after, min(squares))

# %% [markdown]
# Go on splitting, and the prediction becomes a staircase. The deeper, the more steps, until every car has
# its own.

# %%
grid = pd.DataFrame({"Weight": np.linspace(1700, 5200, 800)})
figure, axes = plt.subplots(1, 3, figsize=(9.5, 3), sharey=True)
for ax, depth in zip(axes, (1, 3, None), strict=True):
    steps = dtlib.CARTRegressor(max_depth=depth).fit(garage[["Weight"]], mileage)
    ax.plot(weight, mileage, "o", color=BLUE, markersize=3)
    ax.plot(grid["Weight"], steps.predict(grid), color=VERMILLION, linestyle="-")
    ax.set_title(f"{'no limit' if depth is None else f'depth {depth}'}: {steps.get_n_leaves()} leaves")
    ax.set_xlabel("weight (pounds)")
axes[0].set_ylabel("miles per gallon")
plt.show()

# %% [markdown]
# Look at the right edge. The heaviest car weighs less than 4,000 pounds; beyond it the staircase goes on
# level for ever. A tree does not extrapolate.
#
# ### Outliers in y
#
# Squares punish large distances. One mistyped target, 330 miles per gallon instead of 33, and the tree
# spends its questions on a leaf for that car.

# %%
typo = mileage.copy()
typo.iloc[0] *= 10
spoiled = dtlib.CARTRegressor(max_depth=2).fit(garage[["Weight"]], typo)
healthy = dtlib.CARTRegressor(max_depth=2).fit(garage[["Weight"]], mileage)
figure, ax = plt.subplots(figsize=(7, 3.2))
ax.plot(weight, typo, "o", color=BLUE, markersize=3, label="cars, one of them mistyped")
ax.plot(grid["Weight"], healthy.predict(grid), color=GREEN, label="tree without the mistake")
ax.plot(grid["Weight"], spoiled.predict(grid), color=VERMILLION, label="tree with it")
ax.set(xlabel="weight (pounds)", ylabel="miles per gallon", yscale="log", yticks=[20, 30, 50, 100, 200])
ax.set_yticklabels(["20", "30", "50", "100", "200"])
ax.minorticks_off()
ax.legend()
plt.show()

# %% [markdown]
# Outliers in *x* do nothing of the kind: only the order of the values counts. It is the targets that need
# a look before a regression tree is grown.
#
# ## 6. Values that are missing: surrogates
#
# A penguin arrives at a node that asks for the length of its flipper, and nobody has measured it. C4.5
# sends it down both branches, in parts. CART asks somebody else: a **surrogate**, a split on another
# column that has sent most of the training rows the same way.
#
# How good is a stand-in? The blind rule, "send everybody where most go", is right about a share $m$ of
# the rows without asking anything. A surrogate that agrees with the primary split on a share $a$ puts
# right
#
# $$\text{adjusted} = \frac{a - m}{1 - m}$$
#
# of what the blind rule gets wrong.
#
# **By hand.** At the root of the kyphosis tree 62 of 81 children have a Start above 8.5. The question
# "Number at most 6.5?" sends 65 of the 81 the same way. How much of the blind rule's mistakes does it put
# right?

# %%
my_answer_adjusted = None

# %%
primary = np.where(start > 8.5, "right", "left").tolist()
stand_in = np.where(children.X["Number"] <= 6.5, "right", "left").tolist()
agreement, adjusted = cart.surrogate_agreement(primary, stand_in)
compare(my_answer_adjusted, adjusted)
print(
    f"agreement {agreement:.4f} = 65/81, blind rule {max(np.mean(start > 8.5), np.mean(start <= 8.5)):.4f} = 62/81"
)

# %% [markdown]
# Not a great deal. (R's `rpart` prints the same two numbers, 0.802 and 0.158.) The measures of a penguin
# go together, and stand in for one another much better. Half of the birds train a tree:

# %%
birds = load_penguins().frame.dropna()
measures = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
X_train, X_test, y_train, y_test = train_test_split(
    birds[measures], birds["species"], test_size=0.5, random_state=4, stratify=birds["species"]
)
with_surrogates = dtlib.CARTClassifier(max_depth=2, max_surrogates=3).fit(X_train, y_train)
plot_tree(with_surrogates)
plt.show()

# %%
root = to_dict(with_surrogates)
stand_ins = pd.DataFrame(root["surrogates"]).set_index("attribute")
print(f"primary split: {root['attribute']} <= {root['threshold']:g}")
stand_ins.round(3)

# %% [markdown]
# `low_branch` says where small values go: 1 is the right branch. A *deep* bill goes with a *short*
# flipper, so that stand-in is turned round.
#
# Now watch one bird. We cover its flipper length and follow it down.


# %%
def follow(tree, bird):
    """Print each node that a bird passes, and how the way on was found."""
    node = to_dict(tree)
    while "branches" in node:
        column, value = node["attribute"], bird[node["attribute"]]
        if not np.isnan(value):
            side = int(value > node["threshold"])
            print(
                f"{column} = {value:g}, cut at {node['threshold']:g}: go {'left' if side == 0 else 'right'}"
            )
        else:
            known = [s for s in node["surrogates"] if not np.isnan(bird[s["attribute"]])]
            if known:
                stand_in = known[0]
                is_low = bird[stand_in["attribute"]] <= stand_in["threshold"]
                side = stand_in["low_branch"] if is_low else 1 - stand_in["low_branch"]
                print(
                    f"{column} is missing; {stand_in['attribute']} = {bird[stand_in['attribute']]:g} stands in, "
                    f"cut at {stand_in['threshold']:g}: go {'left' if side == 0 else 'right'}"
                )
            else:
                side = node["default_branch"]
                print(f"{column} is missing, and so are its stand-ins: go with the majority")
        node = node["branches"][side]
    print(f"leaf: {node['class']}")
    return node["class"]


bird = X_test.loc[y_test == "Gentoo"].iloc[0]
whole = follow(with_surrogates, bird)
print()
covered = bird.copy()
covered["flipper_length_mm"] = np.nan
assert follow(with_surrogates, covered) == with_surrogates.predict(covered.to_frame().T)[0]
assert whole == with_surrogates.predict(bird.to_frame().T)[0]

# %% [markdown]
# And all the birds that the tree has not seen, with the flipper length removed from every one of them:

# %%
without_surrogates = dtlib.CARTClassifier(max_depth=2).fit(X_train, y_train)
of_sklearn = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X_train, y_train)
no_flippers = X_test.assign(flipper_length_mm=np.nan)
accuracy = pd.DataFrame(
    {
        "everything known": [
            t.score(X_test, y_test) for t in (with_surrogates, without_surrogates, of_sklearn)
        ],
        "no flipper lengths": [
            t.score(no_flippers, y_test) for t in (with_surrogates, without_surrogates, of_sklearn)
        ],
    },
    index=["CART, three surrogates", "CART, majority", "scikit-learn"],
)
ax = accuracy.plot.barh(figsize=(7.5, 2.6), color=[GREY, BLUE], width=0.7)
for bars in ax.containers:
    ax.bar_label(bars, fmt="%.2f", padding=3)
ax.set_xlabel("accuracy on birds not seen in training")
ax.set_xlim(0, 1.1)
ax.legend(bbox_to_anchor=(1, 1))
ax.invert_yaxis()
ax.grid(axis="y", visible=False)
plt.show()

# %% [markdown]
# ### Is it true? "scikit-learn handles missing values by surrogate splits."
#
# It has none. Since version 1.3 its trees learn, for each split, on which side the missing values of the
# *training* set are better off. If the training set had none, a missing value goes to the child with more
# rows: the blind rule, and the same accuracy as ours without surrogates.

# %%
assert accuracy.iloc[1].equals(accuracy.iloc[2].rename("CART, majority"))
assert accuracy.iloc[0, 1] > accuracy.iloc[1, 1] + 0.2
print(accuracy.round(3).to_string())

# %% [markdown]
# ## 7. When to stop? Do not stop. Grow, then cut back
#
# ### Is it true? "A split that gains nothing by itself is never worth it."
#
# Exclusive or: the label is 1 if exactly one of two switches is on. The first question gains nothing at
# all, on any measure. A tree that waits for a gain never starts.

# %%
switches = pd.DataFrame([[0, 0], [0, 1], [1, 0], [1, 1]] * 10, columns=["left", "right"])
on = (switches["left"] != switches["right"]).map({True: "on", False: "off"})
for name, tree in {
    "stops when nothing is gained": dtlib.CARTClassifier(min_impurity_decrease=0.001),
    "one question": dtlib.CARTClassifier(max_depth=1),
    "grows on": dtlib.CARTClassifier(),
}.items():
    tree.fit(switches, on)
    print(f"{name:28}  {tree.get_n_leaves()} leaves, accuracy {tree.score(switches, on):.2f}")

# %% [markdown]
# This is why the book grows a tree that is far too large and then asks which branches to take away. The
# question is how to ask it fairly: on the training rows *every* split looks useful.
#
# ### The price of a leaf
#
# Let a tree pay for its size. $R(T)$ is its risk, say the number of training rows that it gets wrong,
# $|T|$ its number of leaves, and $\alpha$ the price of one leaf:
#
# $$R_\alpha(T) = R(T) + \alpha\, |T| .$$
#
# At $\alpha = 0$ the large tree is best. If leaves are very dear, the root alone is. In between?
#
# Here is the kyphosis tree of `rpart`'s help page, with its five leaves and its 81 children.

# %%
five = dtlib.CARTClassifier(min_samples_split=20, min_samples_leaf=7, max_surrogates=5, ccp_risk="error")
five.fit(children.X, kyphosis)
plot_tree(five)
plt.show()

# %% [markdown]
# An inner node $t$ holds the branch $T_t$. As a leaf it would get $R(t)$ rows wrong; as it is, its leaves
# get $R(T_t)$ wrong together. So it saves $R(t) - R(T_t)$ errors, and costs $|T_t| - 1$ leaves more. Per
# leaf that is
#
# $$g(t) = \frac{R(t) - R(T_t)}{|T_t| - 1} .$$
#
# As long as $\alpha < g(t)$ the branch is worth its price. The node with the smallest $g$ is the
# **weakest link**: it is cut first.
#
# **By hand.** Read the four inner nodes off the picture. The root gets 17 wrong as a leaf, the whole tree
# $8 + 0 + 3 + 2 + 0 = 13$. What is $g$ for the root, for "Start ≤ 14.5" (6 wrong as a leaf), and for the
# lowest question, "Age ≤ 111" (6 as a leaf)?

# %%
my_answer_root = None
my_answer_start_14 = None
my_answer_age_111 = None


# %%
def as_dictionary(node, way="all children"):
    """A fitted tree as the assignment writes it: names, errors, and two branches."""
    errors = round(node["n"] - max(node["dist"]))
    if "branches" not in node:
        return {"name": way, "risk": errors}
    question = f"{node['attribute']} <= {node['threshold']:g}"
    left, right = node["branches"]
    return {
        "name": question,
        "risk": errors,
        "left": as_dictionary(left, f"{question}: yes"),
        "right": as_dictionary(right, f"{question}: no"),
    }


def links(tree):
    """g of every inner node, with what it is made of."""
    table = [
        [node["name"], node["risk"], sum(risks), len(risks)]
        for node in cart.inner_nodes(tree)
        for risks in [cart.leaf_risks(node)]
    ]
    frame = pd.DataFrame(table, columns=["node", "errors as a leaf", "errors of its leaves", "leaves"])
    saved = frame["errors as a leaf"] - frame["errors of its leaves"]
    return frame.set_index("node").assign(g=(saved / (frame["leaves"] - 1)).to_numpy())


blackboard = as_dictionary(to_dict(five))
g = links(blackboard)["g"]
compare(my_answer_root, g["Start <= 8.5"], "errors per leaf")
compare(my_answer_start_14, g["Start <= 14.5"], "errors per leaf")
compare(my_answer_age_111, g["Age <= 111"], "errors per leaf")
links(blackboard).round(4)

# %% [markdown]
# The weakest link is *not* the lowest question. The lowest one saves a whole error with one leaf. The
# weak one is "Start ≤ 14.5", further up: its branch of four leaves saves a single error in all, a third
# of an error for each leaf. At $\alpha = \frac13$ the whole branch goes at once. Then everything is
# counted afresh:

# %%
after_one_cut = cart.without_split(blackboard, cart.weakest_link(blackboard)[0])
links(after_one_cut).round(4)

# %% [markdown]
# The root had $g = 1$ before. Now it has 3: with the weak branch gone, the leaf that it keeps saves more.
# That is always so (cutting the weakest link can only raise the others above it), and it is why the trees
# come out **nested**, each cut out of the one before.

# %%
pd.DataFrame(cart.prune_sequence(blackboard), columns=["alpha", "leaves", "errors"]).round(4)

# %% [markdown]
# The same in one picture. Every pruned tree is a straight line: it starts at its errors, and climbs by
# its number of leaves. For each price the lowest line wins. The trees with three and with four leaves are
# never the lowest, so no price ever chooses them.

# %%
alpha = np.linspace(0, 4, 200)
errors_by_leaves = {5: 13, 4: 14, 3: 14, 2: 14, 1: 17}
figure, ax = plt.subplots(figsize=(7, 3.8))
for number, errors in errors_by_leaves.items():
    wins = number in (5, 2, 1)
    ax.plot(
        alpha,
        errors + alpha * number,
        color=GREY if not wins else {5: BLUE, 2: VERMILLION, 1: GREEN}[number],
        linestyle=":" if not wins else "-",
        linewidth=1.2 if not wins else 2,
        label=f"{number} leaves, {errors} errors",
    )
for _, leaves_left, errors in cart.prune_sequence(blackboard):
    assert errors_by_leaves[leaves_left] == errors
for price, name in ((1 / 3, "1/3"), (3, "3")):
    ax.axvline(price, color=BLACK, linestyle="--", linewidth=0.8)
    ax.text(price + 0.04, 31.5, name)
ax.set(xlabel="alpha, the price of a leaf (errors)", ylabel="errors + alpha × leaves", ylim=(12, 33))
ax.legend(bbox_to_anchor=(1, 1))
plt.show()

# %% [markdown]
# ## 8. A whole nested sequence
#
# A larger tree on the same children. Each little tree is what is left at its price α, in children got wrong
# per leaf: black branches stand, grey ones are gone, and a dot is a leaf, orange where it says "absent" and
# blue where it says "present".

# %%
deep = dtlib.CARTClassifier(min_samples_split=6, min_samples_leaf=2, ccp_risk="error")
deep.fit(children.X, kyphosis)


def draw_skeleton(ax, fitted, price, risk):
    """The branches that are worth their price in black, the others in grey."""
    tree = fitted.tree_
    is_open = weakest_links(tree.parent, node_risk(fitted, risk))[1] > price
    x, next_place = np.zeros(tree.n_nodes), iter(range(tree.n_nodes))

    def place(node):
        for child in tree.children(node):
            place(child)
        x[node] = next(next_place) if tree.is_leaf[node] else x[list(tree.children(node))].mean()

    place(0)
    for node in np.argsort(is_open[tree.parent], kind="stable"):
        above = tree.parent[node]
        kept = above < 0 or is_open[above]
        if above >= 0:
            ends = [x[above], x[node]], [-tree.depth[above], -tree.depth[node]]
            ax.plot(*ends, color=BLACK if kept else "#DDDDDD", linestyle="-", linewidth=1.3)
        if kept and not is_open[node]:
            ax.plot(
                x[node],
                -tree.depth[node],
                "o",
                color=CLASS_COLOURS[tree.majority[node]],
                markersize=6,
                zorder=3,
            )
    ax.axis("off")


def draw_strip(fitted, risk):
    """One little tree for each price at which something is cut."""
    path = cost_complexity_path(fitted, risk)
    last_of_its_price = np.append(np.diff(path.alphas) > 1e-12, True)
    steps = np.flatnonzero(last_of_its_price)
    _, axes = plt.subplots(1, len(steps), figsize=(10, 2.2))
    for ax, step in zip(axes, steps, strict=True):
        draw_skeleton(ax, fitted, path.alphas[step], risk)
        price = len(kyphosis) * path.alphas[step]
        ax.set_title(f"α = {price:.3g}\n{path.n_leaves[step]} leaves", fontsize=9, loc="center")
    plt.show()
    return path.n_leaves[steps].tolist()


sizes_by_error = draw_strip(deep, "error")

# %% [markdown]
# Three of the splits go for nothing: their two leaves predict the same class, so that cutting them costs
# no error.
#
# ### Is it true? "`ccp_alpha` minimises error(T) + α |T|."
#
# In the book and in `rpart`, $R(T)$ is the misclassification error. In **scikit-learn** it is the total
# *impurity* of the leaves. That is another risk, and it prunes in another order. The same tree, cut by
# impurity (the Gini of each leaf times its children, so that α is in the same unit):

# %%
sizes_by_impurity = draw_strip(deep, "impurity")
print("leaves, cut by error:   ", sizes_by_error)
print("leaves, cut by impurity:", sizes_by_impurity)

# %% [markdown]
# Look at the second tree of the first strip and at the fifth of the second. By error the whole right half
# goes first, and the left keeps its five leaves. By impurity it is the left half that goes, and the right
# that stays. An early split may leave two leaves of the same class, which saves no error; but one of them
# is purer, and impurity pays for that. In `dtlib` you say which risk you mean, with `ccp_risk`; the
# default is that of scikit-learn.

# %%
six_by_error = prune_to_alpha(deep, 1.0 / len(kyphosis), "error")
five_by_impurity = prune_to_alpha(deep, 1.65 / len(kyphosis), "impurity")
for name, tree in {"error": six_by_error, "impurity": five_by_impurity}.items():
    halves = [cart.leaf_risks(half) for half in map(as_dictionary, to_dict(tree)["branches"])]
    wrong = int((tree.predict(children.X) != kyphosis).sum())
    print(f"by {name:8}: {len(halves[0])} leaves on the left, {len(halves[1])} on the right, {wrong} errors")
assert (six_by_error.get_n_leaves(), five_by_impurity.get_n_leaves()) == (6, 5)

# %% [markdown]
# ### Slide the price
#
# In a live notebook, move α and see the five-leaf tree of section 7 lose its branches. At 0 it is the
# picture that you know; at 1 this is what is left:


# %%
def draw_at_price(price):
    """The kyphosis tree at a price of a leaf, in errors."""
    plot_tree(prune_to_alpha(five, price / len(kyphosis), "error"))
    plt.show()


draw_at_price(1.0)

# %%
_ = widgets.interact(
    draw_at_price, price=widgets.FloatSlider(0, min=0, max=4, step=0.1, continuous_update=False)
)
# %% [markdown]
# ## 9. Which price? Ask cases that the tree has not seen
#
# The sequence leaves one number open. Cross-validation fills it in:
#
# 1. Grow and prune on all rows: this gives the prices $\alpha_1 < \alpha_2 < \dots$ at which something is
#    cut. Between two of them the tree stays the same, so one price per range is enough. The book takes
#    the geometric mean of its two ends.
# 2. Divide the rows into ten parts. For each part, grow a tree on the other nine, prune it at each of
#    these prices, and count its errors on the part left out.
# 3. Add up. That is one error for each price, with a standard error.
#
# 569 tumours with 30 measurements each:

# %%
cancer = load_breast_cancer(as_frame=True)
diagnosis = cancer.target.map(dict(enumerate(cancer.target_names)))
ten_folds = StratifiedKFold(10, shuffle=True, random_state=0)
table = cp_table(dtlib.CARTClassifier(ccp_risk="error"), cancer.data, diagnosis, cv=ten_folds)
table.plot()
plt.title("Breast cancer, ten folds")
plt.show()

# %%
print(table)

# %% [markdown]
# The training error falls all the way to 0. The cross-validated one falls steeply to six leaves, and from
# there up to sixteen it hardly changes: a long flat valley, in which the place of the minimum is a matter
# of luck. Hence the **1-SE rule**: take the smallest tree whose error is within one standard error of the
# smallest. It is a convention, not a theorem. It says: where the data cannot tell two trees apart, choose
# the simpler.

# %%
limit = table.best.xerror + table.best.xstd
print(
    f"minimum {table.best.xerror:.4f} at {table.best.n_leaves} leaves, plus one SE {table.best.xstd:.4f}: {limit:.4f}"
)
print(f"smallest tree below that line: {table.one_se.n_leaves} leaves, {table.one_se.xerror:.4f}")
chosen = dtlib.CARTClassifier(ccp_risk="error", ccp_alpha=table.one_se.alpha)
chosen.fit(cancer.data, diagnosis)
plot_tree(chosen)
plt.show()

# %% [markdown]
# One caution. The error in the chosen row is the smallest of many, picked because it was small. As an
# estimate of what the tree will do next year it is a little too good. Week 5 returns to this.
#
# ### Another way: reduced-error pruning
#
# If rows are plentiful, put some aside and let *them* cut: from the leaves up, make a leaf of every node
# that does no worse as a leaf on the rows put aside. No price, no folds, and fewer rows to grow on.
# Zhou's watermelons do it with ten rows to grow and seven to prune:

# %%
melons = load_watermelon20()
X = melons.X[["umbilicus", "color", "root", "sound", "texture", "surface"]]
aside = [3, 4, 7, 8, 10, 11, 12]
grown = dtlib.ID3Classifier().fit(X.drop(aside), melons.y.drop(aside))
cut_back = reduced_error_prune(grown, X.loc[aside], melons.y.loc[aside])
for name, tree in {"grown": grown, "cut back": cut_back}.items():
    right = 100 * tree.score(X.loc[aside], melons.y.loc[aside])
    print(f"{name:8}  {tree.get_n_leaves()} leaves, {right:.1f} % of the seven right")

# %% [markdown]
# (42.9 % and 71.4 %, as in the book. The second number was *made* large by the cutting, so those seven
# melons are no test any more.)
#
# ## 10. Three programs, one tree
#
# scikit-learn, R's `rpart` and `dtlib` on the children's three numeric columns. What R says was recorded
# with R 4.2.2 and rpart 4.1.19.

# %%
# A node: children, how many of them with kyphosis; then the question, its yes, its no.
age_111 = (21, 6, "Age < 111", (7, 4), (14, 2))
age_55 = (33, 6, "Age < 55", (12, 0), age_111)
start_14 = (62, 6, "Start < 14.5", age_55, (29, 0))
of_rpart = (81, 17, "Start < 8.5", (19, 11), start_14)


def of_dtlib(node):
    """The same of a tree of dtlib."""
    about = (node["n"], node["dist"][1])
    if "branches" not in node:
        return about
    question = f"{node['attribute']} < {node['threshold']:g}"
    return (*about, question, *map(of_dtlib, node["branches"]))


def of_sklearn(tree, node=0):
    """The same of a tree of scikit-learn, which keeps shares instead of numbers."""
    n = tree.n_node_samples[node]
    about = (n, round(n * tree.value[node, 0, 1]))
    yes, no = tree.children_left[node], tree.children_right[node]
    if yes == no:
        return about
    question = f"{children.X.columns[tree.feature[node]]} < {tree.threshold[node]:g}"
    return (*about, question, of_sklearn(tree, yes), of_sklearn(tree, no))


# %% [markdown]
# Each tree as a wall of bricks: a brick is a node, as wide as it has children, the darker the more of them
# have kyphosis. What stands below a brick are its branches.


# %%
def draw_bricks(ax, node, left=0, depth=0):
    n, present, *below = node
    words = {"ha": "center", "va": "center", "fontsize": 7, "color": "white" if present > n / 2 else "black"}
    colour = plt.cm.Blues(0.1 + 0.8 * present / n)
    ax.barh(-depth, n, left=left, height=0.9, color=colour, edgecolor="black")
    ax.text(left + n / 2, -depth + 0.2 * bool(below), f"{present:g}/{n:g}", **words)
    if below:
        question, yes, no = below
        ax.text(left + n / 2, -depth - 0.2, question, **words)
        draw_bricks(ax, yes, left, depth + 1)
        draw_bricks(ax, no, left + yes[0], depth + 1)


sklearn_tree = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, random_state=0)
sklearn_tree.fit(children.X, kyphosis)
three_trees = {
    "rpart (recorded)": of_rpart,
    "scikit-learn": of_sklearn(sklearn_tree.tree_),
    "dtlib": of_dtlib(to_dict(five)),
}
figure, axes = plt.subplots(1, 3, figsize=(9.5, 3), sharey=True)
for ax, (program, tree) in zip(axes, three_trees.items(), strict=True):
    draw_bricks(ax, tree)
    ax.set(title=program, xlabel="children", yticks=[])
    ax.grid(visible=False)
    ax.spines["left"].set_visible(False)
plt.show()
assert len(set(three_trees.values())) == 1

# %% [markdown]
# Nine nodes, the same in all three. And in scikit-learn's own drawing; compare it with ours in section 7.

# %%
figure, ax = plt.subplots(figsize=(7, 4.2))
sklearn_plot_tree(
    sklearn_tree,
    feature_names=list(children.X.columns),
    class_names=["absent", "present"],
    impurity=False,
    filled=True,
    ax=ax,
)
plt.show()

# %% [markdown]
# `rpart`'s table of prices, too, with the same five folds. CP is α in units of the root's risk.

# %%
rpart_table = pd.DataFrame(
    {
        "cp": [0.176471, 0.019608, 0.01],
        "n_leaves": [1, 2, 5],
        "relative_error": [1, 0.823529, 0.764706],
        "xerror": [1, 0.882353, 0.882353],
        "xstd": [0.215587, 0.205649, 0.205649],
    }
)
smallest_cp = 0.01 * 17 / 81  # rpart stops at cp = 0.01; the root gets 17 of 81 wrong
folds = np.resize([3, 1, 4, 2, 5], len(kyphosis))
same_settings = dtlib.CARTClassifier(**{**five.get_params(), "ccp_alpha": smallest_cp})
ours = cp_table(same_settings, children.X, kyphosis, cv=folds).to_frame()
assert np.allclose(ours[rpart_table.columns], rpart_table, atol=1e-6)
ours.round(6)

# %% [markdown]
# And the prices at which scikit-learn prunes a tree of the tumours, against ours by impurity:

# %%
path_of_sklearn = DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(
    cancer.data, cancer.target
)
path = dtlib.CARTClassifier().cost_complexity_pruning_path(cancer.data, cancer.target)
print(
    f"{len(path.ccp_alphas)} prices, largest difference",
    np.abs(path.ccp_alphas - path_of_sklearn.ccp_alphas).max(),
)
assert np.allclose(path.ccp_alphas, path_of_sklearn.ccp_alphas)

# %% [markdown]
# ### Is it true? "scikit-learn has no real pruning."
#
# It has had `ccp_alpha` since version 0.22: minimal cost-complexity pruning, this very algorithm, with
# impurity as the risk. What it does *not* have is surrogates, subset splits, and the book's error as a
# risk.

# %%
for ccp_alpha in (0, 0.01, 0.05):
    tree = DecisionTreeClassifier(ccp_alpha=ccp_alpha, random_state=0).fit(cancer.data, cancer.target)
    print(f"ccp_alpha = {ccp_alpha}: {tree.get_n_leaves()} leaves")
try:
    DecisionTreeClassifier().fit(days[["weather", "wind"]], days["park"])
except ValueError as refusal:
    print("and of a category it says:", refusal)

# %% [markdown]
# ### Is it true? "scikit-learn's `criterion="entropy"` is ID3, or C4.5."
#
# It is CART with another impurity: two branches, no gain ratio, no subsets. Ours with
# `criterion="entropy"` asks the same questions.

# %%
by_entropy = dtlib.CARTClassifier(criterion="entropy", max_depth=3).fit(children.X, kyphosis)
theirs = DecisionTreeClassifier(criterion="entropy", max_depth=3, random_state=0).fit(children.X, kyphosis)
same = sorted(by_entropy.tree_.n_rows) == sorted(theirs.tree_.n_node_samples)
print("branches of its inner nodes:", set(by_entropy.tree_.n_children[~by_entropy.tree_.is_leaf].tolist()))
print("children in each node as in scikit-learn's tree:", same)
assert same

# %% [markdown]
# ## 11. Is it true? "CART has no bias towards many-valued features."
#
# It doesn't *fragment* the rows as ID3 does. But a column that offers more splits has more chances to
# look good by accident. Let four columns know nothing about the label, and see which of them is chosen
# first. Without bias each would win a quarter of the time.

# %%
rng = np.random.default_rng(0)
columns = ["2 values", "5 values", "10 values", "a number"]
wins = np.zeros(4, dtype=int)
for _ in range(250):
    coin = rng.permutation(["heads", "tails"] * 40)
    scores = [dtlib.best_subset(rng.integers(k, size=80), coin).score for k in (2, 5, 10)]
    scores.append(dtlib.best_threshold(rng.normal(size=80), coin).score)
    wins[np.argmax(scores)] += 1

figure, ax = plt.subplots(figsize=(6.4, 2.6))
splits = ["1 split", "15 splits", "511 splits", "79 splits"]
ax.barh([f"{c} ({s})" for c, s in zip(columns, splits, strict=True)], wins / wins.sum(), color=BLUE)
ax.axvline(0.25, color=VERMILLION, linestyle="--")
ax.set_xlabel("share of 250 tables in which the useless column wins")
ax.grid(axis="y", visible=False)
plt.show()
assert wins[2] > wins.sum() / 2
assert wins[0] < wins.sum() / 20

# %% [markdown]
# The ten values, which can be grouped in 511 ways, win most of the time, and the column with two values
# next to never. Loh and Shih described this in 1997; trees that choose the column by a test first, and
# the split afterwards, are one answer. Remember it when you read feature importances.
#
# ## 12. How fast can it be?
#
# By **brute force** every candidate cut counts all rows anew: about $n^2$ looks in a node of $n$ rows.
# **Incrementally**, the rows are sorted and moved to the left one at a time, and the counts follow: $n
# \log n$, for the sorting. And one need not sort in every node: a sorted list from which rows are taken
# is still sorted. Sort every column **once**, and grow all nodes of a **level** together, so that NumPy
# runs the loops. The three builders of `dtlib.teaching` are a screenful each; `dtlib.CARTClassifier` and
# scikit-learn for comparison.

# %%
rng = np.random.default_rng(12)


def timings(n):
    """Seconds of the processor that each builder takes for a table of n rows and 4 columns."""
    X = rng.normal(size=(n, 4)).round(3)
    y = (X[:, 0] + X[:, 1] + rng.normal(size=n) > 0).astype(int)
    columns, labels = X.T.tolist(), y.tolist()
    work = {
        "brute force": lambda: build_cart(columns, labels, brute_force),
        "incremental": lambda: build_cart(columns, labels, incremental),
        "levels": lambda: build_cart_by_levels(columns, labels),
        "dtlib": lambda: dtlib.CARTClassifier().fit(X, y),
        "scikit-learn": lambda: DecisionTreeClassifier(random_state=0).fit(X, y),
    }
    too_slow = {"brute force": 400, "incremental": 1600}
    return {
        name: min(repeat(build, number=1, repeat=2, timer=process_time))
        for name, build in work.items()
        if n <= too_slow.get(name, n)
    }


seconds = pd.DataFrame({n: timings(n) for n in (100, 200, 400, 800, 1600, 3200)}).T
ax = seconds.plot(figsize=(7.5, 4), marker="o", markersize=4, loglog=True)
ax.set_xlabel("rows")
ax.set_ylabel("processor time for the whole tree (seconds)")
ax.legend(bbox_to_anchor=(1, 1))
plt.show()

# %% [markdown]
# What counts here is steepness. Twice the rows take brute force between three and four times as long, in
# the long run four; the incremental search takes little more than twice as long. (The lines of `dtlib`
# and scikit-learn begin almost level: on a small table most of the time goes into getting ready.) A
# constant factor can be bought with a faster machine or a compiler; a slope can't.

# %%
slope = np.log2(seconds["brute force"].loc[400] / seconds["brute force"].loc[200])
print(f"brute force, from 200 rows to 400: {2**slope:.1f} times as long")
print(seconds.round(4).to_string(na_rep=""))

# %% [markdown]
# ## 13. In an interview
#
# Answer aloud, in two or three sentences, before you open.
#
# <details><summary>How does CART differ from ID3 and C4.5?</summary>
#
# Two branches at every node; Gini (or squared error) instead of gain or gain ratio; columns may be asked
# again; it does regression; missing values by surrogates instead of fractional cases; cost-complexity
# pruning with cross-validation instead of an error estimate on the training set.
# </details>
#
# <details><summary>A category has 20 values. How many binary splits are there, and how many must you try?</summary>
#
# 2^19 − 1 = 524,287. With two classes, or in regression, 19: sort the values by the share of one class
# (by the mean) and cut. With three or more classes there is no such order.
# </details>
#
# <details><summary>What is wrong with label-encoding a category for a decision tree?</summary>
#
# Thresholds can then only separate runs of codes, in an order that means nothing. The tree needs several
# splits for what one subset split says, and may give up before it has made them.
# </details>
#
# <details><summary>What does a leaf of a regression tree predict, and why?</summary>
#
# The mean of its training targets: the constant with the smallest sum of squares. (For absolute errors it
# would be the median.)
# </details>
#
# <details><summary>What is a surrogate split, and when is it worth keeping?</summary>
#
# A split on another column that imitates the primary one, for rows whose primary value is missing. It
# must agree with it on more rows than the majority rule does.
# </details>
#
# <details><summary>Explain weakest-link pruning to someone who has never heard of it.</summary>
#
# Charge a price for every leaf and raise it slowly. Each branch saves some errors for some extra leaves;
# the branch that saves least per leaf is the first that is no longer worth it. Cut it, count again, go
# on. The result is a nested sequence of trees, one for each range of prices.
# </details>
#
# <details><summary>Is the weakest link always a pair of leaves?</summary>
#
# No. A branch can save less per leaf than any pair inside it: the kyphosis tree, where a branch of four
# leaves saves one error.
# </details>
#
# <details><summary>Why not choose alpha by the training error? Why the 1-SE rule?</summary>
#
# The training error always prefers the largest tree. The cross-validated minimum is itself uncertain, and
# the curve is flat around it; within one standard error the smallest tree is taken because it is simpler
# and no worse as far as one can tell.
# </details>
#
# <details><summary>You prune by ccp_alpha in scikit-learn and your colleague by cp in rpart. Why do you get different trees?</summary>
#
# Different risks: impurity of the leaves there, misclassification here. Different units: cp is divided by
# the root's risk. And rpart stops early by default (minsplit 20, minbucket 7, cp 0.01).
# </details>
#
# <details><summary>Do trees need scaled features? Are they robust to outliers?</summary>
#
# No scaling: only the order of the values counts, so outliers in x do little. Outliers in the target of a
# regression tree do a lot, because errors are squared.
# </details>
#
# ## 14. Three exercises
#
# 1. **With pencil and paper.** Customers by income: low 4 (3 buy), medium 6 (4 buy), high 4 (2 buy).
#    Which of the three groupings leaves the smallest Gini? Sort by share first; then you need only two of
#    them. Check with `cart.best_subset_split` or, in the assignment, with your own.
# 2. **In the assignment.** Write `weakest_link` and `prune_sequence`, and prune the tree of section 8
#    with them: `as_dictionary(to_dict(deep))` is in the form they want. Do you get the sizes of the first
#    strip?
# 3. **Beyond it.** Repeat the table of section 9 with twenty other divisions into ten folds
#    (`sklearn.model_selection.StratifiedKFold(10, shuffle=True, random_state=...)`, passed as `cv`). How
#    often does the minimum move, and how often the choice of the 1-SE rule?
#
# <details><summary>For the first: what you should have found</summary>
#
# Shares 0.5, 0.667, 0.75. High against the rest leaves 0.443, low against the rest 0.450: the table is
# that of Han and Kamber, and high | low, medium wins.
# </details>

# %%
income = ["low"] * 4 + ["medium"] * 6 + ["high"] * 4
buys = ["yes"] * 3 + ["no"] + ["yes"] * 4 + ["no"] * 2 + ["yes"] * 2 + ["no"] * 2
for value in ("high", "low"):
    sides = [[b for i, b in zip(income, buys, strict=True) if (i == value) is keep] for keep in (True, False)]
    print(f"{value} against the rest: {cart.gini_split(*sides):.4f}")
assert [row[1] for row in cart.prune_sequence(as_dictionary(to_dict(deep)))] == sizes_by_error

# %% [markdown]
# ## What to take home
#
# - Two branches, always. $k$ values can be grouped in $2^{k-1} - 1$ ways; with two classes, or a number
#   to predict, sorting leaves $k - 1$.
# - Sums of squares in the place of Gini, means in the leaves: that is a regression tree. It predicts in
#   steps and does not extrapolate.
# - A surrogate imitates a split and must beat the blind rule: $(a - m)/(1 - m)$.
# - Grow large, then cut. $g(t)$ is what a branch saves per leaf; the smallest goes first, and may be far
#   up.
# - Cross-validate the price. Take the minimum, or with 1-SE the smallest tree that is as good as can be
#   told.
# - Say which risk you prune by: error in the book and in rpart, impurity in scikit-learn.
