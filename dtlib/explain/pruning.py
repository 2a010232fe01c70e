"""The numbers that decide what is pruned."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from dtlib.c45 import C45Classifier
from dtlib.explain.document import Block, Explanation, Paragraph, Table
from dtlib.explain.node import _way_to
from dtlib.explain.terms import decimal
from dtlib.explain.words import Language, speaking
from dtlib.pruning.cost_complexity import weakest_links
from dtlib.pruning.error_based import expected_errors, sum_over_leaves, training_errors
from dtlib.pruning.estimates import added_errors


def explain_pruning(estimator: Any, lang: Language = "en") -> Explanation:
    """What would be cut from a fitted tree next, and why.

    For C4.5: at every inner node, the errors to be expected of it as a leaf and as the subtree it is. For the
    others: the sequence of weakest links down to the root, by the risk that the estimator prunes with.

    Parameters
    ----------
    estimator : a fitted tree
    lang : {"en", "zh"}

    Returns
    -------
    Explanation
        Its `values` hold "leaf k" and "subtree k" for every inner node k of a C4.5 tree, and "alpha k" for
        the k-th step otherwise.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_weather_wind()
    >>> tree = dtlib.CARTClassifier().fit(data.X, data.y)
    >>> explain_pruning(tree).values["alpha 1"] > 0
    True
    """
    check_is_fitted(estimator)
    if isinstance(estimator, C45Classifier):
        return _estimates(estimator, lang)
    return _weakest_links(estimator, lang)


def _weakest_links(estimator: Any, lang: Language) -> Explanation:
    say = speaking(lang)
    tree = estimator.tree_
    risk_of = getattr(estimator, "ccp_risk", "impurity")
    path, _ = weakest_links(tree.parent, tree.risk(risk_of))
    rows = tuple(
        (str(step), decimal(float(alpha)), decimal(float(risk)), str(leaves))
        for step, (alpha, risk, leaves) in enumerate(zip(path.alphas, path.risks, path.n_leaves, strict=True))
    )
    blocks: tuple[Block, ...] = (
        Paragraph(say("weakest")),
        Table((say("step"), "alpha", "R(T)", say("leaves")), rows),
    )
    values = {f"alpha {step}": float(alpha) for step, alpha in enumerate(path.alphas)}
    return Explanation(say("weakest title"), blocks, values)


def _estimates(estimator: Any, lang: Language) -> Explanation:
    say = speaking(lang)
    tree = estimator.tree_
    errors = training_errors(tree)
    held = tree.weight > 0
    as_leaf = errors.copy()
    as_leaf[held] += added_errors(tree.weight[held], errors[held], estimator.confidence)
    as_subtree = expected_errors(estimator, estimator.confidence)
    below = sum_over_leaves(tree, errors)
    rows: list[tuple[str, ...]] = []
    values: dict[str, float] = {}
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        way = ", ".join(_way_to(estimator, node)) or "-"
        numbers = (errors[node], as_leaf[node], below[node], as_subtree[node])
        rows.append((str(node), way, *map(decimal, numbers)))
        values |= {f"leaf {node}": float(as_leaf[node]), f"subtree {node}": float(as_subtree[node])}
    heading = (say("node word"), "", "E", say("as a leaf"), "E", say("as a subtree"))
    blocks: tuple[Block, ...] = (
        Paragraph(say("estimate", confidence=f"{estimator.confidence:g}")),
        Table(heading, tuple(rows)),
    )
    return Explanation(say("estimate title"), blocks, values)
