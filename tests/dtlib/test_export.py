"""What is written about a tree says what the tree does."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris

import dtlib
from dtlib import CARTClassifier, CARTRegressor, ID3Classifier
from dtlib.export import export_graphviz, export_rules, export_text, from_dict, rules_of, to_dict


def gappy_penguins():
    data = dtlib.datasets.load_penguins()
    return data.X, data.y


def fitted_trees():
    tennis = dtlib.datasets.load_play_tennis()
    iris = load_iris(return_X_y=True, as_frame=True)
    numbers = load_diabetes(return_X_y=True, as_frame=True)
    penguins = gappy_penguins()
    return {
        "id3": (ID3Classifier().fit(tennis.X, tennis.y), tennis.X),
        "iris": (CARTClassifier().fit(*iris), iris[0]),
        "diabetes": (CARTRegressor(max_depth=4).fit(*numbers), numbers[0]),
        "penguins": (CARTClassifier(max_surrogates=3, min_samples_leaf=3).fit(*penguins), penguins[0]),
    }


@pytest.fixture(scope="module", params=["id3", "iris", "diabetes", "penguins"])
def tree_and_table(request):
    return fitted_trees()[request.param]


def test_a_tree_comes_back_from_json_whole(tree_and_table):
    tree, X = tree_and_table
    back = from_dict(json.loads(json.dumps(to_dict(tree))))
    assert to_dict(back) == to_dict(tree)
    assert np.array_equal(back.predict(X), tree.predict(X))
    assert export_text(back) == export_text(tree)


def test_a_dictionary_has_the_promised_shape(tree_and_table):
    tree, _ = tree_and_table
    pending, n_nodes = [to_dict(tree)], 0
    while pending:
        node = pending.pop()
        n_nodes += 1
        assert {"n", "impurity"} <= set(node)
        assert ("class" in node and sum(node["dist"]) == pytest.approx(node["n"])) or "value" in node
        if "branches" in node:
            assert ("threshold" in node) != ("groups" in node)
            assert sum(b["n"] for b in node["branches"]) == pytest.approx(node["n"])
            assert "groups" not in node or len(node["groups"]) == len(node["branches"])
            pending.extend(node["branches"])
    assert n_nodes == tree.tree_.n_nodes


def test_an_unknown_estimator_is_refused():
    with pytest.raises(ValueError, match="ID3Classifier"):
        from_dict({"estimator": "os.system"})


def test_each_case_without_gaps_has_one_rule_and_it_predicts(tree_and_table):
    tree, X = tree_and_table
    complete = X.dropna()
    columns = {column.name: column for column in tree.columns_}
    for row, predicted in zip(complete.to_dict("records"), tree.predict(complete), strict=True):
        # The tree sees numbers with 7 digits.
        seen = {n: v if columns[n].is_categorical else float(np.float32(v)) for n, v in row.items()}
        holding = [r for r in rules_of(tree) if all(c.holds(seen[c.column]) for c in r.conditions)]
        assert [rule.prediction for rule in holding] == [predicted]


def test_the_rules_count_every_case_once(tree_and_table):
    tree, _ = tree_and_table
    assert sum(rule.n for rule in rules_of(tree)) == pytest.approx(tree.tree_.weight[0])
    assert len(export_rules(tree).splitlines()) == tree.get_n_leaves()


def test_a_rule_keeps_only_the_narrowest_bounds():
    X = np.arange(8, dtype=float)[:, None]
    tree = CARTClassifier().fit(X, [0, 1, 0, 1, 0, 1, 0, 1])
    for rule in rules_of(tree):
        relations = [condition.relation for condition in rule.conditions]
        assert len(relations) == len(set(relations)) <= 2


def test_text_has_a_line_per_branch_and_counts_errors():
    X, y = load_iris(return_X_y=True, as_frame=True)
    text = export_text(CARTClassifier(max_depth=2).fit(X, y))
    assert text.splitlines() == [
        "petal length (cm) <= 2.45: 0 (50)",
        "petal length (cm) > 2.45",
        "|   petal width (cm) <= 1.75: 1 (54/5)",
        "|   petal width (cm) > 1.75: 2 (46/1)",
    ]


def test_text_is_cut_where_it_is_asked_to_be():
    X, y = load_iris(return_X_y=True)
    text = export_text(CARTClassifier().fit(X, y), max_depth=1)
    assert text.splitlines()[1] == "column 2 > 2.45: ... (8 leaves)"


def test_a_lone_leaf_is_a_line():
    tree = ID3Classifier().fit([["a"], ["a"]], ["x", "x"])
    assert export_text(tree) == "x (2)"
    assert export_rules(tree) == "IF TRUE THEN 'x' (2)"


AWKWARD = pd.DataFrame({'say "when"': ["it's", 'a "b"', "back\\slash", "two\nlines"]})


def test_awkward_names_survive():
    tree = ID3Classifier().fit(AWKWARD, ["don't", "do", "do", "don't"])
    values = {rule.conditions[0].value for rule in rules_of(tree)}
    assert values == set(AWKWARD.iloc[:, 0])
    for line in export_rules(tree).splitlines():
        quoted = re.search(r" = (.*) THEN (.*) \(", line)
        assert eval(quoted[1]) in values
        assert eval(quoted[2]) in {"do", "don't"}
    assert from_dict(to_dict(tree)).predict(AWKWARD).tolist() == ["don't", "do", "do", "don't"]


def test_a_graph_is_well_formed(tree_and_table):
    tree, _ = tree_and_table
    text = export_graphviz(tree)
    label = r'"(?:[^"\\]|\\.)*"'
    nodes = re.findall(rf"^  \d+ \[label={label}\];$", text, re.MULTILINE)
    edges = re.findall(rf"^  \d+ -> \d+ \[label={label}\];$", text, re.MULTILINE)
    assert (len(nodes), len(edges)) == (tree.tree_.n_nodes, tree.tree_.n_nodes - 1)


def test_a_graph_escapes_quotes_and_backslashes():
    text = export_graphviz(ID3Classifier().fit(AWKWARD, [0, 1, 1, 0]))
    assert r"say \"when\"" in text
    assert r"back\\slash" in text


def test_surrogates_are_told():
    tree = to_dict(fitted_trees()["penguins"][0])
    first = tree["surrogates"][0]
    assert {"attribute", "agreement", "adjusted"} <= set(first)
    assert 0 < first["adjusted"] <= 1
    assert first["agreement"] >= first["adjusted"]
