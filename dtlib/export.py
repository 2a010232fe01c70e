"""A tree on paper: as indented text, as rules, as plain data for other programs, and as a Graphviz graph.

Nothing here calls itself, so that a tree may be as deep as it likes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from dtlib.describe import Condition, branches_of, counted, prediction_of, wrong_at
from dtlib.engine.columns import Column
from dtlib.engine.tree import NO_BRANCH, Surrogates, Tree
from dtlib.plot import plot_tree

__all__ = [
    "Rule",
    "export_graphviz",
    "export_rules",
    "export_text",
    "from_dict",
    "plot_tree",
    "rules_of",
    "to_dict",
]


def export_text(estimator: Any, *, max_depth: int | None = None, digits: int = 6) -> str:
    """The tree as indented text, one line for each branch.

    Parameters
    ----------
    estimator : a fitted tree
    max_depth : int, optional
        Show this many levels of questions; what is below is counted.
    digits : int, default=6
        Significant digits of thresholds and means.

    Returns
    -------
    str
        Behind a leaf stand its cases and, after a slash, how many of them it gets wrong.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> print(export_text(dtlib.ID3Classifier().fit(data.X, data.y)))
    outlook = overcast: yes (4)
    outlook = rain
    |   windy = false: yes (3)
    |   windy = true: no (2)
    outlook = sunny
    |   humidity = high: no (3)
    |   humidity = normal: yes (2)
    """
    check_is_fitted(estimator)
    tree = estimator.tree_
    if tree.is_leaf[0]:
        return _leaf_text(estimator, 0, digits)
    lines = []
    pending = [(child, 0) for child in reversed(_labelled(estimator, 0))]
    while pending:
        (condition, node), depth = pending.pop()
        line = "|   " * depth + _plain_text(condition, digits)
        if tree.is_leaf[node]:
            line += ": " + _leaf_text(estimator, node, digits)
        elif max_depth is not None and depth + 1 >= max_depth:
            line += f": ... ({_n_leaves_below(tree, node)} leaves)"
        else:
            pending.extend((child, depth + 1) for child in reversed(_labelled(estimator, node)))
        lines.append(line)
    return "\n".join(lines)


class Rule(NamedTuple):
    """One way from the root to a leaf.

    Attributes
    ----------
    conditions : tuple of Condition
        All must hold; for a number that is asked more than once, only the narrowest bounds.
    prediction : Any
        The class, or the mean.
    n : float
        Weighted training cases that the rule covers.
    n_wrong : float
        How many of them are of another class.
    """

    conditions: tuple[Condition, ...]
    prediction: Any
    n: float
    n_wrong: float

    def __str__(self) -> str:
        premise = " AND ".join(map(str, self.conditions)) or "TRUE"
        wrong = f"/{counted(self.n_wrong)}" if self.n_wrong > 0 else ""
        return f"IF {premise} THEN {self.prediction!r} ({counted(self.n)}{wrong})"


def rules_of(estimator: Any) -> list[Rule]:
    """One rule for each leaf, from first to last.

    A case without missing values, whose values were all seen, satisfies exactly one of them.

    Parameters
    ----------
    estimator : a fitted tree

    Returns
    -------
    list of Rule

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> rules = rules_of(dtlib.ID3Classifier().fit(data.X, data.y))
    >>> rules[0].prediction, rules[0].n
    ('yes', 4.0)
    """
    check_is_fitted(estimator)
    tree = estimator.tree_
    rules = []
    premises: dict[int, tuple[Condition, ...]] = {0: ()}
    for node in tree.preorder():
        premise = premises.pop(node)
        if tree.is_leaf[node]:
            prediction, wrong = prediction_of(estimator, node), wrong_at(estimator, node)
            rules.append(Rule(premise, prediction, float(tree.weight[node]), wrong))
        for condition, child in _labelled(estimator, node):
            premises[child] = _narrowed(premise, condition)
    return rules


def export_rules(estimator: Any) -> str:
    """The tree as if-then rules, one line for each leaf.

    Values are quoted as in Python, so that an apostrophe in one of them does no harm; thresholds have all
    their digits.

    Parameters
    ----------
    estimator : a fitted tree

    Returns
    -------
    str

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> print(export_rules(dtlib.ID3Classifier().fit(data.X, data.y)))
    IF outlook = 'overcast' THEN 'yes' (4)
    IF outlook = 'rain' AND windy = 'false' THEN 'yes' (3)
    IF outlook = 'rain' AND windy = 'true' THEN 'no' (2)
    IF outlook = 'sunny' AND humidity = 'high' THEN 'no' (3)
    IF outlook = 'sunny' AND humidity = 'normal' THEN 'yes' (2)
    """
    return "\n".join(map(str, rules_of(estimator)))


def to_dict(estimator: Any) -> dict[str, Any]:
    """The tree as nested dictionaries, ready for JSON.

    Parameters
    ----------
    estimator : a fitted tree

    Returns
    -------
    dict
        Every node has ``n`` (weighted cases), ``n_rows``, ``impurity``, and ``class`` with ``dist`` (the
        weight of each class), or ``value`` (the mean). A node that is split has ``attribute``,
        ``threshold`` or ``groups`` (one list of values for each branch), ``surrogates``, ``default_branch``
        (null if there is none) and ``branches``. The root also has ``estimator``, ``classes`` and
        ``columns``, which `from_dict` needs.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> nested = to_dict(dtlib.ID3Classifier().fit(data.X, data.y))
    >>> nested["attribute"], nested["groups"], nested["dist"]
    ('outlook', [['overcast'], ['rain'], ['sunny']], [5.0, 9.0])
    """
    check_is_fitted(estimator)
    tree = estimator.tree_
    nested = [_node_dict(estimator, node) for node in range(tree.n_nodes)]
    for node, parent in enumerate(tree.parent.tolist()[1:], start=1):
        nested[parent]["branches"].append(nested[node])
    columns = [{"name": c.name, "categories": _or_none(c.categories, list)} for c in estimator.columns_]
    about = {"estimator": type(estimator).__name__, "columns": columns}
    if is_classifier(estimator):
        about["classes"] = estimator.classes_.tolist()
    return about | nested[0]


def from_dict(nested: dict[str, Any]) -> Any:
    """The fitted estimator that `to_dict` described.

    It predicts, and can be shown, as the original does; its parameters are the defaults.

    Parameters
    ----------
    nested : dict

    Returns
    -------
    ID3Classifier, C45Classifier, CARTClassifier or CARTRegressor

    Raises
    ------
    ValueError
        If the estimator is unknown.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(data.X, data.y)
    >>> bool((from_dict(to_dict(tree)).predict(data.X) == data.y).all())
    True
    """
    import dtlib

    known = ("ID3Classifier", "C45Classifier", "CARTClassifier", "CARTRegressor")
    if nested.get("estimator") not in known:
        raise ValueError(f"The estimator must be one of {', '.join(known)}; got {nested.get('estimator')!r}.")
    estimator = getattr(dtlib, nested["estimator"])()
    estimator.columns_ = [
        Column(column["name"], _or_none(column["categories"], tuple)) for column in nested["columns"]
    ]
    estimator.n_features_in_ = len(estimator.columns_)
    names = [column.name for column in estimator.columns_]
    if names != [f"column {j}" for j in range(len(names))]:
        estimator.feature_names_in_ = np.array(names, dtype=object)
    if "classes" in nested:
        classes = nested["classes"]
        estimator.classes_ = np.array(classes, dtype=object if isinstance(classes[0], str) else None)
    estimator.tree_ = _tree_of(nested, estimator.columns_)
    return estimator


def export_graphviz(estimator: Any, *, max_depth: int | None = None, digits: int = 6) -> str:
    """The tree in Graphviz's DOT language.

    Parameters
    ----------
    estimator : a fitted tree
    max_depth : int, optional
        Show this many levels of questions.
    digits : int, default=6
        Significant digits of thresholds and means.

    Returns
    -------
    str
        For the program `dot`, or the `graphviz` package.

    Examples
    --------
    >>> import dtlib
    >>> data = dtlib.datasets.load_weather_wind()
    >>> print(export_graphviz(dtlib.ID3Classifier(max_depth=1).fit(data.X, data.y)))
    digraph tree {
      node [shape=box, style=rounded, fontname="sans-serif"];
      edge [fontname="sans-serif"];
      0 [label="weather\\n10 cases"];
      1 [label="yes\\n3 cases"];
      2 [label="no\\n4 cases, 1 wrong"];
      3 [label="no\\n3 cases, 1 wrong"];
      0 -> 1 [label="overcast"];
      0 -> 2 [label="rain"];
      0 -> 3 [label="sunny"];
    }
    """
    check_is_fitted(estimator)
    tree = estimator.tree_
    depth = tree.depth
    shown = depth <= (np.inf if max_depth is None else max_depth)
    lines = ['node [shape=box, style=rounded, fontname="sans-serif"];', 'edge [fontname="sans-serif"];']
    for node in np.flatnonzero(shown).tolist():
        is_asked = not tree.is_leaf[node] and depth[node] != max_depth
        text = estimator.columns_[tree.feature[node]].name if is_asked else _verdict(estimator, node, digits)
        wrong = wrong_at(estimator, node)
        cases = f"{counted(tree.weight[node])} cases"
        cases += f", {counted(wrong)} wrong" if wrong > 0 and not is_asked else ""
        lines.append(f"{node} [label={_dot_text(text, cases)}];")
    for node in np.flatnonzero(shown).tolist():
        for condition, child in _labelled(estimator, node):
            if shown[child]:
                label = _plain_text(condition, digits).removeprefix(condition.column).removeprefix(" = ")
                lines.append(f"{node} -> {child} [label={_dot_text(label.strip())}];")
    return "digraph tree {\n" + "\n".join(f"  {line}" for line in lines) + "\n}"


# ---- Pieces of text


def _labelled(estimator: Any, node: int) -> list[tuple[Condition, int]]:
    children = estimator.tree_.children(node)
    return list(zip(branches_of(estimator, node), children, strict=True))


def _plain_text(condition: Condition, digits: int) -> str:
    match condition.relation:
        case "in":
            return f"{condition.column} in {{{', '.join(map(str, condition.value))}}}"
        case "=":
            return f"{condition.column} = {condition.value}"
    return f"{condition.column} {condition.relation} {condition.value:.{digits}g}"


def _verdict(estimator: Any, node: int, digits: int) -> str:
    prediction = prediction_of(estimator, node)
    return str(prediction) if is_classifier(estimator) else f"{prediction:.{digits}g}"


def _leaf_text(estimator: Any, node: int, digits: int) -> str:
    wrong = wrong_at(estimator, node)
    errors = f"/{counted(wrong)}" if wrong > 0 else ""
    return f"{_verdict(estimator, node, digits)} ({counted(estimator.tree_.weight[node])}{errors})"


def _dot_text(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def _n_leaves_below(tree: Tree, node: int) -> int:
    n_leaves, pending = 0, [node]
    while pending:
        at = pending.pop()
        n_leaves += bool(tree.is_leaf[at])
        pending.extend(tree.children(at))
    return n_leaves


def _narrowed(premise: tuple[Condition, ...], condition: Condition) -> tuple[Condition, ...]:
    """The premise with one condition more; an older, wider bound of the same kind is dropped."""
    return (*(c for c in premise if c[:2] != condition[:2] or c.relation in ("=", "in")), condition)


# ---- Pieces of data


def _or_none(values: Any, kind: Any) -> Any:
    return None if values is None else kind(values)


def _node_dict(estimator: Any, node: int) -> dict[str, Any]:
    tree = estimator.tree_
    described: dict[str, Any] = {
        "n": float(tree.weight[node]),
        "n_rows": int(tree.n_rows[node]),
        "impurity": float(tree.impurity[node]),
    }
    if is_classifier(estimator):
        described |= {"class": prediction_of(estimator, node), "dist": tree.value[node].tolist()}
    else:
        described["value"] = float(tree.value[node][1])
    if tree.is_leaf[node]:
        return described
    column = estimator.columns_[tree.feature[node]]
    described["attribute"] = column.name
    if column.categories is None:
        described["threshold"] = float(tree.threshold[node])
    else:
        groups = tree.groups(node, len(column.categories))
        described["groups"] = [[column.categories[code] for code in codes] for codes in groups]
    default = int(tree.default_branch[node])
    described["default_branch"] = None if default == NO_BRANCH else default
    described["surrogates"] = [_surrogate_dict(estimator, i) for i in tree.surrogates.of_node(node)]
    described["branches"] = []
    return described


def _surrogate_dict(estimator: Any, i: int) -> dict[str, Any]:
    surrogates = estimator.tree_.surrogates
    column = estimator.columns_[surrogates.feature[i]]
    described: dict[str, Any] = {
        "attribute": column.name,
        "agreement": float(surrogates.agreement[i]),
        "adjusted": float(surrogates.adjusted[i]),
    }
    if surrogates.groups[i] is None:
        described["threshold"] = float(surrogates.threshold[i])
        described["low_branch"] = int(surrogates.low_branch[i])
    else:
        groups = surrogates.groups[i].tolist()
        described["groups"] = [
            [column.categories[code] for code, branch in enumerate(groups) if branch == b] for b in range(2)
        ]
    return described


def _tree_of(nested: dict[str, Any], columns: list[Column]) -> Tree:
    """Number the nodes level by level, so that siblings stand side by side."""
    nodes, parents, first_child = [nested], [-1], []
    for number, node in enumerate(nodes):  # the list grows while it is read
        branches = node.get("branches", [])
        first_child.append(len(nodes) if branches else -1)
        nodes.extend(branches)
        parents.extend([number] * len(branches))

    feature_of = {column.name: j for j, column in enumerate(columns)}
    code_of = [{value: code for code, value in enumerate(c.categories or ())} for c in columns]
    groups_start, branch_of_code = [], np.empty(0, dtype=np.intp)
    for node in nodes:
        groups_start.append(len(branch_of_code) if "groups" in node else -1)
        if "groups" in node:
            codes = code_of[feature_of[node["attribute"]]]
            branch_of_code = np.append(branch_of_code, _branch_of_code(node["groups"], codes))
    is_regression = "value" in nested
    weight = np.array([node["n"] for node in nodes], dtype=np.float64)
    impurity = np.array([node["impurity"] for node in nodes], dtype=np.float64)
    if is_regression:
        value = np.column_stack([weight, [node["value"] for node in nodes], impurity])
    else:
        value = np.array([node["dist"] for node in nodes], dtype=np.float64)
    defaults = [node.get("default_branch") for node in nodes]
    return Tree(
        parent=np.array(parents),
        feature=np.array([feature_of[node["attribute"]] if "attribute" in node else -1 for node in nodes]),
        threshold=np.array([node.get("threshold", np.nan) for node in nodes], dtype=np.float64),
        groups_start=np.array(groups_start),
        branch_of_code=branch_of_code,
        first_child=np.array(first_child),
        n_children=np.array([len(node.get("branches", [])) for node in nodes]),
        default_branch=np.array([NO_BRANCH if branch is None else branch for branch in defaults]),
        value=value,
        weight=weight,
        n_rows=np.array([node["n_rows"] for node in nodes]),
        impurity=impurity,
        surrogates=_surrogates_of(nodes, feature_of, code_of),
        is_regression=is_regression,
    )


def _branch_of_code(groups: list[list[Any]], code_of: dict[Any, int]) -> Any:
    branch_of_code = np.full(len(code_of), NO_BRANCH, dtype=np.intp)
    for branch, values in enumerate(groups):
        branch_of_code[[code_of[value] for value in values]] = branch
    return branch_of_code


def _surrogates_of(
    nodes: list[dict[str, Any]], feature_of: dict[str, int], code_of: list[dict[Any, int]]
) -> Surrogates:
    listed = [(number, s) for number, node in enumerate(nodes) for s in node.get("surrogates", [])]
    feature = [feature_of[s["attribute"]] for _, s in listed]
    return Surrogates(
        node=np.array([number for number, _ in listed], dtype=np.intp),
        feature=np.array(feature, dtype=np.intp),
        threshold=np.array([s.get("threshold", np.nan) for _, s in listed], dtype=np.float64),
        low_branch=np.array([s.get("low_branch", NO_BRANCH) for _, s in listed], dtype=np.intp),
        groups=[
            _branch_of_code(s["groups"], code_of[j]) if "groups" in s else None
            for j, (_, s) in zip(feature, listed, strict=True)
        ],
        agreement=np.array([s["agreement"] for _, s in listed], dtype=np.float64),
        adjusted=np.array([s["adjusted"] for _, s in listed], dtype=np.float64),
    )
