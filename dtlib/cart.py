"""CART: always two branches, chosen by Gini, entropy or squared error, and pruned by cost-complexity.

Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import Bunch, check_random_state

from dtlib.engine.cuts import NOT_A_CUT, Smallest, best_thresholds, score_columns
from dtlib.engine.groupings import Groupings, best_groupings
from dtlib.engine.growth import Nodes, Splits
from dtlib.engine.level import Level
from dtlib.engine.scoring import DUST, Criterion, Entropy, Gini, SquaredError
from dtlib.engine.surrogates import add_surrogates, place
from dtlib.engine.targets import Target
from dtlib.engine.tree import Tree
from dtlib.estimators import TreeClassifier, TreeEstimator, TreeRegressor, check_choice, check_number
from dtlib.pruning.cost_complexity import weakest_links

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

PURE = np.finfo(np.float64).eps  # an impurity up to here is none
CRITERIA: dict[str, type[Criterion]] = {"gini": Gini, "entropy": Entropy, "squared_error": SquaredError}


class CART:
    """The three choices. Candidates: cuts of numbers, and divisions of categories into two groups.

    Score: the decrease of the criterion, over the cases whose value is known. Missing values: by surrogate,
    then with the majority.
    """

    def __init__(self, estimator: _CARTEstimator) -> None:
        self.criterion = CRITERIA[estimator.criterion]()
        self.impurity = self.criterion.impurity
        self.max_depth = np.inf if estimator.max_depth is None else estimator.max_depth
        if estimator.max_leaf_nodes is not None:
            self.max_depth = min(self.max_depth, estimator.max_leaf_nodes - 1)
        self.min_samples_split = max(estimator.min_samples_split, 2 * estimator.min_samples_leaf)
        self.min_samples_leaf = estimator.min_samples_leaf
        self.min_weight_fraction_leaf = estimator.min_weight_fraction_leaf
        self.min_decrease = estimator.min_impurity_decrease
        self.max_surrogates = estimator.max_surrogates
        is_categorical = np.array([column.is_categorical for column in estimator.columns_])
        self.n_codes = [len(column.categories or ()) for column in estimator.columns_]
        self.categorical = np.flatnonzero(is_categorical).tolist()
        self.numeric = np.flatnonzero(~is_categorical)
        self.row_of = np.where(is_categorical, -1, np.cumsum(~is_categorical) - 1)  # its place in `numeric`
        self.max_features = estimator._n_features_to_try()
        self.rng = check_random_state(estimator.random_state)

    def opens(self, nodes: Nodes) -> NDArray[np.bool_]:
        """Mixed nodes, within the limits."""
        big_enough = nodes.n_rows >= self.min_samples_split
        return big_enough & (nodes.impurity > PURE) & (nodes.depth < self.max_depth)

    def best_splits(self, level: Level) -> Splits:
        """The column with the greatest decrease; of equals the first. A split may gain nothing."""
        smallest = self._smallest_branch(level)
        numeric = self.numeric
        gains = np.full((level.n_features, level.n_nodes), NOT_A_CUT)
        if numeric.size:
            scores = score_columns(level, numeric, self.criterion, smallest)
            gains[numeric] = np.maximum.reduceat(scores, level.starts[:-1], axis=1)
        groupings: dict[int, Groupings] = {}
        for feature in self.categorical:
            groupings[feature] = best_groupings(level, feature, self.criterion, smallest)
            gains[feature] = groupings[feature].gain
        if self.max_features is not None:
            self._leave_out_some(gains, self.max_features, self.rng)

        best = gains.max(axis=0)
        chosen = (gains >= best - DUST).argmax(axis=0)
        is_split = best >= 0
        if self.min_decrease > 0:
            share_of_all = level.node_weight / level.weight.sum()
            is_split &= best * level.node_impurity * share_of_all + PURE >= self.min_decrease
        splits = Splits.none(level.n_nodes)
        nodes = np.flatnonzero(is_split & (self.row_of >= 0).take(chosen))
        if nodes.size:
            row = np.maximum(self.row_of, 0).take(chosen)
            thresholds = best_thresholds(level, scores, row, numeric.take(row))
            splits.cut(nodes, chosen[nodes], thresholds[nodes])
        for feature, grouping in groupings.items():
            _group(splits, level, feature, grouping, is_split & (chosen == feature), self.n_codes[feature])
        if not level.is_complete or self.max_surrogates:
            add_surrogates(level, splits, self.max_surrogates, self.n_codes)
        return splits

    def place(self, level: Level, splits: Splits, branch: Integers) -> tuple[Level, Integers]:
        """By the first surrogate that can tell, else with the majority."""
        return level, place(level, splits, branch)

    def _smallest_branch(self, level: Level) -> Smallest:
        if self.min_weight_fraction_leaf == 0:
            return Smallest(self.min_samples_leaf, 0.0)
        return Smallest(self.min_samples_leaf, self.min_weight_fraction_leaf * level.weight.sum())

    def _leave_out_some(self, gains: Floats, n_kept: int, rng: np.random.RandomState) -> None:
        """Keep, in each node, only some of the columns that can be split there, drawn at random."""
        lot = rng.random_sample(gains.shape)
        lot[gains < 0] = 2.0
        rank = lot.argsort(axis=0).argsort(axis=0)
        gains[rank >= n_kept] = NOT_A_CUT


def _group(
    splits: Splits,
    level: Level,
    feature: int,
    grouping: Groupings,
    asks: NDArray[np.bool_],
    n_codes: int,
) -> None:
    nodes = np.flatnonzero(asks)
    if not nodes.size:
        return
    cells = grouping.cells
    start = np.zeros(level.n_nodes, dtype=np.intp)
    start[nodes] = splits.group(nodes, *(np.full(len(nodes), k) for k in (feature, 2, n_codes)))
    mine = asks[cells.node]
    place_of = start[cells.node[mine]] + cells.value[mine].astype(np.intp)
    splits.branch_of_code[place_of] = np.where(grouping.is_left[mine], 0, 1)


class _CARTEstimator(TreeEstimator):
    """What the classifier and the regressor have in common."""

    criterion: str
    max_depth: int | None
    min_samples_split: int
    min_samples_leaf: int
    min_weight_fraction_leaf: float
    max_leaf_nodes: int | None
    min_impurity_decrease: float
    ccp_alpha: float
    ccp_risk: str
    max_surrogates: int
    max_features: Any
    random_state: Any

    _dtype = np.float32
    _criteria: tuple[str, ...]

    def _check_params(self) -> None:
        check_choice("criterion", self.criterion, self._criteria)
        check_number("max_depth", self.max_depth, at_least=0, whole=True, or_none=True)
        check_number("min_samples_split", self.min_samples_split, at_least=2, whole=True)
        check_number("min_samples_leaf", self.min_samples_leaf, at_least=1, whole=True)
        check_number("min_weight_fraction_leaf", self.min_weight_fraction_leaf, at_least=0, below=0.5)
        check_number("max_leaf_nodes", self.max_leaf_nodes, at_least=2, whole=True, or_none=True)
        check_number("min_impurity_decrease", self.min_impurity_decrease, at_least=0)
        check_number("ccp_alpha", self.ccp_alpha, at_least=0)
        check_choice("ccp_risk", self.ccp_risk, ("impurity", "error"))
        check_number("max_surrogates", self.max_surrogates, at_least=0, whole=True)
        if self.max_features not in ("sqrt", "log2"):
            whole = not isinstance(self.max_features, float)
            check_number(
                "max_features", self.max_features, at_least=1 if whole else 0, whole=whole, or_none=True
            )

    def _n_features_to_try(self) -> int | None:
        """How many columns to draw at each node; None for all."""
        n = self.n_features_in_
        match self.max_features:
            case None:
                return None
            case "sqrt":
                wanted = int(np.sqrt(n))
            case "log2":
                wanted = int(np.log2(n))
            case float(share):
                wanted = int(share * n)
            case wanted:
                pass
        return min(max(wanted, 1), n)

    def _algorithm(self) -> CART:
        return CART(self)

    def _finished(self, tree: Tree, values: Floats, target: Target, weight: Floats) -> Tree:
        if self.max_leaf_nodes is not None:
            tree = best_first(tree, self.max_leaf_nodes)
        if self.ccp_alpha > 0:
            _, collapse_alpha = weakest_links(tree.parent, tree.risk(self.ccp_risk))
            tree = tree.cut(collapse_alpha <= self.ccp_alpha)
        return tree.with_default_branches()

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> Bunch:
        """The prices of a leaf at which pruning goes one step further.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n, n_features)
        y : array-like of shape (n,)
        sample_weight : array-like of shape (n,), optional

        Returns
        -------
        Bunch
            ``ccp_alphas``, from 0.0 on; and ``impurities``, the risk of the pruned tree: the total impurity
            of its leaves, or with ``ccp_risk="error"`` their error.

        References
        ----------
        Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 3.3.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> path = CARTClassifier().cost_complexity_pruning_path(*load_iris(return_X_y=True))
        >>> path.ccp_alphas.round(4)[-2:].tolist()
        [0.2598, 0.3333]
        """
        from sklearn.base import clone

        tree = clone(self).set_params(ccp_alpha=0.0).fit(X, y, sample_weight=sample_weight).tree_
        path, _ = weakest_links(tree.parent, tree.risk(self.ccp_risk))
        return Bunch(ccp_alphas=path.alphas, impurities=path.risks)


def best_first(tree: Tree, max_leaf_nodes: int) -> Tree:
    """The tree that grows if the node whose split takes away most impurity is always split next.

    The best split of a node does not depend on when it is made, so the order can be chosen afterwards.

    Parameters
    ----------
    tree : Tree
    max_leaf_nodes : int

    Returns
    -------
    Tree
    """
    held = tree.weight * tree.impurity
    removed = held - np.bincount(tree.parent[1:], held[1:], minlength=tree.n_nodes)
    is_split = np.zeros(tree.n_nodes, dtype=bool)
    queue = [(-removed[0], 0)]
    n_leaves = 1
    while queue and n_leaves < max_leaf_nodes:
        _, node = heappop(queue)
        if tree.is_leaf[node]:
            continue
        is_split[node] = True
        n_leaves += int(tree.n_children[node]) - 1
        for child in tree.children(node):
            heappush(queue, (-removed[child], child))
    return tree.cut(~is_split)


class CARTClassifier(TreeClassifier, _CARTEstimator):
    """Classification trees as in the book by Breiman, Friedman, Olshen and Stone.

    On numbers without gaps it grows the tree that scikit-learn grows. It also divides categories into two
    groups, and sends cases with a missing value by surrogate splits.

    Parameters
    ----------
    criterion : {"gini", "entropy"}, default="gini"
        Impurity to be taken away; entropy is in bits.
    max_depth : int, optional
        The most questions on the way to a leaf.
    min_samples_split : int, default=2
        A node with fewer rows is not split.
    min_samples_leaf : int, default=1
        Each branch gets as many rows, counting those whose value is known.
    min_weight_fraction_leaf : float, default=0.0
        The share of the weight of all cases that each branch gets at least.
    max_leaf_nodes : int, optional
        Split the node that gains most first, until there are so many leaves.
    min_impurity_decrease : float, default=0.0
        A split must take away as much, weighted by the node's share of all cases.
    ccp_alpha : float, default=0.0
        The price of a leaf in cost-complexity pruning; 0.0 prunes nothing.
    ccp_risk : {"impurity", "error"}, default="impurity"
        What a leaf costs besides: its impurity, as in scikit-learn; or the share of cases it gets wrong, as
        in the book and in rpart. The two sequences of pruned trees differ.
    max_surrogates : int, default=0
        How many stand-ins to keep for each split.
    class_weight : dict, "balanced" or None
    max_features : int, float, "sqrt", "log2" or None
        How many columns to consider at each node, drawn at random among those that can be split there.
    random_state : int, RandomState or None
        For `max_features`; nothing else is left to chance.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    tree_ : Tree
    columns_ : list of Column
    n_features_in_ : int
    feature_names_in_ : ndarray
    feature_importances_ : ndarray of shape (n_features,)

    Notes
    -----
    Ties: of columns whose splits are equally good (within 1e-12 of the node's impurity) the first wins, of
    cuts the lowest; scikit-learn draws lots among columns. Numbers are rounded to 7 digits (float32), and
    are not cut apart if they differ by less than 1e-7; both as in scikit-learn.

    References
    ----------
    Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> from dtlib.export import export_text
    >>> print(export_text(CARTClassifier(max_depth=2).fit(X, y)))
    petal length (cm) <= 2.45: 0 (50)
    petal length (cm) > 2.45
    |   petal width (cm) <= 1.75: 1 (54/5)
    |   petal width (cm) > 1.75: 2 (46/1)
    """

    _criteria = ("gini", "entropy")

    def __init__(
        self,
        *,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        ccp_risk: str = "impurity",
        max_surrogates: int = 0,
        class_weight: Any = None,
        max_features: Any = None,
        random_state: Any = None,
    ) -> None:
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.ccp_alpha = ccp_alpha
        self.ccp_risk = ccp_risk
        self.max_surrogates = max_surrogates
        self.class_weight = class_weight
        self.max_features = max_features
        self.random_state = random_state


class CARTRegressor(TreeRegressor, _CARTEstimator):
    """Regression trees as in the book by Breiman, Friedman, Olshen and Stone.

    Parameters
    ----------
    criterion : {"squared_error"}
        The variance within a leaf.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf : optional
        As in `CARTClassifier`.
    max_leaf_nodes, min_impurity_decrease, ccp_alpha : optional
        As in `CARTClassifier`.
    ccp_risk : {"impurity", "error"}, default="impurity"
        The same for a regression tree: its error is the variance.
    max_surrogates, max_features, random_state : optional
        As in `CARTClassifier`.

    Attributes
    ----------
    tree_ : Tree
    columns_ : list of Column
    n_features_in_ : int
    feature_names_in_ : ndarray
    feature_importances_ : ndarray of shape (n_features,)

    References
    ----------
    Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984, chapter 8.

    Examples
    --------
    >>> tree = CARTRegressor(max_depth=1).fit([[1], [2], [3], [4]], [1.0, 1.0, 5.0, 7.0])
    >>> tree.predict([[2.4], [2.6]]).tolist()
    [1.0, 6.0]
    """

    _criteria = ("squared_error",)

    def __init__(
        self,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        ccp_risk: str = "impurity",
        max_surrogates: int = 0,
        max_features: Any = None,
        random_state: Any = None,
    ) -> None:
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.ccp_alpha = ccp_alpha
        self.ccp_risk = ccp_risk
        self.max_surrogates = max_surrogates
        self.max_features = max_features
        self.random_state = random_state
