"""Choosing among trees, in plain Python: what was confused, which rows to hold out, which setting to keep.

`sklearn.metrics` and `sklearn.model_selection` do the same and much more. Here each idea fits in a few lines,
takes lists and returns lists and dictionaries.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from statistics import fmean, stdev
from typing import Any

from dtlib.teaching.id3 import Row, Tree


def confusion(truth: Sequence[Any], predicted: Sequence[Any]) -> dict[Any, dict[Any, int]]:
    """Count how often each true label was given each label.

    Parameters
    ----------
    truth, predicted : sequences of n labels

    Returns
    -------
    dict of dict
        ``table[true][given]`` is a number of rows. Every label that occurs on either side has a row and a
        column, in sorted order, zeros included.

    Examples
    --------
    >>> confusion(["yes", "yes", "no"], ["yes", "no", "no"])
    {'no': {'no': 1, 'yes': 0}, 'yes': {'no': 1, 'yes': 1}}
    """
    labels = sorted({*truth, *predicted})
    table = {true: dict.fromkeys(labels, 0) for true in labels}
    for true, given in zip(truth, predicted, strict=True):
        table[true][given] += 1
    return table


def precision_recall_f1(truth: Sequence[Any], predicted: Sequence[Any], positive: Any) -> dict[str, float]:
    """Precision, recall and their harmonic mean, for one of the classes.

    Parameters
    ----------
    truth, predicted : sequences of n labels
    positive : label
        The class one is looking for; all others are lumped together.

    Returns
    -------
    dict
        The keys are "precision", "recall" and "f1". A share of nothing is 0.

    References
    ----------
    van Rijsbergen (1979), *Information Retrieval*, chapter 7.

    Examples
    --------
    >>> precision_recall_f1(["ill", "ill", "ill", "well"], ["ill", "well", "well", "well"], "ill")
    {'precision': 1.0, 'recall': 0.3333333333333333, 'f1': 0.5}
    """
    found = sum(true == given == positive for true, given in zip(truth, predicted, strict=True))
    called = sum(given == positive for given in predicted)
    there = sum(true == positive for true in truth)
    return {
        "precision": found / called if called else 0.0,
        "recall": found / there if there else 0.0,
        "f1": 2 * found / (called + there) if called + there else 0.0,
    }


def k_fold_indices(n: int, k: int) -> list[tuple[list[int], list[int]]]:
    """Cut the row numbers 0 … n − 1 into k folds, and hold each of them out once.

    Parameters
    ----------
    n : int
        Number of rows.
    k : int
        Number of folds.

    Returns
    -------
    list of k pairs (training rows, held-out rows)
        Folds are runs of consecutive rows; the first ``n % k`` of them are one row longer.

    Raises
    ------
    ValueError
        If k is below 2 or above n.

    Examples
    --------
    >>> k_fold_indices(5, 2)
    [([3, 4], [0, 1, 2]), ([0, 1, 2], [3, 4])]
    """
    if not 2 <= k <= n:
        raise ValueError(f"{n} rows cannot be cut into {k} folds: k must be at least 2 and at most {n}.")
    pairs, start = [], 0
    for fold in range(k):
        stop = start + n // k + (fold < n % k)
        pairs.append(([*range(start), *range(stop, n)], list(range(start, stop))))
        start = stop
    return pairs


def depth_sweep(tree: Tree, rows: Sequence[Row], labels: Sequence[Any], depths: Sequence[int]) -> list[float]:
    """Error rates of one tree, cut off at each of several depths.

    A greedy tree chooses each question without looking further down. The tree grown to depth d is therefore
    the full tree with everything below depth d taken away, and one tree is enough for the whole curve.

    Parameters
    ----------
    tree : label or dict
        What `dtlib.teaching.build_id3` returns.
    rows : sequence of n dicts
    labels : sequence of n labels
    depths : sequence of int
        The root is at depth 0.

    Returns
    -------
    list of float
        For each depth the share of the rows that the cut tree gets wrong.

    Examples
    --------
    >>> tree = {"attribute": "wind", "majority": "no", "branches": {"high": "no", "low": "yes"}}
    >>> depth_sweep(tree, [{"wind": "low"}, {"wind": "high"}], ["yes", "no"], [0, 1])
    [0.5, 0.0]
    """
    return [
        fmean(_predict_cut(tree, row, depth) != label for row, label in zip(rows, labels, strict=True))
        for depth in depths
    ]


def _predict_cut(tree: Tree, row: Row, depth: int) -> Any:
    while isinstance(tree, dict):
        if depth == 0:
            return tree["majority"]
        tree = tree["branches"].get(row[tree["attribute"]], tree["majority"])
        depth -= 1
    return tree


def grid_search(grid: Mapping[str, Sequence[Any]], runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The setting of a grid with the best average score.

    Parameters
    ----------
    grid : dict
        The values to try of each parameter.
    runs : sequence of dicts
        The log of the experiment, in any order: each run has a value for every parameter of the grid and a
        "score", where more is better. There is a run for every setting and fold.

    Returns
    -------
    dict
        "setting" maps each parameter to its value, "score" is the average over the runs of that setting. Of
        equal averages the first in the order of `itertools.product` wins.

    Raises
    ------
    ValueError
        If a setting of the grid was never run.

    Examples
    --------
    >>> runs = [{"depth": 1, "score": 0.7}, {"depth": 2, "score": 0.6}, {"depth": 2, "score": 0.9}]
    >>> grid_search({"depth": [1, 2]}, runs)
    {'setting': {'depth': 2}, 'score': 0.75}
    """
    best: dict[str, Any] = {}
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        if not scores:
            raise ValueError(f"The setting {setting} is in the grid, but no run of it is in the log.")
        if not best or fmean(scores) > best["score"]:
            best = {"setting": setting, "score": fmean(scores)}
    return best


def one_se_rule(sizes: Sequence[int], fold_errors: Sequence[Sequence[float]]) -> int:
    """The smallest tree whose average error is within one standard error of the best.

    Parameters
    ----------
    sizes : sequence of m int
        The number of leaves of each tree, in any order.
    fold_errors : sequence of m sequences of k >= 2 floats
        The error of each tree on each of k held-out folds.

    Returns
    -------
    int
        One of `sizes`. The standard error is that of the tree with the smallest average error (of equal ones
        the smallest tree): the standard deviation over its folds, with k − 1 in the denominator, divided by
        √k.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), *Classification and Regression Trees*, section 3.4.3.

    Examples
    --------
    >>> one_se_rule([2, 5, 9], [[0.30, 0.34], [0.20, 0.26], [0.18, 0.26]])
    5
    """
    means = [fmean(errors) for errors in fold_errors]
    smallest, _, errors = min(zip(means, sizes, fold_errors, strict=True), key=lambda tree: tree[:2])
    limit = smallest + stdev(errors) / len(errors) ** 0.5
    return min(size for size, mean in zip(sizes, means, strict=True) if mean <= limit)
