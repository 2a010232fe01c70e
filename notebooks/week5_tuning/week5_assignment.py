# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 5 · Assignment: which tree, and how good is it?
#
# You write the tools with which one chooses among trees and judges the choice, and the two ends of a random
# forest: eight short functions, and one explanation in your own words. Together they make 100 points.
#
# Each function has its task, a cell for your code, a cell that checks it, and a cell where hidden cases are
# run when your notebook is graded. Replace the line `raise NotImplementedError()`, then run the check below
# as often as you like. `hint("week5/confusion")` helps you on, one step further each time you run it.
#
# Lists and dictionaries come in, lists, dictionaries and numbers go out. Where a list is asked for, a tuple or an
# array will do as well. Do not change what you are given, and do not round. Nothing here needs more than plain
# Python; NumPy and pandas are welcome. Where a task says *in sorted order*, labels of one list are all texts or all
# numbers, so they can be sorted as they are.

# %%
import matplotlib.pyplot as plt
import numpy as np

from autograder import check, hint
from dtlib.style import use_course_style

use_course_style()

# %% [markdown]
# ## 1. What is taken for what? (10 points: 5 for the visible check, 5 for hidden cases)
#
# Write `confusion(truth, predicted)`. The two lists hold, for each row, the true label and the label that a
# model gave. Return a dictionary of dictionaries such that `table[true][given]` is the number of rows whose
# true label is `true` and that were given `given`.
#
# Every label that occurs in either list has a row *and* a column, zeros included. The order of the keys does
# not matter. Two empty lists give an empty dictionary.


# %% nbgrader={"grade": false, "grade_id": "confusion", "locked": false, "schema_version": 3, "solution": true, "task": false}
def confusion(truth, predicted):
    """How often each true label was given each label."""
    ### BEGIN SOLUTION
    labels = set(truth) | set(predicted)
    table = {true: dict.fromkeys(labels, 0) for true in labels}
    for true, given in zip(truth, predicted, strict=True):
        table[true][given] += 1
    return table
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "confusion-check", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
check("week5/confusion", confusion)

# %% nbgrader={"grade": true, "grade_id": "confusion-hidden", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/confusion", confusion)
### END HIDDEN TESTS

# %% [markdown]
# ## 2. Precision, recall, F1 (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `precision_recall_f1(truth, predicted, positive)`. One class, `positive`, is the one we are looking for;
# all the others are lumped together. Return `{"precision": P, "recall": R, "f1": F}`, where
#
# $$P = \frac{\text{positive and called so}}{\text{called positive}}, \qquad
# R = \frac{\text{positive and called so}}{\text{positive}}, \qquad
# F = \frac{2PR}{P + R} .$$
#
# Where a denominator is 0, the number is 0: a model that never raises an alarm has precision 0.


# %% nbgrader={"grade": false, "grade_id": "precision_recall_f1", "locked": false, "schema_version": 3, "solution": true, "task": false}
def precision_recall_f1(truth, predicted, positive):
    """Precision, recall and F1 of one class."""
    ### BEGIN SOLUTION
    both = sum(true == positive and given == positive for true, given in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    precision = both / called if called else 0.0
    recall = both / there if there else 0.0
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "precision_recall_f1-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week5/precision_recall_f1", precision_recall_f1)

# %% nbgrader={"grade": true, "grade_id": "precision_recall_f1-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/precision_recall_f1", precision_recall_f1)
### END HIDDEN TESTS

# %% [markdown]
# When both checks pass, look at a model that is right 95 times of 100. No points here. Would you want it as
# your doctor?

# %%
patients = ["ill"] * 5 + ["well"] * 95
always_well = ["well"] * 100
print(confusion(patients, always_well))
print(precision_recall_f1(patients, always_well, "ill"))

# %% [markdown]
# ## 3. Folds (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `k_fold_indices(n, k)`. Rows are numbered 0, 1, …, n − 1. Cut them into k folds of *consecutive* rows
# and return a list of k pairs `[training rows, held-out rows]`: in the first pair the first fold is held out,
# in the second the second, and so on. Both halves of a pair are lists in increasing order.
#
# Fold sizes differ by at most one. If k does not divide n, the first `n % k` folds have one row more. You may
# rely on 2 ≤ k ≤ n.
#
# (In real work one shuffles the rows first, or sorted tables make strange folds. Here everyone should get the
# same, so nothing is shuffled.)


# %% nbgrader={"grade": false, "grade_id": "k_fold_indices", "locked": false, "schema_version": 3, "solution": true, "task": false}
def k_fold_indices(n, k):
    """k pairs of lists, training rows and held-out rows."""
    ### BEGIN SOLUTION
    pairs = []
    start = 0
    for fold in range(k):
        size = n // k + 1 if fold < n % k else n // k
        held_out = list(range(start, start + size))
        training = list(range(start)) + list(range(start + size, n))
        pairs.append([training, held_out])
        start += size
    return pairs
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "k_fold_indices-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week5/k_fold_indices", k_fold_indices)

# %% nbgrader={"grade": true, "grade_id": "k_fold_indices-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/k_fold_indices", k_fold_indices)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. One tree, every depth (14 points: 7 for the visible check, 7 for hidden cases)
#
# Write `depth_sweep(tree, rows, labels, depths)`. The tree is one of week 2: a leaf is a label, an inner node
# is a dictionary
#
# ```python
# {"attribute": name, "majority": label, "branches": {value: subtree, ...}}
# ```
#
# `rows` is a list of dictionaries, `labels` the list of their true labels. For every depth in `depths` return
# the tree's **error rate** on these rows if it is cut off there: the walk down the tree ends after `depth`
# questions at the latest, and whoever stands on an inner node then gets that node's majority. At depth 0 no
# question is asked.
#
# A value for which a node has no branch ends the walk as it did in week 2, with the node's majority. A leaf
# above the depth is a leaf. `depths` may come in any order and may be deeper than the tree; there is at least
# one row.
#
# Why one tree is enough: ID3 chooses each question without looking further down, so the tree it would grow with
# a limit of `depth` questions is the full tree with the lower part taken away.


# %% nbgrader={"grade": false, "grade_id": "depth_sweep", "locked": false, "schema_version": 3, "solution": true, "task": false}
def depth_sweep(tree, rows, labels, depths):
    """The error rate of the tree, cut off at each depth."""
    ### BEGIN SOLUTION
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            questions = 0
            while isinstance(node, dict) and questions < depth:
                node = node["branches"].get(row[node["attribute"]], node["majority"])
                questions += 1
            answer = node["majority"] if isinstance(node, dict) else node
            wrong += answer != label
        errors.append(wrong / len(rows))
    return errors
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "depth_sweep-check", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
check("week5/depth_sweep", depth_sweep)

# %% nbgrader={"grade": true, "grade_id": "depth_sweep-hidden", "locked": true, "points": 7, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/depth_sweep", depth_sweep)
### END HIDDEN TESTS

# %% [markdown]
# When the check passes, draw a sweep. The tree below was grown by ID3 on 80 rows whose label is decided by `a`
# and `b`, except that one row in five has the wrong one. A hundred other rows judge it. No points here.


# %%
def node(attribute, majority, if_0, if_1):
    return {"attribute": attribute, "majority": majority, "branches": {0: if_0, 1: if_1}}


def noisy_rows(seed, size):
    rng = np.random.default_rng(seed)
    bits = rng.integers(2, size=(size, 5))
    flipped = rng.random(size) < 0.2
    is_yes = (bits[:, 0] & bits[:, 1]) ^ flipped
    rows = [dict(zip("abcde", row, strict=True)) for row in bits.tolist()]
    return rows, ["yes" if one else "no" for one in is_yes]


# fmt: off
tree = node("a", "no",
    node("d", "no",
        node("b", "no",
            node("c", "no", node("e", "yes", "yes", "no"), "no"),
            node("c", "no", "no", node("e", "yes", "yes", "yes"))),
        "no"),
    node("b", "yes",
        node("e", "no",
            node("c", "no", "no", node("d", "no", "no", "no")),
            node("d", "no", node("c", "yes", "yes", "no"), node("c", "no", "no", "yes"))),
        node("e", "yes",
            node("c", "yes", node("d", "yes", "yes", "no"), node("d", "yes", "yes", "yes")),
            node("d", "yes", node("c", "yes", "yes", "no"), "yes"))))
# fmt: on

rows, labels = noisy_rows(seed=2, size=180)
depths = [0, 1, 2, 3, 4, 5]
plt.plot(depths, depth_sweep(tree, rows[:80], labels[:80], depths), "o-", label="its own 80 rows")
plt.plot(depths, depth_sweep(tree, rows[80:], labels[80:], depths), "s--", label="100 other rows")
plt.xlabel("depth (questions asked at most)")
plt.ylabel("error rate")
plt.ylim(0, None)
plt.legend()
plt.show()

# %% [markdown]
# ## 5. Grid search (12 points: 6 for the visible check, 6 for hidden cases)
#
# The computing has been done, and its log has been kept. Write `grid_search(grid, runs)`.
#
# - `grid` names the parameters and the values to try: `{"max_depth": [2, 4], "min_samples_leaf": [1, 5]}`. Its
#   settings are all combinations of one value for each parameter.
# - `runs` is the log, a list of dictionaries in any order. Each has a value for every parameter of the grid and
#   a `"score"`, where **more is better** (it may be negative). It may hold other keys, such as `"fold"`, which you
#   can ignore. Every setting has one run for each fold.
#
# Return `{"setting": {...}, "score": average}` for the setting with the largest average score over its runs. Of
# equal averages the first setting wins, in the order of `itertools.product`: the last parameter changes fastest.
# The log may also hold runs of settings that are not in the grid; those do not take part.


# %% nbgrader={"grade": false, "grade_id": "grid_search", "locked": false, "schema_version": 3, "solution": true, "task": false}
def grid_search(grid, runs):
    """The setting with the best average score, and that average."""
    ### BEGIN SOLUTION
    from itertools import product

    best = None
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in setting)]
        average = sum(scores) / len(scores)
        if best is None or average > best["score"]:
            best = {"setting": setting, "score": average}
    return best
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "grid_search-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week5/grid_search", grid_search)

# %% nbgrader={"grade": true, "grade_id": "grid_search-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/grid_search", grid_search)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. The 1-SE rule (12 points: 6 for the visible check, 6 for hidden cases)
#
# Write `one_se_rule(sizes, fold_errors)`. `sizes[i]` is the number of leaves of tree i, and `fold_errors[i]`
# the list of its errors on k held-out folds, k ≥ 2 (less is better). Sizes are distinct and in any order.
#
# 1. Average each tree's errors. The best tree has the smallest average (of equal ones, the smallest tree).
# 2. The standard error of the *best* tree's average is $s / \sqrt{k}$, where $s$ is the standard deviation of
#    its k errors with $k - 1$ in the denominator.
# 3. Return the smallest size whose average is at most the best average plus that standard error.


# %% nbgrader={"grade": false, "grade_id": "one_se_rule", "locked": false, "schema_version": 3, "solution": true, "task": false}
def one_se_rule(sizes, fold_errors):
    """The size of the smallest tree within one standard error of the best."""
    ### BEGIN SOLUTION
    from statistics import fmean, stdev

    trees = sorted(zip(sizes, fold_errors, strict=True))
    best = min(trees, key=lambda tree: fmean(tree[1]))[1]
    limit = fmean(best) + stdev(best) / len(best) ** 0.5
    return next(size for size, errors in trees if fmean(errors) <= limit)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "one_se_rule-check", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
check("week5/one_se_rule", one_se_rule)

# %% nbgrader={"grade": true, "grade_id": "one_se_rule-hidden", "locked": true, "points": 6, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/one_se_rule", one_se_rule)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. A bootstrap sample (10 points: 5 for the visible check, 5 for hidden cases)
#
# Each tree of a forest is grown on rows drawn *with replacement*: some come twice, some not at all. Write
# `bootstrap_sample(rows, uniforms)`. So that everyone draws the same rows, the random numbers are given:
# `uniforms` holds one number $0 \le u < 1$ for each draw. With n rows, u draws the row at position
# $\lfloor u \cdot n \rfloor$, counted from 0.
#
# Return `{"sample": [...], "out_of_bag": [...]}`: the drawn rows in the order of the draws, and the rows that
# were never drawn in the order of `rows`. A row can be anything, a text or a dictionary. Two rows may be equal;
# they are two rows all the same, and one may be drawn and the other not. The number of draws need not be n.


# %% nbgrader={"grade": false, "grade_id": "bootstrap_sample", "locked": false, "schema_version": 3, "solution": true, "task": false}
def bootstrap_sample(rows, uniforms):
    """Rows drawn with replacement, and those that were never drawn."""
    ### BEGIN SOLUTION
    drawn = [int(u * len(rows)) for u in uniforms]
    return {
        "sample": [rows[position] for position in drawn],
        "out_of_bag": [row for position, row in enumerate(rows) if position not in drawn],
    }
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "bootstrap_sample-check", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
check("week5/bootstrap_sample", bootstrap_sample)

# %% nbgrader={"grade": true, "grade_id": "bootstrap_sample-hidden", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/bootstrap_sample", bootstrap_sample)
### END HIDDEN TESTS

# %% [markdown]
# When the check passes: how many rows does a sample of n draws miss? The chance that one draw misses a given row
# is $1 - 1/n$, and there are n draws. No points here.

# %%
rng = np.random.default_rng(5)
hundred = list(range(100))
missed = [len(bootstrap_sample(hundred, rng.random(100).tolist())["out_of_bag"]) for _ in range(500)]
print(f"on average {np.mean(missed):.1f} of 100 rows; expected {100 * (1 - 1 / 100) ** 100:.1f}")

# %% [markdown]
# ## 8. The forest votes (8 points: 4 for the visible check, 4 for hidden cases)
#
# Write `forest_vote(votes)`. `votes[t][i]` is the label that tree t gives to row i, or `None` if the tree
# abstains: out of bag, a tree is asked only about rows that it was not grown from. Return a list with one answer
# for each row, the label with the most votes. Of equally frequent labels the first in sorted order wins. If all
# trees abstain on a row, its answer is `None`. No trees at all give an empty list.


# %% nbgrader={"grade": false, "grade_id": "forest_vote", "locked": false, "schema_version": 3, "solution": true, "task": false}
def forest_vote(votes):
    """The label with the most votes, for each row."""
    ### BEGIN SOLUTION
    answers = []
    for ballot in zip(*votes, strict=True):
        cast = [vote for vote in ballot if vote is not None]
        answers.append(min(set(cast), key=lambda label: (-cast.count(label), label)) if cast else None)
    return answers
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "forest_vote-check", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check("week5/forest_vote", forest_vote)

# %% nbgrader={"grade": true, "grade_id": "forest_vote-hidden", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
# Hidden cases are run here when your notebook is graded.
### BEGIN HIDDEN TESTS
from autograder import check_hidden

check_hidden("week5/forest_vote", forest_vote)
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Explain (10 points, marked by hand)
#
# Two hundred "models" guess the labels of a hundred validation rows by tossing a coin. None of them knows
# anything.

# %%
rng = np.random.default_rng(0)
truth = rng.integers(2, size=100)
accuracy = (rng.integers(2, size=(200, 100)) == truth).mean(axis=1)
print(f"average {accuracy.mean():.3f}, best of 200: {accuracy.max():.3f}")

plt.hist(accuracy, bins=np.arange(0.345, 0.67, 0.02), edgecolor="white")
plt.axvline(accuracy.max(), color="black", linestyle="--", label="the one a search would keep")
plt.xlabel("accuracy on the same hundred rows")
plt.ylabel("number of models")
plt.legend()
plt.show()

# %% [markdown]
# A classmate has tuned a tree: 200 settings, each judged on the same hundred validation rows. She keeps the best
# setting, and for its tree she reports the accuracy that it had on those rows: "On data that it was not trained
# on."
#
# Explain to her in six to ten sentences:
#
# 1. why this number is too high, although no training row was used to judge, and how the picture shows it;
# 2. what she must do to get a number that she may report, and what goes wrong if she looks at it, is
#    disappointed, tunes some more, and looks again;
# 3. what changes if she takes, by the 1-SE rule, the smallest tree within one standard error of the best: what is
#    better about that *choice*, and may she report the validation accuracy of *that* tree?

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain-best-score", "locked": false, "points": 10, "schema_version": 3, "solution": true, "task": false}
# ### BEGIN SOLUTION
# **Model answer.** Each validation score is the model's true accuracy plus luck: a hundred rows are a sample, and
# on another hundred the score would be a few hundredths higher or lower. Among 200 settings she keeps the one with
# the highest score, and a high score is more often a lucky one than an unlucky one. So the largest of many scores
# is biased upwards, even if each single one is not. In the picture all models have a true accuracy of one half,
# the scores scatter around it, and the best is far out on the right: pure luck, found by searching. The rows were
# not used for training, but they were used for choosing, and choosing is fitting too.
#
# She needs rows that took part in nothing: set aside before the first look, used once, after the tree has been
# chosen and for that tree alone. Its score there is an honest estimate, and will most likely be lower. If she
# tunes again because it disappoints her, and then looks again, the test rows have become validation rows: she is
# now choosing by them, and the luck is back in the number. (Nested cross-validation, with the whole search inside
# every fold, is an honest way for those who can't spare rows.)
#
# The 1-SE rule takes the smallest tree that cannot be told from the best, given how uncertain the best average is.
# That guards the *choice*: she does not follow differences that are smaller than the noise, and the smaller tree
# is easier to read and usually no worse on new rows. It does not make the validation score of the chosen tree an
# honest number. That tree too was chosen by looking at these rows.
#
# **Marking scheme**
#
# - 2 points: a score is the truth plus chance, with a finite validation set.
# - 2 points: the maximum of many such scores is biased upwards; choosing is a kind of fitting. Take off 1 if the
#   picture is not used (all models equal, the best is luck).
# - 2 points: a test set apart from everything, used after the choice (or nested cross-validation, or fresh data).
# - 2 points: repeated looks turn it into a validation set. "It is cheating" without the reason earns 1.
# - 2 points: 1-SE, one for what it does (prefers the simpler tree among those that the noise does not separate)
#   and one for what it does not do (the reported score stays optimistic).
# - "She overfitted the training data" is not the point here; by itself it earns nothing.
# - Length and style are not marked.
# ### END SOLUTION
