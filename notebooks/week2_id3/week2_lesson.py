# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 2 · ID3: one question after another
#
# Last week you learnt to tell a good question from a poor one. This week you let a program ask: the best
# question first, and then, in every branch, the best one there. That program is ID3, published by Ross
# Quinlan in 1986. It is the shortest of the three algorithms of this course. The other two share its idea,
# and mend what you will see go wrong today.
#
# Read with a pencil. Where a cell says `my_answer = None`, put your own number in the place of `None`
# before you run the next cell. Nothing breaks if you don't; you only learn less.

# %%
import sys
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier
from sklearn.tree import export_text as sklearn_export_text

import dtlib
from dtlib import teaching
from dtlib.datasets import load_penguins, load_play_tennis, load_watermelon20, load_weather_wind
from dtlib.export import export_rules, export_text, plot_tree
from dtlib.style import BLUE, CLASS_COLOURS, GREY, ORANGE, VERMILLION, use_course_style

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
# Fourteen Saturday mornings, from Quinlan's paper. On nine of them somebody played tennis.

# %%
tennis = load_play_tennis()
tennis.frame.set_axis(range(1, 15))

# %% [markdown]
# It is Saturday again: sunny, cool, high humidity, windy. Will they play? You look the morning up in the
# table.

# %%
today = {"outlook": "sunny", "temperature": "cool", "humidity": "high", "windy": "true"}
same = tennis.X.eq(pd.Series(today)).all(axis=1)
print(f"mornings exactly like today: {same.sum()}")

# %% [markdown]
# There is none. Four attributes with three, three, two and two values make 36 different mornings, and we
# have seen 14. A table remembers; it has no opinion about what it has not seen. Here is all that it knows:

# %%
every_morning = pd.DataFrame(
    product(*(sorted(tennis.X[name].unique()) for name in tennis.X)), columns=tennis.X.columns
)
remembered = every_morning.merge(tennis.frame, how="left")["play"]
assert len(every_morning) == 36
assert remembered.notna().sum() == 14


def draw_mornings(ax, answers, title):
    """All 36 mornings as squares; blue for yes, orange for no, white for no answer."""
    grid = every_morning.assign(answer=answers).pivot(
        index=["outlook", "windy"], columns=["humidity", "temperature"], values="answer"
    )
    grid = grid.sort_index(axis="columns")
    codes = grid.apply(lambda column: column.map({"no": 0, "yes": 1})).to_numpy(dtype=float)
    ax.imshow(codes, cmap=ListedColormap(CLASS_COLOURS[:2]), vmin=0, vmax=1)
    for (row, column), code in np.ndenumerate(codes):
        if not np.isnan(code):
            ax.text(column, row, ["no", "yes"][int(code)], ha="center", va="center", color="white")
    ax.set_xticks(range(6), [temperature for _, temperature in grid.columns])
    ax.set_yticks(range(6), [f"{outlook}, {'windy' if w == 'true' else 'calm'}" for outlook, w in grid.index])
    ax.set_xlabel("high humidity (left) · normal humidity (right)")
    ax.axvline(2.5, color="white", linewidth=4)
    ax.set_title(title)
    ax.grid(visible=False)


figure, ax = plt.subplots(figsize=(5.4, 3.8))
draw_mornings(ax, remembered, "What the table knows")
plt.show()

# %% [markdown]
# To answer for a white square we must believe that some differences do not matter. Which ones? That is what
# the fourteen mornings have to tell us, and ID3 is a way of making them talk.
#
# ## 2. The idea
#
# Ask one question, the one that tells most. Its answers sort the rows into branches. A branch whose rows all
# agree is finished. Any other branch is a smaller table with the same problem, so treat it *in the same
# way*.
#
# That is a **recursion**. Let $D$ be the rows at a node and $\mathcal{A}$ the attributes that may still be
# asked there. With last week's
#
# $$\mathrm{gain}(D, A) = H(D) - \sum_v \frac{|D_v|}{|D|}\, H(D_v)$$
#
# the best question is $A^* = \arg\max_{A \in \mathcal{A}} \mathrm{gain}(D, A)$, and the tree is
#
# $$T(D, \mathcal{A}) =
# \begin{cases}
# \text{a leaf with the majority label of } D & \text{if no } A \in \mathcal{A} \text{ has a gain above } 0,\\[4pt]
# \text{a node that asks } A^* \text{, with a branch } T(D_v,\; \mathcal{A} \setminus \{A^*\})
# \text{ for each value } v & \text{otherwise.}
# \end{cases}$$
#
# Two things are easily overlooked. The tree is **multiway**: a question opens one branch for each value, two
# or ten. And an attribute is used up **along a path**, not in the whole tree: inside a branch everybody has
# the same value of it, so asking again would gain nothing there, but the sister branch has never heard of
# the question.
#
# ## 3. Ten days by hand
#
# The ten days of last week, small enough for pencil and paper.

# %%
days = load_weather_wind()
days.frame.set_axis(range(1, 11))

# %% [markdown]
# The root is last week's result: the weather gains 0.4000 bits, the wind 0.2781. So ask for the weather.
# The overcast days are all "yes": finished. The sunny days (1, 2, 7) and the rainy ones (5, 6, 9, 10) are
# mixed, and the wind is still free.
#
# **Your turn.** How many bits does the wind gain among the three sunny days? And among the four rainy ones?
# ($\log_2 3 \approx 1.585$.)

# %%
my_answer_sunny = None
my_answer_rain = None


# %%
def branch(frame, **values):
    """The rows of a table that have these values."""
    return frame[frame[list(values)].eq(pd.Series(values)).all(axis=1)]


sunny, rain = (branch(days.frame, weather=value) for value in ("sunny", "rain"))
compare(my_answer_sunny, dtlib.information_gain(sunny["wind"], sunny["park"]))
compare(my_answer_rain, dtlib.information_gain(rain["wind"], rain["park"]))

# %% [markdown]
# Step by step, so that you can find the line where you went another way:


# %%
def show_steps(frame, column, target):
    """Print every term of the gain of a column."""
    before = dtlib.entropy(frame[target])
    print(f"{len(frame)} rows, entropy {before:.4f} bits; ask for the {column}:")
    for value, labels in frame.groupby(column)[target]:
        counts = ", ".join(f"{count} {label}" for label, count in labels.value_counts().sort_index().items())
        share = len(labels) / len(frame)
        print(
            f"  {value:8} {counts:12} entropy {dtlib.entropy(labels):.4f} x {len(labels)}/{len(frame)}",
            end="",
        )
        print(f" = {dtlib.entropy(labels) * share:.4f}")
    left = dtlib.conditional_entropy(frame[column], frame[target])
    print(f"  left {left:.4f}, gained {before - left:.4f} bits\n")


for column in ("weather", "wind"):
    show_steps(days.frame, column, "park")

# %%
for frame in (sunny, rain):
    show_steps(frame, "wind", "park")

# %% [markdown]
# In both branches the wind gains something, so both ask for it. Now all attributes are used up on every
# path, and we are done. Before you look: how many leaves does the tree have, and which label does the leaf
# "rain, low wind" get, where one day says "yes" and one says "no"?

# %%
my_number_of_leaves = None
my_label = None

# %%
park = dtlib.ID3Classifier().fit(days.X, days.y)
print(export_text(park))
compare(my_number_of_leaves, park.get_n_leaves(), unit="leaves")
tie = park.predict(pd.DataFrame({"weather": ["rain"], "wind": ["low"]}))[0]
print(f"rain, low wind: {tie}" + ("" if my_label is None else f"; you wrote {my_label}"))

# %% [markdown]
# In brackets: how many days have reached the leaf, and after a stroke how many of them its label gets wrong.
# The same as a picture, with the counts of both labels in every box:

# %%
plot_tree(park)
plt.show()

# %% [markdown]
# Look at the two leaves under rain. Both say "no". Was the question about the wind worth asking there? It
# did gain 0.3113 bits: with high wind we are sure now, with low wind it is one against one. The *label* is
# the same on both sides, the *confidence* is not. ID3 cares about confidence. Whether such a pair of leaves
# should stay is a question for next week, when we learn to prune.
#
# The tie itself has been broken by a rule: **of equally frequent labels the first in sorted order**, and
# "no" comes before "yes". Any rule will do, but there must be one, or two people grow different trees from
# the same table.

# %%
assert np.isclose(dtlib.information_gain(rain["wind"], rain["park"]), 0.3113, atol=5e-5)
assert tie == "no"

# %% [markdown]
# ## 4. Every way out
#
# A recursion that never ends is soon written. These are all the ways in which ID3's comes to its end.
# `teaching.build_id3` is the plain recursion that you will write yourself; a leaf comes out as
# its label, an inner node as a dictionary.
#
# **All labels agree.** Nothing is left to ask about.

# %%
rows = [{"sky": "blue", "wind": "low"}, {"sky": "grey", "wind": "low"}, {"sky": "grey", "wind": "high"}]
teaching.build_id3(rows, ["yes", "yes", "yes"], ["sky", "wind"])

# %% [markdown]
# **No attribute is left.** The labels disagree and there is nothing more to ask: the majority decides.

# %%
teaching.build_id3(rows, ["yes", "yes", "no"], [])

# %% [markdown]
# **No attribute gains anything.** Here both rows look alike, whatever one asks. (One against one: the first
# label in sorted order.)

# %%
teaching.build_id3([{"sky": "grey", "wind": "low"}] * 2, ["yes", "no"], ["sky", "wind"])

# %% [markdown]
# **An empty branch.** At this node nobody has seen a black sky. Textbooks that open a branch for every
# value that *exists* make a leaf for it, with the majority label of the node above. We open branches only
# for the values that *occur* here, and let each node keep its majority for strangers. On any row the two
# give the same answer; ours also has one for a value that nobody has ever seen.

# %%
tree = teaching.build_id3(rows, ["yes", "no", "no"], ["sky", "wind"])
print(tree)
print("black sky:", teaching.predict_one(tree, {"sky": "black", "wind": "low"}))

# %% [markdown]
# **A limit.** One may forbid more than so many questions in a row, or leaves with too few rows, or a gain
# that is not worth a node. These are the same days with each limit in turn:

# %%
for limit in ({}, {"max_depth": 1}, {"min_samples_leaf": 2}, {"min_samples_split": 4}, {"min_gain": 0.35}):
    limited = dtlib.ID3Classifier(**limit).fit(days.X, days.y)
    size = f"{limited.get_n_leaves()} leaves, depth {limited.get_depth()}"
    print(f"{limit or 'no limit'!s:24} {size}, {limited.score(days.X, days.y):.0%} of the ten days right")

# %% [markdown]
# The last limit removes just the idle question under rain, and costs nothing here. But who would have known
# that 0.35 is the right number?
#
# The first two exits need no line of their own in the code. If all labels agree, no attribute has a gain;
# if no attribute is left, none has either. "No attribute gains anything" covers all three.
#
# ## 5. Quinlan's tree
#
# Now the fourteen mornings. Which question comes first? Guess before you run.

# %%
gains = pd.Series({name: dtlib.information_gain(tennis.X[name], tennis.y) for name in tennis.X})
print(f"entropy of the fourteen labels: {dtlib.entropy(tennis.y):.3f} bits")
print(gains.round(4).to_string())

# %% [markdown]
# The outlook. (Quinlan prints 0.246 and 0.151 where you see 0.2467 and 0.1518: he subtracted numbers that
# were already rounded.) The overcast mornings are all "yes". In the two other branches the choice starts
# afresh, with the rows that are there:

# %%
for outlook in ("sunny", "rain"):
    inside = branch(tennis.frame, outlook=outlook)
    inside_gains = {
        name: round(dtlib.information_gain(inside[name], inside["play"]), 3)
        for name in ("temperature", "humidity", "windy")
    }
    print(f"{outlook:6} {inside_gains}")

# %% [markdown]
# On sunny days the humidity settles everything; on rainy days it settles next to nothing, and the wind
# settles everything. That is why ID3 chooses again in every branch. A ranking of the attributes made once,
# at the root, would miss it.

# %%
play = dtlib.ID3Classifier().fit(tennis.X, tennis.y)
plot_tree(play)
plt.show()

# %% [markdown]
# This is the tree in Quinlan's paper. Five leaves, and the temperature is never asked: once the rest is
# known, these mornings do not need it. Now the tree has an opinion about all 36 mornings, and about today.

# %%
print("today:", play.predict(pd.DataFrame([today]))[0])

figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.9), sharey=True)
draw_mornings(left, remembered, "What the table knows")
draw_mornings(right, play.predict(every_morning), "What the tree says")
plt.show()

# %%
assert play.get_n_leaves() == 5
assert play.get_depth() == 2
assert play.score(tennis.X, tennis.y) == 1.0

# %% [markdown]
# Each leaf is a block of squares of one colour. The tree agrees with the table wherever the table knows, and
# fills the rest with blocks. Whether it is *right* there, the table cannot say.
#
# ### Reading rules off the tree
#
# Every leaf ends a sentence. Walk from the root to the leaf, say what you pass, and you have a rule:

# %%
print(export_rules(play))

# %% [markdown]
# Exactly one of these rules fits any of the 36 mornings. The rules of a tree never overlap, so the order in
# which you read them does not matter.
#
# ### A value that nobody has seen
#
# A morning of fog. The root has no branch for it. Its rows were 9 "yes" and 5 "no", so the root's majority
# answers. On a sunny morning with a humidity that is neither high nor normal the walk gets one step further,
# and the majority of the *sunny* mornings answers: that much is known.

# %%
strangers = pd.DataFrame([{**today, "outlook": "fog"}, {**today, "humidity": "unbearable"}])
print(dict(zip(["fog", "sunny and unbearable"], play.predict(strangers).tolist(), strict=True)))
print(branch(tennis.frame, outlook="sunny")["play"].value_counts().to_dict(), "on sunny mornings")

# %% [markdown]
# ## 6. Ties
#
# Seventeen watermelons, from Zhou's textbook: is it ripe? The texture comes first. Among the nine melons
# with a clear texture, three attributes are level.

# %%
melons = load_watermelon20()
clear = branch(melons.frame, texture="clear")
for name in melons.X.columns.drop("texture"):
    print(f"{name:10} {dtlib.information_gain(clear[name], clear['ripe']):.4f} bits")

# %% [markdown]
# The book asks for the root of the melon plant; so do we, because **of equal gains the first column wins**. Put
# the columns into another order and the tree is another one. Both fit all 17 melons. How often do they disagree on the
# melons that one could still meet?

# %%
melon_tree = dtlib.ID3Classifier().fit(melons.X, melons.y)
backwards = dtlib.ID3Classifier().fit(melons.X[melons.X.columns[::-1]], melons.y)
every_melon = pd.DataFrame(product(*(melons.X[name].unique() for name in melons.X)), columns=melons.X.columns)
differ = melon_tree.predict(every_melon) != backwards.predict(every_melon[backwards.feature_names_in_])

for name, grown in (("columns as printed", melon_tree), ("columns backwards", backwards)):
    rightly = grown.score(melons.X[grown.feature_names_in_], melons.y)
    print(f"{name}: {grown.get_n_leaves()} leaves, depth {grown.get_depth()}, {rightly:.0%} of the 17 right")
print(f"they disagree on {differ.sum()} of {len(every_melon)} possible melons ({differ.mean():.0%})")

# %% [markdown]
# So a tree is one of several that the data allow. Remember that when somebody reads deep meaning into which
# attribute came first.
#
# A tie on paper may not be a tie in the machine. Add the same three numbers in two orders:

# %%
print((0.1 + 0.2) + 0.3 == 0.1 + (0.2 + 0.3), (0.1 + 0.2) + 0.3 - (0.1 + (0.2 + 0.3)))

# %% [markdown]
# That is why the assignment asks you to treat gains that differ by less than $10^{-12}$ as equal, and a
# gain below $10^{-12}$ as none.
#
# ## 7. The weakness: many values
#
# Number the mornings from 1 to 14 and let ID3 see the number. What will it gain? Write your guess down.

# %%
my_answer_day = None

# %%
numbered = tennis.X.assign(day=range(1, 15))
compare(my_answer_day, dtlib.information_gain(numbered["day"], tennis.y))

# %% [markdown]
# Every branch holds one morning and is pure. So no doubt is left, and the gain is all the doubt there was,
# $H(D)$ = 0.940 bits. No attribute can gain more: the number of the day beats the outlook, and takes the
# root.

# %%
by_number = dtlib.ID3Classifier().fit(numbered, tennis.y)
plot_tree(by_number)
plt.show()

# %%
print(f"{by_number.get_n_leaves()} leaves, depth {by_number.get_depth()}")
print(f"right on the fourteen mornings: {by_number.score(numbered, tennis.y):.0%}")
tomorrow = every_morning.assign(day=15)
print("its answers for day 15, all 36 mornings:", set(by_number.predict(tomorrow).tolist()))
assert by_number.get_depth() == 1
assert by_number.get_n_leaves() == 14

# %% [markdown]
# A **shallow, wide** tree: one question, fourteen leaves. It has learnt the list by heart, and on any new
# day it says what the root's majority says, come rain or shine.
#
# The number of the day is only the extreme case. Take attributes that know *nothing*, drawn at random, with
# more and more values. On fourteen rows their gain should be 0. It is not:

# %%
rng = np.random.default_rng(2)
sizes = np.arange(2, 21)
useless = np.array(
    [[dtlib.information_gain(rng.integers(k, size=14), tennis.y) for _ in range(80)] for k in sizes]
)
plt.figure(figsize=(8.8, 3.6))
plt.plot(np.repeat(sizes, 80), useless.ravel(), ".", color=GREY, alpha=0.25, markersize=4)
plt.plot(sizes, useless.mean(axis=1), "o-", color=BLUE, label="average gain of a useless attribute")
plt.axhline(gains["outlook"], color=VERMILLION, linestyle="--", label="gain of the outlook")
plt.axhline(dtlib.entropy(tennis.y), color="black", linestyle=":", label="H(D), the most one can gain")
plt.xlabel("number of values of the attribute")
plt.ylabel("information gain (bits)")
plt.xticks(range(2, 21, 2))
plt.legend(loc="upper left", bbox_to_anchor=(1, 1))
plt.title("On 14 rows, knowing nothing looks better the more values it has")
plt.show()

# %%
ahead = {int(k): (row > gains["outlook"]).mean() for k, row in zip(sizes, useless, strict=True)}
for k in (2, 3, 5, 8):
    print(f"{k} random values: better than the outlook in {ahead[k]:.0%} of the tables")
assert ahead[2] < 0.05
assert ahead[8] > 0.75

# %% [markdown]
# Small branches are pure by chance, and many values make small branches. So gain is **biased towards
# attributes with many values**. A key column, a date, a postcode, a surname: take them out before ID3 sees
# them, or it will ask nothing else. Next week's algorithm, C4.5, charges an attribute for its values.
#
# ## 8. Zero gain
#
# ID3 stops where nothing gains. There are two quite different reasons for that.
#
# **Hopeless.** Two rows are identical and their labels are not. No question can tell them apart. The
# training error that stays is not the tree's fault.

# %%
twins = pd.DataFrame({"sky": ["grey", "grey", "blue"], "wind": ["low", "low", "low"]})
stuck = dtlib.ID3Classifier().fit(twins, ["yes", "no", "yes"])
print(export_text(stuck))
print(f"right on its own rows: {stuck.score(twins, ['yes', 'no', 'yes']):.0%}")

# %% [markdown]
# **Solvable, but not one question at a time.** Two switches at the two ends of a staircase: the lamp is lit
# if exactly one of them is up. Knowing one switch tells nothing about the lamp. Knowing both tells all.

# %%
switches = pd.DataFrame(list(product(["down", "up"], repeat=2)), columns=["below", "above"])
lamp = ["dark" if below == above else "lit" for below, above in switches.to_numpy()]
for name in switches:
    print(f"{name}: gain {dtlib.information_gain(switches[name], lamp):.4f} bits")
both = switches["below"] + "/" + switches["above"]
print(f"both as one attribute: gain {dtlib.information_gain(both, lamp):.4f} bit")
print("ID3's tree:", export_text(dtlib.ID3Classifier().fit(switches, lamp)))

# %%
figure, ax = plt.subplots(figsize=(3.4, 3))
for state, colour, marker in (("dark", ORANGE, "s"), ("lit", BLUE, "o")):
    chosen = switches[[is_state == state for is_state in lamp]]
    ax.plot(chosen["below"], chosen["above"], marker, color=colour, markersize=16, linestyle="", label=state)
ax.set_xlabel("switch below")
ax.set_ylabel("switch above")
ax.margins(0.4)
ax.legend(title="lamp", markerscale=0.6, loc="upper left", bbox_to_anchor=(1, 1))
ax.set_title("One of each colour in every row and column")
plt.show()

# %% [markdown]
# This is exclusive or, and it shows what **greedy** means: ID3 looks one question ahead and never two. A
# tree that asks both switches would have four leaves and make no error. ID3 makes one leaf and is wrong half
# of the time.
#
# ## 9. A bug that everyone writes once
#
# An attribute is used up along a path. The obvious way to remember that is a list from which one removes
# what has been asked. Here is the idea without any gains: a questionnaire that asks everything that is still
# free, in each branch.

# %%
answers = {"weather": ["sunny", "rain"], "wind": ["high", "low"]}


def questionnaire(free):
    """Ask whatever is still free, then go on in each branch."""
    if not free:
        return "done"
    attribute = free.pop(0)
    return {f"{attribute} is {answer}": questionnaire(free) for answer in answers[attribute]}


questionnaire(["weather", "wind"])

# %% [markdown]
# On sunny days it asks for the wind; on rainy days it does not. Yet the code says nothing about sun and
# rain. All branches share *one* list, and the first branch has emptied it before the second begins. The
# same happens to a global `used_features`, or to a list as default argument. The repair is one line: every
# branch gets a list of its own.


# %%
def questionnaire(free):
    """Ask whatever is still free, then go on in each branch."""
    if not free:
        return "done"
    attribute, *others = free
    return {f"{attribute} is {answer}": questionnaire(others) for answer in answers[attribute]}


questionnaire(["weather", "wind"])

# %% [markdown]
# What makes the bug nasty: nothing crashes, the tree looks reasonable, and on Quinlan's mornings it is even
# the right tree, because there no two branches ask the same thing. On our ten days two branches ask for the
# wind, which is why the assignment checks that table first.
#
# ## 10. Recursion, or a list of things to do
#
# Recursion is the shortest way to write ID3. It keeps the unfinished nodes on Python's call stack, and that
# stack is limited. Suppose a tree asks questions in a long row, each with one way out:


# %%
def chain(length):
    """A tree that asks `length` questions in a row."""
    tree = "end"
    for question in reversed(range(length)):
        tree = {"attribute": question, "majority": "out", "branches": {"no": "out", "yes": tree}}
    return tree


print("100 questions (leaves, depth):", teaching.count_leaves_depth(chain(100)))
length = 2 * sys.getrecursionlimit()
try:
    teaching.count_leaves_depth(chain(length))
except RecursionError as problem:
    print(f"{length} questions: {problem}")

# %% [markdown]
# The walk of a single row does not mind, as it needs no memory of where it has been. A loop is enough:

# %%
print(f"{length} questions, a row that always says yes:", end=" ")
print(teaching.predict_one(chain(length), dict.fromkeys(range(length), "yes")))

# %% [markdown]
# Growing can do without recursion too. Keep a list of unfinished nodes; take one off, finish it, put its
# branches on. That list is a **stack of your own**, and it may grow as long as memory lasts. The tree is the
# same.

# %%
ten_days = days.X.to_dict("records"), days.y.tolist(), list(days.X.columns)
assert teaching.build_id3(*ten_days) == teaching.build_id3_with_stack(*ten_days)
print("recursion and stack: the same tree")

# %% [markdown]
# `dtlib.ID3Classifier` goes one step further and handles all open nodes of a level at once. Week 4 shows
# what that buys.
#
# ## 11. A tree, or a table of rules?
#
# Section 5 turned a tree into rules. The way back is not so easy. Take two rules and a default:
#
# > yes if *a and b*; yes if *c and d*; otherwise no.
#
# These rules overlap, which no tree can do: a tree must begin with one attribute and tell both rules in each
# of its branches. Here is ID3 on all sixteen cases.

# %%
cases = pd.DataFrame(list(product(["no", "yes"], repeat=4)), columns=list("abcd"))
holds = np.where(
    ((cases["a"] == "yes") & (cases["b"] == "yes")) | ((cases["c"] == "yes") & (cases["d"] == "yes")),
    "yes",
    "no",
)
overlapping = dtlib.ID3Classifier().fit(cases, holds)
print(f"{overlapping.get_n_leaves()} leaves for two rules and a default:\n")
print(export_text(overlapping))
assert overlapping.score(cases, holds) == 1.0

# %% [markdown]
# The part about *c* and *d* stands there twice. Rules can be shorter, then. A tree has other virtues. It is
# grown by one simple procedure, exactly one of its rules fits each row, and one reads an answer off after
# a few questions instead of trying rule after rule.
#
# ## 12. Real data
#
# 344 penguins of three species. Island and sex are categories; four measurements are numbers. What does ID3
# say to numbers?

# %%
penguins = load_penguins()
measured = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
try:
    dtlib.ID3Classifier().fit(penguins.X, penguins.y)
except ValueError as problem:
    print(problem)

# %% [markdown]
# It refuses, and says what to do. To ID3 every value is a name, and 39.1 mm has as little to do with 39.2 mm
# as "rain" with "fog". So cut each measurement into a few intervals first. And a bird whose sex nobody wrote
# down gets a value of its own, "unknown". (Week 3 has better answers to both.)


# %%
def as_categories(table, bins):
    """Measurements cut into intervals that hold about equally many birds; what is missing becomes "unknown"."""
    cut = {name: dtlib.discretize(table[name], bins, strategy="quantile") for name in measured}
    return table[["island", "sex"]].assign(**cut).astype(object).fillna("unknown")


birds = as_categories(penguins.X, 3)
train, test, train_species, test_species = train_test_split(
    birds, penguins.y, test_size=0.3, random_state=2, stratify=penguins.y
)
species = dtlib.ID3Classifier().fit(train, train_species)
print(f"{species.get_n_leaves()} leaves, depth {species.get_depth()}")
print(f"right on the {len(train)} birds it has seen:     {species.score(train, train_species):.1%}")
print(f"right on the {len(test)} birds it has not seen: {species.score(test, test_species):.1%}")

# %%
print(export_text(species))

# %% [markdown]
# We kept three birds of ten aside while the tree was grown, and asked about those. Only that second number
# says what the tree is worth.
#
# Why three intervals? More intervals describe a bird more exactly, and also give each attribute more values,
# and section 7 has told us what ID3 makes of that. Ten random divisions of the birds for each number of
# intervals:

# %%
bins = [2, 3, 4, 6, 8, 12, 16, 24, 32]
scores = []
for number in bins:
    cut = as_categories(penguins.X, number)
    for seed in range(10):
        known, new, known_species, new_species = train_test_split(
            cut, penguins.y, test_size=0.3, random_state=seed, stratify=penguins.y
        )
        grown = dtlib.ID3Classifier().fit(known, known_species)
        scores.append((number, grown.score(known, known_species), grown.score(new, new_species)))
accuracy = pd.DataFrame(scores, columns=["intervals", "seen", "unseen"]).groupby("intervals").mean()

# %%
plt.plot(accuracy.index, accuracy["seen"], "o-", label="birds the tree has seen")
plt.plot(accuracy.index, accuracy["unseen"], "o--", label="birds kept aside")
plt.xscale("log")
plt.xticks(bins, bins)
plt.minorticks_off()
plt.xlabel("intervals for each measurement")
plt.ylabel("share of birds named rightly")
plt.title("The finer the intervals, the more is learnt by heart")
plt.legend()
plt.show()

# %%
print(accuracy.round(3).to_string())
assert accuracy["seen"].iloc[-1] > 0.99
assert accuracy["unseen"].max() - accuracy["unseen"].iloc[-1] > 0.05

# %% [markdown]
# The upper line climbs to 1. The lower one rises by a step, from two intervals to three, and then falls: what
# is learnt beyond that point is learnt by heart. That is called **overfitting**, and keeping rows aside is how
# one sees it.
#
# ## 13. Is it true?
#
# Sentences from popular articles, each put to the test.
#
# ### "An ID column has an information gain of 1 and makes a very deep tree."
#
# Its gain is $H(D)$. With two classes that is 1 only if they are equally frequent. And the tree could not be
# shallower: one question.

# %%
for name, data in (("play_tennis", tennis), ("weather_wind", days), ("penguins", penguins)):
    with_key = pd.DataFrame({"key": range(len(data.y))})
    tree = dtlib.ID3Classifier().fit(with_key, data.y)
    gain = dtlib.information_gain(with_key["key"], data.y)
    print(f"{name:13} gain {gain:.3f} bits, depth {tree.get_depth()}, {tree.get_n_leaves()} leaves")

# %% [markdown]
# With the three species of penguins the gain is even above 1 bit.
#
# ### "scikit-learn's `criterion="entropy"` gives you ID3."
#
# It gives you CART with another measure of impurity. Every question has two answers and asks for a number,
# so the categories must be coded first, and the code becomes part of the question.

# %%
coded = OrdinalEncoder().fit(tennis.X)
cart = DecisionTreeClassifier(criterion="entropy", random_state=0).fit(coded.transform(tennis.X), tennis.y)
print(dict(enumerate(coded.categories_[0])))
print(sklearn_export_text(cart, feature_names=list(tennis.X.columns)))
print(f"scikit-learn: {cart.get_n_leaves()} leaves, depth {cart.get_depth()}")
print(f"ID3:          {play.get_n_leaves()} leaves, depth {play.get_depth()}")
assert cart.get_depth() > play.get_depth()

# %% [markdown]
# "Is the outlook at most 0.5?" means "is it overcast?", and only because "overcast" comes first in the
# alphabet. The tree is binary and deeper, and it may ask for the same attribute twice on one path.
#
# ### "In an ID3 tree each attribute appears once."
#
# Once on each *path*. In the tree of section 3 the wind appears twice.

# %%
print(export_text(park))

# %% [markdown]
# ### "Without limits, ID3 fits its training table perfectly."
#
# Not if two equal rows have different labels, and not if it stops at a gain of zero. Section 8 has one
# example of each.

# %%
print(f"equal rows:  {stuck.score(twins, ['yes', 'no', 'yes']):.0%} right")
print(f"two switches: {dtlib.ID3Classifier().fit(switches, lamp).score(switches, lamp):.0%} right")

# %% [markdown]
# ### "ID3 finds the smallest tree that fits."
#
# It looks one question ahead, so it can be led astray. Eight evenings on the staircase: the lamp is the
# exclusive or of the two switches, as before. Somebody has also noted whether the cat slept, which agrees
# with the lamp six times of eight, by accident.

# %%
evenings = pd.concat([switches, switches], ignore_index=True)
light = np.array(lamp + lamp)
evenings["cat"] = np.where(light == "lit", "awake", "asleep")
evenings.loc[[3, 6], "cat"] = ["awake", "asleep"]
misled = dtlib.ID3Classifier().fit(evenings, light)
print(export_text(misled))
print(
    f"{misled.get_n_leaves()} leaves, depth {misled.get_depth()}; the two switches alone would do with 4 and 2"
)
assert misled.get_n_leaves() > 4
assert misled.score(evenings, light) == 1.0

# %% [markdown]
# The cat gains a little, each switch alone gains nothing, and so the cat is asked first. Nobody knows a fast
# way to the best tree: already to find the one with the fewest questions on average is NP-complete (Hyafil
# and Rivest, 1976). Being greedy is the price of being fast, and most of the time it is a good bargain.
#
# ## 14. In an interview
#
# Answer aloud, in two or three sentences, before you open.
#
# <details><summary>Describe ID3 in four sentences.</summary>
#
# If all rows agree or no attribute has a gain, make a leaf with the majority label. Otherwise pick the
# attribute with the largest information gain. Open a branch for each of its values, with the rows that have
# it. Do the same in every branch, without that attribute.
# </details>
#
# <details><summary>When does ID3 stop?</summary>
#
# At a pure node, when no attribute is left, when none has a positive gain, or at a limit (depth, rows, gain).
# In the textbook form also at an empty branch, which becomes a leaf with the majority of the node above.
# </details>
#
# <details><summary>Why may an attribute be dropped after it has been asked? Would that be right for numbers
# with a threshold?</summary>
#
# Inside its branch all rows have the same value, so it can gain nothing more. A threshold leaves many
# different numbers on each side; there the attribute must stay available, as it does in C4.5 and CART.
# </details>
#
# <details><summary>What does ID3 do with a customer number, and what is the gain?</summary>
#
# It asks for it first: every branch is pure, so the gain is the whole entropy H(D), the largest possible. The
# result is one question with a leaf for each customer, and no use for new ones.
# </details>
#
# <details><summary>A branch for "grey" has two leaves that both say "no". Is that a bug?</summary>
#
# No. The split gained information: one side is purer than the other, though both majorities agree. The
# labels predicted do not change, the probabilities do. Pruning may merge them.
# </details>
#
# <details><summary>Give a table on which ID3 cannot split at all although a perfect tree exists.</summary>
#
# Exclusive or: four rows, (0,0) and (1,1) of one class, (0,1) and (1,0) of the other. Each attribute alone
# leaves one of each, so all gains are 0.
# </details>
#
# <details><summary>A colleague's ID3 gives the right tree on play_tennis and a wrong one elsewhere. What do you
# look at first?</summary>
#
# How used attributes are remembered. If all branches share one list, an attribute used in one branch is lost
# to its sisters; in play_tennis no two branches need the same one, so it does not show.
# </details>
#
# <details><summary>How does ID3 answer for a value that it has not seen in training?</summary>
#
# By itself the paper's tree has no branch for it. A sound implementation keeps the majority label at every
# node and answers with that of the node where the walk got stuck.
# </details>
#
# <details><summary>What can't ID3 do that C4.5 can?</summary>
#
# Numbers with thresholds, missing values, a correction for many-valued attributes (the gain ratio), and
# pruning.
# </details>
#
# ## 15. Three exercises
#
# 1. **With pencil and paper.** Take the fourteen mornings without the outlook. Which attribute comes first
#    now? Grow that branch with normal humidity one step further. Check yourself with
#    `dtlib.ID3Classifier().fit(tennis.X.drop(columns="outlook"), tennis.y)` and `export_text`.
# 2. **In the assignment.** Write `best_feature` and `build_id3`, and let `check` tell you what it thinks.
#    Then put the shared list of section 9 into your `build_id3` on purpose, and see which table gives you
#    away.
# 3. **Beyond it.** Let ID3 look two questions ahead: score an attribute by the entropy that is left after the
#    best second question in each of its branches. It should solve the two switches. Does it still grow a
#    tree of four leaves on the eight evenings with the cat? What does looking ahead cost with 100 attributes?
#
# <details><summary>What we found for the first</summary>
#
# The humidity, with 0.152 bits. Among the seven mornings with normal humidity the wind gains 0.198 and the
# temperature 0.128, so ask for the wind. The whole tree needs six leaves and can't fit all mornings: without
# the outlook, some of them look alike and ended differently. (The cell below computes it.)
# </details>
#
# <details><summary>What we found for the third</summary>
#
# Looking two ahead, either switch leaves 0 bits and the cat leaves more, so a switch is asked first: four
# leaves. (The second cell below.) With $m$ attributes each choice scores about $m^2$ pairs instead of
# $m$ attributes: for 100 attributes, some hundred times the work.
# </details>

# %%
without_outlook = tennis.X.drop(columns="outlook")
normal = without_outlook["humidity"] == "normal"
for name in ("windy", "temperature"):
    print(f"{name}: {dtlib.information_gain(without_outlook.loc[normal, name], tennis.y[normal]):.3f} bits")
blind = dtlib.ID3Classifier().fit(without_outlook, tennis.y)
print(f"{blind.get_n_leaves()} leaves, {blind.score(without_outlook, tennis.y):.0%} of the mornings right")
assert blind.get_n_leaves() == 6


# %%
def left_after_two(frame, labels, first):
    """Bits left if `first` is asked and then, in each branch, the best second question."""
    left = 0.0
    for value in frame[first].unique():
        here = (frame[first] == value).to_numpy()
        others = frame.columns.drop(first)
        best = min(dtlib.conditional_entropy(frame.loc[here, second], labels[here]) for second in others)
        left += here.mean() * best
    return left


for name in evenings:
    one_ahead = dtlib.conditional_entropy(evenings[name], light)
    print(
        f"{name:6} one question: {one_ahead:.3f} bits left, two: {left_after_two(evenings, light, name):.3f}"
    )

# %% [markdown]
# ## What to take home
#
# - ID3: the attribute with the largest gain, a branch for each value, and again in every branch.
# - It stops when nothing gains. That covers pure nodes and used-up attributes as well.
# - An attribute is used up along a path. Every branch needs a list of its own.
# - Ties need a rule, unseen values need a default: the node's own majority.
# - Gain favours many values. A key gains $H(D)$, and makes a wide, flat, useless tree.
# - ID3 is greedy. Zero gain may mean hopeless, or only that one question is not enough.
# - Judge a tree by rows that it has not seen.
