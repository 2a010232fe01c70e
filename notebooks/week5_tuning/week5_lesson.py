# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Week 5 · Which tree, and what comes after it
#
# By now you can grow a tree three ways and cut it back four. What is left is the question a user has: *which*
# of all these trees shall I take, and how well will it do? The first half of this lesson is about answering
# that without fooling yourself. The second half is about what trees can't do alone, and what three hundred of
# them can.
#
# As before: where a cell says `my_answer = None`, put your own number there before you run the next cell.

# %%
from itertools import product
from math import comb
from time import process_time
from timeit import repeat

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.inspection import permutation_importance
from sklearn.metrics import precision_recall_curve
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtlib
from dtlib.datasets import load_movies1000, load_penguins, load_weather_wind
from dtlib.style import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILLION, use_course_style
from dtlib.teaching.forest import bootstrap_sample, forest_vote
from dtlib.teaching.tuning import confusion, k_fold_indices, one_se_rule, precision_recall_f1

use_course_style()


def compare(my_answer, answer):
    """Show a number, beside the reader's own if there is one."""
    if my_answer is None:
        print(f"{answer:.4f}. (You left your answer at None.)")
    elif abs(my_answer - answer) < 0.006:
        print(f"{answer:.4f}. You have it.")
    else:
        print(f"{answer:.4f}; you wrote {my_answer}. Find the step where you part ways before you read on.")


# %% [markdown]
# ## 1. A question that hurts
#
# One can read of a tree grown on a thousand films: box office, rating, award, and whether the film is
# worth seeing. The story is what every book reports. Without a limit the tree is over 20 deep and has over 100
# leaves, and its accuracy on test rows is 0.930; stopped at depth 7 it is 0.947. Deep trees overfit, so stop
# early.
#
# The program that makes the films is printed beside it. So let us run it.

# %%
movies = load_movies1000()
films, worth_seeing = movies.X.to_numpy(np.float32), movies.y.to_numpy()
X_train, X_test, y_train, y_test = train_test_split(
    films, worth_seeing, test_size=0.3, random_state=42, stratify=worth_seeing
)
full = DecisionTreeClassifier(random_state=0).fit(X_train, y_train)
print(
    f"no limit: depth {full.get_depth()}, {full.get_n_leaves()} leaves, accuracy {full.score(X_test, y_test):.3f}"
)

# %%
at_depth_7 = DecisionTreeClassifier(max_depth=7, random_state=0).fit(X_train, y_train)
assert (full.get_depth(), full.get_n_leaves()) == (6, 14)
assert full.score(X_test, y_test) == at_depth_7.score(X_test, y_test) > 0.99

# %% [markdown]
# Not over 20 deep, but six; not a hundred leaves, but fourteen; and one error in 300. At depth 7 there is nothing
# left to stop: it is the same tree. Nothing has been overfitted. Why not? Because there is nothing to overfit. The labels follow a rule without a single exception (rating
# above 8, or above 7 with a large box office, or above 7.5 with an award). A tree is a set of such rules. Give
# it enough depth and it finds them, and then it stops by itself: all leaves are pure.
#
# The moral of the article is true all the same. It just can't be seen on its data. What is missing is
# **noise**: films that are worth seeing although the rule says no. We add some, by turning round one label in
# ten, or in five, at random.
#
# ### One tree, every depth
#
# To see the error at every depth we need not grow twenty trees. A greedy tree chooses each question without
# looking further down, so the tree of depth $d$ is the full tree with its lower part cut away. (Of two equally good
# questions scikit-learn takes one by lot, so there the two can differ.) The function sends all rows down the full
# tree, a level at a time, and notes at each level what the nodes would say.


# %%
def errors_by_depth(tree, X, y, deepest):
    """Error rate of a fitted scikit-learn tree, cut off at depth 0, 1, …, deepest."""
    inside = tree.tree_
    says = tree.classes_[inside.value[:, 0].argmax(axis=1)]
    node = np.zeros(len(X), dtype=int)
    errors = []
    for _ in range(deepest + 1):
        errors.append(np.mean(says[node] != y))
        # A leaf has the column number -2. NumPy then looks at some column or other, which does no harm: whichever
        # way the row would go, a leaf has -1 for a child on both sides, and the row stays where it is.
        goes_left = X[np.arange(len(X)), inside.feature[node]] <= inside.threshold[node]
        below = np.where(goes_left, inside.children_left[node], inside.children_right[node])
        node = np.where(below == -1, node, below)
    return errors


def with_noise(labels, share, rng):
    """The labels with a share of them turned round."""
    other = np.where(labels == "yes", "no", "yes")
    return np.where(rng.random(len(labels)) < share, other, labels)


# %%
def sweep(share, repeats=8, deepest=20):
    """Average errors on training and validation films, by depth, and the size of the full trees."""
    curves, sizes = [], []
    for seed in range(repeats):
        noisy = with_noise(worth_seeing, share, np.random.default_rng(seed))
        X_a, X_b, y_a, y_b = train_test_split(films, noisy, test_size=0.3, random_state=seed)
        tree = DecisionTreeClassifier(random_state=0).fit(X_a, y_a)
        curves.append([errors_by_depth(tree, X_a, y_a, deepest), errors_by_depth(tree, X_b, y_b, deepest)])
        sizes.append([tree.get_depth(), tree.get_n_leaves()])
    return np.mean(curves, axis=0), np.mean(sizes, axis=0)


shares = [0.0, 0.05, 0.1, 0.2]
swept = {share: sweep(share) for share in shares}

figure, axes = plt.subplots(1, 4, figsize=(10, 3), sharey=True)
for ax, (share, ((training, validation), _)) in zip(axes, swept.items(), strict=True):
    ax.plot(training, label="training films")
    ax.plot(validation, label="validation films")
    ax.plot(validation.argmin(), validation.min(), "o", color=BLACK, markersize=5)
    ax.set_title(f"{share:.0%} of the labels turned")
    ax.set_xlabel("depth")
axes[0].set_ylabel("error rate")
axes[0].legend()
plt.show()

# %%
pd.DataFrame(
    {
        share: {
            "depth of the full tree": size[0],
            "leaves": size[1],
            "best depth": validation.argmin(),
            "error there": validation.min(),
            "error without limit": validation[-1],
        }
        for share, ((_, validation), size) in swept.items()
    }
).T.rename_axis("noise").round(3)

# %% [markdown]
# There is the famous curve. Left of its lowest point the tree is too simple for the rule: it **underfits**,
# and both errors are high. To the right the training error goes on falling while the validation error climbs:
# the tree learns by heart which films had their labels turned. It **overfits**. Without noise the right-hand
# side is flat; with more noise it climbs higher, and the tree that learns the noise grows to a hundred leaves
# and more.
#
# The lowest possible error is the share of turned labels. Nobody can foresee a coin.

# %%
for share in (0.05, 0.1, 0.2):
    (training, validation), size = swept[share]
    assert validation[-1] > validation.min() + 0.015
    assert training[-1] < 0.02
assert swept[0.1][1][1] > 80
assert swept[0.0][0][1][-1] < 0.02

# %% [markdown]
# ## 2. Three heaps
#
# The black dots show the best depth *on these validation films*. May we report the error at the dot? No, and
# this is the most expensive mistake in the whole business.
#
# - The **training** rows grow the tree. Its error on them says how well it can learn by heart.
# - The **validation** rows choose among trees. The winner's error on them is too good, because it won.
# - The **test** rows are set aside before anything else and used once, at the very end, for the one tree that
#   was chosen.
#
# Choosing is fitting too. Every score on a finite heap is the truth plus luck; the highest of many scores
# belongs, more often than not, to someone lucky. Below, forty students are given sixty films each. Every student
# grows three trees on thirty of them (leaves of at least 1, 2 or 4 films), cuts each at every depth up to 8,
# and keeps what does best on the other thirty. Then the kept tree is asked about five thousand fresh films of the
# same kind, three labels in ten turned round.


# %%
def fresh_films(n, rng, share=0.3):
    """New films by the article's recipe, with noise; no award, so that the rule has two numbers."""
    X = np.column_stack([rng.uniform(0.5, 20, n), rng.uniform(3, 9.8, n)]).astype(np.float32)
    rule = (X[:, 1] > 8) | ((X[:, 1] > 7) & (X[:, 0] > 8))
    return X, with_noise(np.where(rule, "yes", "no"), share, rng)


rng = np.random.default_rng(5)
X_fresh, y_fresh = fresh_films(5000, rng)
outcomes = []
for _ in range(40):
    X, y = fresh_films(60, rng)
    trees = [
        DecisionTreeClassifier(min_samples_leaf=leaf, random_state=0).fit(X[:30], y[:30])
        for leaf in (1, 2, 4)
    ]
    errors = np.array([errors_by_depth(tree, X[30:], y[30:], 8) for tree in trees])
    leaf, depth = np.unravel_index(errors.argmin(), errors.shape)
    outcomes.append((1 - errors.min(), 1 - errors_by_depth(trees[leaf], X_fresh, y_fresh, 8)[depth]))
outcomes = np.array(outcomes)

# %%
figure, ax = plt.subplots(figsize=(6.4, 3.2))
for claimed, true in outcomes:
    ax.plot(
        [0, 1], [claimed, true], color=BLUE if claimed <= true else VERMILLION, linewidth=0.8, linestyle="-"
    )
ax.plot([0, 1], outcomes.mean(axis=0), "o-", color=BLACK, linewidth=3, label="average")
ax.set_xticks([0, 1], ["the best of 27\nvalidation scores", "the same tree\non fresh films"])
ax.set_xlim(-0.3, 1.3)
ax.set_ylabel("accuracy")
ax.legend()
plt.show()

claimed, true = outcomes.mean(axis=0)
print(
    f"claimed {claimed:.3f}, true {true:.3f}; too high in {np.mean(outcomes[:, 0] > outcomes[:, 1]):.0%} of cases"
)

# %%
assert claimed > true + 0.03

# %% [markdown]
# `GridSearchCV(...).best_score_` is such a number: the best of many averages. It is the right thing to choose
# by and the wrong thing to report.
#
# ### The leak that nobody sees
#
# Rows can leak without being trained on. Here are sixty patients with labels from a coin, and five hundred
# columns of random numbers. Nobody can do better than one half. We keep the five columns that go best with the
# label, and then cross-validate a small tree *correctly*.

# %%
rng = np.random.default_rng(2)
noise_columns, coin = rng.normal(size=(60, 500)), rng.integers(2, size=60)
small_tree = DecisionTreeClassifier(max_depth=3, random_state=0)

chosen_before = SelectKBest(k=5).fit_transform(noise_columns, coin)
leaking = cross_val_score(small_tree, chosen_before, coin, cv=10).mean()
honest = cross_val_score(make_pipeline(SelectKBest(k=5), small_tree), noise_columns, coin, cv=10).mean()
print(f"columns chosen on all rows first:    {leaking:.2f}")
print(f"columns chosen again in every fold:  {honest:.2f}")

# %%
assert leaking > 0.65
assert honest < 0.62

# %% [markdown]
# The choice of columns had seen all sixty labels, the held-out ones included. **Whatever looks at the labels,
# or at the held-out rows, belongs inside the fold**: choosing columns, filling in means, cutting into bins,
# copying rare rows. A `Pipeline` does that for you (all but the copying: scikit-learn's pipelines keep the rows).
#
# ## 3. Cross-validation by hand
#
# With ten days one can hardly set four aside. Cross-validation lets every row be held out once. The ten days of
# week 1, in order, five folds of two. The model is the simplest there is: it always says what most of its
# training days say, and "no" if they are evenly split.

# %%
days = load_weather_wind()
park = days.y.tolist()
print(*[f"{number}:{label}" for number, label in enumerate(park, start=1)])

# %% [markdown]
# **By hand.** Hold out days 1 and 2: "no" and "yes". The other eight have four of each, so the model says
# "no" and is wrong once in two. Go on. What are the errors of the five folds, and what is their average? Five
# days of ten are "yes": what did you expect?

# %%
my_answer_average_error = None

# %%
folds = []
for training, held_out in k_fold_indices(10, 5):
    seen = [park[row] for row in training]
    says = min(sorted(set(seen)), key=lambda label: -seen.count(label))
    asked = [park[row] for row in held_out]
    error = np.mean([label != says for label in asked])
    folds.append(error)
    print(f"yes in training {seen.count('yes')} of 8, so it says {says:3}; held out {asked}; error {error}")
compare(my_answer_average_error, np.mean(folds))

# %% [markdown]
# Worse than a coin! Take a "yes" out and "no" has the majority; then the "yes" is asked for. Leave one row
# out at a time and this model is *always* wrong. Cross-validation judges models grown on a little less data
# than you have, and held-out rows are not quite independent of the rest. For a real model with real rows this
# is a small matter. Stratified folds, which keep the shares of the classes, make it smaller.

# %%
wrong = 0
for training, [held_out] in k_fold_indices(10, 10):
    seen = [park[row] for row in training]
    wrong += max(set(seen), key=seen.count) != park[held_out]
print(f"leave one out: wrong on {wrong} days of 10")
assert wrong == 10
assert np.isclose(np.mean(folds), 0.7)

# %% [markdown]
# **By hand, once more.** The average of five folds is itself uncertain. Its **standard error** is
# $s/\sqrt{k}$, where $s$ is the standard deviation of the $k$ fold errors with $k - 1$ in the denominator.
# What is it here?

# %%
my_answer_standard_error = None

# %%
compare(my_answer_standard_error, np.std(folds, ddof=1) / np.sqrt(5))

# %% [markdown]
# ## 4. The lowest point is a guess: one standard error
#
# Now with a model worth judging: trees of several sizes on 400 films with noise, ten folds. The bars are one
# standard error up and down.

# %%
noisy_400 = with_noise(worth_seeing, 0.15, np.random.default_rng(2))[:400]
films_400 = films[:400]
sizes = [2, 3, 4, 5, 6, 8, 12, 20, 35, 60]
fold_errors = [
    (
        1
        - cross_val_score(
            DecisionTreeClassifier(max_leaf_nodes=size, random_state=0), films_400, noisy_400, cv=10
        )
    )
    for size in sizes
]
means = np.array([errors.mean() for errors in fold_errors])
standard_errors = np.array([errors.std(ddof=1) / np.sqrt(10) for errors in fold_errors])

best = int(means.argmin())
limit = means[best] + standard_errors[best]
chosen = one_se_rule(sizes, [errors.tolist() for errors in fold_errors])

place = np.arange(len(sizes))
plt.errorbar(place, means, standard_errors, fmt="o-", ecolor=GREY, capsize=3)
plt.axhspan(means[best], limit, color=ORANGE, alpha=0.25, label="within one standard error of the best")
plt.plot(best, means[best], "o", color=VERMILLION, markersize=11, label=f"lowest: {sizes[best]} leaves")
plt.plot(
    sizes.index(chosen),
    means[sizes.index(chosen)],
    "D",
    color=GREEN,
    markersize=10,
    label=f"1-SE: {chosen} leaves",
)
plt.xticks(place, sizes)
plt.xlabel("leaves")
plt.ylabel("error rate, ten folds")
plt.legend()
plt.show()

# %%
assert chosen < sizes[best]
assert means[sizes.index(chosen)] <= limit

# %% [markdown]
# Inside the orange band the trees can't be told apart by 400 films. The lowest dot is then mostly a matter of
# luck. **Of the trees within one standard error of the best, take the smallest**: these 400 films cannot show
# that it is worse, and it can be read. That is the price of the rule too: a larger tree may really be better,
# and 400 films are then too few to say so. (Fold errors share their training rows, so this standard error is itself
# a rough guide. It serves well as a rule for choosing, less well as a promise.)
#
# ## 5. In which order?
#
# Trees have a dozen knobs, and most do the same job. What pays, in this order:
#
# 1. **The protocol and the measure.** Which heaps, which folds, and what does an error cost? (Sections 2
#    and 6.) A better setting of anything else cannot repair these.
# 2. **The size**, by *one* of `ccp_alpha`, `max_leaf_nodes`, `min_samples_leaf` or `max_depth`; two at most.
# 3. **Class weights or the threshold**, if errors have different prices.
# 4. **The criterion**, if time is left.
#
# Is that order true here? A grid of depth, leaf size and criterion, every combination, five folds each:

# %%
grid = {
    "max_depth": [1, 2, 3, 4, 6, 10],
    "min_samples_leaf": [1, 3, 10, 30],
    "criterion": ["gini", "entropy"],
}
search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=5).fit(films_400, noisy_400)
log = pd.DataFrame(search.cv_results_["params"]).assign(accuracy=search.cv_results_["mean_test_score"])
print(f"{len(log)} settings, {5 * len(log)} trees; best: {search.best_params_}")

# %%
gini_only = log[log["criterion"] == "gini"].pivot(
    index="min_samples_leaf", columns="max_depth", values="accuracy"
)

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), width_ratios=(1.3, 1))
image = left.imshow(gini_only, cmap="cividis", aspect="auto", origin="lower")
for row, column in product(range(gini_only.shape[0]), range(gini_only.shape[1])):
    value = gini_only.iloc[row, column]
    ink = "white" if value < gini_only.to_numpy().mean() else "black"
    left.text(column, row, f"{value:.2f}", ha="center", va="center", color=ink, fontsize=8)
left.set_xticks(range(gini_only.shape[1]), gini_only.columns)
left.set_yticks(range(gini_only.shape[0]), gini_only.index)
left.set(xlabel="max_depth", ylabel="min_samples_leaf (rows)", title="Accuracy where the criterion is Gini")
left.grid(visible=False)
figure.colorbar(image, ax=left, label="accuracy")

matters = {name: np.ptp(log.groupby(name)["accuracy"].mean()) for name in grid}
right.barh(list(matters), list(matters.values()), color=BLUE)
right.set(xlabel="accuracy: best value minus worst,\naveraged over the rest", title="How much a knob matters")
right.invert_yaxis()
plt.show()

# %%
assert matters["criterion"] < min(matters["max_depth"], matters["min_samples_leaf"])

# %% [markdown]
# In the lower rows of the table (small leaves) depth matters much; once the leaves are large it no longer does.
# Two knobs for one job. The criterion hardly matters.
#
# A **grid search** tries every combination. Tuning one knob at a time, the others held still, is cheaper and
# can stop beside the best setting. Here it does: with leaves of a single film the best depth is 1, and from
# there no leaf size helps, while the best setting of the whole grid goes deeper and has larger leaves. With many
# knobs draw the combinations at random (`RandomizedSearchCV`): for a given number of trees, each knob is then
# tried at many more values.

# %%
at_the_start = log[(log["criterion"] == "gini") & (log["min_samples_leaf"] == 1)]
depth_first = int(at_the_start.loc[at_the_start["accuracy"].idxmax(), "max_depth"])
then_leaf = log[(log["criterion"] == "gini") & (log["max_depth"] == depth_first)]["accuracy"].max()
print(f"one knob at a time: depth {depth_first}, then the leaf: {then_leaf:.4f}")
print(f"the whole grid:     {gini_only.to_numpy().max():.4f}")
assert depth_first == 1
assert gini_only.to_numpy().max() > then_leaf

# %% [markdown]
# ## 6. When one class is rare
#
# ### By hand: the same accuracy, two kinds of error
#
# Back to the ten days. In week 1 the weather and the wind made two errors each. Asked for the weather, one
# goes when it is overcast; asked for the wind, one goes when it is low.

# %%
table = days.frame.assign(
    by_weather=np.where(days.frame["weather"] == "overcast", "yes", "no"),
    by_wind=np.where(days.frame["wind"] == "low", "yes", "no"),
)
table.set_axis(range(1, 11))

# %% [markdown]
# **Precision** asks of the days on which the model said "yes": how many were? **Recall** asks of the days
# that were "yes": how many did it find? And **F1** is their harmonic mean, $2PR/(P+R)$, which stays near the
# smaller one.
#
# **By hand.** What are precision and recall by the weather? What is F1?

# %%
my_answer_precision = None
my_answer_recall = None
my_answer_f1 = None

# %%
by_weather = precision_recall_f1(park, table["by_weather"].tolist(), "yes")
for mine, name in zip((my_answer_precision, my_answer_recall, my_answer_f1), by_weather, strict=True):
    compare(mine, by_weather[name])

# %%
for column in ("by_weather", "by_wind"):
    given = table[column].tolist()
    print(column, pd.DataFrame(confusion(park, given)).T.to_string(), sep="\n")
    print({name: round(number, 3) for name, number in precision_recall_f1(park, given, "yes").items()}, "\n")

# %% [markdown]
# Both are right on eight days of ten. By the weather one never goes in vain and misses two good days. By the
# wind there is one of each. Which is better depends on what it costs to go in vain, and no formula knows that.
#
# ### The accuracy paradox
#
# Handwritten digits; find the eights. One in ten is an eight, so whoever says "no eight" every time has an
# accuracy of about 0.90, and is useless.

# %%
digits = load_digits()
is_eight = np.where(digits.target == 8, "eight", "other")
X_train, X_test, y_train, y_test = train_test_split(
    digits.data, is_eight, test_size=0.5, random_state=0, stratify=is_eight
)


def judged(given):
    """Accuracy, precision, recall and F1 on the test digits."""
    numbers = precision_recall_f1(y_test.tolist(), list(given), "eight")
    return {"accuracy": np.mean(given == y_test), **numbers}


depth_5 = {"max_depth": 5, "random_state": 0}
plain = DecisionTreeClassifier(**depth_5).fit(X_train, y_train)
pd.DataFrame(
    {"always 'other'": judged(np.full(len(y_test), "other")), "a plain tree": judged(plain.predict(X_test))}
).T.round(3)

# %% [markdown]
# ### Weights or copies?
#
# If a missed eight is worse than a false alarm, say so. **Class weights** count every eight nine times when
# impurities are computed. **Oversampling** puts every eight into the table nine times. **Undersampling**
# throws away eight of every nine others.

# %%
eights, others = np.flatnonzero(y_train == "eight"), np.flatnonzero(y_train == "other")
nine_times = np.concatenate([others, np.repeat(eights, 9)])
evened_out = np.concatenate([np.random.default_rng(0).choice(others, len(eights), replace=False), eights])

weighted = DecisionTreeClassifier(**depth_5, class_weight={"eight": 9, "other": 1}).fit(X_train, y_train)
copied = DecisionTreeClassifier(**depth_5).fit(X_train[nine_times], y_train[nine_times])
thinned = DecisionTreeClassifier(**depth_5).fit(X_train[evened_out], y_train[evened_out])

trees = {"plain": plain, "class weights": weighted, "oversampled": copied, "undersampled": thinned}
pd.DataFrame({name: judged(tree.predict(X_test)) for name, tree in trees.items()}).T.round(3)

# %% [markdown]
# Look at the second and the third row: they are the same. Nine copies and a weight of nine are one and the
# same to a tree, so long as no limit counts *rows* (`min_samples_leaf` does). Weights cost nothing and copy
# nothing. Undersampling threw away most of what there was to learn from, and its precision shows it.

# %%
assert (weighted.tree_.threshold == copied.tree_.threshold).all()
assert (weighted.predict(X_test) == copied.predict(X_test)).all()

# %% [markdown]
# ### Or move the threshold
#
# A leaf knows a share, not only a majority. One may call "eight" from a share of 0.2 on. Every threshold gives
# one point of precision and recall, and the whole curve comes from one plain tree.

# %%
figure, ax = plt.subplots(figsize=(5.6, 3.8))
shown = {"plain": (BLUE, "o"), "class weights": (VERMILLION, "s"), "undersampled": (PURPLE, "^")}
for name, (colour, marker) in shown.items():
    share = trees[name].predict_proba(X_test)[:, 0]
    precision, recall, _ = precision_recall_curve(y_test, share, pos_label="eight")
    ax.step(recall[:-1], precision[:-1], where="post", color=colour, label=name)
    now = judged(trees[name].predict(X_test))
    ax.plot(now["recall"], now["precision"], marker, color=colour, markersize=9)
ax.set(
    xlabel="recall: share of the eights that are found", ylabel="precision: share of alarms that are right"
)
ax.set_title("Each curve moves the threshold; the symbols are at one half")
ax.legend(loc="lower left")
plt.show()

# %% [markdown]
# Much of what weights do is to slide along such a curve. Choose the point by the prices of the two errors, on
# validation rows.
#
# **By hand.** A textbook (James and others 2013, section 4.4.3) prints two points for 10,000 holders of a credit card,
# 333 of whom will not pay (the table is generated, like our films). Warned from a probability of 0.5 on, the bank
# hears 104 alarms, and 81 are right. How many per cent of all answers are wrong, and how many per cent of the 333 are
# missed, both to two decimals?

# %%
my_answer_wrong = None
my_answer_missed = None

# %%
alarms = {0.5: (81, 23), 0.2: (195, 235)}  # from this probability on: right alarms, false alarms
bank = {
    threshold: {
        "wrong (%)": 100 * (333 - hits + false_alarms) / 10_000,
        "missed (%)": 100 * (333 - hits) / 333,
    }
    for threshold, (hits, false_alarms) in alarms.items()
}
bank["never"] = {"wrong (%)": 100 * 333 / 10_000, "missed (%)": 100.0}
compare(my_answer_wrong, bank[0.5]["wrong (%)"])
compare(my_answer_missed, bank[0.5]["missed (%)"])
pd.DataFrame(bank).T.rename_axis("alarm from").round(2)

# %% [markdown]
# Warned at 0.5 the bank is wrong on 2.75 % of its customers, which sounds excellent; but with no warning at all it
# would be 3.33 %, and three in four of those who will not pay are missed. Warned from 0.2 on it is wrong *more* often,
# and misses two in five. No bank would go back.
#
# ### Copy first, split later: a leak
#
# Whoever oversamples *before* the split has copies of one and the same eight on both sides.

# %%
everything = np.concatenate(
    [np.flatnonzero(is_eight == "other"), np.repeat(np.flatnonzero(is_eight == "eight"), 9)]
)
leaky = train_test_split(digits.data[everything], is_eight[everything], test_size=0.5, random_state=0)
tree = DecisionTreeClassifier(random_state=0).fit(leaky[0], leaky[2])
recall_leaky = np.mean(tree.predict(leaky[1])[leaky[3] == "eight"] == "eight")

tree = DecisionTreeClassifier(random_state=0).fit(X_train[nine_times], y_train[nine_times])
recall_honest = np.mean(tree.predict(X_test)[y_test == "eight"] == "eight")
print(
    f"recall, copied before the split: {recall_leaky:.3f}; copied inside the training half: {recall_honest:.3f}"
)

# %%
assert recall_leaky > recall_honest + 0.1

# %% [markdown]
# ## 7. Which column matters?
#
# A tree's importance of a column is the impurity that its splits removed, weighted by rows and added up
# (Breiman's *mean decrease in impurity*). Three things go wrong with it, and one small table shows them all.
# The label depends on `signal` and a little on `weak`. `twin` is `signal` with a bit of blur. `number` and
# `coin` mean nothing; one has another value in every row, the other has two.


# %%
def table_with_twins(n, rng):
    signal, weak = rng.normal(size=n), rng.normal(size=n)
    columns = {
        "signal": signal,
        "twin": signal + 0.25 * rng.normal(size=n),
        "weak": weak,
        "number": rng.normal(size=n),
        "coin": rng.integers(2, size=n).astype(float),
    }
    label = signal + 0.5 * weak + 0.6 * rng.normal(size=n) > 0
    return pd.DataFrame(columns), label


rng = np.random.default_rng(8)
X_a, y_a = table_with_twins(500, rng)
X_b, y_b = table_with_twins(500, rng)

tree = DecisionTreeClassifier(random_state=0).fit(X_a, y_a)
forest = RandomForestClassifier(60, random_state=0).fit(X_a, y_a)
shuffled = permutation_importance(forest, X_b, y_b, n_repeats=5, random_state=0)

figure, axes = plt.subplots(1, 3, figsize=(9.5, 2.8), sharey=True)
views = {
    "one full tree: impurity": tree.feature_importances_,
    "forest: impurity": forest.feature_importances_,
    "forest: permutation, fresh rows": shuffled.importances_mean,
}
for ax, (title, importance) in zip(axes, views.items(), strict=True):
    ax.barh(X_a.columns, importance, color=[BLUE, BLUE, BLUE, GREY, GREY])
    ax.set_title(title)
axes[0].set_xlabel("share of the removed impurity")
axes[1].set_xlabel("share of the removed impurity")
axes[2].set_xlabel("accuracy lost when shuffled")
axes[0].invert_yaxis()
plt.show()

# %%
number, coin_column = X_a.columns.get_loc("number"), X_a.columns.get_loc("coin")
assert tree.feature_importances_[number] > 3 * tree.feature_importances_[coin_column]
assert abs(shuffled.importances_mean[number]) < 0.02

# %% [markdown]
# - **Noise has importance.** `number` means nothing, yet it gets a real share of the impurity, many times that
#   of `coin`: with hundreds of possible cuts there is always one that separates *these* rows. The sums are
#   taken on the training rows, where learning by heart pays. (It is week 4's bias towards many values.)
# - **Permutation importance** shuffles one column of *fresh* rows and looks at how much accuracy is lost.
#   `number` then falls to nothing.
# - **Twins share.** In the forest, `signal` and `twin` split the credit; in the single tree, whichever was
#   chosen first takes most. Shuffling one of them costs less than the pair is worth, for the other still knows.
#   So a small number can mean "not important" or "not needed while its twin is there". Shuffle both together to see it:

# %%
both = X_b.copy()
order = np.random.default_rng(0).permutation(len(both))
both[["signal", "twin"]] = both[["signal", "twin"]].to_numpy()[order]
lost_together = forest.score(X_b, y_b) - forest.score(both, y_b)
alone = dict(zip(X_b.columns, shuffled.importances_mean, strict=True))
print(
    f"signal alone {alone['signal']:.3f}, twin alone {alone['twin']:.3f}, both together {lost_together:.3f}"
)
assert lost_together > alone["signal"] + alone["twin"]

# %% [markdown]
# And none of these is a statement about causes. An importance says what *this* model uses.
#
# ## 8. Binning
#
# ID3 needs categories, so numbers must be cut into bins first, before the tree has seen a label. Trees that
# search thresholds don't need it. What does it cost?

# %%
noisy = with_noise(worth_seeing, 0.1, np.random.default_rng(0))
counts = [2, 3, 4, 6, 8, 12, 20, 40]
limited = DecisionTreeClassifier(max_leaf_nodes=8, random_state=0)


def accuracy_after_binning(bins, strategy):
    """Five-fold accuracy when box office and rating are replaced by the number of their bin."""
    binned = np.column_stack(
        [dtlib.discretize(films[:, i], bins, strategy=strategy).codes for i in (0, 1)] + [films[:, 2]]
    )
    return cross_val_score(limited, binned, noisy, cv=5).mean()


for strategy, name in (("width", "equally wide"), ("quantile", "equally full")):
    plt.plot(counts, [accuracy_after_binning(bins, strategy) for bins in counts], "o-", label=name)
plt.axhline(cross_val_score(limited, films, noisy, cv=5).mean(), color=BLACK, linestyle=":", label="no bins")
plt.xscale("log")
plt.xticks(counts, counts)
plt.minorticks_off()
plt.xlabel("bins in each numeric column")
plt.ylabel("accuracy, five folds")
plt.legend()
plt.show()

# %% [markdown]
# Few bins cut where no rule cuts, and what is lost there cannot be found again further down. Many bins are as
# good as none. (The edges here were computed from all films, but without looking at a label: a very mild leak.
# Bins chosen *by the labels* belong inside the fold.) Binning has its uses: speed on a million rows, tables
# that are read by people, ID3.
#
# ## 9. Move one row, another tree
#
# 178 wines with 13 measurements each. Leave out one, grow the tree on the other 177, put it back, leave out the next.
# How many different trees? Two trees are the same here if they ask for the same columns in the same places, with the
# same thresholds. (We grow them with `dtlib`, which of two equally good questions takes the first column, so that
# nothing but the rows can make a difference.)

# %%
wine = load_wine()


def grown_without(out):
    rest = np.arange(len(wine.target)) != out
    return dtlib.CARTClassifier().fit(wine.data[rest], wine.target[rest])


def columns_asked(tree):
    """The column of every node, in order; leaves have none, and -1 in its place."""
    return tuple(tree.tree_.feature.tolist())


def questions(tree):
    """The column of every node and its threshold, to six decimals."""
    return columns_asked(tree), tuple(np.nan_to_num(tree.tree_.threshold).round(6).tolist())


trees = [grown_without(out) for out in range(len(wine.target))]
counts = pd.Series([questions(tree) for tree in trees]).value_counts()
print(f"{len(trees)} trees, {len(counts)} different ones; the commonest comes {counts.iloc[0]} times")
print(f"by their columns alone, {len({columns_asked(tree) for tree in trees})} different ones")
roots = {(columns[0], thresholds[0]) for columns, thresholds in counts.index}
print(f"different questions at the root: {len(roots)}, about {len({column for column, _ in roots})} columns")

# %%
rank = {asked: place for place, asked in enumerate(counts.index, start=1)}
plt.figure(figsize=(7, 3))
plt.plot([rank[questions(tree)] for tree in trees], ".", color=BLUE)
plt.xlabel("the wine that was left out")
plt.ylabel("which tree (1: the commonest)")
plt.title("Every dot above the lowest line is a wine that makes another tree by its absence")
plt.show()

# %%
said = np.array([tree.predict(wine.data) for tree in trees])
usual = said[[questions(tree) for tree in trees].index(counts.index[0])]
print(f"wines on which a tree differs from the commonest tree, on average: {np.mean(said != usual):.1%}")
assert len(counts) > 10
assert np.mean(said != usual) < 0.001

# %% [markdown]
# Why so touchy? The choice of a question is a race, and the winner takes all. When two columns are nearly
# equal, one row decides, and everything below *may* be different from there on. Most rows change nothing; a few
# change a great deal. What the trees *say* differs much less than how they look: here on less than one wine in a
# thousand. Keep it in mind when somebody explains the world by the third question of a tree.
#
# ## 10. Three hundred trees
#
# Instability can be used. Grow many trees, each on rows drawn with replacement (a **bootstrap** sample), and
# let them vote. Every tree errs in other places; where most agree, chance has been averaged away. The table is
# scikit-learn's breast cancer set: 569 tumours, 30 measurements, malignant (0) or benign (1).

# %%
X, y = load_breast_cancer(return_X_y=True)
X_a, X_b, y_a, y_b = train_test_split(X, y, test_size=0.5, random_state=1, stratify=y)
rng = np.random.default_rng(0)

votes, out_of_bag_votes = [], []
for seed in range(300):
    drawn = bootstrap_sample(range(len(X_a)), rng.random(len(X_a)))
    rows, left = drawn["sample"], drawn["out_of_bag"]
    tree = DecisionTreeClassifier(max_features="sqrt", random_state=seed).fit(X_a[rows], y_a[rows])
    votes.append(tree.predict(X_b).tolist())
    said = np.full(len(X_a), None, dtype=object)
    said[left] = tree.predict(X_a[left])
    out_of_bag_votes.append(said.tolist())

alone = [np.mean(np.array(said) == y_b) for said in votes]
together = np.mean(np.array(forest_vote(votes)) == y_b)
out_of_bag = np.mean(np.array(forest_vote(out_of_bag_votes)) == y_a)
print(
    f"one tree, on average {np.mean(alone):.3f}; the best of the 300 {max(alone):.3f}; their vote {together:.3f}"
)
print(f"estimated without any test row, from out-of-bag votes: {out_of_bag:.3f}")

# %%
assert together > np.mean(alone) + 0.02
assert 0.035 < 1 - together < 0.045

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2))
left.hist(alone, bins=25, color=BLUE, edgecolor="white")
left.axvline(together, color=VERMILLION, linestyle="-", linewidth=3, label="their vote")
left.set(xlabel="accuracy on test rows", ylabel="trees", title="The same 300 trees, alone and together")
left.legend()

first = [1, 3, 5, 11, 21, 51, 101, 201, 300]
right.plot(first, [np.mean(np.array(forest_vote(votes[:n])) == y_b) for n in first], "o-")
right.set(xlabel="trees that vote", ylabel="accuracy on test rows", title="More trees do not overfit")
right.set_xscale("log")
right.set_xticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])
right.minorticks_off()
plt.show()

# %% [markdown]
# Here and there a single tree does as well as the vote, or better. Nobody could have said beforehand which one.
#
# **How much can a vote do?** Twenty-one voters are each wrong on 30 % of the rows, and every one errs by himself,
# whatever the others do. The vote is wrong when eleven or more are wrong at once. How often is that? Guess first.

# %%
my_answer_vote = None

# %%
chance_of = {wrong: comb(21, wrong) * 0.3**wrong * 0.7 ** (21 - wrong) for wrong in range(22)}
compare(my_answer_vote, sum(chance_of[wrong] for wrong in range(11, 22)))

# %%
plt.figure(figsize=(6.4, 2.6))
plt.bar(list(chance_of), list(chance_of.values()), color=[BLUE if n < 11 else VERMILLION for n in chance_of])
plt.xlabel("voters of 21 that are wrong (orange: so is the vote)")
plt.ylabel("chance")
plt.grid(axis="x", visible=False)
plt.show()

# %% [markdown]
# Less than three rows in a hundred, from voters who are wrong on thirty (Dietterich 2000 has the same sum). Three
# hundred such voters would be next to never wrong. Our 300 trees are, on four rows in a hundred, although each is much
# better than 70 % right. They do *not* err by themselves: they were grown from the same table, and share what is
# misleading in it. The less alike their errors, the more a vote can do.
#
# Hence each tree also looked at only **a few columns, drawn afresh for each question** (`max_features="sqrt"`: 5 of
# 30). Trees grown on bootstrap samples alone tend to begin with the same question and err together; random
# columns make them differ. That is a random forest (Breiman 2001).
#
# About 37 % of the rows are missing from each sample, $(1 - 1/n)^n \approx 1/e = 0.368$. These **out-of-bag** rows are
# fresh for that tree. Let every row be judged only by the trees that have not seen it, and there is an honest
# estimate without a test set.
#
# ### Is it true? "Forests average away the bias of trees"
#
# The bias is what is still wrong when one averages over all possible training sets; the variance is how much
# the answer changes from one set to the next. A curve, with noise; thirty training sets; a small tree and a
# bagged forest of such small trees on each.


# %%
def wave(x):
    return np.sin(2 * np.pi * x)


grid_x = np.linspace(0, 1, 200)
rng = np.random.default_rng(1)
single, bagged = [], []
for _ in range(30):
    x = rng.random(60)
    y = wave(x) + rng.normal(0, 0.4, 60)
    one = DecisionTreeRegressor(max_depth=2).fit(x[:, None], y)
    single.append(one.predict(grid_x[:, None]))
    samples = rng.integers(60, size=(15, 60))
    many = [DecisionTreeRegressor(max_depth=2).fit(x[rows, None], y[rows]) for rows in samples]
    bagged.append(np.mean([tree.predict(grid_x[:, None]) for tree in many], axis=0))

figure, axes = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True)
for ax, name, fits in zip(axes, ("a tree of depth 2", "15 of them, bagged"), (single, bagged), strict=True):
    ax.plot(grid_x, np.transpose(fits), color=GREY, alpha=0.3, linewidth=0.8, linestyle="-")
    ax.plot(grid_x, np.mean(fits, axis=0), color=BLUE, linestyle="-", label="average over training sets")
    ax.plot(grid_x, wave(grid_x), color=VERMILLION, linestyle="--", label="truth")
    ax.set(xlabel="x", title=name)
axes[0].set_ylabel("y")
axes[0].legend(fontsize=8)
plt.show()

# %%
parts = {
    name: {
        "bias²": np.mean((np.mean(fits, axis=0) - wave(grid_x)) ** 2),
        "variance": np.mean(np.var(fits, axis=0)),
    }
    for name, fits in (("one tree", single), ("bagged", bagged))
}
print(pd.DataFrame(parts).T.round(4).to_string())
assert parts["bagged"]["variance"] < 0.7 * parts["one tree"]["variance"]
assert parts["bagged"]["bias²"] > 0.5 * parts["one tree"]["bias²"]

# %% [markdown]
# The grey bundle gets thin; the blue line stays about where it was. Averaging removes **variance**. What every
# tree gets wrong in the same way, the average gets wrong too. So a forest is made of *deep* trees, which have
# little bias and much variance.
#
# ## 11. Boosting: fit what is left
#
# The other way round: small trees with much bias and little variance, one after the other. Each is fitted to
# the **residuals**, what the sum so far has left over, and a share of it (the learning rate) is added.

# %%
rng = np.random.default_rng(4)
x = np.sort(rng.random(80))
y = wave(x) + rng.normal(0, 0.25, 80)
x_new = rng.random(400)
y_new = wave(x_new) + rng.normal(0, 0.25, 400)

rate, rounds = 0.3, 200
on_rows, on_grid, on_new = [np.zeros(80)], [np.zeros(200)], [np.zeros(400)]
for _ in range(rounds):
    tree = DecisionTreeRegressor(max_depth=2).fit(x[:, None], y - on_rows[-1])
    on_rows.append(on_rows[-1] + rate * tree.predict(x[:, None]))
    on_grid.append(on_grid[-1] + rate * tree.predict(grid_x[:, None]))
    on_new.append(on_new[-1] + rate * tree.predict(x_new[:, None]))


# %%
def draw_round(number, upper, lower):
    upper.plot(x, y, ".", color=GREY)
    upper.plot(grid_x, wave(grid_x), color=BLACK, linestyle=":", linewidth=1)
    upper.plot(grid_x, on_grid[number], color=BLUE, linestyle="-")
    upper.set_title(f"after {number} tree{'s' * (number != 1)}")
    lower.axhline(0, color=BLACK, linewidth=0.8, linestyle="-")
    lower.plot(x, y - on_rows[number], ".", color=VERMILLION)
    lower.set(xlabel="x", ylim=(-1.7, 1.7))


figure, axes = plt.subplots(2, 4, figsize=(10, 4.4), sharex=True, sharey="row")
for column, number in enumerate((0, 1, 5, 200)):
    draw_round(number, axes[0, column], axes[1, column])
axes[0, 0].set_ylabel("y, and the sum of trees")
axes[1, 0].set_ylabel("residual")
plt.show()


# %% [markdown]
# Move the slider and watch the residuals lose their shape. When only noise is left, further trees fit the
# noise. (On a web page without a kernel the slider does not move; the pictures above and below say the same.)


# %%
def after(trees=10):
    _, (upper, lower) = plt.subplots(2, 1, figsize=(5, 4.2), sharex=True)
    draw_round(trees, upper, lower)
    plt.show()


_ = ipywidgets.interact(after, trees=(0, rounds, 1))
# %%
plt.plot([np.mean((y - fit) ** 2) for fit in on_rows], label="training rows")
test_error = [np.mean((y_new - fit) ** 2) for fit in on_new]
plt.plot(test_error, label="fresh rows")
plt.axhline(0.25**2, color=BLACK, linestyle=":", linewidth=1, label="the noise")
plt.plot(np.argmin(test_error), min(test_error), "o", color=BLACK)
plt.xlabel("trees")
plt.ylabel("mean squared error")
plt.ylim(0, 0.4)
plt.legend()
plt.show()
assert test_error[-1] > min(test_error)

# %% [markdown]
# There is the U again, with the number of trees on its axis. Unlike a forest, boosting *can* overfit by having
# too many. Stop it by validation rows, with a small learning rate.
#
# ## 12. When a single tree is the right answer
#
# How much better than one small tree is a forest? Twice the same comparison: the penguins with their four
# measurements, and 600 noisy films, where the truth *is* a small tree.

# %%
complete = load_penguins().frame.dropna()
measures = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
noisy_600 = with_noise(worth_seeing, 0.15, np.random.default_rng(1))[:600]
tables = {"penguins": (complete[measures], complete["species"]), "noisy films": (films[:600], noisy_600)}
models = {
    "tree of 4 leaves": DecisionTreeClassifier(max_leaf_nodes=4, random_state=0),
    "tree without limit": DecisionTreeClassifier(random_state=0),
    "forest of 50": RandomForestClassifier(50, random_state=0),
}
results, averages = {}, {}
for table_name, (X_table, y_table) in tables.items():
    for model_name, model in models.items():
        scores = cross_val_score(model, X_table, y_table, cv=5)
        averages[model_name, table_name] = scores.mean()
        results[model_name, table_name] = f"{scores.mean():.3f} ± {scores.std(ddof=1) / np.sqrt(5):.3f}"
pd.Series(results).unstack().loc[list(models), list(tables)]

# %%
assert averages["forest of 50", "penguins"] > averages["tree of 4 leaves", "penguins"] + 0.02
assert averages["tree of 4 leaves", "noisy films"] >= averages["forest of 50", "noisy films"]
small = dtlib.CARTClassifier(max_depth=2).fit(complete[measures], complete["species"])
dtlib.plot.plot_tree(small)
plt.show()

# %% [markdown]
# On the penguins the forest is better, by a few birds in a hundred; but the tree fits on a card. On the films the
# small tree is at least as good, and within a standard error the two can't be told apart: it has the shape of the
# truth, and the forest spends its depth on noise. Take the single tree
#
# - when the answer must be **explained** to the person whom it concerns, or checked by an expert;
# - when it is a **rule for people** to follow, on paper, in a hurry;
# - when it is **as good**, within a standard error, which on small tables is common;
# - when you are **exploring**, to see which questions a table answers at all.
#
# Take the forest or boosting when only the prediction counts.
#
# ## 13. Is it true?
#
# ### "Feature scale can change which feature splits first"
#
# A tree asks "is it at most $t$?". Any increasing transformation keeps the order of the rows, and with it every
# possible split. Thresholds move; the groups don't.

# %%
X, y = load_breast_cancer(return_X_y=True)
raw = DecisionTreeClassifier(max_depth=4, random_state=0).fit(X, y)
logged = DecisionTreeClassifier(max_depth=4, random_state=0).fit(np.log1p(X), y)
scaled = DecisionTreeClassifier(max_depth=4, random_state=0).fit(X * 1000, y)
print(
    "same questions:",
    (raw.tree_.feature == logged.tree_.feature).all(),
    (raw.tree_.feature == scaled.tree_.feature).all(),
)
assert (raw.tree_.n_node_samples == logged.tree_.n_node_samples).all()

# %% [markdown]
# False, then, except that midpoints between two values move, so a *new* row that falls between them may go
# another way. It's neighbours and neural networks that need scaling.
#
# ### "A split that does not improve validation accuracy is never worth it"
#
# Two switches, and the light is on if exactly one of them is up. No single question helps.

# %%
rng = np.random.default_rng(0)
switches = rng.integers(2, size=(400, 2))
light = switches[:, 0] ^ switches[:, 1]
for depth in (0, 1, 2):
    if depth == 0:
        score = max(np.mean(light[200:] == 0), np.mean(light[200:] == 1))
    else:
        score = (
            DecisionTreeClassifier(max_depth=depth, random_state=0)
            .fit(switches[:200], light[:200])
            .score(switches[200:], light[200:])
        )
    print(f"depth {depth}: validation accuracy {score:.3f}")
assert score == 1.0

# %% [markdown]
# Whoever stops at the first split that does not pay never reaches the second, which solves it all. That is
# why one grows first and prunes afterwards.
#
# ### "Gini is 15–20 % faster than entropy"
#
# Week 1 measured the formulas. Now whole trees, best of five runs each, in time of the processor on this machine:


# %%
def seconds(criterion, estimator):
    model = estimator(criterion=criterion, max_depth=8)
    return min(repeat(lambda: model.fit(X, y), number=1, repeat=5, timer=process_time))


for estimator in (DecisionTreeClassifier, dtlib.CARTClassifier):
    gini, entropy = seconds("gini", estimator), seconds("entropy", estimator)
    print(
        f"{estimator.__module__.partition('.')[0]:8} gini {1000 * gini:6.1f} ms   entropy {1000 * entropy:6.1f} ms   ratio {entropy / gini:.2f}"
    )

# %% [markdown]
# The ratio depends on the program, the table and the machine, and the trees themselves differ. It's a number
# to measure, not to quote. And section 5 showed how little the criterion matters for the result: choose by
# the size of the tree, not by the logarithm.
#
# ## 14. Interview questions
#
# Answer aloud before you open them.
#
# <details><summary>Your grid search reports `best_score_` = 0.91. Your boss asks how well the model will do. What do you say?</summary>
#
# That 0.91 is the best of many validation scores, chosen because it was high, and so too high. The answer is
# the score of the chosen, refitted model on test rows that took part in nothing, or that of a nested
# cross-validation.
# </details>
#
# <details><summary>Training accuracy 1.00, validation 0.82. And if it were 0.83 and 0.82?</summary>
#
# The first overfits: make the tree smaller or get more rows. The second may underfit: try a larger tree or
# better columns. Or 0.82 is as good as it gets, because the labels are noisy.
# </details>
#
# <details><summary>99 % accuracy on fraud. Good?</summary>
#
# Not if 99 % of payments are honest: saying "honest" every time does as well. Ask for precision and recall of
# fraud, and for the prices of both errors.
# </details>
#
# <details><summary>Class weights or oversampling for a tree?</summary>
#
# With whole-number weights they are the same tree, unless a limit counts rows. Weights need no copies and
# can't leak. If you copy, copy inside the training fold.
# </details>
#
# <details><summary>Why does an identification number get a high importance, and what do you do?</summary>
#
# It offers many cuts, and impurity is summed on training rows, where chance fits pay. Use permutation
# importance on held-out rows; and drop the column.
# </details>
#
# <details><summary>Two columns have permutation importance 0. May you drop both?</summary>
#
# One of them, perhaps. If they are twins each covers for the other; without both the signal is gone. Drop one,
# fit again, look again.
# </details>
#
# <details><summary>Why random columns, if there are bootstrap samples already?</summary>
#
# With one strong column all trees start alike and err together. The variance of an average falls only as far
# as the trees' correlation lets it. Random columns lower the correlation.
# </details>
#
# <details><summary>More trees in a forest, more trees in boosting: what overfits?</summary>
#
# A forest does not: it converges to the average. Boosting goes on fitting what is left, which in the end is
# noise.
# </details>
#
# ## 15. Three exercises
#
# 1. **Warm up.** A model calls 40 of 1,000 patients ill; 30 of those are. Fifty are ill in all. Precision,
#    recall, F1 and accuracy?
# 2. **The assignment.** Write `one_se_rule`, and try it on `fold_errors` of section 4.
# 3. **Beyond it.** Section 2's gap between claimed and true accuracy: how does it change with 10 settings, or
#    250, and with 30 or 300 validation films? Guess both directions before you run it.
#
# <details><summary>The first</summary>
#
# Precision 30/40 = 0.75, recall 30/50 = 0.6, F1 = 2/3, accuracy 0.97 (10 false alarms and 20 missed).
# </details>

# %%
patients = ["ill"] * 50 + ["well"] * 950
called = ["ill"] * 30 + ["well"] * 20 + ["ill"] * 10 + ["well"] * 940
print(precision_recall_f1(patients, called, "ill"), np.mean(np.array(patients) == np.array(called)))

# %% [markdown]
# ## What to take home
#
# - Without noise there is nothing to overfit. With it, validation error falls and then climbs again.
# - Training rows grow, validation rows choose, test rows judge, once. The best of many scores is too good.
# - Whatever looks at labels or held-out rows belongs inside the fold.
# - Within one standard error of the best, take the smallest tree.
# - Size first, then prices, then the rest. With a rare class, accuracy is the wrong measure.
# - Impurity importance likes many values; permutation importance on fresh rows doesn't; twins fool both.
# - One tree is unstable. Averaging deep trees removes variance, adding small ones removes bias. And where a
#   person has to understand the answer, one small tree may be all you want.
