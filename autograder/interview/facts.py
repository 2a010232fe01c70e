"""Every number that the written answers quote, computed when it is asked for. None is typed in.

A gap ``{wind_gain:.3f}`` in the bank's prose is filled with ``FACTS["wind_gain"]()``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log
from typing import Any

import numpy as np

import dtlib
from dtlib import datasets
from dtlib.pruning.estimates import added_errors, pessimistic_errors

Fact = Callable[[], Any]
FACTS: dict[str, Fact] = {}


def fact(function: Fact) -> Fact:
    """Enter a function among the facts; it is computed once."""
    FACTS[function.__name__] = cache(function)
    return FACTS[function.__name__]


class Facts(dict[str, Any]):
    """The facts as `str.format_map` wants them: computed when a gap asks for one.

    Examples
    --------
    >>> "{key_cost:.2f} bits".format_map(Facts())
    '6.64 bits'
    """

    def __missing__(self, name: str) -> Any:
        if name not in FACTS:
            raise LookupError(f"The bank asks for a fact {name!r}, which nobody computes.")
        return FACTS[name]()


# ---- weather_wind, play_tennis


@fact
def wind_gain() -> float:
    return _of_weather_wind(dtlib.information_gain, "wind")


@fact
def weather_gain() -> float:
    return _of_weather_wind(dtlib.information_gain, "weather")


@fact
def mean_gain() -> float:
    return (wind_gain() + weather_gain()) / 2


@fact
def wind_ratio() -> float:
    return _of_weather_wind(dtlib.gain_ratio, "wind")


@fact
def weather_ratio() -> float:
    return _of_weather_wind(dtlib.gain_ratio, "weather")


@fact
def wind_gini_high() -> float:
    return _gini_where_wind_is("high")


@fact
def wind_gini_low() -> float:
    return _gini_where_wind_is("low")


@fact
def tennis_entropy() -> float:
    return dtlib.entropy(datasets.load_play_tennis().y)


@fact
def tennis_key_depth() -> int:
    return int(_tree_on_a_key().get_depth())


@fact
def tennis_key_leaves() -> int:
    return int(_tree_on_a_key().get_n_leaves())


@fact
def tennis_id3_depth() -> int:
    table = datasets.load_play_tennis()
    return int(dtlib.ID3Classifier().fit(table.X, table.y).get_depth())


@fact
def tennis_cart_depth() -> int:
    table = datasets.load_play_tennis()
    return int(dtlib.CARTClassifier().fit(table.X, table.y).get_depth())


# ---- Measures


@fact
def key_cost() -> float:
    """Split information of 100 values, each of one case."""
    return dtlib.split_information(range(100))


@fact
def nearly_constant_cost() -> float:
    """Split information of 99 equal values and one other."""
    return dtlib.split_information(["same"] * 99 + ["other"])


@fact
def nearly_constant_gain() -> float:
    return dtlib.information_gain(["same"] * 99 + ["other"], ["yes"] * 50 + ["no"] * 50)


@fact
def nearly_constant_ratio() -> float:
    return dtlib.gain_ratio(["same"] * 99 + ["other"], ["yes"] * 50 + ["no"] * 50)


@fact
def even_nats() -> float:
    return dtlib.entropy(["yes", "no"]) * log(2)


@fact
def even_gini() -> float:
    return dtlib.gini(["yes", "no"])


@fact
def four_classes_entropy() -> float:
    return dtlib.entropy(list("abcd"))


@fact
def four_classes_gini() -> float:
    return dtlib.gini(list("abcd"))


@fact
def epsilon_on_a_pure_node() -> float:
    """What the formula with 0.001 inside the logarithm says of a node of one class."""
    return float(-np.log2(1 + 1e-3))


@fact
def xor_gain() -> float:
    return dtlib.information_gain([0, 0, 1, 1], [0, 1, 1, 0])


@fact
def xor_accuracy() -> float:
    """Two levels, grown although the first gains nothing."""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    y = np.array([0, 1, 1, 0])
    return float(dtlib.CARTClassifier(max_depth=2).fit(X, y).score(X, y))


@fact
def error_saved() -> int:
    """Errors that a split into (9, 1) and (6, 4) saves."""
    left, right = _uneven()
    return round(
        dtlib.misclassification(left + right) * 20
        - dtlib.misclassification(left) * 10
        - dtlib.misclassification(right) * 10
    )


@fact
def impurity_saved() -> float:
    """Gini decrease of the same split."""
    left, right = _uneven()
    return dtlib.gini_gain(["left"] * 10 + ["right"] * 10, left + right)


# ---- Splits


@fact
def coded_gain() -> float:
    best = dtlib.best_threshold(*_three_cities(codes=(0, 1, 2)))
    assert best is not None
    return best.score


@fact
def subset_gain() -> float:
    best = dtlib.best_subset(*_three_cities(codes=("Bonn", "Graz", "Lyon")))
    assert best is not None
    return best.score


@fact
def left_before_logarithm() -> int:
    return _left_of_best_cut(lambda lengths: lengths)


@fact
def left_after_logarithm() -> int:
    return _left_of_best_cut(np.log)


@fact
def noise_wins() -> float:
    """How often a numeric column of noise beats a binary one of noise, in 400 tables of 50 cases."""
    rng = np.random.default_rng(0)
    wins = 0
    for _ in range(400):
        y = rng.integers(0, 2, size=50)
        many = dtlib.best_threshold(rng.random(50), y)
        wins += many is not None and many.score > dtlib.gini_gain(rng.integers(0, 2, size=50), y)
    return wins / 400


# ---- Pruning


@fact
def six_cases_error_based() -> float:
    return float(added_errors(6, 0))


@fact
def six_cases_pessimistic() -> float:
    return float(pessimistic_errors(6, 0, 1)[0])


@fact
def iris_leaves() -> int:
    return _iris_leaves(0.0)


@fact
def iris_leaves_pruned() -> int:
    return _iris_leaves(iris_alpha())


@fact
def iris_alpha() -> float:
    return 0.02


@fact
def movies_depth() -> int:
    return int(_movies(None)[0].get_depth())


@fact
def movies_leaves() -> int:
    return int(_movies(None)[0].get_n_leaves())


@fact
def movies_accuracy() -> float:
    return _movies(None)[1]


@fact
def movies_accuracy_at_seven() -> float:
    return _movies(7)[1]


@fact
def sklearn_most_branches() -> int:
    """The branches of scikit-learn's root with criterion="entropy", on coded play_tennis."""
    from sklearn.preprocessing import OrdinalEncoder
    from sklearn.tree import DecisionTreeClassifier

    table = datasets.load_play_tennis()
    tree = DecisionTreeClassifier(criterion="entropy", random_state=0)
    fitted = tree.fit(OrdinalEncoder().fit_transform(table.X), table.y).tree_
    return len({int(fitted.children_left[0]), int(fitted.children_right[0])})


@fact
def outlook_branches() -> int:
    return int(datasets.load_play_tennis().X["outlook"].nunique())


# ---- Evaluation, forests


@fact
def lazy_accuracy() -> float:
    """Accuracy of calling everybody healthy where one of a hundred is sick."""
    return float(np.mean(np.array(["healthy"] * 99 + ["sick"]) == "healthy"))


@fact
def left_out_of_bootstrap() -> float:
    """Share of 1,000 rows that a bootstrap sample of 1,000 is expected to miss."""
    return float((1 - 1 / 1000) ** 1000)


@fact
def variance_of_a_forest() -> float:
    """Variance of the mean of 100 trees of variance 1 whose errors correlate by 0.3."""
    correlation, trees = 0.3, 100
    return correlation + (1 - correlation) / trees


def _of_weather_wind(measure: Callable[..., float], attribute: str) -> float:
    table = datasets.load_weather_wind()
    return float(measure(table.X[attribute], table.y))


def _gini_where_wind_is(value: str) -> float:
    table = datasets.load_weather_wind()
    return dtlib.gini(table.y[table.X["wind"] == value])


def _tree_on_a_key() -> Any:
    table = datasets.load_play_tennis()
    key = table.X[[]].assign(key=[f"day {number}" for number in range(len(table.y))])
    return dtlib.ID3Classifier().fit(key, table.y)


def _uneven() -> tuple[list[str], list[str]]:
    return ["yes"] * 9 + ["no"], ["yes"] * 6 + ["no"] * 4


def _three_cities(codes: tuple[Any, Any, Any]) -> tuple[list[Any], list[str]]:
    """Ten people of each city; in the middle one nobody buys."""
    return [code for code in codes for _ in range(10)], ["yes"] * 10 + ["no"] * 10 + ["yes"] * 10


def _left_of_best_cut(transformed: Callable[[Any], Any]) -> int:
    from sklearn.datasets import load_iris

    iris = load_iris()
    best = dtlib.best_threshold(transformed(iris.data[:, 0]), iris.target)
    assert best is not None
    return best.n_left


def _iris_leaves(alpha: float) -> int:
    from sklearn.datasets import load_iris
    from sklearn.tree import DecisionTreeClassifier

    iris = load_iris()
    tree = DecisionTreeClassifier(ccp_alpha=alpha, random_state=0).fit(iris.data, iris.target)
    return int(tree.get_n_leaves())


@cache
def _movies(max_depth: int | None) -> tuple[Any, float]:
    from sklearn.model_selection import train_test_split
    from sklearn.tree import DecisionTreeClassifier

    table = datasets.load_movies1000()
    X, X_test, y, y_test = train_test_split(
        table.X, table.y, test_size=0.3, random_state=42, stratify=table.y
    )
    tree = DecisionTreeClassifier(max_depth=max_depth, random_state=42).fit(X, y)
    return tree, float(tree.score(X_test, y_test))
