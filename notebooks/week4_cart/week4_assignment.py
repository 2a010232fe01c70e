# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---


# %% [markdown]
# # Week 4 · Assignment: two branches, and the price of a leaf
#
# You write seven functions: four that find a split as CART does, one that judges a stand-in, and two that
# prune. With one explanation at the end they make 100 points.
#
# Each function has its task, a cell for your code, a cell that checks it, and a cell where hidden cases
# are run when your notebook is graded. Replace the line `raise NotImplementedError()`, then run the check
# below it as often as you like. `hint("week4/weakest_link")` helps you on, one step further each time you
# run it.
#
# Lists, numbers and dictionaries come in and go out. Where a list is asked for, a tuple or an array will
# do as well. Do not change what you are given, and do not round.
# A later function may call an earlier one of yours. If the earlier one is wrong, the later one will be
# wrong too, so look at its check first.

# %%
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np

from autograder import check, hint
from dtlib.datasets import load_kyphosis
from dtlib.style import use_course_style

# %% [markdown]
# ## 1. Gini after a split (10 points: 5 for the visible check, 5 for hidden cases)
#
# Write `gini_split(left, right)`. The two lists hold the class labels of the rows on either side of a
# split. Return the Gini impurity that is left,
#
# $$\frac{|L|}{|L| + |R|}\, G(L) + \frac{|R|}{|L| + |R|}\, G(R), \qquad G = 1 - \sum_k p_k^2 .$$
#
# There may be any number of classes. An empty side has no weight, so with all rows on one side the answer
# is the impurity of that side. With no rows at all it is 0.


# %% nbgrader={"grade": false, "grade_id": "gini_split", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gini_split(left, right):
    """Gini impurity of two sides, each weighted by its share of the rows."""
    ### BEGIN SOLUTION
    n = len(left) + len(right)
    impurity = 0.0
    for side in (left, right):
        for label in set(side):
            p = side.count(label) / len(side)
            impurity += len(side) / n * p * (1 - p)
    return impurity
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "gini_split-check", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
check("week4/gini_split", gini_split)

# %% nbgrader={"grade": true, "grade_id": "gini_split-hidden", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/gini_split", gini_split)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. The best cut of a number (14 points: 7 for the visible check, 7 for hidden cases)
#
# Write `best_binary_split(values, labels)`. Row $i$ has the number `values[i]` and the class `labels[i]`;
# the rows come in any order, and values may repeat. A cut at a threshold $t$ sends the rows with value
# $\le t$ to the left and the others to the right. Candidates are the midpoints between neighbouring
# *distinct* values.
#
# Return `[threshold, impurity]` for the cut that leaves the smallest Gini impurity, as measured by
# `gini_split`. If several cuts are equally good (their impurities differ by less than 1e-12), return the
# lowest. It does not matter whether the cut gains anything. If there are fewer than two distinct values,
# there is nothing to cut: return `None`.


# %% nbgrader={"grade": false, "grade_id": "best_binary_split", "locked": false, "schema_version": 3, "solution": true, "task": false}
def best_binary_split(values, labels):
    """The cut of a numeric column that leaves the smallest Gini impurity, as [threshold, impurity]."""

    ### BEGIN SOLUTION
    def impurity_of(side):
        return sum(side.count(label) * (1 - side.count(label) / len(side)) for label in set(side))

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [label for value, label in zip(values, labels, strict=True) if value <= low]
        right = [label for value, label in zip(values, labels, strict=True) if value > low]
        impurity = (impurity_of(left) + impurity_of(right)) / len(labels)
        if best is None or impurity < best[1] - 1e-12:
            best = [(low + high) / 2, impurity]
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "best_binary_split-check", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
check("week4/best_binary_split", best_binary_split)

# %% nbgrader={"grade": true, "grade_id": "best_binary_split-hidden", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/best_binary_split", best_binary_split)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. The best two groups of a category (14 points: 7 for the visible check, 7 for hidden cases)
#
# Write `best_subset_split(values, labels)`. Now the values are names, or codes that mean nothing as
# numbers. A CART node has two branches, so the values have to share them: every division of the distinct
# values into two groups, none of them empty, is a candidate.
#
# Return `[left, right, impurity]`: a list of the values of one group, a list of those of the other, and
# the Gini impurity that is left. The order of the two groups, and of the values inside them, is up to
# you. Each case has one best division. With fewer than two distinct values return `None`.
#
# There are at most six values, so you may try all divisions. There may be more than two classes: remember
# for which number of classes Breiman's shortcut holds.


# %% nbgrader={"grade": false, "grade_id": "best_subset_split", "locked": false, "schema_version": 3, "solution": true, "task": false}
def best_subset_split(values, labels):
    """The division of a category's values into two groups that leaves the smallest Gini impurity."""

    ### BEGIN SOLUTION
    def impurity_of(side):
        return sum(side.count(label) * (1 - side.count(label) / len(side)) for label in set(side))

    best = None
    first, *others = sorted(set(values)) or [None]
    for number in range(2 ** len(others) - 1):  # its binary digits say who joins the first value
        left = [first] + [value for place, value in enumerate(others) if number >> place & 1]
        right = [value for value in others if value not in left]
        sides = (
            [label for value, label in zip(values, labels, strict=True) if value in group]
            for group in (left, right)
        )
        impurity = sum(impurity_of(side) for side in sides) / len(labels)
        if best is None or impurity < best[2]:
            best = [left, right, impurity]
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "best_subset_split-check", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
check("week4/best_subset_split", best_subset_split)

# %% nbgrader={"grade": true, "grade_id": "best_subset_split-hidden", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/best_subset_split", best_subset_split)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. The best cut for a number to be predicted (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `best_regression_split(values, targets)`. The targets are numbers, and each side of a cut predicts
# the mean of its own. Candidates are the same as in task 2. Return `[threshold, squares]` for the cut
# that leaves the smallest sum of squared errors,
#
# $$\sum_{i \in L} (y_i - \bar y_L)^2 + \sum_{i \in R} (y_i - \bar y_R)^2 ,$$
#
# the lowest of equally good ones (sums that differ by less than 1e-9 count as equal). With fewer than two
# distinct values return `None`.


# %% nbgrader={"grade": false, "grade_id": "best_regression_split", "locked": false, "schema_version": 3, "solution": true, "task": false}
def best_regression_split(values, targets):
    """The cut of a numeric column that leaves the smallest sum of squares, as [threshold, squares]."""

    ### BEGIN SOLUTION
    def squares_of(side):
        mean = sum(side) / len(side)
        return sum((target - mean) ** 2 for target in side)

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [target for value, target in zip(values, targets, strict=True) if value <= low]
        right = [target for value, target in zip(values, targets, strict=True) if value > low]
        squares = squares_of(left) + squares_of(right)
        if best is None or squares < best[1] - 1e-9:
            best = [(low + high) / 2, squares]
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "best_regression_split-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week4/best_regression_split", best_regression_split)

# %% nbgrader={"grade": true, "grade_id": "best_regression_split-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/best_regression_split", best_regression_split)
### END HIDDEN TESTS

# %% [markdown]
# Here is the search as a picture, for children who had an operation on the spine: one point for each cut
# of each column, and how impure it leaves them. No points; but your own `gini_split` draws it.

# %%
use_course_style()
children = load_kyphosis().frame
figure, axes = plt.subplots(1, 3, figsize=(9, 3), sharey=True)
for ax, name in zip(axes, ["Start", "Age", "Number"], strict=True):
    distinct = np.unique(children[name])
    cuts = (distinct[1:] + distinct[:-1]) / 2
    below = [children[name] <= cut for cut in cuts]
    labels = children["Kyphosis"]
    left_over = [gini_split(labels[side].tolist(), labels[~side].tolist()) for side in below]
    ax.plot(cuts, left_over, "o-", markersize=3, linewidth=1)
    ax.set_xlabel({"Start": "first vertebra", "Age": "age (months)", "Number": "vertebrae involved"}[name])
axes[0].set_ylabel("Gini impurity after the cut")
plt.show()

# %% [markdown]
# ## 5. How good is a stand-in? (10 points: 5 for the visible check, 5 for hidden cases)
#
# Write `surrogate_agreement(primary, surrogate)`. Two splits of the same rows: `primary[i]` and
# `surrogate[i]` are `"left"`, `"right"`, or `None` where the row lacks the value that the split asks for.
# Return `[agreement, adjusted]`.
#
# - Only rows with a known *primary* side count. The **agreement** is the share of them that the surrogate
#   sends the same way. Where the surrogate's value is missing it sends the row nowhere, so it does not
#   agree.
# - The **majority rule** sends every row where most of the counted rows go; $m$ is the share that it gets
#   right. The **adjusted** agreement is the part of its mistakes that the surrogate puts right,
#   $(\text{agreement} - m) / (1 - m)$. It is negative for a surrogate that is worse.
# - If all counted rows go one way there is nothing to put right, and `adjusted` is 0. If no row has a
#   known primary side, both numbers are 0.


# %% nbgrader={"grade": false, "grade_id": "surrogate_agreement", "locked": false, "schema_version": 3, "solution": true, "task": false}
def surrogate_agreement(primary, surrogate):
    """Share of the rows sent the same way, and the part of the majority rule's mistakes put right."""
    ### BEGIN SOLUTION
    pairs = [(one, other) for one, other in zip(primary, surrogate, strict=True) if one is not None]
    if not pairs:
        return [0.0, 0.0]
    agreement = sum(one == other for one, other in pairs) / len(pairs)
    goes_left = sum(one == "left" for one, _ in pairs)
    if goes_left in (0, len(pairs)):
        return [agreement, 0.0]
    majority = max(goes_left, len(pairs) - goes_left) / len(pairs)
    return [agreement, (agreement - majority) / (1 - majority)]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "surrogate_agreement-check", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
check("week4/surrogate_agreement", surrogate_agreement)

# %% nbgrader={"grade": true, "grade_id": "surrogate_agreement-hidden", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/surrogate_agreement", surrogate_agreement)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. The weakest link (12 points: 6 for the visible check, 6 for hidden cases)
#
# A tree is a dictionary. Every node has a `"name"`, which no other node of the tree has, and a `"risk"`,
# which is $R(t)$: what it would cost if it were a leaf. An inner node has its two branches under `"left"`
# and `"right"`; a leaf has neither key.
#
# ```python
# {"name": "A", "risk": 10,
#  "left":  {"name": "a", "risk": 1},
#  "right": {"name": "B", "risk": 4,
#            "left":  {"name": "b1", "risk": 1},
#            "right": {"name": "b2", "risk": 1}}}
# ```
#
# Write `weakest_link(tree)`. For every inner node $t$, with $T_t$ the branch below it,
#
# $$g(t) = \frac{R(t) - R(T_t)}{|T_t| - 1} ,$$
#
# where $R(T_t)$ is the sum of the risks of its *leaves* and $|T_t|$ their number. Return `[name, g]` of
# the node with the smallest $g$. If several are equally weak, return the first on the way down: a node
# comes before the nodes below it, and the left branch before the right. For a lone leaf return `None`.
#
# In the tree above B saves $4 - 2 = 2$ errors with one leaf more, and A saves $10 - 3 = 7$ with two: the
# answer is `["B", 2.0]`.


# %% [markdown]
# Three trees to try your functions on. The check uses them too, and its messages have no room for a whole
# tree.


# %%
def node(name, risk, left=None, right=None):
    """A leaf, or an inner node if it has branches."""
    return {"name": name, "risk": risk} | ({"left": left, "right": right} if left else {})


older = node("Age >= 111", 6, node("older", 2), node("in between", 3))
kyphosis_tree = node(
    "Start >= 8.5",
    17,
    node("Start >= 14.5", 6, node("Start is high", 0), node("Age < 55", 6, node("young", 0), older)),
    node("Start below 8.5", 8),
)

seven_leaves = node(
    "A",
    40,
    node(
        "B",
        16,
        node("C", 9, node("c1", 2), node("c2", 1)),
        node("D", 7, node("d1", 1), node("d2", 1)),
    ),
    node("E", 12, node("e1", 1), node("F", 8, node("f1", 2), node("f2", 0))),
)

equal_links = node(
    "A",
    20,
    node("B", 7, node("b1", 2), node("b2", 3)),
    node("C", 9, node("c1", 1), node("D", 5, node("d1", 3), node("d2", 0))),
)


# %% nbgrader={"grade": false, "grade_id": "weakest_link", "locked": false, "schema_version": 3, "solution": true, "task": false}
def weakest_link(tree):
    """Name and g of the inner node whose branch saves least for each leaf that it adds."""
    ### BEGIN SOLUTION
    links = []

    def leaves_below(node):
        if "left" not in node:
            return [node["risk"]]
        link = [node["name"], None]
        links.append(link)
        risks = leaves_below(node["left"]) + leaves_below(node["right"])
        link[1] = (node["risk"] - sum(risks)) / (len(risks) - 1)
        return risks

    leaves_below(tree)
    weakest = None
    for link in links:
        if weakest is None or link[1] < weakest[1] - 1e-12:
            weakest = link
    return weakest
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "weakest_link-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week4/weakest_link", weakest_link)

# %% nbgrader={"grade": true, "grade_id": "weakest_link-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/weakest_link", weakest_link)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. The nested sequence (18 points: 9 for the visible check, 9 for hidden cases)
#
# Write `prune_sequence(tree)`. It returns one row `[alpha, leaves, risk]` for each tree that is the best
# one for some price $\alpha$ of a leaf, from the largest tree to the root alone: the alpha from which on
# it is the best, its number of leaves, and the sum of their risks.
#
# - Begin with $\alpha = 0$ and the whole tree. A split that saves *nothing* ($g = 0$) is not worth even
#   that: cut it before you write the first row.
# - Then, again and again: raise $\alpha$ to the smallest $g$ of the tree that is left, make leaves of all
#   nodes with that $g$, and write a row. Links that are equally weak (within 1e-12) go together.
# - Stop when only the root is left. A lone leaf gives a single row.
#
# The tree that you are given must be left as it is.


# %% nbgrader={"grade": false, "grade_id": "prune_sequence", "locked": false, "schema_version": 3, "solution": true, "task": false}
def prune_sequence(tree):
    """The nested trees of cost-complexity pruning, as rows [alpha, leaves, risk]."""

    ### BEGIN SOLUTION
    def pruned(node, alpha):
        """What is left of a branch at that price: (tree, risks of its leaves, smallest g in it)."""
        if "left" not in node:
            return node, [node["risk"]], float("inf")
        left, left_risks, left_link = pruned(node["left"], alpha)
        right, right_risks, right_link = pruned(node["right"], alpha)
        risks = left_risks + right_risks
        link = (node["risk"] - sum(risks)) / (len(risks) - 1)
        if link <= alpha + 1e-12:
            return {"name": node["name"], "risk": node["risk"]}, [node["risk"]], float("inf")
        return {**node, "left": left, "right": right}, risks, min(link, left_link, right_link)

    rows, alpha = [], 0.0
    while True:
        tree, risks, weakest = pruned(tree, alpha)
        rows.append([alpha, len(risks), sum(risks)])
        if len(risks) == 1:
            return rows
        alpha = weakest
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "prune_sequence-check", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
check("week4/prune_sequence", prune_sequence)

# %% nbgrader={"grade": true, "grade_id": "prune_sequence-hidden", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week4/prune_sequence", prune_sequence)
### END HIDDEN TESTS

# %% [markdown]
# When the check passes, look at what your function does. The tree of seven leaves and its sequence: the
# price on the horizontal axis, and how many leaves are worth it. No points.


# %%
alphas, leaves, risks = zip(*prune_sequence(seven_leaves), strict=True)
plt.step([*alphas, alphas[-1] * 1.25], [*leaves, leaves[-1]], where="post")
plt.xlabel("alpha, the price of a leaf (errors)")
plt.ylabel("leaves of the best tree")
plt.show()

# %% [markdown]
# ## 8. Explain (10 points, marked by hand)
#
# A regression tree for the price of 60 cars was grown to its full size and cross-validated in five folds
# (R's `rpart`). Each row is a tree of the nested sequence. All errors are in units of the root's, and so
# is **cp**, the price of a leaf *from which on* this row's tree is the best one. (R prints the rows from the
# smallest tree to the largest, so prices fall as you read down.)
#
# | cp | leaves | error on the 60 cars | cross-validated error | its standard error |
# |---|---|---|---|---|
# | 0.432 | 1 | 1.000 | 1.008 | 0.210 |
# | 0.158 | 2 | 0.568 | 0.764 | 0.151 |
# | 0.098 | 3 | 0.410 | 0.587 | 0.121 |
# | 0.089 | 4 | 0.313 | 0.525 | 0.119 |
# | 0.065 | 5 | 0.224 | 0.509 | 0.106 |
# | 0.027 | 6 | 0.159 | 0.482 | 0.129 |
# | 0.017 | 7 | 0.132 | 0.506 | 0.129 |
# | ... | ... | ... | ... | ... |
# | 0.000 | 19 | 0.050 | 0.545 | 0.133 |
#
# Explain, in eight to twelve sentences, to a dealer who wants one tree from you:
#
# 1. why the column "error on the 60 cars" cannot tell you where to stop;
# 2. which tree the smallest cross-validated error chooses, which tree the 1-SE rule chooses (show the
#    calculation), and why one might trust the second more;
# 3. how the 0.098 in the row with three leaves comes about from the errors in this table (they are
#    rounded, so you will get 0.097), for which prices of a leaf the tree with three leaves is the best, and
#    why it is a part of the tree with six.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain-cp-table", "locked": false, "points": 10, "schema_version": 3, "solution": true, "task": false}
# ### BEGIN SOLUTION
# **Model answer.** The error on the 60 cars falls with every split, because each split is chosen to lower
# it and each leaf's prediction is fitted to the very cars on which we measure. It would always choose the
# largest tree, here that with 19 leaves: it rewards memory as well as knowledge. The cross-validated
# error is measured on cars that had no part in growing the tree. It falls to 0.482 at six leaves and then
# rises, to 0.545 for the largest tree.
#
# The smallest cross-validated error, 0.482, belongs to six leaves. It is an estimate with a standard
# error of 0.129. The 1-SE rule takes the smallest tree whose error is at most 0.482 + 0.129 = 0.611. Two
# leaves have 0.764, which is too much; three have 0.587, which will do. From three leaves on the
# differences are smaller than the uncertainty of the numbers: other folds, or 60 other cars, could have
# put the minimum elsewhere. Where the data can't tell two trees apart, the smaller one is easier to
# explain and leans less on these particular cars. (A dealer who wants the best guess and does not care
# about size may take six leaves with good reason: the rule is a convention.)
#
# The 0.098 is what the weakest link of the next larger tree saves per leaf: (0.410 - 0.313) / (4 - 3) =
# 0.097 from the printed errors, and 0.0975 from the unrounded ones. From this price on the tree with
# three leaves is the one that minimises error + price x leaves, until at 0.158 the tree with two leaves
# takes over. As the price rises only cuts are made. A split that has become too dear never comes
# back, so every smaller tree is obtained from the larger one by making leaves of some of its inner nodes.
# The tree with three leaves is the top of the tree with six.
#
# **Marking scheme**
#
# - 2 points: training error. 1 for "it always falls as the tree grows", 1 for the reason (the same cars
#   were used to choose the splits and the leaf values).
# - 4 points: the choices. 1 for six leaves; 2 for three leaves with the limit 0.482 + 0.129 = 0.611 (1 if
#   the method is right and the arithmetic is not; 1 if the standard error of another row is used); 1 for
#   the reason (the minimum is uncertain, the curve is flat, the smaller tree is no worse as far as one
#   can tell).
# - 2 points: the price. 1 for the calculation from the rows with three and four leaves (0.097 and 0.098 are
#   both right), 1 for where the tree is the best (from 0.098 up to 0.158).
# - 2 points: nested. Pruning only ever cuts further as the price rises; each tree is cut out of the one
#   before.
# - A student who argues for six leaves, and says what the 1-SE rule would have chosen, gets full points.
# ### END SOLUTION
