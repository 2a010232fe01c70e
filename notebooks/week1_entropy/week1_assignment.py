# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 1 · Assignment: measuring how mixed a set is
#
# You write five small functions, and explain one result in your own words. Together they make 100 points,
# and every later week stands on them.
#
# Each function has its task, a cell for your code, a cell that checks it, and a cell where hidden cases are
# run when your notebook is graded. Replace the line `raise NotImplementedError()`, then run the check below
# as often as you like. It shows the call, what came back and what was expected, and it often recognises
# *why* an answer is wrong. `hint("week1/entropy")` helps you on, one step further each time you run it.
#
# Use whatever style you like: loops, `Counter`, NumPy; but not `dtlib`'s own versions. A check gives its points
# only if every case is right; while something is wrong it ends with an error, so that "Run All" stops there.
# Lists come in, numbers come out (in task 5 a dictionary of lists). Do not change the
# lists that you are given, and do not round: rounding is for the reader of a number, never for the next
# calculation.

# %%
import matplotlib.pyplot as plt
import numpy as np

from autograder import check, hint
from dtlib.style import use_course_style

# %% [markdown]
# ## 1. Entropy (16 points: 8 for the visible check, 8 for hidden cases)
#
# Write `entropy(labels)`. It takes a list of class labels and returns their entropy in bits,
#
# $$H = -\sum_k p_k \log_2 p_k ,$$
#
# where $p_k$ is the share of class $k$ and the sum runs over the classes that occur. There may be any
# number of classes. One class alone has entropy 0. So has an empty list, by convention.


# %% nbgrader={"grade": false, "grade_id": "entropy", "locked": false, "schema_version": 3, "solution": true, "task": false}
def entropy(labels):
    """Entropy of a list of labels, in bits."""
    ### BEGIN SOLUTION
    shares = [labels.count(label) / len(labels) for label in set(labels)]
    return sum(p * np.log2(1 / p) for p in shares)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "entropy-check", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
check("week1/entropy", entropy)

# %% nbgrader={"grade": true, "grade_id": "entropy-hidden", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week1/entropy", entropy)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. Gini impurity (16 points: 8 for the visible check, 8 for hidden cases)
#
# Write `gini(labels)`: the probability that two labels, drawn at random *with replacement*, differ,
#
# $$G = \sum_k p_k (1 - p_k) = 1 - \sum_k p_k^2 .$$
#
# One class alone gives 0, and so does an empty list. The two forms above are the same number for every list
# but one. Which list is it, and what does your code do with it?


# %% nbgrader={"grade": false, "grade_id": "gini", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gini(labels):
    """Chance that two labels, drawn with replacement, differ."""
    ### BEGIN SOLUTION
    shares = [labels.count(label) / len(labels) for label in set(labels)]
    return sum(p * (1 - p) for p in shares)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "gini-check", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
check("week1/gini", gini)

# %% nbgrader={"grade": true, "grade_id": "gini-hidden", "locked": true, "points": 8, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week1/gini", gini)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Conditional entropy (20 points: 10 for the visible check, 10 for hidden cases)
#
# Write `conditional_entropy(values, labels)`. The two lists are two columns of one table: row $i$ has the
# attribute's value `values[i]` and the class `labels[i]`. The attribute sends the rows into branches, one
# for each distinct value. Return the entropy of the labels that is left, in bits,
#
# $$H(Y \mid X) = \sum_v \frac{|D_v|}{|D|}\, H(D_v) ,$$
#
# where $D_v$ are the rows with value $v$ and $H(D_v)$ is the entropy of *their* labels. Values may be texts
# or numbers, in any order. With no rows at all the answer is 0.
#
# You may call your own `entropy`. If it is not right yet, this function will not be either: then it is
# safer to write the sum out here.


# %% nbgrader={"grade": false, "grade_id": "conditional_entropy", "locked": false, "schema_version": 3, "solution": true, "task": false}
def conditional_entropy(values, labels):
    """Entropy of the labels that is left once the value is known, in bits."""
    ### BEGIN SOLUTION
    left = 0.0
    for value in set(values):
        branch = [label for other, label in zip(values, labels, strict=True) if other == value]
        shares = [branch.count(label) / len(branch) for label in set(branch)]
        left += len(branch) / len(labels) * sum(p * np.log2(1 / p) for p in shares)
    return left
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "conditional_entropy-check", "locked": true, "points": 10, "schema_version": 3, "solution": false, "task": false}
check("week1/conditional_entropy", conditional_entropy)

# %% nbgrader={"grade": true, "grade_id": "conditional_entropy-hidden", "locked": true, "points": 10, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week1/conditional_entropy", conditional_entropy)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Information gain (20 points: 10 for the visible check, 10 for hidden cases)
#
# Write `information_gain(values, labels)`: the entropy of the labels that knowing the value removes, in
# bits,
#
# $$\mathrm{gain} = H(Y) - H(Y \mid X) .$$
#
# An attribute with one value gains nothing. An attribute with a different value in every row gains all of
# $H(Y)$. With no rows at all the answer is 0.


# %% nbgrader={"grade": false, "grade_id": "information_gain", "locked": false, "schema_version": 3, "solution": true, "task": false}
def information_gain(values, labels):
    """Entropy of the labels that knowing the value removes, in bits."""

    ### BEGIN SOLUTION
    def bits(items):
        shares = [items.count(item) / len(items) for item in set(items)]
        return sum(p * np.log2(1 / p) for p in shares)

    gain = bits(labels)
    for value in set(values):
        branch = [label for other, label in zip(values, labels, strict=True) if other == value]
        gain -= len(branch) / len(labels) * bits(branch)
    return gain
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "information_gain-check", "locked": true, "points": 10, "schema_version": 3, "solution": false, "task": false}
check("week1/information_gain", information_gain)

# %% nbgrader={"grade": true, "grade_id": "information_gain-hidden", "locked": true, "points": 10, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week1/information_gain", information_gain)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. Three curves (18 points: 9 for the visible check, 9 for hidden cases)
#
# A set has two classes; the first has the share $p$, the second $1 - p$. Write
# `binary_impurity_curve(shares)`. It takes a list of such shares $p$, each between 0 and 1, and returns a
# dictionary of three lists,
#
# ```python
# {"entropy": [...], "gini": [...], "misclassification": [...]}
# ```
#
# with one number for each $p$, in the order given. Entropy is in bits. Misclassification is the error rate
# of the best guess, $1 - \max(p, 1 - p)$. At $p = 0$ and at $p = 1$ all three are 0. An empty list gives
# three empty lists.


# %% nbgrader={"grade": false, "grade_id": "binary_impurity_curve", "locked": false, "schema_version": 3, "solution": true, "task": false}
def binary_impurity_curve(shares):
    """Entropy, Gini impurity and misclassification rate of two classes, for each share of the first."""
    ### BEGIN SOLUTION
    curve = {"entropy": [], "gini": [], "misclassification": []}
    for share in shares:
        both = [p for p in (share, 1 - share) if p > 0]
        curve["entropy"].append(sum(p * np.log2(1 / p) for p in both))
        curve["gini"].append(sum(p * (1 - p) for p in both))
        curve["misclassification"].append(1 - max(both))
    return curve
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "binary_impurity_curve-check", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
check("week1/binary_impurity_curve", binary_impurity_curve)

# %% nbgrader={"grade": true, "grade_id": "binary_impurity_curve-hidden", "locked": true, "points": 9, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week1/binary_impurity_curve", binary_impurity_curve)
### END HIDDEN TESTS

# %% [markdown]
# When the check passes, draw your own curves. No points here; you will want the picture for the last
# question.

# %%
use_course_style()
grid = [step / 100 for step in range(101)]
for name, numbers in binary_impurity_curve(grid).items():
    plt.plot(grid, numbers, label=name)
plt.xlabel("share p of the first class")
plt.ylabel("impurity (entropy in bits)")
plt.legend()
plt.show()

# %% [markdown]
# ## 6. Explain (10 points, marked by hand)
#
# In the ten days of the lesson, five times "yes" and five times "no", one may ask for the weather or for
# the wind. Whichever one asks, the best guess is then wrong on two days of ten: the misclassification rate
# can't tell the two questions apart. Entropy and Gini both prefer the weather.
#
# Explain this in six to ten sentences, to a classmate who has missed the lesson:
#
# 1. what the branches of the two questions look like, and what the error rate overlooks in them;
# 2. how the shapes of your three curves account for it;
# 3. why it matters to a tree, which will go on asking.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain-error-rate", "locked": false, "points": 10, "schema_version": 3, "solution": true, "task": false}
# ### BEGIN SOLUTION
# **Model answer.** Before any question the best guess is wrong on five days of ten. The wind makes two
# branches of five days, each with one day that goes against the other four: one error in each. The weather
# makes three branches: the three overcast days are all "yes", while the three sunny days and the four rainy
# ones hold one exception each. Two errors again. The error rate counts only the exceptions to the best
# guess. It does not see that the weather has settled three days for good and has put both errors together
# in the other seven, where further questions can look for them.
#
# The curve of the error rate is made of two straight lines. On a straight line every step towards purity
# earns the same, so what the weather wins by making three days pure it loses again on the other seven, to
# the last decimal. Entropy and Gini are bent (strictly concave), and steepest near the ends: the last step
# to purity earns the most. For the same reason the average of branches that differ always lies below those
# curves, while branches on one straight line average to a point on that line: moving them apart earns
# nothing.
#
# A tree goes on asking. What it needs from the first question is not the fewest errors now but branches
# that are finished or easy to finish. With the error rate it would see ties, or no gain at all, where
# progress is being made, and it would choose blindly or stop.
#
# **Marking scheme**
#
# - 3 points: branches described with their counts (weather: overcast 3 of 3 yes, sunny 1 of 3, rain 1 of 4;
#   wind: 1 of 5 and 4 of 5); two errors in both. Take off 1 for each question whose counts are wrong or
#   missing.
# - 2 points: what is overlooked: a branch is pure, or: how sure the guess is inside a branch does not
#   count, only whether it is the best one.
# - 3 points: shapes. 1 for "straight pieces" against "curved", 2 for what follows: steps towards purity
#   earn the same everywhere or most at the ends; or: averages of branches lie on the line or below the
#   curve. The word "concave" is not needed.
# - 2 points: the tree goes on; purity now makes later questions easier, or error rate would stop too early.
# - Length and style are not marked. A correct argument by another route (for example with the chance of two
#   draws differing) earns the points of the idea that it replaces.
# ### END SOLUTION
