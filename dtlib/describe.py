"""What a fitted tree says at each node, in the words of the table: column names, values and classes.

Everything that shows a tree (text, rules, pictures) asks here, so that all of them say the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted


class Condition(NamedTuple):
    """What a branch asks of a case.

    Attributes
    ----------
    column : str
    relation : {"<=", ">", "=", "in"}
    value : Any
        A number; a value of the column; or a tuple of values, for "in".
    """

    column: str
    relation: str
    value: Any

    def holds(self, value: Any) -> bool:
        """Whether a known value takes this branch.

        Examples
        --------
        >>> Condition("colour", "in", ("red", "green")).holds("blue")
        False
        """
        match self.relation:
            case "<=":
                return bool(value <= self.value)
            case ">":
                return bool(value > self.value)
            case "=":
                return bool(value == self.value)
        return value in self.value

    def __str__(self) -> str:
        """Values in quotes, as Python writes them, so that no value can be mistaken for another.

        Examples
        --------
        >>> print(Condition("opens", "=", "nine o'clock"))
        opens = "nine o'clock"
        """
        if self.relation == "in":
            return f"{self.column} in {{{', '.join(map(repr, self.value))}}}"
        return f"{self.column} {self.relation} {self.value!r}"


def branches_of(estimator: Any, node: int) -> list[Condition]:
    """What each branch of a node asks, from first to last; nothing for a leaf.

    Parameters
    ----------
    estimator : a fitted tree
    node : int

    Returns
    -------
    list of Condition

    Examples
    --------
    >>> from dtlib import ID3Classifier
    >>> tree = ID3Classifier().fit([["sun"], ["rain"]], ["yes", "no"])
    >>> [str(condition) for condition in branches_of(tree, 0)]
    ["column 0 = 'rain'", "column 0 = 'sun'"]
    """
    check_is_fitted(estimator)
    tree = estimator.tree_
    if tree.feature[node] < 0:
        return []
    column = estimator.columns_[tree.feature[node]]
    if column.categories is None:
        threshold = float(tree.threshold[node])
        return [Condition(column.name, "<=", threshold), Condition(column.name, ">", threshold)]
    conditions = []
    for codes in tree.groups(node, len(column.categories)):
        values = tuple(column.categories[code] for code in codes)
        single = len(values) == 1
        conditions.append(Condition(column.name, "=" if single else "in", values[0] if single else values))
    return conditions


def prediction_of(estimator: Any, node: int) -> Any:
    """The class, or the mean, that a node would predict as a leaf, as a plain Python value."""
    value = estimator.tree_.value[node]
    if is_classifier(estimator):
        label = estimator.classes_[estimator.tree_.majority[node]]
        return label.item() if isinstance(label, np.generic) else label
    return float(value[1])


def wrong_at(estimator: Any, node: int) -> float:
    """The weight of the training cases at a node that are not of the class it predicts; 0.0 for a mean."""
    if not is_classifier(estimator):
        return 0.0
    tree = estimator.tree_
    return float(tree.weight[node] - tree.value[node][tree.majority[node]])


def counted(weight: float) -> str:
    """A weight without needless digits.

    Examples
    --------
    >>> counted(5.0), counted(2.25), counted(1 / 3)
    ('5', '2.25', '0.333')
    """
    return f"{weight:.0f}" if float(weight).is_integer() else f"{weight:.3g}"
