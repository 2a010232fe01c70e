"""The two ends of a random forest in plain Python: how each tree gets its rows, and how the trees agree.

Breiman (1996), Bagging Predictors, *Machine Learning* 24, 123–140; Breiman (2001), Random Forests,
*Machine Learning* 45, 5–32.
"""

from collections.abc import Sequence
from typing import Any

from dtlib.teaching.id3 import majority_label


def bootstrap_sample(rows: Sequence[Any], uniforms: Sequence[float]) -> dict[str, list[Any]]:
    """Draw rows with replacement, by random numbers that are given.

    Parameters
    ----------
    rows : sequence of n rows
        Whatever a row is; two of them may be equal and are different rows all the same.
    uniforms : sequence of float
        One number u in [0, 1) for each draw; it draws the row at position ⌊u·n⌋.

    Returns
    -------
    dict
        "sample" holds the drawn rows in the order of the draws, "out_of_bag" those that were never drawn in
        the order of `rows`.

    Examples
    --------
    >>> bootstrap_sample(["a", "b", "c"], [0.9, 0.1, 0.95])
    {'sample': ['c', 'a', 'c'], 'out_of_bag': ['b']}
    """
    drawn = [int(u * len(rows)) for u in uniforms]
    left = sorted(set(range(len(rows))) - set(drawn))
    return {"sample": [rows[i] for i in drawn], "out_of_bag": [rows[i] for i in left]}


def forest_vote(votes: Sequence[Sequence[Any]]) -> list[Any]:
    """The label that most trees give, for each row.

    Parameters
    ----------
    votes : sequence of lists
        ``votes[t][i]`` is what tree t says of row i. None means that the tree abstains, as it does in the
        out-of-bag vote on rows that it was grown from.

    Returns
    -------
    list
        One label for each row; of equally frequent labels the first in sorted order, None if all abstain.

    Examples
    --------
    >>> forest_vote([["yes", "no"], ["no", None], ["yes", None]])
    ['yes', 'no']
    """
    ballots = [[vote for vote in row if vote is not None] for row in zip(*votes, strict=True)]
    return [majority_label(ballot) if ballot else None for ballot in ballots]
