"""The way of one case down a fitted tree, with every question it meets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from dtlib.c45 import C45Classifier
from dtlib.describe import branches_of
from dtlib.engine.routing import branches, by_surrogate
from dtlib.explain.document import Block, Explanation, Paragraph, Table
from dtlib.explain.node import _cases, _shown, _shown_condition
from dtlib.explain.terms import decimal
from dtlib.explain.words import Language, speaking


def explain_prediction(
    estimator: Any, row: Mapping[str, Any] | Sequence[Any], lang: Language = "en"
) -> Explanation:
    """Which questions a case is asked, where it goes, and what it is predicted to be.

    Where a value is missing, or was never seen, the explanation says what decided: C4.5 divides the case
    among the branches, CART asks its surrogates and then takes the larger branch, ID3 stops.

    Parameters
    ----------
    estimator : a fitted tree
    row : mapping from column names to values, pandas Series, or sequence of values
    lang : {"en", "zh"}

    Returns
    -------
    Explanation
        Its `values` hold the probability of each class as ``p(class)``, or the predicted "mean".

    Raises
    ------
    ValueError
        If a column is missing from the row.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(data.X, data.y)
    >>> print(explain_prediction(tree, data.X.iloc[0]))
    The way of one case
    <BLANKLINE>
        node  question  value  takes            weight
        0     outlook   sunny  outlook = sunny  1
        3     humidity  high   humidity = high  1
        6     leaf                              1       no 3, yes 0
    ...
    """
    check_is_fitted(estimator)
    say = speaking(lang)
    table = _one_row(estimator, row)
    values = estimator._encoded(table)
    shown = {
        column.name: table_value for column, table_value in zip(estimator.columns_, _raw(table), strict=True)
    }
    lines: list[tuple[str, ...]] = []
    waiting = [(0, 1.0)]
    while waiting:
        node, weight = waiting.pop(0)
        if estimator.tree_.feature[node] < 0:
            lines.append((str(node), say("leaf word"), "", "", _shown(weight), _cases(estimator, node)))
            continue
        below, why = _ways(estimator, values, node, say)
        feature = estimator.columns_[estimator.tree_.feature[node]].name
        for branch, part in below:
            taken = _shown_condition(branches_of(estimator, node)[branch])
            lines.append((str(node), feature, _shown(shown[feature]), taken, _shown(weight * part), why))
            waiting.append((int(estimator.tree_.first_child[node]) + branch, weight * part))
        if not below:
            lines.append((str(node), feature, _shown(shown[feature]), "", _shown(weight), why))
    heading = (say("node word"), say("question"), say("value"), say("takes"), say("weight"), "")
    end, results = _end(estimator, table, say)
    return Explanation(say("prediction title"), (Table(heading, tuple(lines)), *end), results)


def _ways(estimator: Any, values: Any, node: int, say: Any) -> tuple[list[tuple[int, float]], str]:
    """The branches that a case takes at a node, its share in each, and the reason if it is a special one."""
    tree = estimator.tree_
    at, row = np.array([node]), np.array([0])
    value = values[tree.feature[node], row]
    branch = int(branches(value, at, tree.threshold, tree.groups_start, tree.branch_of_code)[0])
    if branch >= 0:
        return [(branch, 1.0)], ""
    if isinstance(estimator, C45Classifier):
        weights = tree.weight[np.array(tree.children(node))]
        return list(enumerate((weights / weights.sum()).tolist())), say("divided")
    branch = int(by_surrogate(tree, values, row, at)[0])
    if branch >= 0:
        return [(branch, 1.0)], say("surrogate", feature=_surrogate_used(estimator, values, node))
    branch = int(tree.default_branch[node])
    if branch >= 0:
        return [(branch, 1.0)], say("larger branch")
    return [], say("stops", cases=_cases(estimator, node))


def _surrogate_used(estimator: Any, values: Any, node: int) -> str:
    surrogates = estimator.tree_.surrogates
    known = (s for s in surrogates.of_node(node) if not np.isnan(values[surrogates.feature[s], 0]))
    for s in known:
        groups = surrogates.groups[s]
        if groups is None or groups[int(values[surrogates.feature[s], 0])] >= 0:
            return str(estimator.columns_[surrogates.feature[s]].name)
    return ""


def _one_row(estimator: Any, row: Any) -> Any:
    names = getattr(estimator, "feature_names_in_", None)
    if hasattr(row, "to_dict"):
        row = row.to_dict()
    if isinstance(row, Mapping):
        import pandas as pd

        expected = names if names is not None else range(estimator.n_features_in_)
        absent = [str(name) for name in expected if name not in row]
        if absent:
            raise ValueError(f"The row has no value for {', '.join(absent)}. Give None where it is missing.")
        frame = pd.DataFrame({name: pd.Series([row[name]], dtype=object) for name in expected})
        return frame if names is not None else frame.to_numpy()
    if names is not None:
        return _one_row(estimator, dict(zip(names, row, strict=True)))
    made = np.empty((1, len(row)), dtype=object)
    made[0] = list(row)
    return made


def _raw(table: Any) -> list[Any]:
    row: list[Any] = (table.to_numpy() if hasattr(table, "to_numpy") else table)[0].tolist()
    return row


def _end(estimator: Any, table: Any, say: Any) -> tuple[list[Block], dict[str, float]]:
    if not is_classifier(estimator):
        mean = float(estimator.predict(table)[0])
        return [Paragraph(say("predicted", prediction=_shown(mean)))], {"mean": mean}
    chances = estimator.predict_proba(table)[0].tolist()
    results = {f"p({label})": chance for label, chance in zip(estimator.classes_, chances, strict=True)}
    rows = tuple((str(label), decimal(p)) for label, p in zip(estimator.classes_, chances, strict=True))
    label = estimator.predict(table)[0]
    return [
        Table((say("class word"), say("share word")), rows),
        Paragraph(say("predicted", prediction=_shown(label))),
    ], results
