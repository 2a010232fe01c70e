# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 2 · Assignment: a tree of your own
#
# You write ID3, from the choice of one question to the rules of the finished tree: five functions, and one
# explanation in your own words. Together they make 100 points.
#
# Each function has its task, a cell for your code, a cell that checks it, and a cell where hidden cases are
# run when your notebook is graded. Replace the line `raise NotImplementedError()`, then run the check below
# as often as you like. `hint("week2/best_feature")` helps you on, one step further each time you run it.
#
# Three things are the same everywhere this week.
#
# - **A table** is three lists. `rows` holds one dictionary for each row, from the attribute's name to its
#   value. `labels` holds the label of each row, in the same order. `attributes` holds the names of the
#   attributes that may be asked. Labels and values may be texts or numbers.
# - **A tree** is either a leaf, which is just a label, or a dictionary with three keys:
#   `{"attribute": name, "majority": label, "branches": {value: subtree, ...}}`.
# - **Ties** are broken so that everyone grows the same tree. Of equal gains the first in the order of
#   `attributes` wins; of equally frequent labels the first in sorted order.
#
# Use whatever style you like, but not `dtlib`'s own versions. Do not change the lists and dictionaries that you are given. You may call
# your own earlier functions, from here or from week 1. If one of them is not right yet, whatever calls it
# will not be either; then it is safer to write that part out again.

# %%
from pprint import pprint

import numpy as np

from autograder import check, hint
from dtlib.datasets import load_play_tennis

# %% [markdown]
# Quinlan's fourteen Saturday mornings, in this form. They are yours to try things on.

# %%
tennis = load_play_tennis()
tennis_rows = tennis.X.to_dict("records")
tennis_labels = tennis.y.tolist()
tennis_attributes = list(tennis.X.columns)
print(tennis_attributes)
print(tennis_rows[0], "->", tennis_labels[0])

# %% [markdown]
# ## 1. Which question first? (18 points: 9 for the visible check, 9 for hidden cases)
#
# Write `best_feature(rows, labels, attributes)`. It returns the name of the attribute with the largest
# information gain,
#
# $$\mathrm{gain}(A) = H(D) - \sum_v \frac{|D_v|}{|D|}\, H(D_v) ,$$
#
# where $D_v$ are the rows whose value of $A$ is $v$, or `None` if no attribute has a gain.
#
# Floating point makes sums come out a little wrong: a gain of 0 may show up as 0.0000000000000001. **Treat
# a difference of less than 1e-12 as none.** So a gain below 1e-12 is not a gain, and an attribute must beat
# the best one so far by more than that to take its place.
#
# At the ends: no attributes, no rows, or one class only give `None`. Look only at the names in
# `attributes`; a row may hold more than you may ask.


# %% nbgrader={"grade": false, "grade_id": "best_feature", "locked": false, "schema_version": 3, "solution": true, "task": false}
def best_feature(rows, labels, attributes):
    """The attribute with the largest information gain, or None if none gains anything."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    best, best_gain = None, 0.0
    for attribute in attributes:
        gain = bits(labels)
        for value in {row[attribute] for row in rows}:
            branch = [label for row, label in zip(rows, labels, strict=True) if row[attribute] == value]
            gain -= len(branch) / len(labels) * bits(branch)
        if gain > best_gain + 1e-12:
            best, best_gain = attribute, gain
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "best_feature-check", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
check("week2/best_feature", best_feature)

# %% nbgrader={"grade": true, "grade_id": "best_feature-hidden", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week2/best_feature", best_feature)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. Grow the tree (24 points: 12 for the visible check, 12 for hidden cases)
#
# Write `build_id3(rows, labels, attributes)`. It returns a tree in the form given above.
#
# - If all labels are equal, or no attribute has a gain (above all, if none is left), the tree is a leaf:
#   the commonest label.
# - Otherwise ask the best attribute. `"majority"` is the commonest label of the rows *at this node*.
#   `"branches"` has one subtree for each value that occurs among these rows, grown from the rows with that
#   value, and without the attribute just asked.
#
# The order of the branches does not matter. There is always at least one row: a branch is opened only for a
# value that occurs, so no branch is empty. And look after your lists: what one branch uses up, its sister
# may still need.


# %% nbgrader={"grade": false, "grade_id": "build_id3", "locked": false, "schema_version": 3, "solution": true, "task": false}
def build_id3(rows, labels, attributes):
    """Grow an ID3 tree: a label, or a dictionary with attribute, majority and branches."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    def branches_of(attribute):
        """For each value the positions of its rows."""
        positions = {}
        for position, row in enumerate(rows):
            positions.setdefault(row[attribute], []).append(position)
        return positions

    majority = max(sorted(set(labels)), key=labels.count)
    best, best_gain = None, 0.0
    for attribute in attributes:
        gain = bits(labels)
        for inside in branches_of(attribute).values():
            gain -= len(inside) / len(rows) * bits([labels[i] for i in inside])
        if gain > best_gain + 1e-12:
            best, best_gain = attribute, gain
    if best is None:
        return majority

    others = [attribute for attribute in attributes if attribute != best]
    branches = {
        value: build_id3([rows[i] for i in inside], [labels[i] for i in inside], others)
        for value, inside in branches_of(best).items()
    }
    return {"attribute": best, "majority": majority, "branches": branches}
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "build_id3-check", "locked": true, "points": 12, "schema_version": 3, "solution": false, "task": false}
check("week2/build_id3", build_id3)

# %% nbgrader={"grade": true, "grade_id": "build_id3-hidden", "locked": true, "points": 12, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week2/build_id3", build_id3)
### END HIDDEN TESTS

# %% [markdown]
# Your own tree of the fourteen mornings. Which attribute was never asked?

# %%
pprint(build_id3(tennis_rows, tennis_labels, tennis_attributes), sort_dicts=False)

# %% [markdown]
# ## 3. Ask the tree (16 points: 8 for the visible check, 8 for hidden cases)
#
# Write `predict_one(tree, row)`. It walks from the root to a leaf, at each node into the branch that
# belongs to the row's value, and returns the label of the leaf.
#
# If a node has no branch for the row's value, the answer is the majority label of **that** node. If the tree
# is a leaf, it is the answer. The row has a value for every attribute that the tree may ask, and perhaps
# more. A label may be any text or number, also 0.


# %% nbgrader={"grade": false, "grade_id": "predict_one", "locked": false, "schema_version": 3, "solution": true, "task": false}
def predict_one(tree, row):
    """The label that the tree gives to one row."""
    ### BEGIN SOLUTION
    while isinstance(tree, dict):
        tree = tree["branches"].get(row[tree["attribute"]], tree["majority"])
    return tree
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "predict_one-check", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
check("week2/predict_one", predict_one)

# %% nbgrader={"grade": true, "grade_id": "predict_one-hidden", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week2/predict_one", predict_one)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Say it in rules (16 points: 8 for the visible check, 8 for hidden cases)
#
# Write `tree_to_rules(tree)`. Every leaf ends one sentence: *if* the outlook is sunny *and* the humidity is
# high, *then* no. Return a list with one rule for each leaf. A rule is a list `[conditions, label]`, and
# `conditions` is a dictionary from each attribute on the path to its value:
#
# ```python
# [{"outlook": "sunny", "humidity": "high"}, "no"]
# ```
#
# The order of the rules does not matter. Two leaves with the same label are two rules. A tree that is a leaf
# is one rule without conditions, `[[{}, label]]`.


# %% nbgrader={"grade": false, "grade_id": "tree_to_rules", "locked": false, "schema_version": 3, "solution": true, "task": false}
def tree_to_rules(tree):
    """One rule [conditions, label] for each leaf."""
    ### BEGIN SOLUTION
    if not isinstance(tree, dict):
        return [[{}, tree]]
    rules = []
    for value, subtree in tree["branches"].items():
        for conditions, label in tree_to_rules(subtree):
            rules.append([{tree["attribute"]: value, **conditions}, label])
    return rules
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "tree_to_rules-check", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
check("week2/tree_to_rules", tree_to_rules)

# %% nbgrader={"grade": true, "grade_id": "tree_to_rules-hidden", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week2/tree_to_rules", tree_to_rules)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. How big is it? (16 points: 8 for the visible check, 8 for hidden cases)
#
# Write `count_leaves_depth(tree)`. It returns a list of two numbers, `[leaves, depth]`. The depth is the
# number of questions on the longest path from the root to a leaf. A tree that is a leaf is `[1, 0]`.


# %% nbgrader={"grade": false, "grade_id": "count_leaves_depth", "locked": false, "schema_version": 3, "solution": true, "task": false}
def count_leaves_depth(tree):
    """The number of leaves, and the number of questions on the longest path."""
    ### BEGIN SOLUTION
    if not isinstance(tree, dict):
        return [1, 0]
    sizes = [count_leaves_depth(subtree) for subtree in tree["branches"].values()]
    return [sum(leaves for leaves, _ in sizes), 1 + max(depth for _, depth in sizes)]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "count_leaves_depth-check", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
check("week2/count_leaves_depth", count_leaves_depth)

# %% nbgrader={"grade": true, "grade_id": "count_leaves_depth-hidden", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week2/count_leaves_depth", count_leaves_depth)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Explain (10 points, marked by hand)
#
# A classmate has added one column to the fourteen mornings: the number of the day, from 1 to 14. All five
# functions run, and the new tree gets fourteen of fourteen mornings right.

# %%
numbered_rows = [{"day": day, **row} for day, row in enumerate(tennis_rows, start=1)]
numbered_tree = build_id3(numbered_rows, tennis_labels, ["day", *tennis_attributes])
right = sum(
    predict_one(numbered_tree, row) == label for row, label in zip(numbered_rows, tennis_labels, strict=True)
)
print(f"right: {right} of {len(tennis_labels)}; leaves and depth: {count_leaves_depth(numbered_tree)}")

# %% [markdown]
# "A perfect tree," says the classmate. Explain in six to ten sentences what has happened:
#
# 1. why ID3 takes the day as its first question, and how many bits it gains;
# 2. what this tree looks like, and what it will say on day 15, whatever the weather;
# 3. why fourteen of fourteen is no evidence here, and how one could have noticed;
# 4. one other attribute, from any table you know, that would fool ID3 in the same way although it is not
#    different in every single row.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain-number-of-the-day", "locked": false, "points": 10, "schema_version": 3, "solution": true, "task": false}
# ### BEGIN SOLUTION
# **Model answer.** The day has another value in every row, so each of its branches holds one morning and is
# pure. No doubt is left, and the gain is all the doubt there was: the entropy of 9 "yes" and 5 "no", 0.940
# bits. It is not 1, and no attribute can gain more. Outlook, the best honest one, gains 0.247. ID3
# compares gains and nothing else, so the day wins.
#
# The tree asks one question and has fourteen leaves: it is as wide and as flat as can be. It is the list of
# the mornings, learnt by heart. Day 15 has no branch, so the root's majority answers: "yes", on every new
# day, whatever the outlook, the humidity and the wind. The tree has forgotten everything useful that the
# first tree knew.
#
# Fourteen of fourteen was counted on the very rows that the tree was grown from. Any attribute that tells
# these rows apart gets there, be it a number drawn from a hat. One notices by asking about mornings that
# were kept aside while growing: there this tree is no better than always saying "yes". A look at it would
# do too: one question, and a leaf for each row.
#
# A date, a postcode, a surname, a telephone prefix, a product code do the same in a milder way. They have
# many values with few rows each, so the branches are small and small branches are pure by chance.
#
# **Marking scheme**
#
# - 3 points: gain. 1 for pure branches of one row, 1 for "the gain is the whole entropy H(D)", 1 for 0.940
#   bits. Whoever says 1 bit loses the last one.
# - 2 points: shape and day 15. 1 for one question with fourteen leaves (or "wide, not deep"), 1 for the
#   majority "yes" on every new day.
# - 3 points: evidence. 2 for "tested on the rows it was grown from", 1 for a way to notice: rows kept aside,
#   cross-validation, or the look of the tree.
# - 2 points: an attribute with many values but not a key, 1 for naming it, 1 for the reason (small branches
#   are pure by chance).
# - Length and style are not marked. Remedies such as the gain ratio are welcome and earn nothing extra: they
#   belong to week 3.
# ### END SOLUTION
