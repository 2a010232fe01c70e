"""What a fitted tree computed at one of its nodes."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from dtlib.describe import branches_of, counted, prediction_of
from dtlib.explain.document import Block, Explanation, Formula, Paragraph, Table
from dtlib.explain.terms import decimal, share
from dtlib.explain.words import Language, speaking


def explain_node(estimator: Any, node: int = 0, lang: Language = "en") -> Explanation:
    """How a node of a fitted tree came to be: its cases, its question, and what the question takes away.

    Parameters
    ----------
    estimator : a fitted tree
    node : int, default=0
        The number of the node in `tree_`; 0 is the root.
    lang : {"en", "zh"}

    Returns
    -------
    Explanation
        Its `values` hold "impurity", and at an inner node "after" and "decrease". The impurity is
        the one that the estimator grew by: entropy in bits, Gini, or variance.

    Raises
    ------
    IndexError
        If the tree has no such node.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> explained = explain_node(dtlib.ID3Classifier().fit(data.X, data.y))
    >>> round(explained.values["decrease"], 4)
    0.2467
    """
    check_is_fitted(estimator)
    say = speaking(lang)
    tree = estimator.tree_
    if not 0 <= node < tree.n_nodes:
        raise IndexError(f"The tree has the nodes 0 to {tree.n_nodes - 1}; there is no node {node}.")
    impurity = float(tree.impurity[node])
    blocks: list[Block] = []
    way = _way_to(estimator, node)
    if way:
        blocks.append(Paragraph(say("way", conditions=", ".join(way))))
    blocks.append(Paragraph(say("holds", cases=_cases(estimator, node), impurity=decimal(impurity))))
    if tree.feature[node] < 0:
        blocks.append(Paragraph(say("leaf", prediction=_shown(prediction_of(estimator, node)))))
        return Explanation(say("node title", node=node), tuple(blocks), {"impurity": impurity})

    column = estimator.columns_[tree.feature[node]].name
    blocks.append(Paragraph(say("asks", feature=column)))
    children = np.array(tree.children(node))
    weights, impurities = tree.weight[children], tree.impurity[children]
    rows = [
        (_shown_condition(condition), counted(float(w)), _cases(estimator, int(child)), decimal(float(i)))
        for condition, child, w, i in zip(
            branches_of(estimator, node), children, weights, impurities, strict=True
        )
    ]
    blocks.append(Table((say("branch"), say("cases"), "", say("impurity")), tuple(rows)))
    whole = float(weights.sum())
    after = float(weights @ impurities / whole)
    parts = [(share(float(w), whole), decimal(float(i))) for w, i in zip(weights, impurities, strict=True)]
    text = " + ".join(f"{typed} * {value}" for (typed, _), value in parts)
    latex = " + ".join(rf"{typeset} \cdot {value}" for (_, typeset), value in parts)
    difference = f"{decimal(impurity)} - {decimal(after)} = {decimal(impurity - after)}"
    blocks += [
        Paragraph(say("after")),
        Formula(f"{text} = {decimal(after)}", f"{latex} = {decimal(after)}"),
        Paragraph(say("gain")),
        Formula(difference, difference),
    ]
    values = {"impurity": impurity, "after": after, "decrease": impurity - after}
    return Explanation(say("node title", node=node), tuple(blocks), values)


def _way_to(estimator: Any, node: int) -> list[str]:
    """The conditions from the root to a node."""
    tree, conditions = estimator.tree_, []
    while node > 0:
        parent = int(tree.parent[node])
        conditions.append(
            _shown_condition(branches_of(estimator, parent)[node - int(tree.first_child[parent])])
        )
        node = parent
    return conditions[::-1]


def _shown_condition(condition: Any) -> str:
    value = condition.value
    if condition.relation == "in":
        return f"{condition.column} in {{{', '.join(map(str, value))}}}"
    return f"{condition.column} {condition.relation} {_shown(value)}"


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _cases(estimator: Any, node: int) -> str:
    """The cases of a node by class; in a regression tree how many, and their mean."""
    tree = estimator.tree_
    if not is_classifier(estimator):
        return f"{counted(float(tree.weight[node]))}, mean {prediction_of(estimator, node):.6g}"
    weights = zip(estimator.classes_, tree.value[node], strict=True)
    return ", ".join(f"{label} {counted(float(weight))}" for label, weight in weights)
