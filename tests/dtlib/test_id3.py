"""ID3 against Quinlan's tree, against the recursive version, and at its ends."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dtlib
from dtlib import ID3Classifier
from dtlib.export import export_rules, export_text, rules_of, to_dict
from dtlib.teaching.id3 import build_id3


def test_play_tennis_is_quinlans_tree():
    data = dtlib.datasets.load_play_tennis()
    tree = to_dict(ID3Classifier().fit(data.X, data.y))
    overcast, rain, sunny = tree["branches"]
    assert (tree["attribute"], tree["groups"]) == ("outlook", [["overcast"], ["rain"], ["sunny"]])
    assert (overcast["class"], overcast["n"]) == ("yes", 4)
    assert (sunny["attribute"], [b["class"] for b in sunny["branches"]]) == ("humidity", ["no", "yes"])
    assert (rain["attribute"], [b["class"] for b in rain["branches"]]) == ("windy", ["yes", "no"])
    assert ID3Classifier().fit(data.X, data.y).score(data.X, data.y) == 1.0


def nested_of(estimator):
    """The fitted tree in the form of the teaching version."""
    nested = {}
    tree = estimator.tree_
    for node in reversed(range(tree.n_nodes)):
        label = str(estimator.classes_[tree.majority[node]])
        if tree.is_leaf[node]:
            nested[node] = label
            continue
        column = estimator.columns_[tree.feature[node]]
        codes = tree.groups(node, len(column.categories))
        branches = {
            column.categories[code]: nested[child]
            for (code,), child in zip(codes, tree.children(node), strict=True)
        }
        nested[node] = {"attribute": column.name, "majority": label, "branches": branches}
    return nested[0]


@st.composite
def tables(draw):
    n_rows, n_columns = draw(st.integers(1, 30)), draw(st.integers(1, 4))
    cell = st.sampled_from("abcd")
    rows = draw(st.lists(st.tuples(*[cell] * n_columns), min_size=n_rows, max_size=n_rows))
    labels = draw(st.lists(st.sampled_from("NYZ"), min_size=n_rows, max_size=n_rows))
    return pd.DataFrame(rows, columns=[f"x{j}" for j in range(n_columns)]), np.array(labels, dtype=object)


@settings(deadline=None, max_examples=150)
@given(tables())
def test_grows_the_tree_of_the_recursive_version(table):
    X, y = table
    expected = build_id3(X.to_dict("records"), list(y), list(X.columns))
    assert nested_of(ID3Classifier().fit(X, y)) == expected


@settings(deadline=None, max_examples=40)
@given(tables(), st.randoms())
def test_rows_in_another_order_give_the_same_tree(table, random):
    X, y = table
    order = list(range(len(X)))
    random.shuffle(order)
    shuffled = ID3Classifier().fit(X.iloc[order], y[order])
    assert export_text(shuffled) == export_text(ID3Classifier().fit(X, y))


@settings(deadline=None, max_examples=40)
@given(tables())
def test_a_deeper_tree_is_never_worse_on_its_training_rows(table):
    X, y = table
    scores = [ID3Classifier(max_depth=depth).fit(X, y).score(X, y) for depth in range(4)]
    assert scores == sorted(scores)


@settings(deadline=None, max_examples=40)
@given(tables(), st.data())
def test_a_weight_is_a_number_of_copies(table, data):
    X, y = table
    weight = data.draw(st.lists(st.integers(0, 3), min_size=len(X), max_size=len(X)))
    if not any(weight):
        weight[0] = 1
    copies = np.repeat(np.arange(len(X)), weight)
    weighted = ID3Classifier().fit(X, y, sample_weight=weight)
    repeated = ID3Classifier().fit(X.iloc[copies], y[copies])
    assert export_text(weighted) == export_text(repeated)


@settings(deadline=None, max_examples=40)
@given(tables())
def test_every_row_satisfies_the_rule_of_its_leaf_and_no_other(table):
    X, y = table
    tree = ID3Classifier().fit(X, y)
    predicted = tree.predict(X)
    for row, label in zip(X.to_dict("records"), predicted, strict=True):
        holding = [r for r in rules_of(tree) if all(c.holds(row[c.column]) for c in r.conditions)]
        assert [rule.prediction for rule in holding] == [label]


def test_identical_rows_with_different_labels_are_one_leaf_of_the_first_class():
    tree = ID3Classifier().fit([["a"], ["a"]], ["z", "b"])
    assert tree.get_n_leaves() == 1
    assert tree.predict([["a"]]) == ["b"]


def test_a_gain_of_nothing_is_no_gain():
    xor = [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]]
    assert ID3Classifier().fit(xor, [0, 1, 1, 0]).get_depth() == 0


def test_an_unseen_value_gets_the_majority_of_the_node_where_it_is_met():
    data = dtlib.datasets.load_play_tennis()
    tree = ID3Classifier().fit(data.X, data.y)
    row = data.X.iloc[:1]
    assert tree.predict(row.assign(outlook="fog")) == ["yes"]
    assert tree.predict(row.assign(outlook="sunny", humidity="unheard of")) == ["no"]


def test_columns_of_every_kind_are_categories():
    X = pd.DataFrame(
        {
            "text": ["u", "v", "u", "v"],
            "flag": [True, True, False, False],
            "level": pd.Categorical(["low", "low", "high", "low"], categories=["low", "middle", "high"]),
            "whole": [1, 2, 3, 4],
            "float": [1.0, 1.0, 2.0, 2.0],
            "mixed": pd.Series([1, "1", 1, "1"], dtype=object),
        }
    )
    leaves = {name: ID3Classifier().fit(X[[name]], [0, 0, 1, 1]).get_n_leaves() for name in X}
    assert leaves == {"text": 1, "flag": 2, "level": 2, "whole": 4, "float": 2, "mixed": 1}


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT])
def test_a_missing_value_is_refused_with_place_and_advice(missing):
    X = pd.DataFrame({"sky": ["clear", "grey"], "wind": pd.Series(["weak", missing], dtype=object)})
    with pytest.raises(ValueError, match=r"wind is missing .* at row 1.*C45Classifier"):
        ID3Classifier().fit(X, [0, 1])
    fitted = ID3Classifier().fit(X.fillna("weak"), [0, 1])
    with pytest.raises(ValueError, match="wind is missing"):
        fitted.predict(X)


def test_a_measured_number_is_refused_with_place_and_advice():
    X = pd.DataFrame({"height": [1.0, 1.75]})
    with pytest.raises(ValueError, match=r"height holds the number 1.75 at row 1.*dtlib.discretize"):
        ID3Classifier().fit(X, [0, 1])
    ID3Classifier().fit(X.assign(height=dtlib.discretize(X["height"], 2)), [0, 1])


@pytest.mark.parametrize("weight", [[1, -1], [1, np.nan], [1, np.inf], [0, 0], [1]])
def test_weights_that_make_no_sense_are_refused(weight):
    with pytest.raises(ValueError, match="weight"):
        ID3Classifier().fit([["a"], ["b"]], [0, 1], sample_weight=weight)


def test_limits():
    data = dtlib.datasets.load_play_tennis()
    assert ID3Classifier(max_depth=1).fit(data.X, data.y).get_depth() == 1
    assert ID3Classifier(min_samples_split=6).fit(data.X, data.y).get_n_leaves() == 3
    assert ID3Classifier(min_gain=0.5).fit(data.X, data.y).get_n_leaves() == 1
    leaves = ID3Classifier(min_samples_leaf=3).fit(data.X, data.y).tree_
    assert leaves.n_rows.min() >= 3


def test_parameters_that_make_no_sense_are_refused_by_name():
    for parameters in (
        {"max_depth": -1},
        {"min_samples_split": 1},
        {"min_samples_leaf": 0},
        {"min_gain": -0.1},
    ):
        (name,) = parameters
        with pytest.raises(ValueError, match=name):
            ID3Classifier(**parameters).fit([["a"]], [0])


def test_a_label_with_an_apostrophe_survives_in_the_rules():
    tree = ID3Classifier().fit([["it's"], ['say "no"']], ["don't", "do"])
    assert export_rules(tree).splitlines() == [
        'IF column 0 = "it\'s" THEN "don\'t" (1)',
        "IF column 0 = 'say \"no\"' THEN 'do' (1)",
    ]


def test_a_key_is_one_level_of_many_leaves():
    keys = [[f"id{i}"] for i in range(300)]
    tree = ID3Classifier().fit(keys, np.arange(300) % 2)
    assert (tree.get_depth(), tree.get_n_leaves()) == (1, 300)


def test_a_million_rows():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, size=(1_000_000, 3))
    y = (X[:, 0] > 1) ^ (X[:, 1] == 2)
    tree = ID3Classifier().fit(X, y)
    assert tree.score(X[:1000], y[:1000]) == 1.0
    assert tree.tree_.n_rows[0] == 1_000_000
