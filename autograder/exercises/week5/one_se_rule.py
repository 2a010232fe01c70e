"""The smallest tree that is as good as the best, as far as the folds can tell."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.tuning import one_se_rule

Trees = tuple[list[int], list[list[float]]]


def trees_around_a_limit(rng: np.random.Generator, folds: int, distances: list[float]) -> Trees:
    """Trees whose average errors lie above the smallest by these many standard errors of the best.

    The first of `distances` is the largest tree but one and is the best; the others grow smaller from there.
    One more tree is larger and worse. Every tree's folds scatter in its own way.
    """
    best = rng.uniform(0.15, 0.25, folds)
    standard_error = best.std(ddof=1) / np.sqrt(folds)
    means = [best.mean() + distance * standard_error for distance in distances]
    means.insert(0, best.mean() + 1.6 * standard_error)
    fold_errors = []
    for mean in means:
        scatter = rng.normal(0, 0.03, folds)
        fold_errors.append(mean + scatter - scatter.mean())
    fold_errors[1] = best
    sizes = np.sort(rng.choice(np.arange(2, 40), len(means), replace=False))[::-1]
    order = rng.permutation(len(means))
    return sizes[order].tolist(), [fold_errors[i].round(6).tolist() for i in order]


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Trees on both sides of the limit, near it and far from it; then a best tree that is the smallest."""
    for folds in (3, 4, 5, 10):
        sizes, errors = trees_around_a_limit(rng, folds, [0.0, 0.4, float(rng.uniform(0.6, 0.9)), 1.3, 4.0])
        yield Case(sizes, errors, group="random trees")
    # Between the standard error with n in the denominator and the one with n - 1.
    yield Case(*trees_around_a_limit(rng, 3, [0.0, 0.9, 2.5]), group="random trees", note="a close decision")
    # Two best trees with one average. The larger scatters more, and its limit would let the smallest in.
    middle, step = int(rng.integers(4, 9)), int(rng.integers(1, 4)) / 64
    sizes, errors = [middle + 9, middle, 2], [[0.25 - 3 * step, 0.25 + 3 * step], [0.25 - step, 0.25 + step]]
    yield Case(sizes, [*errors, [0.25 + 2 * step] * 2], group="ends", note="two trees have the best average")
    yield Case(*trees_around_a_limit(rng, 5, [0.0]), group="ends", note="the best is the smallest")
    yield Case([int(rng.integers(2, 9))], [[0.25, 0.5, 0.25]], group="ends", note="one tree")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def one_se_forgotten(sizes, fold_errors):
    from statistics import fmean

    return min(zip(sizes, fold_errors, strict=True), key=lambda tree: (fmean(tree[1]), tree[0]))[0]


def deviation_instead_of_error(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best])
    return min(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)


def divided_by_n(sizes, fold_errors):
    from statistics import fmean, pstdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + pstdev(fold_errors[best]) / len(fold_errors[best]) ** 0.5
    return min(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)


def divided_by_k_not_its_root(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best]) / len(fold_errors[best])
    return min(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)


def each_tree_with_its_own_error(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    own = [stdev(errors) / len(errors) ** 0.5 for errors in fold_errors]
    lowest = min(means)
    return min(size for size, mean, se in zip(sizes, means, own, strict=True) if mean - se <= lowest)


def largest_within(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best]) / len(fold_errors[best]) ** 0.5
    return max(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)


def first_in_the_list(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best]) / len(fold_errors[best]) ** 0.5
    return next(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)


def position_instead_of_size(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best]) / len(fold_errors[best]) ** 0.5
    return sizes.index(min(size for size, mean in zip(sizes, means, strict=True) if mean <= limit))


def next_size_down(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best]) / len(fold_errors[best]) ** 0.5
    chosen = sizes[best]
    for size, mean in sorted(zip(sizes, means, strict=True), reverse=True):
        if size < sizes[best] and mean <= limit:
            chosen = size
            break
    return chosen


def best_of_equals_by_the_list(sizes, fold_errors):
    from statistics import fmean, stdev

    means = [fmean(errors) for errors in fold_errors]
    best = means.index(min(means))
    limit = means[best] + stdev(fold_errors[best]) / len(fold_errors[best]) ** 0.5
    return min(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)


def the_limit_itself_left_out(sizes, fold_errors):
    from statistics import fmean, stdev

    trees = sorted(zip(sizes, fold_errors, strict=True))
    best = min(trees, key=lambda tree: fmean(tree[1]))
    limit = fmean(best[1]) + stdev(best[1]) / len(best[1]) ** 0.5
    return min([best[0], *(size for size, errors in trees if fmean(errors) < limit)])


# Correct solutions in other styles.


def with_numpy(sizes, fold_errors):
    import numpy as np

    order = np.argsort(sizes)
    errors = np.array(fold_errors)[order]
    means = errors.mean(axis=1)
    best = means.argmin()
    limit = means[best] + errors[best].std(ddof=1) / np.sqrt(errors.shape[1])
    return np.array(sizes)[order[means <= limit]].min()


def with_pandas(sizes, fold_errors):
    import pandas as pd

    errors = pd.DataFrame(fold_errors, index=sizes).sort_index()
    means = errors.mean(axis=1)
    limit = means.min() + errors.sem(axis=1).iloc[means.argmin()]
    return int((means <= limit).idxmax())


def with_sorted_trees(sizes, fold_errors):
    from math import sqrt

    trees = sorted(zip(sizes, fold_errors, strict=True))
    best_mean, best_errors = 1e9, []
    for _, errors in trees:
        mean = sum(errors) / len(errors)
        if mean < best_mean:
            best_mean, best_errors = mean, errors
    k = len(best_errors)
    variance = sum((error - best_mean) ** 2 for error in best_errors) / (k - 1)
    for size, errors in trees:
        if sum(errors) / k <= best_mean + sqrt(variance / k):
            return size
    return None


def with_a_dictionary(sizes, fold_errors):
    from statistics import mean, variance

    by_size = dict(zip(sizes, fold_errors, strict=True))
    best = min(sorted(by_size), key=lambda size: mean(by_size[size]))
    slack = (variance(by_size[best]) / len(by_size[best])) ** 0.5
    good_enough = {size for size in by_size if mean(by_size[size]) - mean(by_size[best]) <= slack}
    return sorted(good_enough)[0]


exercise = Exercise(
    id="week5/one_se_rule",
    signature="one_se_rule(sizes, fold_errors)",
    returns="one of the sizes, a whole number",
    points=6,
    hidden_points=6,
    reference=one_se_rule,
    cases=(
        Case(
            [1, 3, 6, 11, 20],
            [
                [0.40, 0.36, 0.38, 0.42],
                [0.22, 0.20, 0.24, 0.22],
                [0.20, 0.24, 0.18, 0.22],
                [0.22, 0.20, 0.20, 0.24],
                [0.26, 0.24, 0.22, 0.28],
            ],
            note="least at 6 leaves: 0.21, give or take 0.013; 3 leaves have 0.22",
        ),
        Case(
            [30, 19, 5, 39, 27, 23],
            [
                [0.20, 0.19, 0.20, 0.21, 0.19],
                [0.19, 0.23, 0.19, 0.20, 0.20],
                [0.24, 0.23, 0.15, 0.21, 0.19],
                [0.19, 0.21, 0.19, 0.21, 0.22],
                [0.22, 0.19, 0.17, 0.19, 0.21],
                [0.25, 0.18, 0.19, 0.20, 0.19],
            ],
            note="sizes in no order",
        ),
        Case(
            [20, 9, 36, 4, 33, 23],
            [
                [0.22, 0.25, 0.27, 0.23, 0.18],
                [0.20, 0.22, 0.26, 0.24, 0.24],
                [0.26, 0.23, 0.23, 0.20, 0.24],
                [0.21, 0.26, 0.19, 0.28, 0.26],
                [0.23, 0.25, 0.22, 0.22, 0.20],
                [0.23, 0.21, 0.27, 0.20, 0.23],
            ],
            note="five folds",
        ),
        Case(
            [24, 2, 35, 11, 16, 18],
            [
                [0.22, 0.20, 0.19],
                [0.20, 0.20, 0.27],
                [0.27, 0.20, 0.18],
                [0.21, 0.17, 0.26],
                [0.21, 0.20, 0.22],
                [0.19, 0.21, 0.22],
            ],
            note="three folds",
        ),
        Case([4, 9], [[0.125, 0.25], [0.5, 0.75]], group="edge case", note="the best is the smallest"),
        Case(
            [8, 3, 5],
            [[0.25, 0.25], [0.25, 0.25], [0.5, 0.5]],
            group="edge case",
            note="no scatter, and a tie",
        ),
        Case(
            [20, 6, 2],
            [[0.125, 0.375], [0.1875, 0.3125], [0.34375, 0.34375]],
            group="edge case",
            note="two trees have the best average: the smaller one sets the limit",
        ),
        Case(
            [9, 4],
            [[0.25, 0.25, 0.25, 0.75], [0.5, 0.5, 0.5, 0.5]],
            group="edge case",
            note="an average just at the limit, 0.375 + 0.125",
        ),
        Case([7], [[0.25, 0.5, 0.25]], group="edge case", note="one tree"),
    ),
    draw=draw,
    hints=(
        "Average each tree's errors over the folds first. Which tree is the best, and how sure can you be of "
        "its average?",
        "The standard error of an average is the standard deviation of the k numbers, with k - 1 in the "
        "denominator, divided by the square root of k. You need only that of the best tree.",
        "The limit is the smallest average plus that one standard error. Of all trees whose average is not "
        "above the limit, return the smallest size, wherever it stands in the list.",
    ),
    misconceptions=(
        Misconception(
            "1-SE forgotten",
            "You returned the tree with the smallest average error. That minimum is an estimate with a "
            "scatter of its own; a smaller tree within one standard error is just as good, as far as the "
            "folds can tell.",
            "Add one standard error to the smallest average, and look for the smallest tree below the sum.",
            one_se_forgotten,
        ),
        Misconception(
            "standard deviation instead of standard error",
            "Your limit is one standard deviation above the minimum. That is how much single folds scatter. "
            "An average of k folds scatters less, by the square root of k.",
            "Divide the standard deviation by the square root of the number of folds.",
            deviation_instead_of_error,
        ),
        Misconception(
            "n instead of n - 1",
            "Your standard deviation divides by k, not k - 1. With three folds that makes the limit a fifth "
            "too tight. The average was computed from the same numbers, so one of them is not free.",
            "Use `statistics.stdev`, or `ddof=1` in NumPy.",
            divided_by_n,
        ),
        Misconception(
            "divided by k, not by its root",
            "You divided the standard deviation by k. Variances shrink like 1/k, and a standard error is the "
            "square root of a variance.",
            "Divide by the square root of k.",
            divided_by_k_not_its_root,
        ),
        Misconception(
            "each tree with its own standard error",
            "You gave every tree its own standard error as slack, so a small tree gets in merely because its "
            "folds scatter widely. The rule sets one limit for all, from the best tree.",
            "Compute the limit once, before you look at the other trees.",
            each_tree_with_its_own_error,
        ),
        Misconception(
            "largest within the limit",
            "Of the trees below the limit you took the largest. They are equally good as far as one can "
            "tell, so simplicity decides: take the smallest.",
            "`min` instead of `max`, or sort the other way.",
            largest_within,
        ),
        Misconception(
            "first in the list",
            "You took the first tree below the limit in the order of the list, as if it were sorted by size.",
            "Compare the sizes of all trees below the limit.",
            first_in_the_list,
        ),
        Misconception(
            "position instead of size",
            "You found the right tree and returned its place in the list. The caller wants its number of "
            "leaves.",
            "Look the size up before you return.",
            position_instead_of_size,
        ),
        Misconception(
            "only one step down",
            "You went from the best tree to the next smaller one below the limit, and stopped. The rule goes "
            "as far down as the limit allows.",
            "Of all trees below the limit, take the smallest.",
            next_size_down,
        ),
        Misconception(
            "best of equals by the list",
            "Two trees share the smallest average, and you took the standard error of the one that comes "
            "first in the list. Another order would give another answer; the smaller tree is meant.",
            "Sort the trees by size before you look for the smallest average.",
            best_of_equals_by_the_list,
        ),
        Misconception(
            "the limit itself left out",
            "A tree whose average is just at the limit is still within one standard error of the best. You "
            "asked for less than the limit.",
            "Compare with <=.",
            the_limit_itself_left_out,
        ),
    ),
    alternatives={
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "sorted trees": with_sorted_trees,
        "a dictionary": with_a_dictionary,
    },
)
