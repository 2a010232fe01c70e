"""What the four estimators have in common: checking what they are given, and answering what they are asked.

An estimator names its algorithm and its defaults; everything that scikit-learn expects of it is here.
Errors are written for the person who has the table in front of them.
"""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import assert_all_finite, column_or_1d
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.validation import check_is_fitted, validate_data

from dtlib.engine.columns import Column, describe_columns, encode_columns
from dtlib.engine.growth import Algorithm, grow
from dtlib.engine.routing import leaves_of
from dtlib.engine.targets import Classes, Numbers, Target
from dtlib.engine.tree import Tree
from dtlib.validation import is_missing

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]


class TreeEstimator(BaseEstimator):
    """A tree that follows scikit-learn's conventions.

    Attributes
    ----------
    tree_ : Tree
    columns_ : list of Column
        Name, and values if it is categorical, of every column of X.
    """

    tree_: Tree
    columns_: list[Column]
    n_features_in_: int

    _dtype: Any = np.float64
    _all_categorical = False

    @abstractmethod
    def _algorithm(self) -> Algorithm:
        """The three choices, with this estimator's parameters."""

    @abstractmethod
    def _target(self, y: Any, sample_weight: Floats) -> tuple[Target, Floats]:
        """What y says, and the weight of each row."""

    def _check_params(self) -> None:
        """Refuse parameters that make no sense."""

    def _check_columns(self, X: Any) -> None:
        """Refuse a table that this algorithm can't use."""

    def _finished(self, tree: Tree, values: Floats, target: Target, weight: Floats) -> Tree:
        """The grown tree after whatever pruning the estimator does."""
        return tree

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> Any:
        """Grow the tree.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n, n_features)
            Text, bools and pandas categories are categorical columns.
        y : array-like of shape (n,)
        sample_weight : array-like of shape (n,), optional
            A row of weight 2 counts as two rows, one of weight 0 is left out. The limits on the number of
            rows count rows, whatever they weigh.

        Returns
        -------
        self

        Raises
        ------
        ValueError, TypeError
            If something is missing, infinite, of the wrong length or the wrong kind; the message says where.
        """
        self._check_params()
        X = self._table(X, y, reset=True)
        self._check_columns(X)
        columns = describe_columns(X, all_categorical=self._all_categorical)
        values = encode_columns(X, columns, self._dtype)
        y = self._checked_y(y, values.shape[1])
        target, weight = self._target(y, checked_weight(sample_weight, values.shape[1]))
        if not weight.all():
            present = np.flatnonzero(weight)
            values, target, weight = values[:, present], target.take(present), weight[present]
        is_categorical = np.array([column.is_categorical for column in columns])
        self.columns_ = columns
        tree = grow(values, is_categorical, target, weight, self._algorithm())
        self.tree_ = self._finished(tree, values, target, weight)
        return self

    def apply(self, X: Any) -> Integers:
        """The number of the node where each row ends, shape (n,)."""
        values = self._encoded(X)
        return leaves_of(self.tree_, values)

    def decision_path(self, X: Any) -> csr_matrix:
        """The nodes that each row passes, as a sparse indicator matrix of shape (n, n_nodes)."""
        from scipy.sparse import csr_matrix

        node = self.apply(X)
        row = np.arange(len(node))
        rows, nodes = [], []
        while row.size:
            rows.append(row)
            nodes.append(node)
            node = self.tree_.parent[node]
            row, node = row[node >= 0], node[node >= 0]
        row, node = np.concatenate(rows), np.concatenate(nodes)
        return csr_matrix(
            (np.ones(len(row), dtype=np.int64), (row, node)), shape=(len(rows[0]), self.tree_.n_nodes)
        )

    def get_depth(self) -> int:
        """The most questions on the way to a leaf; 0 if the root is a leaf."""
        check_is_fitted(self)
        return self.tree_.max_depth

    def get_n_leaves(self) -> int:
        """The number of leaves."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    @property
    def feature_importances_(self) -> Floats:
        """The share of each column in all the impurity that the splits take away, shape (n_features,).

        References
        ----------
        Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 5.3.4,
        without the surrogates.
        """
        check_is_fitted(self)
        tree = self.tree_
        held = tree.weight * tree.impurity
        kept = np.bincount(tree.parent[1:], held[1:], minlength=tree.n_nodes)
        inner = ~tree.is_leaf
        removed = np.bincount(tree.feature[inner], (held - kept)[inner], minlength=self.n_features_in_)
        total = removed.sum()
        return removed / total if total > 0 else np.zeros_like(removed)

    def _encoded(self, X: Any) -> Floats:
        check_is_fitted(self)
        X = self._table(X, "no_validation", reset=False)
        return encode_columns(X, self.columns_, self._dtype)

    def _table(self, X: Any, y: Any, *, reset: bool) -> Any:
        """X as a DataFrame or a two-dimensional array, with names and number of columns checked."""
        if y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: "
                "a tree learns from labels."
            )
        if hasattr(X, "iloc") and hasattr(X, "columns"):
            if 0 in X.shape:
                raise ValueError(
                    f"Found array with {X.shape[0]} sample(s) and {X.shape[1]} feature(s) (shape={X.shape}) "
                    "while a minimum of 1 is required: X has nothing to learn from."
                )
            validate_data(self, X, skip_check_array=True, reset=reset, y="no_validation")
            return X
        if isinstance(X, list | tuple):
            X = _array_of(X)
        return validate_data(self, X, y="no_validation", reset=reset, dtype=None, ensure_all_finite=False)

    def _checked_y(self, y: Any, n_rows: int) -> NDArray[Any]:
        y = _plain_labels(y)
        if not (isinstance(y, np.ndarray) and y.ndim == 1):
            y = column_or_1d(y, warn=True)
        if len(y) != n_rows:
            raise ValueError(f"X has {n_rows} rows and y has {len(y)}: there must be one label for each row.")
        if y.dtype.kind not in "biu":
            assert_all_finite(y, input_name="y")
        return y

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        return tags


class TreeClassifier(ClassifierMixin, TreeEstimator):
    """A tree whose leaves hold weights of classes.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order. Of equally frequent classes the first is predicted.
    """

    classes_: NDArray[Any]
    class_weight: Any

    def _target(self, y: NDArray[Any], sample_weight: Floats) -> tuple[Target, Floats]:
        try:
            self.classes_, codes = np.unique(y, return_inverse=True)
        except TypeError:
            kinds = sorted({type(label).__name__ for label in y.tolist()})
            raise TypeError(
                f"y holds labels of several kinds ({', '.join(kinds)}), which have no common order. "
                "Turn them all into text, for example."
            ) from None
        _refuse_measurements(y)
        small = np.int8 if len(self.classes_) < 128 else np.int64
        if self.class_weight is not None:
            sample_weight = sample_weight * compute_sample_weight(self.class_weight, y)
        return Classes(codes.astype(small), len(self.classes_)), sample_weight

    def predict_proba(self, X: Any) -> Floats:
        """The share of each class in the leaf of each row, shape (n, n_classes), as in `classes_`."""
        leaves = self.apply(X)
        value = self.tree_.value
        return (value / value.sum(axis=1, keepdims=True)).take(leaves, axis=0)

    def predict(self, X: Any) -> NDArray[Any]:
        """The most frequent class in the leaf of each row, shape (n,); of equals the first in order."""
        leaves = self.apply(X)
        return self.classes_.take(self.tree_.majority).take(leaves)


class TreeRegressor(RegressorMixin, TreeEstimator):
    """A tree whose leaves hold means."""

    def _target(self, y: NDArray[Any], sample_weight: Floats) -> tuple[Target, Floats]:
        try:
            numbers = y.astype(np.float64)
        except (TypeError, ValueError):
            raise ValueError("y must hold numbers to be averaged; for labels use a classifier.") from None
        return Numbers(numbers), sample_weight

    def predict(self, X: Any) -> Floats:
        """The mean of the leaf of each row, shape (n,)."""
        leaves = self.apply(X)
        return self.tree_.value[:, 1].take(leaves)


def checked_weight(sample_weight: ArrayLike | None, n_rows: int) -> Floats:
    """Weights as floats.

    Raises
    ------
    ValueError
        If there are too few or too many, all are zero, or one is negative, infinite or missing.

    Examples
    --------
    >>> checked_weight([1, 2], 2)
    array([1., 2.])
    """
    if sample_weight is None:
        return np.ones(n_rows)
    weight = np.asarray(sample_weight, dtype=np.float64)
    if weight.shape != (n_rows,):
        raise ValueError(f"sample_weight must hold {n_rows} weights, one per row; got shape {weight.shape}.")
    refused = ~np.isfinite(weight) | (weight < 0)
    if refused.any():
        row = int(refused.argmax())
        raise ValueError(
            f"sample_weight is {weight[row]} at row {row}: a weight must be finite and not negative. "
            "Use 0 to leave a row out."
        )
    if not weight.any():
        raise ValueError("All sample weights are zero: there is no row to learn from.")
    return weight


def check_number(
    name: str,
    value: Any,
    at_least: float,
    *,
    whole: bool = False,
    below: float = np.inf,
    or_none: bool = False,
) -> None:
    """Refuse a parameter that is not a number in its range.

    Raises
    ------
    TypeError, ValueError

    Examples
    --------
    >>> check_number("max_depth", 0, at_least=1, whole=True)
    Traceback (most recent call last):
        ...
    ValueError: max_depth must be a whole number of at least 1; got 0.
    """
    if value is None and or_none:
        return
    wanted = ("a whole number" if whole else "a number") + f" of at least {at_least:g}"
    wanted += f" and below {below:g}" if np.isfinite(below) else ""
    wanted += ", or None" if or_none else ""
    if isinstance(value, bool) or not isinstance(value, Integral if whole else Real):
        raise TypeError(f"{name} must be {wanted}; got {value!r}.")
    if not at_least <= value < below:  # type: ignore[operator]
        raise ValueError(f"{name} must be {wanted}; got {value!r}.")


def check_choice(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    """Refuse a parameter that is not one of the choices.

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_choice("criterion", "gain", ("gini", "entropy"))
    Traceback (most recent call last):
        ...
    ValueError: criterion must be 'gini' or 'entropy'; got 'gain'.
    """
    if not any(value is choice or value == choice for choice in choices):
        raise ValueError(f"{name} must be {' or '.join(map(repr, choices))}; got {value!r}.")


def _array_of(rows: Any) -> Any:
    """A list of rows as an array; NumPy alone would turn [1, "a"] into two texts."""
    plain = np.asarray(rows) if not _is_ragged(rows) else np.asarray(rows, dtype=object)
    return np.asarray(rows, dtype=object) if plain.dtype.kind in "US" else plain


def _is_ragged(rows: Any) -> bool:
    lengths = {len(row) for row in rows if hasattr(row, "__len__") and not isinstance(row, str)}
    return len(lengths) > 1


def _refuse_measurements(y: NDArray[Any]) -> None:
    """Refuse numbers with a fraction, which are no names of classes."""
    if y.dtype.kind == "f":
        (fractions,) = np.nonzero(y != np.floor(y))
        if fractions.size:
            row = int(fractions[0])
            raise ValueError(
                f"Unknown label type: continuous. y holds {y[row]} at row {row}, which names no class. "
                "For a number to be predicted use a regressor; for classes, turn them into text."
            )


def _plain_labels(y: Any) -> Any:
    """Labels as an array, with every missing one told from a label, whoever made them."""
    if hasattr(y, "__array__") and not hasattr(y, "iloc"):
        return y
    labels = np.asarray(y)
    if labels.dtype == object and labels.ndim == 1:
        for row, label in enumerate(labels.tolist()):
            if is_missing(label):
                raise ValueError(f"Input y contains NaN: the label at row {row} is missing. Drop the row.")
    return labels
