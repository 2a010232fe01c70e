"""ID3: a branch for every value, chosen by information gain.

J. R. Quinlan, *Induction of Decision Trees*, Machine Learning 1, 1986, pp. 81-106.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.columns import columns_of
from dtlib.engine.growth import Nodes, Splits
from dtlib.engine.level import Level
from dtlib.engine.scoring import DUST, Entropy
from dtlib.estimators import TreeClassifier, check_number
from dtlib.validation import is_missing

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]


class ID3:
    """The three choices. Candidates: one split per column, with a branch for every value at the node.

    Score: information gain. Missing values: there are none, because `ID3Classifier` refuses them.
    A column needs no mark for having been used, because below its split it has only one value left.
    """

    def __init__(
        self,
        max_depth: int | None,
        min_samples_split: int,
        min_samples_leaf: int,
        min_gain: float,
        n_codes: list[int],
    ) -> None:
        self.max_depth = np.inf if max_depth is None else max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_gain = min_gain
        self.n_codes = n_codes  # the categories of each column
        self.impurity = Entropy().impurity

    def opens(self, nodes: Nodes) -> NDArray[np.bool_]:
        """Mixed nodes, within the limits."""
        big_enough = nodes.n_rows >= self.min_samples_split
        return big_enough & (nodes.impurity > DUST) & (nodes.depth < self.max_depth)

    def best_splits(self, level: Level) -> Splits:
        """The column with the greatest gain; of equals the first."""
        gains = np.array([self.gains(level, feature) for feature in range(level.n_features)])
        best = gains.max(axis=0)
        gains_enough = (best > DUST) & (best >= self.min_gain)
        chosen = (gains >= best - DUST).argmax(axis=0)
        splits = Splits.none(level.n_nodes)
        for feature in np.unique(chosen[gains_enough]).tolist():
            _branch_on_every_value(
                splits, level, feature, gains_enough & (chosen == feature), self.n_codes[feature]
            )
        return splits

    def gains(self, level: Level, feature: int) -> Floats:
        """Bits gained by splitting each node on a column, shape (n_nodes,); -1 where it can't be split on."""
        cells = level.cells(feature)
        bits = self.impurity(cells.target_value) * cells.target_value.sum(axis=1)
        bits_after = np.bincount(cells.node, bits, minlength=level.n_nodes)
        n_values = np.bincount(cells.node, minlength=level.n_nodes)
        n_too_small = np.bincount(cells.node, cells.n_rows < self.min_samples_leaf, minlength=level.n_nodes)
        gain = level.node_impurity - bits_after / level.node_weight
        return np.where((n_values > 1) & (n_too_small == 0), gain, -1.0)

    def place(self, level: Level, splits: Splits, branch: Integers) -> tuple[Level, Integers]:
        """Never asked, since no value is missing."""
        return level, branch


def _branch_on_every_value(
    splits: Splits, level: Level, feature: int, asks: NDArray[np.bool_], n_codes: int
) -> None:
    cells = level.cells(feature)
    nodes = np.flatnonzero(asks)
    mine = asks[cells.node]
    cell_node, code = cells.node[mine], cells.value[mine].astype(np.intp)
    n_branches = np.bincount(cell_node, minlength=level.n_nodes)
    first_cell = np.cumsum(n_branches) - n_branches
    start = np.zeros(level.n_nodes, dtype=np.intp)
    start[nodes] = splits.group(
        nodes, np.full(len(nodes), feature), n_branches[nodes], np.full(len(nodes), n_codes)
    )
    splits.branch_of_code[start[cell_node] + code] = np.arange(len(cell_node)) - first_cell[cell_node]


class ID3Classifier(TreeClassifier):
    """Quinlan's ID3.

    Every column is categorical. A node asks the column with the greatest information gain, and has a branch
    for each of its values that occurs there. It becomes a leaf if it is pure, if no column has two values
    left, or if no column gains anything.

    Parameters
    ----------
    max_depth : int, optional
        The most questions on the way to a leaf.
    min_samples_split : int, default=2
        A node with fewer rows is not split.
    min_samples_leaf : int, default=1
        A split that would leave a branch with fewer rows is not made.
    min_gain : float, default=0.0
        Bits that a split must gain; it must always gain more than nothing.
    class_weight : dict, "balanced" or None
        Weight of each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    tree_ : Tree
        The grown tree; see `dtlib.export` for ways to look at it.
    columns_ : list of Column
        Name and values of every column.
    n_features_in_ : int
    feature_names_in_ : ndarray
        Only if X had column names that are all text.
    feature_importances_ : ndarray of shape (n_features,)

    Notes
    -----
    Ties: of columns that gain the same (within 1e-12 bits) the first wins, of classes that are equally
    frequent the first in sorted order. A case whose value did not occur at a node gets the node's majority.

    Whole numbers are taken as categories, even when they are stored as floats (1.0, 2.0). Other numbers and
    missing values are refused: `dtlib.discretize` turns numbers into intervals, and `C45Classifier` handles
    both.

    References
    ----------
    J. R. Quinlan, *Induction of Decision Trees*, Machine Learning 1, 1986.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(data.X, data.y)
    >>> tree.predict(data.X.head(2))
    array(['no', 'no'], dtype=object)
    """

    _all_categorical = True

    def __init__(
        self,
        *,
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_gain: float = 0.0,
        class_weight: Any = None,
    ) -> None:
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_gain = min_gain
        self.class_weight = class_weight

    def _algorithm(self) -> ID3:
        n_codes = [len(column.categories or ()) for column in self.columns_]
        return ID3(self.max_depth, self.min_samples_split, self.min_samples_leaf, self.min_gain, n_codes)

    def _check_params(self) -> None:
        check_number("max_depth", self.max_depth, at_least=0, whole=True, or_none=True)
        check_number("min_samples_split", self.min_samples_split, at_least=2, whole=True)
        check_number("min_samples_leaf", self.min_samples_leaf, at_least=1, whole=True)
        check_number("min_gain", self.min_gain, at_least=0)

    def _check_columns(self, X: Any) -> None:
        refuse_what_has_no_branch(X)

    def _encoded(self, X: Any) -> Floats:
        values = super()._encoded(X)
        if np.isnan(values).any():  # unseen, which is fine, or missing, which is not
            refuse_what_has_no_branch(self._table(X, "no_validation", reset=False))
        return values

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = False
        return tags


def refuse_what_has_no_branch(X: Any) -> None:
    """Refuse missing values, and numbers that are measured rather than named.

    Parameters
    ----------
    X : DataFrame or ndarray of shape (n, n_features)

    Raises
    ------
    ValueError
        With the column, the row, and what to do.

    Examples
    --------
    >>> refuse_what_has_no_branch(np.array([["sunny", 21.5], ["rain", 17.0]], dtype=object))
    Traceback (most recent call last):
        ...
    ValueError: column 1 holds the number 21.5 at row 0, and ID3 would grow a branch for each number. ...
    """
    for name, column in columns_of(X):
        values = np.asarray(column)
        if values.dtype.kind in "biuUS":
            continue
        if values.dtype.kind == "f":
            with np.errstate(invalid="ignore"):
                (odd,) = np.nonzero(values != np.floor(values))
            if np.isinf(values).any():
                odd = np.append(odd, np.flatnonzero(np.isinf(values)))
            rows = odd.tolist()
        else:
            rows = [row for row, value in enumerate(values.tolist()) if _has_no_branch(value)]
        if rows:
            row = min(rows)
            raise ValueError(_refusal(name, values[row], row))


def _has_no_branch(value: Any) -> bool:
    if is_missing(value):
        return True
    return isinstance(value, float | np.floating) and not float(value).is_integer()


def _refusal(name: str, value: Any, row: int) -> str:
    if is_missing(value):
        return (
            f"{name} is missing (NaN) at row {row}, and ID3 has no way for a missing value. Drop the row, "
            'give the gap a name of its own (such as "unknown"), or use C45Classifier.'
        )
    if np.isinf(value):
        return f"{name} holds infinity (inf) at row {row}. Replace it by a finite value."
    return (
        f"{name} holds the number {value} at row {row}, and ID3 would grow a branch for each number. "
        "Turn the column into intervals with dtlib.discretize, or use C45Classifier."
    )
