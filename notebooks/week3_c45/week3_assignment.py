# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 3 · Assignment: the parts of C4.5
#
# You write eight functions, the parts of which C4.5 is made, and explain two results in your own words.
# Together they make 100 points.
#
# Each function has its task, a cell for your code, a cell that checks it, and a cell where hidden cases are
# run when your notebook is graded. Replace the line `raise NotImplementedError()`, then run the check below
# as often as you like. `hint("week3/gain_ratio")` helps you on, one step further each time you run it.
#
# Values come in plain Python lists and dictionaries. A **missing value is `None`**, here and everywhere below.
# Do not change what you are given, and do not round.
#
# You will need entropy again and again. You may write it once, in the cell below, and call it in all your
# functions; or write it out inside each of them, so that a slip costs you only once.

# %%
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np

from autograder import check, hint
from dtlib.datasets import load_play_golf, load_weather_wind
from dtlib.style import use_course_style

# %% [markdown]
# ## 1. Split information (8 points: 4 for the visible check, 4 for hidden cases)
#
# Write `split_information(values)`: the entropy of the branches that a column makes, in bits,
#
# $$\mathrm{SI} = -\sum_v \frac{|D_v|}{|D|} \log_2 \frac{|D_v|}{|D|} .$$
#
# The labels play no part. All missing values together count as **one more outcome**. A constant column gives
# 0, and so does an empty list.


# %% nbgrader={"grade": false, "grade_id": "split_information", "locked": false, "schema_version": 3, "solution": true, "task": false}
def split_information(values):
    """Entropy of the branches, in bits; the missing values are one more branch."""
    ### BEGIN SOLUTION
    shares = [values.count(value) / len(values) for value in set(values)]
    return sum(p * np.log2(1 / p) for p in shares)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "split_information-check", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check("week3/split_information", split_information)

# %% nbgrader={"grade": true, "grade_id": "split_information-hidden", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/split_information", split_information)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. Gain ratio (10 points: 5 for the visible check, 5 for hidden cases)
#
# Write `gain_ratio(values, labels)`: the information gain of week 1 divided by the split information. Nothing
# is missing here. A column with a single value makes no split, and its ratio is 0; so is that of an empty
# list.


# %% nbgrader={"grade": false, "grade_id": "gain_ratio", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gain_ratio(values, labels):
    """Information gain for each bit of split information."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    if len(set(values)) < 2:
        return 0.0
    gain = bits(labels)
    for value in set(values):
        branch = [label for other, label in zip(values, labels, strict=True) if other == value]
        gain -= len(branch) / len(labels) * bits(branch)
    return gain / bits(values)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "gain_ratio-check", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
check("week3/gain_ratio", gain_ratio)

# %% nbgrader={"grade": true, "grade_id": "gain_ratio-hidden", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/gain_ratio", gain_ratio)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. C4.5's choice (14 points: 7 for the visible check, 7 for hidden cases)
#
# Write `choose_attribute_c45(rows, labels, attributes)`. As in week 2, `rows` is a list of dictionaries
# from attribute to value, and `attributes` lists the names that may be asked. Nothing is missing.
#
# 1. An attribute that has only one value in these rows admits no split. Leave it out of all that follows.
# 2. Compute the gain of every other attribute, and the average of these gains. If no gain is above `1e-9`,
#    return `None`.
# 3. Keep the attributes whose gain is at least the average (`gain >= average - 1e-9`, so that rounding turns
#    nobody away).
# 4. Of these return the one with the largest gain ratio. Ratios that differ by at most `1e-9` are equal, and
#    of equals the first in the order of `attributes` wins.


# %% nbgrader={"grade": false, "grade_id": "choose_attribute_c45", "locked": false, "schema_version": 3, "solution": true, "task": false}
def choose_attribute_c45(rows, labels, attributes):
    """The attribute with the largest gain ratio among those with at least average gain, or None."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    def gain(column):
        branches = [[y for x, y in zip(column, labels, strict=True) if x == value] for value in set(column)]
        return bits(labels) - sum(len(branch) / len(labels) * bits(branch) for branch in branches)

    columns = {name: [row[name] for row in rows] for name in attributes}
    gains = {name: gain(column) for name, column in columns.items() if len(set(column)) > 1}
    if not gains or max(gains.values()) <= 1e-9:
        return None
    average = sum(gains.values()) / len(gains)
    best, best_ratio = None, 0.0
    for name in gains:
        ratio = gains[name] / bits(columns[name])
        if gains[name] >= average - 1e-9 and ratio > best_ratio + 1e-9:
            best, best_ratio = name, ratio
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "choose_attribute_c45-check", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
check("week3/choose_attribute_c45", choose_attribute_c45)

# %% nbgrader={"grade": true, "grade_id": "choose_attribute_c45-hidden", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/choose_attribute_c45", choose_attribute_c45)
### END HIDDEN TESTS

# %% [markdown]
# When the check passes, ask your function about the ten days of the lesson. No points here, but question 9
# is about the answer.

# %%
days = load_weather_wind()
choose_attribute_c45(days.X.to_dict("records"), days.y.tolist(), ["weather", "wind"])

# %% [markdown]
# ## 4. Where to cut a number (14 points: 7 for the visible check, 7 for hidden cases)
#
# Write `best_threshold(values, labels)`. The values are numbers, in any order, some of them perhaps equal;
# none is missing. A candidate lies **halfway between two neighbouring distinct values**. It sends the cases
# with `value <= threshold` to one side and the others to the other side, and gains what such a split gains,
# in bits.
#
# Return `[threshold, gain]` for the candidate with the largest *gain* (not ratio). Gains that differ by at
# most `1e-12` are equal, and of equals the lowest threshold wins. If there is no candidate, or none gains more
# than `1e-12`, return `None`.


# %% nbgrader={"grade": false, "grade_id": "best_threshold", "locked": false, "schema_version": 3, "solution": true, "task": false}
def best_threshold(values, labels):
    """The midpoint with the largest information gain, as [threshold, gain], or None."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    best, best_gain = None, 0.0
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [label for value, label in zip(values, labels, strict=True) if value <= low]
        right = [label for value, label in zip(values, labels, strict=True) if value > low]
        gain = bits(labels) - (len(left) * bits(left) + len(right) * bits(right)) / len(labels)
        if gain > best_gain + 1e-12:
            best, best_gain = [(low + high) / 2, gain], gain
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "best_threshold-check", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
check("week3/best_threshold", best_threshold)

# %% nbgrader={"grade": true, "grade_id": "best_threshold-hidden", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/best_threshold", best_threshold)
### END HIDDEN TESTS

# %% [markdown]
# When the check passes, look at your cut. No points here: play golf or not, by the humidity of the day.

# %%
use_course_style()
golf = load_play_golf()
plt.figure(figsize=(6.4, 1.8))
plt.plot(golf.X["humidity"], golf.y, "o", linestyle="", alpha=0.6)
plt.axvline(best_threshold(golf.X["humidity"].tolist(), golf.y.tolist())[0], linestyle="--", color="black")
plt.margins(y=0.5)
plt.xlabel("humidity (%)")
plt.show()

# %% [markdown]
# ## 5. The gain of what is not always known (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `gain_with_missing(values, labels)`. Some values are `None`; the labels are all known. Return the
# information gain **among the cases whose value is known**, multiplied by **their share of all cases**, in
# bits. If no value is known, or there are no cases, the answer is 0.


# %% nbgrader={"grade": false, "grade_id": "gain_with_missing", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gain_with_missing(values, labels):
    """Information gain on the known cases, times their share of all cases, in bits."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    known = [(value, label) for value, label in zip(values, labels, strict=True) if value is not None]
    if not known:
        return 0.0
    gain = bits([label for _, label in known])
    for branch in {value for value, _ in known}:
        inside = [label for value, label in known if value == branch]
        gain -= len(inside) / len(known) * bits(inside)
    return len(known) / len(values) * gain
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "gain_with_missing-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week3/gain_with_missing", gain_with_missing)

# %% nbgrader={"grade": true, "grade_id": "gain_with_missing-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/gain_with_missing", gain_with_missing)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Parts of cases (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `split_with_weights(values, weights)`. Case $i$ arrives at a node with the value `values[i]`, perhaps
# `None`, and the weight `weights[i]`, a positive number. Return a dictionary with a list for every known value:
# at place $i$ stands the weight with which case $i$ enters that branch.
#
# - A case whose value is known enters its branch with its own weight, and the others with 0.
# - A case whose value is missing enters every branch with its own weight times the branch's share, which is
#   the branch's part of the **weight of the known cases**.
#
# For the values `["low", "high", "low", None]` and the weights `[1, 1, 1, 1]` the answer is
#
# ```python
# {"low": [1, 0, 1, 2/3], "high": [0, 1, 0, 1/3]}
# ```
#
# If no value is known there are no branches: return an empty dictionary.


# %% nbgrader={"grade": false, "grade_id": "split_with_weights", "locked": false, "schema_version": 3, "solution": true, "task": false}
def split_with_weights(values, weights):
    """For every known value, the weight with which each case enters that branch."""
    ### BEGIN SOLUTION
    cases = list(zip(values, weights, strict=True))
    into = {value: 0.0 for value in values if value is not None}
    for value, weight in cases:
        if value is not None:
            into[value] += weight
    known = sum(into.values())
    return {
        branch: [
            weight * into[branch] / known if value is None else weight * (value == branch)
            for value, weight in cases
        ]
        for branch in into
    }
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "split_with_weights-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week3/split_with_weights", split_with_weights)

# %% nbgrader={"grade": true, "grade_id": "split_with_weights-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/split_with_weights", split_with_weights)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. Merged predictions (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `predict_with_missing(tree, row)`. The tree is a dictionary. Every node has `"counts"`, the weight of
# each class among its training cases; a leaf has nothing else. An inner node also has the attribute that it
# asks and its branches:
#
# ```python
# {"attribute": "wind", "counts": {"no": 2, "yes": 6}, "branches": {
#     "high": {"counts": {"no": 2, "yes": 2}},
#     "low":  {"counts": {"yes": 4}}}}
# ```
#
# Return a dictionary from class to share; the shares add up to 1.
#
# - A leaf answers with its counts divided by their sum.
# - If the row's value is among the branches, that branch answers.
# - If the value is `None`, or there is no branch for it, **all** branches answer, each weighted by its part of
#   the training cases, and what they say is added up.
#
# With the tree above, `{"wind": None}` gets `{"no": 0.25, "yes": 0.75}`. A class with no chance may be left
# out or be 0, as you like. Every row has an entry for every attribute, and every node has seen some cases.


# %% nbgrader={"grade": false, "grade_id": "predict_with_missing", "locked": false, "schema_version": 3, "solution": true, "task": false}
def predict_with_missing(tree, row):
    """The share of each class in what the tree says about the row."""
    ### BEGIN SOLUTION
    total = sum(tree["counts"].values())
    if "attribute" not in tree:
        return {label: count / total for label, count in tree["counts"].items()}
    value, branches = row[tree["attribute"]], tree["branches"]
    if value in branches:
        return predict_with_missing(branches[value], row)
    merged = {}
    for branch in branches.values():
        part = sum(branch["counts"].values()) / total
        for label, share in predict_with_missing(branch, row).items():
            merged[label] = merged.get(label, 0.0) + part * share
    return merged
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "predict_with_missing-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week3/predict_with_missing", predict_with_missing)

# %% nbgrader={"grade": true, "grade_id": "predict_with_missing-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/predict_with_missing", predict_with_missing)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Pessimistic errors (8 points: 4 for the visible check, 4 for hidden cases)
#
# Write `pessimistic_error(cases, errors, leaves)`, the measure of Quinlan's pruning of 1987. A subtree has so
# many training cases, makes so many errors on them, and has so many leaves; a leaf is a subtree with one.
# Return a list of two numbers,
#
# $$E' = E + \tfrac12 L , \qquad \mathrm{SE} = \sqrt{\frac{E'\,(N - E')}{N}} ,$$
#
# the corrected errors and their standard error. If $E'$ is larger than $N$, the standard error is 0. There is
# always at least one case. Cases and errors may be fractions, since parts of cases come down a tree too.


# %% nbgrader={"grade": false, "grade_id": "pessimistic_error", "locked": false, "schema_version": 3, "solution": true, "task": false}
def pessimistic_error(cases, errors, leaves):
    """Errors with half an error added for each leaf, and their standard error, as a list."""
    ### BEGIN SOLUTION
    corrected = errors + leaves / 2
    variance = max(corrected * (cases - corrected) / cases, 0.0)
    return [corrected, np.sqrt(variance)]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "pessimistic_error-check", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check("week3/pessimistic_error", pessimistic_error)

# %% nbgrader={"grade": true, "grade_id": "pessimistic_error-hidden", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week3/pessimistic_error", pessimistic_error)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Explain: the root of ten days (5 points, marked by hand)
#
# A well-read article works through the ten days of the lesson and concludes: "The gain ratio of the wind,
# 0.2781, is larger than that of the weather, 0.2546, so C4.5 chooses the wind as its root."
#
# In four to six sentences: is the conclusion right, by the rule of Quinlan's book? Which numbers decide, and what is the rule that the
# article leaves out good for?

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain-filter", "locked": false, "points": 5, "schema_version": 3, "solution": true, "task": false}
# ### BEGIN SOLUTION
# **Model answer.** The two ratios are right, the conclusion is not: C4.5 chooses the weather. It compares
# ratios only among the attributes whose gain is at least the average gain. The gains are 0.4000 for the weather
# and 0.2781 for the wind, on average 0.3390; the wind is below, so the weather is the only candidate left.
# The rule is there because a ratio can be large for a bad reason. An attribute that is nearly constant has a
# split information near 0, and even a tiny gain divided by a tiny cost may come out large; so the gain must be
# worth something in itself before the ratio is looked at.
#
# **Marking scheme**
#
# - 1 point: the conclusion is wrong, C4.5 takes the weather. (Also right: "by the book the weather; the program,
#   on ten rows, leaves the three-valued weather out of the average and takes the wind, but for that reason and not
#   because of the ratio alone.")
# - 2 points: the filter with its numbers: gains .400 and .278, average .339, the wind is below. Give 1 if the
#   rule is stated without numbers or with wrong ones.
# - 2 points: what it is for: ratios blow up when split information is small (1), that is for nearly constant
#   attributes or very uneven splits (1). No point for "when there are many values", where split information is
#   large.
# ### END SOLUTION

# %% [markdown]
# ## 10. Explain: one missing value (5 points, marked by hand)
#
# A classmate fills every missing value with the commonest value of its column before growing a tree, "because
# it comes to the same as what C4.5 does". In four to six sentences: what does C4.5 do with such a case instead,
# while the tree is grown and when it predicts? Name one situation in which the difference matters.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain-missing", "locked": false, "points": 5, "schema_version": 3, "solution": true, "task": false}
# ### BEGIN SOLUTION
# **Model answer.** When C4.5 judges an attribute, it computes the gain from the cases where it is known, and
# multiplies by their share, so that an attribute which is often unknown is worth less. When it splits, a case
# without the value goes down every branch, with a part of its weight that is the branch's share of the known
# cases. When it predicts, the case goes down all branches again, and the class shares at the leaves are added,
# each with its branch's share. Filling in the commonest value instead sends the whole case into one branch and
# pretends to know. It matters, for instance, when much is missing: a large branch then fills up with cases that
# do not belong there, its classes get mixed, and the attribute looks useless; or when the value is missing for
# a reason that has to do with the class.
#
# **Marking scheme**
#
# - 1 point: the gain is that of the known cases times their share.
# - 1 point: while growing, the case is divided among all branches in proportion to the known ones.
# - 1 point: while predicting, all branches answer and are merged by their shares.
# - 2 points: a situation in which it matters, with the reason: much missing; two branches of nearly equal size,
#   where "commonest" is an accident; missingness related to the class; a prediction that should be unsure. Give 1
#   for a situation without the reason.
# ### END SOLUTION
