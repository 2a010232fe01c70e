# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Capstone: one table, three trees, one page
#
# Five weeks of parts; now the whole. You take a real table, with holes in it and with columns of different
# kinds, and go the whole way from a question to a page that somebody else can act on. It takes about ten hours.
# It is marked by hand, out of 100 points; under each heading stands what is asked for and how much it counts.
#
# **The task.** A field station on the Antarctic peninsula catches penguins, measures them and lets them go. It
# asks for a way to tell the three species apart that a helper can use with a ruler, a scale and a card, and that
# still works when a measurement could not be taken. Which tree should be on the card, and how often will it be
# wrong?
#
# **Or a table of your own.** You may put another question to another table, if it has at least 200 rows, both
# numbers and categories among its columns, and real missing values. Say where it comes from and under what
# licence it may be used. Everything below then reads accordingly.
#
# **How to work.** Put your cells below each heading, code and text, as many as you need; leave the headings as
# they are. You may use all of `dtlib`, scikit-learn and pandas. The notebook must run from top to bottom in under
# five minutes, without the internet, and give the same numbers twice: set every seed. Wherever you write a number
# in a sentence, a cell nearby computes it.
#
# **The table.** `penguins.frame` is all of it. `penguins.target` is the name of the column to predict, `"species"`, whose
# classes are Adelie, Chinstrap and Gentoo. `penguins.X` are the other columns and `penguins.y` is the species, ready for
# `fit`; which of the other columns a tree may use is for you to decide.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import dtlib
from dtlib.datasets import load_penguins
from dtlib.style import use_course_style

use_course_style()
penguins = load_penguins()
print(penguins.provenance)
penguins.frame.head()

# %% [markdown] nbgrader={"grade": false, "grade_id": "question", "locked": true, "points": 12, "schema_version": 3, "solution": false, "task": true}
# ## 1. The question and the table (12 points)
#
# What is to be predicted, for whom, and what does each kind of error cost them? Which columns may a tree use at
# the moment it is asked, and which not, and why? Show the table: kinds of columns, classes and their shares, what
# is missing and whether it is missing at random. What would someone achieve who always says the same?
#
# ### BEGIN MARK SCHEME
# - 3 points: the question in one or two sentences, with the person who uses the answer and what errors cost.
# - 3 points: columns. Each one used is known when the question is asked; `year` (and on good grounds perhaps
#   `island`, `sex`) is left out or kept with a reason. Take off 2 if a column that gives the answer away is kept.
# - 3 points: missing values counted by column *and by row*, with a thought on why they are missing (two birds have
#   no measurements at all; in the others only the sex is missing).
# - 3 points: shares of the classes and the error rate of the constant guess, computed.
# - A picture without a sentence that says what it shows earns nothing.
# ### END MARK SCHEME

# %% [markdown] nbgrader={"grade": false, "grade_id": "protocol", "locked": true, "points": 18, "schema_version": 3, "solution": false, "task": true}
# ## 2. The protocol (18 points)
#
# Before you grow anything: which rows are set aside, how are the others used to choose, and which measure decides?
# Write it down, then do it. The test rows are used once, in section 5. Every average over $k$ folds comes with its
# standard error $s / \sqrt{k}$, where $s$ is the standard deviation of the $k$ numbers, with $k - 1$ in the
# denominator; to compare two trees, take the differences fold by fold for these numbers.
#
# ### BEGIN MARK SCHEME
# - 4 points: test rows set aside before any look at how columns and classes go together, stratified, seeded.
# - 4 points: cross-validation (or a validation set) on the rest, the same folds for all models, seeded.
# - 3 points: a measure that fits section 1, with its reason; accuracy is fine if the errors cost the same.
# - 4 points: whatever looks at labels or at held-out rows (edges of bins, filled-in values, choice of columns) sits
#   inside the folds, in a `Pipeline` or by hand. Bins cut on all rows, even without labels: take off 2.
# - 3 points: differences are judged with their uncertainty (standard errors, or differences fold by fold).
# - Test rows used for any decision: 0 points for this section, and say so in the comment.
# ### END MARK SCHEME

# %% [markdown] nbgrader={"grade": false, "grade_id": "three-algorithms", "locked": true, "points": 25, "schema_version": 3, "solution": false, "task": true}
# ## 3. Three algorithms (25 points)
#
# Grow an ID3, a C4.5 and a CART tree, each with the settings that `dtlib` gives it. There are two exceptions: ID3 needs
# categories, so say how you cut the numbers and what you do with holes; and CART gets surrogates (`max_surrogates=4`),
# because without them a missing value simply goes with the majority. Compare the error of the three by your protocol,
# on the same folds. Compare size, depth and first question of three trees grown on *all* rows that are not set aside.
# Show at least one of them as a picture and one as rules. Then say *why* they differ, one sentence for each difference,
# by what you know of how they choose.
#
# ### BEGIN MARK SCHEME
# - 6 points: all three run on the same folds (2 each). ID3's bins and its treatment of holes are described and
#   sensible.
# - 5 points: one table with error ± standard error, leaves, depth, first question.
# - 4 points: a drawing and a list of rules, both readable, and read: one rule is put into words.
# - 8 points: differences explained by mechanism. 2 points for each of up to four: multiway against binary splits,
#   gain against gain ratio against Gini, edges of bins against searched thresholds, C4.5's built-in pruning, fractions
#   against surrogates, bias towards many values. "C4.5 is the improved ID3" earns nothing.
# - 2 points: says honestly what cannot be told apart on so few rows.
# ### END MARK SCHEME

# %% [markdown] nbgrader={"grade": false, "grade_id": "pruning", "locked": true, "points": 15, "schema_version": 3, "solution": false, "task": true}
# ## 4. How large? (15 points)
#
# Take the algorithm that suits the card best, and choose the size of its tree on the same folds: by cost-complexity
# with the 1-SE rule, by error-based or reduced-error pruning, or by another way that you can defend. Show the curve by
# which you chose, the tree before and the tree after (both grown on all rows that are not set aside). What did the cut
# branches know?
#
# ### BEGIN MARK SCHEME
# - 5 points: a curve of cross-validated error against size (or alpha), with standard errors.
# - 4 points: a choice by a stated rule; with 1-SE, the limit is computed and shown.
# - 3 points: before and after, drawn or as text.
# - 3 points: what was cut is looked at (how many cases, which rule), not only counted.
# ### END MARK SCHEME

# %% [markdown] nbgrader={"grade": false, "grade_id": "holes-and-test", "locked": true, "points": 15, "schema_version": 3, "solution": false, "task": true}
# ## 5. When a measurement fails, and the test (15 points)
#
# First, on your folds: what happens to the trees of all three algorithms (the chosen one in the size that you chose) when
# measurements of the *held-out* birds are missing? Remove some at random, in several amounts, and draw the error. Say
# how each algorithm finds its way past a hole. Then, once, the chosen tree on the $n$ test rows: the error $p$ with its
# standard error $\sqrt{p (1 - p) / n}$, the table of confusions, and a closer look at one bird that it gets wrong.
#
# ### BEGIN MARK SCHEME
# - 4 points: values removed at random in at least three amounts, several repetitions, all three algorithms; never on
#   test rows if something is chosen by it.
# - 3 points: the mechanisms: fractional weights (C4.5), surrogates then majority (CART), whatever was arranged for ID3.
# - 4 points: one use of the test rows; error with standard error or interval; confusion table.
# - 3 points: one wrong bird followed down the tree, with its values and the place where it goes astray.
# - 1 point: the test error is compared with the cross-validated one, and the difference is commented on soberly.
# ### END MARK SCHEME

# %% [markdown] nbgrader={"grade": false, "grade_id": "report", "locked": true, "points": 15, "schema_version": 3, "solution": false, "task": true}
# ## 6. One page (15 points)
#
# Write the page that goes to the station: at most 400 words, no code, one picture or one small table. What to do,
# how often it will be wrong, when not to trust it, and what you would measure next. Someone who has never heard of
# entropy should be able to follow it.
#
# ### BEGIN MARK SCHEME
# - 4 points: the recommendation comes first and can be followed (the card itself: questions with numbers and units).
# - 4 points: the error is stated with its uncertainty, on which birds, and is the number from section 5.
# - 3 points: limits. Other colonies, other years, chicks, the species it confuses; what was not tried.
# - 2 points: readable by an outsider; no unexplained terms.
# - 2 points: at most 400 words, one picture or table.
# - A number that contradicts the notebook: take off 3.
# ### END MARK SCHEME
